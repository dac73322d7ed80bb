"""The sweep: what is due is done once, in order per subject; what fails is retried and holds only its own back."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from casino.due.models import Due, Outcome, Waiting
from casino.due.rows import cancel, sweep
from casino.due.sweeping import pause
from casino.house.models import Place
from casino.refused import Refused
from casino.trail.models import Event
from tests.due.work import NOON, ask, done, handled, note

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def fresh(due: Due) -> Due:
    return Due.objects.get(pk=due.pk)


def test_what_is_due_is_done_and_what_is_not_waits():
    now, soon = ask(), ask(at=NOON + SECOND)
    with handled("test.note", note):
        assert sweep(NOON) == 1 and done() == [now.pk]
        assert sweep(NOON) == 0
        assert sweep(NOON + SECOND) == 1 and done() == [now.pk, soon.pk]
    ended = fresh(now)
    assert (ended.outcome, ended.settled_at, ended.settled_by) == (Outcome.DONE, NOON, "system")
    assert not Waiting.objects.exists()


def test_the_handler_is_told_the_instant_of_the_sweep_not_of_the_row():
    told = []
    ask()
    with handled("test.note", lambda due, at: told.append((due.at, at))):
        sweep(NOON + timedelta(hours=3))
    assert told == [(NOON, NOON + timedelta(hours=3))]


def test_an_idle_sweep_is_one_query():
    with CaptureQueriesContext(connection) as queries:
        assert sweep(NOON) == 0
    assert len(queries) == 1


def test_work_that_a_handler_sets_for_the_same_subject_is_done_in_the_same_sweep():
    def chain(due: Due, at) -> None:
        note(due, at)
        if due.arguments["left"]:
            ask(at=due.at + SECOND, arguments={"left": due.arguments["left"] - 1})

    ask(arguments={"left": 3})
    with handled("test.note", chain):
        assert sweep(NOON + timedelta(minutes=1)) == 4


def test_a_failing_row_holds_back_its_own_subject_and_no_other():
    def apply(due: Due, at) -> None:
        if due.arguments.get("bad"):
            raise Refused("NZ1 9.3(a)", "The sign was dark.")
        note(due, at)

    bad = ask("place:1", arguments={"bad": True})
    behind = ask("place:1", at=NOON + SECOND)
    other = ask("place:2", at=NOON + 2 * SECOND)
    at = NOON + timedelta(minutes=1)
    with handled("test.note", apply):
        assert sweep(at) == 1 and done() == [other.pk]
        failed = fresh(bad)
        assert (failed.tries, failed.error) == (1, "The sign was dark. [NZ1 9.3(a)]")
        assert failed.next_try_at == at + SECOND and not fresh(behind).tries
        assert sweep(at + SECOND / 2) == 0 and fresh(bad).tries == 1
        Due.objects.filter(pk=bad.pk).update(arguments={})
        assert sweep(at + SECOND) == 2 and done() == [other.pk, bad.pk, behind.pk]
    ended = fresh(bad)
    assert (ended.outcome, ended.tries, ended.next_try_at) == (Outcome.DONE, 1, None)


def test_pauses_grow_to_five_minutes():
    assert [pause(tries).total_seconds() for tries in (1, 2, 3, 4, 8, 9, 10, 1000)] == [1, 2, 4, 8, 128, 256, 300, 300]


def test_the_first_failure_of_a_row_is_in_the_trail_and_the_others_are_not():
    due = ask(what="nobody.knows")
    for minute in range(4):
        sweep(NOON + timedelta(minutes=minute))
    assert fresh(due).tries == 4 and Event.objects.filter(kind="due.failed").count() == 1


def test_work_that_nobody_knows_says_so():
    due = ask(what="nobody.knows")
    sweep(NOON)
    assert fresh(due).error == "Nothing here knows how to do “nobody.knows”."


def gone(due: Due, at) -> None:
    note(due, at)
    Place.objects.get(pk=999_999)


def test_a_row_whose_subject_is_gone_fails_with_a_plain_sentence_and_has_done_nothing():
    due = ask("place:999999")
    with handled("test.note", gone):
        assert sweep(NOON) == 0
    assert fresh(due).error == "What this is about no longer exists: Place matching query does not exist."
    assert done() == []


def test_a_row_whose_subject_is_gone_ends_by_its_handlers_own_rule():
    due = ask("place:999999")
    with handled("test.note", gone, when_gone=note):
        assert sweep(NOON) == 1
    assert fresh(due).outcome == Outcome.DONE and done() == [due.pk]


def test_a_handler_that_breaks_leaves_nothing_of_its_writes():
    def half(due: Due, at) -> None:
        note(due, at)
        raise ZeroDivisionError("seats")

    due = ask()
    with handled("test.note", half):
        sweep(NOON)
    assert done() == [] and fresh(due).error == "ZeroDivisionError: seats"


def test_a_handler_that_swallows_a_database_error_is_undone_too():
    def careless(due: Due, at) -> None:
        note(due, at)
        try:
            Place.objects.create(property_id=None, kind="table", code="x", name="x")
        except IntegrityError:
            return

    due = ask()
    with handled("test.note", careless):
        assert sweep(NOON) == 0
    assert done() == [] and fresh(due).tries == 1


def test_a_handler_may_cancel_other_work_of_its_subject_but_not_the_row_it_applies():
    first, second = ask(), ask()
    with handled("test.note", lambda due, at: cancel(second, by="system", reason="superseded", at=at)):
        assert sweep(NOON) == 1
    assert (fresh(first).outcome, fresh(second).outcome) == (Outcome.DONE, Outcome.CANCELLED)
    third = ask()
    with handled("test.note", lambda due, at: cancel(due, by="system", reason="no", at=at)):
        assert sweep(NOON) == 0
    assert fresh(third).outcome == "" and "ended by somebody else" in fresh(third).error


def test_a_sweep_that_has_done_enough_leaves_the_rest_to_the_next():
    for number in range(5):
        ask(f"place:{number}")
    with handled("test.note", note):
        assert sweep(NOON, enough=lambda: len(done()) >= 2) == 2
        assert sweep(NOON) == 3


def test_many_subjects_are_all_reached(monkeypatch):
    monkeypatch.setattr("casino.due.sweeping.AT_ONCE", 2)
    for number in range(7):
        ask(f"place:{number}", what="nobody.knows" if number % 2 else "test.note")
    with handled("test.note", note):
        assert sweep(NOON) == 4
    assert Due.objects.filter(tries=1).count() == 3


def test_work_that_kills_its_process_does_not_keep_the_others_waiting_for_ever():
    def apply(due: Due, at) -> None:
        if due.subject == "place:0":
            raise SystemExit
        note(due, at)

    oldest = ask("place:0", at=NOON - timedelta(hours=1))
    others = [ask(f"place:{number}") for number in range(1, 5)]
    with handled("test.note", apply):
        for _ in range(200):
            with suppress(SystemExit):
                sweep(NOON)
    assert sorted(done()) == [due.pk for due in others] and fresh(oldest).outcome == ""


ROW = st.tuples(st.integers(0, 2), st.integers(0, 8), st.integers(0, 2))


class Swept(TestCase):
    @settings(max_examples=25, deadline=None)
    @given(st.lists(ROW, max_size=12), st.lists(st.integers(0, 12), min_size=1, max_size=6))
    def test_each_row_is_applied_once_in_order_per_subject_however_the_sweeps_fall(self, rows, sweeps):
        """Some fail a time or two first. In the end all are done, each subject in the order of its instants."""
        failures = {}

        def apply(due: Due, at) -> None:
            if failures[due.pk]:
                failures[due.pk] -= 1
                raise Refused(None, "not yet")
            note(due, at)

        asked = []
        for subject, second, fails in rows:
            due = ask(f"place:{subject}", at=NOON + second * SECOND)
            failures[due.pk] = fails
            asked.append(due)
        with handled("test.note", apply):
            for second in [*sweeps, *range(20, 40, 2)]:
                sweep(NOON + second * SECOND)
        applied = done()
        assert sorted(applied) == sorted(due.pk for due in asked)
        for subject in {due.subject for due in asked}:
            theirs = sorted((due.at, due.pk) for due in asked if due.subject == subject)
            assert [pk for pk in applied if pk in {pk for _, pk in theirs}] == [pk for _, pk in theirs]


def test_the_sweep_does_not_run_inside_somebodys_transaction(django_db_blocker):
    """Its rows are committed one by one: inside another transaction they would not be."""
    ask()
    with handled("test.note", note), pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        sweep(NOON)
