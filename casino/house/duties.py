"""What a rank may do. A duty is registered once with the ranks that have it; every surface asks here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from casino import clock
from casino.house.models import Post, Property, Staff
from casino.house.ranks import Rank, local_name, reaches


@dataclass(frozen=True, slots=True)
class Duty:
    code: str
    label: Any
    ranks: tuple[Rank, ...]
    clause: str = ""


class Forbidden(PermissionDenied):
    """Not allowed, with the reason and who could do it."""

    def __init__(self, reason: str, who: Iterable[str] = (), clause: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.who = tuple(who)
        self.clause = clause


_duties: dict[str, Duty] = {}


def register(code: str, label: Any, *ranks: Rank, clause: str = "") -> Duty:
    """Declare a duty. On the ladder a rank stands for itself and all above it."""
    duty = Duty(code, label, ranks, clause)
    _duties[code] = duty
    return duty


def duty(code: str) -> Duty:
    return _duties[code]


def posts_now(staff: Staff, at: datetime) -> QuerySet[Post]:
    held = Q(from_at__lte=at) & (Q(until_at__isnull=True) | Q(until_at__gt=at))
    return Post.objects.filter(held, staff=staff).select_related("property")


def ranks_at(staff: Staff, prop: Property | None, at: datetime) -> set[Rank]:
    """The ranks somebody holds at a property (or anywhere) at an instant. Read once a request."""
    if not staff.is_active:
        return set()
    held = _held(staff, at)
    return {rank for place, rank in held if prop is None or place == prop.pk}


def _held(staff: Staff, at: datetime) -> list[tuple[int, Rank]]:
    kept = staff.__dict__.get("_posts")
    if kept is None:
        kept = [
            (post.property_id, Rank(post.rank), post.from_at, post.until_at)
            for post in Post.objects.filter(staff=staff)
        ]
        staff.__dict__["_posts"] = kept
    return [(place, rank) for place, rank, start, end in kept if start <= at and (end is None or at < end)]


def holds(staff: Staff, rank: Rank, prop: Property | None, *, at: datetime | None = None) -> bool:
    """Does somebody hold that rank or one above it there?"""
    return any(reaches(held, rank) for held in ranks_at(staff, prop, at or clock.now()))


def may(staff: Staff, code: str, prop: Property | None, *, at: datetime | None = None) -> bool:
    wanted = _duties[code].ranks
    held = ranks_at(staff, prop, at or clock.now())
    return any(reaches(rank, asked) for rank in held for asked in wanted)


def who_may(code: str, jurisdiction: str) -> list[str]:
    """The ranks that have a duty, in the jurisdiction's own words."""
    names = [local_name(rank, jurisdiction) for rank in _duties[code].ranks]
    return [
        _("%(rank)s or above") % {"rank": n} if r in _laddered() else n
        for n, r in zip(names, _duties[code].ranks, strict=True)
    ]


def _laddered() -> tuple[Rank, ...]:
    from casino.house.ranks import LADDER

    return LADDER[:-1]


def require(staff: object, code: str, prop: Property | None, *, at: datetime | None = None) -> None:
    """Raise Forbidden unless this member of staff has that duty at that property."""
    wanted = _duties[code]
    jurisdiction = prop.jurisdiction if prop else ""
    if not isinstance(staff, Staff) or not may(staff, code, prop, at=at):
        raise Forbidden(
            _("You may not do this here: %(duty)s.") % {"duty": wanted.label},
            who_may(code, jurisdiction),
            wanted.clause,
        )


def properties_of(staff: Staff, *, at: datetime | None = None) -> QuerySet[Property]:
    """The properties at which somebody holds a post now."""
    places = {place for place, _rank in _held(staff, at or clock.now())} if staff.is_active else set()
    return Property.objects.filter(pk__in=places)


def properties_with(staff: Staff, code: str, *, at: datetime | None = None) -> QuerySet[Property]:
    """The properties at which somebody has a duty now."""
    at = at or clock.now()
    wanted = _duties[code].ranks
    held = _held(staff, at) if staff.is_active else []
    places = {place for place, rank in held if any(reaches(rank, asked) for asked in wanted)}
    return Property.objects.filter(pk__in=places)


def duties_of(staff: Staff, prop: Property | None, *, at: datetime | None = None) -> list[Duty]:
    return [duty for duty in _duties.values() if may(staff, duty.code, prop, at=at)]


def has_django_permission(staff: Staff, perm: str) -> bool:
    """Django's admin asks for app.action_model; a duty of that name answers, and no other way leads in."""
    return perm in _duties and may(staff, perm, None)
