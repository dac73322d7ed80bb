"""The way into every audit page: an inspector, recorded, and then only the read-only connection."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db import OperationalError, connections, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from casino import clock
from casino.audit.reading import ALIAS, read_only
from casino.house import duties, signing_in
from casino.house.models import Property, Staff
from casino.house.ranks import Rank, local_name
from casino.trail import record

LOOK = "audit.look"
LONGEST_ADDRESS = 2000
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Inspector:
    """Who looks, and what they may see; read from the ordinary connection before the page begins."""

    staff: Staff
    here: Property | None
    rank: str
    scope: tuple[Property, ...]
    sees_all: bool


def reads(view: View, *, name: str, recorded: bool = True) -> View:
    """For pages that show something. The record of the look is written before anything is shown."""

    @never_cache
    @functools.wraps(view)
    def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not isinstance(request.user, Staff):
            return redirect_to_login(request.get_full_path(), "sign_in")
        admit(request)
        if request.method not in {"GET", "HEAD"}:
            return HttpResponse(_("These pages only show."), status=405, headers={"Allow": "GET, HEAD"})
        if recorded:
            note(request, "audit.looked", f"page:{name}")
        try:
            connections[ALIAS].ensure_connection()
        except OperationalError:
            return render(request, "audit/closed.html", status=503)
        with read_only():
            response = view(request, *args, **kwargs)
            if hasattr(response, "render"):
                response.render()
        return response

    return door


def asks(view: View) -> View:
    """For the one thing that an inspector may start: a check. It changes nothing that the casino runs on."""

    @functools.wraps(view)
    def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not isinstance(request.user, Staff):
            return redirect_to_login(request.get_full_path(), "sign_in")
        admit(request)
        return require_POST(view)(request, *args, **kwargs)

    return door


def admit(request: HttpRequest) -> Inspector:
    """Inspectors only: anybody else learns why not, and who could."""
    staff, prop = request.user, signing_in.here(request)
    duties.require(staff, LOOK, None)
    assert isinstance(staff, Staff)
    scope = tuple(duties.properties_with(staff, LOOK))
    rank = local_name(Rank.INSPECTOR, prop.jurisdiction if prop else "")
    inspector = Inspector(staff, prop, rank, scope, len(scope) == Property.objects.count())
    request.inspector = inspector  # type: ignore[attr-defined]
    return inspector


def inspector_of(request: HttpRequest) -> Inspector:
    return request.inspector  # type: ignore[attr-defined,no-any-return]


def note(request: HttpRequest, kind: str, subject: str) -> None:
    """Every look is recorded, on the connection that may write."""
    who = inspector_of(request)
    # Without what was searched for: names stay out of the trail.
    asked = request.get_full_path().partition("?")[0]
    with transaction.atomic():
        record.append(
            stream=who.staff.stream, kind=kind, subject=subject, at=clock.now(), actor=who.staff.stream,
            property=who.here.pk if who.here else None, after={"address": asked[:LONGEST_ADDRESS]},
        )  # fmt: skip
