"""Applications: changes against a base version, drafted by one, applied for by another, consulted on in public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from casino.house import duties
from casino.house.models import Property, Staff
from casino.house.ranks import Rank
from casino.refused import Refused, refuse_unless
from casino.trail import record
from games.rulebook import building, parameters
from games.rulebook.announcing import actor, show
from games.rulebook.models import Application, Change, ChangeKind, Document, Version
from games.rulebook.shapes import ClauseText, ParameterValue

FIELDS = ("kind", "clause", "after", "new_number", "heading", "text", "parameter", "value", "applicant")


class Stage(StrEnum):
    DRAFT = "draft"
    APPLIED = "applied"
    CONSULTATION = "consultation"
    DECIDING = "deciding"
    DECIDED = "decided"
    WITHDRAWN = "withdrawn"


def stage(application: Application, at: datetime) -> Stage:
    """Where an application stands at an instant, from its own instants."""
    if application.withdrawn_at and application.withdrawn_at <= at:
        return Stage.WITHDRAWN
    if application.decided_at and application.decided_at <= at:
        return Stage.DECIDED
    opens, closes = application.consultation_opens_at, application.consultation_closes_at
    if opens and closes and opens <= at:
        return Stage.CONSULTATION if at < closes else Stage.DECIDING
    return Stage.APPLIED if application.applied_at and application.applied_at <= at else Stage.DRAFT


def moved_on(application: Application, at: datetime) -> bool:
    """Has another version taken the place of the base, so that the changes no longer fit what holds?"""
    newest = application.document.versions.filter(approved_at__isnull=False, withdrawn_at__isnull=True)
    latest = newest.order_by("-effective_at").first()
    return application.decided_at is None and latest is not None and latest.pk != application.base_id


@transaction.atomic
def propose(
    *, document: Document, base: Version, title: str, applicants: Sequence[str], by: Staff, at: datetime,
    split_from: Application | None = None,
) -> Application:  # fmt: skip
    """A new application, empty, drafted by its author."""
    refuse_unless(
        base.document_id == document.pk, clause=None, message=_("The base is another document's."), where="base"
    )
    refuse_unless(title.strip(), clause=None, message=_("Give it a title."), where="title")
    names = [name.strip() for name in applicants if name.strip()]
    refuse_unless(names, clause=None, message=_("Name at least one applicant."), where="applicants")
    application = Application.objects.create(
        document=document, base=base, title=title.strip()[:200], applicants=names, author=by, drafted_at=at,
        split_from=split_from,
    )  # fmt: skip
    tell("drafted", application, by=by, at=at, after={"base": base.pk})
    return application


@transaction.atomic
def add_change(application: Application, *, by: Staff, at: datetime, **fields: Any) -> Change:
    """One more change. The text stays open until it is applied for; the regulator may add its own until it decides."""
    application = locked(application)
    refuse_unless_open_to(application, by, at)
    last = application.changes.order_by("-position").first()
    change = Change(application=application, position=last.position + 1 if last else 1)
    _write(change, fields)
    raised(application)
    tell(
        "change_added",
        application,
        by=by,
        at=at,
        after={"change": change.pk, "kind": change.kind, "clause": change.clause},
    )
    return change


@transaction.atomic
def change_change(change: Change, *, by: Staff, at: datetime, **fields: Any) -> Change:
    application = locked(change.application)
    refuse_unless_open_to(application, by, at)
    change = application.changes.get(pk=change.pk)
    _write(change, {name: getattr(change, name) for name in FIELDS} | fields)
    raised(application)
    tell("change_changed", application, by=by, at=at, after={"change": change.pk, "clause": change.clause})
    return change


@transaction.atomic
def remove_change(change: Change, *, by: Staff, at: datetime) -> Application:
    application = locked(change.application)
    refuse_unless_open_to(application, by, at)
    tell("change_removed", application, by=by, at=at, before={"change": change.pk, "clause": change.clause})
    application.changes.filter(pk=change.pk).delete()
    raised(application)
    return application


@transaction.atomic
def apply_for(application: Application, *, by: Staff, at: datetime) -> Application:
    """The operator applies: from here on the text stays as it is."""
    application = locked(application)
    refuse_unless(stage(application, at) is Stage.DRAFT, clause=None, message=_("It has been applied for already."))
    refuse_unless(
        by.pk != application.author_id, clause=None, message=_("Whoever drafted it does not apply for it."), where="by"
    )
    refuse_unless(application.changes.exists(), clause=None, message=_("It changes nothing yet."))
    refuse_unless(not moved_on(application, at), clause=None,
                  message=_("Another version has taken the place of its base: make it anew."))  # fmt: skip
    application.applied_by, application.applied_at = by, at
    application.save(update_fields=["applied_by", "applied_at"])
    tell("applied_for", application, by=by, at=at, after={"edition": application.edition})
    return application


@transaction.atomic
def open_consultation(
    application: Application, *, by: Staff, at: datetime, opens_at: datetime, closes_at: datetime
) -> Application:
    """The authority asks the public, until an instant."""
    application = locked(application)
    refuse_unless_authority(application, by, at)
    open_now = {Stage.APPLIED, Stage.CONSULTATION}
    refuse_unless(stage(application, at) in open_now, clause=None, message=_("It is not open for consultation."))
    refuse_unless(closes_at > max(opens_at, at), clause=None, where="closes_at",
                  message=_("A consultation closes after it opens, and not in the past."))  # fmt: skip
    before = {"opens_at": application.consultation_opens_at, "closes_at": application.consultation_closes_at}
    application.consultation_opens_at, application.consultation_closes_at = opens_at, closes_at
    application.save(update_fields=["consultation_opens_at", "consultation_closes_at"])
    tell(
        "consultation_set",
        application,
        by=by,
        at=at,
        before=before,
        after={"opens_at": opens_at, "closes_at": closes_at},
    )
    return application


@transaction.atomic
def split(application: Application, *, changes: Sequence[int], title: str, by: Staff, at: datetime) -> Application:
    """The regulator lets some changes run at their own pace. Rivals stay together."""
    application = locked(application)
    refuse_unless_authority(application, by, at)
    refuse_unless(application.applied_at and stage(application, at) is not Stage.DECIDED, clause=None,
                  message=_("Only an open application can be split."))  # fmt: skip
    moving = list(application.changes.filter(pk__in=changes))
    staying = application.changes.exclude(pk__in=changes)
    refuse_unless(moving and staying.exists(), clause=None, where="changes",
                  message=_("Choose some of the changes, not none and not all."))  # fmt: skip
    for change in moving:
        rival = staying.filter(clause=change.clause, parameter=change.parameter).exists()
        refuse_unless(
            not rival,
            clause=None,
            where="changes",
            message=_("Rival texts of %(clause)s stay together.") % {"clause": change.clause},
        )
    part = Application.objects.create(
        document=application.document, base=application.base, title=title.strip()[:200] or application.title,
        applicants=application.applicants, author=application.author, drafted_at=application.drafted_at,
        applied_by=application.applied_by, applied_at=application.applied_at, split_from=application,
        consultation_opens_at=application.consultation_opens_at,
        consultation_closes_at=application.consultation_closes_at,
    )  # fmt: skip
    Change.objects.filter(pk__in=[change.pk for change in moving]).update(application=part)
    raised(application)
    tell("split", application, by=by, at=at, after={"part": part.pk, "changes": [change.pk for change in moving]})
    return part


@transaction.atomic
def withdraw(application: Application, *, by: Staff, at: datetime, reason: str) -> Application:
    application = locked(application)
    still = {Stage.DRAFT, Stage.APPLIED, Stage.CONSULTATION, Stage.DECIDING}
    refuse_unless(stage(application, at) in still, clause=None, message=_("It is closed."))
    refuse_unless(reason.strip(), clause=None, message=_("Say why it is withdrawn."), where="reason")
    own = by.pk in {application.author_id, application.applied_by_id}
    refuse_unless(
        own or is_authority(application.document, by, at), clause=None, where="by",
        message=_("Its author, its applicant or the authority withdraws it."),
    )  # fmt: skip
    application.withdrawn_at, application.withdrawn_reason = at, reason.strip()
    application.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    tell("withdrawn", application, by=by, at=at, reason=reason.strip())
    return application


@transaction.atomic
def renew(application: Application, *, by: Staff, at: datetime) -> Application:
    """Make an application anew on the version that took its base's place; what no longer fits is left out."""
    application = locked(application)
    refuse_unless(moved_on(application, at), clause=None, message=_("Its base still holds."))
    newest = application.document.versions.filter(approved_at__isnull=False, withdrawn_at__isnull=True)
    base = newest.order_by("effective_at").last()
    assert base is not None
    fresh = propose(
        document=application.document, base=base, title=application.title, applicants=application.applicants, by=by,
        at=at, split_from=application,
    )  # fmt: skip
    for change in application.changes.order_by("position"):
        try:
            with transaction.atomic():
                add_change(fresh, by=by, at=at, **{name: getattr(change, name) for name in FIELDS})
        except Refused:
            continue
    withdraw(application, by=by, at=at, reason=_("Made anew on %(base)s.") % {"base": base.label})
    return fresh


