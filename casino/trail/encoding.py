"""The exact bytes that the trail's hashes and signatures cover. No Django here: the offline verifier uses it too.

An event is one line of JSON with its keys in a fixed order. Its hash is the sha256 of the line's bytes up to, and
without, `,"hash":`; the previous event's hash stands inside them. A checkpoint is written alike, and signed up to
`,"signature":`. So a line of an export can be checked with nothing but a sha256 program.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from json.encoder import encode_basestring as quoted
from typing import Any

FORMAT = "pitboss-trail-1"
FIELDS = (
    "stream", "seq", "at", "property", "actor", "request", "kind", "subject", "before", "after", "reason", "clause",
    "rule_set", "previous", "hash",
)  # fmt: skip
# What the first event of a stream, and the first checkpoint, name as their predecessor.
NOTHING = "0" * 64
STREAM_PATTERN = r"^[a-z_]+:[A-Za-z0-9._:/@+-]{1,120}$"
KIND_PATTERN = r"^[a-z_]+\.[a-z_]+$"


def instant(at: datetime) -> str:
    """UTC, always with microseconds: one instant has one text."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def event_text(event: Sequence[Any]) -> str:
    """What the hash covers, from an event's fields in the order of FIELDS. `before` and `after` are JSON already."""
    stream, seq, at, place, actor, request, kind, subject, before, after, reason, clause, rule_set, previous = event[
        :14
    ]
    return (
        f'{{"stream":"{stream}","seq":{seq},"at":"{instant(at)}","property":{"null" if place is None else place},'
        f'"actor":{quoted(actor)},"request":{quoted(request)},"kind":"{kind}","subject":{quoted(subject)},'
        f'"before":{"null" if before is None else before},"after":{"null" if after is None else after},'
        f'"reason":{quoted(reason)},"clause":{quoted(clause)},"rule_set":{quoted(rule_set)},'
        f'"previous":"{bytes(previous).hex()}"'
    )


def event_line(event: Sequence[Any]) -> bytes:
    """An event as it stands in an export: what the hash covers, and the hash."""
    return f'{event_text(event)},"hash":"{bytes(event[14]).hex()}"}}\n'.encode()


def checkpoint_text(
    number: int, at: datetime, events: int, streams: int, root: bytes, previous: bytes, key: str
) -> str:
    """What the signature covers."""
    return (
        f'{{"checkpoint":{number},"at":"{instant(at)}","events":{events},"streams":{streams},'
        f'"root":"{root.hex()}","previous":"{previous.hex()}","key":"{key}"'
    )


def checkpoint_line(text: str, signature: bytes) -> bytes:
    """A checkpoint as it stands in an export and in the file that a regulator holds."""
    return f'{text},"signature":"{signature.hex()}"}}\n'.encode()


def key_name(public: bytes) -> str:
    """By what a checkpoint names the key that signed it."""
    return hashlib.sha256(public).hexdigest()[:16]
