"""What staff see of due work: what waits, what fails, what was done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.due import handlers
from casino.due.models import Due, Waiting
from casino.house import floor
from casino.house.models import Property
from casino.ledger.actors import named

ONE_DAY = timedelta(days=1)
MOST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Counts:
    waiting: int
    failing: int


def of(prop: Property) -> Q:
    """The property's own rows, and those that belong to none."""
    return Q(property=prop) | Q(property=None)


def waiting(rows: QuerySet[Due]) -> QuerySet[Due]:
    return rows.filter(waiting__isnull=False, tries=0).order_by("waiting__at", "pk")


def failing(rows: QuerySet[Due]) -> QuerySet[Due]:
    return rows.filter(waiting__isnull=False, tries__gt=0).order_by("waiting__at", "pk")


def settled(rows: QuerySet[Due]) -> QuerySet[Due]:
    """The latest first, by number: there is no index on what changes."""
    return rows.exclude(outcome="").order_by("-pk")


def counts(rows: QuerySet[Due]) -> Counts:
    found = rows.filter(waiting__isnull=False).aggregate(
        waiting=Count("pk", filter=Q(tries=0)), failing=Count("pk", filter=Q(tries__gt=0))
    )
    return Counts(found["waiting"], found["failing"])


def behind(due: Due) -> int:
    """How many rows of its subject a failing row holds back."""
    later = Q(at__gt=due.at) | Q(at=due.at, due_id__gt=due.pk)
    return Waiting.objects.filter(later, subject=due.subject).count()


def page_of(due: Due) -> str:
    return reverse("admin:due_due_change", args=[due.pk])


def needs(prop: Property, at: datetime) -> list[floor.Need]:
    """Failing work, on the first page: one line each."""
    rows = list(failing(Due.objects.filter(of(prop)))[:MOST_SHOWN])
    names = named(due.subject for due in rows)
    return [
        floor.Need(
            text=_("%(what)s, %(subject)s, does not go through: %(error)s")
            % {"what": handlers.label(due.what), "subject": names[due.subject], "error": due.error},
            url=page_of(due), since=due.at, icon="warn", duty="due.see",
        )
        for due in rows
    ]  # fmt: skip


def next_up(prop: Property, at: datetime) -> list[floor.Next]:
    """What the clock will do by itself, within a day."""
    soon = waiting(Due.objects.filter(property=prop)).filter(waiting__at__gt=at, waiting__at__lte=at + ONE_DAY)
    rows = list(soon[:MOST_SHOWN])
    names = named(due.subject for due in rows)
    return [floor.Next(due.at, f"{handlers.label(due.what)}, {names[due.subject]}", page_of(due)) for due in rows]


def figures() -> dict[str, float]:
    found = counts(Due.objects.all())
    return {"due_waiting": found.waiting, "due_failing": found.failing}
