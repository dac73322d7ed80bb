"""Appending to the trail: in the caller's transaction, in one round trip.

Whoever appends to several streams in one transaction does so with `append_many`, which takes them in one order, so
that two transactions never wait for each other in a ring.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from casino import context
from casino.refused import Refused
from casino.trail.encoding import KIND_PATTERN, STREAM_PATTERN, instant

IS_STREAM = re.compile(STREAM_PATTERN.replace("$", r"\Z"))
IS_KIND = re.compile(KIND_PATTERN.replace("$", r"\Z"))
# A NUL inside JSON is written \u0000; an even number of backslashes before it makes it plain text.
NUL_IN_JSON = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
APPEND = (
    "SELECT trail_append(%s::text, %s::timestamptz, %s::integer, %s::text, %s::text, %s::text, %s::text, %s::text,"
    " %s::text, %s::text, %s::text, %s::text)"
)
APPEND_MANY = (
    "SELECT trail_append_many(%s::text[], %s::timestamptz[], %s::integer[], %s::text[], %s::text[], %s::text[],"
    " %s::text[], %s::text[], %s::text[], %s::text[], %s::text[], %s::text[])"
)
Row = tuple[str, datetime, int | None, str, str, str, str, str | None, str | None, str, str, str]


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event before it has its place in a stream. `before` and `after` hold ids and figures, never names."""

    stream: str
    kind: str
    subject: str
    at: datetime
    property: int | None = None
    actor: str = "system"
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None
    reason: str = ""
    clause: str = ""
    rule_set: str = ""


def append(
    *, stream: str, kind: str, subject: str, at: datetime, property: int | None = None, actor: str = "system",
    before: Mapping[str, Any] | None = None, after: Mapping[str, Any] | None = None, reason: str = "",
    clause: str = "", rule_set: str = "",
) -> int:  # fmt: skip
    """Add one event to its stream and say which number it got there."""
    event = NewEvent(stream, kind, subject, at, property, actor, before, after, reason, clause, rule_set)
    return int(_send(APPEND, _row(event)))


def append_many(events: Sequence[NewEvent]) -> list[int]:
    """Add events to their streams in one round trip; their numbers come back in the order given."""
    if not events:
        return []
    # Streams are taken in one order by everybody; within a stream the order given holds.
    order = sorted(range(len(events)), key=lambda index: events[index].stream)
    rows = [_row(events[index]) for index in order]
    numbers = _send(APPEND_MANY, [list(column) for column in zip(*rows, strict=True)])
    placed = dict(zip(order, numbers, strict=True))
    return [placed[index] for index in range(len(events))]


def _send(statement: str, values: Sequence[Any]) -> Any:
    connection = transaction.get_connection()
    if not connection.in_atomic_block:
        raise RuntimeError("The trail is written in the transaction of the change that it records: open one first.")
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()[0]


def _row(event: NewEvent) -> Row:
    if not IS_STREAM.match(event.stream):
        raise ValueError(f"{event.stream!r} is not the name of a stream, such as place:12.")
    if not IS_KIND.match(event.kind):
        raise ValueError(f"{event.kind!r} is not a kind of event, such as device.accepted.")
    if event.at.tzinfo is None:
        raise ValueError("The instant of an event has a time zone.")
    if not event.actor or not event.subject:
        raise ValueError("An event has an actor and a subject.")
    return (
        event.stream, event.at, event.property, _text(event.actor, "actor"), context.request_id.get(), event.kind,
        _text(event.subject, "subject"), _json(event.before, "before"), _json(event.after, "after"),
        _text(event.reason, "reason"), _text(event.clause, "clause"), _text(event.rule_set, "rule_set"),
    )  # fmt: skip


def _text(value: str, where: str) -> str:
    text = str(value)
    if "\x00" in text:
        raise Refused(None, _("A NUL character cannot be recorded."), where)
    return _encodable(text, where)


def _json(value: Mapping[str, Any] | None, where: str) -> str | None:
    if value is None:
        return None
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_plain)
    if NUL_IN_JSON.search(text):
        raise Refused(None, _("A NUL character cannot be recorded."), where)
    return _encodable(text, where)


def _encodable(text: str, where: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused(None, _("Half of a surrogate pair is no text and cannot be recorded."), where) from None
    return text


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return instant(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal | UUID | Promise):
        return str(value)
    raise TypeError(f"{type(value).__name__} does not belong into the trail.")
