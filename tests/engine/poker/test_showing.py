"""Who shows, in which order, what is hidden, and hands given up."""

from __future__ import annotations

from typing import Any

from tests.engine.poker.writing import record, refused, settled

FOUR = {1: 10000, 2: 10000, 3: 10000, 4: 10000}
CARDS = {1: "Ah Ad", 2: "Kh Kd", 3: "Qh Qd", 4: "Th 9d"}
PREFLOP = "4 call; 1 call; 2 call; 3 check"
CHECKS = "; 2 check; 3 check; 4 check; 1 check"


def shown(book: str, do: str, stacks: dict[int, int] | None = None, **more: Any) -> list[int]:
    found = settled(record(book, stacks=stacks or FOUR, cards={**CARDS, **more.pop("cards", {})}, do=do, **more))
    order: list[int] = found["shown"]
    return order


def test_all_checked_left_of_the_button_rws_3_18_2_c() -> None:
    for book in ("rws", "nz", "wa"):
        assert shown(book, PREFLOP + CHECKS * 3) == [2, 3, 4, 1]


def test_the_last_raiser_of_the_final_round_rws_3_18_2_a() -> None:
    river = "; 2 check; 3 bet 100; 4 raise 300; 1 fold; 2 call; 3 call"
    assert shown("rws", PREFLOP + CHECKS * 2 + river) == [4, 2, 3]


def test_else_the_first_bettor_rws_3_18_2_c() -> None:
    river = "; 2 check; 3 bet 100; 4 call; 1 call; 2 call"
    assert shown("rws", PREFLOP + CHECKS * 2 + river) == [3, 4, 1, 2]


def test_a_short_all_in_is_no_raise_in_the_final_round_rws_3_18_2_a() -> None:
    river = "; 2 bet 100; 3 all_in; 4 call; 1 call; 2 call"
    stacks = {**FOUR, 3: 250}
    # 3 is all-in for 150 on the river: in rws the first bet shows, elsewhere the last one; no side pot.
    assert shown("rws", PREFLOP + CHECKS * 2 + river, stacks) == [2, 3, 4, 1]
    assert shown("nz", PREFLOP + CHECKS * 2 + river, stacks) == [3, 4, 1, 2]


def test_completing_a_short_bet_is_a_raise_rws_3_18_2_a() -> None:
    river = "; 2 all_in; 3 raise 100; 4 call; 1 call"
    assert shown("rws", PREFLOP + CHECKS * 2 + river, {**FOUR, 2: 140}) == [3, 4, 1, 2]


def test_before_the_final_round_short_all_ins_count_rws_3_18_2_e() -> None:
    flop = "; 2 bet 5000; 3 all_in; 4 fold; 1 fold; 2 call"
    assert shown("rws", PREFLOP + flop, {**FOUR, 3: 6000}) == [3, 2]


def test_the_latest_side_pot_first_rws_3_18_2_d() -> None:
    stacks = {1: 300, 2: 700, 3: 2000, 4: 2000}
    do = "4 all_in; 1 all_in; 2 all_in; 3 call"
    # Last raise preflop: 4. Side pots {3, 4}, then 2, then 1.
    assert shown("rws", do, stacks) == [4, 3, 2, 1]


def test_the_player_called_nz13_16_5_d() -> None:
    river = "; 2 check; 3 bet 100; 4 raise 300; 1 fold; 2 call; 3 call"
    assert shown("nz", PREFLOP + CHECKS * 2 + river) == [4, 2, 3]


def test_all_ins_from_the_smallest_then_the_player_called_wa_9_2() -> None:
    stacks = {1: 700, 2: 300, 3: 5000, 4: 5000}
    do = "4 raise 1000; 1 all_in; 2 all_in; 3 call" + "; 3 check; 4 check" * 2 + "; 3 check; 4 bet 100; 3 call"
    assert shown("wa", do, stacks) == [2, 1, 4, 3]


def test_equal_all_ins_from_the_left_of_the_button_wa_9_2() -> None:
    stacks = {1: 500, 2: 5000, 3: 500, 4: 500}
    assert shown("wa", "4 all_in; 1 call; 2 call; 3 call", stacks) == [3, 4, 1, 2]


def test_who_gets_an_uncalled_bet_back_has_something_left_wa_9_2() -> None:
    stacks = {1: 5000, 2: 10000, 3: 500, 4: 500}
    do = "4 all_in; 1 all_in; 2 fold; 3 call"
    assert shown("wa", do, stacks) == [3, 4, 1]


def test_in_the_first_round_a_blind_or_straddle_counts() -> None:
    stacks = {1: 100, 2: 100, 3: 100, 4: 100}
    do = "4 all_in; 1 call; 2 call"
    assert shown("nz", do, stacks) == [3, 4, 1, 2]
    stacks = dict.fromkeys((1, 2, 3, 4), 200)
    assert shown("nz", "1 all_in; 2 call; 3 call", stacks, straddle=4) == [4, 1, 2, 3]


