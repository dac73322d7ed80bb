"""A document opened at an instant: what held then, line by line, and what changed against another version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.safestring import SafeString

from games.rulebook import citing, held, public, redline, showing
from games.rulebook.instants import Asked
from games.rulebook.models import Clause, Document, Version
from games.rulebook.redline import ClauseChange, words
from games.rulebook.showing import Around, Line, Section, Setting
from games.rulebook.versions import clause_texts


@dataclass(frozen=True, slots=True)
class Wish:
    """What a reader asked for: the changes, against which version, and how."""

    changes: bool = False
    since: str = ""
    side: bool = False


@dataclass(slots=True)
class Opened:
    """`old` and `new` are what is compared, in the order of time; without changes both are what is shown."""

    document: Document
    asked: Asked
    line: public.Line
    shown: Version | None
    old: Version | None = None
    new: Version | None = None
    side: bool = False
    lines: list[Line] = field(default_factory=list)
    sides: list[Side] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)

    @property
    def sections(self) -> list[Section]:
        return showing.sections(self.lines)

    @property
    def changed(self) -> list[Line]:
        return [line for line in self.lines if line.changed]

    @property
    def compared(self) -> bool:
        return self.old is not None

    @property
    def others(self) -> list[Version]:
        """What it may be compared with, newest first."""
        return [one for one in reversed(self.line.versions) if one != self.shown]

    @property
    def against(self) -> Version | None:
        """The version chosen beside the one that is shown."""
        return self.new if self.old == self.shown else self.old


@dataclass(frozen=True, slots=True)
class Side:
    """A changed clause in both texts, side by side."""

    line: Line
    old_heading: SafeString
    old: list[SafeString]
    new_heading: SafeString
    new: list[SafeString]


@dataclass(frozen=True, slots=True)
class Stand:
    """How a clause stood in one version, against the version before."""

    version: Version
    what: str
    heading: SafeString
    paragraphs: list[SafeString]


def open_document(document: Document, asked: Asked, wish: Wish, document_url: str) -> Opened:
    """Queries: versions, conditions, parameters, the clauses of what is shown and of what it is compared with."""
    line = public.line_of(document, asked.at)
    opened = Opened(document, asked, line, line.in_force, side=wish.side)
    if opened.shown is None:
        return opened
    opened.settings = showing.settings_of(document.code, opened.shown.parameters.order_by("name", "form"))
    around = Around(
        document.code, document_url, asked.query(), list(opened.shown.conditions.all()), opened.settings
    )  # fmt: skip
    changes = _changes(opened, wish)
    opened.lines = showing.lines(changes, around)
    if opened.compared and opened.side:
        opened.sides = _sides(changes, opened.lines)
    return opened


def _changes(opened: Opened, wish: Wish) -> Sequence[ClauseChange]:
    shown = opened.shown
    assert shown is not None
    other = opened.line.called(wish.since) or opened.line.before(shown)
    if not wish.changes or other is None or other == shown:
        return showing.unchanged(clause_texts(shown))
    order = opened.line.versions.index
    opened.old, opened.new = (other, shown) if order(other) < order(shown) else (shown, other)
    return between(opened.old, opened.new)


def between(old: Version, new: Version) -> Sequence[ClauseChange]:
    """The redline of two versions; approved texts stay as they are, so that it is made once."""
    return _redlined(held.alias(), old.pk, old.content_hash, new.pk, new.content_hash)


@lru_cache(maxsize=16)
def _redlined(_alias: str, old: int, _old_hash: str, new: int, _new_hash: str) -> tuple[ClauseChange, ...]:
    texts = [clause_texts(Version(pk=pk)) for pk in (old, new)]
    return tuple(redline.redline(*texts))


def _sides(changes: Sequence[ClauseChange], lines: Sequence[Line]) -> list[Side]:
    found = []
    for change, line in zip(changes, lines, strict=True):
        if not line.changed:
            continue
        sides = [
            ([piece for piece in change.heading if piece.kind != hidden],
             [piece for piece in change.pieces if piece.kind != hidden])
            for hidden in (redline.Kind.INSERTED, redline.Kind.DELETED)
        ]  # fmt: skip
        (old_heading, old), (new_heading, new) = sides
        found.append(Side(line, showing.inline(old_heading), _shown(old), showing.inline(new_heading), _shown(new)))
    return found


def _shown(pieces: Sequence[redline.Piece]) -> list[SafeString]:
    return [showing.inline(one) for one in showing.paragraphs(pieces)]


def one_clause(opened: Opened, number: str) -> list[Line]:
    """The clause with all that belongs to it: an item is read together with the clause that it is an item of."""
    root = _root(opened.lines, number)
    if root is None:
        return []
    kept = {root.clause.number}
    found = [root]
    for line in opened.lines[opened.lines.index(root) + 1 :]:
        if line.clause.parent not in kept:
            break
        found.append(line)
        kept.add(line.clause.number or line.anchor)
    return found


def _root(lines: Sequence[Line], number: str) -> Line | None:
    by_number = {line.clause.number: line for line in reversed(lines) if line.clause.number}
    line = by_number.get(number)
    while line is not None and line.depth > 0:
        line = by_number.get(line.clause.parent)
    return line


def place_of(opened: Opened, number: str) -> str:
    """The number as this version has it, or nothing."""
    return citing.resolve(number, {line.clause.number for line in opened.lines if line.clause.number})


def stands(line: public.Line, number: str) -> list[Stand]:
    """How a clause stood in each version that changed it, the newest first. One query."""
    rows = Clause.objects.filter(version__in=[one.pk for one in line.versions], number=number).order_by("-position")
    texts = {row.version_id: row for row in rows}
    found: list[Stand] = []
    last: Clause | None = None
    for version in line.versions:
        row = texts.get(version.pk)
        if (row is None) != (last is None) or (row and last and (row.heading, row.text) != (last.heading, last.text)):
            found.append(_stand(version, last, row))
        last = row
    return found[::-1]


def _stand(version: Version, old: Clause | None, new: Clause | None) -> Stand:
    what = "amended" if old and new else ("inserted" if new else "deleted")
    before, after = (old.heading, old.text) if old else ("", ""), (new.heading, new.text) if new else ("", "")
    # The first known text was not inserted into anything: it is shown plain.
    if old is None and new is not None and version.base_id is None:
        before, what = after, "first"
    return Stand(version, what, showing.inline(words(before[0], after[0])), _shown(words(before[1], after[1])))
