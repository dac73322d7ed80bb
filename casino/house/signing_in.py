"""Signing in: staff by password, dealers at a terminal by number and PIN, players at a kiosk by card and PIN.

Wrong attempts are counted by user and address together; every log-in and every refusal is in the trail.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from axes.utils import reset
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from casino import clock
from casino.house import duties
from casino.house.models import Lockout, Player, Property, Staff
from casino.house.players import exclusions_in_force
from casino.house.ranks import local_name
from casino.refused import Refused
from casino.trail import record
from casino.web import address

NOBODY = "house:sign_in"
LONGEST_NAME = 64


class Way(StrEnum):
    """How somebody says who they are. A PIN never opens what a password guards."""

    PASSWORD = "password"
    NUMBER = "number"
    CARD = "card"


class StaffBackend(BaseBackend):
    """User name and password; at a terminal number and PIN; at a kiosk or a station card and PIN."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None,
        way: Way = Way.PASSWORD, **_: Any,
    ) -> Any:  # fmt: skip
        found = _found(way, username or "")
        stored = getattr(found, "password" if way is Way.PASSWORD else "pin", "")
        if not stored:
            make_password(password)  # as slow for a name that does not exist, so that time tells nothing
            return None
        right = check_password(password or "", stored)
        return found if right and getattr(found, "is_active", True) else None

    def get_user(self, user_id: int) -> Staff | None:
        return Staff.objects.filter(pk=user_id, is_active=True).first()


def _found(way: Way, username: str) -> Staff | Player | None:
    """Whom that name, number or card belongs to. Numbers and cards carry their way before a colon."""
    who = username.partition(":")[2]
    if way is Way.CARD:
        return Player.objects.filter(card_number=who).first()
    if way is Way.NUMBER:
        return Staff.objects.filter(number=int(who)).first() if who else None
    return Staff.objects.filter(username=username).first()


def _digits(text: str, most: int) -> str:
    """Digits without leading zeros that would count as another name; nothing where they are no digits."""
    return text if text.isascii() and text.isdigit() and len(text) <= most else ""


def sign_in(request: HttpRequest, *, username: str, password: str) -> Staff:
    """A member of staff opens a session, or is refused without a hint which of the two was wrong."""
    staff: Staff = _prove(request, Way.PASSWORD, username, password)
    login(request, staff)
    with transaction.atomic():
        _note(
            "staff.signed_in", staff.stream, staff.stream, at=clock.now(), address=address(request), prop=_home(staff)
        )
    return staff


def dealer_sign_on(request: HttpRequest, *, number: str, pin: str) -> Staff:
    """At a table terminal. The caller binds the dealer to the table's device."""
    typed = _digits(number, 9)
    staff: Staff = _prove(request, Way.NUMBER, f"number:{int(typed)}" if typed else "number:", pin)
    return staff


def player_sign_in(request: HttpRequest, *, card: str, pin: str) -> Player:
    """At a kiosk or a station. The session is new and holds nothing of the last player."""
    player = _prove(request, Way.CARD, f"card:{_digits(card, 16)}", pin)
    assert isinstance(player, Player)
    _leave_nothing(request)
    request.session["player"] = player.pk
    request.session["player_seen"] = clock.now().isoformat()
    with transaction.atomic():
        _note(
            "player.signed_in",
            player.stream,
            player.stream,
            at=clock.now(),
            address=address(request),
            prop=player.property_id,
        )
    return player


def player_of(request: HttpRequest) -> Player | None:
    """The player at this kiosk, until two minutes without a touch have passed or something keeps them out."""
    pk = request.session.get("player")
    if pk is None:
        return None
    at, seen = clock.now(), datetime.fromisoformat(request.session["player_seen"])
    player = Player.objects.select_related("property").filter(pk=pk).first()
    if player is None or (at - seen).total_seconds() > 120 or exclusions_in_force(player, at=at).exists():
        forget_player(request)
        return None
    request.session["player_seen"] = at.isoformat()
    return player


def _leave_nothing(request: HttpRequest) -> None:
    """Nothing of a player stays; a member of staff who is signed in beside it (in a demo) does."""
    for name in ("player", "player_seen"):
        request.session.pop(name, None)
    request.session.cycle_key()


def forget_player(request: HttpRequest) -> None:
    """Leave nothing of this player on the kiosk."""
    pk = request.session.get("player")
    player = Player.objects.filter(pk=pk).first() if pk else None
    if player is not None:
        with transaction.atomic():
            _note("player.signed_out", player.stream, player.stream, at=clock.now(), prop=player.property_id)
    _leave_nothing(request)


