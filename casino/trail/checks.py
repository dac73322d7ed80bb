"""The whole check on the database itself: the lines of an export, made from the rows and checked as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice

from django.db import connections

from casino.trail import checkpoints, export
from casino.trail.checking import Broken, Check
from casino.trail.models import Event, Stream

SAY_EVERY = 5000
# The next event after a head, and streams that have events and no head: a loose scan of the index by stream.
BEYOND = """
SELECT event.stream, event.seq FROM trail_stream head
 CROSS JOIN LATERAL (
       SELECT stream, seq FROM trail_event WHERE stream = head.stream AND seq > head.seq ORDER BY seq LIMIT 1) event
 ORDER BY event.stream LIMIT 1
"""
HEADLESS = """
WITH RECURSIVE found AS (
  (SELECT stream FROM trail_event ORDER BY stream LIMIT 1)
  UNION ALL
  SELECT (SELECT e.stream FROM trail_event e WHERE e.stream > found.stream ORDER BY e.stream LIMIT 1)
    FROM found WHERE found.stream IS NOT NULL
)
SELECT stream FROM found WHERE stream IS NOT NULL AND stream NOT IN (SELECT stream FROM trail_stream) LIMIT 1
"""


Say = Callable[[Check], None]


def begin(*, at: datetime, held: Mapping[int, bytes] | None = None, since: int = 0, using: str = "default") -> Check:
    """A check of the whole trail, or one that goes on after a checkpoint whose heads it reads and proves first."""
    check = Check(checkpoints.trusted_keys(), held)
    check.feed([export.header(at, None, since)])
    if since:
        check.feed(export.body([export.beginning(since, using=using)], using=using))
    return check


def go_on(check: Check, *, until: int | None = None, using: str = "default", say: Say = lambda check: None) -> None:
    """Feed what the next checkpoints cover, up to one of them or all. Raises Broken."""
    _feed(check, export.sealed_segments(after=check.reached, until=until, using=using), using, say)


def finish(check: Check, *, using: str = "default", say: Say = lambda check: None) -> None:
    """What no checkpoint covers yet, then the heads, then what somebody holds. Raises Broken."""
    _feed(check, [export.unsealed(check.reached, using=using)], using, say)
    _compare_heads(check, using)
    check.feed([export.closing(check.events, check.checkpoints)])
    check.end()


def _feed(check: Check, segments: Iterable[export.Segment], using: str, say: Say) -> None:
    for portion in _portions(export.body(segments, using=using)):
        check.feed(portion)
        say(check)


def _portions(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    source = iter(lines)
    while portion := list(islice(source, SAY_EVERY)):
        yield portion


def _compare_heads(check: Check, using: str) -> None:
    """What no checkpoint covers is held together by the heads: each must stand where its last event does."""
    for stream, seq, digest in Stream.objects.using(using).order_by("stream").values_list("stream", "seq", "hash"):
        head = check.heads.get(stream)
        there = head.seq if head else 0
        if there < seq and not _came_since(stream, there, using):
            raise Broken("missing", f"{stream} {there + 1}", f"the head of the stream stands at {seq}")
        if head and head.seq == seq and head.digest.decode() != bytes(digest).hex():
            raise Broken("changed", f"{stream} {seq}", "the head of the stream has another hash for it")
    with connections[using].cursor() as cursor:
        for statement in (BEYOND, HEADLESS):
            cursor.execute(statement)
            if found := cursor.fetchone():
                which = " ".join(map(str, found))
                raise Broken("forked", which, "it was put into the table past the head of its stream")


def _came_since(stream: str, there: int, using: str) -> bool:
    """Events that were appended while we checked are no gap."""
    return Event.objects.using(using).filter(stream=stream, seq=there + 1).exists()


def total(using: str = "default") -> int:
    """How many events there are to check."""
    return sum(Stream.objects.using(using).values_list("seq", flat=True))
