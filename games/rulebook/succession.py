"""The line of a document's versions in time: each ends where the next begins, and the past is never rewritten."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from casino.refused import Refused, refuse_unless
from games.rulebook.models import Document, Version

COMPLETE = Q(effective_at__isnull=False, withdrawn_at__isnull=True) & (
    Q(needs_gazette=False) | Q(gazetted_at__isnull=False)
)


def noticed(version: Version) -> bool:
    return not version.needs_gazette or version.gazetted_at is not None


def holds(version: Version) -> bool:
    """Nothing stands between this version and its instant."""
    return version.effective_at is not None and version.withdrawn_at is None and noticed(version)


def covers(at: datetime) -> Q:
    return Q(effective_at__lte=at) & (Q(ends_at__isnull=True) | Q(ends_at__gt=at))


def holding(document: Document) -> QuerySet[Version]:
    """The versions that hold or held or will hold, in the order of time."""
    return Version.objects.filter(COMPLETE, document=document).order_by("effective_at")


def follow(version: Version, at: datetime) -> None:
    """Take a place in the line: after the last version, or before the first one known. The caller saves `version`."""
    begins = version.effective_at
    assert begins is not None
    line = list(holding(version.document).exclude(pk=version.pk))
    if begins < at:
        _complete_backwards(version, line, at)
        return
    later = next((one for one in line if one.effective_at and one.effective_at >= begins), None)
    if later is not None:
        message = _("%(label)s is already to come into force at %(at)s: withdraw it first.")
        raise Refused(None, message % {"label": later.label, "at": _text(later.effective_at)}, "effective_at")
    last = line[-1] if line else None
    refuse_unless(
        version.base_id is None or version.base_id == (last.pk if last else None), clause=None, where="base",
        message=_("Its base has moved on: another version would come in between, and its changes would be lost."),
    )  # fmt: skip
    if last is not None:
        last.ends_at = begins
        save(last)


def _complete_backwards(version: Version, line: list[Version], at: datetime) -> None:
    """What was in force before the book was kept here may be added; what the book says of the past may not change."""
    begins, first = version.effective_at, line[0] if line else None
    if first is None:
        return
    if first.effective_at is None or begins is None or begins >= min(first.effective_at, at):
        raise Refused(None, _("That instant has passed: what was in force then stays as it is."), "effective_at")
    version.ends_at = first.effective_at


def predecessor(version: Version) -> Version | None:
    """The version that goes on when this one leaves the line before taking effect."""
    if not holds(version):
        return None
    line = holding(version.document)
    heir = line.filter(base=version).first()
    if heir is not None:
        raise Refused(None, _("%(label)s builds on it: withdraw that first.") % {"label": heir.label})
    return line.filter(ends_at=version.effective_at).first()


def save(version: Version) -> None:
    """The database lets one version hold at an instant; whoever loses a race is told so."""
    try:
        with transaction.atomic():
            version.save()
    except IntegrityError as error:
        if "version_one_in_force" not in str(error):
            raise
        message = _("Another version of %(document)s holds in that time. Somebody else was faster: look again.")
        raise Refused(None, message % {"document": version.document.code}, "effective_at") from None


def _text(at: datetime | None) -> str:
    return at.isoformat(timespec="minutes") if at else ""
