"""Who is on at a table's terminal: one dealer at a terminal, one terminal for a dealer."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from casino.devices.kinds import Kind
from casino.devices.models import Device, SignOn
from casino.house import duties
from casino.house.models import Staff
from casino.live.publish import Change, changed_all
from casino.refused import refuse_unless
from casino.trail import record


def on_at(device: Device) -> SignOn | None:
    return SignOn.objects.filter(device=device, until_at=None).select_related("staff").first()


@transaction.atomic
def sign_on(*, device: Device, staff: Staff, at: datetime) -> SignOn:
    """After number and PIN. Whoever was on here, or wherever this dealer was on, is signed off."""
    duties.require(staff, "house.deal", device.property, at=at)
    device = Device.objects.select_for_update(no_key=True, of=("self",)).select_related("property").get(pk=device.pk)
    refuse_unless(
        device.kind == Kind.TERMINAL and device.revoked_at is None, clause=None,
        message=_("Dealers sign on at a table's terminal."),
    )  # fmt: skip
    # The person's row too: two terminals at once would both find nobody to sign off.
    Staff.objects.select_for_update(no_key=True).get(pk=staff.pk)
    end_all(device, by=staff.stream, at=at)
    for elsewhere in SignOn.objects.filter(staff=staff, until_at=None).select_related("device"):
        _end(elsewhere, by=staff.stream, at=at)
    made = SignOn.objects.create(device=device, staff=staff, from_at=at)
    _record("device.dealer_on", made, by=staff.stream, at=at)
    changed_all([Change(device.channel, "dealer", {"device": device.pk})])
    return made


@transaction.atomic
def sign_off(*, device: Device, by: str, at: datetime) -> bool:
    """Says whether somebody was on."""
    ended = end_all(device, by=by, at=at)
    if ended:
        changed_all([Change(device.channel, "dealer", {"device": device.pk})])
    return bool(ended)


def end_all(device: Device, *, by: str, at: datetime) -> int:
    """Inside the caller's transaction."""
    still_on = SignOn.objects.select_for_update(no_key=True, of=("self",)).filter(device=device, until_at=None)
    ended = list(still_on.select_related("device"))
    for one in ended:
        _end(one, by=by, at=at)
    return len(ended)


def _end(one: SignOn, *, by: str, at: datetime) -> None:
    one.until_at = at
    one.save(update_fields=["until_at"])
    _record("device.dealer_off", one, by=by, at=at)


def _record(kind: str, one: SignOn, *, by: str, at: datetime) -> None:
    device = one.device
    record.append(
        stream=f"place:{device.place_id}", kind=kind, subject=f"staff:{one.staff_id}", at=at,
        property=device.property_id, actor=by, after={"device": device.pk, "staff": one.staff_id},
    )  # fmt: skip
