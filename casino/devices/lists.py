"""What the devices page reads: each device with its state in words, who waits, and what happened to one of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.devices.models import Device
from casino.devices.waiting import waiting_at
from casino.house.models import Property, Staff
from casino.trail.models import Event

SHOWN_REVOKED = 10
SHOWN_HISTORY = 30


WORDS = {
    "device.accepted": lazy("Accepted"),
    "device.collected": lazy("Took its token"),
    "device.first_heard": lazy("Heard for the first time"),
    "device.version_changed": lazy("Runs another program"),
    "device.confirmed": lazy("Confirmed what it shows"),
    "device.blanked": lazy("No longer vouches for what it shows"),
    "device.silent": lazy("Fell silent"),
    "device.heard_again": lazy("Is heard again"),
    "device.revoked": lazy("Revoked"),
}


@dataclass(frozen=True, slots=True)
class Happened:
    at: datetime
    words: str
    who: str
    details: str


@dataclass(frozen=True, slots=True)
class Row:
    device: Device
    state: str
    word: str
    tone: str
    icon: str


def row(device: Device, at: datetime) -> Row:
    state = device.state(at)
    word, tone, icon = {
        "heard": (_("Heard"), "ok", "ok"),
        "silent": (_("Silent"), "bad", "sign-off"),
        "waiting": (_("Not heard yet"), "", "wait"),
        "revoked": (_("Revoked"), "", "off"),
    }[state]
    if state == "silent" and device.demo:
        word, tone, icon = _("Closed"), "", "off"
    return Row(device, state, word, tone, icon)


def rows(prop: Property, at: datetime) -> list[Row]:
    """Those in use by place; then the last ones that were revoked."""
    devices = Device.objects.filter(property=prop).select_related("place", "property", "revoked_by")
    in_use = list(devices.filter(revoked_at=None).order_by("place__kind", "place__code", "kind", "name"))
    gone = list(devices.exclude(revoked_at=None).order_by("-revoked_at")[:SHOWN_REVOKED])
    return [row(device, at) for device in in_use + gone]


def waiting(prop: Property, at: datetime) -> list[Any]:
    return list(waiting_at(prop, at)[:50])


def history(device: Device) -> list[Happened]:
    """The last events of its stream in the trail, in words."""
    events = list(Event.objects.filter(stream=device.stream).order_by("-seq")[:SHOWN_HISTORY])
    numbers = {int(event.actor[6:]) for event in events if event.actor.startswith("staff:")}
    names = {f"staff:{staff.pk}": staff.name for staff in Staff.objects.filter(pk__in=numbers)}
    return [
        Happened(
            event.at, str(WORDS.get(event.kind, event.kind)), names.get(event.actor, _who(event.actor)), _details(event)
        )
        for event in events
    ]


def _who(actor: str) -> str:
    return _("the device itself") if actor.startswith("device:") else _("Pitboss")


def _details(event: Event) -> str:
    after = json.loads(event.after or "{}")
    told = [event.reason] if event.reason else []
    if "seconds" in after:
        told.append(_("after %(seconds)s s of silence") % {"seconds": after["seconds"]})
    if after.get("hash"):
        told.append(str(after["hash"])[:12])
    if after.get("version"):
        told.append(str(after["version"]))
    return ", ".join(told)
