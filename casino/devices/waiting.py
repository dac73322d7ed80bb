"""Who waits to be accepted. Their codes are not in these lists: a code is read from the device."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from casino.devices.kinds import STANDS_AT, Kind
from casino.devices.models import Pairing
from casino.house.models import Place, Property


def waiting_at(prop: Property, at: datetime) -> QuerySet[Pairing]:
    """Those that asked for a place of this property, and those that named none."""
    here = set(Place.objects.filter(property=prop).values_list("kind", "code"))
    asked = Pairing.objects.filter(device=None, expires_at__gt=at)
    mine = [
        pairing.pk
        for pairing in asked
        if not pairing.place_code or (STANDS_AT[Kind(pairing.kind)].value, pairing.place_code) in here
    ]
    return asked.filter(pk__in=mine).order_by("asked_at")
