"""Demo devices: one of each kind at the places of a training property, for whoever wants to see every display."""

from __future__ import annotations

from datetime import date, datetime

from casino.devices import pairing, tokens
from casino.devices.kinds import EQUIPMENT, STANDS_AT, Kind
from casino.devices.models import Device
from casino.house.models import Place, PlaceKind, Property, Staff

# At every table; the others once per property, at the first place of their kind.
AT_EVERY_TABLE = ((Kind.SIGN, "Sign A", None), (Kind.TERMINAL, "Terminal", None))
ONCE = (
    (Kind.SIGN, "Sign B", None), (Kind.STATION, "Station 1", 1), (Kind.STATION, "Station 2", 2),
    (Kind.SHOE, "Shoe 1", None), (Kind.SHUFFLER, "Shuffler 1", None), (Kind.DICE_READER, "Dice reader 1", None),
    (Kind.METER, "Meter", None), (Kind.LIST_BOARD, "Board", None), (Kind.CLOCK, "Clock", None),
    (Kind.KIOSK, "Kiosk 1", None),
)  # fmt: skip
APPROVAL, APPROVED_ON = "DEMO-{kind}-1", date(2025, 7, 1)


def load(prop: Property, by: Staff, at: datetime) -> None:
    places = list(Place.objects.filter(property=prop).order_by("pk"))
    for place in places:
        if place.kind == PlaceKind.TABLE:
            for kind, name, seat in AT_EVERY_TABLE:
                add(prop, place, kind, name, seat, by, at)
    for kind, name, seat in ONCE:
        first = next((place for place in places if place.kind == STANDS_AT[kind]), None)
        if first is not None:
            add(prop, first, kind, name, seat, by, at)


def add(prop: Property, place: Place, kind: Kind, name: str, seat: int | None, by: Staff, at: datetime) -> Device:
    approved = kind in EQUIPMENT
    device = pairing.bind(
        prop=prop, kind=kind, name=name, by=by, at=at, place=place, seat=seat, demo=True,
        approval=APPROVAL.format(kind=kind.upper()) if approved else "", approved_on=APPROVED_ON if approved else None,
    )  # fmt: skip
    device.token_hash = tokens.hashed(tokens.demo_token(device.pk))
    device.save(update_fields=["token_hash"])
    return device
