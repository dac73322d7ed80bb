"""Work for tests: a handler that notes what it did in the ledger's neighbour, the trail, so that a rollback shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from casino.due import handlers
from casino.due.models import Due
from casino.due.rows import later
from casino.trail import record
from casino.trail.models import Event

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)


@contextmanager
def handled(what: str, apply: Callable[[Due, datetime], None], **more: Any) -> Iterator[None]:
    """A handler for the length of a test."""
    handlers.handles(what, **more)(apply)
    try:
        yield
    finally:
        handlers._handlings.pop(what)


def note(due: Due, at: datetime) -> None:
    record.append(stream="place:1", kind="test.done", subject=due.subject, at=at, after={"due": due.pk})


def ask(subject: str = "place:1", at: datetime = NOON, **more: Any) -> Due:
    return later(at=at, what=more.pop("what", "test.note"), subject=subject, **more)


def done() -> list[int]:
    """Which rows the handler has done, in order, as far as it was committed."""
    events = Event.objects.filter(kind="test.done").order_by("seq")
    return [json.loads(event.after)["due"] for event in events]
