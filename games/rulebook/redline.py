"""What changed between two texts of a document: clause by clause, and inside a clause word by word."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from games.rulebook.shapes import ClauseText

# Fewer shared words between two changes than this are struck and written again with them: islands are hard to read.
LEAST_ISLAND = 2
ALIKE = 0.6


class Kind(StrEnum):
    SAME = "same"
    INSERTED = "inserted"
    DELETED = "deleted"


class What(StrEnum):
    SAME = "same"
    AMENDED = "amended"
    INSERTED = "inserted"
    DELETED = "deleted"
    RENUMBERED = "renumbered"
    RETITLED = "retitled"


@dataclass(frozen=True, slots=True)
class Piece:
    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """One clause in both texts. `pieces` read in order give the old text without the insertions, and the new one."""

    what: What
    number: str
    old: ClauseText | None
    new: ClauseText | None
    heading: tuple[Piece, ...]
    pieces: tuple[Piece, ...]


def redline(old: Sequence[ClauseText], new: Sequence[ClauseText]) -> list[ClauseChange]:
    """Every clause of the new text in its order, with those that are gone where they stood."""
    pairs = _pair(old, new)
    kept = set(pairs.values())
    changes: list[ClauseChange] = []
    taken = 0
    for place, clause in enumerate(new):
        before = pairs.get(place)
        if before is not None:
            changes += [_gone(old[gap]) for gap in range(taken, before) if gap not in kept]
            taken = max(taken, before + 1)
        changes.append(_compare(old[before], clause) if before is not None else _come(clause))
    changes += [_gone(old[gap]) for gap in range(taken, len(old)) if gap not in kept]
    return changes


def changed(changes: Sequence[ClauseChange]) -> list[ClauseChange]:
    """The list of changes: what a reader wants first."""
    return [change for change in changes if change.what is not What.SAME]


def _pair(old: Sequence[ClauseText], new: Sequence[ClauseText]) -> dict[int, int]:
    """New place to old place: by number and kind, repeated numbers in order; then what moved, by its words."""
    waiting: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, clause in enumerate(old):
        waiting[_key(clause)].append(place)
    pairs: dict[int, int] = {}
    for place, clause in enumerate(new):
        if found := waiting[_key(clause)]:
            pairs[place] = found.pop(0)
    left = [place for places in waiting.values() for place in places]
    by_text = {old[place].text: place for place in left if len(old[place].text) > 20}
    for place, clause in enumerate(new):
        if place in pairs:
            continue
        moved = by_text.pop(clause.text, None)
        if moved is None:
            moved = _alike(clause, old, by_text)
        if moved is not None:
            pairs[place] = moved
            by_text.pop(old[moved].text, None)
    return pairs


def _key(clause: ClauseText) -> tuple[str, ...]:
    if clause.number:
        return (clause.number,)
    return (clause.kind, clause.parent, clause.heading or clause.text)


def _alike(clause: ClauseText, old: Sequence[ClauseText], left: dict[str, int]) -> int | None:
    """A clause that was renumbered and amended at once shares most of its words with the one it was."""
    words = set(clause.text.split())
    if len(words) < 6:
        return None
    best, score = None, ALIKE
    for text, place in left.items():
        others = set(text.split())
        shared = len(words & others) / max(len(words | others), 1)
        if shared > score and old[place].kind == clause.kind:
            best, score = place, shared
    return best


def _compare(old: ClauseText, new: ClauseText) -> ClauseChange:
    heading, pieces = words(old.heading, new.heading), words(old.text, new.text)
    if old.number != new.number:
        what = What.RENUMBERED
    elif old.text != new.text:
        what = What.AMENDED
    elif old.heading != new.heading:
        what = What.RETITLED
    else:
        what = What.SAME
    return ClauseChange(what, new.number, old, new, heading, pieces)


def _gone(clause: ClauseText) -> ClauseChange:
    return ClauseChange(What.DELETED, clause.number, clause, None, words(clause.heading, ""), words(clause.text, ""))


def _come(clause: ClauseText) -> ClauseChange:
    return ClauseChange(What.INSERTED, clause.number, None, clause, words("", clause.heading), words("", clause.text))


def words(old: str, new: str) -> tuple[Piece, ...]:
    """Word by word; a word keeps its punctuation and the space after it, so that no comma changes alone."""
    if old == new:
        return (Piece(Kind.SAME, new),) if new else ()
    before, after = _split(old), _split(new)
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    pieces: list[Piece] = []
    struck: list[str] = []
    written: list[str] = []
    for place, (step, a, b, c, d) in enumerate(steps):
        island = 0 < place < len(steps) - 1 and sum(len(word.strip()) > 0 for word in before[a:b]) < LEAST_ISLAND
        if step == "equal" and not island:
            _flush(pieces, struck, written)
            pieces.append(Piece(Kind.SAME, "".join(before[a:b])))
        else:
            struck += before[a:b]
            written += after[c:d]
    _flush(pieces, struck, written)
    return tuple(pieces)


def _flush(pieces: list[Piece], struck: list[str], written: list[str]) -> None:
    if struck:
        pieces.append(Piece(Kind.DELETED, "".join(struck)))
    if written:
        pieces.append(Piece(Kind.INSERTED, "".join(written)))
    struck.clear()
    written.clear()


def _split(text: str) -> list[str]:
    return re.findall(r"\S+\s*|\s+", text)
