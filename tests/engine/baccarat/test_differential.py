"""The table differential (NZ5 5.17, 5.18), in both readings of "pro rata"."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.refused import Refused
from games.engine.baccarat import acts
from games.engine.baccarat.differential import Rounding, cuts, excess
from games.engine.baccarat.game import GAME
from games.engine.baccarat.state import State
from tests.engine.baccarat.table import SIGN, begin, draws, play, rules, wager

LARGEST, EACH = Rounding.REST_FROM_LARGEST, Rounding.UP_EACH


@pytest.mark.parametrize(
    ("heavy", "light", "most", "over"), [(1000, 0, 500, 500), (1000, 500, 500, 0), (1000, 0, None, 0), (5, 9, 1, 0)]
)
def test_excess_nz5_5_17(heavy: int, light: int, most: int | None, over: int) -> None:
    assert excess(heavy, light, most) == over


def test_pro_rata_rounded_down_and_the_rest_from_the_largest_nz5_5_18() -> None:
    """1000 of 6000: a sixth of 3000, 2000 and 1000 is 500, 333 and 166; in chips of 100 that is 500, 300, 100."""
    assert cuts([3000, 2000, 1000], 1000, 100, LARGEST) == [600, 300, 100]


def test_pro_rata_rounded_up_for_each_nz5_5_18() -> None:
    assert cuts([3000, 2000, 1000], 1000, 100, EACH) == [500, 400, 200]


def test_the_rest_goes_on_to_the_next_largest_nz5_5_18() -> None:
    assert cuts([100, 100, 100], 200, 100, LARGEST) == [100, 100, 0]


STAKES = st.lists(st.integers(1, 50).map(lambda chips: chips * 25), min_size=1, max_size=9)


@given(stakes=STAKES, part=st.integers(0, 1000), rounding=st.sampled_from(Rounding))
def test_cuts_suffice_and_never_exceed_a_stake(stakes: list[int], part: int, rounding: Rounding) -> None:
    over = sum(stakes) * part // 1000
    found = cuts(stakes, over, 25, rounding)
    assert all(0 <= cut <= stake and cut % 25 == 0 for cut, stake in zip(found, stakes, strict=True))
    assert over <= sum(found) < over + 25 * (1 if rounding is LARGEST else len(stakes) + 1)


def uneven(rounding: str = "rest_from_largest") -> State:
    """Banker 60 hundred, Player 10 hundred, a differential of 40 hundred."""
    state = begin(
        rules(banker="half_on_six", differential_rounding=Rounding(rounding)), sign=replace(SIGN, differential=4000)
    )
    placed = [wager("banker", 3000, "ann"), wager("banker", 2000, "bob", 2), wager("banker", 1000, "cy", 3)]
    return play(state, *placed, wager("player", 1000, "cy", 3), acts.NoMoreBets())


@pytest.mark.parametrize(
    ("rounding", "left"), [("rest_from_largest", [2400, 1700, 900, 1000]), ("up_each", [2500, 1600, 800, 1000])]
)
def test_the_dealer_may_cut_pro_rata_nz5_5_18(rounding: str, left: list[int]) -> None:
    state = uneven(rounding)
    assert "cut_differential" in [choice.act for choice in GAME.choices(state)]
    cut = play(state, acts.CutDifferential())
    assert [one.amount for one in cut.wagers] == left
    assert sum(GAME.at_stake(state).values()) - sum(GAME.at_stake(cut).values()) in (1000, 1100)
    assert "cut_differential" not in [choice.act for choice in GAME.choices(cut)]


def test_it_is_a_choice_not_a_duty_nz5_5_18() -> None:
    state = play(uneven(), *draws("5c 3c 3d 4d"))
    assert GAME.settle(state).lines["ann-banker-1"].outcome == "lose"


@pytest.mark.parametrize("drawn", ["5c", "5c 3c 3d 4d"])
def test_nothing_is_cut_once_a_card_is_seen_nz5_5_18(drawn: str) -> None:
    with pytest.raises(Refused) as refused:
        play(uneven(), *draws(drawn), acts.CutDifferential())
    assert refused.value.clause == "NZ5 5.18"


def test_nothing_to_cut_within_the_differential_nz5_5_17() -> None:
    state = play(begin(sign=replace(SIGN, differential=4000)), wager("player", 4000), acts.NoMoreBets())
    with pytest.raises(Refused) as refused:
        play(state, acts.CutDifferential())
    assert refused.value.clause == "NZ5 5.18"


def test_a_waived_ante_stays_waived_after_a_cut_nz5_14_4() -> None:
    table = rules(form="ante_up", ante={"amount": 100, "minimum": 1000, "waived_from": 5000})
    state = begin(table, sign=replace(SIGN, differential=3000))
    state = play(state, wager("player", 5000, id="p"), acts.NoMoreBets(), acts.CutDifferential())
    found = GAME.settle(play(state, *draws("5c 3c 3d 4d"))).lines["p"]
    assert (found.outcome, found.paid) == ("win", 3000)
