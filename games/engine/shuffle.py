"""Shuffles: one from the operating system that is committed before the first card, one seeded for simulation."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from games.engine.cards import CARDS

SALT_BYTES = 32

Bytes = Callable[[int], bytes]


def below(limit: int, source: Bytes = os.urandom) -> int:
    """An unbiased integer from 0 to limit - 1: draws that would favour small results are thrown away."""
    size = (limit.bit_length() + 7) // 8
    fair = 256**size // limit * limit
    while (drawn := int.from_bytes(source(size), "big")) >= fair:
        pass
    return drawn % limit


def shuffled(cards: Sequence[int], source: Bytes = os.urandom) -> tuple[int, ...]:
    """Fisher and Yates over the operating system's randomness; every order is equally likely."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, source)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def seeded(cards: Sequence[int], seed: int) -> tuple[int, ...]:
    """The same order for the same seed: for simulation, never for a table."""
    order = list(cards)
    random.Random(seed).shuffle(order)
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a player is given with a card: enough to check it against the root published before the deal."""

    position: int
    card: str
    salt: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Committed:
    """A shuffled deck or shoe with its Merkle tree. Secret but for `root` and what is opened."""

    cards: tuple[int, ...]
    salts: tuple[bytes, ...]
    levels: tuple[tuple[bytes, ...], ...]

    @property
    def root(self) -> str:
        """Published before the first card, with the number of cards."""
        return _root(len(self.cards), self.levels[-1][0]).hex()

    def open(self, position: int) -> Opening:
        """The proof for one card, by its place from the top, counted from 0."""
        path, place = [], position
        for level in self.levels[:-1]:
            if place ^ 1 < len(level):
                path.append(level[place ^ 1].hex())
            place >>= 1
        return Opening(position, CARDS[self.cards[position]], self.salts[position].hex(), tuple(path))


def commit(cards: Sequence[int], source: Bytes = os.urandom, salts: Sequence[bytes] | None = None) -> Committed:
    """The tree over (position, card, salt); give the salts to build it again from what was stored."""
    used = tuple(salts) if salts is not None else tuple(source(SALT_BYTES) for _ in cards)
    level = tuple(_leaf(place, CARDS[card], salt) for place, (card, salt) in enumerate(zip(cards, used, strict=True)))
    levels = [level]
    while len(level) > 1:
        level = tuple(_above(level, place) for place in range(0, len(level), 2))
        levels.append(level)
    return Committed(tuple(cards), used, tuple(levels))


def shuffle(cards: Sequence[int], source: Bytes = os.urandom) -> Committed:
    """Shuffle and commit in one go."""
    return commit(shuffled(cards, source), source)


def check(root: str, size: int, opening: Opening) -> bool:
    """Whether an opened card is the one that `root` promised at that place among `size` cards."""
    try:
        return _climb(size, opening).hex() == root.lower()
    except (ValueError, IndexError):
        return False


def _climb(size: int, opening: Opening) -> bytes:
    if not 0 <= opening.position < size or opening.card not in CARDS:
        raise ValueError("no such card")
    digest = _leaf(opening.position, opening.card, bytes.fromhex(opening.salt))
    place, width, path = opening.position, size, list(opening.path)
    while width > 1:
        if place ^ 1 < width:
            beside = bytes.fromhex(path.pop(0))
            digest = _node(beside, digest) if place & 1 else _node(digest, beside)
        place, width = place >> 1, (width + 1) >> 1
    if path:
        raise ValueError("path too long")
    return _root(size, digest)


# Leaves, nodes and the root begin with different bytes, so that none can be passed off as another.
def _leaf(position: int, card: str, salt: bytes) -> bytes:
    return sha256(b"\0" + position.to_bytes(4, "big") + card.encode() + salt).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def _root(size: int, top: bytes) -> bytes:
    return sha256(b"\2" + size.to_bytes(4, "big") + top).digest()


def _above(level: tuple[bytes, ...], place: int) -> bytes:
    """Two nodes make one; the last of an odd number goes up as it is."""
    return _node(level[place], level[place + 1]) if place + 1 < len(level) else level[place]
