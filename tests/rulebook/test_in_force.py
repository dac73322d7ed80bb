"""Which rules hold here, now: layers, elections, hashes, and what is kept."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from casino.audit.reading import read_only
from casino.house.models import Place, PlaceKind
from casino.refused import Refused
from games.engine.baccarat.rules import BaccaratRules
from games.engine.poker.books import NZ, RWS, WA
from games.engine.ultimate.rules import UltimateRules
from games.rulebook import held, layers, parameters, reading, versions
from games.rulebook.documents import lay_over
from games.rulebook.elections import elect, elect_all
from games.rulebook.in_force import rules_in_force, store, stored
from games.rulebook.layers import Choice, Text, lay, lies_under, text_of
from games.rulebook.models import RuleSet
from games.rulebook.shapes import ParameterValue
from games.rulebook.versions import State
from tests.factories import make_place
from tests.rulebook.books import (
    AT,
    DAY,
    People,
    changed,
    make_approved,
    make_book,
    make_document,
    make_draft,
    make_people,
)  # fmt: skip

pytestmark = pytest.mark.django_db
BACCARAT = {"game": "baccarat", "banker": "commission", "tie": 8}


def make_table(people: People, choices: dict[str, Any], **fields: Any) -> Place:
    place = make_place(people.property, **fields)
    elect_all(property=people.property, place=place, choices=choices, by=people.manager, at=AT, from_at=AT)
    return place


def test_a_value_says_its_clause_and_where_it_came_from() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    rules = rules_in_force(make_table(people, BACCARAT), AT)
    assert rules.why("tie") == "NZ5 5.10(c), elected on 12 May 2026"
    assert rules.values["tie"].clause == "NZ5 5.10(c)"
    assert rules.why("limit_notice_minutes") == "NZ1 9.3(a), Version 1"
    assert rules.why("decks") == "NZ5 3.4(a), Version 1"
    assert rules.why("once_only") == "NZ1 10.2(a), Version 1, a reading"
    assert rules.value("limit_notice_minutes") == 20
    assert [document.code for document in rules.documents] == ["NZ1", "NZ5"]
    with pytest.raises(Refused, match="say nothing of pay_table"):
        rules.value("pay_table")


def test_the_day_of_an_election_is_the_propertys_own() -> None:
    people = make_people("wa", time_zone="Australia/Perth")
    make_book(people, "WA")
    late = AT.replace(hour=20)
    place = make_place(people.property)
    elect(property=people.property, place=place, name="game", value="poker", by=people.manager, at=AT, from_at=AT)
    elect(property=people.property, place=place, name="deck", value=32, by=people.manager, at=late, from_at=late)
    assert rules_in_force(place, late).why("deck") == "WA 4.3, elected on 13 May 2026"


def test_the_engines_rules_object_is_built_from_what_holds() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    table = make_table(people, BACCARAT | {"decks": 6, "style": "C"})
    assert rules_in_force(table, AT).engine_rules() == BaccaratRules(banker="commission", tie=8, decks=6, style="C")


def test_side_bets_are_the_tables_and_their_scale_the_houses_nz5_11a_8() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    elect(
        property=people.property, name="perfect_pair", value=3, by=people.manager, at=AT, from_at=AT
    )  # fmt: skip
    offers, plain = make_table(people, BACCARAT | {"side_bets": ["perfect_pair"]}), make_table(people, BACCARAT)
    assert rules_in_force(offers, AT).engine_rules() == BaccaratRules(banker="commission", tie=8, perfect_pair=3)
    assert rules_in_force(plain, AT).engine_rules() == BaccaratRules(banker="commission", tie=8)


def test_the_ante_is_checked_against_the_tables_minimum_nz5_1_1() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    table = make_table(people, BACCARAT | {"form": "ante_up", "ante": {"amount": 250, "waived_from": 10_000}})
    rules = rules_in_force(table, AT)
    built = rules.engine_rules(minimum=2500)
    assert isinstance(built, BaccaratRules)
    assert built.ante is not None
    assert (built.ante.amount, built.ante.minimum, built.ante.waived_from) == (250, 2500, 10_000)
    with pytest.raises(Refused) as refused:
        rules.engine_rules(minimum=1999)
    assert refused.value.clause == "NZ5 1.1"


def test_ultimate_needs_its_pay_table_and_hands_before_it_is_played() -> None:
    people = make_people()
    make_book(people, "NZ1", "UTH")
    table = make_table(people, {"game": "ultimate"})
    rules = rules_in_force(table, AT)
    assert rules.missing() == ["pay_table", "hands"]
    with pytest.raises(Refused, match="not elected yet") as refused:
        rules.engine_rules()
    assert refused.value.clause == "UTH 5.11"
    elect(property=people.property, name="pay_table", value=2, by=people.manager, at=AT, from_at=AT)
    elect(property=people.property, place=table, name="hands", value="any_five", by=people.manager, at=AT, from_at=AT)
    assert rules_in_force(table, AT).engine_rules() == UltimateRules(pay_table=2, hands="any_five")


@pytest.mark.parametrize(("jurisdiction", "codes", "book"), [
    ("nz", ("NZ1", "NZ13"), NZ), ("wa", ("WA",), WA), ("sg", ("RWS",), RWS),
])  # fmt: skip
def test_each_poker_book_is_built_from_its_own_document(jurisdiction: str, codes: tuple[str, ...], book: Any) -> None:
    people = make_people(jurisdiction)
    make_book(people, *codes)
    table = make_table(people, {"game": "poker", "variant": "holdem", "structure": "no_limit"})
    rules = rules_in_force(table, AT)
    assert rules.missing() == []
    assert rules.engine_rules() == book


def test_a_version_that_reads_a_clause_otherwise_reaches_the_engine() -> None:
    people = make_people("wa")
    document = make_document("WA")
    make_approved(document, people, at=AT - DAY, values=changed("WA", rake_on_folds=True))
    table = make_table(people, {"game": "poker", "variant": "holdem", "structure": "no_limit"})
    assert rules_in_force(table, AT).engine_rules() == WA.model_copy(update={"rake_on_folds": True})


def test_a_division_beats_the_general_rules() -> None:
    people = make_people()
    general, division = make_document("NZ1"), make_document("NZ5")
    lay_over(division, general, by=None, at=AT - DAY)
    make_approved(general, people, at=AT - DAY, values=changed("NZ1", chip={"least": 1, "default": 100}))
    make_approved(division, people, at=AT - DAY, values=changed("NZ5", chip={"least": 1, "default": 500}))
    table = make_table(people, BACCARAT)
    assert rules_in_force(table, AT).values["chip"][:2] == (500, "NZ5 5.3")
    # What the house elected under the general rules beats what the division merely presumes.
    elect(
        property=people.property, document=general, name="chip", value=250, by=people.manager, at=AT, from_at=AT
    )  # fmt: skip
    assert rules_in_force(table, AT).values["chip"][:2] == (250, "NZ1 11.3")


def test_a_place_beats_its_property() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    table, other = make_table(people, BACCARAT), make_table(people, BACCARAT)
    elect(property=people.property, name="decks", value=7, by=people.manager, at=AT, from_at=AT)
    elect(property=people.property, place=table, name="decks", value=6, by=people.manager, at=AT, from_at=AT)
    assert [rules_in_force(place, AT).value("decks") for place in (table, other)] == [6, 7]


def test_a_form_beats_its_division() -> None:
    people = make_people()
    document = make_document("NZ5")
    values = [
        *parameters.standard("NZ5"),
        ParameterValue(
            "banker", {"choices": ["even", "half_on_six"], "default": "even"}, "NZ5 13.3", form="two_to_one"
        ),
    ]
    make_approved(document, people, at=AT - DAY, values=values)
    plain = make_table(people, {"game": "baccarat"})
    form = make_table(people, {"game": "baccarat", "form": "two_to_one"})
    joined = make_table(people, {"game": "baccarat", "form": "ante_up", "two_to_one": True})
    assert "banker" not in rules_in_force(plain, AT).values
    assert rules_in_force(form, AT).values["banker"][:2] == ("even", "NZ5 13.3")
    assert rules_in_force(joined, AT).values["banker"][:2] == ("even", "NZ5 13.3")
    with pytest.raises(Refused) as refused:
        elect(property=people.property, place=form, name="banker", value="commission", by=people.manager, at=AT,
              from_at=AT)  # fmt: skip
    assert refused.value.clause == "NZ5 5.10(b)"


def test_tournament_rules_beat_both_and_switch_off_what_they_list_nz14_2_2() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ13", "NZ14")
    choices = {"game": "poker", "variant": "holdem", "structure": "no_limit"}
    tournament, table = make_table(people, choices, kind=PlaceKind.TOURNAMENT), make_table(people, choices)
    rules, cash = rules_in_force(tournament, AT), rules_in_force(table, AT)
    assert rules.codes == ("NZ1", "NZ13", "NZ14")
    assert rules.off >= {"NZ1 9", "NZ13 8", "NZ13 18.8"}
    off = {"limit_notice_minutes", "seats", "rake_most", "commission_notice_minutes", "once_only"}
    assert off <= set(cash.values)
    assert not off & set(rules.values)
    # The button and the ante stay, whatever the letters say.
    assert "button_suits" in rules.values
    assert rules.value("rebuy_with") == "less"
    assert "rebuy_with" not in cash.values
    with pytest.raises(Refused) as refused:
        rules.why("seats")
    assert refused.value.clause == "NZ14 2.2"
    assert rules.engine_rules() == cash.engine_rules()


def test_seat_choice_is_off_whatever_its_number_was_nz14_2_2() -> None:
    people = make_people()
    make_book(people, "NZ1")
    poker, tournament = make_document("NZ13"), make_document("NZ14")
    lay_over(tournament, poker, by=None, at=AT)
    before = [
        ParameterValue("seats", "card_draw", "NZ13 11.1(a)") if one.name == "seats" else one
        for one in parameters.standard("NZ13")
    ]
    make_approved(poker, people, at=AT - DAY, values=before)
    make_approved(tournament, people, at=AT - DAY)
    place = make_table(people, {"game": "poker"}, kind=PlaceKind.TOURNAMENT)
    assert "seats" not in rules_in_force(place, AT).values


def test_a_document_with_its_own_tournament_section_wa_39_2() -> None:
    people = make_people("wa")
    make_book(people, "WA")
    choices = {"game": "poker", "variant": "holdem", "structure": "no_limit"}
    tournament, table = make_table(people, choices, kind=PlaceKind.TOURNAMENT), make_table(people, choices)
    rules, cash = rules_in_force(tournament, AT), rules_in_force(table, AT)
    assert cash.off == frozenset()
    assert rules.off_by == "WA 39.2"
    assert {"straddles", "seated_first", "free_move_seats", "new_player_blind", "rake_most"} <= set(cash.values)
    assert not {"straddles", "seated_first", "free_move_seats", "new_player_blind", "rake_most"} & set(rules.values)
    assert rules.value("raise_cap") == 3
    assert rules.values["least_players"].clause == "WA 40.6(b)"
    assert cash.values["least_players"].clause == "WA 3.2"


def test_a_place_without_a_game_has_the_general_rules_alone() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    desk = make_place(people.property, kind=PlaceKind.DESK)
    rules = rules_in_force(desk, AT)
    assert (rules.game, rules.codes) == ("", ("NZ1",))
    with pytest.raises(Refused, match="No rules of a game"):
        rules.engine_rules()


def test_a_property_takes_the_documents_of_its_jurisdiction() -> None:
    people, abroad = make_people(), make_people("sg")
    make_book(people, "NZ1", "NZ5")
    place = make_place(abroad.property)
    with pytest.raises(Refused, match="No document here"):
        elect(
            property=abroad.property, place=place, name="game", value="baccarat", by=abroad.manager, at=AT, from_at=AT
        )
    assert rules_in_force(place, AT).values == {}


def test_rules_at_instants_before_and_after_a_new_version() -> None:
    people = make_people()
    document = make_document("NZ5")
    first = make_approved(document, people, at=AT - DAY)
    table = make_table(people, BACCARAT)
    make_approved(
        document, people, at=AT, from_at=AT + DAY, label="Version 2", base=first,
        values=changed("NZ5", tie={"choices": [9]}),
    )  # fmt: skip
    before, after = rules_in_force(table, AT), rules_in_force(table, AT + DAY)
    assert before.value("tie") == 8
    assert "tie" not in after.values
    assert [(one.name, one.value) for one in after.lapsed] == [("tie", 8)]
    assert before.sha256 != after.sha256
    assert rules_in_force(table, AT + DAY / 2).sha256 == before.sha256


def test_equal_sets_have_equal_hashes_wherever_they_hold() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    one, same, other = (make_table(people, BACCARAT | more) for more in ({}, {}, {"tie": 9}))
    assert rules_in_force(one, AT).sha256 == rules_in_force(same, AT).sha256
    assert rules_in_force(one, AT).sha256 != rules_in_force(other, AT).sha256


def test_asking_stores_nothing_and_what_is_stored_is_made_again(django_assert_num_queries: Any) -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    table = make_table(people, BACCARAT | {"side_bets": ["any_pair"], "any_pair": 2, "form": "ante_up",
                                           "ante": {"amount": 100}})  # fmt: skip
    rules = rules_in_force(table, AT)
    assert not RuleSet.objects.exists()
    number = held.revision()
    assert store(rules, AT).pk == rules.sha256
    assert store(rules, AT + DAY).stored_at == AT
    assert held.revision() == number
    again = stored(rules.sha256)
    assert again.sha256 == rules.sha256
    assert again.engine_rules() == rules.engine_rules()
    assert again.why("any_pair") == rules.why("any_pair")
    with pytest.raises(IntegrityError, match="stays as it is"), transaction.atomic():
        RuleSet.objects.filter(pk=rules.sha256).update(content="{}")
    with pytest.raises(IntegrityError, match="stays as it is"), transaction.atomic():
        RuleSet.objects.filter(pk=rules.sha256).delete()
    forged = RuleSet.objects.create(sha256="0" * 64, content=rules.content, stored_at=AT)
    with pytest.raises(Refused, match="altered"):
        stored(forged.pk)


def test_one_query_when_kept_three_when_not(django_assert_num_queries: Any) -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    table = Place.objects.get(pk=make_table(people, BACCARAT).pk)
    with django_assert_num_queries(3):
        rules = rules_in_force(table, AT)
    with django_assert_num_queries(1):
        assert rules_in_force(table, AT) is rules
    with django_assert_num_queries(1):
        assert rules_in_force(table, AT + 500 * DAY) is rules
    with django_assert_num_queries(3):
        assert rules_in_force(table, AT - DAY) is not rules
    with django_assert_num_queries(1):
        assert rules_in_force(table, AT) is rules


def test_every_change_of_the_rulebook_is_seen_at_once() -> None:
    people = make_people()
    documents = make_book(people, "NZ1", "NZ5")
    table = make_table(people, BACCARAT)
    kept = rules_in_force(table, AT)
    make_draft(documents["NZ5"], people, label="Version 2")
    assert rules_in_force(table, AT) is not kept
    assert rules_in_force(table, AT).sha256 == kept.sha256
    elect(property=people.property, place=table, name="decks", value=6, by=people.manager, at=AT, from_at=AT)
    assert rules_in_force(table, AT).value("decks") == 6


def test_what_was_kept_in_a_transaction_that_was_rolled_back_is_not_used() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    table = make_table(people, BACCARAT)
    choose = {"property": people.property, "place": table, "name": "decks", "by": people.manager, "at": AT}
    with transaction.atomic():
        elect(**choose, value=4, from_at=AT)
        assert rules_in_force(table, AT).value("decks") == 4
        transaction.set_rollback(True)
    assert rules_in_force(table, AT).value("decks") == 8
    elect(**choose, value=5, from_at=AT)
    assert rules_in_force(table, AT).value("decks") == 5


def test_a_name_that_the_program_no_longer_knows_stays_in_the_text_and_stops_nothing() -> None:
    people = make_people()
    document = make_document("NZ5")
    version = make_draft(document, people, at=AT - DAY)
    version.parameters.create(name="of_old", value=3, clause="NZ5 5.3")
    versions.apply_for(version, by=people.manager, at=AT - DAY)
    versions.approve(
        version, by=people.authority, at=AT - DAY, instrument="x", effective_at=AT, seen_hash=version.content_hash
    )
    rules = rules_in_force(make_table(people, BACCARAT), AT)
    assert rules.why("of_old") == "NZ5 5.3, Version 1"
    assert rules.engine_rules() == BaccaratRules(banker="commission", tie=8)


def test_nobody_can_change_a_set_that_others_share() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    rules = rules_in_force(make_table(people, BACCARAT | {"side_bets": ["any_pair"], "any_pair": 1}), AT)
    with pytest.raises(TypeError):
        rules.values["tie"] = rules.values["decks"]  # type: ignore[index]
    assert rules.value("side_bets") == ("any_pair",)


@pytest.mark.django_db(transaction=True, databases=["default", "audit"])
def test_the_regulators_connection_reads_the_same_rules() -> None:
    people = make_people()
    documents = make_book(people, "NZ1", "NZ5")
    table = make_table(people, BACCARAT)
    with read_only():
        read = rules_in_force(table, AT)
        assert [one.state for one in reading.versions_of(documents["NZ5"], AT)] == [State.IN_FORCE]
        assert reading.elections_of(people.property, table)[0].asked_by == people.manager
    assert read.sha256 == rules_in_force(table, AT).sha256


@pytest.mark.django_db(transaction=True)
def test_a_change_while_reading_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elections are read before the change, versions after it: the answer must not be of two states of the book."""
    people = make_people()
    document = make_document("NZ5")
    make_approved(document, people, at=AT - DAY)
    table = make_table(people, BACCARAT)
    one, done = held._all, threading.Event()

    def elect_elsewhere() -> None:
        elect(property=people.property, place=table, name="tie", value=9, by=people.manager, at=AT + DAY / 2,
              from_at=AT + DAY / 2)  # fmt: skip
        connection.close()

    def interrupted(statement: str, asked: Any) -> Any:
        if statement is held.TEXTS and not done.is_set():
            done.set()
            thread = threading.Thread(target=elect_elsewhere)
            thread.start()
            thread.join(10)
        return one(statement, asked)

    monkeypatch.setattr(held, "_all", interrupted)
    assert rules_in_force(table, AT + DAY).value("tie") == 9
    assert done.is_set()


