"""The proof of one event: its own hash, the chain to the head that a checkpoint covers, and the path to its root."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidSignature

from casino.trail import checkpoints, merkle
from casino.trail.encoding import FIELDS, event_text
from casino.trail.models import Checkpoint, Event, SealedHead

# Between an event and its head lies what a minute brought; an import may have brought more than a page should wait for.
FURTHEST = 5000


@dataclass(frozen=True, slots=True)
class Proof:
    checkpoint: Checkpoint
    head: SealedHead
    path: list[bytes]
    # None: the head is too far away to follow the chain here.
    chained: bool | None
    covered: bool
    signed: bool


def own_hash_holds(event: Event) -> bool:
    row = [getattr(event, field) for field in FIELDS]
    return sha256(event_text(row).encode()).digest() == bytes(event.hash)


def proof_of(event: Event, *, using: str = "default") -> Proof | None:
    """Nothing while no checkpoint covers it."""
    covering = SealedHead.objects.using(using).filter(stream=event.stream, seq__gte=event.seq)
    head = covering.select_related("checkpoint").order_by("seq").first()
    if head is None:
        return None
    tree = checkpoints.tree_at(checkpoints.heads_at(head.checkpoint_id, using=using))
    path = tree.path(head.leaf)
    value = merkle.leaf(head.stream, head.seq, bytes(head.hash).hex())
    found = merkle.root_from(value, head.leaf, head.checkpoint.streams, path)
    covered = found == bytes(head.checkpoint.root)
    return Proof(head.checkpoint, head, path, _chained(event, head, using), covered, _signed(head.checkpoint))


def _signed(checkpoint: Checkpoint) -> bool:
    key = checkpoints.trusted_keys().get(checkpoint.key)
    try:
        if key is not None:
            key.verify(bytes(checkpoint.signature), checkpoints.signed_text(checkpoint).encode())
    except InvalidSignature:
        return False
    return key is not None


def _chained(event: Event, head: SealedHead, using: str) -> bool | None:
    """Does each event from this one to the head give its hash, and name the one before it?"""
    if head.seq - event.seq > FURTHEST:
        return None
    rows = Event.objects.using(using).filter(stream=event.stream, seq__gte=event.seq, seq__lte=head.seq)
    previous, number = bytes(event.previous), event.seq
    for row in rows.order_by("seq").values_list(*FIELDS):
        if row[1] != number or bytes(row[13]) != previous:
            return False
        previous = sha256(event_text(row).encode()).digest()
        if previous != bytes(row[14]):
            return False
        number += 1
    return number == head.seq + 1 and previous == bytes(head.hash)
