"""Devices for tests: bound and with a token, as if they had been paired."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from django.db import connection, transaction
from django.test import Client

from casino.devices import pairing, tokens
from casino.devices.kinds import EQUIPMENT, STANDS_AT, Kind
from casino.devices.models import Device, Pairing
from casino.house.models import Place, Property, Staff
from casino.house.ranks import Rank
from tests.factories import make_place, make_property, make_staff

AT = datetime(2026, 11, 14, 7, 42, 16, tzinfo=UTC)


@transaction.atomic
def make_device(
    kind: Kind = Kind.SIGN, *, prop: Property | None = None, place: Place | None = None, by: Staff | None = None,
    at: datetime = AT, **fields: Any,
) -> tuple[Device, str]:  # fmt: skip
    """A device and its token."""
    prop = prop or (place.property if place else make_property())
    place = place or make_place(prop, kind=STANDS_AT[kind])
    given = {"name": f"{kind.label} A", "seat": 1 if kind is Kind.STATION else None}
    if kind in EQUIPMENT:
        given |= {"approval": "NZ-2026-17", "approved_on": date(2026, 3, 1)}
    by = by or make_staff(Rank.CASINO_SUPERVISOR, prop)
    device = pairing.bind(prop=prop, kind=kind, place=place, by=by, at=at, **(given | fields))
    token = tokens.new_token()
    Device.objects.filter(pk=device.pk).update(token_hash=tokens.hashed(token))
    device.refresh_from_db()
    return device, token


def ask(
    kind: Kind = Kind.SIGN, place_code: str = "", *, at: datetime = AT, address: str = "10.0.0.9"
) -> tuple[Pairing, str]:
    return pairing.ask(wish=pairing.Wish(kind, place_code), address=address, at=at)


def as_device(device: Device, token: str) -> Client:
    """A browser that holds the device's cookie."""
    client = Client()
    client.cookies[f"device-{device.pk}"] = token
    return client


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def signed_in(staff: Staff) -> Client:
    client = Client()
    client.force_login(staff, backend="casino.house.signing_in.StaffBackend")
    return client


def trail_of(stream: str) -> list[str]:
    """The kinds of a stream's events, in order."""
    from casino.trail.models import Event

    return list(Event.objects.filter(stream=stream).order_by("seq").values_list("kind", flat=True))


def updates(table: str) -> tuple[int, int]:
    """How many updates a table has had, and how many of them were HOT."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = %s", [table])
        return cursor.fetchone()