@pytest.mark.parametrize(("clause", "rule", "under"), [
    ("NZ1 9.3(a)", "NZ1 9", True), ("NZ1 9", "NZ1 9", True), ("NZ1 91", "NZ1 9", False), ("NZ13 9.3", "NZ1 9", False),
    ("NZ13 18.8", "NZ13 18.8", True), ("NZ13 18.81", "NZ13 18.8", False), ("WA 7.16(b)", "WA 7.16", True),
])  # fmt: skip
def test_what_lies_under_a_rule(clause: str, rule: str, under: bool) -> None:
    assert lies_under(clause, rule) is under


chips = st.none() | st.integers(1, 9)


@given(general=chips, division=chips, house=chips, place=chips, tournament=st.booleans(), off=st.booleans())
def test_layers_beat_each_other_in_one_order(
    general: int | None, division: int | None, house: int | None, place: int | None, tournament: bool, off: bool
) -> None:
    """The place's choice, else the house's, else what the highest layer presumes; nothing where the rule is off."""

    def text(code: str, layer: str, number: int, said: list[Any]) -> Text:
        return text_of(code, layer, number, number, "1", "", said)

    said = [("NZ1", "general", 1, general, "NZ1 11.3"), ("NZ5", "division", 2, division, "NZ5 5.3")]
    texts = [
        text(code, layer, number, [("chip", "", {"default": value}, clause, False)] if value else [])
        for code, layer, number, value, clause in said
    ]
    listed = ["NZ5 5", "NZ1 11.3"] if off else []
    texts.append(text("NZ14", "tournament", 3, [("rules_off", "", listed, "NZ14 2.2", False)]))
    choices = [Choice(2, "chip", house, False, "d")] * bool(house) + [Choice(2, "chip", place, True, "d")] * bool(place)
    laid = lay(texts, choices, tournament=tournament)
    elected = (place or house) if division else None
    expected = elected or division or general
    if off and tournament:
        expected = None
    assert (laid.values["chip"].value if "chip" in laid.values else None) == expected
    assert (layers.RULES_OFF in laid.values) is tournament
