"""The first page of the admin: what needs somebody, what the clock will do next, and whether all is well.

Apps register what they know in `ready()`; this module knows none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino import clock
from casino.house import duties
from casino.house.models import Property, Staff


@dataclass(frozen=True, slots=True)
class Need:
    """A decision that waits for somebody."""

    text: str
    url: str = ""
    since: datetime | None = None
    icon: str = "alert"
    clause: str = ""
    duty: str = ""


@dataclass(frozen=True, slots=True)
class Next:
    """What the clock will do by itself."""

    at: datetime
    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Health:
    name: str
    ok: bool
    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """One place on the floor, with at most one band for what matters there now."""

    code: str
    name: str
    url: str = ""
    lines: tuple[str, ...] = ()
    band: str = ""
    tone: str = ""


Provider = Callable[[Property, datetime], list[Any]]
_needs: list[Provider] = []
_next: list[Provider] = []
_health: list[Provider] = []
_tiles: list[Provider] = []


def register_need(provider: Provider) -> Provider:
    return _register(_needs, provider)


def register_next(provider: Provider) -> Provider:
    return _register(_next, provider)


def register_health(provider: Provider) -> Provider:
    return _register(_health, provider)


def register_band(provider: Provider) -> Provider:
    return _register(_tiles, provider)


def _register(providers: list[Provider], provider: Provider) -> Provider:
    if provider not in providers:
        providers.append(provider)
    return provider


def _ask(providers: list[Provider], prop: Property, at: datetime) -> list[Any]:
    return [item for provider in providers for item in provider(prop, at)]


def page(staff: Staff, prop: Property | None) -> dict[str, Any]:
    """All that the floor shows of one property."""
    at = clock.now()
    held = duties.properties_of(staff, at=at)
    shown: dict[str, Any] = {"prop": prop, "at": at, "properties": held, "may": duties.duties_of(staff, prop, at=at)}
    if prop is None:
        return shown | {"needs": [], "next": [], "health": [], "tiles": []}
    return shown | {
        "needs": [
            need for need in _ask(_needs, prop, at) if not need.duty or duties.may(staff, need.duty, prop, at=at)
        ],
        "next": sorted(_ask(_next, prop, at), key=lambda item: item.at)[:12],
        "health": _ask(_health, prop, at),
        "tiles": _ask(_tiles, prop, at),
    }
