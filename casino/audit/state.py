"""How the trail stands: what is sealed, what is not yet, and when it was last checked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q, Sum
from django.utils.translation import gettext as _

from casino import clock
from casino.audit.models import Verification
from casino.house.floor import Health
from casino.house.models import Property
from casino.house.templatetags.house import local_text
from casino.trail.models import Checkpoint, Event, Stream

# One a minute; with two missing something is wrong.
OVERDUE_AFTER = timedelta(minutes=3)


@dataclass(frozen=True, slots=True)
class TrailState:
    last: Checkpoint | None
    streams: int
    events: int
    unsealed: int
    overdue: bool
    verification: Verification | None


def trail_state(at: datetime) -> TrailState:
    last = Checkpoint.objects.order_by("-number").first()
    counts = Stream.objects.aggregate(events=Sum("seq", default=0), streams=Count("pk", filter=Q(seq__gt=0)))
    return TrailState(
        last=last,
        streams=counts["streams"],
        events=counts["events"],
        unsealed=counts["events"] - (last.events if last else 0),
        overdue=overdue(last, at),
        verification=Verification.objects.filter(ended_at__isnull=False).first(),
    )


def overdue(last: Checkpoint | None, at: datetime) -> bool:
    """Has what was written waited too long for its seal?"""
    if last is not None:
        return at - last.at > OVERDUE_AFTER
    oldest = Event.objects.aggregate(at=Min("at"))["at"]
    return oldest is not None and at - oldest > OVERDUE_AFTER


def health(prop: Property, at: datetime) -> list[Health]:
    """One line on the floor: is the record being sealed?"""
    last = Checkpoint.objects.order_by("-number").first()
    if last is None:
        return [Health(_("Trail"), not overdue(last, at), _("no checkpoint yet"))]
    said = _("checkpoint %(number)s, %(at)s") % {"number": last.number, "at": local_text(last.at, prop)}
    return [Health(_("Trail"), not overdue(last, at), said)]


def figures() -> dict[str, float]:
    """For Prometheus."""
    last = Checkpoint.objects.order_by("-number").first()
    age = (clock.now() - last.at).total_seconds() if last else -1.0
    return {"trail_events": float(last.events if last else 0), "trail_checkpoint_age_seconds": age}
