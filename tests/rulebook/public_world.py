"""What the tests of the public pages read: baccarat in two versions, the second one still to come, and people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.test import Client

from casino.house.models import Staff
from games.rulebook import amending, parameters, versions
from games.rulebook.models import Application, Document, Version
from games.rulebook.shapes import ClauseText
from tests.rulebook.books import People, make_document, make_draft, make_people

# Noon of 14 November 2026 in Auckland.
NOW = datetime(2026, 11, 13, 23, 0, tzinfo=UTC)
DAY = timedelta(days=1)
# Midnight of 1 July 2026 in Auckland.
JULY = datetime(2026, 6, 30, 12, 0, tzinfo=UTC)
SCRIPT = "<script>alert(1)</script>"

FIRST = (
    ClauseText("", kind="front", text="Baccarat, in our own words."),
    ClauseText("Division 5", kind="heading", heading="Baccarat"),
    ClauseText("1.0", "Division 5", kind="heading", heading="Terms"),
    ClauseText("1.1", "1.0", heading="Words", text="These are used."),
    ClauseText("", "1.1", kind="definition", heading="Tie", text="“Tie” – both hands count the same."),
    ClauseText("5.0", "Division 5", kind="heading", heading="Wagers"),
    ClauseText("5.10", "5.0", heading="Paying", text="Winning wagers are paid, under rule 8.3 and NZ1 9.3(a):"),
    ClauseText("5.10(a)", "5.10", text="on the Player at even money;"),
    ClauseText("5.10(c)", "5.10", text="on a Tie at 8 to 1 or 9 to 1."),
    ClauseText("8.0", "Division 5", kind="heading", heading="First four cards"),
    ClauseText("8.3", "8.0", heading="Rounds without wagers", text="The casino may deal rounds all the same."),
    ClauseText("", "8.3", kind="note", heading="Reading", text="A round without wagers counts for the shoe."),
    ClauseText("9.4", "8.0", heading="Banker’s hand", text="The Banker follows this table:"),
    ClauseText("", "9.4", kind="table", text="Banker has\tDraws on\n3\tanything but an 8\n7\tnever"),
    ClauseText("9.5", "8.0", heading="Odd", text=f"Whoever writes {SCRIPT} gets it back as text & no more."),
    ClauseText("Appendix A", "Division 5", kind="appendix", heading="Layout", text="A drawing is kept."),
)


def second() -> list[ClauseText]:
    """Free Hands come in, 5.10(a) is amended, a row of the table changes, the odd clause goes."""
    deed = {"did": "amended", "by": "Notice 2", "on": "2026-07-01"}
    found = []
    for clause in FIRST:
        if clause.number == "9.5":
            continue
        if clause.number == "8.3":
            text = "The casino may deal rounds all the same, each one a Free Hand."
            clause = ClauseText("8.3", "8.0", heading=clause.heading, text=text, history=(deed,), touched_by="Notice 2")
        if clause.kind == "table":
            clause = ClauseText("", "9.4", kind="table", text=clause.text.replace("never", "not at all"))
        found.append(clause)
        if clause.number == "8.3":
            found.append(ClauseText("8.4", "8.0", heading="Free Hands", text="Anybody may join one."))
    return found


@dataclass(frozen=True)
class World:
    people: People
    document: Document
    first: Version
    second: Version


def make_world(*, from_at: datetime = JULY, conditions: Sequence[tuple[str, str]] = ()) -> World:
    people = make_people()
    document = make_document("NZ5")
    begin = from_at - 400 * DAY
    first = approved(document, people, FIRST, "Version 8", at=begin, from_at=begin)
    latest = approved(
        document, people, second(), "Version 9", at=from_at - DAY, from_at=from_at, base=first, conditions=conditions
    )
    first.refresh_from_db()
    return World(people, document, first, latest)


def approved(
    document: Document, people: People, clauses: Sequence[ClauseText], label: str, *, at: datetime, from_at: datetime,
    base: Version | None = None, conditions: Sequence[tuple[str, str]] = (),
) -> Version:  # fmt: skip
    values = parameters.standard(document.code)
    draft = make_draft(document, people, label=label, base=base, at=at, clauses=clauses, values=values)
    versions.apply_for(draft, by=people.manager, at=at)
    return versions.approve(
        draft, by=people.authority, at=at, instrument=f"Notice {label[-1]}", effective_at=from_at,
        seen_hash=draft.content_hash, conditions=conditions,
    )  # fmt: skip


def make_application(world: World, *, title: str = "Free Hands", at: datetime = NOW - 5 * DAY) -> Application:
    """Two rival texts for 8.3, and one value."""
    people = world.people
    application = amending.propose(
        document=world.document, base=world.second, title=title, applicants=["Dunes Ltd", "Church Ltd"],
        by=people.compliance, at=at,
    )  # fmt: skip
    texts = {"Dunes Ltd": "The casino deals ten rounds.", "Church Ltd": "The casino deals no such rounds."}
    for applicant, text in texts.items():
        amending.add_change(
            application, by=people.compliance, at=at, kind="amend", clause="8.3", text=text, applicant=applicant
        )
    amending.add_change(
        application, by=people.compliance, at=at, kind="parameter", clause="5.10(c)", parameter="tie",
        value={"choices": [9]}, applicant="Dunes Ltd",
    )  # fmt: skip
    return application


def make_consultation(
    world: World, *, opens_at: datetime = NOW - DAY, closes_at: datetime = NOW + DAY, **fields: object
) -> Application:
    application = make_application(world, **fields)  # type: ignore[arg-type]
    at = opens_at - DAY
    amending.apply_for(application, by=world.people.manager, at=at)
    return amending.open_consultation(
        application, by=world.people.authority, at=at, opens_at=opens_at, closes_at=closes_at
    )


def abroad() -> None:
    """Singapore's rulebook, which is none of New Zealand's business."""
    people = make_people("sg")
    approved(make_document("RWS"), people, FIRST[3:4], "Version 8", at=NOW - 9 * DAY, from_at=NOW - 8 * DAY)


def as_(staff: Staff) -> Client:
    client = Client()
    client.force_login(staff, backend="casino.house.signing_in.StaffBackend")
    return client
