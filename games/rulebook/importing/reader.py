"""Reads a rules document line by line into clauses, so that every line lies in exactly one entry."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from games.rulebook.importing.numbering import Markers
from games.rulebook.importing.shapes import BOLD_TERM, CONTENTS_ROW, DEFINED, PLAIN_TERM, Line, Shape, shape_of

BODY_BEGINS_WITHIN = 60
DEFINITIONS = re.compile(r"defin|interpret", re.I)
RUNNING_HEAD = 4


@dataclass
class Entry:
    """A clause, definition, heading, table, note, appendix or piece of front matter, with the lines it came from."""

    kind: str
    number: str
    parent: str
    heading: str
    text: str
    first: int
    last: int
    scope: str = ""
    in_order: bool = True

    def as_json(self) -> dict[str, object]:
        told = {"number": self.number, "parent": self.parent, "kind": self.kind, "heading": self.heading}
        return told | {"text": self.text, "lines": [self.first, self.last]}


@dataclass
class Document:
    entries: list[Entry] = field(default_factory=list)
    left_over: list[tuple[int, int, str]] = field(default_factory=list)


def read(text: str) -> Document:
    """Read a whole document. Nothing is dropped: what fits nowhere is left over, with its lines."""
    lines = [shape_of(raw, place) for place, raw in enumerate(text.splitlines(), 1)]
    return Reader(lines).run()


class Reader:
    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.found = Document()
        self.markers = Markers()
        self.scope = ""
        self.section = ""
        self.clause = ""
        self.body = False
        self.parts = 1
        self.current: Entry | None = None
        heads = Counter(line.text for line in lines if line.shape is Shape.PLAIN and line.short)
        self.running = {text for text, times in heads.items() if times >= RUNNING_HEAD}

    def run(self) -> Document:
        for index, line in enumerate(self.lines):
            if line.shape is not Shape.BLANK:
                self.take(index, line)
        return self.found

    def take(self, index: int, line: Line) -> None:
        if line.shape is Shape.DEBRIS or unreadable(line.text):
            self.leave(line)
        elif line.text in self.running:
            self.add("front", line, heading=line.text)
        elif not self.body and not self.begins(index, line):
            self.extend_or_add("front", line)
        else:
            self.body = True
            getattr(self, f"_{line.shape}")(index, line)

    def begins(self, index: int, line: Line) -> bool:
        """The body begins with a division or a first number that more numbers follow soon."""
        if CONTENTS_ROW.match(line.text) or line.shape not in {Shape.DIVISION, Shape.NUMBERED, Shape.SECTION}:
            return False
        if line.shape is Shape.SECTION and line.number != "1":
            return False
        if line.shape is Shape.SECTION and DEFINITIONS.search(line.rest):
            return True
        ahead = [
            other for other in self.lines[index + 1 : index + 1 + BODY_BEGINS_WITHIN] if other.shape is not Shape.BLANK
        ]
        return any(other.shape is Shape.NUMBERED and not CONTENTS_ROW.match(other.text) for other in ahead)

    def add(
        self, kind: str, line: Line, *, number: str = "", parent: str = "", heading: str = "", text: str = ""
    ) -> Entry:
        entry = Entry(kind, number, parent, heading, text, line.place, line.place, self.scope)
        self.found.entries.append(entry)
        self.current = entry
        return entry

    def leave(self, line: Line) -> None:
        self.found.left_over.append((line.place, line.place, line.raw))
        self.current = None

    def extend(self, entry: Entry, line: Line) -> None:
        entry.text = f"{entry.text}\n{line.text}" if entry.text else line.text
        entry.last = line.place

    def extend_or_add(self, kind: str, line: Line) -> None:
        if self.current is not None and self.current.kind == kind and not self.current.heading:
            self.extend(self.current, line)
        else:
            self.add(kind, line, text=line.text)

    def _division(self, index: int, line: Line) -> None:
        self.scope, self.section, self.clause = line.number, "", ""
        self.markers.clear()
        self.add("heading", line, number=line.number, heading=line.rest)

    def _contents(self, index: int, line: Line) -> None:
        self.add("front", line, text=line.text)

    def _appendix(self, index: int, line: Line) -> None:
        if CONTENTS_ROW.match(line.text) or (self.current and self.current.kind == "front" and not self.clause):
            self.extend_or_add("front", line)
            return
        self.markers.clear()
        self.clause = line.number
        self.add("appendix", line, number=line.number, parent=self.scope, heading=line.rest)

    def restart(self, number: str) -> None:
        """Numbers that begin again at 1 after a later section belong to another part of the document."""
        now = re.match(r"\d+", self.section)
        if number in {"1", "1.0", "1.1"} and now and int(now[0]) > 1:
            self.parts += 1
            self.scope = f"Part {self.parts}"
            self.section = self.clause = ""

    def _section(self, index: int, line: Line) -> None:
        self.restart(line.number)
        if CONTENTS_ROW.match(line.text) or not self.follows(line.number):
            self._plain(index, line) if "\t" not in line.text else self._row(index, line)
            return
        self.markers.clear()
        self.section = self.clause = line.number
        self.add("heading", line, number=line.number, parent=self.scope, heading=line.rest)

    def follows(self, number: str) -> bool:
        """A bare number opens a section only where it is the next one."""
        now = re.match(r"\d+", self.section or "0")
        new = re.match(r"\d+", number)
        assert now and new
        step = int(new[0]) - int(now[0])
        return step == 1 or (step == 0 and number != self.section and number[-1].isalpha())

    def _numbered(self, index: int, line: Line) -> None:
        self.restart(line.number)
        self.markers.clear()
        number = line.number
        top = number.split(".")[0]
        if number.endswith(".0"):
            self.section = top
            self.clause = number
            self.add("heading", line, number=number, parent=self.scope, heading=line.rest)
            return
        parent = number.rsplit(".", 1)[0]
        if "." not in parent:
            parent = self.heading_of(parent)
        self.section = top
        self.clause = number
        term = BOLD_TERM.match(line.rest)
        title = line.rest if not term and _is_title(line.rest) else ""
        heading = term[1] if term else title
        kind = "definition" if term and self.in_definitions() else "clause"
        entry = self.add(kind, line, number=number, parent=parent, heading=heading, text="" if title else line.rest)
        entry.in_order = self.in_order(number)

    def heading_of(self, top: str) -> str:
        for entry in reversed(self.found.entries):
            if entry.scope == self.scope and entry.number in {top, f"{top}.0"}:
                return entry.number
        return self.scope

    def in_definitions(self) -> bool:
        for entry in reversed(self.found.entries):
            if entry.kind == "heading" and entry.number:
                return bool(DEFINITIONS.search(entry.heading))
        return False

    def in_order(self, number: str) -> bool:
        """Is this number after the one before it on the same level?"""
        before = [
            e.number for e in self.found.entries[:-1] if e.scope == self.scope and e.kind in {"clause", "definition"}
        ]
        level = number.count(".")
        for other in reversed(before):
            if re.fullmatch(r"[\dA-Z.]+", other) and other.count(".") == level:
                return sort_key(other) < sort_key(number)
        return True

    def _marker(self, index: int, line: Line) -> None:
        self.item(line, line.number)

    def _lost(self, index: int, line: Line) -> None:
        before = next((other for other in reversed(self.lines[:index]) if other.shape is not Shape.BLANK), None)
        goes_on = before is not None and before.shape is Shape.LOST
        opens = self._ends_open() or bool(self.current and not self.current.text and self.markers.levels)
        self.item(line, self.markers.next_lost(opens=opens, goes_on=goes_on))

    def item(self, line: Line, marker: str) -> None:
        if not self.clause:
            self.leave(line)
            return
        _path, in_order = self.markers.place(marker, opens=self._ends_open())
        base = self.clause.removesuffix(".0")
        above = "".join(self.markers.path[:-1])
        parent = base + above if above else self.clause
        entry = self.add("clause", line, number=base + "".join(self.markers.path), parent=parent, text=line.rest)
        entry.in_order = in_order

    def _ends_open(self) -> bool:
        if self.current is None:
            return False
        said = (self.current.text or self.current.heading).rstrip()
        return said.endswith(":") or (not said and bool(self.markers.levels))

    def _definition(self, index: int, line: Line) -> None:
        term = DEFINED.match(line.text)
        if term is None or not self.in_definitions():
            self._plain(index, line)
            return
        self.markers.clear()
        self.add("definition", line, parent=self.clause, heading=term[1].strip(), text=line.text)

    def _note(self, index: int, line: Line) -> None:
        parent = self.heading_of(self.section) if self.section else self.scope
        self.add("note", line, parent=parent, text=line.text)

    def _row(self, index: int, line: Line) -> None:
        if (
            CONTENTS_ROW.match(line.text)
            and self.current
            and self.current.kind in {"front", "heading"}
            and not self.clause
        ):
            self.extend_or_add("front", line)
        elif self.current is not None and self.current.kind in {"table", "appendix"}:
            self.current.text += f"\n{line.raw.rstrip()}" if self.current.text else line.raw.rstrip()
            self.current.last = line.place
        else:
            self.add("table", line, parent=self.clause, text=line.raw.rstrip())

    def _plain(self, index: int, line: Line) -> None:
        current = self.current
        kind = current.kind if current else ""
        if CONTENTS_ROW.match(line.text) and not self.clause:
            self.extend_or_add("front", line)
        elif self.in_definitions() and (term := PLAIN_TERM.match(line.text)):
            self.add("definition", line, parent=self.clause, heading=term[1].strip(), text=line.text)
        elif current and (kind == "appendix" or (kind == "table" and line.short and self.touches(index))):
            self.extend(current, line)
        elif line.titled and self.leads(index):
            self.markers.clear()
            self.add("heading", line, parent=self.clause or self.scope, heading=line.text.strip("#* "))
        elif current and (kind in {"clause", "definition"} or (kind == "heading" and current.number)):
            self.extend(current, line)
        elif self.clause or self.scope:
            self.add("clause", line, parent=self.clause or self.scope, text=line.text)
        else:
            self.leave(line)

    def touches(self, index: int) -> bool:
        return index > 0 and self.lines[index - 1].shape is not Shape.BLANK

    def leads(self, index: int) -> bool:
        """A heading stands before a number, a marker's clause or another heading, not inside a sentence."""
        before = self.lines[index - 1] if index else None
        ahead = next((line for line in self.lines[index + 1 :] if line.shape is not Shape.BLANK), None)
        if ahead is None:
            return False
        leads = ahead.shape in {Shape.NUMBERED, Shape.SECTION, Shape.DIVISION} or ahead.titled
        stands_alone = before is None or before.shape is Shape.BLANK or before.text[-1:] in ".;:]"
        return leads and stands_alone


def unreadable(text: str) -> bool:
    return "\ufffd" in text or any(ord(sign) < 32 and sign != "\t" for sign in text)


def _is_title(text: str) -> bool:
    return bool(text) and len(text) <= 60 and text[0].isupper() and text[-1] not in ".,;:" and len(text.split()) <= 7


def sort_key(number: str) -> list[tuple[int, str]]:
    found = []
    for part in number.split("."):
        digits = re.match(r"\d+", part)
        found.append((int(digits[0]) if digits else 0, part[len(digits[0]) :] if digits else part))
    return found
