"""Makes a page of another app the page of a paired device: it is heard, and it closes when the device is revoked."""

from __future__ import annotations

from typing import Any

from django import template
from django.middleware.csrf import get_token

from casino import clock
from casino.devices import beats, program
from casino.devices.authentication import device_of

register = template.Library()


@register.inclusion_tag("display/parts/of_device.html", takes_context=True)
def of_device(context: dict[str, Any], kind: str) -> dict[str, Any]:
    """`{% of_device "kiosk" %}`: nothing where the browser is no such device."""
    request = context.get("request")
    device = device_of(request, kind=kind) if request is not None else None
    if request is None or device is None:
        return {}
    device = beats.heard(device, at=clock.now(), version=program.version())
    stream = f"/live/{device.channel}?device={device.pk}"
    return {"device": device, "stream": stream, "version": program.version(), "csrf_token": get_token(request)}
