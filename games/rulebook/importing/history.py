"""Amendment notes become the history of the clauses that they name: "[Rule 4.3 amended by RAG 274 28/08/2007]"."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import datetime

from games.rulebook.importing.reader import Document

DEEDS = "amended|inserted|deleted|re-?numbered|substituted|replaced|added|revoked"
DAY = r"(\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2} [A-Z][a-z]+ \d{4})"
BY = re.compile(
    rf"\bby\s+([A-Z]{{2,6}})[ /](\d{{1,4}})(?:,?\s+(?:on\s+)?{DAY})?"
    rf"|\band ([A-Z]{{2,6}})/(\d{{1,4}})(?:\s+(?:on\s+)?{DAY})?"
)
NUMBER = r"\d{1,3}[A-Z]?(?:\.\d{1,3}[A-Z]?)*(?:\([a-z]{1,4}\))*"
NAMED = re.compile(
    rf"\b(?:rules?|sections?|clauses?)\s+({NUMBER}(?:(?:\s*,\s*|\s*-\s*|\s+and\s+|\s*&\s*){NUMBER})*)", re.I
)
OTHERS = re.compile(r"\b(following|remaining|other)\b", re.I)
DEED = re.compile(rf"\b({DEEDS})\b", re.I)


def histories(document: Document) -> dict[int, list[dict[str, str]]]:
    """For each entry (by its place in the document) what instruments did to it, oldest note first."""
    found: dict[int, list[dict[str, str]]] = defaultdict(list)
    places = {(entry.scope, entry.number): place for place, entry in enumerate(document.entries) if entry.number}
    for note in (entry for entry in document.entries if entry.kind == "note"):
        for numbers, deed, instrument, on in _said(note.text):
            for number in numbers or [note.parent]:
                place = places.get((note.scope, number), places.get((note.scope, note.parent)))
                if place is not None:
                    found[place].append({"did": deed, "by": instrument, "on": on})
    return found


def _said(text: str) -> list[tuple[list[str], str, str, str]]:
    said = []
    for part in re.findall(r"\[([^\]]*)\]?", text) or [text]:
        begin = 0
        deeds: list[tuple[list[str], str]] = []
        for by in BY.finditer(part):
            deeds = _deeds(part[begin : by.start()]) or deeds
            instrument, on = f"{by[1] or by[4]}/{by[2] or by[5]}", _date(by[3] or by[6] or "")
            said += [(numbers, deed, instrument, on) for numbers, deed in deeds]
            begin = by.end()
    return said


def _deeds(text: str) -> list[tuple[list[str], str]]:
    """Pairs of the rules named and what was done to them, in order."""
    found: list[tuple[list[str], str]] = []
    begin = 0
    for deed in DEED.finditer(text):
        before = text[begin : deed.start()]
        named = [number for group in NAMED.finditer(before) for number in _numbers(group[1])]
        if not named and found and not OTHERS.search(before):
            named = found[-1][0]
        found.append((named, deed[1].lower().replace("-", "")))
        begin = deed.end()
    return found


def _numbers(text: str) -> list[str]:
    """ "6.8-6.10" is three numbers."""
    found: list[str] = []
    for part in re.split(r"\s*,\s*|\s+and\s+|\s*&\s*", text):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not dash:
            found.append(first)
            continue
        stem, low = first.rsplit(".", 1) if "." in first else ("", first)
        high = last.rsplit(".", 1)[-1]
        if low.isdigit() and high.isdigit():
            found += [f"{stem}.{n}" if stem else str(n) for n in range(int(low), int(high) + 1)]
    return found


def _date(text: str) -> str:
    for form in ("%d/%m/%Y", "%d/%m/%y", "%d %B %Y"):
        try:
            return datetime.strptime(text, form).date().isoformat()
        except ValueError:
            continue
    return ""


def last_touch(history: list[dict[str, str]]) -> str:
    """The instrument that came last by its date."""
    dated = sorted(history, key=lambda deed: deed["on"])
    return dated[-1]["by"] if dated else ""
