"""Two sweeps at once, and a cancellation in the middle of one: the race is shown first, then it is gone."""

from __future__ import annotations

import time
from datetime import datetime
from threading import Barrier, Event

import pytest
from django.db import connection, transaction

from casino.due import sweeping
from casino.due.models import Due, Outcome, Waiting
from casino.due.rows import cancel, sweep
from casino.refused import Refused
from tests.due.work import NOON, ask, done, handled, note
from tests.ledger.together import together

pytestmark = pytest.mark.django_db(transaction=True)


def test_without_lock_and_count_two_sweeps_do_it_twice_and_with_them_once(monkeypatch):
    met = Barrier(2)

    def slow(due: Due, at: datetime) -> None:
        if met.n_waiting < 2 and not met.broken:
            met.wait(10)
        note(due, at)

    def careless(due: Due, at: datetime) -> None:
        Waiting.objects.filter(pk=due.pk).delete()

    ask()
    with monkeypatch.context() as off, handled("test.note", slow):
        off.setattr(sweeping, "_hold", lambda name: True)
        off.setattr(sweeping, "_settle", careless)
        together(lambda: sweep(NOON), lambda: sweep(NOON))
    assert len(done()) == 2, "with nothing against it, it is done twice"

    second = ask()
    with handled("test.note", note):
        applied = together(*[lambda: sweep(NOON)] * 4)
    assert sum(applied) == 1 and done()[2:] == [second.pk]


def test_the_count_alone_undoes_the_second_of_two_who_both_got_in(monkeypatch):
    met = Barrier(2)

    def slow(due: Due, at: datetime) -> None:
        if not due.tries:
            met.wait(10)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.1)")
        note(due, at)

    monkeypatch.setattr(sweeping, "_hold", lambda name: True)
    due = ask()
    with handled("test.note", slow):
        applied = together(lambda: sweep(NOON), lambda: sweep(NOON))
    assert sorted(applied) == [0, 1] and done() == [due.pk]
    assert Due.objects.get().outcome == Outcome.DONE


def test_a_sweep_passes_by_a_subject_that_another_one_holds_and_does_the_others():
    inside, may_go = Event(), Event()

    def held(due: Due, at: datetime) -> None:
        if due.subject == "place:1":
            inside.set()
            assert may_go.wait(10)
        note(due, at)

    slow, quick = ask("place:1"), ask("place:2")

    def second() -> int:
        assert inside.wait(10)
        try:
            return sweep(NOON)
        finally:
            may_go.set()

    with handled("test.note", held):
        applied = together(lambda: sweeping.apply_subject("place:1", NOON), second)
    assert applied == [1, 1] and set(done()) == {slow.pk, quick.pk}


def test_many_sweeps_at_once_keep_the_order_of_every_subject():
    rows = [ask(f"place:{number % 3}") for number in range(24)]

    def unsteady(due: Due, at: datetime) -> None:
        time.sleep(0.002 * (due.pk % 3))
        note(due, at)

    with handled("test.note", unsteady):
        while Waiting.objects.exists():
            together(*[lambda: sweep(NOON)] * 4)
    applied = done()
    assert sorted(applied) == [row.pk for row in rows]
    for number in range(3):
        theirs = [row.pk for row in rows if row.subject == f"place:{number}"]
        assert [pk for pk in applied if pk in theirs] == theirs


def test_a_cancellation_in_the_middle_wins_and_what_was_done_is_undone():
    inside, cancelled = Event(), Event()

    def held(due: Due, at: datetime) -> None:
        note(due, at)
        inside.set()
        assert cancelled.wait(10)

    due = ask()

    def cancel_it() -> None:
        assert inside.wait(10)
        cancel(due, by="staff:3", reason="stop", at=NOON)
        cancelled.set()

    with handled("test.note", held):
        applied, _ = together(lambda: sweep(NOON), cancel_it)
    assert applied == 0 and done() == []
    ended = Due.objects.get()
    assert (ended.outcome, ended.tries, ended.error) == (Outcome.CANCELLED, 0, "")


def test_a_cancellation_that_comes_after_the_end_is_refused():
    inside, asked = Event(), Event()

    def quick(due: Due, at: datetime) -> None:
        note(due, at)

    settle = sweeping._settle

    def slow_commit(due: Due, at: datetime) -> None:
        settle(due, at)
        inside.set()
        asked.wait(0.3)

    due = ask()

    def cancel_it() -> Due:
        assert inside.wait(10)
        return cancel(due, by="staff:3", reason="stop", at=NOON)

    with handled("test.note", quick), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweeping, "_settle", slow_commit)
        applied, refused = together(lambda: sweep(NOON), cancel_it)
    assert applied == 1 and isinstance(refused, Refused) and done() == [due.pk]


def test_rows_can_be_added_for_a_subject_while_it_is_swept():
    """The lock is of the kind that lets children in (STYLE trap 2)."""
    inside, added = Event(), Event()

    def held(due: Due, at: datetime) -> None:
        if not due.arguments:
            inside.set()
            assert added.wait(10), "later() waited for the sweep"
        note(due, at)

    def add() -> None:
        assert inside.wait(10)
        ask(arguments={"second": True})
        added.set()

    ask()
    with handled("test.note", held):
        together(lambda: sweep(NOON), add)
        sweep(NOON)
    assert len(done()) == 2


def test_a_sweep_whose_connection_is_cut_has_done_nothing_and_the_next_one_does_it():
    """As good as a kill: the server rolls back what the dead client had not committed."""

    def cut(due: Due, at: datetime) -> None:
        note(due, at)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pid = cursor.fetchone()[0]
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])

    due = ask()
    with handled("test.note", cut):
        (ended,) = together(lambda: sweep(NOON))
    assert isinstance(ended, Exception) and done() == []
    with handled("test.note", note):
        assert sweep(NOON) == 1
    assert done() == [due.pk]


def test_work_set_by_many_at_once_under_one_key_is_one_row():
    def set_it() -> int:
        with transaction.atomic():
            return ask(key="once").pk

    assert len(set(together(*[set_it] * 4))) == 1 and Waiting.objects.count() == 1
