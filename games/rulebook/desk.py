"""The work on the rules by state: what is whose, what waits for whom, and the one next step of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.house import duties
from casino.house.models import Property, Staff
from games.rulebook import elections, parameters
from games.rulebook.amending import Stage, stage
from games.rulebook.models import Application, Change, Election, ImportFlag, Submission, Version
from games.rulebook.versions import State, state
from games.rulebook.wording import value_text

# What comes into force within this time stands in a section of its own: the floor has to know.
SOON = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Step:
    """What this person does next with it."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    """One piece of work: what it is, where it stands, since when or until when, and the next step."""

    title: str
    url: str
    code: str
    word: str
    icon: str
    tone: str = ""
    when: str = ""
    at: datetime | None = None
    step: Step | None = None
    waits_for: str = ""


@dataclass(slots=True)
class Section:
    key: str
    title: str
    empty: str
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Duties:
    """What somebody may do with the rules of a jurisdiction."""

    staff: Staff
    draft: bool
    apply: bool
    decide: bool
    elect: bool

    @classmethod
    def of(cls, staff: Staff, homes: Iterable[Property], at: datetime) -> Duties:
        held = [home for home in homes if duties.may(staff, "rulebook.see", home, at=at)]
        verbs = ("draft", "apply", "decide", "elect")
        return cls(staff, *(any(duties.may(staff, f"rulebook.{verb}", home, at=at) for home in held) for verb in verbs))


def work(jurisdiction: str, mine: Duties, at: datetime) -> list[Section]:
    """Everything that is under way in a jurisdiction. Three queries, however much it is."""
    found = _sections()
    rows = list(_open_versions(jurisdiction))
    newest = _newest(rows)
    for application in _open_applications(jurisdiction):
        _place_application(found, application, newest, mine, at)
    for version in rows:
        _place_version(found, version, mine, at)
    if mine.decide:
        homes = Property.objects.filter(jurisdiction=jurisdiction)
        found["waiting"].rows += [_election(one) for one in elections.waiting(homes)]  # type: ignore[arg-type]
    for key in ("scheduled", "coming"):
        found[key].rows.sort(key=lambda row: (row.at is None, row.at))
    found["in_force"].rows.sort(key=lambda row: row.code)
    return list(found.values())


def _sections() -> dict[str, Section]:
    listed = (
        ("drafts", _("My drafts"), _("What you draft stands here until somebody else applies for it.")),
        ("waiting", _("Waiting for me"), _("Nothing waits for you.")),
        ("consultation", _("In consultation"), _("Applications stand here while the public may write.")),
        ("deciding", _("Being decided"), _("What was applied for and is not decided yet stands here.")),
        ("scheduled", _("Scheduled"), _("Approved texts stand here until a week before their instant.")),
        ("coming", _("Coming into force"), _("What takes effect within seven days stands here.")),
        ("in_force", _("In force"), _("No document is in force here yet. Import one, and have it approved.")),
    )
    return {key: Section(key, title, empty) for key, title, empty in listed}


def _open_applications(jurisdiction: str) -> QuerySet[Application]:
    waiting = Q(submissions__shown_at__isnull=True, submissions__hidden_reason="", submissions__public=True)
    return (
        Application.objects.filter(
            document__jurisdiction=jurisdiction, decided_at__isnull=True, withdrawn_at__isnull=True
        )
        .select_related("document", "base", "author", "applied_by")
        .annotate(
            unread=Count("submissions", filter=waiting, distinct=True),
            written=Exists(Change.objects.filter(application=OuterRef("pk"))),
        )
        .order_by("drafted_at")
    )


def _open_versions(jurisdiction: str) -> QuerySet[Version]:
    """All but what has been replaced or taken back."""
    unsettled = ImportFlag.objects.filter(version=OuterRef("pk"), settled_at__isnull=True)
    return (
        Version.objects.filter(document__jurisdiction=jurisdiction, withdrawn_at__isnull=True)
        .select_related("document", "author", "applicant")
        .annotate(flagged=Exists(unsettled))
        .order_by("document__code", "effective_at", "pk")
    )


def _newest(versions: Sequence[Version]) -> dict[int, int]:
    """For each document the version that would be followed: an application on another base has to be made anew."""
    approved = [one for one in versions if one.approved_at is not None and one.effective_at is not None]
    return {one.document_id: one.pk for one in sorted(approved, key=lambda one: one.effective_at or one.made_at)}


def _place_application(
    found: dict[str, Section], one: Application, newest: dict[int, int], mine: Duties, at: datetime
) -> None:
    now = stage(one, at)
    author = one.author_id == mine.staff.pk
    moved = newest.get(one.document_id, one.base_id) != one.base_id
    row = _application(one, now, moved, mine, at)
    if now is Stage.DRAFT:
        if author:
            found["drafts"].rows.append(row)
        if row.step is not None and not author:
            found["waiting"].rows.append(row)
        return
    if row.step is not None:
        found["waiting"].rows.append(row)
    found["consultation" if now is Stage.CONSULTATION else "deciding"].rows.append(row)


def _application(one: Application, now: Stage, moved: bool, mine: Duties, at: datetime) -> Row:
    url = reverse("admin:rulebook_application_change", args=[one.pk])
    word, icon, tone, when, since = _application_words(one, now, moved)
    step, waits_for = _application_step(one, now, moved, mine, at)
    return Row(one.title, url, one.document.code, word, icon, tone, when, since, step, waits_for)


def _application_words(one: Application, now: Stage, moved: bool) -> tuple[str, str, str, str, datetime | None]:
    if moved:
        return _("Its base has moved on"), "warn", "bad", _("drafted"), one.drafted_at
    if now is Stage.DRAFT:
        return _("Draft"), "edit", "", _("drafted"), one.drafted_at
    if now is Stage.CONSULTATION:
        return _("In consultation"), "people", "notice", _("closes"), one.consultation_closes_at
    if now is Stage.DECIDING:
        return _("Consultation closed"), "gavel", "", _("closed"), one.consultation_closes_at
    return _("Applied for"), "page", "", _("applied for"), one.applied_at


def _application_step(
    one: Application, now: Stage, moved: bool, mine: Duties, at: datetime
) -> tuple[Step | None, str]:  # fmt: skip
    def to(name: str, label: str) -> Step:
        return Step(label, reverse(f"admin:rulebook_application_{name}", args=[one.pk]))

    if moved:
        author = one.author_id == mine.staff.pk and mine.draft
        return (to("renew", _("Make it anew")), "") if author else (None, _("its author"))
    if now is Stage.DRAFT:
        return _draft_step(one, mine, to)
    if not mine.decide:
        return None, _("the public") if now is Stage.CONSULTATION else one.document.authority
    unread: int = one.unread  # type: ignore[attr-defined]
    if now is Stage.CONSULTATION:
        return (to("change", _("Read submissions")), "") if unread else (None, _("the public"))
    if now is Stage.DECIDING:
        return to("change", _("Decide")), ""
    if one.consultation_opens_at and one.consultation_opens_at > at:
        return None, _("the opening of its consultation")
    return to("consult", _("Open the consultation")), ""


def _draft_step(one: Application, mine: Duties, to: Callable[[str, str], Step]) -> tuple[Step | None, str]:
    written: bool = one.written  # type: ignore[attr-defined]
    if one.author_id == mine.staff.pk:
        return (None, _("the table games manager")) if written else (to("add-change", _("Add a change")), "")
    if mine.apply and written:
        return to("apply", _("Apply for it")), ""
    return None, _("the table games manager") if written else _("its author")


def _place_version(found: dict[str, Section], one: Version, mine: Duties, at: datetime) -> None:
    now = state(one, at)
    if now is State.SUPERSEDED:
        return
    step, waits_for = _version_step(one, now, mine)
    author = one.author_id == mine.staff.pk
    row = _version(one, now, step, waits_for)
    if now is State.DRAFT and author:
        found["drafts"].rows.append(row)
    elif step is not None:
        found["waiting"].rows.append(row)
    section = _section_of(one, now, at)
    if section:
        found[section].rows.append(row)


def _section_of(one: Version, now: State, at: datetime) -> str:
    if now is State.APPLIED:
        return "deciding"
    if now is State.IN_FORCE:
        return "in_force"
    if now is State.SCHEDULED and one.effective_at is not None:
        return "coming" if one.effective_at - at <= SOON else "scheduled"
    return "scheduled" if now is State.APPROVED else ""


def _version(one: Version, now: State, step: Step | None, waits_for: str) -> Row:
    words = {
        State.DRAFT: (_("Draft text"), "edit", "", _("made"), one.made_at),
        State.APPLIED: (_("Applied for"), "page", "", _("applied for"), one.applied_at),
        State.APPROVED: (_("Waits for the gazette"), "wait", "notice", _("approved"), one.approved_at),
        State.SCHEDULED: (_("Scheduled"), "wait", "notice", _("from"), one.effective_at),
        State.IN_FORCE: (_("In force"), "ok", "ok", _("since"), one.effective_at),
    }
    word, icon, tone, when, since = words[now]
    url = reverse("admin:rulebook_version_change", args=[one.pk])
    title = f"{one.document.title}, {one.label}"
    return Row(title, url, one.document.code, word, icon, tone, when, since, step, waits_for)


def _version_step(one: Version, now: State, mine: Duties) -> tuple[Step | None, str]:
    def to(name: str, label: str) -> Step:
        return Step(label, reverse(f"admin:rulebook_version_{name}", args=[one.pk]))

    author = one.author_id == mine.staff.pk
    flagged: bool = one.flagged  # type: ignore[attr-defined]
    if now is State.DRAFT and flagged:
        return (to("change", _("Settle its flags")), "") if author or mine.draft else (None, _("its author"))
    if now is State.DRAFT:
        return (
            (to("apply", _("Apply for it")), "") if mine.apply and not author else (None, _("the table games manager"))
        )
    if now is State.APPLIED:
        return (to("change", _("Read and approve")), "") if mine.decide else (None, one.document.authority)
    if now is State.APPROVED:
        return (to("gazette", _("Record the notice")), "") if mine.decide else (None, _("its gazette notice"))
    return None, ""


def _election(one: Election) -> Row:
    code = one.document.code if one.document else ""
    label = next((term.label for term in parameters.named(one.name) if term.document == code), one.name)
    where = one.place.code if one.place else one.property.name
    url = reverse("admin:rulebook_election_change", args=[one.pk])
    title = f"{where}: {label}, {value_text(one.name, one.value, one.property.currency)}"
    step = Step(_("Decide"), url)
    return Row(title, url, code, _("Election"), "check", "", _("asked"), one.asked_at, step)


def unread(application: Application) -> QuerySet[Submission]:
    """Submissions from the public that nobody has read yet."""
    return application.submissions.filter(public=True, shown_at__isnull=True, hidden_reason="")


def waiting_count(sections: Sequence[Section]) -> int:
    return next(len(section.rows) for section in sections if section.key == "waiting")
