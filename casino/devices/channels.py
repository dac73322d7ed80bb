"""The live channels of devices, and devices as viewers of channels."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from casino import clock
from casino.devices.authentication import bearer, chosen_device, device_of
from casino.devices.models import Device
from casino.house import duties
from casino.house.models import Place, Property
from casino.live import viewers
from casino.live.channels import channel
from casino.live.viewers import Unknown, Viewer


def register() -> None:
    viewers.register(by_token)
    channel("device", snapshot=one_device, allowed=may_see_device)
    channel("devices", snapshot=devices_of, allowed=may_see_devices)
    channel("place", snapshot=one_place, allowed=may_see_place)


def by_token(request: HttpRequest) -> Viewer | None:
    """A bearer token, or the device that the browser names; a lone cookie where nobody is signed in."""
    named = bool(bearer(request)) or chosen_device(request) is not None
    device = device_of(request)
    if named and device is None:
        raise Unknown("revoked", "No device has this token, or it was revoked.")
    alone = settings.SESSION_COOKIE_NAME not in request.COOKIES
    return Viewer(device=device) if device and (named or alone) else None


def number(rest: str) -> int:
    """What stands behind the slash where it is an id."""
    if not (rest.isascii() and rest.isdigit() and len(rest) < 18):
        raise LookupError(rest)
    return int(rest)


def one_device(rest: str) -> dict[str, Any]:
    device = Device.objects.filter(pk=number(rest)).first()
    if device is None:
        raise LookupError(rest)
    return {"device": device.pk, "kind": device.kind, "name": device.name, "state": device.state(clock.now())}


def may_see_device(viewer: Viewer, rest: str) -> bool:
    pk = number(rest)
    if viewer.device is not None:
        return bool(viewer.device.pk == pk)
    device = Device.objects.select_related("property").filter(pk=pk).first()
    return bool(device and viewer.staff and duties.may(viewer.staff, "devices.see", device.property))


def devices_of(code: str) -> dict[str, Any]:
    prop = Property.objects.filter(code=code).first()
    if prop is None:
        raise LookupError(code)
    return {"property": prop.code, "devices": prop.devices.filter(revoked_at=None).count()}


def may_see_devices(viewer: Viewer, code: str) -> bool:
    prop = Property.objects.filter(code=code).first()
    return bool(prop and viewer.staff and duties.may(viewer.staff, "devices.see", prop))


def one_place(rest: str) -> dict[str, Any]:
    place = Place.objects.select_related("property").filter(pk=number(rest)).first()
    if place is None:
        raise LookupError(rest)
    return {"place": place.pk, "code": place.code, "name": place.name, "property": place.property.code}


def may_see_place(viewer: Viewer, rest: str) -> bool:
    """The devices that stand there, and those who may look at any display as a preview."""
    pk = number(rest)
    if viewer.device is not None:
        return bool(viewer.device.place_id == pk)
    place = Place.objects.select_related("property").filter(pk=pk).first()
    return bool(place and viewer.staff and duties.may(viewer.staff, "devices.preview", place.property))
