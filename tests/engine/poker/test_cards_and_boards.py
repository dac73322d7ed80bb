"""Cards of a record: number, replacements, community card, hidden cards, boards that were not reached."""

from __future__ import annotations

from typing import Any

from tests.engine.poker.writing import record, refused, settled

THREE = {1: 5000, 2: 5000, 3: 5000}


class TestBoardGames:
    def test_exactly_the_number_dealt(self) -> None:
        assert refused(record(cards={2: "As"}, do="1 fold; 2 fold")) == ("cards.2", None)
        assert refused(record(cards={2: "As Ks Qs"}, do="1 fold; 2 fold")) == ("cards.2[2]", None)
        assert refused(record("nz", "omaha", cards={2: "As Ks Qs"}, do="1 fold; 2 fold")) == ("cards.2", None)

    def test_the_board_has_what_lay_when_somebody_could_still_act(self) -> None:
        flop = "1 call; 2 call; 3 check; 2 bet 100; 3 fold; 1 fold"
        assert refused(record(on="As Ks", do=flop)) == ("board", None)
        assert settled(record(on="As Ks Qs", do=flop))
        assert settled(record(on="As Ks Qs 2c 3c", do=flop))["shown"] == []

    def test_all_five_at_a_showdown(self) -> None:
        assert refused(record(on="As Ks Qs 2c", do="1 all_in; 2 call; 3 fold")) == ("board", None)

    def test_manila_has_one_card_in_the_first_round(self) -> None:
        base: dict[str, Any] = {"deck": 32, "structure": "fixed_limit", "blinds": [100]}
        assert refused(record("wa", "manila", on="", do="3 fold; 1 fold", **base)) == ("board", None)
        assert settled(record("wa", "manila", on="7c", do="3 fold; 1 fold", **base))

    def test_too_many_cards_on_the_board(self) -> None:
        assert refused(record(on="As Ks Qs 2c 3c 4c", do="1 fold; 2 fold")) == ("board[5]", None)
        assert refused({**record("nz", "draw", do="1 fold; 2 fold"), "board": ["As"]}) == ("board[0]", None)

    def test_cards_that_were_not_reached_count_for_nothing_but_stand_once(self) -> None:
        assert refused(record(on="As Ks Qs 2c As", do="1 fold; 2 fold")) == ("board[4]", "RWS 2.2.1")


