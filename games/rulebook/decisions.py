"""Deciding an application: a finding on each of the Act's purposes, a decision on each change, and the new version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from casino.house.models import Staff
from casino.refused import refuse_unless
from games.rulebook import amending, building, versions
from games.rulebook.models import Application, Assessment, Change, Decision, Version


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the authority says to one change, with its reasons and, where it has some, its conditions."""

    decision: Decision
    reasons: str
    conditions: str = ""


@transaction.atomic
def assess(
    application: Application,
    *,
    purpose: Assessment.Purpose,
    finding: str,
    by: Staff,
    at: datetime,
    precaution: bool = False,
) -> Assessment:
    """A finding on one purpose of the Act. Where evidence is missing, precaution is said to decide."""
    application = amending.locked(application)
    amending.refuse_unless_authority(application, by, at)
    closed = {amending.Stage.DRAFT, amending.Stage.DECIDED, amending.Stage.WITHDRAWN}
    refuse_unless(
        amending.stage(application, at) not in closed, clause=None, message=_("It is not open for assessment.")
    )
    refuse_unless(finding.strip(), clause=None, where="finding", message=_("Write the finding."))
    found, _new = Assessment.objects.update_or_create(
        application=application,
        purpose=purpose,
        defaults={"finding": finding.strip(), "precaution": precaution, "by": by, "at": at},
    )
    amending.tell("assessed", application, by=by, at=at, after={"purpose": purpose, "precaution": precaution})
    return found


@transaction.atomic
def decide(
    application: Application,
    *,
    verdicts: Mapping[int, Verdict],
    by: Staff,
    at: datetime,
    seen_edition: int,
    instrument: str,
    effective_at: datetime,
    label: str = "",
) -> Application:
    """Decide every change at once. What is approved becomes a new version, approved by the same instrument."""
    application = amending.locked(application)
    changes = list(application.changes.order_by("position"))
    _refuse_unless_ready(application, changes, verdicts, by=by, at=at, seen_edition=seen_edition)
    approved = []
    for change in changes:
        verdict = verdicts[change.pk]
        change.decision, change.reasons, change.conditions = (
            verdict.decision,
            verdict.reasons.strip(),
            verdict.conditions.strip(),
        )
        if verdict.decision != Decision.DECLINED:
            approved.append(change)
    _refuse_rivals(approved)
    Change.objects.bulk_update(changes, ["decision", "reasons", "conditions"])
    version = _new_version(
        application, approved, by=by, at=at, instrument=instrument, effective_at=effective_at, label=label
    )
    application.decided_by, application.decided_at, application.version = by, at, version
    application.save(update_fields=["decided_by", "decided_at", "version"])
    after = {
        "version": version.pk if version else None,
        "approved": [change.pk for change in approved],
        "changes": len(changes),
    }
    amending.tell("decided", application, by=by, at=at, after=after)
    return application


def _refuse_unless_ready(
    application: Application,
    changes: list[Change],
    verdicts: Mapping[int, Verdict],
    *,
    by: Staff,
    at: datetime,
    seen_edition: int,
) -> None:
    stage = amending.stage(application, at)
    amending.refuse_unless_authority(application, by, at)
    refuse_unless(
        stage not in {amending.Stage.DECIDED, amending.Stage.WITHDRAWN}, clause=None, message=_("It is closed.")
    )
    refuse_unless(stage is not amending.Stage.DRAFT, clause=None, message=_("Nobody has applied for it yet."))
    refuse_unless(stage is not amending.Stage.CONSULTATION, clause=None, message=_("Its consultation is still open."))
    refuse_unless(
        by.pk not in {application.author_id, application.applied_by_id},
        clause=None,
        where="by",
        message=_("Nobody decides what they drafted or applied for."),
    )
    refuse_unless(
        application.edition == seen_edition,
        clause=None,
        where="seen_edition",
        message=_("The application was changed since you read it. Read it again before you decide."),
    )
    refuse_unless(
        not amending.moved_on(application, at),
        clause=None,
        message=_("Another version has taken the place of its base: its author has to make it anew."),
    )
    missing = [change.clause for change in changes if change.pk not in verdicts]
    refuse_unless(
        not missing,
        clause=None,
        where="verdicts",
        message=_("Decide every change: %(clauses)s are left.") % {"clauses": ", ".join(missing)},
    )
    for change in changes:
        verdict = verdicts[change.pk]
        refuse_unless(
            verdict.reasons.strip(),
            clause=None,
            where="reasons",
            message=_("Give reasons for %(clause)s.") % {"clause": change.clause},
        )
        refuse_unless(
            verdict.decision != Decision.CONDITIONS or verdict.conditions.strip(),
            clause=None,
            where="conditions",
            message=_("Write the conditions for %(clause)s.") % {"clause": change.clause},
        )


def _refuse_rivals(approved: list[Change]) -> None:
    seen: set[tuple[str, str]] = set()
    for change in approved:
        touched = (change.clause, change.parameter)
        refuse_unless(
            touched not in seen,
            clause=None,
            where="verdicts",
            message=_("Two texts for %(clause)s compete: approve one at most.") % {"clause": change.clause},
        )
        seen.add(touched)


def _new_version(
    application: Application,
    approved: list[Change],
    *,
    by: Staff,
    at: datetime,
    instrument: str,
    effective_at: datetime,
    label: str,
) -> Version | None:
    """Nothing approved, no new version."""
    if not approved:
        return None
    base, document = application.base, application.document
    day = effective_at.date().isoformat()
    clauses = building.build(versions.clause_texts(base), approved, instrument=instrument, on=day)
    values = building.set_values(versions.parameter_values(base), approved, document.code)
    version = versions.draft(
        document=document,
        label=label.strip() or instrument,
        clauses=clauses,
        parameters=values,
        by=application.author,
        at=at,
        base=base,
        applicant=application.applied_by,
    )
    conditions = [(change.clause, change.conditions) for change in approved if change.conditions]
    return versions.approve(
        version,
        by=by,
        at=at,
        instrument=instrument,
        effective_at=effective_at,
        seen_hash=version.content_hash,
        conditions=conditions,
    )
