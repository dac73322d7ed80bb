"""Every change of a device: its event in the trail, and the screens that must know."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from casino.devices.models import Device
from casino.live.publish import Change, changed_all
from casino.trail import record


def note(
    device: Device, kind: str, *, at: datetime, by: str | None = None, before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None, reason: str = "",
) -> record.NewEvent:  # fmt: skip
    """An event of a device, for `record.append_many`."""
    return record.NewEvent(
        stream=device.stream, kind=kind, subject=device.stream, at=at, property=device.property_id,
        actor=by or device.stream, before=before, after=after, reason=reason,
    )  # fmt: skip


def tell(device: Device, what: str) -> list[Change]:
    """The device itself, the list of devices and the floor of its property."""
    code = device.property.code
    return [
        Change(f"device/{device.pk}", what, {"device": device.pk}),
        Change(f"devices/{code}", "changed", {"device": device.pk, "what": what}),
        Change(f"floor/{code}", "changed", {"device": device.pk, "what": what}),
    ]


def say(device: Device, events: list[record.NewEvent], what: str) -> None:
    """Last in the transaction: the trail's streams, then the channels, each in their order."""
    record.append_many(events)
    changed_all(tell(device, what))