class TestDraw:
    first = "3 raise 400; 1 call; 2 fold"

    def hand(self, book: str, cards: dict[int, str], discards: str, **more: Any) -> dict[str, Any]:
        """Button 1 of NZ: 2 and 3 post, 1 opens; here button 3: 1 and 2 post, 3 opens, 1 and 3 draw in this order."""
        do = ("3 raise 200; 1 call; 2 fold; " + discards + "; {}").format
        tail = "1 check; 3 check" if book == "nz" else "3 bet 100; 1 fold"
        tail = "3 check; 1 check" if book == "nz" else tail
        return record(book, "draw", button=3, stacks=THREE, cards=cards, do=do(tail), **more)

    def test_five_and_as_many_as_were_discarded(self) -> None:
        cards = {1: "Ah Kh Qh Jh 2c Th", 3: "9c 9d 9h 9s 3d"}
        answer = settled(self.hand("nz", cards, "1 discard 2c; 3 discard"))
        assert answer["pots"][0]["won"] == {"1": 500}
        assert refused(self.hand("nz", {**cards, 1: "Ah Kh Qh Jh 2c"}, "1 discard 2c; 3 discard")) == ("cards.1", None)
        many = {**cards, 3: "9c 9d 9h 9s 3d 4d"}
        assert refused(self.hand("nz", many, "1 discard 2c; 3 discard")) == ("cards.3[5]", None)

    def test_five_for_a_seat_that_folded_before_the_draw(self) -> None:
        cards = {1: "Ah Kh Qh Jh 2c", 2: "5c 5d 5h 5s 6c 7c", 3: "9c 9d 9h 9s 3d"}
        assert refused(self.hand("nz", cards, "1 discard; 3 discard")) == ("cards.2[5]", None)

    def test_a_replacement_may_be_what_a_seat_before_it_discarded_nz13_11_3_b(self) -> None:
        cards = {1: "Ah Kh Qh 2d 2c Jc Td", 3: "9c 9d 9h 3s 3d 2c 2d"}
        assert settled(self.hand("nz", cards, "1 discard 2d 2c; 3 discard 3s 3d"))["pots"][0]["won"] == {"3": 500}

    def test_not_of_a_seat_after_it_nor_its_own_nz13_11_3_b(self) -> None:
        later = {1: "Ah Kh Qh 2d 2c 3s 3d", 3: "9c 9d 9h 3s 3d Jc Td"}
        assert refused(self.hand("nz", later, "1 discard 2d 2c; 3 discard 3s 3d")) == ("cards.1[5]", "NZ13 4.1")
        own = {1: "Ah Kh Qh 2d 2c Jc 2c", 3: "9c 9d 9h 3s 3d"}
        assert refused(self.hand("nz", own, "1 discard 2d 2c; 3 discard")) == ("cards.1[6]", "NZ13 4.1")

    def test_not_a_card_that_somebody_holds_or_has_been_given(self) -> None:
        held = {1: "Ah Kh Qh 2d 2c Jc 9c", 3: "9c 9d 9h 3s 3d"}
        assert refused(self.hand("nz", held, "1 discard 2d 2c; 3 discard")) == ("cards.1[6]", "NZ13 4.1")
        twice = {1: "Ah Kh Qh 2d 2c Jc Td", 3: "9c 9d 9h 3s 3d 2c 2c"}
        assert refused(self.hand("nz", twice, "1 discard 2d 2c; 3 discard 3s 3d")) == ("cards.3[6]", "NZ13 4.1")

    def test_the_fifth_card_may_be_any_other_seats_discard_wa_26_5_c(self) -> None:
        cards = {1: "Ah Kh Qh 2d 2c 4c 4d 4h 4s 3s", 3: "9c 9d 9h 3s 3d Jc"}
        do = "1 discard Ah Kh Qh 2d 2c; 3 discard 3s"
        assert settled(self.hand("wa", cards, do))["pots"][0]["won"] == {"3": 500}
        # The fourth comes at once, before seat 3 has discarded; and in nz there is no such rule.
        early = {**cards, 1: "Ah Kh Qh 2d 2c 4c 4d 4h 3s 4s"}
        assert refused(self.hand("wa", early, do)) == ("cards.1[8]", "WA 4.1")
        assert refused(self.hand("nz", cards, do)) == ("cards.1[9]", "NZ13 4.1")
        own = {**cards, 1: "Ah Kh Qh 2d 2c 4c 4d 4h 4s Ah"}
        assert refused(self.hand("wa", own, do)) == ("cards.1[9]", "WA 4.1")

    def test_hidden_cards_are_discarded_hidden(self) -> None:
        cards = {1: "Ah Kh Qh ?? ?? Jh Th", 3: "9c 9d 9h 9s 3d"}
        answer = settled(self.hand("nz", cards, "1 discard ?? ??; 3 discard"))
        assert answer["pots"][0]["won"] == {"1": 500}
        assert answer["shown"] == [1, 3]
        kept = {1: "Ah Kh Qh ?? ?? Jh", 3: "9c 9d 9h 9s 3d"}
        assert settled(self.hand("nz", kept, "1 discard ??; 3 discard"))["pots"][0]["won"] == {"3": 500}

    def test_only_cards_that_are_held(self) -> None:
        cards = {1: "Ah Kh Qh Jh 2c Th", 3: "9c 9d 9h 9s 3d"}
        assert refused(self.hand("nz", cards, "1 discard 2d; 3 discard")) == ("actions[3]", "NZ13 11.3(a)")
        assert refused(self.hand("nz", cards, "1 discard 2c 2c; 3 discard")) == ("actions[3]", "NZ13 11.3(a)")
        assert refused(self.hand("nz", cards, "1 discard ??; 3 discard")) == ("actions[3]", "NZ13 11.3(a)")

    def test_all_in_seats_discard_too(self) -> None:
        cards = {1: "Ah Kh Qh Jh 2c Th", 3: "9c 9d 9h 9s 3d"}
        do = "3 all_in; 1 call; 2 fold; 1 discard 2c; 3 discard"
        answer = settled(record("nz", "draw", button=3, stacks=THREE, cards=cards, do=do))
        assert answer["pots"][0]["won"] == {"1": 10100}


