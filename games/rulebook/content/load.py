"""Loads the demo rulebook through the same verbs as everybody else: each document once, elections house by house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from casino.house import posts
from casino.house.models import Place, Post, Property, Staff
from casino.house.ranks import Rank
from games.rulebook import amending, decisions, documents, elections, submissions, versions
from games.rulebook.content import files
from games.rulebook.models import Application, Assessment, Decision, Document, Election, Submission, Version

# The authority has decided since before the oldest version here, so that history is loaded by the ordinary verbs.
SINCE = datetime(2005, 1, 1, tzinfo=UTC)
HOURS = {"opens": 9, "closes": 17}


@dataclass(frozen=True, slots=True)
class People:
    """Who drafts, who applies and who decides, and the house whose clock counts."""

    house: Property
    compliance: Staff
    manager: Staff
    authority: Staff


def load(house: Property, manager: Staff, at: datetime) -> None:
    """Called for each property: its jurisdiction's documents if nobody has loaded them yet, then its own choices."""
    people = People(house, _holder(house, Rank.COMPLIANCE), manager, _authority(house, at))
    if not Document.objects.filter(jurisdiction=house.jurisdiction).exists():
        for code in files.CODES:
            if files.source(code).jurisdiction == house.jurisdiction:
                _document(code, people, at)
    _elections(people, at)


def _holder(house: Property, rank: Rank) -> Staff:
    return Staff.objects.filter(posts__property=house, posts__rank=rank).order_by("pk")[0]


def _authority(house: Property, at: datetime) -> Staff:
    staff = _holder(house, Rank.AUTHORITY)
    first = Post.objects.filter(staff=staff, property=house, rank=Rank.AUTHORITY).order_by("from_at")[0]
    if first.from_at > SINCE:
        posts.appoint(
            staff=staff, property=house, rank=Rank.AUTHORITY, by="system", at=at, from_at=SINCE, until_at=first.from_at
        )
    return Staff.objects.get(pk=staff.pk)


def _document(code: str, people: People, at: datetime) -> None:
    source, zone = files.source(code), ZoneInfo(people.house.time_zone)
    moments = _moments(source.version, at, zone)
    document = documents.open_document(
        code=code, title=source.title, jurisdiction=source.jurisdiction, layer=source.layer, game=source.game,
        authority=source.authority, legal_basis=source.legal_basis, gazette=source.gazette,
        over=Document.objects.get(code=source.over) if source.over else None, by=people.compliance,
        at=moments["drafted"],
    )  # fmt: skip
    version = versions.draft(
        document=document, label=source.version["label"], clauses=files.text(code), parameters=files.values(code),
        by=people.compliance, at=moments["drafted"],
    )  # fmt: skip
    versions.apply_for(version, by=people.manager, at=moments["applied"])
    version = versions.approve(
        version, by=people.authority, at=moments["approved"], instrument=source.version["instrument"],
        effective_at=moments["effective"], seen_hash=version.content_hash,
    )  # fmt: skip
    _gazette(version, source.version, moments, people)
    for said in files.applications(code):
        _application(document, said, _moments(said, at, zone), people)


def _gazette(version: Version | None, said: Mapping[str, Any], moments: Mapping[str, datetime], people: People) -> None:
    if version is not None and version.needs_gazette:
        gazetted = moments["gazetted"]
        versions.record_gazette(
            version, by=people.authority, at=gazetted, notice=said["notice"], gazetted_at=gazetted
        )  # fmt: skip


def _application(
    document: Document, said: Mapping[str, Any], moments: Mapping[str, datetime], people: People
) -> Application:
    """Drafted, applied for, consulted on, decided: as far as the file has instants for it."""
    drafted = moments["drafted"]
    base = versions.in_force_version(document, drafted)
    assert base is not None
    application = amending.propose(
        document=document, base=base, title=said["title"], applicants=said["applicants"], by=people.compliance,
        at=drafted,
    )  # fmt: skip
    for change in said["change"]:
        amending.add_change(application, by=people.compliance, at=drafted, **_fields(document.code, change))
    if "applied" in moments:
        amending.apply_for(application, by=people.manager, at=moments["applied"])
    if "opens" in moments:
        _consult(application, said, moments, people)
    if "decided" in moments:
        _decide(application, said, moments, people)
    return application


