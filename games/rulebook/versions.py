"""Versions of a document: drafted, applied for, approved, gazetted, in force. The state is derived, never stored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.due import rows as due
from casino.due.models import Due
from casino.house import duties
from casino.house.models import Property, Staff
from casino.house.ranks import Rank
from casino.refused import Refused, refuse_unless
from games.rulebook import documents, parameters, succession
from games.rulebook.announcing import told
from games.rulebook.models import Clause, ClauseKind, Condition, Document, Parameter, Version
from games.rulebook.shapes import ClauseText, ParameterValue

LONGEST = {"number": 40, "parent": 40, "heading": 300, "touched_by": 120}
COMES_INTO_FORCE = "rulebook.comes_into_force"


class State(StrEnum):
    DRAFT = "draft"
    APPLIED = "applied"
    APPROVED = "approved"
    SCHEDULED = "scheduled"
    IN_FORCE = "in_force"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"


def state(version: Version, at: datetime) -> State:
    """What a version is at an instant, from its own instants. APPROVED waits for its gazette notice."""
    if version.withdrawn_at and version.withdrawn_at <= at:
        return State.WITHDRAWN
    if succession.holds(version) and version.effective_at and version.effective_at <= at:
        return State.SUPERSEDED if version.ends_at and version.ends_at <= at else State.IN_FORCE
    if version.approved_at and version.approved_at <= at:
        return State.SCHEDULED if succession.noticed(version) else State.APPROVED
    return State.APPLIED if version.applied_at and version.applied_at <= at else State.DRAFT


def in_force_version(document: Document, at: datetime) -> Version | None:
    return succession.holding(document).filter(succession.covers(at)).first()


def content_hash(clauses: Iterable[ClauseText], values: Iterable[ParameterValue]) -> str:
    """The sha256 of a text and what it sets: whoever approves names what they have read."""
    whole = {
        "clauses": [clause.to_json() for clause in clauses],
        "parameters": sorted((value.to_json() for value in values), key=lambda one: (one["name"], one["form"])),
    }
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


@transaction.atomic
def draft(
    *, document: Document, label: str, clauses: Sequence[ClauseText], parameters: Sequence[ParameterValue], by: Staff,
    at: datetime, base: Version | None = None, applicant: Staff | None = None,
) -> Version:  # fmt: skip
    """A new text. With an applicant it is applied for at once: the decision on an application made it."""
    refuse_unless(
        base is None or base.document_id == document.pk, clause=None, message=_("The base is another document's."),
        where="base",
    )  # fmt: skip
    _refuse_one_person(author=by, applicant=applicant)
    version = Version(
        document=document, label=label.strip(), base=base, author=by, made_at=at, applicant=applicant,
        applied_at=at if applicant else None,
    )  # fmt: skip
    documents.refuse_unclean(version, exclude=["document", "base", "author", "applicant"])
    try:
        with transaction.atomic():
            version.save()
    except IntegrityError:
        message = _("%(document)s has a version called %(label)s already.")
        raise Refused(None, message % {"document": document.code, "label": label}, "label") from None
    _write(version, clauses, parameters)
    told("drafted", version, by=by, at=at, after={"content": version.content_hash, "clauses": len(clauses)})
    return version


@transaction.atomic
def rewrite(
    version: Version, *, clauses: Sequence[ClauseText], parameters: Sequence[ParameterValue], by: Staff, at: datetime
) -> Version:
    """Another text for a draft. What was applied for has changed, so that it has to be applied for again."""
    version = locked(version)
    _refuse_unless_open(version)
    before = {"content": version.content_hash, "applicant": version.applicant_id}
    version.applicant, version.applied_at = None, None
    version.clauses.all().delete()
    version.parameters.all().delete()
    _write(version, clauses, parameters)
    after = {"content": version.content_hash, "clauses": len(clauses)}
    told("rewritten", version, by=by, at=at, before=before, after=after)
    return version


@transaction.atomic
def apply_for(version: Version, *, by: Staff, at: datetime) -> Version:
    """The operator asks for the approval of a draft, whose flags from its import are all settled."""
    version = locked(version)
    _refuse_unless_open(version)
    refuse_unless(version.applied_at is None, clause=None, message=_("It has been applied for already."))
    _refuse_one_person(author=version.author, applicant=by)
    flags = version.flags.filter(settled_at__isnull=True).count()
    refuse_unless(
        not flags, clause=None, message=_("Settle what the import flagged first: %(count)s left.") % {"count": flags}
    )
    version.applicant, version.applied_at = by, at
    version.save(update_fields=["applicant", "applied_at"])
    told("applied_for", version, by=by, at=at, after={"content": version.content_hash})
    return version


@transaction.atomic
def approve(
    version: Version, *, by: Staff, at: datetime, instrument: str, effective_at: datetime, seen_hash: str,
    conditions: Sequence[tuple[str, str]] = (),
) -> Version:  # fmt: skip
    """The authority approves exactly the text that it has read, by an instrument and from an instant on.

    With `document.gazette` the version holds nothing until its notice is recorded. Conditions are (clause, text).
    """
    version = locked(version)
    _refuse_unless_open(version)
    _refuse_unless_authority(version, by, at)
    refuse_unless(version.applied_at, clause=None, message=_("Nobody has applied for it yet."))
    refuse_unless(instrument.strip(), clause=None, message=_("Name the instrument."), where="instrument")
    refuse_unless(
        version.content_hash == seen_hash, clause=None, where="seen_hash",
        message=_("The text was changed since you read it. Read it again before you decide."),
    )  # fmt: skip
    Condition.objects.bulk_create(Condition(version=version, clause=clause, text=text) for clause, text in conditions)
    version.instrument, version.approved_by, version.approved_at = instrument.strip(), by, at
    version.effective_at, version.needs_gazette = effective_at, version.document.gazette
    _hold_if_complete(version, at)
    after = {
        "content": version.content_hash, "instrument": version.instrument, "effective_at": effective_at,
        "ends_at": version.ends_at, "conditions": len(conditions), "needs_gazette": version.needs_gazette,
    }  # fmt: skip
    told("approved", version, by=by, at=at, after=after)
    return version


@transaction.atomic
def record_gazette(
    version: Version, *, by: Staff, at: datetime, notice: str, gazetted_at: datetime,
    effective_at: datetime | None = None,
) -> Version:  # fmt: skip
    """The notice without which nothing comes into force. It may give the instant of effect, never a past one."""
    version = locked(version)
    _refuse_unless_authority(version, by, at)
    refuse_unless(state(version, at) is State.APPROVED, clause=None, message=_("It waits for no gazette notice."))
    refuse_unless(notice.strip(), clause=None, message=_("Name the notice."), where="notice")
    refuse_unless(gazetted_at <= at, clause=None, message=_("That notice is not published yet."), where="gazetted_at")
    before = {"effective_at": version.effective_at}
    version.gazette_notice, version.gazetted_at = notice.strip(), gazetted_at
    version.effective_at = effective_at or version.effective_at
    _refuse_late_notice(version, at)
    _hold_if_complete(version, at)
    after = {"notice": version.gazette_notice, "gazetted_at": gazetted_at, "effective_at": version.effective_at}
    told("gazetted", version, by=by, at=at, before=before, after=after)
    return version


@transaction.atomic
def withdraw(version: Version, *, by: Staff, at: datetime, reason: str) -> Version:
    """Take a version back before it takes effect: its predecessor goes on. Once approved, only the authority can."""
    version = locked(version)
    was = state(version, at)
    refuse_unless(was not in {State.IN_FORCE, State.SUPERSEDED}, clause=None,
                  message=_("It has taken effect: only another version can end it."))  # fmt: skip
    refuse_unless(was is not State.WITHDRAWN, clause=None, message=_("It was withdrawn already."))
    refuse_unless(reason.strip(), clause=None, message=_("Say why it is withdrawn."), where="reason")
    if version.approved_at or by.pk not in {version.author_id, version.applicant_id}:
        _refuse_unless_authority(version, by, at)
    ends, before = version.ends_at, succession.predecessor(version)
    version.withdrawn_at, version.withdrawn_by, version.withdrawn_reason = at, by, reason.strip()
    version.ends_at = None
    version.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason", "ends_at"])
    if before is not None:
        before.ends_at = ends
        succession.save(before)
    _cancel(version, by, at, reason)
    told("withdrawn", version, by=by, at=at, before={"state": was}, reason=version.withdrawn_reason)
    return version


@due.handles(COMES_INTO_FORCE, label=lazy("A version of the rules comes into force"))
def announce(row: Due, at: datetime) -> None:
    """The state follows from the instants; this tells the trail and the screens that it has come."""
    version = Version.objects.select_related("document").get(pk=row.arguments["version"])
    if succession.holds(version) and version.effective_at == row.at:
        after = {"effective_at": version.effective_at, "content": version.content_hash}
        told("came_into_force", version, by=None, at=at, after=after)


def clause_texts(version: Version) -> list[ClauseText]:
    """A version's clauses as plain values, in their order."""
    return [
        ClauseText(row.number, row.parent, row.kind, row.heading, row.text, tuple(row.history), row.touched_by)
        for row in version.clauses.order_by("position")
    ]


