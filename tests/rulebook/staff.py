"""People at the rulebook's pages: a browser for each rank, and an application at each stage."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse

from casino import clock
from casino.house.models import Staff
from games.rulebook import amending
from games.rulebook.models import Application, Document, Version
from games.rulebook.shapes import ClauseText
from tests.rulebook.books import AT, DAY, People, make_approved, make_document, make_people

TEXT = (
    ClauseText("5.0", kind="heading", heading="Wagers"),
    ClauseText("5.10", "5.0", text="Winning wagers are paid:"),
    ClauseText("5.10(c)", "5.10", text="A Tie is paid at 8 to 1 or 9 to 1."),
    ClauseText("5.11", "5.0", text="A sign shows the odds <script>alert(1)</script>."),
    ClauseText("", "5.0", kind="definition", heading="Tie", text="“Tie” – hands of equal points."),
)
SECOND = timedelta(seconds=1)


@dataclass
class Desk:
    """A jurisdiction with one document in force, and a browser for each of its people."""

    people: People
    document: Document
    base: Version

    def client(self, staff: Staff) -> Client:
        client = Client()
        client.force_login(staff, backend="casino.house.signing_in.StaffBackend")
        return client

    @property
    def compliance(self) -> Client:
        return self.client(self.people.compliance)

    @property
    def manager(self) -> Client:
        return self.client(self.people.manager)

    @property
    def authority(self) -> Client:
        return self.client(self.people.authority)

    def draft(self, title: str = "Tie pays 9 to 1 only", **changes: Any) -> Application:
        """An application with one change of the text and one of the value."""
        at = clock.now() - timedelta(hours=1)
        one = amending.propose(
            document=self.document, base=self.base, title=title, applicants=["Dunes Ltd", "Church Ltd"],
            by=self.people.compliance, at=at,
        )  # fmt: skip
        text = {"kind": "amend", "clause": "5.10(c)", "text": "A Tie is paid at 9 to 1.", "applicant": "Dunes Ltd"}
        amending.add_change(one, by=self.people.compliance, at=at, **(text | changes))
        value = {"kind": "parameter", "clause": "5.10(c)", "parameter": "tie", "value": {"choices": [9]}}
        amending.add_change(one, by=self.people.compliance, at=at, **value)
        return one

    def applied(self, **more: Any) -> Application:
        return amending.apply_for(self.draft(**more), by=self.people.manager, at=clock.now() - timedelta(minutes=50))

    def consulted(self, *, closed: bool, **more: Any) -> Application:
        one, now = self.applied(**more), clock.now()
        closes = now - SECOND if closed else now + DAY
        return amending.open_consultation(
            one, by=self.people.authority, at=now - timedelta(minutes=40), opens_at=now - timedelta(minutes=40),
            closes_at=closes,
        )  # fmt: skip

    def at_stage(self, stage: str) -> Application:
        if stage in ("draft", "applied"):
            return getattr(self, stage)()  # type: ignore[no-any-return]
        return self.consulted(closed=stage == "deciding")


def make_desk(code: str = "NZ5", jurisdiction: str = "nz", **fields: Any) -> Desk:
    people = make_people(jurisdiction)
    document = make_document(code, **fields)
    base = make_approved(document, people, at=AT - 400 * DAY, clauses=TEXT, label="Version 1")
    return Desk(people, document, base)


def url(name: str, *args: Any) -> str:
    return reverse(f"admin:rulebook_{name}", args=args)


def local(people: People, at: Any) -> str:
    return people.property.local(at).strftime("%Y-%m-%dT%H:%M:%S")
