"""What the rulebook's tests build on: people of each kind, a document, a version in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from casino.house.models import Place, Property, Staff
from casino.house.ranks import Rank
from games.rulebook import documents, parameters, versions
from games.rulebook.models import Document, Version
from games.rulebook.shapes import ClauseText, ParameterValue
from tests.factories import make_place, make_property, make_staff

AT = datetime(2026, 5, 12, 3, 0, tzinfo=UTC)
DAY = timedelta(days=1)
TITLES = {
    "NZ1": ("General rules", "nz", "general", ""),
    "NZ5": ("Baccarat", "nz", "division", "baccarat"),
    "UTH": ("Ultimate Texas Hold’em", "nz", "division", "ultimate"),
    "NZ11A": ("Snake Eyes", "nz", "division", "snake_eyes"),
    "NZ13": ("Poker", "nz", "division", "poker"),
    "NZ14": ("Tournament poker", "nz", "tournament", "poker"),
    "WA": ("Poker", "wa", "division", "poker"),
    "RWS": ("No Limit Hold’em", "sg", "division", "poker"),
}


@dataclass(frozen=True)
class People:
    """Of one jurisdiction: who drafts, who applies, who decides."""

    property: Property
    compliance: Staff
    manager: Staff
    authority: Staff


def make_people(jurisdiction: str = "nz", **fields: Any) -> People:
    prop = make_property(jurisdiction=jurisdiction, **fields)
    return People(
        prop, make_staff(Rank.COMPLIANCE, prop), make_staff(Rank.TABLE_GAMES_MANAGER, prop),
        make_staff(Rank.AUTHORITY, prop),
    )  # fmt: skip


def make_document(code: str = "NZ5", *, over: Document | None = None, gazette: bool = False) -> Document:
    title, jurisdiction, layer, game = TITLES[code]
    return documents.open_document(
        code=code, title=title, jurisdiction=jurisdiction, layer=layer, game=game, authority="The Secretary",
        legal_basis="Gambling Act 2003", gazette=gazette, over=over, by=None, at=AT - 900 * DAY,
    )  # fmt: skip


def make_draft(
    document: Document, people: People, *, label: str = "Version 1", base: Version | None = None, at: datetime = AT,
    values: Sequence[ParameterValue] | None = None, clauses: Sequence[ClauseText] | None = None,
) -> Version:  # fmt: skip
    return versions.draft(
        document=document, label=label, base=base, by=people.compliance, at=at,
        clauses=clauses if clauses is not None else [ClauseText("1.0", heading="Terms", kind="heading")],
        parameters=parameters.standard(document.code) if values is None else values,
    )  # fmt: skip


def make_applied(document: Document, people: People, *, at: datetime = AT, **fields: Any) -> Version:
    return versions.apply_for(make_draft(document, people, at=at, **fields), by=people.manager, at=at)


def make_approved(
    document: Document, people: People, *, at: datetime = AT, from_at: datetime | None = None, **fields: Any
) -> Version:
    version = make_applied(document, people, at=at, **fields)
    return versions.approve(
        version, by=people.authority, at=at, instrument=f"Notice {version.label}", effective_at=from_at or at,
        seen_hash=version.content_hash,
    )  # fmt: skip


def changed(document: str, **values: Any) -> list[ParameterValue]:
    """The standard values with some of them otherwise."""
    return [
        ParameterValue(one.name, values.get(one.name, one.value), one.clause, one.reading, one.note, one.form)
        for one in parameters.standard(document)
    ]


def make_book(people: People, *codes: str, at: datetime = AT - 400 * DAY) -> dict[str, Document]:
    """Documents in force since `at`, each over the one named before it."""
    found: dict[str, Document] = {}
    below: Document | None = None
    for code in codes:
        found[code] = below = make_document(code, over=below)
        make_approved(below, people, at=at)
    return found


def make_table(prop: Property, **fields: Any) -> Place:
    return make_place(prop, **fields)
