"""The demo rulebook as it lies in this folder: a text for each base version, what it sets, how unclear clauses are
read, and the applications to change it. All in our own words, under the clause numbers of the originals."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from games.rulebook import drafts, parameters
from games.rulebook.importing.reader import read
from games.rulebook.shapes import ClauseText, ParameterValue

FOLDER = Path(__file__).parent
# Each after the one over which it lies.
CODES = ("NZ1", "UTH", "NZ5", "NZ11A", "NZ13", "NZ14", "WA", "RWS")
# In the order in which they were made.
APPLICATIONS = ("2016", "open", "draft")
READING = "Reading"


@dataclass(frozen=True, slots=True)
class Source:
    """A document with its base version, as its file says."""

    code: str
    title: str
    jurisdiction: str
    layer: str
    authority: str
    legal_basis: str
    version: Mapping[str, Any]
    game: str = ""
    gazette: bool = False
    over: str = ""
    parameter: Sequence[Mapping[str, Any]] = ()
    reading: Sequence[Mapping[str, str]] = ()


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text())


@cache
def source(code: str) -> Source:
    return Source(**toml(f"{code.lower()}.toml"))


def applications(code: str) -> list[dict[str, Any]]:
    names = [f"{code.lower()}-{name}.toml" for name in APPLICATIONS]
    return [toml(name) for name in names if (FOLDER / name).exists()]


@cache
def text(code: str) -> tuple[ClauseText, ...]:
    """The base version's clauses, each reading as a note below the clause that it reads."""
    found = read((FOLDER / source(code).version["file"]).read_text())
    clauses = list(_with_sections(drafts.clauses_of(found)))
    for reading in source(code).reading:
        note = ClauseText("", parent=reading["clause"], kind="note", heading=READING, text=reading["text"])
        clauses.insert(_end_of(clauses, reading["clause"]), note)
    return tuple(clauses)


def values(code: str) -> list[ParameterValue]:
    """What the base version sets: the document's own words first, then what the engine is shipped with.

    A clause that only an application brings sets nothing yet.
    """
    said = {one["name"]: _value(code, one) for one in source(code).parameter}
    left_out = source(code).version.get("leave_out", ())
    shipped = [one for one in parameters.standard(code) if one.name not in {*said, *left_out}]
    return [*said.values(), *(one for one in shipped if has(text(code), number_of(one)))]


def shipped(code: str, name: str) -> Any:
    """What the engine is shipped with under that name."""
    return next(one.value for one in parameters.standard(code) if one.name == name)


def number_of(value: ParameterValue) -> str:
    """The bare number of a value's clause, the first where it names several: "UTH 8.3, 8.4"."""
    return value.clause.partition(" ")[2].split(",")[0]


def has(clauses: Sequence[ClauseText], number: str) -> bool:
    """Does the text have that clause? Section 9 stands there as 9.0."""
    return any(clause.number in (number, f"{number}.0") for clause in clauses)


def _value(code: str, said: Mapping[str, Any]) -> ParameterValue:
    clause = f"{code} {said['clause']}"
    return ParameterValue(said["name"], said["value"], clause, said.get("reading", False), said.get("note", ""))


def _with_sections(clauses: Sequence[ClauseText]) -> Iterator[ClauseText]:
    """A heading without a number belongs to its section, not to the clause that happens to stand before it."""
    section = ""
    for clause in clauses:
        if clause.kind == "heading" and not clause.number:
            yield replace(clause, parent=section)
            continue
        section = clause.number if clause.kind == "heading" else section
        yield clause


def _end_of(clauses: Sequence[ClauseText], number: str) -> int:
    """Behind a clause and its items; right behind a section's heading."""
    place = next(at for at, one in enumerate(clauses) if one.number == number)
    if clauses[place].kind == "heading":
        return place + 1
    while place + 1 < len(clauses) and _below(clauses[place + 1], number):
        place += 1
    return place + 1


def _below(clause: ClauseText, number: str) -> bool:
    return clause.parent == number or clause.number.startswith((f"{number}(", f"{number}."))