def parameter_values(version: Version) -> list[ParameterValue]:
    return [
        ParameterValue(row.name, row.value, row.clause, row.reading, row.note, row.form)
        for row in version.parameters.order_by("name", "form")
    ]


def locked(version: Version) -> Version:
    """The version as it is now, its document held: everything that one document's versions do is done in turn."""
    Document.objects.select_for_update(no_key=True).get(pk=version.document_id)
    return Version.objects.select_related("document", "author", "applicant").get(pk=version.pk)


def _write(version: Version, clauses: Sequence[ClauseText], values: Sequence[ParameterValue]) -> None:
    code = version.document.code
    checked = [_noted(parameters.check(code, value)) for value in values]
    names = [(value.name, value.form) for value in checked]
    refuse_unless(len(set(names)) == len(names), clause=None, message=_("A value is set twice."), where="parameters")
    _refuse_unlike_a_clause(clauses)
    version.content_hash = content_hash(clauses, checked)
    version.save(update_fields=["content_hash", "applicant", "applied_at"])
    Clause.objects.bulk_create(
        Clause(version=version, position=place, **clause.to_json()) for place, clause in enumerate(clauses, 1)
    )
    Parameter.objects.bulk_create(Parameter(version=version, **value.to_json()) for value in checked)


def _noted(value: ParameterValue) -> ParameterValue:
    refuse_unless("\x00" not in value.note, clause=value.clause, message=_("A note is text."), where=value.name)
    return value


