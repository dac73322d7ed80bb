"""What anybody may see of the rulebook: versions that hold, held or will hold, and consultations once they opened.

A draft, an application before its consultation, and a submission that nobody has read are none of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet

from games.rulebook import succession
from games.rulebook.amending import Stage, stage
from games.rulebook.models import Application, Change, Document, Submission, Version


@dataclass(frozen=True, slots=True)
class Line:
    """A document's versions in the order of time, and what holds of them at an instant."""

    versions: tuple[Version, ...]
    at: datetime

    @property
    def in_force(self) -> Version | None:
        return next((one for one in self.versions if holds_at(one, self.at)), None)

    @property
    def coming(self) -> Version | None:
        return next((one for one in self.versions if one.effective_at and one.effective_at > self.at), None)

    def called(self, pk: str) -> Version | None:
        return next((one for one in self.versions if str(one.pk) == pk), None)

    def before(self, version: Version) -> Version | None:
        place = self.versions.index(version)
        return self.versions[place - 1] if place else None


def holds_at(version: Version, at: datetime) -> bool:
    """From its instant on, to the microsecond, and up to the next one's."""
    begins, ends = version.effective_at, version.ends_at
    return begins is not None and begins <= at and (ends is None or at < ends)


def document_called(code: str) -> Document | None:
    return Document.objects.filter(code__iexact=code).first() if "\x00" not in code else None


def line_of(document: Document, at: datetime) -> Line:
    """Two queries: the versions and their conditions."""
    found = succession.holding(document).prefetch_related("conditions")
    for version in (versions := tuple(found)):
        version.document = document
    return Line(versions, at)


def versions_shown() -> QuerySet[Version]:
    return Version.objects.filter(succession.COMPLETE)


def consultations(at: datetime) -> QuerySet[Application]:
    """Whatever the public was asked about, open or closed; newest closing first."""
    opened = Q(consultation_opens_at__lte=at) & Q(consultation_closes_at__isnull=False)
    kept = Q(withdrawn_at__isnull=True) | Q(withdrawn_at__gt=F("consultation_opens_at"))
    found = Application.objects.filter(opened, kept, applied_at__isnull=False)
    return found.select_related("document", "base", "version").order_by("-consultation_closes_at", "pk")


def is_open(application: Application, at: datetime) -> bool:
    return stage(application, at) is Stage.CONSULTATION


def open_ones(at: datetime) -> QuerySet[Application]:
    waiting = Q(decided_at__isnull=True) & Q(withdrawn_at__isnull=True)
    return consultations(at).filter(waiting, consultation_closes_at__gt=at)


def changes_of(application: Application) -> list[Change]:
    return list(application.changes.order_by("position"))


def submissions_shown(application: Application) -> QuerySet[Submission]:
    """Only what the authority has read and let be seen."""
    return application.submissions.filter(shown_at__isnull=False, hidden_reason="").order_by("at")
