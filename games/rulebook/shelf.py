"""A document and one of its versions as the admin's pages show them: text, blame, values, flags, what changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from casino.refused import Refused
from games.rulebook import parameters, reading, redline, versions
from games.rulebook.blame import Touch, blame
from games.rulebook.importing.flags import REFERENCE
from games.rulebook.models import Clause, ClauseKind, Document, ImportFlag, Parameter, Version
from games.rulebook.reading import Stated
from games.rulebook.redline import ClauseChange, Piece, What
from games.rulebook.shapes import ParameterValue
from games.rulebook.tables import cells
from games.rulebook.versions import State
from games.rulebook.wording import said_text

WORDS_OF_READING = "Reading"
LATER = frozenset(("duplicate_number", "out_of_order"))


@dataclass(slots=True)
class Line:
    """One clause of a text, with who last touched it and what the import flagged."""

    clause: Clause
    depth: int
    touch: Touch | None = None
    flags: list[ImportFlag] = field(default_factory=list)

    @property
    def rows(self) -> list[tuple[str, ...]]:
        return cells(self.clause.text) if self.clause.kind == ClauseKind.TABLE else []

    @property
    def is_reading(self) -> bool:
        return self.clause.kind == ClauseKind.NOTE and self.clause.heading == WORDS_OF_READING


@dataclass(frozen=True, slots=True)
class Said:
    """What a version sets or leaves to the operator, in words, under its clause."""

    name: str
    label: str
    text: str
    clause: str
    form: str
    elected: bool
    reading: bool
    note: str


def states_of(document: Document, at: datetime) -> list[Stated]:
    """The versions that existed at an instant, newest first, each with its base at hand. One query."""
    found = reading.versions_of(document, at)
    known = {one.version.pk: one.version for one in found}
    for one in found:
        base = known.get(one.version.base_id) if one.version.base_id else None
        if base is not None:
            one.version.base = base
    return found


def in_force(stated: Sequence[Stated]) -> Version | None:
    return next((one.version for one in stated if one.state is State.IN_FORCE), None)


def lines(version: Version) -> list[Line]:
    """The text with its blame. Two queries where the bases are at hand."""
    rows = list(version.clauses.order_by("position"))
    touches = iter(blame(version))
    return [Line(row, _depth(row), next(touches, None) if row.number else None) for row in rows]


def _depth(row: Clause) -> int:
    """How far a clause is set in: 5.10(c)(ii) twice."""
    return min(row.number.count("("), 3) if row.number else 0


def values(version: Version) -> list[Said]:
    """What a version sets, in the order of its clauses. One query."""
    code = version.document.code
    rows = sorted(version.parameters.all(), key=lambda row: (_sortable(row.clause), row.name, row.form))
    return [_said(code, row) for row in rows]


def _said(code: str, row: Parameter) -> Said:
    try:
        term = parameters.term(code, row.name, row.form)
    except Refused:
        return Said(row.name, row.name, str(row.value), row.clause, row.form, False, row.reading, row.note)
    text = said_text(term, row.value)
    return Said(row.name, term.label, text, row.clause, row.form, bool(term.elected), row.reading, row.note)


def _sortable(clause: str) -> tuple[Any, ...]:
    """9.2 before 10.1."""
    parts = clause.partition(" ")[2].replace("(", ".(").split(".")
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)


def place_flags(shown: Sequence[Line], flags: Iterable[ImportFlag]) -> list[ImportFlag]:
    """Put each flag beside the clause that it means; what fits nowhere any more comes back."""
    taken: dict[tuple[str, str], int] = defaultdict(int)
    left = []
    for flag in flags:
        about = flag.message.partition(" ")[0]
        key = (flag.kind, about)
        meant = [line for line in shown if _means(flag.kind, about, line.clause)]
        # Of a number that stands twice the later ones are flagged.
        place = taken[key] + (1 if len(meant) > 1 and flag.kind in LATER else 0)
        taken[key] += 1
        if place < len(meant):
            meant[place].flags.append(flag)
        else:
            left.append(flag)
    return left


def _means(kind: str, about: str, clause: Clause) -> bool:
    if kind == "broken_reference":
        cited = REFERENCE.finditer(f"{clause.heading} {clause.text}")
        return any("".join(one[1].split()) == about for one in cited)
    return bool(clause.number) and clause.number == about


@dataclass(frozen=True, slots=True)
class ValueChange:
    """What a version says of a value, and what another one says."""

    label: str
    clause: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions of a document, word by word."""

    old: Version
    new: Version
    changes: list[ClauseChange]
    listed: list[ClauseChange]
    values: list[ValueChange]

    def counted(self, what: What) -> int:
        return sum(change.what is what for change in self.listed)

    @property
    def counts(self) -> list[tuple[str, int]]:
        return [(what.value, found) for what in What if what is not What.SAME and (found := self.counted(what))]


def compare(old: Version, new: Version) -> Comparison:
    """Four queries: clauses and values of both."""
    changes = redline.redline(versions.clause_texts(old), versions.clause_texts(new))
    before, after = versions.parameter_values(old), versions.parameter_values(new)
    return Comparison(old, new, changes, redline.changed(changes), _compared(old.document.code, before, after))


def _compared(code: str, old: Sequence[ParameterValue], new: Sequence[ParameterValue]) -> list[ValueChange]:
    before, after = ({(one.name, one.form): one for one in some} for some in (old, new))
    found = []
    for key in dict.fromkeys([*after, *before]):
        was, now = before.get(key), after.get(key)
        one = now or was
        if one is None or (was and now and was.value == now.value):
            continue
        term = parameters.term(code, *key)
        texts = [said_text(term, some.value) if some else "" for some in (was, now)]
        found.append(ValueChange(term.label, one.clause, redline.words(*texts)))
    return found
