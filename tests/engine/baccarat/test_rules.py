"""Elections are refused outside what their clause allows."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from casino.refused import Refused
from games.engine.baccarat.rules import BaccaratRules
from tests.engine.baccarat.table import rules, settled


@pytest.mark.parametrize(
    ("change", "where", "clause"),
    [
        ({"version": "maxi"}, "version", "NZ5 2.2"),
        ({"form": "punto"}, "form", "NZ5 2.1"),
        ({"two_to_one": True}, "two_to_one", "NZ5 14.1"),
        ({"form": "two_to_one", "two_to_one": True, "banker": "even"}, "two_to_one", "NZ5 14.1"),
        ({"banker": "even"}, "banker", "NZ5 5.10(b)"),
        ({"form": "two_to_one"}, "banker", "NZ5 13.3"),
        ({"form": "ante_up", "two_to_one": True}, "banker", "NZ5 13.3"),
        ({"tie": 10}, "tie", "NZ5 5.10(c)"),
        ({"perfect_pair": 4}, "perfect_pair", "NZ5 11A.7"),
        ({"any_pair": 3}, "any_pair", "NZ5 11C.8"),
        ({"lucky_match": 3}, "lucky_match", "NZ5 11D.8"),
        ({"dragon_bonus": 0}, "dragon_bonus", "NZ5 11B.8"),
        ({"perfect_pair": 1, "any_pair": 1}, "any_pair", "NZ5 11C.2"),
        ({"any_pair": 1, "lucky_match": 1}, "lucky_match", "NZ5 11D.2"),
        ({"chip": 0}, "chip", "NZ5 5.3"),
        ({"version": "mini", "areas": 8}, "areas", "NZ5 3.1"),
        ({"version": "midi", "areas": 10}, "areas", "NZ5 3.1"),
        ({"version": "full", "areas": 15}, "areas", "NZ5 3.1"),
        ({"players_on_area": 4}, "players_on_area", "NZ5 5.8(a)"),
        ({"version": "full", "players_on_area": 2}, "players_on_area", "NZ5 5.7"),
        ({"version": "full", "area_maximum": "all_players"}, "area_maximum", "NZ5 5.8"),
        ({"area_maximum": "some"}, "area_maximum", "NZ5 5.8(b)"),
        ({"equipment": "hand"}, "equipment", "NZ5 3.4(a)"),
        ({"decks": 3}, "decks", "NZ5 3.4(a)"),
        ({"decks": 9}, "decks", "NZ5 3.4(a)"),
        ({"cutting_cards": 3}, "cutting_cards", "NZ5 3.4(b)"),
        ({"style": "D"}, "style", "NZ5 8.5"),
        ({"style": "B", "equipment": "continuous"}, "style", "NZ5 3.4(a)"),
        ({"burn": "none"}, "burn", "NZ5 7.7"),
        ({"form": "standard", "ante": {"amount": 100, "minimum": 800}}, "ante", "NZ5 14.3"),
        ({"form": "ante_up", "ante": {"amount": 101, "minimum": 800}}, "ante.amount", "NZ5 1.1"),
        ({"form": "ante_up", "ante": {"amount": 50, "minimum": 800}}, "ante.amount", "NZ5 14.3"),
        ({"nonsense": 1}, "nonsense", None),
        ({"banker": None}, "banker", "NZ5 5.10(b)"),
        ({"decks": "8"}, "decks", "NZ5 3.4(a)"),
    ],
)
def test_an_election_outside_its_clause_is_refused(change: dict[str, Any], where: str, clause: str | None) -> None:
    with pytest.raises(Refused) as refused:
        rules(**change)
    assert (refused.value.where, refused.value.clause) == (where, clause)


def test_every_election_knows_its_clause() -> None:
    assert all(BaccaratRules.clause(name).startswith("NZ5 ") for name in BaccaratRules.model_fields)
    assert rules(tie=9).why("tie") == "tie is 9 (NZ5 5.10(c))"


@pytest.mark.parametrize(("version", "areas"), [("mini", 7), ("midi", 9), ("full", 14)])
def test_areas_of_a_table_nz5_3_1(version: str, areas: int) -> None:
    assert rules(version=version).most_areas == areas
    assert rules(version=version, areas=areas).most_areas == areas


def test_an_ante_of_exactly_an_eighth_of_the_minimum_nz5_1_1() -> None:
    assert rules(form="ante_up", ante={"amount": 100, "minimum": 800}).ante is not None


FORMS = ("standard", "two_to_one", "ante_up", "international", "punto")
BANKERS = ("commission", "half_on_six", "even", "none")


@pytest.mark.parametrize(("form", "banker"), list(product(FORMS, BANKERS)))
def test_the_command_line_refuses_the_same_elections_as_the_rules_object(form: str, banker: str) -> None:
    """Two ways to the same check: by hand where every round is read, by the rules object at a table."""
    for two_to_one, tie, perfect, any_pair, dragon, decks in product(
        (False, True), (7, 8, None), (None, 1, 4), (None, 2, 3), (3, 0), (3, 4, 8)
    ):
        elected = {
            "two_to_one": two_to_one,
            "tie": tie,
            "perfect_pair": perfect,
            "any_pair": any_pair,
            "dragon_bonus": dragon,
            "decks": decks,
            "banker": banker,
        }
        answer = settled(form=form, elections=elected, wagers=[])
        try:
            BaccaratRules.of({"form": form, **elected})
            refused = False
        except Refused:
            refused = True
        assert refused == ("error" in answer), (form, elected, answer)
