"""Checkpoints: each minute the Merkle root of all stream heads is signed, also when nothing has changed.

A checkpoint vouches for its instant: with none in a quiet night nobody could tell it from a night that was cut out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.conf import settings
from django.db import connection, connections, transaction

from casino.trail import keys, merkle
from casino.trail.encoding import NOTHING, checkpoint_line, checkpoint_text
from casino.trail.models import Checkpoint, SealedHead

ONE_AT_A_TIME = 0x5049_5442_0002
# Beat asks each minute; a second call soon after it (a task that ran twice) finds the work done.
TOO_SOON = timedelta(seconds=30)

# Heads and events are committed together, so that one statement sees either both or none of them.
HEADS = """
SELECT head.stream, head.seq, head.hash, sealed.seq, sealed.leaf
  FROM trail_stream head
  LEFT JOIN LATERAL (
       SELECT seq, leaf FROM trail_sealedhead WHERE stream = head.stream ORDER BY seq DESC LIMIT 1
       ) sealed ON true
 WHERE head.seq > 0
 ORDER BY sealed.leaf NULLS LAST, head.stream
"""


@dataclass(frozen=True, slots=True)
class SeenHead:
    """A stream's head, and what the last checkpoint knew of it."""

    stream: str
    seq: int
    hash: bytes
    after: int
    leaf: int


def trusted_keys() -> dict[str, Ed25519PublicKey]:
    """Our own key, and those that were ours before: TRAIL_FORMER_KEYS, public and in hex."""
    former = [keys.read_public(key.encode()) for key in getattr(settings, "TRAIL_FORMER_KEYS", [])]
    return keys.by_name([public_key(), *former])


def public_key() -> Ed25519PublicKey:
    return keys.signer(settings.TRAIL_SIGNING_KEY).public_key()


@transaction.atomic
def seal(*, at: datetime) -> Checkpoint:
    """Sign a checkpoint, or return the last one where it was signed only just now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ONE_AT_A_TIME])
    last = Checkpoint.objects.order_by("-number").first()
    if last is not None and abs(at - last.at) < TOO_SOON:
        return last
    heads = current_heads()
    fresh = _next(last, heads, at)
    # The heads first: once their checkpoint is there, the database takes no more of them.
    SealedHead.objects.bulk_create(
        [
            SealedHead(stream=h.stream, seq=h.seq, after=h.after, leaf=h.leaf, hash=h.hash, checkpoint=fresh)
            for h in heads
            if h.seq > h.after
        ],
        batch_size=1000,
    )
    fresh.save(force_insert=True)
    return fresh


def current_heads() -> list[SeenHead]:
    """All heads in the order of their leaves; streams that are new get the next ones."""
    with connection.cursor() as cursor:
        cursor.execute(HEADS)
        return [
            SeenHead(stream, seq, bytes(digest), after or 0, index if leaf is None else leaf)
            for index, (stream, seq, digest, after, leaf) in enumerate(cursor.fetchall())
        ]


def _next(last: Checkpoint | None, heads: Iterable[SeenHead], at: datetime) -> Checkpoint:
    signer = keys.signer(settings.TRAIL_SIGNING_KEY)
    heads = list(heads)
    fresh = Checkpoint(
        number=last.number + 1 if last else 1,
        at=at,
        events=sum(head.seq for head in heads),
        streams=len(heads),
        root=merkle.root_of(merkle.leaf(head.stream, head.seq, head.hash.hex()) for head in heads),
        previous=sha256(signed_text(last).encode()).digest() if last else bytes.fromhex(NOTHING),
        key=keys.name_of(signer.public_key()),
    )
    fresh.signature = signer.sign(signed_text(fresh).encode())
    return fresh


def signed_text(checkpoint: Checkpoint) -> str:
    return checkpoint_text(
        checkpoint.number,
        checkpoint.at,
        checkpoint.events,
        checkpoint.streams,
        bytes(checkpoint.root),
        bytes(checkpoint.previous),
        checkpoint.key,
    )


def as_line(checkpoint: Checkpoint) -> bytes:
    """As it is downloaded, held, and handed to the verifier."""
    return checkpoint_line(signed_text(checkpoint), bytes(checkpoint.signature))


def heads_at(number: int, *, using: str = "default") -> list[SeenHead]:
    """The heads that a checkpoint covers, in the order of their leaves."""
    statement = """
        SELECT sealed.stream, sealed.seq, sealed.hash, sealed.after, sealed.leaf
          FROM trail_sealedhead first
         CROSS JOIN LATERAL (
               SELECT * FROM trail_sealedhead s
                WHERE s.stream = first.stream AND s.checkpoint_id <= %s ORDER BY s.seq DESC LIMIT 1) sealed
         WHERE first.after = 0 ORDER BY sealed.leaf
    """
    with connections[using].cursor() as cursor:
        cursor.execute(statement, [number])
        return [SeenHead(row[0], row[1], bytes(row[2]), row[3], row[4]) for row in cursor.fetchall()]


def tree_at(heads: Iterable[SeenHead]) -> merkle.Tree:
    tree = merkle.Tree()
    for head in heads:
        tree.put(head.leaf, merkle.leaf(head.stream, head.seq, head.hash.hex()))
    return tree
