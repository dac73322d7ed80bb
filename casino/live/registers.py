"""The floor of a property as a channel, and live's own figures."""

from __future__ import annotations

from typing import Any

from casino import health
from casino.house import duties
from casino.house.models import Property
from casino.live import figures
from casino.live.channels import channel
from casino.live.viewers import Viewer


def register() -> None:
    channel("floor", snapshot=floor, allowed=may_see_floor)
    health.register_figures(figures.now)


def floor(code: str) -> dict[str, Any]:
    """The page fetches its own content; the stream only tells it when."""
    prop = Property.objects.filter(code=code).first()
    if prop is None:
        raise LookupError(code)
    return {"property": prop.code, "name": prop.name}


def may_see_floor(viewer: Viewer, code: str) -> bool:
    prop = Property.objects.filter(code=code).first()
    return prop is not None and viewer.staff is not None and duties.may(viewer.staff, "house.view_property", prop)
