"""Writing due work, cancelling it, trying it again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from casino.due.models import Due, Outcome, Subject, Waiting
from casino.due.rows import cancel, retry, sweep
from casino.refused import Refused
from casino.trail.models import Event
from tests.due.work import NOON, ask, done, handled, note
from tests.factories import make_property

pytestmark = pytest.mark.django_db


def test_later_writes_a_row_that_waits_in_one_statement():
    with CaptureQueriesContext(connection) as queries:
        due = ask("place:12", arguments={"least": 5_000}, by="staff:3")
    assert len(queries) == 1
    read = Due.objects.get(pk=due.pk)
    for field in Due._meta.fields:
        assert getattr(due, field.attname) == getattr(read, field.attname), field.name
    assert (read.what, read.subject, read.arguments, read.by) == ("test.note", "place:12", {"least": 5_000}, "staff:3")
    assert read.waiting.at == NOON and Subject.objects.get().name == "place:12"


def test_work_set_in_a_transaction_that_fails_never_was():
    with transaction.atomic():
        ask()
        transaction.set_rollback(True)
    assert not Due.objects.exists() and not Waiting.objects.exists()


def test_the_same_key_is_the_same_row():
    assert ask(key="notice:5").pk == ask(key="notice:5").pk
    assert Due.objects.count() == Waiting.objects.count() == 1
    assert ask().pk != ask().pk


@pytest.mark.parametrize(
    "other", [{"at": NOON + timedelta(seconds=1)}, {"subject": "place:2"}, {"what": "x.y"}, {"arguments": {"a": 1}}]
)
def test_the_same_key_for_other_work_is_refused(other):
    ask(key="notice:5")
    with pytest.raises(Refused, match="used for other work"):
        ask(key="notice:5", **other)
    assert Due.objects.count() == 1


def test_work_needs_a_name_a_subject_a_zone_and_arguments_that_can_be_written_down():
    for wrong in ({"what": ""}, {"subject": ""}):
        with pytest.raises(Refused):
            ask(**wrong)
    with pytest.raises(ValueError, match="time zone"):
        ask(at=NOON.replace(tzinfo=None))
    with pytest.raises(ValueError, match="not JSON compliant"):
        ask(arguments={"rate": float("nan")})


def test_cancelled_work_is_not_done_and_the_trail_says_who_and_why():
    prop = make_property()
    due = ask(property=prop.pk)
    with handled("test.note", note):
        ended = cancel(due, by="staff:3", reason="Table closed", at=NOON)
        assert sweep(NOON) == 0 and done() == []
    assert (ended.outcome, ended.settled_by, ended.reason) == (Outcome.CANCELLED, "staff:3", "Table closed")
    event = Event.objects.get(kind="due.cancelled")
    assert (event.stream, event.subject, event.actor) == (f"property:{prop.pk}", f"due:{due.pk}", "staff:3")
    assert event.reason == "Table closed"


def test_cancelling_needs_a_reason_and_something_that_still_waits():
    due = ask()
    with pytest.raises(Refused, match="Say why"):
        cancel(due, by="staff:3", reason=" ", at=NOON)
    cancel(due, by="staff:3", reason="x", at=NOON)
    with pytest.raises(Refused, match="cancelled already"):
        cancel(due, by="staff:3", reason="x", at=NOON)
    with handled("test.note", note):
        second = ask()
        sweep(NOON)
        with pytest.raises(Refused, match="done already"):
            cancel(second, by="staff:3", reason="x", at=NOON)
    assert Event.objects.filter(kind="due.cancelled").count() == 1


def test_what_waits_behind_cancelled_work_goes_on():
    stuck = ask(what="nobody.knows")
    behind = ask(at=NOON + timedelta(seconds=1))
    at = NOON + timedelta(minutes=1)
    with handled("test.note", note):
        assert sweep(at) == 0
        cancel(stuck, by="staff:3", reason="mistyped", at=at)
        assert sweep(at) == 1 and done() == [behind.pk]


def test_failing_work_is_tried_again_when_staff_say_so():
    due = ask(what="nobody.knows")
    sweep(NOON)
    sweep(NOON + timedelta(milliseconds=500))
    due.refresh_from_db()
    assert due.tries == 1
    retry(due, by="staff:3", at=NOON + timedelta(milliseconds=600))
    sweep(NOON + timedelta(milliseconds=700))
    due.refresh_from_db()
    assert due.tries == 2 and Event.objects.get(kind="due.retried").actor == "staff:3"


def test_work_that_does_not_fail_cannot_be_tried_again():
    due = ask()
    with pytest.raises(Refused, match="failing"):
        retry(due, by="staff:3", at=NOON)
    with handled("test.note", note):
        sweep(NOON)
    with pytest.raises(Refused, match="failing"):
        retry(due, by="staff:3", at=NOON)


def test_the_database_knows_no_end_without_its_time():
    due = ask()
    with pytest.raises(IntegrityError, match="settled_with_its_time"), transaction.atomic():
        Due.objects.filter(pk=due.pk).update(outcome=Outcome.DONE)


def test_nothing_that_changes_stands_in_an_index():
    """STYLE trap 14: a failing row is rewritten within its page."""
    changing = {"tries", "error", "failed_at", "next_try_at", "outcome", "settled_at", "settled_by", "reason"}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid"
            " WHERE a.attnum = ANY(i.indkey) AND i.indrelid = 'due_due'::regclass"
        )
        indexed = {name for (name,) in cursor.fetchall()}
    assert indexed == {"id", "key"} and not indexed & changing
