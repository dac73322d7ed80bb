"""The screens: a paired browser shows its content, staff see a preview, everybody else sees a pairing code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino import clock
from casino.devices import beats, displays, pairing, program, tokens
from casino.devices.authentication import device_of, give_cookie, keep_cookie
from casino.devices.kinds import STANDS_AT, Kind
from casino.devices.models import Device, screen_address
from casino.house import duties
from casino.house.models import Place, Staff
from casino.refused import Refused
from casino.web import address

COOKIE = "pairing"
PART = "X-Part"


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen that may be shown to whoever asks: to its own device, or as a preview."""

    kind: Kind
    place: Place
    seat: int | None
    device: Device | None
    at: datetime

    def shown(self) -> displays.Shown:
        return displays.show(
            displays.Showing(self.kind, self.place.property, self.place, self.at, self.seat, self.device)
        )


def screen_of(request: HttpRequest, kind: Kind, code: str, seat: int | None = None) -> Screen | None:
    """The screen at this place, if whoever asks is its device or may have a preview."""
    place = Place.objects.select_related("property").filter(kind=STANDS_AT[kind], code=code).first()
    if place is None:
        return None
    at = clock.now()
    device = device_of(request, kind=kind, place=place, seat=seat)
    if device is not None:
        return Screen(kind, place, seat, beats.heard(device, at=at, version=program.version()), at)
    staff = request.user
    if isinstance(staff, Staff) and duties.may(staff, "devices.preview", place.property, at=at):
        return Screen(kind, place, seat, None, at)
    return None


@never_cache
@require_GET
def display(request: HttpRequest, code: str, kind: Kind) -> HttpResponse:
    screen = screen_of(request, kind, code)
    if screen is None:
        return pairing_page(request, kind=kind, place_code=code)
    if request.headers.get(PART) == "shows":
        return part(screen)
    return page(request, screen, "display/screen.html")


def page(
    request: HttpRequest, screen: Screen, template: str, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """A whole page; the browser keeps its cookie."""
    response = render(request, template, live_context(screen) | (more or {}), status=status)
    if screen.device is not None:
        keep_cookie(request, response, screen.device)
    return response


def live_context(screen: Screen) -> dict[str, Any]:
    device, shown = screen.device, screen.shown()
    return {
        "prop": screen.place.property, "place": screen.place, "kind": screen.kind, "seat": screen.seat,
        "device": device, "preview": device is None, "shown": shown,
        "page_address": screen_address(screen.kind, screen.place.code, screen.seat),
        "kinds": " ".join(shown.kinds), "version": program.version(),
        "stream": f"/live/place/{screen.place.pk}" + (f"?device={device.pk}" if device else ""),
    }  # fmt: skip


def part(screen: Screen) -> HttpResponse:
    """Only what the screen shows: the very bytes whose hash the device confirms."""
    return HttpResponse(screen.shown().html)


def pairing_page(
    request: HttpRequest, *, kind: Kind | str, place_code: str = "", seat: int | None = None
) -> HttpResponse:
    """The code and nothing else. The cookie holds for this address alone, so that each window pairs by itself."""
    at = clock.now()
    asked = pairing.by_secret(request.COOKIES.get(COOKIE, ""), at=at)
    if request.headers.get(PART):
        state = "expired" if asked is None else "accepted" if asked.device_id else "waiting"
        return JsonResponse({"state": state}, headers={"Cache-Control": "no-store"})
    if asked is not None and asked.device_id:
        try:
            return _welcome(request, *pairing.collect(asked, at=at))
        except Refused:
            asked = None
    secret = ""
    if asked is None:
        wish = pairing.Wish(Kind(kind), place_code, seat, request.headers.get("User-Agent", ""))
        try:
            asked, secret = pairing.ask(wish=wish, address=address(request), at=at)
        except pairing.TooMany as refused:
            return render(request, "display/pairing.html", {"refused": refused}, status=429)
    context = {"code": tokens.shown(asked.code), "asked": asked}
    response = render(request, "display/pairing.html", context, status=200 if request.method == "GET" else 403)
    if secret:
        response.set_cookie(
            COOKIE, secret, max_age=pairing.LASTS, path=request.path, httponly=True, samesite="Strict",
            secure=settings.SESSION_COOKIE_SECURE,
        )  # fmt: skip
    return response


def _welcome(request: HttpRequest, device: Device, token: str) -> HttpResponse:
    response = redirect(device.address or reverse("landing"))
    give_cookie(response, device, token)
    response.delete_cookie(COOKIE, path=request.path, samesite="Strict")
    return response
