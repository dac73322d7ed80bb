"""What devices tell the house: duties, navigation, and their lines on the floor."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino import health, site
from casino.devices import channels, demo
from casino.devices.models import Device
from casino.devices.waiting import waiting_at
from casino.house import demo as house_demo
from casino.house import duties, floor
from casino.house.models import Property
from casino.house.ranks import Rank

BESIDE = (Rank.POKER_SUPERVISOR, Rank.TOURNAMENT_DIRECTOR, Rank.CASHIER, Rank.COMPLIANCE)


def register() -> None:
    listed: tuple[tuple[str, Any, tuple[Rank, ...]], ...] = (
        ("devices.see", lazy("See the devices"), (Rank.GAME_SUPERVISOR,)),
        ("devices.view_device", lazy("See the devices"), (Rank.GAME_SUPERVISOR,)),
        ("devices.accept", lazy("Accept devices"), (Rank.CASINO_SUPERVISOR,)),
        ("devices.revoke", lazy("Revoke devices"), (Rank.CASINO_SUPERVISOR,)),
        ("devices.preview", lazy("See any display as a preview"), (Rank.DEALER, *BESIDE)),
    )
    for code, label, ranks in listed:
        duties.register(code, label, *ranks)
    site.add_job(
        lazy("House"), lazy("Devices"), "admin:devices_device_changelist", duty="devices.see", icon="device"
    )  # fmt: skip
    channels.register()
    floor.register_need(silent_ones)
    floor.register_need(waiting_ones)
    floor.register_health(heard_ones)
    health.register_figures(figures)
    house_demo.register_loader(demo.load)


def silent_ones(prop: Property, at: datetime) -> list[floor.Need]:
    quiet = Device.objects.filter(property=prop, revoked_at=None, silent_since__isnull=False, demo=False)
    return [
        floor.Need(
            text=_("%(device)s has fallen silent.") % {"device": device}, icon="sign-off", since=device.silent_since,
            url=reverse("admin:devices_device_change", args=[device.pk]), duty="devices.see",
        )
        for device in quiet.select_related("place").order_by("silent_since")[:20]
    ]  # fmt: skip


def waiting_ones(prop: Property, at: datetime) -> list[floor.Need]:
    asked = list(waiting_at(prop, at))
    if not asked:
        return []
    text = _("A device waits to be accepted.") if len(asked) == 1 else _("Several devices wait to be accepted.")
    url = reverse("admin:devices_device_accept")
    return [floor.Need(text=text, icon="device", since=asked[0].asked_at, url=url, duty="devices.accept")]


def heard_ones(prop: Property, at: datetime) -> list[floor.Health]:
    """Demo devices are dark until somebody opens them: nothing is wrong with them."""
    devices = Device.objects.filter(property=prop, revoked_at=None)
    states = [(device.state(at), device.demo) for device in devices]
    heard = sum(state == "heard" for state, _demo in states)
    dark = sum(state == "silent" and not demo_ for state, demo_ in states)
    text = _("%(heard)s of %(all)s heard") % {"heard": heard, "all": len(states)}
    return [floor.Health(_("Devices"), not dark, text, reverse("admin:devices_device_changelist"))]


def figures() -> dict[str, float]:
    devices = Device.objects.filter(revoked_at=None)
    return {"devices": devices.count(), "devices_silent": devices.filter(silent_since__isnull=False).count()}
