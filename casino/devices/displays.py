"""What a screen shows. Apps above register a renderer for their kind; until then it shows place, property and time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from casino.devices.kinds import Kind
from casino.devices.models import Device
from casino.house.models import Place, Property


@dataclass(frozen=True, slots=True)
class Showing:
    """A screen that is to be filled. `device` is missing in a preview."""

    kind: Kind
    prop: Property
    place: Place | None
    at: datetime
    seat: int | None = None
    device: Device | None = None


@dataclass(frozen=True)
class Shown:
    """What a renderer answers: a part of a page, and in words what it says.

    The part is the same bytes for the same content: no clock (`data-clock` is filled by the browser), no token.
    """

    says: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)
    # The class that lays a wall screen out: sign, meter, board, clock.
    layout: str = "standing"
    # The changes of its channel after which it is fetched anew.
    kinds: tuple[str, ...] = ("changed",)

    @cached_property
    def html(self) -> SafeString:
        return mark_safe(render_to_string(self.template, dict(self.context)).strip())

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.html.encode()).hexdigest()


Renderer = Callable[[Showing], Shown]
_renderers: dict[Kind, Renderer] = {}


def register(kind: Kind, renderer: Renderer) -> None:
    _renderers[kind] = renderer


def show(showing: Showing) -> Shown:
    return _renderers.get(showing.kind, where_it_stands)(showing)


def where_it_stands(showing: Showing) -> Shown:
    place = showing.place
    says = f"{place.code} {place.name}" if place else showing.prop.name
    touch = showing.kind in (Kind.TERMINAL, Kind.STATION)
    template = "terminal/parts/place.html" if touch else "display/parts/place.html"
    return Shown(says, template, {"place": place, "prop": showing.prop})


def shown_by(device: Device, at: datetime) -> Shown:
    """What this device should show now."""
    showing = Showing(Kind(device.kind), device.property, device.place, at, device.seat, device)
    return show(showing)
