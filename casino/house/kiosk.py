"""The kiosk: a player signs in with card and PIN; a kiosk that nobody touches forgets who it was."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino import clock
from casino.house import players, signing_in
from casino.house.books import BOOKS
from casino.house.models import Player, Property
from casino.refused import Refused, refuse_unless


def kiosk_only(request: HttpRequest) -> HttpResponse | None:
    """A kiosk is a paired device; with demo data any browser may stand in for one."""
    from casino.devices.authentication import device_of
    from casino.devices.views import pairing_page

    device = device_of(request, kind="kiosk")
    if settings.DEMO or device is not None:
        return None
    return pairing_page(request, kind="kiosk")


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    if refusal := kiosk_only(request):
        return refusal
    player = signing_in.player_of(request)
    if player is None:
        return render(request, "kiosk/sign_in.html", {"left": request.GET.get("left", ""), "prop": _house(request)})
    return render(request, "kiosk/home.html", {"player": player, "prop": player.property, "books": _books(player)})


def _refuse_guest(request: HttpRequest, player: Player) -> None:
    """A kiosk serves the players of its own house."""
    from casino.devices.authentication import device_of

    device = device_of(request, kind="kiosk")
    refuse_unless(
        device is None or device.property_id == player.property_id, clause=None,
        message=_("Please speak to a member of staff."),
    )  # fmt: skip


def _house(request: HttpRequest) -> Property | None:
    """The property whose kiosk this is; with demo data a browser that is none stands in the first one."""
    from casino.devices.authentication import device_of

    device = device_of(request, kind="kiosk")
    return device.property if device else Property.objects.order_by("pk").first() if settings.DEMO else None


def _books(player: object) -> list[object]:
    jurisdiction = player.property.jurisdiction  # type: ignore[attr-defined]
    return [book for book in BOOKS if book.jurisdiction == jurisdiction]


@never_cache
@require_POST
def sign_in(request: HttpRequest) -> HttpResponse:
    if refusal := kiosk_only(request):
        return refusal
    try:
        player = signing_in.player_sign_in(request, card=request.POST.get("card", ""), pin=request.POST.get("pin", ""))
        players.refuse_excluded(player, at=clock.now())
        _refuse_guest(request, player)
    except Refused as refused:
        signing_in.forget_player(request)
        return render(request, "kiosk/sign_in.html", {"refused": refused, "prop": _house(request)}, status=403)
    return redirect("kiosk")


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    signing_in.forget_player(request)
    return redirect("kiosk")
