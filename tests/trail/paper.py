"""A trail on paper: made without a database, so that it can be forged in every way."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from casino.trail import keys, merkle
from casino.trail.checking import Check
from casino.trail.encoding import (
    FIELDS,
    FORMAT,
    NOTHING,
    checkpoint_line,
    checkpoint_text,
    event_line,
    event_text,
)

START = datetime(2026, 11, 14, 7, 42, tzinfo=UTC)
SEED, OTHER_SEED = "11" * 32, "22" * 32


@dataclass
class Paper:
    seed: str = SEED
    lines: list[bytes] = field(default_factory=list)
    heads: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    leaves: dict[str, int] = field(default_factory=dict)
    moved: list[str] = field(default_factory=list)
    events: int = 0
    checkpoints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        header = {"trail": FORMAT, "made": "", "streams": None, "since": 0, "fields": FIELDS}
        self.lines.append(json.dumps(header).encode() + b"\n")

    def append(self, stream: str = "place:12", *, reason: str = "", times: int = 1) -> Paper:
        for _ in range(times):
            seq, previous = self.heads.get(stream, (0, bytes.fromhex(NOTHING)))
            at = START + timedelta(seconds=self.events)
            row = [stream, seq + 1, at, 1, "staff:3", "", "limits.changed", stream, None, '{"minimum":5000}',
                   reason, "NZ1 9.3(a)", "", previous]  # fmt: skip
            digest = sha256(event_text(row).encode()).digest()
            self.lines.append(event_line([*row, digest]))
            self.heads[stream] = seq + 1, digest
            self.events += 1
            if stream not in self.moved:
                self.moved.append(stream)
        return self

    def seal(self) -> Paper:
        for stream in sorted(self.moved, key=lambda name: (self.leaves.get(name, 10**6), name)):
            leaf = self.leaves.setdefault(stream, len(self.leaves))
            seq, digest = self.heads[stream]
            head = {"head": stream, "seq": seq, "hash": digest.hex(), "leaf": leaf}
            self.lines.append(json.dumps(head, separators=(",", ":")).encode() + b"\n")
        self.moved.clear()
        ordered = sorted(self.leaves, key=self.leaves.__getitem__)
        root = merkle.root_of(merkle.leaf(name, self.heads[name][0], self.heads[name][1].hex()) for name in ordered)
        number = len(self.checkpoints) + 1
        previous = sha256(self.checkpoints[-1].encode()).digest() if self.checkpoints else bytes.fromhex(NOTHING)
        signer = keys.signer(self.seed)
        text = checkpoint_text(
            number, START + timedelta(minutes=number), self.events, len(ordered), root, previous,
            keys.name_of(signer.public_key()),
        )  # fmt: skip
        self.checkpoints.append(text)
        self.lines.append(checkpoint_line(text, signer.sign(text.encode())))
        return self

    def end(self) -> list[bytes]:
        counts = {"events": self.events, "checkpoints": len(self.checkpoints)}
        return [*self.lines, json.dumps({"end": counts}).encode() + b"\n"]

    def held(self, number: int) -> dict[int, bytes]:
        return {number: self.checkpoints[number - 1].encode()}

    def write_held(self, number: int, path: Path) -> Path:
        path.write_bytes(next(line for line in self.lines if line.startswith(b'{"checkpoint":%d,' % number)))
        return path


def evening(*, reason: str = "", seed: str = SEED) -> Paper:
    """Two tables and a dealer over three checkpoints, and two events that none covers yet."""
    paper = Paper(seed)
    paper.append("place:12", reason=reason, times=3).append("place:13", times=2).seal()
    paper.append("place:12", times=4).append("staff:3", times=2).seal()
    paper.append("place:13", times=3).seal()
    return paper.append("place:12", times=2)


def check(lines: list[bytes], *, seed: str = SEED, held: dict[int, bytes] | None = None) -> Check:
    """Through the offline check; raises Broken."""
    found = Check(keys.by_name([keys.signer(seed).public_key()]), held)
    found.feed(lines)
    found.end()
    return found
