"""Checking a trail line by line, as an export has it: chain, heads, checkpoints. No Django, no database.

Memory holds one entry a stream and the tree above them, however many events there are. An event costs one sha256 and
two comparisons; whatever does not follow at once goes the long way, which names what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from casino.trail import merkle
from casino.trail.encoding import FORMAT, NOTHING

EVENT = b'{"stream":"'
HASH_TAIL = len(f',"hash":"{NOTHING}"}}\n')
SIGNATURE_TAIL = len(f',"signature":"{NOTHING}{NOTHING}"}}\n')


class Broken(Exception):
    """The first thing that is not as it was written: what was done to it, which one, and how that shows."""

    def __init__(self, what: str, which: str, how: str, line: int = 0) -> None:
        super().__init__(f"{which} {WORDS[what]}: {how}")
        self.what, self.which, self.how, self.line = what, which, how, line


WORDS = {
    "changed": "was changed",
    "missing": "is missing",
    "reordered": "is out of order",
    "forked": "is there twice",
    "checkpoint": "does not match",
    "key": "was signed with another key",
    "held": "is not the one that you hold",
    "absent": "is not in this export",
    "cut": "is cut off",
    "unreadable": "cannot be read",
}


@dataclass(slots=True)
class Head:
    seq: int
    digest: bytes
    leaf: int = -1


@dataclass(frozen=True, slots=True)
class Sealed:
    """A checkpoint that matched everything before it."""

    number: int
    at: str
    events: int
    text: bytes
    key: str


class Check:
    """Feed it the lines of an export, in any portions, then `end()` it. Raises Broken at the first fault."""

    def __init__(self, keys: Mapping[str, Ed25519PublicKey], held: Mapping[int, bytes] | None = None) -> None:
        self.keys, self.held = dict(keys), dict(held or {})
        self.heads: dict[str, Head] = {}
        self.tree = merkle.Tree()
        self.sealed: Sealed | None = None
        self.matched: list[int] = []
        self.line = self.events = self.checkpoints = self.unsealed = 0
        self.since = 0
        self.streams: list[str] | None = None
        self._header = self._ended = False
        self._current = ""
        self._moved: set[str] = set()
        self._proofs: list[dict[str, Any]] = []

    @property
    def reached(self) -> int:
        """The last checkpoint that matched; 0 before the first."""
        return self.sealed.number if self.sealed else 0

    def feed(self, lines: Iterable[bytes]) -> None:
        """The short way for an event that follows the one before it; `_other` for everything else."""
        source = iter(lines)
        number, begun = self.line, self.line
        prefix, base, seq, previous = b"\n", b"", 0, b""
        counted = 0
        for line in source:
            number += 1
            if line.startswith(prefix):
                digest = sha256(line[:-HASH_TAIL]).hexdigest().encode()
                if line.endswith(b',"previous":"%b","hash":"%b"}\n' % (previous, digest)):
                    seq, previous = seq + 1, digest
                    prefix = b"%b%d," % (base, seq + 1)
                    counted += 1
                    continue
            self.line = number
            self._save(seq, previous, counted)
            counted = 0
            self._other(line, source)
            prefix = b"\n"
            if self._current:
                head = self.heads[self._current]
                base = b'{"stream":"%b","seq":' % self._current.encode()
                seq, previous, prefix = head.seq, head.digest, b"%b%d," % (base, head.seq + 1)
        self.line = number
        if number > begun:
            self._save(seq, previous, counted)
            self._current = ""

    def _save(self, seq: int, previous: bytes, counted: int) -> None:
        if counted:
            head = self.heads[self._current]
            head.seq, head.digest = seq, previous
            self.events += counted
            self.unsealed += counted

    def _other(self, line: bytes, rest: Iterator[bytes]) -> None:
        if not self._header:
            self._begin(line)
        elif self._ended:
            raise self._broken("unreadable", "what follows the closing line", "nothing may follow it")
        elif line.startswith(EVENT):
            self._event(line, rest)
        else:
            self._current = ""
            self._mark(line)

    def _begin(self, line: bytes) -> None:
        header = self._read(line)
        if header.get("trail") != FORMAT:
            raise self._broken("unreadable", "the first line", f"it is not that of an export in the form {FORMAT}")
        self.streams, self.since, self._header = header.get("streams"), int(header.get("since", 0)), True

    def _mark(self, line: bytes) -> None:
        found = self._read(line)
        try:
            if "head" in found:
                self._head(found)
            elif "checkpoint" in found:
                self._checkpoint(line, found)
            else:
                self._closing(found["end"])
        except (KeyError, TypeError, ValueError):
            raise self._broken("unreadable", f"line {self.line}", "it is no event, head or checkpoint") from None

    def _event(self, line: bytes, rest: Iterator[bytes]) -> None:
        """The first event of its stream in this place: read only where it does not follow."""
        stream = line[len(EVENT) : line.find(b'"', len(EVENT))].decode("ascii", "replace")
        head = self.heads.get(stream) or Head(0, NOTHING.encode())
        digest = sha256(line[:-HASH_TAIL]).hexdigest().encode()
        follows = line.startswith(b'{"stream":"%b","seq":%d,' % (stream.encode(), head.seq + 1))
        if not follows or not line.endswith(b',"previous":"%b","hash":"%b"}\n' % (head.digest, digest)):
            raise self._fault(line, digest, rest)
        if self.since and self.sealed is None:
            raise self._broken("unreadable", f"{stream} {head.seq + 1}", "it stands before the heads that it follows")
        head.seq, head.digest = head.seq + 1, digest
        self.heads[stream] = head
        self._current = stream
        self._moved.add(stream)
        self.events += 1
        self.unsealed += 1

    def _fault(self, line: bytes, digest: bytes, rest: Iterator[bytes]) -> Broken:
        """What is wrong with an event that does not follow."""
        event = self._read(line)
        stream, seq = str(event.get("stream")), event.get("seq")
        if not line.endswith(b',"hash":"%b"}\n' % digest) or not isinstance(seq, int):
            return self._broken("changed", f"{stream} {seq}", "its bytes do not give the hash that stands beside it")
        head = self.heads.get(stream) or Head(0, NOTHING.encode())
        if seq > head.seq + 1:
            return self._gap(stream, head.seq + 1, seq, rest)
        if seq <= head.seq:
            again = "the same event again" if digest == head.digest else "with another content"
            return self._broken("forked", f"{stream} {seq}", f"{again}; the stream already stood at {head.seq}")
        last = f"event {head.seq}" if head.seq else "the beginning"
        return self._broken(
            "changed", f"{stream} {max(head.seq, 1)}", f"event {seq} does not follow {last} as it stands here"
        )

    def _gap(self, stream: str, wanted: int, found: int, rest: Iterator[bytes]) -> Broken:
        """Missing, or further down: look through the rest of the lines for it."""
        prefix = f'{{"stream":"{stream}","seq":{wanted},'.encode()
        if any(line.startswith(prefix) for line in rest):
            return self._broken("reordered", f"{stream} {found}", f"it stands before event {wanted}")
        return self._broken("missing", f"{stream} {wanted}", f"event {found} follows event {wanted - 1}")

    def _head(self, found: dict[str, Any]) -> None:
        stream, seq, digest, place = found["head"], found["seq"], str(found["hash"]).encode(), found["leaf"]
        head = self.heads.get(stream)
        if head is None and self.since and self.sealed is None:
            head = self.heads[stream] = Head(seq, digest)
            self._moved.add(stream)
        if head is None or seq > head.seq:
            there = f"the export has {head.seq} of its events" if head else "the export has none of its events"
            raise self._broken("missing", f"{stream} {(head.seq if head else 0) + 1}", f"the head is {seq}, {there}")
        if seq < head.seq:
            raise self._broken("reordered", f"{stream} {seq + 1}", f"it stands before a checkpoint that ends at {seq}")
        if digest != head.digest:
            raise self._broken("changed", f"{stream} {seq}", "the checkpoint that covers it has another hash for it")
        if self.streams is not None:
            self._moved.discard(stream)
            self._proofs.append(found)
            return
        if stream not in self._moved:
            raise self._broken("forked", f"the head {stream} {seq}", "no event has moved it since it was last given")
        self._moved.remove(stream)
        if head.leaf not in (-1, place) or place > len(self.tree) or (head.leaf == -1 and place != len(self.tree)):
            raise self._broken("changed", f"the head of {stream}", f"it has the place {place} in the tree")
        head.leaf = place
        self.tree.put(place, merkle.leaf(stream, seq, digest.decode()))

    def _checkpoint(self, line: bytes, found: dict[str, Any]) -> None:
        number, which = found["checkpoint"], f"checkpoint {found['checkpoint']}"
        text = line[:-SIGNATURE_TAIL]
        self._follows(number, found, which)
        self.signed(text, found, which)
        if self._moved:
            stream = min(self._moved)
            raise self._broken(
                "checkpoint", which, f"{stream} {self.heads[stream].seq} stands before it and is not covered by it"
            )
        self._covers(found, which)
        if number in self.held:
            if self.held[number] != text:
                since = f"after checkpoint {self.matched[-1]}" if self.matched else "before it"
                raise self._broken("held", which, f"the record {since} was written again")
            self.matched.append(number)
        self.sealed = Sealed(number, found["at"], found["events"], text, found["key"])
        self.checkpoints += 1
        self.unsealed = 0

    def _follows(self, number: int, found: dict[str, Any], which: str) -> None:
        last, whole = self.sealed, self.streams is None
        expected = last.number + 1 if last else (self.since or 1)
        if number < expected or (whole and number > expected):
            what = "missing" if number > expected else "forked"
            shown = f"checkpoint {expected}" if what == "missing" else which
            raise self._broken(what, shown, f"after checkpoint {last.number if last else 0} comes {number}")
        # An export of some streams leaves checkpoints out, one that begins later those before it.
        known = number == 1 or (whole and last is not None)
        wanted = sha256(last.text).hexdigest() if last else NOTHING
        if known and found["previous"] != wanted:
            raise self._broken("checkpoint", which, "it does not follow the one before it")

    def signed(self, text: bytes, found: dict[str, Any], which: str) -> None:
        key = self.keys.get(found["key"])
        if key is None:
            raise self._broken("key", which, f"the key {found['key']} is not one that you gave")
        try:
            key.verify(bytes.fromhex(found["signature"]), text)
        except (InvalidSignature, ValueError):
            raise self._broken("changed", which, "its signature does not fit it") from None

    def _covers(self, found: dict[str, Any], which: str) -> None:
        root = bytes.fromhex(found["root"])
        if self.streams is not None:
            for proof in self._proofs:
                self._proven(proof, root, found["streams"], which)
            self._proofs.clear()
            return
        if self.tree.root() != root or len(self.tree) != found["streams"]:
            raise self._broken("checkpoint", which, "the events and heads before it give another root")
        before = self.sealed.events if self.sealed else found["events"] if self.since else 0
        if found["events"] != before + self.unsealed:
            raise self._broken("checkpoint", which, f"it counts {found['events']} events, here are {self.events}")

    def _proven(self, proof: dict[str, Any], root: bytes, size: int, which: str) -> None:
        value = merkle.leaf(proof["head"], proof["seq"], proof["hash"])
        try:
            path = [bytes.fromhex(step) for step in proof["path"]]
            right = merkle.root_from(value, proof["leaf"], size, path) == root
        except ValueError:
            right = False
        if not right:
            raise self._broken("changed", f"{proof['head']} {proof['seq']}", f"its proof does not lead to {which}")

    def _closing(self, counts: dict[str, Any]) -> None:
        if counts != {"events": self.events, "checkpoints": self.checkpoints}:
            raise self._broken("cut", "the export", f"its closing line counts {counts}, here are {self.events} events")
        self._ended = True

    def end(self) -> None:
        """Nothing more comes: is it all there that should be?"""
        if not self._header:
            raise self._broken("cut", "the export", "it is empty")
        if not self._ended:
            raise self._broken("cut", "the export", "it ends without its closing line")
        for stream in self.streams or ():
            if stream not in self.heads:
                raise self._broken("missing", f"{stream} 1", "the export says that it holds this stream")
        last = self.reached
        for number in sorted(set(self.held) - set(self.matched)):
            if number > last:
                raise self._broken("cut", "the export", f"it ends at checkpoint {last}, and you hold {number}")
            raise self._broken("absent", f"checkpoint {number}", "you hold it; ask for an export that proves it")

    def _read(self, line: bytes) -> dict[str, Any]:
        if not line.endswith(b"\n"):
            raise self._broken("cut", f"line {self.line}", "it has no end")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise self._broken("unreadable", f"line {self.line}", "it is not JSON")
        return found

    def _broken(self, what: str, which: str, how: str) -> Broken:
        return Broken(what, which, how, self.line)