def _fields(code: str, change: Mapping[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in change.items() if name in amending.FIELDS}
    if change["kind"] == "parameter":
        fields.setdefault("value", files.shipped(code, change["parameter"]))
    return fields


def _consult(
    application: Application, said: Mapping[str, Any], moments: Mapping[str, datetime], people: People
) -> None:
    opens, closes = moments["opens"], moments["closes"]
    amending.open_consultation(application, by=people.authority, at=opens, opens_at=opens, closes_at=closes)
    for one in said.get("submission", ()):
        came = opens + timedelta(days=one["days_after_opening"])
        submission = submissions.submit(application, name=one["name"], text=one["text"], at=came)
        if one.get("shown", True):
            _show(submission, people, came + timedelta(hours=5))
    for one in said.get("assessment", ()):
        decisions.assess(
            application, purpose=Assessment.Purpose(one["purpose"]), finding=one["finding"], by=people.authority,
            at=opens + timedelta(days=10), precaution=one.get("precaution", False),
        )  # fmt: skip


def _show(submission: Submission, people: People, at: datetime) -> None:
    submissions.show(submission, by=people.authority, at=at)


def _decide(application: Application, said: Mapping[str, Any], moments: Mapping[str, datetime], people: People) -> None:
    """Everything is approved, some of it with conditions."""
    verdicts = {}
    for row, change in zip(application.changes.order_by("position"), said["change"], strict=True):
        decision = Decision(change.get("decision", Decision.APPROVED))
        verdicts[row.pk] = decisions.Verdict(decision, said["reasons"], change.get("conditions", ""))
    application.refresh_from_db()
    application = decisions.decide(
        application, verdicts=verdicts, by=people.authority, at=moments["decided"], seen_edition=application.edition,
        instrument=said["instrument"], effective_at=moments["effective"], label=said["label"],
    )  # fmt: skip
    _gazette(application.version, said, moments, people)


def _moments(said: Mapping[str, Any], at: datetime, zone: ZoneInfo) -> dict[str, datetime]:
    """Instants in the house's own time: as written, or so many days from the day on which the demo is loaded."""
    found = {name: value.replace(tzinfo=zone) for name, value in said.items() if isinstance(value, datetime)}
    today = at.astimezone(zone).replace(minute=0, second=0, microsecond=0)
    for key, days in said.items():
        name, _, relative = key.rpartition("_")
        if relative == "days":
            found[name] = (today + timedelta(days=days)).replace(hour=HOURS.get(name, 10))
    return found


def _elections(people: People, at: datetime) -> None:
    chosen = files.toml("elections.toml").get(people.house.code, {})
    for code, choices in chosen.get("house", {}).items():
        document = Document.objects.get(code=code)
        _elect(people, None, choices, at, document=document)
    places = {place.code: place for place in Place.objects.filter(property=people.house)}
    for code, choices in chosen.get("places", {}).items():
        _elect(people, places[code], choices, at)
    for code, choices in chosen.get("asked", {}).items():
        elections.elect_all(
            property=people.house, place=places[code], choices=choices, by=people.manager, at=at, from_at=at
        )


def _elect(
    people: People, place: Place | None, choices: Mapping[str, Any], at: datetime, *, document: Document | None = None
) -> list[Election]:
    """The authority approves at once what a clause makes it approve."""
    made = elections.elect_all(
        property=people.house, place=place, document=document, choices=choices, by=people.manager, at=at, from_at=at
    )
    for election in made:
        if election.needs_approval:
            elections.approve_election(election, by=people.authority, at=at, reasons="Within what the clause allows.")
    return made