def rivals(application: Application) -> dict[tuple[str, str], list[Change]]:
    """Changes by what they touch: where there are several, at most one can be approved."""
    found: dict[tuple[str, str], list[Change]] = {}
    for change in application.changes.order_by("position"):
        found.setdefault((change.clause, change.parameter), []).append(change)
    return found


def summary(change: Change) -> str:
    """The line that stands in the list of changes, made from the change itself."""
    clause = {"clause": change.clause, "new": change.new_number, "heading": change.heading, "name": change.parameter}
    lines = {
        ChangeKind.INSERT: _("New %(clause)s."), ChangeKind.AMEND: _("Amends %(clause)s."),
        ChangeKind.DELETE: _("Deletes %(clause)s."), ChangeKind.RENUMBER: _("Renumbers %(clause)s as %(new)s."),
        ChangeKind.RETITLE: _("Retitles %(clause)s: %(heading)s."),
        ChangeKind.PARAMETER: _("Sets %(name)s under %(clause)s."),
    }  # fmt: skip
    return lines[ChangeKind(change.kind)] % clause


def locked(application: Application) -> Application:
    """The application as it is now; its document is held, so that everything about it is done in turn."""
    Document.objects.select_for_update(no_key=True).get(pk=application.document_id)
    return Application.objects.select_related("document", "base", "author", "applied_by").get(pk=application.pk)


