"""Snake Eyes on the command line, sentence by sentence of the contract."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.lines import answer
from games.engine.snake_eyes.record import SCHEMA_IN, SCHEMA_OUT
from games.engine.snake_eyes.wagers import SINGLE_ROLL, WAGERS
from tests.engine.snake_eyes.table import ELECTIONS, ROLLS, bet, line, record, settled
from tests.engine.snake_eyes.test_wagers import by_the_clause


def test_a_round_and_its_answer() -> None:
    wagers = [{"id": "w1", "on": "hard_6", "amount": 500, "from": 1}]
    answer = settled(rolls=[[2, 2], [3, 4]], wagers=wagers)
    assert answer == {"id": "s1", "wagers": {"w1": line("lose", roll=2)}}


def test_no_wagers() -> None:
    assert settled(rolls=[[1, 1]])["wagers"] == {}
    assert settled(rolls=None)["wagers"] == {}


@pytest.mark.parametrize(("since", "expected"), [(1, line("lose", roll=1)), (2, line("win", 2000, 500, 2))])
def test_from_is_the_first_roll_that_it_sees(since: int, expected: dict[str, Any]) -> None:
    assert settled(rolls=[[1, 1], [3, 4]], wagers=[bet("any_7", **{"from": since})])["wagers"]["any_7"] == expected


def test_from_may_be_one_past_the_last_roll() -> None:
    wagers = [bet("any_7", **{"from": 3})]
    assert settled(rolls=[[1, 1], [3, 4]], wagers=wagers)["wagers"]["any_7"] == line("open")
    error = settled(rolls=[[1, 1]], wagers=wagers)["error"]
    assert (error["where"], error["clause"]) == ("wagers[0].from", "NZ11A 4.4")
    assert settled(rolls=[], wagers=[bet("six")])["wagers"]["six"] == line("open")


def test_a_void_roll_decides_nothing_and_is_counted_nz11a_6_3() -> None:
    rolls = [None, [3, 4]]
    answer = settled(rolls=rolls, wagers=[bet("any_7"), bet("hard_6"), bet("field", **{"from": 2})])["wagers"]
    assert answer == {
        "any_7": line("win", 2000, 500, 2),
        "hard_6": line("lose", roll=2),
        "field": line("lose", roll=2),
    }
    assert settled(rolls=[None], wagers=[bet("any_7")])["wagers"]["any_7"] == line("open")


def test_void_and_forfeit() -> None:
    wagers = [bet("six", void="NZ1 17.3(a)"), bet("five", forfeit="NZ1 18.2"), bet("any_7")]
    answer = settled(rolls=[[3, 4]], wagers=wagers)["wagers"]
    assert answer == {"six": line("void", 0, 500), "five": line("lose"), "any_7": line("win", 2000, 500, 1)}
    voided = settled(void="NZ1 18.2", rolls=[[3, 4]], wagers=wagers)["wagers"]
    assert voided == {"six": line("void", 0, 500), "five": line("lose"), "any_7": line("void", 0, 500)}


def test_rolls_may_be_left_out_where_only_ruled_wagers_would_need_them() -> None:
    ruled = [bet("six", void="x", **{"from": 4}), bet("five", forfeit="y")]
    assert settled(rolls=None, wagers=ruled)["wagers"] == {"six": line("void", 0, 500), "five": line("lose")}
    assert settled(rolls=None, void="x", wagers=[bet("six")])["wagers"]["six"] == line("void", 0, 500)
    assert settled(rolls=None, wagers=[*ruled, bet("any_7")])["error"]["where"] == "rolls"


def fault(**change: Any) -> tuple[str, str | None]:
    found = settled(**change)
    assert set(found) == {"id", "error"}, found
    return found["error"]["where"], found["error"]["clause"]


@pytest.mark.parametrize(
    ("rolls", "where", "clause"),
    [
        ([[0, 1]], "rolls[0][0]", "NZ1 16"),
        ([[1, 1], [6, 7]], "rolls[1][1]", "NZ1 16"),
        ([[-1, 1]], "rolls[0][0]", "NZ1 16"),
        ([["1", 1]], "rolls[0][0]", None),
        ([[1.0, 1]], "rolls[0][0]", None),
        ([[True, 1]], "rolls[0][0]", None),
        ([[None, 1]], "rolls[0][0]", None),
        ([[1]], "rolls[0]", "NZ11A 1.1"),
        ([[]], "rolls[0]", "NZ11A 1.1"),
        ([[1, 2, 3]], "rolls[0][2]", "NZ11A 1.1"),
        ([7], "rolls[0]", None),
        ([False], "rolls[0]", None),
        (["3 4"], "rolls[0]", None),
        ({}, "rolls", None),
        ("x", "rolls", None),
    ],
)
def test_rolls(rolls: Any, where: str, clause: str | None) -> None:
    assert fault(rolls=rolls, wagers=[bet("six")]) == (where, clause)


@pytest.mark.parametrize(
    ("change", "where", "clause"),
    [
        ({"hardways": "8/9"}, "elections.hardways", "NZ11A 4.9"),
        ({"hardways": None}, "elections.hardways", None),
        ({"hardways": 7}, "elections.hardways", None),
        ({"hardways": {"hard_4": 7, "hard_6": 9, "hard_8": 9}}, "elections.hardways.hard_10", None),
        (
            {"hardways": {"hard_4": 8, "hard_6": 9, "hard_8": 9, "hard_10": 7}},
            "elections.hardways.hard_4",
            "NZ11A 4.9",
        ),
        (
            {"hardways": {"hard_4": 7, "hard_6": 7, "hard_8": 9, "hard_10": 7}},
            "elections.hardways.hard_6",
            "NZ11A 4.9",
        ),
        (
            {"hardways": {"hard_4": 7, "hard_6": 9, "hard_8": 9, "hard_10": 7, "hard_5": 1}},
            "elections.hardways.hard_5",
            None,
        ),
        ({"field": 4}, "elections.field", "NZ11A 4.9"),
        ({"field": None}, "elections.field", None),
        ({"craps_2": 29}, "elections.craps_2", "NZ11A 4.9"),
        ({"craps_2": 34}, "elections.craps_2", "NZ11A 4.9"),
        ({"craps_12": "30"}, "elections.craps_12", None),
        ({"chip": 0}, "elections.chip", None),
        ({"tie": 8}, "elections.tie", None),
    ],
)
def test_elections(change: dict[str, Any], where: str, clause: str | None) -> None:
    assert fault(elections={**ELECTIONS, **change}) == (where, clause)


@pytest.mark.parametrize("key", ["hardways", "field", "craps_2", "craps_12"])
def test_all_four_elections_are_needed(key: str) -> None:
    given = {name: value for name, value in ELECTIONS.items() if name != key}
    assert fault(elections=given) == (f"elections.{key}", None)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"id": 1}, "id"),
        ({"id": None}, "id"),
        ({"on": "hard_5"}, "on"),
        ({"on": None}, "on"),
        ({"amount": 0}, "amount"),
        ({"amount": -5}, "amount"),
        ({"amount": 2.0}, "amount"),
        ({"amount": "5"}, "amount"),
        ({"amount": True}, "amount"),
        ({"amount": 10**15 + 1}, "amount"),
        ({"from": 0}, "from"),
        ({"from": -1}, "from"),
        ({"from": "1"}, "from"),
        ({"from": True}, "from"),
        ({"area": 1}, "area"),
        ({"void": 1}, "void"),
        ({"void": "a", "forfeit": "b"}, "forfeit"),
        ({"forfeit": "a", "void": "b"}, "void"),
    ],
)
def test_keys_of_a_wager(change: dict[str, Any], where: str) -> None:
    assert fault(wagers=[{**bet("six"), **change}]) == (f"wagers[0].{where}", None)


def test_two_wagers_with_one_id_and_stakes_that_chips_cannot_make() -> None:
    assert fault(wagers=[bet("six"), bet("five", id="six")]) == ("wagers[1].id", None)
    chips = {**ELECTIONS, "chip": 250}
    assert fault(elections=chips, wagers=[bet("six", 300)]) == ("wagers[0].amount", "NZ11A 4.3")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"wagers": None}, "wagers"),
        ({"wagers": {}}, "wagers"),
        ({"wagers": [5]}, "wagers[0]"),
        ({"elections": None}, "elections"),
        ({"void": 1}, "void"),
        ({"forfeit": "x"}, "forfeit"),
        ({"cards": []}, "cards"),
        ({"form": "standard"}, "form"),
    ],
)
def test_keys_of_a_round(change: dict[str, Any], where: str) -> None:
    assert fault(**change) == (where, None)


@pytest.mark.parametrize("nothing", [None, False])
def test_null_and_false_are_the_same_as_left_out(nothing: Any) -> None:
    wager = bet("any_7", **{"from": nothing, "void": nothing, "forfeit": nothing})
    elections = {**ELECTIONS, "chip": nothing}
    answer = settled(id=nothing, void=nothing, elections=elections, rolls=[[3, 4]], wagers=[wager])
    assert answer == {"id": None, "wagers": {"any_7": line("win", 2000, 500, 1)}}


def test_a_round_without_an_id() -> None:
    obj = record()
    del obj["id"]
    assert answer(json.dumps(obj).encode()) == {"id": None, "wagers": {}}


def test_schema_takes_what_is_read_and_answered() -> None:
    each = {"hard_4": 6, "hard_6": 9, "hard_8": 8, "hard_10": 7}
    for obj in (
        record(rolls=[[1, 2], None], wagers=[bet("six"), bet("field", void="x")]),
        record(elections={**ELECTIONS, "hardways": each}),
        record(void="NZ1 18.2", rolls=None, wagers=[bet("six", forfeit="y")]),
    ):
        jsonschema.validate(obj, SCHEMA_IN)
        jsonschema.validate(settled(**obj), SCHEMA_OUT)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record(rolls=[[1, 7]]), SCHEMA_IN)


WAGER = st.tuples(st.sampled_from(WAGERS), st.integers(1, 200), st.integers(1, 6))


@settings(max_examples=400, deadline=None)
@given(
    rolls=st.lists(st.one_of(st.none(), st.sampled_from(ROLLS)), min_size=5, max_size=12),
    wagers=st.lists(WAGER, max_size=8),
    chip=st.sampled_from([1, 25]),
)
def test_every_wager_is_decided_by_the_first_roll_that_can(rolls: Any, wagers: Any, chip: int) -> None:
    rows = [
        {"id": str(number), "on": on, "amount": chips * chip, "from": since}
        for number, (on, chips, since) in enumerate(wagers)
    ]
    found = settled(elections={**ELECTIONS, "chip": chip}, rolls=rolls, wagers=rows)["wagers"]
    for row in rows:
        seen = list(enumerate(rolls, 1))[row["from"] - 1 :]
        said = [(number, by_the_clause(row["on"], *dice)) for number, dice in seen if dice]
        number, outcome = next(((n, what) for n, what in said if what != "open"), (None, "open"))
        one = found[row["id"]]
        assert (one["outcome"], one["roll"], one["commission"]) == (outcome, number, 0)
        assert one["returned"] == (row["amount"] if outcome == "win" else 0)
        assert (one["paid"] > 0) == (outcome == "win")
        assert one["paid"] % row["amount"] == 0
        if row["on"] in SINGLE_ROLL and said:
            assert one["roll"] == said[0][0]
