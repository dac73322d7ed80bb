"""`python -m games.engine odds …`: the contract's keys, the shipped figures, and what it says when asked wrongly."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.odds import making, stored
from games.engine.odds.command import main
from games.engine.odds.figures import decimal_text, figure, root_text

KEYS = ["wager", "form", "elections", "win", "push", "lose", "edge", "sd", "exact", "error"]
HANDS = ("any_five", "two_and_three")
ROOT = Path(__file__).parents[3]


def python(*argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *argv], capture_output=True, text=True, check=False, cwd=ROOT)


def asked(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    assert main([*argv, "--json"]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def choices(answer: dict[str, Any], wager: str, form: str | None) -> list[dict[str, Any]]:
    return [row["elections"] for row in answer["wagers"] if (row["wager"], row["form"]) == (wager, form)]


@pytest.mark.parametrize("game", ["baccarat", "ultimate", "snake_eyes"])
def test_json_has_the_keys_of_the_contract_and_decimals_as_text(capsys: pytest.CaptureFixture[str], game: str) -> None:
    answer = asked(capsys, game)
    assert list(answer) == ["game", "wagers"]
    assert answer["game"] == game
    for row in answer["wagers"]:
        assert list(row) == KEYS + ["break_even"] * (row["wager"] == "progressive")
        assert row["exact"] is True
        assert row["error"] is None
        assert Decimal(row["win"]) + Decimal(row["push"]) + Decimal(row["lose"]) == pytest.approx(
            1, abs=Decimal("1e-15")
        )
        assert all(isinstance(row[key], str) and "e" not in row[key].lower() for key in ("win", "edge", "sd"))


def test_baccarat_lists_each_wager_with_its_own_elections_only(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "baccarat", "--decks", "6")
    assert choices(answer, "player", "standard") == choices(answer, "player", "two_to_one") == [{}]
    assert choices(answer, "banker", "standard") == [{"banker": "commission"}, {"banker": "half_on_six"}]
    assert choices(answer, "banker", "two_to_one") == [{"banker": "even"}, {"banker": "half_on_six"}]
    assert choices(answer, "tie", "two_to_one") == [{"tie": 8}, {"tie": 9}]
    scales = [{"perfect_pair": scale} for scale in (1, 2, 3)] + [{"any_pair": scale} for scale in (1, 2)]
    assert choices(answer, "banker_pair", "standard") == [*scales, {"lucky_match": 1}, {"lucky_match": 2}]
    assert choices(answer, "player_dragon", "standard") == [{"dragon_bonus": table} for table in (1, 2, 3)]
    assert len(answer["wagers"]) == 30


def test_ultimate_lists_main_trips_and_progressive(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "ultimate")
    assert choices(answer, "main", None) == [{"hands": hands} for hands in HANDS]
    tables = [{"hands": hands, "pay_table": table} for hands in HANDS for table in (1, 2, 3, 4)]
    assert choices(answer, "trips", None) == tables
    assert choices(answer, "progressive", None) == [{}]


def test_eight_decks_where_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "baccarat") == asked(capsys, "baccarat", "--decks", "8")
    assert asked(capsys, "baccarat") != asked(capsys, "baccarat", "--decks", "7")


def test_the_shipped_figures_of_baccarat_and_snake_eyes_made_again_are_the_same() -> None:
    assert making.baccarat_made() == stored.read("baccarat")
    assert making.snake_eyes_made() == stored.read("snake_eyes")


def test_made_again_on_demand_shows_a_bar_and_gives_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["baccarat", "--decks", "5", "--again", "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["wagers"] == stored.read("baccarat")["5"]
    assert "100 %" in shown.err


@pytest.mark.parametrize("decks", ["3", "9", "0", "-1"])
def test_other_numbers_of_decks_are_refused_nz5_3_4(capsys: pytest.CaptureFixture[str], decks: str) -> None:
    assert main(["baccarat", "--decks", decks]) == 2
    assert "NZ5 3.4(a)" in capsys.readouterr().err


def test_a_pool_changes_the_progressive_alone_uth_11_9(capsys: pytest.CaptureFixture[str]) -> None:
    without, rich = asked(capsys, "ultimate"), asked(capsys, "ultimate", "--pool", "159810.5")
    assert rich["wagers"][:-1] == without["wagers"][:-1]
    assert 0 < Decimal(rich["wagers"][-1]["edge"]) < Decimal("0.000001")


@pytest.mark.parametrize("wrong", [["ultimate", "--pool", "1/0"], ["ultimate", "--decks", "8"], ["roulette"], []])
def test_what_cannot_be_asked_is_said_without_a_traceback(wrong: list[str]) -> None:
    done = python("-m", "games.engine", "odds", *wrong)
    assert done.returncode == 2
    assert "usage" in done.stderr and "Traceback" not in done.stderr


def test_an_answer_from_the_file_loads_neither_numba_nor_numpy() -> None:
    code = "import sys; from games.engine.odds.command import main; main(['ultimate']); "
    code += "sys.exit(bool({'numba', 'numpy'} & set(sys.modules)))"
    assert python("-c", code).returncode == 0


def test_without_numba_ultimate_is_not_made_again_and_says_what_to_install() -> None:
    code = "import sys; sys.modules['numba'] = None; "
    code += "from games.engine.odds.command import main; sys.exit(main(['ultimate', '--again']))"
    done = python("-c", code)
    assert done.returncode == 2
    assert "pip install numba" in done.stderr and "Traceback" not in done.stderr


def test_the_table_for_people_shows_return_and_edge(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["snake_eyes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    any_7 = next(line for line in lines if line.startswith("any_7"))
    assert any_7.split() == [
        "any_7",
        "16.6667",
        "%",
        "0.0000",
        "%",
        "83.3333",
        "%",
        "83.3333",
        "%",
        "16.6667",
        "%",
        "1.8634",
    ]


def test_decimals_are_rounded_once_to_sixteen_digits() -> None:
    assert decimal_text(Fraction(1, 3)) == "0.3333333333333333"
    assert decimal_text(Fraction(2, 3)) == "0.6666666666666667"
    assert decimal_text(Fraction(0)) == "0"
    assert decimal_text(Fraction(1, 10**9)) == "0.000000001"
    assert root_text(Fraction(2)) == "1.414213562373095"
    assert root_text(Fraction(9, 4)) == "1.5"


def test_figures_of_a_coin_that_may_push() -> None:
    """Two to one on one case in four, stand-off on one, lost on two: nothing for anybody, variance six quarters."""
    found = figure("coin", None, {}, {Fraction(2): 1, Fraction(0): 1, Fraction(-1): 2})
    assert (found.win, found.push, found.lose) == (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    assert (found.edge, found.variance) == (0, Fraction(6, 4))


@given(st.dictionaries(st.fractions(-1, 500), st.integers(1, 10**12), min_size=1))
def test_figures_of_any_results_hold_together(results: dict[Fraction, int]) -> None:
    found = figure("any", None, {}, results)
    assert found.win + found.push + found.lose == 1
    assert found.win == Fraction(sum(many for net, many in results.items() if net > 0), sum(results.values()))
    assert found.variance >= 0
    assert -max(results) <= found.edge <= 1
    assert abs(Fraction(decimal_text(found.edge)) - found.edge) <= abs(found.edge) * Fraction(1, 10**15)
    assert abs(Fraction(root_text(found.variance)) ** 2 - found.variance) <= found.variance * Fraction(1, 10**14)
