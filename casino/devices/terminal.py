"""The table's terminal: a dealer signs on by number and PIN."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino import clock
from casino.devices import dealers
from casino.devices.kinds import Kind
from casino.devices.views import PART, Screen, page, pairing_page, part, screen_of
from casino.house import signing_in
from casino.house.duties import Forbidden
from casino.refused import Refused


def _page(request: HttpRequest, screen: Screen, refused: object = None, status: int = 200) -> HttpResponse:
    on = dealers.on_at(screen.device) if screen.device else None
    more = {"on": on, "dealer": on.staff.name if on else "", "refused": refused}
    return page(request, screen, "terminal/page.html", more, status)


@never_cache
@require_GET
def home(request: HttpRequest, code: str) -> HttpResponse:
    screen = screen_of(request, Kind.TERMINAL, code)
    if screen is None:
        return pairing_page(request, kind=Kind.TERMINAL, place_code=code)
    return part(screen) if request.headers.get(PART) == "shows" else _page(request, screen)


@never_cache
@require_POST
def sign_on(request: HttpRequest, code: str) -> HttpResponse:
    screen = screen_of(request, Kind.TERMINAL, code)
    if screen is None or screen.device is None:
        return redirect("terminal", code)
    number, pin = request.POST.get("number", ""), request.POST.get("pin", "")
    try:
        staff = signing_in.dealer_sign_on(request, number=number, pin=pin)
        dealers.sign_on(device=screen.device, staff=staff, at=clock.now())
    except Refused as refused:
        return _page(request, screen, refused.message, status=403)
    except Forbidden as forbidden:
        return _page(request, screen, forbidden.reason, status=403)
    return redirect("terminal", code)


@never_cache
@require_POST
def sign_off(request: HttpRequest, code: str) -> HttpResponse:
    screen = screen_of(request, Kind.TERMINAL, code)
    if screen is not None and screen.device is not None and (on := dealers.on_at(screen.device)):
        dealers.sign_off(device=screen.device, by=on.staff.stream, at=clock.now())
    return redirect("terminal", code)
