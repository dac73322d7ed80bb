"""The trail as JSON Lines that anybody can check: in the order of the checkpoints, each after what it covers.

Between two checkpoints stand the events that the later one covers, stream by stream, and the heads to which they lead;
at the end the events that no checkpoint covers yet. An export of some streams has the path of each head in the tree
instead of the other streams. Rows never change, so that it is read in portions, with no long transaction.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connections

from casino.trail import checkpoints
from casino.trail.checkpoints import SeenHead
from casino.trail.encoding import FIELDS, FORMAT, event_line, instant
from casino.trail.models import Checkpoint, SealedHead, Stream

PORTION = 2000
# Checkpoints whose events are fetched with one statement, unless they cover very many.
TOGETHER = 200
EVENTS = f"""
SELECT span.part, {", ".join(f"event.{field}" for field in FIELDS)}
  FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::bigint[]) AS span(part, stream, after, upto)
 CROSS JOIN LATERAL (
       SELECT * FROM trail_event e
        WHERE e.stream = span.stream AND e.seq > span.after AND e.seq <= span.upto ORDER BY e.seq OFFSET 0) event
 ORDER BY span.part, event.stream COLLATE "C", event.seq
"""


@dataclass(frozen=True, slots=True)
class Segment:
    """What one checkpoint adds: spans of events that lead to heads. Without a checkpoint: what is not sealed yet."""

    checkpoint: Checkpoint | None
    heads: list[SeenHead]
    paths: dict[str, list[bytes]] = field(default_factory=dict)


def whole(*, at: datetime, since: int = 0, using: str = "default") -> Iterator[bytes]:
    """Everything, or everything after a checkpoint, whose heads then stand at the beginning."""
    yield header(at, None, since)
    yield from finish(body(whole_segments(since=since, using=using), using=using))


def of_streams(
    streams: Sequence[str], *, at: datetime, against: Iterable[int] = (), using: str = "default"
) -> Iterator[bytes]:
    """Some streams, with the proof of each in the last checkpoint and in those that somebody holds."""
    chosen = sorted(set(streams))
    yield header(at, chosen, 0)
    yield from finish(body(stream_segments(chosen, set(against), using=using), using=using))


def header(at: datetime, streams: list[str] | None, since: int) -> bytes:
    return _line({"trail": FORMAT, "made": instant(at), "streams": streams, "since": since, "fields": FIELDS})


def finish(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The closing line counts what stands above it, so that a file that was cut short shows it."""
    events = sealed = 0
    for line in lines:
        events += line.startswith(b'{"stream":')
        sealed += line.startswith(b'{"checkpoint":')
        yield line
    yield closing(events, sealed)


def closing(events: int, sealed: int) -> bytes:
    return _line({"end": {"events": events, "checkpoints": sealed}})


def body(segments: Iterable[Segment], *, using: str) -> Iterator[bytes]:
    for portion in portions(segments):
        events = _events(portion, using)
        row = next(events, None)
        for part, segment in enumerate(portion):
            while row is not None and row[0] == part:
                yield event_line(row[1:])
                row = next(events, None)
            if segment.checkpoint is not None:
                yield from (_head_line(head, segment.paths.get(head.stream)) for head in segment.heads)
                yield checkpoints.as_line(segment.checkpoint)


def portions(segments: Iterable[Segment]) -> Iterator[list[Segment]]:
    portion: list[Segment] = []
    events = 0
    for segment in segments:
        portion.append(segment)
        events += sum(head.seq - head.after for head in segment.heads)
        if events >= PORTION or len(portion) == TOGETHER:
            yield portion
            portion, events = [], 0
    if portion:
        yield portion


def whole_segments(*, since: int = 0, using: str = "default") -> Iterator[Segment]:
    """One segment a checkpoint, then what is not sealed."""
    if since:
        yield beginning(since, using=using)
    number = since
    for segment in sealed_segments(after=since, using=using):
        number = segment.checkpoint.number if segment.checkpoint else number
        yield segment
    yield unsealed(number, using=using)


