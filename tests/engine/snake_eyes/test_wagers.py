"""The fifteen wagers on all 36 rolls, and every price that may be chosen (NZ11A 4.1, 4.9)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.protocol import Outcome
from games.engine.snake_eyes.wagers import WAGERS, Odds, decide, run
from tests.engine.snake_eyes.table import ELECTIONS, ROLLS, bet, line, settled

TABLE = Odds(7, 9, 9, 7, field=1, craps_2=30, craps_12=33)
EACH_TOTAL = TABLE._replace(each_total=True)

# By wager: how many of the 36 rolls win, lose and leave it open, counted by hand.
COUNTS = {
    "hard_4": (1, 8, 27),
    "hard_6": (1, 10, 25),
    "hard_8": (1, 10, 25),
    "hard_10": (1, 8, 27),
    "hardway_combo": (4, 18, 14),
    "five": (4, 6, 26),
    "six": (5, 6, 25),
    "eight": (5, 6, 25),
    "field": (16, 20, 0),
    "any_7": (6, 30, 0),
    "c_and_e": (6, 30, 0),
    "craps_2": (1, 35, 0),
    "craps_3": (2, 34, 0),
    "craps_12": (1, 35, 0),
    "eleven": (2, 34, 0),
}


@pytest.mark.parametrize("on", WAGERS)
def test_all_36_rolls_nz11a_4_1(on: str) -> None:
    found = [decide(on, dice, TABLE).outcome for dice in ROLLS]
    assert (found.count(Outcome.WIN), found.count(Outcome.LOSE), found.count(Outcome.OPEN)) == COUNTS[on]


def hard_way(total: int, first: int, second: int) -> str:
    if first + second == total:
        return "win" if first == second else "lose"
    return "lose" if first + second == 7 else "open"


def by_the_clause(on: str, first: int, second: int) -> str:
    """NZ11A 4.1 read once more, a wager at a time."""
    total = first + second
    if on.startswith("hard_"):
        return hard_way(int(on[5:]), first, second)
    if on == "hardway_combo":
        return "lose" if total == 7 else "open" if total not in (4, 6, 8, 10) else hard_way(total, first, second)
    if on in ("five", "six", "eight"):
        return "win" if total == {"five": 5, "six": 6, "eight": 8}[on] else "lose" if total == 7 else "open"
    wins = {
        "field": (2, 3, 4, 9, 10, 11, 12),
        "any_7": (7,),
        "c_and_e": (2, 3, 11, 12),
        "craps_2": (2,),
        "craps_3": (3,),
        "craps_12": (12,),
        "eleven": (11,),
    }
    return "win" if total in wins[on] else "lose"


@pytest.mark.parametrize("on", WAGERS)
@pytest.mark.parametrize("dice", ROLLS)
def test_each_roll_decides_as_the_clause_says_nz11a_4_1(on: str, dice: tuple[int, int]) -> None:
    assert decide(on, dice, TABLE).outcome == by_the_clause(on, *dice)


def pays(on: str, first: int, second: int, **elected: Any) -> int:
    """What 100 wins at these odds."""
    answer = settled(elections={**ELECTIONS, **elected}, rolls=[[first, second]], wagers=[bet(on, 100)])
    found = answer["wagers"][on]
    assert (found["outcome"], found["returned"], found["roll"]) == ("win", 100, 1)
    return int(found["paid"])


@pytest.mark.parametrize(("hardways", "four", "six"), [("7/9", 700, 900), ("6/8", 600, 800)])
def test_hardways_nz11a_4_9(hardways: str, four: int, six: int) -> None:
    assert [pays("hard_4", 2, 2, hardways=hardways), pays("hard_10", 5, 5, hardways=hardways)] == [four, four]
    assert [pays("hard_6", 3, 3, hardways=hardways), pays("hard_8", 4, 4, hardways=hardways)] == [six, six]


def test_hardways_each_at_its_own_odds_nz11a_4_10() -> None:
    each = {"hard_4": 6, "hard_6": 9, "hard_8": 8, "hard_10": 7}
    rolls = {"hard_4": (2, 2), "hard_6": (3, 3), "hard_8": (4, 4), "hard_10": (5, 5)}
    assert {on: pays(on, *dice, hardways=each) for on, dice in rolls.items()} == {
        "hard_4": 600,
        "hard_6": 900,
        "hard_8": 800,
        "hard_10": 700,
    }


@pytest.mark.parametrize("dice", [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_hardway_combo_nz11a_4_9(dice: tuple[int, int]) -> None:
    assert pays("hardway_combo", *dice) == 400


@pytest.mark.parametrize(("on", "dice"), [("five", (1, 4)), ("six", (3, 3)), ("six", (1, 5)), ("eight", (2, 6))])
def test_five_six_and_eight_nz11a_4_9(on: str, dice: tuple[int, int]) -> None:
    assert pays(on, *dice) == 100


@pytest.mark.parametrize(("option", "twelve", "two"), [(1, 200, 300), (2, 200, 200), (3, 100, 300)])
def test_field_options_nz11a_4_9(option: int, twelve: int, two: int) -> None:
    for dice in ((1, 2), (1, 3), (2, 2), (4, 5), (5, 5), (5, 6)):
        assert pays("field", *dice, field=option) == 100
    assert pays("field", 6, 6, field=option) == twelve
    assert pays("field", 1, 1, field=option) == two


@pytest.mark.parametrize("odds", [30, 31, 32, 33])
def test_craps_2_and_12_nz11a_4_9(odds: int) -> None:
    assert pays("craps_2", 1, 1, craps_2=odds) == odds * 100
    assert pays("craps_12", 6, 6, craps_12=odds) == odds * 100


@pytest.mark.parametrize(
    ("on", "dice", "paid"),
    [
        ("any_7", (3, 4), 400),
        ("c_and_e", (1, 1), 400),
        ("c_and_e", (1, 2), 400),
        ("c_and_e", (5, 6), 400),
        ("c_and_e", (6, 6), 400),
        ("craps_3", (1, 2), 1500),
        ("eleven", (5, 6), 1500),
    ],
)
def test_other_single_rolls_nz11a_4_9(on: str, dice: tuple[int, int], paid: int) -> None:
    assert pays(on, *dice) == paid


@pytest.mark.parametrize(
    ("on", "rolls", "expected"),
    [
        ("hard_6", [[2, 2], [3, 4]], line("lose", roll=2)),
        ("hard_6", [[2, 2], [6, 5], [3, 3]], line("win", 4500, 500, 3)),
        ("hard_6", [[2, 4], [3, 3]], line("lose", roll=1)),
        ("five", [[1, 1], [6, 6], [2, 3], [3, 4]], line("win", 500, 500, 3)),
        ("eight", [[1, 1], [6, 6]], line("open")),
        ("hardway_combo", [[1, 4], [1, 3]], line("lose", roll=2)),
        ("hardway_combo", [[1, 4], [5, 5]], line("win", 2000, 500, 2)),
        ("field", [[3, 4], [1, 1]], line("lose", roll=1)),
    ],
)
def test_wagers_over_several_rolls_nz11a_4_1(on: str, rolls: list[Any], expected: dict[str, Any]) -> None:
    assert settled(rolls=rolls, wagers=[bet(on)])["wagers"][on] == expected


@pytest.mark.parametrize(
    ("rolls", "outcome", "place"),
    [
        ([(1, 3), (3, 3)], Outcome.WIN, 1),
        ([(1, 3), (2, 2), (3, 3)], Outcome.WIN, 2),
        ([(1, 3), (3, 4)], Outcome.LOSE, 1),
        ([(1, 3), (2, 4), (2, 6), (4, 6)], Outcome.LOSE, 3),
        ([(1, 3), (1, 3), (2, 2)], Outcome.OPEN, None),
        ([(5, 5)], Outcome.WIN, 0),
    ],
)
def test_the_other_reading_of_the_hardway_combo_nz11a_4_1_b(rolls: Any, outcome: Outcome, place: int | None) -> None:
    """An easy total is out for itself only; the wager loses on a 7 or when all four are out."""
    verdict, at = run("hardway_combo", rolls, EACH_TOTAL)
    assert (verdict.outcome, at) == (outcome, place)