def test_the_last_round_in_which_anybody_acted() -> None:
    # A bet on the flop makes everybody all-in: 3 bet, turn and river have no acts.
    stacks = dict.fromkeys((1, 2, 3, 4), 600)
    assert shown("nz", PREFLOP + "; 2 check; 3 all_in; 4 call; 1 call; 2 call", stacks) == [3, 4, 1, 2]


def test_nobody_ever_acted() -> None:
    stacks = {1: 100, 2: 50}
    assert settled(record("nz", stacks=stacks, button=2, cards=CARDS))["shown"] == [1, 2]
    stud = record(
        "wa", "five_card_stud", stacks={1: 50, 2: 50}, ante=100, cards={1: "Ah 2c 3c 4c 5d", 2: "Kh 2d 3d 4d 6c"}
    )
    assert settled(stud)["shown"] == [2, 1]


def test_where_the_last_bettor_has_folded_the_next_to_the_left_begins() -> None:
    river = "; 2 bet 100; 3 call; 4 raise 5000; 1 call; 2 fold; 3 call"
    assert shown("nz", PREFLOP + CHECKS * 2 + river) == [4, 1, 3]
    # 2 bet on the flop and the round after had no acts but its fold: nobody has bet in it.
    flop = "; 2 bet 100; 3 call; 4 call; 1 call; 2 fold; 3 check; 4 check; 1 check; 3 check; 4 check; 1 check"
    assert shown("nz", PREFLOP + flop) == [3, 4, 1]


def test_hidden_hands_are_not_shown_and_win_only_what_nobody_else_can_claim() -> None:
    answer = settled(record(stacks=FOUR, cards={**CARDS, 1: "?? ??"}, do=PREFLOP + CHECKS * 3))
    assert answer["shown"] == [2, 3, 4]
    assert answer["pots"][0]["won"] == {"2": 400}


def test_nobody_has_shown() -> None:
    hidden = dict.fromkeys(CARDS, "?? ??")
    for book, clause in (("rws", "RWS 3.18.2"), ("nz", "NZ13 16.5(d)"), ("wa", "WA 9.3")):
        assert refused(record(book, stacks=FOUR, cards=hidden, do=PREFLOP + CHECKS * 3)) == ("cards", clause)


def test_one_hand_left_in_a_side_pot_wins_it_unseen() -> None:
    stacks = {1: 300, 2: 10000, 3: 10000, 4: 10000}
    do = "4 raise 1000; 1 all_in; 2 call; 3 fold" + "; 2 check; 4 check" * 3 + "; 4 muck"
    answer = settled(record(stacks=stacks, cards={1: "Ah Ad", 2: "?? ??", 4: "Th 9d"}, do=do))
    assert answer["pots"] == [
        {"amount": 1000, "seats": [1, 2, 4], "won": {"1": 1000}},
        {"amount": 1400, "seats": [2, 4], "won": {"2": 1400}},
    ]


class TestMucking:
    def test_a_hand_given_up_wins_nothing_wa_13_6(self) -> None:
        answer = settled(record("wa", stacks=FOUR, cards=CARDS, do=PREFLOP + CHECKS * 3 + "; 1 muck"))
        assert answer["pots"] == [{"amount": 400, "seats": [1, 2, 3, 4], "won": {"2": 400}}]
        assert answer["shown"] == [2, 3, 4]

    def test_the_last_hand_stays(self) -> None:
        do = PREFLOP + CHECKS * 3 + "; 1 muck; 2 muck; 3 muck"
        assert settled(record("wa", stacks=FOUR, cards=CARDS, do=do))["pots"][0]["won"] == {"4": 400}
        assert refused(record("wa", stacks=FOUR, cards=CARDS, do=do + "; 4 muck")) == ("actions[19]", "WA 13.6")

    def test_nor_the_last_in_a_side_pot(self) -> None:
        stacks = {1: 300, 2: 10000, 3: 10000, 4: 10000}
        do = "4 raise 1000; 1 all_in; 2 call; 3 fold" + "; 2 check; 4 check" * 3
        both = record(stacks=stacks, cards=CARDS, do=do + "; 4 muck; 2 muck")
        assert refused(both) == ("actions[11]", "RWS 3.18.2")

    def test_not_twice_not_folded_not_before_the_end_nor_after_a_fold_out(self) -> None:
        down = PREFLOP + CHECKS * 3
        assert refused(record("nz", stacks=FOUR, do=down + "; 1 muck; 1 muck")) == ("actions[17]", "NZ13 19.4")
        folded = "4 fold; 1 call; 2 call; 3 check" + "; 2 check; 3 check; 1 check" * 3
        assert refused(record("nz", stacks=FOUR, do=folded + "; 4 muck")) == ("actions[13]", "NZ13 19.4")
        assert refused(record("nz", stacks=FOUR, do="4 muck")) == ("actions[0]", "NZ13 19.4")
        assert refused(record("nz", stacks=FOUR, do="4 fold; 1 fold; 2 fold; 3 muck")) == ("actions[3]", None)
