"""Say that something changed: in the transaction the channel's version rises, after the commit screens hear of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction

from casino.live import channels, store

MOST_BYTES = 64 * 1024

RAISE = """
INSERT INTO live_channel AS c (name, version)
SELECT name, count FROM unnest(%s::text[], %s::bigint[]) AS raised (name, count) ORDER BY name
ON CONFLICT (name) DO UPDATE SET version = c.version + EXCLUDED.version RETURNING c.name, c.version
"""


@dataclass(frozen=True, slots=True)
class Change:
    channel: str
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)


def changed(channel: str, kind: str, data: Mapping[str, Any] | None = None) -> None:
    """Inside the transaction, as its last statement: the channel's row stays locked until the commit."""
    changed_all([Change(channel, kind, data or {})])


def changed_all(changes: Sequence[Change]) -> None:
    """Several changes in one round trip; their channels are locked in the order of their names."""
    if not connection.in_atomic_block:
        raise RuntimeError("live.changed belongs into the transaction of the change.")
    texts = [_checked(change) for change in changes]
    counts = Counter(change.channel for change in changes)
    versions = Counter(_raise(counts)) - counts
    for change, text in zip(changes, texts, strict=True):
        versions[change.channel] += 1
        add = partial(store.add_if_there, change.channel, versions[change.channel], change.kind, text)
        transaction.on_commit(add, robust=True)


def _checked(change: Change) -> str:
    channels.find(change.channel)
    if not change.kind.isidentifier():
        raise ValueError(f"{change.kind!r} is no kind of change")
    text = json.dumps(change.data, cls=DjangoJSONEncoder, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    if len(text.encode()) > MOST_BYTES:
        raise ValueError(f"a change of {change.channel} is larger than {MOST_BYTES} bytes")
    return text


def _raise(counts: Counter[str]) -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute(RAISE, [list(counts), list(counts.values())])
        return dict(cursor.fetchall())
