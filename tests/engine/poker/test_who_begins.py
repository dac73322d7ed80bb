"""The table "who begins, and how" of the contract, row by row."""

from __future__ import annotations

from typing import Any

from tests.engine.poker.writing import after, record, refused, settled, span, to_act

FOUR = {1: 5000, 2: 5000, 3: 5000, 4: 5000}
THREE = {1: 5000, 2: 5000, 3: 5000}


def test_first_round_left_of_the_last_blind_rws_3_12_1() -> None:
    assert to_act(after(record(stacks=FOUR))) == 4
    assert to_act(after(record(stacks=FOUR, straddle=4))) == 1


def test_later_rounds_left_of_the_button_rws_3_14_1() -> None:
    assert to_act(after(record(stacks=FOUR, do="4 call; 1 call; 2 fold; 3 check"))) == 3


def test_an_all_in_seat_is_passed_over_rws_3_19_1() -> None:
    do = "4 call; 1 call; 2 all_in; 3 call; 4 call; 1 call"
    assert to_act(after(record(stacks={**FOUR, 2: 500}, do=do))) == 3


class TestDraw:
    def test_nz_after_the_draw_left_of_the_last_blind_nz13_11_4_a(self) -> None:
        do = "1 call; 2 call; 3 check; 2 discard; 3 discard; 1 discard"
        assert to_act(after(record("nz", "draw", do=do))) == 1
        straddled = "1 call; 2 call; 3 call; 4 check; 2 discard; 3 discard; 4 discard; 1 discard"
        assert to_act(after(record("nz", "draw", stacks=FOUR, straddle=4, do=straddled))) == 1

    def test_wa_opens_at_exactly_twice_the_last_blind_wa_26_4_a(self) -> None:
        assert span(record("wa", "draw", stacks=FOUR)) == (200, 200)
        for do in ("4 call", "4 check", "4 raise 300", "4 raise 150", "4 bet 200"):
            assert refused(record("wa", "draw", stacks=FOUR, do=do))[0] == "actions[0]"

    def test_wa_the_straddle_is_the_last_blind_wa_26_4_a(self) -> None:
        assert span(record("wa", "draw", stacks=FOUR, straddle=4)) == (400, 400)

    def test_wa_the_next_raise_is_by_at_least_that_bet(self) -> None:
        assert span(record("wa", "draw", stacks=FOUR, do="4 raise 200")) == (400, 5000)

    def test_wa_fixed_limit_the_next_raise_is_by_the_small_bet(self) -> None:
        fixed: dict[str, Any] = {"structure": "fixed_limit", "bets": [100, 200]}
        assert span(record("wa", "draw", stacks=FOUR, do="4 raise 200", **fixed)) == (300, 300)
        # The opening is no raise in the count: three more may follow.
        do = "4 raise 200; 1 raise 300; 2 raise 400"
        assert span(record("wa", "draw", stacks=FOUR, do=do, **fixed)) == (500, 500)
        assert span(record("wa", "draw", stacks=FOUR, do=do + "; 3 raise 500", **fixed)) is None

    def test_wa_an_all_in_for_less_opens_as_a_short_all_in(self) -> None:
        hand = record("wa", "draw", stacks={**FOUR, 4: 150}, do="4 all_in")
        assert after(hand).level == 150
        assert span(hand) == (250, 5000)

    def test_wa_fixed_limit_it_is_completed_to_twice_the_blind(self) -> None:
        hand = record("wa", "draw", "fixed_limit", stacks={**FOUR, 4: 150}, bets=[100, 200], do="4 all_in")
        assert span(hand) == (200, 200)

    def test_wa_an_all_in_at_or_below_the_blind_opens_too_wa_26_4_d(self) -> None:
        hand = record("wa", "draw", stacks={**FOUR, 4: 80}, do="4 all_in; 1 fold; 2 call")
        play = after(hand)
        assert play.level == 100
        assert to_act(play) == 3
        # The last blind has nothing to call and says call.
        checked = record("wa", "draw", stacks={**FOUR, 4: 80}, do="4 all_in; 1 fold; 2 call; 3 check")
        assert refused(checked) == ("actions[3]", "WA 26.3")
        called = record("wa", "draw", stacks={**FOUR, 4: 80}, do="4 all_in; 1 fold; 2 call; 3 call")
        assert after(called).phase.name == "DISCARD"

    def test_wa_if_nobody_opens_the_last_blind_wins_wa_26_4_c(self) -> None:
        answer = settled(record("wa", "draw", stacks=FOUR, do="4 fold; 1 fold; 2 fold"))
        assert answer["stacks"] == {"1": 5000, "2": 4950, "3": 5050, "4": 5000}
        assert answer["uncalled"] == {"seat": 3, "amount": 50}

    def test_wa_not_over_a_seat_that_is_all_in_from_posting_wa_26_4_c(self) -> None:
        cards = {2: "Ah Ad Ac 2d 3c", 3: "Kh Kd Kc 2h 3h"}
        do = "4 fold; 1 fold; 2 discard; 3 discard"
        answer = settled(record("wa", "draw", stacks={**FOUR, 2: 50}, cards=cards, do=do))
        assert answer["pots"] == [{"amount": 100, "seats": [2, 3], "won": {"2": 100}}]

    def test_wa_whoever_opened_begins_after_the_draw_wa_26_6_a(self) -> None:
        do = "4 fold; 1 raise 200; 2 call; 3 call; 2 discard; 3 discard; 1 discard"
        assert to_act(after(record("wa", "draw", stacks=FOUR, do=do))) == 1

    def test_wa_else_the_next_seat_to_the_left_wa_26_6_a(self) -> None:
        do = "4 raise 200; 1 fold; 2 raise 600; 3 call; 4 fold; 2 discard; 3 discard"
        assert to_act(after(record("wa", "draw", stacks=FOUR, do=do))) == 2

    def test_wa_bet_or_fold_after_the_draw_wa_26_3(self) -> None:
        do = "4 fold; 1 raise 200; 2 call; 3 fold; 2 discard; 1 discard; 1 check"
        assert refused(record("wa", "draw", stacks=FOUR, do=do)) == ("actions[6]", "WA 26.3")