class TestPineapple:
    cards = {1: "As Ad 7c", 2: "Kh Kd Kc", 3: "Th 8h 4c"}

    def test_one_card_after_the_first_round_nz13_16_2_d(self) -> None:
        base = "1 call; 2 call; 3 check; "
        two = record("nz", "pineapple", cards=self.cards, do=base + "2 discard Kh Kd")
        assert refused(two) == ("actions[3]", "NZ13 16.2(d)")
        none = record("nz", "pineapple", cards=self.cards, do=base + "2 discard")
        assert refused(none) == ("actions[3]", "NZ13 16.2(d)")
        early = record("nz", "pineapple", cards=self.cards, do=base + "2 check")
        assert refused(early) == ("actions[3]", "NZ13 16.2(d)")
        turn = record("nz", "pineapple", cards=self.cards, do=base + "3 discard 4c")
        assert refused(turn) == ("actions[3]", "NZ13 1.0")

    def test_crazy_after_the_flops_betting_nz13_16_2_d(self) -> None:
        flop = "1 call; 2 call; 3 check; 2 check; 3 check; 1 check; "
        hand = record("nz", "crazy_pineapple", cards=self.cards, do=flop + "2 discard Kc; 3 discard 4c; 1 discard 7c")
        assert refused(hand) == ("actions", None)
        early = record("nz", "crazy_pineapple", cards=self.cards, do="1 call; 2 call; 3 check; 2 discard Kc")
        assert refused(early) == ("actions[3]", "NZ13 16.2(d)")

    def test_all_in_before_the_flop_they_discard_all_the_same(self) -> None:
        do = "1 all_in; 2 call; 3 fold; 2 discard Kc; 1 discard 7c"
        for variant in ("pineapple", "crazy_pineapple"):
            answer = settled(record("nz", variant, cards=self.cards, on="2d 3d 4h 9s Jc", do=do))
            assert answer["pots"][0]["won"] == {"1": 20100}


class TestStud:
    cards = {1: "Ah 7s 9c Ts Js", 2: "Ad 6c Ac 2d 3d", 3: "Kc 8d"}
    base: dict[str, Any] = {"ante": 100}

    def test_what_a_seat_had_been_dealt_when_it_folded(self) -> None:
        do = "2 bet 100; 3 fold; 1 call; 2 check; 1 bet 100; 2 fold"
        assert settled(
            record("nz", "five_card_stud", cards={**self.cards, 1: "Ah 7s 9c", 2: "Ad 6c Ac"}, do=do, **self.base)
        )
        few = record("nz", "five_card_stud", cards={**self.cards, 2: "Ad 6c"}, do=do, **self.base)
        assert refused(few) == ("cards.2", None)

    def test_what_is_over_counts_for_nothing_nz13_19_12(self) -> None:
        do = "2 bet 100; 3 fold; 1 fold"
        assert settled(record("nz", "five_card_stud", cards={**self.cards, 3: "Kc 8d 8h 8s 8c"}, do=do, **self.base))
        many = record("nz", "five_card_stud", cards={**self.cards, 3: "Kc 8d 8h 8s 8c 4c"}, do=do, **self.base)
        assert refused(many) == ("cards.3[5]", None)

    def test_no_face_up_card_is_hidden_reached_or_not(self) -> None:
        do = "2 bet 100; 3 fold; 1 fold"
        for hand, place in (("Kc ??", 1), ("Kc 8d ??", 2), ("?? 8d 8h 8s ??", 4)):
            found = record("nz", "five_card_stud", cards={**self.cards, 3: hand}, do=do, **self.base)
            assert refused(found) == (f"cards.3[{place}]", "NZ13 4.1")
        assert settled(record("nz", "five_card_stud", cards={**self.cards, 3: "?? 8d"}, do=do, **self.base))

    def test_a_community_card_stands_for_everybodys_last_nz13_12_4_a(self) -> None:
        cards = {1: "Ah 7s 9c Ts", 2: "Ad 6c Ac 2d", 3: "Kc 8d"}
        do = "2 bet 100; 3 fold; 1 call" + "; 2 check; 1 check" * 3
        hand = record("nz", "five_card_stud", cards=cards, do=do, **self.base)
        # Two aces before the card; the ace of clubs was up: seat 2 opens, in the last round too.
        assert settled({**hand, "board": ["As"]})["pots"][0]["won"] == {"2": 500}
        assert refused({**hand, "board": []}) == ("cards.2", None)
        beside = record("nz", "five_card_stud", cards={**cards, 1: "Ah 7s 9c Ts Js"}, do=do, **self.base)
        assert refused({**beside, "board": ["As"]}) == ("cards.1[4]", None)
        assert refused({**hand, "board": ["As", "Ks"]}) == ("board[1]", None)

    def test_in_wa_only_seven_card_stud_wa_33_1(self) -> None:
        hand = record("wa", "five_card_stud", cards=self.cards, do="3 fold; 1 fold", **self.base)
        assert refused({**hand, "board": ["As"]})[0] == "board[0]"
