"""Typed parameters and elections: bounds are the engine's own, and what lies outside is refused by its clause."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from casino.refused import Refused
from games.engine.baccarat.rules import BaccaratRules
from games.engine.poker.books import NZ, RWS, WA, Nz, Rws, Wa
from games.engine.rules import Rules
from games.engine.snake_eyes.rules import SnakeEyesRules
from games.engine.ultimate.rules import UltimateRules
from games.rulebook import parameters
from games.rulebook.classified import ELECTED, READINGS
from games.rulebook.marks import Scope
from games.rulebook.parameters import GAME, NOTHING, Kind, term, terms
from games.rulebook.shapes import ParameterValue

DOCUMENTS = ("NZ1", "NZ5", "NZ11A", "NZ13", "NZ14", "UTH", "WA", "RWS")


@pytest.mark.parametrize("model", [BaccaratRules, UltimateRules, SnakeEyesRules, Nz, Wa, Rws])
def test_every_field_of_the_engine_that_has_a_clause_is_a_term_of_its_document(model: type[Rules]) -> None:
    for name in model.model_fields:
        clause = model.clause(name)
        if clause:
            known = term(clause.partition(" ")[0], name)
            assert known.clause == clause or known.document == "NZ1"


def test_what_is_classified_exists() -> None:
    for marks in (ELECTED, READINGS):
        for model, named in marks.items():
            assert set(named) <= set(model.model_fields), model


@pytest.mark.parametrize(
    ("document", "name", "value", "clause"),
    [
        ("NZ1", "limit_notice_minutes", 20, "NZ1 9.3(a)"), ("NZ1", "closing_notice_minutes", 20, "NZ1 8.0"),
        ("NZ1", "idle_rounds", 3, "NZ1 6.0"), ("NZ1", "once_only", "player_table_day", "NZ1 10.2(a)"),
        ("NZ1", "notice_gaps", "start_again", "NZ1 9.3(a)"), ("NZ1", "electronic_tables", False, "NZ1 2.1"),
        ("NZ13", "change_notice_hands", 3, "NZ13 7.3"), ("NZ13", "pick_up_minutes", 20, "NZ13 18.7"),
        ("NZ13", "commission_notice_minutes", 0, "NZ13 8.3"), ("NZ14", "rebuy_with", "less", "NZ14 1.0"),
        ("NZ14", "refund_days", 28, "NZ14 3.5"), ("NZ14", "placing", "last_pots", "NZ14 6.3"),
        ("UTH", "hits_wait", ["straight_flush", "royal_flush"], "UTH 11.13"),
        ("UTH", "unqualified", "compare", "UTH 10.1"), ("NZ11A", "hardway_combo", "first_decides", "NZ11A 4.1(b)"),
        ("WA", "closing_notice_minutes", 10, "WA 38.5"), ("WA", "closing_notice_players", 2, "WA 38.5"),
        ("WA", "seat_kept_minutes", 15, "WA 38.4"), ("WA", "commission_notice_minutes", 30, "WA 19.4"),
        ("WA", "change_notice_hands", 3, "WA 7.9"), ("WA", "hit_held_hours", 72, "WA 41.5(d)"),
        ("WA", "exclusion_hands", [3, 10], "WA 38.7"), ("RWS", "missed_big_blinds", 3, "RWS 5.7.3"),
    ],
)  # fmt: skip
def test_figures_of_the_documents(document: str, name: str, value: Any, clause: str) -> None:
    known = term(document, name)
    assert (known.kind, known.default, known.clause) == (Kind.PARAMETER, value, clause)


@pytest.mark.parametrize(
    ("document", "name", "same"),
    [("UTH", "pay_table", "UTH 5.12"), ("NZ5", "perfect_pair", "NZ5 11A.8"), ("NZ5", "dragon_bonus", "NZ5 11B.9")],
)
def test_what_is_the_same_at_all_tables_is_the_propertys(document: str, name: str, same: str) -> None:
    known = term(document, name)
    assert (known.scope, known.same, known.shown) == (Scope.PROPERTY, same, same)


@pytest.mark.parametrize(
    ("document", "name", "approval"),
    [("UTH", "max_payout", "UTH 5.13"), ("UTH", "retained_part", "UTH 11.6(a)"), ("UTH", "sub_pools", "UTH 11.6A"),
     ("NZ5", "sealed_cards", "NZ5 6.6")],
)  # fmt: skip
def test_what_the_regulator_has_to_approve(document: str, name: str, approval: str) -> None:
    known = term(document, name)
    assert known.needs_approval
    assert known.elected is not None
    assert known.elected.approval == approval


def test_what_has_to_be_on_display() -> None:
    shown = {one.name: one.shown for one in terms("NZ5") if one.shown}
    assert shown["tie"] == "NZ5 5.10(c)"
    assert shown["any_pair"] == "NZ5 11C.9"
    assert shown["lucky_match"] == "NZ5 11D.10"
    assert {one.shown for one in terms("NZ11A") if one.shown} == {"NZ11A 4.10"}
    assert term("WA", "card_open").shown == "WA 23.5"


def test_readings_that_are_built_both_ways_are_marked() -> None:
    marked = {(one.document, one.name) for document in DOCUMENTS for one in terms(document) if one.reading}
    assert marked >= {
        ("UTH", "unqualified"), ("UTH", "progressive_stake"), ("NZ11A", "hardway_combo"), ("NZ1", "once_only"),
        ("NZ1", "notice_gaps"), ("WA", "notice_gaps"), ("NZ5", "differential_rounding"), ("UTH", "hits_wait"),
        ("NZ14", "rebuy_with"), ("NZ13", "heads_up_button_first"), ("WA", "rake_on_folds"), ("RWS", "odd_chip"),
    }  # fmt: skip
    assert ("NZ1", "limit_notice_minutes") not in marked


@pytest.mark.parametrize(
    ("document", "name", "bad", "clause"),
    [
        ("NZ1", "limit_notice_minutes", -1, "NZ1 9.3(a)"), ("NZ1", "limit_notice_minutes", "20", "NZ1 9.3(a)"),
        ("NZ1", "limit_notice_minutes", True, "NZ1 9.3(a)"), ("NZ1", "limit_notice_minutes", 20.5, "NZ1 9.3(a)"),
        ("NZ1", "limit_notice_minutes", None, "NZ1 9.3(a)"), ("NZ1", "idle_rounds", float("nan"), "NZ1 6.0"),
        ("UTH", "hits_wait", ["pair"], "UTH 11.13"), ("UTH", "hits_wait", ["flush", "flush"], "UTH 11.13"),
        ("NZ14", "rules_off", ["9.3"], "NZ14 2.2"), ("NZ13", "raise_cap", "three", "NZ13 16.6(f)"),
        ("NZ5", "differential_rounding", "up", "NZ5 5.18"), ("UTH", "unqualified", "perhaps", "UTH 10.1"),
        ("NZ1", "limit_notice_minutes", object(), "NZ1 9.3(a)"), ("WA", "button_suits", "s\x00", "WA 4.1(b)"),
        ("WA", "button_suits", "\ud800", "WA 4.1(b)"),
    ],
)  # fmt: skip
def test_a_parameter_outside_its_clause_is_refused_by_it(document: str, name: str, bad: Any, clause: str) -> None:
    with pytest.raises(Refused) as refused:
        parameters.check(document, ParameterValue(name, bad, clause))
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    ("document", "name", "bad", "clause"),
    [
        ("NZ5", "tie", {"choices": [8, 10]}, "NZ5 5.10(c)"), ("NZ5", "areas", {"least": 0}, "NZ5 3.1"),
        ("NZ5", "tie", {"choices": [8], "default": 9}, "NZ5 5.10(c)"), ("NZ5", "tie", None, "NZ5 5.10(c)"),
        ("NZ5", "tie", 8, "NZ5 5.10(c)"), ("NZ5", "tie", {"options": [8]}, "NZ5 5.10(c)"),
        ("NZ5", "tie", {"choices": 8}, "NZ5 5.10(c)"), ("NZ5", "decks", {"least": 2}, "NZ5 3.4(a)"),
        ("NZ5", "decks", {"most": 9}, "NZ5 3.4(a)"), ("NZ5", "side_bets", {"choices": ["field"]}, "NZ5 11A.1"),
        ("NZ5", "decks", {"least": 6, "default": 4}, "NZ5 3.4(a)"), ("UTH", "boxes", {"most": 8}, "UTH 3.1"),
        ("UTH", "sub_pools", {"default": {"minor": 9000, "major": 2000}}, "UTH 11.6B"),
    ],
)  # fmt: skip
def test_a_version_allows_no_more_than_its_clause_can_mean(document: str, name: str, bad: Any, clause: str) -> None:
    with pytest.raises(Refused) as refused:
        parameters.check(document, ParameterValue(name, bad, clause))
    assert refused.value.clause == clause


def test_a_narrower_allowance_is_kept_and_an_optional_choice_may_stay_open() -> None:
    tie = term("NZ5", "tie")
    allowed = tie.check_allowance({"choices": [9]})
    assert tie.allows(allowed, 9)
    assert not tie.allows(allowed, 8)
    assert tie.allows(allowed, None)
    decks = term("NZ5", "decks")
    assert [n for n in range(1, 12) if decks.allows({"least": 6, "most": 8}, n)] == [6, 7, 8]
    sides = term("NZ5", "side_bets")
    assert sides.allows({"choices": ["perfect_pair"]}, [])
    assert not sides.allows({"choices": ["perfect_pair"]}, ["perfect_pair", "dragon_bonus"])


def test_a_value_names_a_clause_of_its_own_document() -> None:
    with pytest.raises(Refused, match="not a clause of NZ5"):
        parameters.check("NZ5", ParameterValue("tie", {"choices": [8]}, "NZ1 9.3(a)"))
    with pytest.raises(Refused, match="not a clause of NZ5"):
        parameters.check("NZ5", ParameterValue("tie", {"choices": [8]}, "NZ5 5.10(c) " + "x" * 40))
    with pytest.raises(Refused, match="no form called"):
        parameters.check("NZ5", ParameterValue("tie", {"choices": [8]}, "NZ5 5.10(c)", form="drawn"))
    with pytest.raises(Refused, match="nothing called"):
        parameters.check("NZ5", ParameterValue("pay_table", {}, "NZ5 5.10(c)"))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_standard_values_of_a_document_pass_their_own_check(document: str) -> None:
    values = parameters.standard(document)
    assert [parameters.check(document, value) for value in values] == values
    assert {value.name for value in values} == {
        one.name for one in terms(document) if one.elected or one.default is not NOTHING
    }


@pytest.mark.parametrize(("document", "book"), [("NZ13", NZ), ("WA", WA), ("RWS", RWS)])
def test_the_standard_values_are_the_engines_book(document: str, book: Rules) -> None:
    values = {value.name: value.value for value in parameters.standard(document) if not value.form}
    fields = [name for name in type(book).model_fields if book.clause(name)]
    assert type(book)(**{name: values[name] for name in fields}) == book


@pytest.mark.django_db
def test_no_two_names_share_their_hash() -> None:
    """The exclusion constraint compares names by hash (OneText): two that collide could not be elected together."""
    names = sorted({one.name for document in DOCUMENTS for one in terms(document)} | {GAME.name})
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT hashtext(name)) FROM unnest(%s::text[]) AS name", [names])
        assert cursor.fetchone() == (len(names),)


def test_the_tournament_has_values_of_its_own_in_one_document_wa_40_6() -> None:
    assert term("WA", "least_players").clause == "WA 3.2"
    assert term("WA", "least_players", "tournament").clause == "WA 40.6(b)"
    assert term("NZ5", "banker", "two_to_one").clause == "NZ5 5.10(b)"


KEYS = st.sampled_from(["amount", "minor"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 60) | st.text(max_size=3) | st.sampled_from(["mini", "A", "even"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(KEYS, inner, max_size=2),
    max_leaves=3,
)


@given(value=json_values, name=st.sampled_from([one.name for one in terms("NZ5")]))
def test_whatever_comes_in_is_kept_as_it_is_or_refused_by_the_clause(value: Any, name: str) -> None:
    known = term("NZ5", name)
    kept, clause = NOTHING, None
    try:
        kept = known.check(value)
    except Refused as refused:
        clause = refused.clause
    if kept is NOTHING:
        assert clause is not None and clause.startswith("NZ5 ")
    else:
        assert known.check(kept) == kept
        assert type(kept) is type(value)
        assert isinstance(value, dict) or kept == value