class TestDrawAnte:
    def test_left_of_the_button_bet_or_fold_wa_27_3_a(self) -> None:
        hand = record("wa", "draw_ante", ante=100)
        assert to_act(after(hand)) == 2
        assert span(hand) == (100, 4900 + 5000)
        assert refused(record("wa", "draw_ante", ante=100, do="2 check")) == ("actions[0]", "WA 27.2")

    def test_the_last_seat_too_must_bet_or_fold_wa_27_3_c(self) -> None:
        assert to_act(after(record("wa", "draw_ante", ante=100, do="2 fold; 3 fold"))) == 1
        won = settled(record("wa", "draw_ante", ante=100, carried=700, do="2 fold; 3 fold; 1 bet 100"))
        assert won["stacks"]["1"] == 10000 + 200 + 700
        assert won["carried"] == 0
        passed = settled(record("wa", "draw_ante", ante=100, carried=700, do="2 fold; 3 fold; 1 fold"))
        assert passed["carried"] == 1000
        assert (passed["pots"], passed["uncalled"], passed["rake"]) == ([], None, 0)

    def test_no_pot_is_passed_over_a_seat_that_is_all_in_wa_27_3_c(self) -> None:
        cards = {1: "Ah Ad Ac 2d 3c", 3: "Kh Kd Kc 2h 3h"}
        do = "2 fold; 3 discard; 1 discard"
        answer = settled(record("wa", "draw_ante", ante=100, stacks={**THREE, 1: 100}, cards=cards, do=do))
        assert answer["pots"] == [{"amount": 300, "seats": [1, 3], "won": {"1": 300}}]


class TestPerthManila:
    def test_first_round_bet_or_fold_wa_25_3(self) -> None:
        base: dict[str, Any] = {"deck": 32, "ante": 100, "on": "8h 9h"}
        assert to_act(after(record("wa", "perth_manila", **base))) == 2
        assert refused(record("wa", "perth_manila", do="2 check", **base)) == ("actions[0]", "WA 25.3")
        # The last seat left wins without acting.
        assert settled(record("wa", "perth_manila", do="2 fold; 3 fold", **base))["stacks"]["1"] == 10200

    def test_later_rounds_may_check_wa_25_5(self) -> None:
        do = "2 bet 100; 3 call; 1 call; 2 check; 3 check"
        assert to_act(after(record("wa", "perth_manila", deck=32, ante=100, on="8h 9h", do=do))) == 1


