"""Who looks: staff by session, a device by token, a player by card. Apps above add their own ways to tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest

from casino import clock
from casino.house import duties
from casino.house.models import Player, Staff
from casino.house.ranks import idle_limit
from casino.house.sessions import SEEN

# As at the kiosk (casino.house.signing_in.player_of).
PLAYER_IDLE = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Exactly one of the three. `device` is a casino.devices.Device, which this app cannot name."""

    staff: Staff | None = None
    device: Any = None
    player: Player | None = None

    @property
    def actor(self) -> str:
        who = self.device or self.staff or self.player
        return f"{type(who).__name__.lower()}:{who.pk}" if who else "nobody"


class Unknown(Exception):
    """Somebody shows a credential that holds no more: no other way is tried for them."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason, self.text = reason, text


Identify = Callable[[HttpRequest], Viewer | None]
_ways: list[Identify] = []


def register(identify: Identify) -> Identify:
    """Add a way to tell who asks; the first one that knows answers, before staff sessions are asked."""
    if identify not in _ways:
        _ways.append(identify)
    return identify


def identify(request: HttpRequest) -> Viewer | None:
    for way in _ways:
        if viewer := way(request):
            return viewer
    return _by_session(request)


def _by_session(request: HttpRequest) -> Viewer | None:
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    request.session = SessionStore(key)
    user = get_user(request)
    if isinstance(user, Staff):
        return Viewer(staff=user) if _in_use(request, user, clock.now()) else None
    return _player(request, clock.now())


def _player(request: HttpRequest, at: datetime) -> Viewer | None:
    pk, seen = request.session.get("player"), request.session.get("player_seen")
    if pk is None or seen is None or at - datetime.fromisoformat(seen) > PLAYER_IDLE:
        return None
    player = Player.objects.select_related("property").filter(pk=pk).first()
    return Viewer(player=player) if player else None


def _in_use(request: HttpRequest, staff: Staff, at: datetime) -> bool:
    """A stream is no sign of a person: it does not keep a session alive that nobody uses."""
    seen = request.session.get(SEEN)
    limit = idle_limit(duties.ranks_at(staff, None, at))
    return seen is None or at - datetime.fromisoformat(seen) <= limit