def _refuse_unlike_a_clause(clauses: Sequence[ClauseText]) -> None:
    for place, clause in enumerate(clauses):
        refuse_unless(
            clause.kind in ClauseKind.values and _fits(clause), clause=None, where=f"clauses[{place}]",
            message=_("This is not a clause: its kind is unknown, its number or heading too long, or no text."),
        )  # fmt: skip


def _fits(clause: ClauseText) -> bool:
    try:
        parameters.plain_json(clause.to_json())
    except ValueError:
        return False
    return all(len(getattr(clause, name)) <= most for name, most in LONGEST.items())


def _hold_if_complete(version: Version, at: datetime) -> None:
    """Take its place in the line of versions and write its due row, unless a notice is still missing."""
    held = succession.holds(version)
    if held:
        succession.follow(version, at)
    succession.save(version)
    if held and version.effective_at and version.effective_at >= at:
        due.later(
            at=version.effective_at, what=COMES_INTO_FORCE, subject=version.document.stream, by="system",
            arguments={"version": version.pk}, key=_key(version),
        )  # fmt: skip


def _refuse_late_notice(version: Version, at: datetime) -> None:
    """What is new holds at the earliest when its notice is recorded; what held before this book was kept, held."""
    assert version.effective_at is not None and version.approved_at is not None
    completes = version.effective_at < version.approved_at
    refuse_unless(
        completes or version.effective_at >= at, clause=version.document.legal_basis, where="effective_at",
        message=_("The instant of effect has passed without a notice: give a later one."),
    )  # fmt: skip


def _key(version: Version) -> str:
    return f"version:{version.pk}:comes-into-force"


def _cancel(version: Version, by: Staff, at: datetime, reason: str) -> None:
    row = Due.objects.filter(key=_key(version)).first()
    if row is not None:
        due.cancel(row, by=by.stream, reason=reason, at=at)


def _refuse_unless_open(version: Version) -> None:
    refuse_unless(version.withdrawn_at is None, clause=None, message=_("It was withdrawn."))
    refuse_unless(version.approved_at is None, clause=None, message=_("It is approved: its text stays as it is."))


def _refuse_unless_authority(version: Version, by: Staff, at: datetime) -> None:
    homes = Property.objects.filter(jurisdiction=version.document.jurisdiction)
    refuse_unless(
        any(duties.holds(by, Rank.AUTHORITY, home, at=at) for home in homes), where="by",
        clause=version.document.legal_basis,
        message=_("Only the authority of that jurisdiction decides: %(who)s.") % {"who": version.document.authority},
    )  # fmt: skip
    refuse_unless(
        by.pk not in {version.author_id, version.applicant_id}, clause=version.document.legal_basis, where="by",
        message=_("Nobody approves what they drafted or applied for."),
    )  # fmt: skip


def _refuse_one_person(*, author: Staff | None, applicant: Staff | None) -> None:
    refuse_unless(
        author is None or applicant is None or author.pk != applicant.pk, clause=None, where="by",
        message=_("Whoever drafted it does not apply for it."),
    )  # fmt: skip
