"""What a line of a rules document looks like: its number, its marker, a table's row, a note, a heading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

_ROMANS = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv"
ROMAN = {text: value for value, text in enumerate(_ROMANS.split(), 1)}
DEBRIS = re.compile(r"<\|[^|>]*\|>|\[bookmark: [^\]]*\]")
DOTTED = re.compile(r"^(?:[-*]\s+)?(\d{1,3}[A-Z]?(?:\.\d{1,3}[A-Z]{0,2})+)(?:\.|\))?(?=\s|$)\s*(.*)$", re.S)
SECTION = re.compile(r"^(?:#+\s*)?(\d{1,3}[A-Z]?)[.)]?\s+(\S.*)$", re.S)
MARKER = re.compile(
    r"^(?:[-*]\s+)?(?:\(([A-Za-z]{1,5})\)|([A-Za-z]{1,5})\)|([a-z]|[ivx]{2,5})\.)(?=\s|$)\s*(.*)$", re.S
)
DEFINED = re.compile(r"^(?:[-*]\s+)?[“\"”]([^“”\"]{1,80})[”\"“],?\s", re.S)
BOLD_TERM = re.compile(r"^\*\*([^*]{1,80})\*\*\s")
PLAIN_TERM = re.compile(
    r"^([A-Za-z][\w’' /-]{1,44}?)\s+(means|is an?|is the|refers to|has the (same )?meaning|\(see)\b"
)
LOST_MARKER = re.compile(r"^\d{1,2}\.\s+(?=\S)(?![A-Z][A-Za-z ]*$)(.*)$", re.S)
DIVISION = re.compile(r"^(Division \d{1,3}[A-Z]?)\s*[–—-]\s*(.+)$")
APPENDIX = re.compile(r"^(appendix\s+[A-Z0-9]{1,3})\b[\s:.–-]*(.*)$", re.I | re.S)
CONTENTS_TITLE = re.compile(r"^(table of )?contents$", re.I)
CONTENTS_ROW = re.compile(
    r"^((Section|Part)\s+\d+[A-Z]?\s.*|.*\.{4,}.*|(\d{1,3}[.)]?\s|appendix\s).*\t\s*\d{1,3})$", re.I
)
NOTE = re.compile(r"^\s*[\[(].*\b(amended|inserted|deleted|renumbered|substituted|replaced|added|revoked)\b", re.I)
BULLET = re.compile(r"^[·•▪◦]\s*")


class Shape(StrEnum):
    BLANK = "blank"
    DIVISION = "division"
    APPENDIX = "appendix"
    CONTENTS = "contents"
    NUMBERED = "numbered"
    SECTION = "section"
    MARKER = "marker"
    LOST = "lost"
    DEBRIS = "debris"
    DEFINITION = "definition"
    NOTE = "note"
    ROW = "row"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the document, with what its beginning says."""

    place: int
    raw: str
    text: str
    shape: Shape
    number: str = ""
    rest: str = ""

    @property
    def short(self) -> bool:
        return len(self.text) <= 80

    @property
    def titled(self) -> bool:
        """Reads like a heading: short, begins with a capital, does not end like a sentence."""
        words = self.text.strip("#* -–")
        return bool(words) and self.short and words[0].isupper() and words[-1] not in ".,;:"


def shape_of(raw: str, place: int) -> Line:
    cleaned = DEBRIS.sub("", raw)
    text = cleaned.strip()
    if not text:
        return Line(place, raw, raw.strip(), Shape.DEBRIS if raw.strip() else Shape.BLANK)
    bare = text.lstrip("#").strip() if text.startswith("#") else text
    for pattern, shape in ((DIVISION, Shape.DIVISION), (APPENDIX, Shape.APPENDIX)):
        if (found := pattern.match(bare)) and len(bare) <= 120:
            return Line(place, raw, text, shape, found[1], found[2].strip())
    if CONTENTS_TITLE.match(bare):
        return Line(place, raw, text, Shape.CONTENTS)
    if NOTE.match(text) and not MARKER.match(text):
        return Line(place, raw, text, Shape.NOTE)
    return _numbered(raw, cleaned, bare, place)


def _numbered(raw: str, cleaned: str, text: str, place: int) -> Line:
    if found := DOTTED.match(text):
        return Line(place, raw, text, Shape.NUMBERED, found[1], found[2].strip())
    if found := MARKER.match(text):
        marker = found[1] or found[2] or found[3]
        if is_marker(marker):
            return Line(place, raw, text, Shape.MARKER, marker, found[4].strip())
    if DEFINED.match(text):
        return Line(place, raw, text, Shape.DEFINITION, "", text)
    if (found := LOST_MARKER.match(text)) and not looks_like_title(found[1]):
        return Line(place, raw, text, Shape.LOST, "", found[1].strip())
    if (found := SECTION.match(text)) and looks_like_title(found[2]):
        return Line(place, raw, text, Shape.SECTION, found[1], found[2].strip())
    if is_row(cleaned):
        return Line(place, raw, text, Shape.ROW)
    return Line(place, raw, text, Shape.PLAIN)


def is_marker(text: str) -> bool:
    lower = text.lower()
    return lower in ROMAN or len(lower) == 1 or (len(lower) == 2 and lower[0] == lower[1])


def looks_like_title(text: str) -> bool:
    words = re.sub(r"\t.*$", "", text).strip()
    return 0 < len(words) <= 90 and words[0].isupper() and words[-1] not in ".,;:" and not words[0].isdigit()


def is_row(cleaned: str) -> bool:
    """A table's row: cells between tabs, or one cell that a tab sets in."""
    return "\t" in cleaned.rstrip("\n").rstrip(" ") and (cleaned.startswith("\t") or "\t" in cleaned.strip())
