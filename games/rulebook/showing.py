"""A version as pages show it: one line for each clause, with its anchor, its marks, and what changed in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import zip_longest
from typing import Any
from urllib.parse import quote

from django.utils import formats
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from casino.refused import Refused
from games.rulebook import citing, tables
from games.rulebook import parameters as terms
from games.rulebook.models import ClauseKind, Condition, Parameter
from games.rulebook.redline import ClauseChange, Kind, Piece, What, words
from games.rulebook.shapes import ClauseText
from games.rulebook.wording import said_text, value_text

READING = "Reading"
WORDS_OF_A_TITLE = 7
HEADS = {ClauseKind.HEADING, ClauseKind.APPENDIX}
UNNUMBERED = {ClauseKind.DEFINITION, ClauseKind.TABLE, ClauseKind.NOTE, ClauseKind.FRONT}


@dataclass(frozen=True, slots=True)
class Setting:
    """What a version sets under a clause, in words; `reading` where the clause is unclear."""

    name: str
    label: str
    said: str
    clause: str
    reading: bool
    note: str
    form: str


@dataclass(slots=True)
class Line:
    """One clause as a page shows it. `marker` is what stands beside it: "(c)" under 5.10, else the whole number."""

    clause: ClauseText
    anchor: str
    marker: str
    depth: int
    level: int
    what: What
    url: str
    heading: SafeString
    paragraphs: list[SafeString]
    rows: list[list[SafeString]]
    readings: list[Setting] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)
    was: str = ""

    @property
    def kind(self) -> str:
        return self.clause.kind

    @property
    def is_reading(self) -> bool:
        return self.clause.kind == ClauseKind.NOTE and self.clause.heading == READING

    @property
    def deeds(self) -> list[dict[str, str]]:
        """What each instrument did to it, oldest first, with the day as people write it."""
        return [{**deed, "on": day_text(deed.get("on", ""))} for deed in self.clause.history]

    @property
    def touched(self) -> dict[str, str] | None:
        """What last happened to it."""
        return self.deeds[-1] if self.clause.history else None

    @property
    def changed(self) -> bool:
        return self.what is not What.SAME

    @property
    def title(self) -> str:
        """As lists of changes call it: its heading, else how it begins."""
        return self.clause.heading or " ".join(self.clause.text.split()[:WORDS_OF_A_TITLE]).rstrip(",;:.") + "…"


@dataclass(frozen=True, slots=True)
class Section:
    """An entry of the tree: a heading and the titled clauses under it."""

    line: Line
    clauses: list[Line]

    @property
    def changed(self) -> bool:
        return self.line.changed or any(line.changed for line in self.clauses)


@dataclass(frozen=True, slots=True)
class Around:
    """What the lines of a version need beside its clauses."""

    code: str
    document_url: str
    query: str = ""
    conditions: Sequence[Condition] = ()
    settings: Sequence[Setting] = ()

    def clause_url(self, number: str) -> str:
        return f"{self.document_url}{quote(number, safe='()')}/{self.query}"

    def cited_url(self, code: str, number: str) -> str:
        if code == self.code:
            return self.clause_url(number)
        return f"{self.document_url.rsplit('/', 2)[0]}/{code}/{quote(number, safe='()')}/{self.query}"


def unchanged(clauses: Iterable[ClauseText]) -> list[ClauseChange]:
    """A text that is compared with nothing."""
    return [
        ClauseChange(What.SAME, one.number, one, one, words(one.heading, one.heading), words(one.text, one.text))
        for one in clauses
    ]


def settings_of(code: str, parameters: Iterable[Parameter]) -> list[Setting]:
    return [
        Setting(
            one.name, *in_words(code, one.name, one.value, one.form), one.clause, one.reading, one.note,
            one.form.replace("_", " "),
        )
        for one in parameters
    ]  # fmt: skip


def in_words(code: str, name: str, value: Any, form: str = "") -> tuple[str, str]:
    """What people call it, and what a version says of it."""
    try:
        term = terms.term(code, name, form)
    except Refused:
        # A document that the engine does not know sets it; its name has to do.
        return name.replace("_", " ").capitalize(), value_text(name, value)
    return term.label, said_text(term, value)


def lines(changes: Sequence[ClauseChange], around: Around) -> list[Line]:
    """Every clause in its order, those that are gone where they stood."""
    numbers = {change.new.number for change in changes if change.new and change.new.number}
    levels = _levels(changes)
    below = 4 if 3 in levels.values() else 3
    depths: dict[str, int] = {}
    anchors: dict[str, int] = {}
    found = []
    for change in changes:
        clause = change.new or change.old
        assert clause is not None
        depth = _depth(clause, depths)
        if clause.number:
            depths[clause.number] = depth if clause.kind not in HEADS else -1
        line = _line(change, clause, around, numbers)
        line.anchor, line.depth = _once(anchor(clause), anchors), max(depth, 0)
        line.level = levels.get(clause.number, 2) if clause.kind in HEADS else below
        found.append(line)
    _attach(found, around)
    return found


def sections(shown: Sequence[Line]) -> list[Section]:
    """The tree: headings and appendices with the titled clauses under them."""
    found: list[Section] = []
    for line in shown:
        if line.kind in HEADS and line.level:
            found.append(Section(line, []))
        elif line.kind == ClauseKind.CLAUSE and line.clause.heading and line.depth == 0:
            if not found:
                found.append(Section(line, []))
            else:
                found[-1].clauses.append(line)
    return found


def anchor(clause: ClauseText) -> str:
    """5.10(c) becomes 5.10-c; a definition is known by its term."""
    text = clause.number or f"{clause.kind} {clause.heading or clause.parent}"
    return re.sub(r"[^\w.]+", "-", text.lower()).strip("-") or clause.kind


def inline(pieces: Sequence[Piece]) -> SafeString:
    """Struck and underlined, but not the space after it; every word escaped."""
    tags = {Kind.SAME: "{}{}", Kind.DELETED: "<del>{}</del>{}", Kind.INSERTED: "<ins>{}</ins>{}"}
    shown = []
    for piece, after in zip_longest(pieces, pieces[1:]):
        words = piece.text.rstrip()
        gap = piece.text[len(words) :]
        if not gap and after and piece.kind is Kind.DELETED and after.kind is Kind.INSERTED:
            gap = " "
        shown.append((format_html(tags[piece.kind], words, gap) if words else gap,))
    return format_html_join("", "{}", shown)


def day_text(iso: str) -> str:
    """2017-04-01 as 1 Apr 2017; what is no day stays as it was noted."""
    try:
        return formats.date_format(date.fromisoformat(iso), "j M Y")
    except ValueError:
        return iso


def paragraphs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces split where a line ends."""
    found: list[list[Piece]] = [[]]
    for piece in pieces:
        first, *rest = piece.text.split("\n")
        found[-1].append(Piece(piece.kind, first))
        found += [[Piece(piece.kind, text)] for text in rest]
    return [kept for kept in ([piece for piece in one if piece.text] for one in found) if kept]


