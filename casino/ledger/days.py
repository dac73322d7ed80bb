"""Which gaming day or instant a page is asked for: what was typed is the property's local time."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.http import HttpRequest
from django.utils.translation import gettext as _

from casino import clock
from casino.house.models import Property
from casino.refused import Refused

FIRST, LAST = date(2000, 1, 1), date(2199, 12, 31)


def asked_day(request: HttpRequest, prop: Property) -> date:
    """`?day=2026-11-14`, else the gaming day that runs now."""
    text = request.GET.get("day", "")
    if not text:
        return prop.gaming_day(clock.now())
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if not FIRST <= day <= LAST:
        raise Refused(None, _("%(text)s is not a day such as 2026-11-14.") % {"text": text}, "day")
    return day


def asked_instant(request: HttpRequest, prop: Property) -> datetime | None:
    """`?at=2026-11-14T20:42:16`; None is now."""
    text = request.GET.get("at", "")
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = datetime.min
    if not FIRST <= at.date() <= LAST:
        raise Refused(None, _("%(text)s is not a time such as 2026-11-14T20:42:16.") % {"text": text}, "at")
    # A minute or second that was typed counts to its end: what happened within it is in.
    whole = at if at.microsecond else at + timedelta(seconds=1, microseconds=-1)
    return whole if whole.tzinfo else whole.replace(tzinfo=prop.zone)


def beside(day: date) -> dict[str, date | None]:
    """The day before and the day after, for the arrows."""
    return {
        "before": day - timedelta(days=1) if day > FIRST else None,
        "after": day + timedelta(days=1) if day < LAST else None,
    }