def sign_out(request: HttpRequest) -> None:
    if isinstance(request.user, Staff):
        record_sign_out(request.user, at=clock.now(), reason="asked")
    logout(request)


@transaction.atomic
def record_sign_out(staff: Staff, *, at: datetime, reason: str) -> None:
    _note("staff.signed_out", staff.stream, staff.stream, at=at, reason=reason)


def here(request: HttpRequest) -> Property | None:
    """The property at which the signed-in person works: chosen by them, else the first where they hold a post."""
    if not hasattr(request, "_here"):
        request._here = _find_here(request)  # type: ignore[attr-defined]
    return request._here  # type: ignore[attr-defined,no-any-return]


def properties(request: HttpRequest) -> list[Property]:
    """Where the signed-in person holds a post. Read once a request."""
    if not hasattr(request, "_properties"):
        staff = getattr(request, "user", None)
        held = list(duties.properties_of(staff)) if isinstance(staff, Staff) else []
        request._properties = held  # type: ignore[attr-defined]
    return request._properties  # type: ignore[attr-defined,no-any-return]


def _find_here(request: HttpRequest) -> Property | None:
    held = properties(request)
    chosen = request.session.get("property") if held else None
    return next((prop for prop in held if prop.pk == chosen), held[0] if held else None)


def rank_here(request: HttpRequest) -> str:
    """The ranks that the signed-in person holds here, in the jurisdiction's words."""
    prop, staff = here(request), getattr(request, "user", None)
    if prop is None or not isinstance(staff, Staff):
        return ""
    held = duties.ranks_at(staff, prop, clock.now())
    return ", ".join(local_name(rank, prop.jurisdiction) for rank in sorted(held))


def choose_property(request: HttpRequest, *, code: str) -> Property:
    assert isinstance(request.user, Staff)
    prop = duties.properties_of(request.user).filter(code=code).first()
    if prop is None:
        raise duties.Forbidden(_("You hold no post at this property."))
    request.session["property"] = prop.pk
    return prop


def _prove(request: HttpRequest, way: Way, username: str, password: str) -> Any:
    fits = len(username) <= LONGEST_NAME and "\x00" not in username + password
    found = authenticate(request, username=username, password=password, way=way) if fits else None
    if found is not None:
        reset(username=username, ip=address(request))
        return found
    at = clock.now()
    known = _found(way, username) if fits else None
    stream = known.stream if known else NOBODY
    prop = _home(known)
    locked = bool(getattr(request, "axes_locked_out", False))
    kind = "sign_in.locked" if locked else "sign_in.refused"
    with transaction.atomic():
        _note(kind, stream, stream if known else "unknown", at=at, address=address(request), prop=prop)
        if locked:
            # What nobody is called may be a password in the wrong field.
            _raise_alert(username if known else "unknown", address(request), at)
    if locked:
        raise Refused(None, _("Too many wrong attempts. Try again in 15 minutes, or ask a supervisor."))
    raise Refused(None, _("That did not match. Check both and try again."))


def _home(known: Staff | Player | None) -> int | None:
    """The property to which somebody's attempts belong: a player's own, or the only one where staff hold a post."""
    if isinstance(known, Player):
        return known.property_id
    held = set(known.posts.values_list("property_id", flat=True)) if known else set()
    return held.pop() if len(held) == 1 else None


def _raise_alert(username: str, where: str, at: datetime) -> None:
    """Somebody has to look at it, once, however often they go on trying."""
    if not Lockout.objects.filter(username=username, address=where, seen_at=None).exists():
        Lockout.objects.create(username=username, address=where, at=at)


def _note(
    kind: str, stream: str, subject: str, *, at: datetime, reason: str = "", address: str = "", prop: int | None = None
) -> None:
    actor = subject if subject != "unknown" else "system"
    record.append(
        stream=stream, kind=kind, subject=subject, at=at, actor=actor, reason=reason, property=prop,
        after={"address": address} if address else None,
    )  # fmt: skip


def locked_out(request: HttpRequest, credentials: dict[str, Any] | None = None, *_: Any, **__: Any) -> HttpResponse:
    """The answer to whoever is locked out (AXES_LOCKOUT_CALLABLE)."""
    if request.path.startswith("/api/"):
        return JsonResponse({"message": "Too many wrong attempts.", "clause": None, "where": ""}, status=429)
    return render(request, "locked.html", status=429)