def _line(change: ClauseChange, clause: ClauseText, around: Around, numbers: set[str]) -> Line:
    table = clause.kind == ClauseKind.TABLE
    if table:
        rows = tables.rows(change.old.text if change.old else "", change.new.text if change.new else "")
    return Line(
        clause=clause, anchor="", marker=_marker(clause), depth=0, level=0, what=change.what,
        url=around.clause_url(clause.number) if clause.number else "", heading=inline(change.heading),
        paragraphs=[] if table else [_paragraph(one, around, numbers) for one in paragraphs(change.pieces)],
        rows=[[inline(cell) for cell in row] for row in rows] if table else [],
        was=change.old.number if change.what is What.RENUMBERED and change.old else "",
    )  # fmt: skip


def _paragraph(pieces: Sequence[Piece], around: Around, numbers: set[str]) -> SafeString:
    if any(piece.kind is not Kind.SAME for piece in pieces):
        return inline(pieces)
    text = "".join(piece.text for piece in pieces)
    return format_html_join("", "{}", ((_linked(*part, around),) for part in _cited(text, around, numbers)))


def _cited(text: str, around: Around, numbers: set[str]) -> Iterable[citing.Part]:
    return citing.parts(text, around.code, lambda number: citing.resolve(number, numbers))


def _linked(text: str, code: str, number: str, around: Around) -> Any:
    if not code:
        return text
    url = around.cited_url(code, number)
    if text.startswith(code):
        return format_html('<a class="cite" href="{}"><b>{}</b><span>{}</span></a>', url, code, number)
    return format_html('<a href="{}">{}</a>', url, text)


def _marker(clause: ClauseText) -> str:
    rest = clause.number.removeprefix(clause.parent) if clause.parent else clause.number
    return rest if rest.startswith("(") else clause.number


def _depth(clause: ClauseText, depths: Mapping[str, int]) -> int:
    if clause.kind in HEADS:
        return 0
    above = depths.get(clause.parent, -1)
    return above if clause.kind in UNNUMBERED else above + 1


def _levels(changes: Sequence[ClauseChange]) -> dict[str, int]:
    """The level of each heading by its number: 0 for the one division that is the document itself."""
    clauses = [change.new or change.old for change in changes]
    headings = [one for one in clauses if one and one.kind in HEADS]
    depths: dict[str, int] = {}
    for one in headings:
        depths[one.number] = depths.get(one.parent, -1) + 1
    above = {one.parent for one in headings}
    divisions = [one for one in headings if depths[one.number] == 0 and one.number in above]
    first = 1 if len(divisions) == 1 and divisions[0] is headings[0] else 2
    return {number: 0 if depth + first < 2 else min(depth + first, 3) for number, depth in depths.items()}


def _once(name: str, taken: dict[str, int]) -> str:
    taken[name] = taken.get(name, 0) + 1
    return name if taken[name] == 1 else f"{name}-{taken[name]}"


def _attach(found: Sequence[Line], around: Around) -> None:
    """Readings and conditions stand with the clause that they are about."""
    by_number = {line.clause.number: line for line in reversed(found) if line.clause.number}
    for setting in around.settings:
        line = by_number.get(setting.clause.partition(" ")[2].split(",")[0])
        if line is not None and setting.reading:
            line.readings.append(setting)
    for condition in around.conditions:
        line = by_number.get(condition.clause.removeprefix(f"{around.code} "))
        if line is not None:
            line.conditions.append(condition.text)
