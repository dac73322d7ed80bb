"""The rules at a kiosk: those of the house in which it stands, in force now, in the same reader, made for fingers."""

from __future__ import annotations

import functools
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino import clock
from casino.devices.authentication import device_of
from casino.house import signing_in
from casino.house.kiosk import kiosk_only
from casino.house.models import Jurisdiction, Property
from games.rulebook import opened, views
from games.rulebook.instants import asked
from games.rulebook.models import Document
from games.rulebook.opened import Wish

View = Callable[..., HttpResponse]


def at_kiosk(view: View) -> View:
    """On a paired kiosk; with demo data in any browser."""

    @never_cache
    @require_safe
    @functools.wraps(view)
    def door(request: HttpRequest, **named: str) -> HttpResponse:
        return kiosk_only(request) or view(request, house_of(request), **named)

    return door


def house_of(request: HttpRequest) -> Property | None:
    """The player's house, else the kiosk's own."""
    player = signing_in.player_of(request)
    if player is not None:
        return player.property
    device = device_of(request, kind="kiosk")
    return device.property if device else None


@at_kiosk
def index(request: HttpRequest, house: Property | None) -> HttpResponse:
    places = (house.jurisdiction,) if house else tuple(Jurisdiction.values)
    shelves = views.shelves("", clock.now(), places)
    some = any(row["then"] and row["then"].in_force for shelf in shelves for row in shelf["rows"])
    return render(request, "kiosk/rules.html", {"prop": house, "shelves": shelves, "any": some})


@at_kiosk
def document(request: HttpRequest, house: Property | None, code: str) -> HttpResponse:
    found = _document(house, code)
    when = asked("", found.jurisdiction, clock.now())
    shown = opened.open_document(found, when, _wish(request), reverse("kiosk_rules_document", args=[found.code]))
    context = views.reader_context(request, shown) | {"prop": house, "chosen": views.at_this_casino(shown, house)}
    return render(request, "kiosk/rules_document.html", context)


@at_kiosk
def clause(request: HttpRequest, house: Property | None, code: str, number: str) -> HttpResponse:
    """As it stands now; a citation of an earlier instant brings that instant with it."""
    found = _document(house, code)
    address = reverse("kiosk_rules_document", args=[found.code])
    context = views.clause_context(request, found, number, address)
    return render(request, "kiosk/rules_clause.html", context | {"prop": house})


@at_kiosk
def search(request: HttpRequest, house: Property | None) -> HttpResponse:
    words = views.typed(request, "q")[: views.MOST_WORDS]
    if not words:
        return redirect("kiosk_rules")
    found = views.found_words(words, "", "", clock.now(), only=house.jurisdiction if house else "")
    return render(request, "kiosk/rules_search.html", found | {"prop": house, "words": words})


def _document(house: Property | None, code: str) -> Document:
    found = views.find_document(code)
    if house is not None and found.jurisdiction != house.jurisdiction:
        raise Http404
    return found


def _wish(request: HttpRequest) -> Wish:
    return Wish(changes=request.GET.get("changes") == "on")


urlpatterns = [
    path("", index, name="kiosk_rules"),
    path("search/", search, name="kiosk_rules_search"),
    path("<str:code>/", document, name="kiosk_rules_document"),
    path("<str:code>/<str:number>/", clause, name="kiosk_rules_clause"),
]
