"""What waits for time: writing a row, cancelling it, trying it again. `sweep` does what is due."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext as _

from casino.due.handlers import handles
from casino.due.models import Due, Outcome, Waiting
from casino.due.sweeping import sweep
from casino.refused import Refused, refuse_unless
from casino.trail import record

__all__ = ["cancel", "handles", "later", "retry", "sweep"]

LATER = """
WITH named AS (INSERT INTO due_subject (name) VALUES (%(subject)s) ON CONFLICT (name) DO NOTHING),
made AS (
  INSERT INTO due_due (what, subject, at, by, arguments, property_id, key, tries, error, outcome, settled_by, reason)
  VALUES (%(what)s, %(subject)s, %(at)s, %(by)s, %(arguments)s::jsonb, %(property)s, %(key)s, 0, '', '', '', '')
  ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING RETURNING id
),
queued AS (INSERT INTO due_waiting (due_id, subject, at) SELECT id, %(subject)s, %(at)s FROM made)
SELECT id FROM made
"""


def later(
    *, at: datetime, what: str, subject: str, by: str = "system", arguments: Mapping[str, Any] | None = None,
    property: int | None = None, key: str = "",
) -> Due:  # fmt: skip
    """Do something at an instant, in the caller's transaction. The same key gives the same row."""
    if at.tzinfo is None:
        raise ValueError("The instant of due work has a time zone.")
    refuse_unless(what and subject, clause=None, message=_("Due work says what it is and what it is about."))
    given = {
        "at": at, "what": what, "subject": subject, "by": by, "arguments": dict(arguments or {}),
        "property_id": property, "key": key or None,
    }  # fmt: skip
    values: dict[str, Any] = given | {
        "property": property,
        "arguments": json.dumps(given["arguments"], allow_nan=False),
    }
    with connection.cursor() as cursor:
        cursor.execute(LATER, values)
        made = cursor.fetchone()
    return _as_written(Due(pk=made[0], **given)) if made else _the_same(**given)


def _as_written(due: Due) -> Due:
    due._state.adding, due._state.db = False, "default"
    return due


def _the_same(**given: Any) -> Due:
    kept = Due.objects.get(key=given["key"])
    body = ("what", "subject", "at", "arguments", "property_id")
    if any(getattr(kept, name) != given[name] for name in body):
        raise Refused(None, _("The key %(key)s was used for other work.") % {"key": given["key"]}, "key")
    return kept


@transaction.atomic
def cancel(due: Due, *, by: str, reason: str, at: datetime) -> Due:
    """Take back what has not been done yet. A sweep that is at it right now finds its row gone and undoes its step."""
    refuse_unless(reason.strip(), clause=None, message=_("Say why it is cancelled."), where="reason")
    taken, _models = Waiting.objects.filter(pk=due.pk).delete()
    due = Due.objects.get(pk=due.pk)
    if not taken:
        was = _("It was done already.") if due.outcome == Outcome.DONE else _("It was cancelled already.")
        raise Refused(None, was)
    due.outcome, due.settled_at, due.settled_by, due.reason = Outcome.CANCELLED, at, by, reason
    due.save(update_fields=["outcome", "settled_at", "settled_by", "reason"])
    _note(due, "due.cancelled", by=by, at=at, reason=reason)
    return due


@transaction.atomic
def retry(due: Due, *, by: str, at: datetime) -> Due:
    """Try failing work again at the next sweep, without waiting for its pause to end."""
    due = Due.objects.select_for_update(no_key=True).get(pk=due.pk)
    failing = due.tries and not due.outcome
    refuse_unless(failing, clause=None, message=_("Only work that is failing can be tried again."))
    due.next_try_at = at
    due.save(update_fields=["next_try_at"])
    _note(due, "due.retried", by=by, at=at)
    return due


def _note(due: Due, kind: str, *, by: str, at: datetime, reason: str = "") -> None:
    record.append(
        stream=due.stream, kind=kind, subject=f"due:{due.pk}", at=at, actor=by, property=due.property_id,
        after={"due": due.pk, "what": due.what, "about": due.subject, "due_at": due.at, "tries": due.tries},
        reason=reason,
    )  # fmt: skip
