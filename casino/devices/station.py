"""A player's place at an electronic table: card and PIN, then the table is theirs to play."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino import clock
from casino.devices.kinds import Kind
from casino.devices.views import PART, Screen, page, pairing_page, part, screen_of
from casino.house import players, signing_in
from casino.house.models import Player
from casino.refused import Refused, refuse_unless


def _player(request: HttpRequest, screen: Screen) -> Player | None:
    """Whoever has signed in here; never somebody else's session in a preview."""
    if screen.device is None:
        return None
    player = signing_in.player_of(request)
    return player if player and player.property_id == screen.device.property_id else None


def _page(request: HttpRequest, screen: Screen, refused: object = None, status: int = 200) -> HttpResponse:
    more = {"player": _player(request, screen) if not refused else None, "refused": refused}
    return page(request, screen, "station/page.html", more, status)


@never_cache
@require_GET
def home(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    screen = screen_of(request, Kind.STATION, code, seat)
    if screen is None:
        return pairing_page(request, kind=Kind.STATION, place_code=code, seat=seat)
    return part(screen) if request.headers.get(PART) == "shows" else _page(request, screen)


@never_cache
@require_POST
def sign_in(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    screen = screen_of(request, Kind.STATION, code, seat)
    if screen is None or screen.device is None:
        return redirect("station", code, seat)
    try:
        player = signing_in.player_sign_in(request, card=request.POST.get("card", ""), pin=request.POST.get("pin", ""))
        # An exclusion or another house is never named on a screen that others can see.
        refuse_unless(
            player.property_id == screen.device.property_id, clause=None, message=_("Please ask at the desk.")
        )
        players.refuse_excluded(player, at=clock.now())
    except Refused as refused:
        signing_in.forget_player(request)
        return _page(request, screen, refused.message, status=403)
    return redirect("station", code, seat)


@never_cache
@require_POST
def sign_out(request: HttpRequest, code: str, seat: int) -> HttpResponse:
    screen = screen_of(request, Kind.STATION, code, seat)
    if screen is not None and screen.device is not None:
        signing_in.forget_player(request)
    return redirect("station", code, seat)
