"""The sweep: applies what is due exactly once, in order per subject, however late or often it runs.

Each row is one transaction: the subject is held, the handler's writes and the end of the row are committed together.
Whoever is killed in between has done nothing.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from casino.due.handlers import Handler, Handling, Unknown, handling
from casino.due.models import Due, Outcome, Subject, Waiting
from casino.refused import Refused
from casino.trail import record

log = logging.getLogger(__name__)

AT_ONCE = 200
LONGEST_PAUSE = timedelta(minutes=5)
# The first row of each subject that is due; one that failed holds the others of its subject back until its pause ends.
HEADS = """
SELECT subject FROM (
  SELECT DISTINCT ON (w.subject) w.subject, w.at, w.due_id, d.next_try_at
    FROM due_waiting w JOIN due_due d ON d.id = w.due_id
   WHERE w.at <= %(at)s AND w.subject <> ALL(%(passed)s::text[])
   ORDER BY w.subject, w.at, w.due_id
) AS head
WHERE next_try_at IS NULL OR next_try_at <= %(at)s ORDER BY at, due_id LIMIT %(most)s
"""


class Broken(Exception):
    """A handler came back, but its transaction can only be rolled back."""


class Overtaken(Exception):
    """Somebody else ended the row while it was being applied."""


def sweep(at: datetime, *, enough: Callable[[], bool] = lambda: False) -> int:
    """Apply what is due; says how many rows it applied. `enough` ends it early: the next sweep goes on."""
    applied, passed = 0, list[str]()
    while not enough() and (names := subjects_due(at, passed)):
        # Work that takes the whole process with it leaves no trace: it must not stand before the others every time.
        for name in random.sample(names, len(names)):
            applied += apply_subject(name, at)
            passed.append(name)
            if enough():
                break
    return applied


def subjects_due(at: datetime, passed: Collection[str] = ()) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(HEADS, {"at": at, "passed": list(passed), "most": AT_ONCE})
        return [name for (name,) in cursor.fetchall()]


def apply_subject(name: str, at: datetime) -> int:
    """All that is due for one subject, row by row, until one fails or is not due yet."""
    applied = 0
    while apply_next(name, at):
        applied += 1
    return applied


def apply_next(name: str, at: datetime) -> bool:
    """The subject's next row, if it is due and no other sweep holds the subject."""
    with transaction.atomic(durable=True):
        if not _hold(name):
            return False
        due = _head(name)
        if due is None or due.at > at or (due.next_try_at and due.next_try_at > at):
            return False
        return _apply(due, at)


def _hold(name: str) -> bool:
    """Until the end of the transaction; not of a kind that keeps others from adding rows for this subject."""
    locked = Subject.objects.select_for_update(no_key=True, skip_locked=True)
    return locked.filter(name=name).first() is not None


def _head(name: str) -> Due | None:
    first = Waiting.objects.filter(subject=name).order_by("at", "due_id").select_related("due").first()
    return first.due if first else None


def _apply(due: Due, at: datetime) -> bool:
    try:
        with transaction.atomic():
            _handle(handling(due.what), due, at)
            _settle(due, at)
    except Exception as error:
        log.warning("due work %s failed: %s", due.pk, error, exc_info=not isinstance(error, Refused | Unknown))
        _failed(due, error, at)
        return False
    return True


def _handle(what: Handling, due: Due, at: datetime) -> None:
    if what.when_gone is None:
        return _whole(what.apply, due, at)
    try:
        with transaction.atomic():
            _whole(what.apply, due, at)
    except ObjectDoesNotExist:
        _whole(what.when_gone, due, at)


def _whole(apply: Handler, due: Due, at: datetime) -> None:
    """Django rolls back in silence where a handler swallowed a database error: its work would be lost as done."""
    apply(due, at)
    if transaction.get_rollback():
        raise Broken(_("It ran into an error of the database and went on as if nothing was."))


def _settle(due: Due, at: datetime) -> None:
    """Last, so that a cancellation that came in between wins and everything here is undone."""
    taken, _models = Waiting.objects.filter(pk=due.pk).delete()
    if not taken:
        raise Overtaken(_("It was ended by somebody else while it was being done."))
    Due.objects.filter(pk=due.pk).update(outcome=Outcome.DONE, settled_at=at, settled_by="system", next_try_at=None)


def _failed(due: Due, error: Exception, at: datetime) -> None:
    """Remember why, and when to try again: after 1, 2, 4 … seconds, at most five minutes."""
    still = Due.objects.filter(pk=due.pk, outcome="")
    noted = still.update(
        tries=F("tries") + 1, error=sentence(error), failed_at=at, next_try_at=at + pause(due.tries + 1)
    )
    if noted and not due.tries:
        record.append(
            stream=due.stream, kind="due.failed", subject=f"due:{due.pk}", at=at, property=due.property_id,
            after={"due": due.pk, "what": due.what, "about": due.subject, "error": type(error).__name__},
        )  # fmt: skip


def pause(tries: int) -> timedelta:
    return min(timedelta(seconds=2 ** min(tries - 1, 16)), LONGEST_PAUSE)


def sentence(error: Exception) -> str:
    """Why it failed, for the staff who look at it."""
    if isinstance(error, Refused | Unknown | Overtaken | Broken):
        return str(error)
    if isinstance(error, ObjectDoesNotExist):
        return _("What this is about no longer exists: %(error)s") % {"error": error}
    return f"{type(error).__name__}: {error}"[:1000]
