"""Sessions that nobody uses end: after the shortest time-out of the ranks that somebody holds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import clock
from casino.house import duties, signing_in
from casino.house.models import Staff
from casino.house.ranks import idle_limit

SEEN = "seen"
WRITE_EVERY = timedelta(seconds=20)


def idle_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    def answer(request: HttpRequest) -> HttpResponseBase:
        if isinstance(request.user, Staff):
            _check(request, request.user, clock.now())
        return get_response(request)

    return answer


def local_time_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Staff read and type the local time of the property at which they work."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        prop = signing_in.here(request)
        if prop is None:
            return get_response(request)
        with timezone.override(prop.zone):
            return get_response(request)

    return answer


def _check(request: HttpRequest, staff: Staff, at: datetime) -> None:
    seen = datetime.fromisoformat(request.session.get(SEEN, at.isoformat()))
    limit = idle_limit(duties.ranks_at(staff, None, at))
    if at - seen > limit:
        signing_in.record_sign_out(staff, at=at, reason="idle")
        logout(request)
        minutes = int(limit.total_seconds() // 60)
        messages.info(request, _("Signed out after %(minutes)s minutes without use.") % {"minutes": minutes})
    elif SEEN not in request.session or (not _by_itself(request) and at - seen > WRITE_EVERY):
        request.session[SEEN] = at.isoformat()


def _by_itself(request: HttpRequest) -> bool:
    """A part of a page that refreshes itself is no sign of a person."""
    return request.method == "GET" and request.headers.get("HX-Request") == "true"