def raised(application: Application) -> None:
    """Whoever read an older edition cannot decide on this one."""
    Application.objects.filter(pk=application.pk).update(edition=F("edition") + 1)


def is_authority(document: Document, by: Staff, at: datetime) -> bool:
    homes = Property.objects.filter(jurisdiction=document.jurisdiction)
    return any(duties.holds(by, Rank.AUTHORITY, home, at=at) for home in homes)


def refuse_unless_authority(application: Application, by: Staff, at: datetime) -> None:
    document = application.document
    refuse_unless(
        is_authority(document, by, at), clause=document.legal_basis, where="by",
        message=_("Only the authority of that jurisdiction does this: %(who)s.") % {"who": document.authority},
    )  # fmt: skip


def refuse_unless_open_to(application: Application, by: Staff, at: datetime) -> None:
    """The author while it is a draft; after that only the regulator, until it has decided."""
    now = stage(application, at)
    refuse_unless(now not in {Stage.DECIDED, Stage.WITHDRAWN}, clause=None, message=_("It is closed."))
    if now is Stage.DRAFT:
        refuse_unless(
            by.pk == application.author_id, clause=None, where="by", message=_("Only its author changes a draft.")
        )
    else:
        refuse_unless_authority(application, by, at)


def tell(
    kind: str, application: Application, *, by: Staff | None, at: datetime, before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None, reason: str = "",
) -> None:  # fmt: skip
    record.append(
        stream=application.document.stream, kind=f"application.{kind}", subject=f"application:{application.pk}", at=at,
        actor=actor(by), before=before, after={"application": application.pk, **(after or {})}, reason=reason,
    )  # fmt: skip
    show(application.document, kind, {"application": application.pk})


def _write(change: Change, fields: Mapping[str, Any]) -> None:
    unknown = set(fields) - set(FIELDS)
    refuse_unless(not unknown, clause=None, message=_("There is no such field."), where=min(unknown, default=""))
    for name, value in fields.items():
        setattr(change, name, value.strip() if isinstance(value, str) else value)
    _check(change)
    change.full_clean(exclude=["application"], validate_constraints=False)
    change.save()


def _check(change: Change) -> None:
    """The change fits its base: what it amends is there, what it inserts is not."""
    base, kind = change.application.base, ChangeKind(change.kind)
    refuse_unless(change.clause, clause=None, message=_("Name the clause."), where="clause")
    known, gone, made = _numbers(change)
    code = base.document.code
    if kind is ChangeKind.INSERT:
        refuse_unless(
            change.clause not in known - gone, clause=f"{code} {change.clause}", where="clause",
            message=_("That number is taken: amend it."),
        )  # fmt: skip
        after = not change.after or change.after in known | made
        refuse_unless(after, clause=None, where="after", message=_("The clause before it is not in the base."))
    elif kind is not ChangeKind.PARAMETER:
        refuse_unless(
            change.clause in known,
            clause=f"{code} {change.clause}",
            where="clause",
            message=_("The base has no such clause."),
        )
    if kind in {ChangeKind.INSERT, ChangeKind.AMEND}:
        refuse_unless(change.text or change.heading, clause=None, where="text", message=_("Write the text."))
    if kind is ChangeKind.RENUMBER:
        refuse_unless(
            change.new_number and change.new_number not in (known - gone) | made,
            clause=None,
            where="new_number",
            message=_("Give a number that is free."),
        )
    if kind is ChangeKind.RETITLE:
        refuse_unless(change.heading, clause=None, where="heading", message=_("Write the heading."))
    if kind is ChangeKind.PARAMETER:
        parameters.check(code, ParameterValue(change.parameter, change.value, f"{code} {change.clause}"))


def _numbers(change: Change) -> tuple[set[str], set[str], set[str]]:
    """What the base has, and what earlier changes of the same application take away from it and add to it."""
    rows = change.application.base.clauses.values_list("number", "parent", "kind", "heading")
    known = {building.address(ClauseText(*row)) for row in rows}
    earlier = change.application.changes.filter(position__lt=change.position)
    gone, made = set(), set()
    for kind, clause, new in earlier.values_list("kind", "clause", "new_number"):
        if kind in (ChangeKind.DELETE, ChangeKind.RENUMBER):
            gone.add(clause)
        if kind in (ChangeKind.INSERT, ChangeKind.RENUMBER):
            made.add(new or clause)
    return known, gone, made
