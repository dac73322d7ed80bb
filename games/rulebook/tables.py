"""Tables in a text: rows are lines, cells stand between tabs. What changed is shown cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from games.rulebook.redline import Piece, words

Row = tuple[str, ...]


def cells(text: str) -> list[Row]:
    """The rows of a table, each as long as the longest."""
    rows = [tuple(cell.strip() for cell in line.split("\t")) for line in text.split("\n") if line.strip()]
    width = max((len(row) for row in rows), default=0)
    return [row + ("",) * (width - len(row)) for row in rows]


def rows(old: str, new: str) -> list[list[tuple[Piece, ...]]]:
    """The new table with the old one's words struck; equal texts give the table as it is."""
    before, after = cells(old), cells(new)
    found = []
    for _step, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        found += [_compared(*pair) for pair in zip_longest(before[a:b], after[c:d], fillvalue=())]
    return found


def _compared(old: Sequence[str], new: Sequence[str]) -> list[tuple[Piece, ...]]:
    return [words(*pair) for pair in zip_longest(old, new, fillvalue="")]
