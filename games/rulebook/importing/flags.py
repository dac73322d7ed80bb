"""What a person has to settle: repeated numbers, numbers out of order, references to nothing, unreadable lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.rulebook.importing.reader import Document, Entry, unreadable

REFERENCE = re.compile(
    r"\b(?:sub-?)?(?:rules?|clauses?|paragraphs?|sections?)\s+((?:\d{1,3}[A-Z]?(?:\.\d{1,3}[A-Z]{0,2})*)(?:\s?\([a-z]{1,5}\))*)"
    r"(?!\s*(?:\([0-9]+\))?\s*of\s+the\s+[A-Z])",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Flag:
    lines: tuple[int, int]
    kind: str
    message: str

    def as_json(self) -> dict[str, object]:
        return {"lines": list(self.lines), "kind": self.kind, "message": self.message}


def flags_of(document: Document) -> list[Flag]:
    found = [*_repeated(document), *_disordered(document), *_broken(document)]
    found += [Flag((first, last), "unreadable", "This line could not be read as text.")
              for first, last, raw in document.left_over if unreadable(raw)]  # fmt: skip
    return sorted(found, key=lambda flag: flag.lines)


def _repeated(document: Document) -> list[Flag]:
    seen: dict[tuple[str, str], Entry] = {}
    found = []
    for entry in document.entries:
        if not entry.number or entry.kind in {"appendix", "front"}:
            continue
        key = (entry.scope, entry.number)
        if first := seen.get(key):
            message = f"{entry.number} stands twice: here and in line {first.first}."
            found.append(Flag((entry.first, entry.last), "duplicate_number", message))
        else:
            seen[key] = entry
    return found


def _disordered(document: Document) -> list[Flag]:
    return [
        Flag((entry.first, entry.last), "out_of_order", f"{entry.number} does not follow the number before it.")
        for entry in document.entries
        if not entry.in_order
    ]


def _broken(document: Document) -> list[Flag]:
    numbers: dict[str, set[str]] = {}
    for entry in document.entries:
        known = numbers.setdefault(entry.scope, set())
        known.add(entry.number)
        known.add(entry.number.removesuffix(".0"))
        known.add(entry.number.split(".")[0])
    found = []
    for entry in document.entries:
        if entry.kind in {"note", "front"}:
            continue
        for cited in REFERENCE.finditer(f"{entry.heading} {entry.text}"):
            wanted = re.sub(r"\s", "", cited[1])
            if wanted not in numbers[entry.scope]:
                message = f"{wanted} is cited here, and there is no such clause."
                found.append(Flag((entry.first, entry.last), "broken_reference", message))
    return found