def beginning(number: int, *, using: str) -> Segment:
    """The heads at a checkpoint, without their events: spans that are empty."""
    heads = [
        SeenHead(head.stream, head.seq, head.hash, head.seq, head.leaf)
        for head in checkpoints.heads_at(number, using=using)
    ]
    return Segment(Checkpoint.objects.using(using).get(number=number), heads)


def sealed_segments(*, after: int = 0, until: int | None = None, using: str) -> Iterator[Segment]:
    number, rows = after, Checkpoint.objects.using(using).order_by("number")
    if until is not None:
        rows = rows.filter(number__lte=until)
    while found := list(rows.filter(number__gt=number)[:TOGETHER]):
        moved = _moved(number + 1, found[-1].number, using)
        sealed = {checkpoint.number: checkpoint for checkpoint in found}
        # Heads whose checkpoint somebody took away: their events are there, and the next checkpoint tells.
        for each in sorted(moved.keys() | sealed.keys()):
            yield Segment(sealed.get(each), moved.get(each, []))
        number = found[-1].number


def unsealed(number: int, *, using: str, streams: Sequence[str] | None = None) -> Segment:
    """What came after a checkpoint: no heads are given for it, because nobody has signed them."""
    known = {head.stream: head.seq for head in checkpoints.heads_at(number, using=using)} if number else {}
    rows = Stream.objects.using(using).filter(seq__gt=0)
    if streams is not None:
        rows = rows.filter(stream__in=streams)
    heads = [
        SeenHead(row.stream, row.seq, bytes(row.hash), known.get(row.stream, 0), -1)
        for row in rows
        if row.seq > known.get(row.stream, 0)
    ]
    return Segment(None, heads)


def stream_segments(streams: Sequence[str], against: set[int], *, using: str) -> Iterator[Segment]:
    last = Checkpoint.objects.using(using).order_by("-number").values_list("number", flat=True).first()
    known: dict[str, int] = {}
    for checkpoint in Checkpoint.objects.using(using).filter(number__in=against | {last or 0}).order_by("number"):
        all_heads = checkpoints.heads_at(checkpoint.number, using=using)
        tree = checkpoints.tree_at(all_heads)
        heads = [
            SeenHead(head.stream, head.seq, head.hash, known.get(head.stream, 0), head.leaf)
            for head in all_heads
            if head.stream in streams
        ]
        heads.sort(key=lambda head: head.stream)
        known |= {head.stream: head.seq for head in heads}
        yield Segment(checkpoint, heads, {head.stream: tree.path(head.leaf) for head in heads})
    yield unsealed(last or 0, using=using, streams=streams)


def _moved(first: int, last: int, using: str) -> dict[int, list[SeenHead]]:
    found: dict[int, list[SeenHead]] = {}
    rows = SealedHead.objects.using(using).filter(checkpoint__gte=first, checkpoint__lte=last)
    for row in rows.order_by("checkpoint", "leaf"):
        head = SeenHead(row.stream, row.seq, bytes(row.hash), row.after, row.leaf)
        found.setdefault(row.checkpoint_id, []).append(head)
    return found


def _events(portion: Sequence[Segment], using: str) -> Iterator[tuple[Any, ...]]:
    spans = [
        (part, head.stream, head.after, head.seq)
        for part, segment in enumerate(portion)
        for head in segment.heads
        if head.seq > head.after
    ]
    if not spans:
        return
    with connections[using].chunked_cursor() as cursor:
        cursor.execute(EVENTS, [list(column) for column in zip(*spans, strict=True)])
        while rows := cursor.fetchmany(PORTION):
            yield from rows


def _head_line(head: SeenHead, path: list[bytes] | None) -> bytes:
    found: dict[str, Any] = {"head": head.stream, "seq": head.seq, "hash": head.hash.hex(), "leaf": head.leaf}
    if path is not None:
        found["path"] = [step.hex() for step in path]
    return _line(found)


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
