"""Odds of Snake Eyes by hand: ways to win and to lose among the 36 rolls, and what a win pays."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.engine.odds.snake_eyes import figures

# wager, election, winning rolls by what they pay, losing rolls (NZ11A 4.1, 4.9)
BY_HAND = [
    ("hard_4", {"hardways": {"hard_4": 7}}, {7: 1}, 8),
    ("hard_4", {"hardways": {"hard_4": 6}}, {6: 1}, 8),
    ("hard_6", {"hardways": {"hard_6": 9}}, {9: 1}, 10),
    ("hard_6", {"hardways": {"hard_6": 8}}, {8: 1}, 10),
    ("hard_8", {"hardways": {"hard_8": 9}}, {9: 1}, 10),
    ("hard_8", {"hardways": {"hard_8": 8}}, {8: 1}, 10),
    ("hard_10", {"hardways": {"hard_10": 7}}, {7: 1}, 8),
    ("hard_10", {"hardways": {"hard_10": 6}}, {6: 1}, 8),
    # 4 and 10 come easy in two ways each, 6 and 8 in four, and six rolls are a 7
    ("hardway_combo", {}, {4: 4}, 2 + 2 + 4 + 4 + 6),
    ("five", {}, {1: 4}, 6),
    ("six", {}, {1: 5}, 6),
    ("eight", {}, {1: 5}, 6),
    # 3, 4, 9, 10 and 11 come in 2 + 3 + 4 + 3 + 2 ways; then the 12 and the 2
    ("field", {"field": 1}, {1: 14, 2: 1, 3: 1}, 20),
    ("field", {"field": 2}, {1: 14, 2: 2}, 20),
    ("field", {"field": 3}, {1: 15, 3: 1}, 20),
    ("any_7", {}, {4: 6}, 30),
    ("c_and_e", {}, {4: 6}, 30),
    *(("craps_2", {"craps_2": to}, {to: 1}, 35) for to in (30, 31, 32, 33)),
    ("craps_3", {}, {15: 2}, 34),
    *(("craps_12", {"craps_12": to}, {to: 1}, 35) for to in (30, 31, 32, 33)),
    ("eleven", {}, {15: 2}, 34),
]
FIGURES = {(found.wager, str(found.elections)): found for found in figures()}


@pytest.mark.parametrize(("wager", "elections", "pays", "losing"), BY_HAND)
def test_odds_by_hand_nz11a_4_9(wager: str, elections: dict[str, object], pays: dict[int, int], losing: int) -> None:
    found = FIGURES[wager, str(elections)]
    winning = sum(pays.values())
    decided = winning + losing
    mean = Fraction(sum(to * rolls for to, rolls in pays.items()) - losing, decided)
    square = Fraction(sum(to * to * rolls for to, rolls in pays.items()) + losing, decided)
    assert (found.win, found.push, found.lose) == (Fraction(winning, decided), 0, Fraction(losing, decided))
    assert found.edge == -mean
    assert found.variance == square - mean * mean


def test_every_choice_is_there_and_nothing_else_nz11a_4_9_4_10() -> None:
    assert set(FIGURES) == {(wager, str(elections)) for wager, elections, _, _ in BY_HAND}
    assert len(figures()) == len(BY_HAND) == 27
    assert len({found.wager for found in figures()}) == 15


def test_known_edges_of_craps() -> None:
    """Hard 4 at 7 to 1 one ninth, hard 6 at 9 to 1 one eleventh, any 7 at 4 to 1 one sixth."""
    assert FIGURES["hard_4", "{'hardways': {'hard_4': 7}}"].edge == Fraction(1, 9)
    assert FIGURES["hard_6", "{'hardways': {'hard_6': 9}}"].edge == Fraction(1, 11)
    assert FIGURES["any_7", "{}"].edge == Fraction(1, 6)
