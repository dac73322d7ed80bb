"""A Merkle tree over the heads of all streams, shaped as in RFC 6962: leaves are replaced and added, never removed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()


def leaf(stream: str, seq: int, digest: str) -> bytes:
    """The first byte keeps a leaf from ever passing for a node."""
    return sha256(f'\x00["{stream}",{seq},"{digest}"]'.encode()).digest()


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """Only the paths above changed leaves are computed again."""

    def __init__(self) -> None:
        self._levels: list[list[bytes]] = [[]]
        self._changed: set[int] = set()

    def __len__(self) -> int:
        return len(self._levels[0])

    def put(self, index: int, value: bytes) -> None:
        leaves = self._levels[0]
        if index == len(leaves):
            leaves.append(value)
        else:
            leaves[index] = value
        self._changed.add(index)

    def root(self) -> bytes:
        depth = 0
        while len(below := self._levels[depth]) > 1:
            depth += 1
            if depth == len(self._levels):
                self._levels.append([])
            self._changed = {index >> 1 for index in self._changed}
            self._renew(below, self._levels[depth])
        self._changed = set()
        return self._levels[-1][0] if self._levels[0] else EMPTY

    def _renew(self, below: list[bytes], above: list[bytes]) -> None:
        for index in sorted(self._changed):
            pair = below[2 * index : 2 * index + 2]
            value = node(*pair) if len(pair) == 2 else pair[0]
            if index == len(above):
                above.append(value)
            else:
                above[index] = value

    def path(self, index: int) -> list[bytes]:
        """The neighbours that lead from a leaf to the root."""
        self.root()
        found = []
        for level in self._levels[:-1]:
            if index ^ 1 < len(level):
                found.append(level[index ^ 1])
            index >>= 1
        return found


def root_from(value: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root that a leaf and its path give in a tree of that size; ValueError where the path does not fit it."""
    neighbours = iter(path)
    if not 0 <= index < size:
        raise ValueError("no such leaf")
    while size > 1:
        if index ^ 1 < size:
            neighbour = next(neighbours, None)
            if neighbour is None:
                raise ValueError("the path is too short")
            value = node(neighbour, value) if index & 1 else node(value, neighbour)
        index, size = index >> 1, (size + 1) >> 1
    if next(neighbours, None) is not None:
        raise ValueError("the path is too long")
    return value


def root_of(leaves: Iterable[bytes]) -> bytes:
    tree = Tree()
    for index, value in enumerate(leaves):
        tree.put(index, value)
    return tree.root()
