"""Three raises in fixed and spread limit; heads up there is no cap (NZ13 11.5(g) …, WA 7.15)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.poker.writing import record, refused, span

FOUR = {1: 9000, 2: 9000, 3: 9000, 4: 9000}
FIXED: dict[str, Any] = {"structure": "fixed_limit", "bets": [100, 200]}
THREE_RAISES = "4 raise 200; 1 raise 300; 2 raise 400"


@pytest.mark.parametrize(("book", "clause"), [("nz", "NZ13 16.6(f)"), ("wa", "WA 7.15")])
def test_a_fourth_raise_is_refused(book: str, clause: str) -> None:
    hand = record(book, stacks=FOUR, do=THREE_RAISES, **FIXED)
    assert span(hand) is None
    assert refused(record(book, stacks=FOUR, do=THREE_RAISES + "; 3 raise 500", **FIXED)) == ("actions[3]", clause)


def test_spread_limit_has_the_same_cap_nz13_16_6_f() -> None:
    hand = record("nz", stacks=FOUR, structure="spread_limit", spread=[100, 300], do=THREE_RAISES)
    assert span(hand) is None


def test_no_cap_in_no_limit_rws_3_5_nz13_16_6_f_wa_7_14() -> None:
    for book in ("rws", "nz", "wa"):
        assert span(record(book, stacks=FOUR, do=THREE_RAISES)) == (500, 9000)


def test_falling_to_two_lifts_it_nz13_16_6_f() -> None:
    assert span(record("nz", stacks=FOUR, do=THREE_RAISES + "; 3 fold; 4 fold", **FIXED)) == (500, 500)


def test_falling_to_two_does_not_lift_it_wa_7_15() -> None:
    assert span(record("wa", stacks=FOUR, do=THREE_RAISES + "; 3 fold; 4 fold", **FIXED)) is None


def test_heads_up_when_the_third_raise_came_there_is_no_cap_wa_7_15() -> None:
    hand = record("wa", stacks=FOUR, do="4 raise 200; 1 raise 300; 2 fold; 3 fold; 4 raise 400; 1 raise 500", **FIXED)
    assert span(hand) == (600, 600)


def test_an_all_in_seat_counts_for_heads_up() -> None:
    # Three seats have not folded, one of them all-in: the cap holds.
    stacks = {**FOUR, 4: 200}
    do = "4 raise 200; 1 raise 300; 2 raise 400; 3 fold"
    assert span(record("nz", stacks=stacks, do=do, **FIXED)) is None


def test_a_straddle_is_not_counted_nz13_7_10_wa_7_16_b() -> None:
    for book in ("nz", "wa"):
        do = "1 raise 300; 2 raise 400"
        assert span(record(book, stacks=FOUR, straddle=4, do=do, **FIXED)) == (500, 500)


def test_short_all_ins_are_not_counted_completing_one_is() -> None:
    stacks = {**FOUR, 1: 220}
    do = "4 raise 200; 1 all_in; 2 raise 300; 3 raise 400"
    assert span(record("wa", stacks=stacks, do=do, **FIXED)) is None
    assert span(record("wa", stacks=stacks, do="4 raise 200; 1 all_in; 2 raise 300", **FIXED)) == (400, 400)


def test_a_bring_in_and_completing_it_are_not_counted_nz13_13_5_e() -> None:
    cards = {1: "Ah Ad 2c", 2: "Kh Kd 3c", 3: "Qh Qd 4c", 4: "Jh Jd 5c"}
    stud: dict[str, Any] = {"ante": 25, "bring_in": 50, "bets": [100, 200], "cards": cards, "stacks": FOUR}
    do = "1 bet 50; 2 raise 100; 3 raise 200; 4 raise 300"
    assert span(record("nz", "seven_card_stud", "fixed_limit", do=do, **stud)) == (400, 400)
    assert span(record("nz", "seven_card_stud", "fixed_limit", do=do + "; 1 raise 400", **stud)) is None


def test_completing_a_bring_in_over_a_short_all_in_is_not_counted() -> None:
    cards = {1: "Ah Ad 2c", 2: "Kh Kd 3c", 3: "Qh Qd 4c", 4: "Jh Jd 5c"}
    stacks = {**FOUR, 2: 95}
    stud: dict[str, Any] = {"ante": 25, "bring_in": 50, "bets": [100, 200], "cards": cards, "stacks": stacks}
    do = "1 bet 50; 2 all_in; 3 raise 100; 4 raise 200; 1 raise 300; 3 raise 400"
    assert span(record("nz", "seven_card_stud", "fixed_limit", do=do, **stud)) is None
    assert span(record("nz", "seven_card_stud", "fixed_limit", do=do.rpartition(";")[0], **stud)) == (400, 400)
    # 70 is more than half of 100: all the same it is completed, not raised from (10.2 is not for bring-ins).
    assert span(record("nz", "seven_card_stud", "fixed_limit", do="1 bet 50; 2 all_in", **stud)) == (100, 100)


def test_who_brought_it_in_may_only_call_such_an_all_in() -> None:
    cards = {1: "Ah Ad 2c", 2: "Kh Kd 3c"}
    stud: dict[str, Any] = {"ante": 25, "bring_in": 50, "bets": [100, 200], "cards": cards}
    hand = record("nz", "seven_card_stud", "fixed_limit", stacks={1: 9000, 2: 95}, do="1 bet 50; 2 all_in", **stud)
    assert span(hand) is None