class TestStud:
    nz: dict[str, Any] = {"ante": 100, "bring_in": 200}

    def test_nz_lowest_by_rank_then_suit_must_bet_nz13_12_2_a(self) -> None:
        cards = {1: "Ah 7s", 2: "Ad 7c", 3: "Ac 7d"}
        hand = record("nz", "five_card_stud", cards=cards, **self.nz)
        assert to_act(after(hand)) == 2
        assert span(hand) == (200, 9900)
        for do in ("2 fold", "2 check", "2 call"):
            refusal = refused(record("nz", "five_card_stud", cards=cards, do=do, **self.nz))
            assert refusal == ("actions[0]", "NZ13 12.2(a)")

    def test_nz_the_ace_is_high(self) -> None:
        cards = {1: "2h Ac", 2: "2d Kc", 3: "2s Kd"}
        assert to_act(after(record("nz", "five_card_stud", cards=cards, **self.nz))) == 2

    def test_nz_fixed_limit_bring_in_or_small_bet_nz13_13_2_a(self) -> None:
        fixed: dict[str, Any] = {"bets": [400, 800], **self.nz, "cards": {1: "Ah As 7s", 2: "Ad Ac 6c", 3: "Kc Kd 7d"}}
        for amount in (200, 400):
            do = f"2 bet {amount}"
            assert to_act(after(record("nz", "seven_card_stud", "fixed_limit", do=do, **fixed))) == 3
        refusal = refused(record("nz", "seven_card_stud", "fixed_limit", do="2 bet 300", **fixed))
        assert refusal == ("actions[0]", "NZ13 13.2(a)")

    def test_nz_an_all_in_seat_does_not_open_nz13_19_10(self) -> None:
        cards = {1: "Ah 7s", 2: "Ad 6c", 3: "Ac 7d"}
        stacks = {1: 5000, 2: 100, 3: 5000}
        assert to_act(after(record("nz", "five_card_stud", cards=cards, stacks=stacks, **self.nz))) == 3

    def test_nz_later_the_highest_hand_showing_nz13_12_3_b(self) -> None:
        cards = {1: "Ah 7s 9c", 2: "Ad 6c Ac", 3: "Kc 8d 8h"}
        do = "2 bet 200; 3 call; 1 call"
        assert to_act(after(record("nz", "five_card_stud", cards=cards, do=do, **self.nz))) == 3

    def test_nz_equals_by_the_highest_card_then_suit_nz13_12_3_b(self) -> None:
        cards = {1: "Ah 7s Kd", 2: "Ad 6c 2c", 3: "Kc 7d Ks"}
        do = "2 bet 200; 3 call; 1 call"
        assert to_act(after(record("nz", "five_card_stud", cards=cards, do=do, **self.nz))) == 3

    def test_straights_and_flushes_do_not_count_among_up_cards(self) -> None:
        cards = {1: "2h 7s 8s 9s Ts", 2: "Ad 6c 6d 2c 3c", 3: "Kc Td 5h 4s 3h"}
        do = "2 bet 200; 3 call; 1 call; 2 check; 3 check; 1 check; 2 check; 3 check; 1 check"
        assert to_act(after(record("nz", "five_card_stud", cards=cards, do=do, **self.nz))) == 2

    def test_nz_later_the_action_passes_to_the_left_of_an_all_in_nz13_19_17(self) -> None:
        cards = {1: "Ah As 7s 9c", 2: "Ad 2c 6c 3c", 3: "Kc 2d 8d 8h"}
        do = "2 bet 200; 3 call; 1 call"
        stacks = {1: 5000, 2: 5000, 3: 300}
        assert to_act(after(record("nz", "seven_card_stud", cards=cards, stacks=stacks, do=do, **self.nz))) == 1

    def test_wa_high_card_open_down_by_rank_wa_21_2(self) -> None:
        cards = {1: "2h Kc", 2: "2d 9c", 3: "2s Ks"}
        base: dict[str, Any] = {"ante": 100, "cards": cards}
        # Two kings: 3 is nearer to the left of the button, which is seat 1.
        assert to_act(after(record("wa", "five_card_stud", **base))) == 3
        assert to_act(after(record("wa", "five_card_stud", do="3 fold", **base))) == 1
        assert to_act(after(record("wa", "five_card_stud", do="3 fold; 1 bet 100", **base))) == 2
        assert refused(record("wa", "five_card_stud", do="3 check", **base)) == ("actions[0]", "WA 21.2")
        assert settled(record("wa", "five_card_stud", do="3 fold; 1 fold", **base))["stacks"]["2"] == 10200

    def test_wa_after_the_opening_it_goes_clockwise_wa_21_2_e(self) -> None:
        cards = {1: "2h 3c", 2: "2d Kc", 3: "2s 9s", 4: "2c Qs"}
        do = "2 fold; 4 bet 100"
        assert to_act(after(record("wa", "five_card_stud", stacks=FOUR, ante=100, cards=cards, do=do))) == 1

    def test_wa_low_card_open_wa_23_4(self) -> None:
        cards = {1: "Ah As 5c", 2: "Ad Ac 9c", 3: "Kc Kd 5d"}
        hand = record("wa", "seven_card_stud", ante=100, bring_in=150, cards=cards)
        assert to_act(after(hand)) == 3
        assert span(hand) == (150, 9900)
        folded = record("wa", "seven_card_stud", ante=100, bring_in=150, cards=cards, do="3 fold")
        assert refused(folded) == ("actions[0]", "WA 23.4")

    def test_wa_equals_later_nearest_the_left_of_the_button_wa_23_7_b(self) -> None:
        cards = {1: "Ah As 5c Kd", 2: "Ad Ac 9c 2s", 3: "Jc Jd 5d Ks"}
        do = "3 bet 100; 1 call; 2 call"
        hand = record("wa", "seven_card_stud", ante=100, bring_in=100, cards=cards, do=do)
        assert to_act(after(hand)) == 3

    def test_a_forced_bet_called_all_round_ends_the_round(self) -> None:
        cards = {1: "Ah 7s 9c", 2: "Ad 6c Ac", 3: "Kc 8d 8h"}
        play = after(record("nz", "five_card_stud", cards=cards, do="2 bet 200; 3 call; 1 call", **self.nz))
        assert play.round == 1

    def test_where_only_one_seat_has_chips_there_is_no_forced_bet(self) -> None:
        cards = {1: "Ah 7s 9c Ts Js", 2: "Ad 6c Ac 2d 3d"}
        hand = record("nz", "five_card_stud", cards=cards, stacks={1: 5000, 2: 100}, **self.nz)
        assert settled(hand)["pots"] == [{"amount": 200, "seats": [1, 2], "won": {"2": 200}}]
