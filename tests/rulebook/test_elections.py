"""Elections: within the version, approved where the clause asks, together or not at all, from their instant on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.due import rows as due
from casino.due.models import Due, Outcome
from casino.house.models import Place, Property
from casino.house.ranks import Rank
from casino.refused import Refused
from casino.trail.models import Event
from games.rulebook import elections
from games.rulebook.elections import (
    approve_election,
    decline_election,
    elect,
    elect_all,
    end_election,
    withdraw_election,
)  # fmt: skip
from games.rulebook.in_force import rules_in_force
from games.rulebook.models import Election
from tests.factories import make_place, make_staff
from tests.rulebook.books import AT, DAY, People, changed, make_approved, make_book, make_document, make_people

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def choose(people: People, name: str, value: Any, place: Place | None = None, **more: Any) -> Election:
    given = {"property": people.property, "by": people.manager, "at": AT, "from_at": AT}
    return elect(name=name, value=value, place=place, **(given | more))


def make_table(people: People, at: datetime = AT, **choices: Any) -> Place:
    place = make_place(people.property)
    elect_all(property=people.property, place=place, choices=choices, by=people.manager, at=at, from_at=at)
    return place


def make_baccarat() -> tuple[People, Place]:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    return people, make_table(people, AT - DAY, game="baccarat", banker="commission")


def make_ultimate() -> tuple[People, Place]:
    people = make_people()
    make_book(people, "NZ1", "UTH")
    return people, make_table(people, AT - DAY, game="ultimate", hands="any_five")


@pytest.mark.parametrize(("name", "bad", "clause"), [
    ("tie", 10, "NZ5 5.10(c)"), ("tie", "8", "NZ5 5.10(c)"), ("decks", 3, "NZ5 3.4(a)"), ("decks", 9, "NZ5 3.4(a)"),
    ("style", "D", "NZ5 8.5"), ("players_on_area", 4, "NZ5 5.8(a)"), ("side_bets", ["lucky"], "NZ5 11A.1"),
    ("banker", "free", "NZ5 5.10(b)"), ("ante", {"amount": 0}, "NZ5 14.3"), ("burn", None, "NZ5 7.7"),
])  # fmt: skip
def test_a_choice_outside_its_clause_is_refused_by_it(name: str, bad: Any, clause: str) -> None:
    people, table = make_baccarat()
    with pytest.raises(Refused) as refused:
        choose(people, name, bad, table)
    assert refused.value.clause == clause
    assert not Election.objects.filter(name=name, from_at=AT).exists()


def test_a_choice_outside_the_version_in_force_at_its_instant_is_refused() -> None:
    people = make_people()
    document = make_document("NZ5")
    first = make_approved(document, people, at=AT - DAY)
    make_approved(document, people, from_at=AT + DAY, label="Version 2", base=first,
                  values=changed("NZ5", tie={"choices": [9]}))  # fmt: skip
    table = make_table(people, game="baccarat")
    assert choose(people, "tie", 8, table).value == 8
    with pytest.raises(Refused, match="do not allow 8") as refused:
        choose(people, "tie", 8, table, from_at=AT + DAY)
    assert refused.value.clause == "NZ5 5.10(c)"
    assert choose(people, "tie", 9, table, from_at=AT + DAY).value == 9


def test_what_a_version_does_not_know_is_not_offered() -> None:
    people = make_people()
    values = [one for one in changed("NZ5") if one.name != "lucky_match"]
    make_approved(make_document("NZ5"), people, at=AT - DAY, values=values)
    table = make_table(people, game="baccarat")
    with pytest.raises(Refused, match="leave no such choice") as refused:
        choose(people, "lucky_match", 1, table)
    assert refused.value.clause == "NZ5 11D.8"


def test_what_the_rules_set_is_not_chosen() -> None:
    people, table = make_baccarat()
    with pytest.raises(Refused, match="the rules set it") as refused:
        choose(people, "limit_notice_minutes", 5, table)
    assert refused.value.clause == "NZ1 9.3(a)"
    with pytest.raises(Refused, match="no such choice"):
        choose(people, "pay_table", 1, table)


@pytest.mark.parametrize(("code", "game", "name", "clause"), [
    ("UTH", "ultimate", "pay_table", "UTH 5.12"), ("NZ5", "baccarat", "perfect_pair", "NZ5 11A.8"),
    ("NZ5", "baccarat", "dragon_bonus", "NZ5 11B.9"),
])  # fmt: skip
def test_what_is_the_same_at_all_tables_is_chosen_once(code: str, game: str, name: str, clause: str) -> None:
    people = make_people()
    make_book(people, "NZ1", code)
    table, other = make_table(people, game=game), make_table(people, game=game)
    with pytest.raises(Refused, match="same at all tables") as refused:
        choose(people, name, 2, table)
    assert refused.value.clause == clause
    choose(people, name, 2)
    assert [rules_in_force(one, AT).value(name) for one in (table, other)] == [2, 2]


def test_a_choice_holds_from_now_on_never_backwards() -> None:
    people, table = make_baccarat()
    with pytest.raises(Refused, match="never backwards"):
        choose(people, "tie", 8, table, from_at=AT - HOUR)


def test_a_choice_takes_over_at_its_instant_and_is_announced_once() -> None:
    people, table = make_baccarat()
    first = choose(people, "tie", 8, table)
    second = choose(people, "tie", 9, table, from_at=AT + DAY)
    first.refresh_from_db()
    assert (first.ends_at, second.ends_at) == (AT + DAY, None)
    assert [rules_in_force(table, AT + DAY + step).value("tie") for step in (-HOUR, 0 * HOUR)] == [8, 9]
    due.sweep(AT + HOUR)
    before = Event.objects.filter(stream=table.stream).count()
    assert due.sweep(AT + DAY) == 1
    assert due.sweep(AT + 2 * DAY) == 0
    event = Event.objects.filter(stream=table.stream).order_by("seq").last()
    assert event is not None
    assert (event.kind, event.subject, event.clause) == ("election.began", f"election:{second.pk}", "NZ5 5.10(c)")
    assert Event.objects.filter(stream=table.stream).count() == before + 1


def test_a_choice_set_between_two_ends_where_the_later_begins() -> None:
    people, table = make_baccarat()
    choose(people, "tie", 8, table)
    choose(people, "tie", 9, table, from_at=AT + 4 * DAY)
    between = choose(people, "tie", None, table, from_at=AT + 2 * DAY)
    assert between.ends_at == AT + 4 * DAY
    assert [rules_in_force(table, AT + n * DAY).value("tie") for n in (1, 2, 3, 4)] == [8, None, None, 9]
    with pytest.raises(Refused, match="From that very instant"):
        choose(people, "tie", 8, table, from_at=AT + 4 * DAY)


def test_choices_are_checked_together_by_the_engine() -> None:
    people, table = make_baccarat()
    choose(people, "equipment", "continuous", table)
    with pytest.raises(Refused) as refused:
        choose(people, "style", "B", table, at=AT + HOUR, from_at=AT + HOUR)
    assert refused.value.clause == "NZ5 3.4(a)"
    with pytest.raises(Refused) as refused:
        choose(people, "form", "two_to_one", table, at=AT + HOUR, from_at=AT + HOUR)
    assert refused.value.clause == "NZ5 13.3"
    assert not Election.objects.filter(asked_at=AT + HOUR).exists()


def test_choices_that_hold_only_together_are_made_together() -> None:
    people, table = make_baccarat()
    made = elect_all(
        property=people.property, place=table, choices={"form": "two_to_one", "banker": "even"}, by=people.manager,
        at=AT, from_at=AT,
    )  # fmt: skip
    assert len(made) == 2
    assert rules_in_force(table, AT).value("banker") == "even"


def test_a_choice_is_checked_against_what_is_already_scheduled() -> None:
    people, table = make_baccarat()
    choose(people, "style", "B", table, from_at=AT + 3 * DAY)
    with pytest.raises(Refused) as refused:
        choose(people, "equipment", "continuous", table)
    assert refused.value.clause == "NZ5 3.4(a)"
    choose(people, "equipment", "non_continuous", table)


def test_a_choice_of_the_house_is_checked_at_every_table() -> None:
    people, table = make_baccarat()
    choose(people, "style", "B", table)
    with pytest.raises(Refused) as refused:
        choose(people, "equipment", "continuous")
    assert refused.value.clause == "NZ5 3.4(a)"


def test_one_table_offers_one_of_the_three_pair_bets_nz5_11c_2() -> None:
    people, table = make_baccarat()
    choose(people, "perfect_pair", 1)
    with pytest.raises(Refused) as refused:
        elect_all(
            property=people.property, place=table, choices={"side_bets": ["perfect_pair", "any_pair"], "any_pair": 1},
            by=people.manager, at=AT, from_at=AT,
        )  # fmt: skip
    assert refused.value.clause == "NZ5 11C.2"
    with pytest.raises(Refused, match="without a pay scale") as refused:
        choose(people, "side_bets", ["dragon_bonus"], table)
    assert refused.value.clause == "NZ5 11B.8"


@pytest.mark.parametrize(("variant", "structure", "deck", "where", "clause"), [
    ("holdem", "no_limit", 36, "deck", "WA 4.3"), ("holdem", "no_limit", 32, "deck", "WA 4.3"),
    ("manila", "fixed_limit", 52, "deck", "WA 4.3"), ("manila", "no_limit", 32, "structure", "WA 7.16"),
    ("holdem", "spread_limit", 52, "structure", "WA 7.16"), ("pineapple", "no_limit", 52, "variant", "WA 2.1"),
])  # fmt: skip
def test_a_poker_game_has_its_structures_and_decks(
    variant: str, structure: str, deck: int, where: str, clause: str
) -> None:
    people = make_people("wa")
    make_book(people, "WA")
    with pytest.raises(Refused) as refused:
        make_table(people, game="poker", variant=variant, structure=structure, deck=deck)
    assert (refused.value.where, refused.value.clause) == (where, clause)
    make_table(people, game="poker", variant="manila", structure="fixed_limit", deck=32)


def test_what_the_clause_wants_approved_waits_for_the_authority_uth_5_13() -> None:
    people, table = make_ultimate()
    asked = choose(people, "max_payout", 5_000_000, table, from_at=AT + DAY)
    assert asked.needs_approval
    assert rules_in_force(table, AT + 2 * DAY).value("max_payout") is None
    assert list(elections.waiting([people.property])) == [asked]
    approved = approve_election(asked, by=people.authority, at=AT + HOUR, reasons="Covered")
    assert approved.from_at == AT + DAY
    assert rules_in_force(table, AT + HOUR).value("max_payout") is None
    assert rules_in_force(table, AT + DAY).value("max_payout") == 5_000_000
    assert not elections.waiting([people.property]).exists()
    kinds = Event.objects.filter(stream=table.stream, subject=f"election:{asked.pk}").order_by("seq")
    assert [(event.kind, event.actor) for event in kinds] == [
        ("election.asked", people.manager.stream), ("election.approved", people.authority.stream),
    ]  # fmt: skip


def test_an_approval_that_comes_late_holds_from_then_on() -> None:
    people, table = make_ultimate()
    asked = choose(people, "max_payout", 5_000_000, table, from_at=AT + DAY)
    approved = approve_election(asked, by=people.authority, at=AT + 3 * DAY)
    assert approved.from_at == AT + 3 * DAY
    assert rules_in_force(table, AT + 2 * DAY).value("max_payout") is None


@pytest.mark.parametrize("rank", [Rank.TABLE_GAMES_MANAGER, Rank.INSPECTOR, Rank.COMPLIANCE])
def test_only_the_authority_of_the_property_decides(rank: Rank) -> None:
    people, table = make_ultimate()
    asked = choose(people, "max_payout", 5_000_000, table)
    strangers = [make_staff(rank, people.property), make_staff(Rank.AUTHORITY), make_people("wa").authority]
    for stranger in strangers:
        with pytest.raises(Refused, match="Only the authority") as refused:
            approve_election(asked, by=stranger, at=AT)
        assert refused.value.clause == "UTH 5.13"
        with pytest.raises(Refused, match="Only the authority"):
            decline_election(asked, by=stranger, at=AT, reasons="No")


def test_nobody_approves_what_they_asked_for() -> None:
    people, table = make_ultimate()
    asked = choose(people, "max_payout", 5_000_000, table, by=people.authority)
    with pytest.raises(Refused, match="asked for"):
        approve_election(asked, by=people.authority, at=AT)
    with pytest.raises(IntegrityError, match="election_asker_does_not_approve"), transaction.atomic():
        Election.objects.filter(pk=asked.pk).update(approved_by=people.authority)


def test_a_declined_choice_never_holds_and_is_decided_once() -> None:
    people, table = make_ultimate()
    asked = choose(people, "max_payout", 5_000_000, table)
    with pytest.raises(Refused, match="reasons"):
        decline_election(asked, by=people.authority, at=AT, reasons=" ")
    declined = decline_election(asked, by=people.authority, at=AT, reasons="Too high")
    assert (declined.declined_by, declined.reasons) == (people.authority, "Too high")
    assert rules_in_force(table, AT + DAY).value("max_payout") is None
    for decide in (approve_election, decline_election):
        with pytest.raises(Refused, match="waits for no decision"):
            decide(asked, by=people.authority, at=AT, reasons="Again")
    plain = choose(people, "boxes", 6, table)
    with pytest.raises(Refused, match="waits for no decision"):
        approve_election(plain, by=people.authority, at=AT)


def test_an_approval_is_checked_against_what_holds_by_then() -> None:
    people = make_people()
    document = make_document("UTH")
    first = make_approved(document, people, at=AT - DAY)
    table = make_table(people, game="ultimate")
    asked = choose(people, "max_payout", 5_000_000, table)
    make_approved(document, people, from_at=AT + HOUR, label="Version 2", base=first,
                  values=changed("UTH", max_payout={"least": 1, "most": 1_000_000}))  # fmt: skip
    with pytest.raises(Refused, match="do not allow") as refused:
        approve_election(asked, by=people.authority, at=AT + DAY)
    assert refused.value.clause == "UTH 5.13"


def test_the_shares_of_the_sub_pools_are_one_choice_uth_11_6b() -> None:
    people, table = make_ultimate()
    with pytest.raises(Refused) as refused:
        choose(people, "sub_pools", {"minor": 3000, "major": 6000}, table)
    assert refused.value.clause == "UTH 11.6B"
    asked = choose(people, "sub_pools", {"minor": 3000, "major": 7000}, table)
    approve_election(asked, by=people.authority, at=AT)
    assert dict(rules_in_force(table, AT).value("sub_pools")) == {"minor": 3000, "major": 7000}


def test_a_choice_taken_back_before_its_instant_leaves_the_one_before_it() -> None:
    people, table = make_baccarat()
    first = choose(people, "tie", 8, table)
    second = choose(people, "tie", 9, table, from_at=AT + DAY)
    withdraw_election(second, by=people.manager, at=AT + HOUR, reason="Layout late")
    first.refresh_from_db()
    assert first.ends_at is None
    assert rules_in_force(table, AT + 2 * DAY).value("tie") == 8
    assert Due.objects.get(key=f"election:{second.pk}:begins").outcome == Outcome.CANCELLED
    with pytest.raises(Refused, match="already"):
        withdraw_election(second, by=people.manager, at=AT + HOUR, reason="Again")
    with pytest.raises(Refused, match="taken effect") as refused:
        withdraw_election(first, by=people.manager, at=AT + HOUR, reason="Late")
    assert refused.value.clause == "NZ5 5.10(c)"


def test_a_choice_that_waits_can_be_taken_back() -> None:
    people, table = make_ultimate()
    asked = choose(people, "max_payout", 5_000_000, table)
    withdraw_election(asked, by=people.manager, at=AT + DAY, reason="Not needed")
    with pytest.raises(Refused, match="waits for no decision"):
        approve_election(asked, by=people.authority, at=AT + DAY)


def test_a_place_goes_back_to_what_its_property_chose() -> None:
    people, table = make_baccarat()
    choose(people, "decks", 7)
    own = choose(people, "decks", 6, table)
    ended = end_election(own, by=people.manager, at=AT + HOUR, ends_at=AT + DAY, reason="Like the others")
    assert [rules_in_force(table, AT + n * DAY).value("decks") for n in (0, 1)] == [6, 7]
    with pytest.raises(Refused, match="does not hold then"):
        end_election(ended, by=people.manager, at=AT + HOUR, ends_at=AT + 2 * DAY, reason="Again")


def test_an_end_that_leaves_what_cannot_be_played_is_refused() -> None:
    people = make_people()
    make_book(people, "NZ1", "NZ5")
    table = make_table(people, game="baccarat", banker="half_on_six", style="B", equipment="shoe")
    choose(people, "equipment", "continuous")
    own = Election.objects.get(place=table, name="equipment")
    with pytest.raises(Refused) as refused:
        end_election(own, by=people.manager, at=AT, ends_at=AT + DAY, reason="Like the others")
    assert refused.value.clause == "NZ5 3.4(a)"
    own.refresh_from_db()
    assert own.ends_at is None


def test_a_name_that_several_documents_know_needs_the_document() -> None:
    people = make_people()
    documents = make_book(people, "NZ1", "NZ5")
    with pytest.raises(Refused, match="NZ1, NZ5"):
        choose(people, "chip", 100)
    assert choose(people, "chip", 100, document=documents["NZ1"]).clause == "NZ1 11.3"


def test_a_game_is_a_places_and_needs_rules_in_force() -> None:
    people = make_people()
    documents = make_book(people, "NZ1", "NZ5")
    with pytest.raises(Refused, match="for a place"):
        choose(people, "game", "baccarat")
    make_document("UTH", over=documents["NZ1"])
    with pytest.raises(Refused, match="No rules of a game are in force"):
        choose(people, "game", "ultimate", make_place(people.property))
    with pytest.raises(Refused):
        choose(people, "game", "roulette", make_place(people.property))


def test_choices_of_another_game_sleep() -> None:
    people, table = make_baccarat()
    make_approved(make_document("UTH"), people, at=AT - DAY)
    choose(people, "game", "ultimate", table)
    assert "banker" not in rules_in_force(table, AT).values
    choose(people, "game", "baccarat", table, at=AT + DAY, from_at=AT + DAY)
    assert rules_in_force(table, AT + DAY).value("banker") == "commission"


def test_what_was_asked_for_stays_on_record_as_it_was() -> None:
    people, table = make_baccarat()
    made = choose(people, "tie", 8, table)
    for change in ({"value": 9}, {"name": "decks"}, {"asked_at": AT - DAY}, {"needs_approval": True}):
        with pytest.raises(IntegrityError, match="stays as it is"), transaction.atomic():
            Election.objects.filter(pk=made.pk).update(**change)
    with pytest.raises(IntegrityError, match="stays as it is"), transaction.atomic():
        made.delete()


def test_an_election_stays_at_home() -> None:
    people, abroad = make_people(), make_people("wa")
    make_book(people, "NZ1", "NZ5")
    make_book(abroad, "WA")
    with pytest.raises(Refused, match="another property's"):
        choose(people, "game", "poker", make_place(abroad.property))
    mine = choose(people, "decks", 6)
    with pytest.raises(IntegrityError, match="belongs to its property"), transaction.atomic():
        Election.objects.filter(pk=mine.pk).update(place=make_place(abroad.property))
    with pytest.raises(IntegrityError, match="documents of its jurisdiction"), transaction.atomic():
        Election.objects.filter(pk=mine.pk).update(property=abroad.property)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["elect", "withdraw", "end"]), st.sampled_from([None, 8, 9]), st.integers(0, 9)),
        min_size=1, max_size=9,
    )
)  # fmt: skip
def test_at_every_instant_at_most_one_choice_of_a_name_holds(steps: list[tuple[str, Any, int]]) -> None:
    with transaction.atomic():
        people = make_people()
        make_approved(
            make_document("NZ5"), people, at=AT - DAY, values=[one for one in changed("NZ5") if one.name == "tie"]
        )
        table = make_table(people, game="baccarat")
        for what, value, days in steps:
            try:
                with transaction.atomic():
                    _step(people, table, what, value, AT + days * DAY)
            except Refused:
                pass
            _check_line(table)
        transaction.set_rollback(True)


def _step(people: People, table: Place, what: str, value: Any, at: datetime) -> None:
    last = Election.objects.filter(elections.HOLDS, place=table, name="tie").order_by("from_at").last()
    if what == "elect":
        choose(people, "tie", value, table, from_at=at)
    elif last is not None and what == "withdraw":
        withdraw_election(last, by=people.manager, at=AT, reason="No")
    elif last is not None:
        end_election(last, by=people.manager, at=AT, ends_at=at, reason="No")


def _check_line(table: Place) -> None:
    line = list(Election.objects.filter(elections.HOLDS, place=table, name="tie").order_by("from_at"))
    for instant in (AT + HOUR * n for n in range(0, 240, 12)):
        held = [one for one in line if one.from_at <= instant and (one.ends_at is None or instant < one.ends_at)]
        assert len(held) <= 1
    for one in line:
        assert rules_in_force(table, one.from_at).value("tie") == one.value


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock", [False, True])
def test_two_people_cannot_elect_two_things_for_one_instant(lock: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shown first with the lock off: the constraint stops the second; with it, the second is told what is elected."""
    people, table = make_baccarat()
    if not lock:
        both = threading.Barrier(2, timeout=10)
        save = elections._save
        monkeypatch.setattr(elections, "_locked", lambda prop: Property.objects.get(pk=prop.pk))

        def save_together(election: Election) -> None:
            both.wait()
            save(election)

        monkeypatch.setattr(elections, "_save", save_together)
    answers: list[Any] = []
    threads = [_in_a_thread(lambda v=value: choose(people, "tie", v, table), answers) for value in (8, 9)]  # type: ignore[misc]
    for thread in threads:
        thread.join(20)
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert (len(answers), len(refused)) == (2, 1)
    assert ("Somebody else was faster" if not lock else "From that very instant") in refused[0].message
    assert refused[0].clause == "NZ5 5.10(c)"
    assert Election.objects.filter(name="tie").count() == 1


def _in_a_thread(do: Callable[[], Any], answers: list[Any]) -> threading.Thread:
    def run() -> None:
        try:
            answers.append(do())
        except Refused as refused:
            answers.append(refused)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread
