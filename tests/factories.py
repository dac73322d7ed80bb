"""What tests build on: a property, its places, its people."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime
from typing import Any

from casino.house.models import Place, PlaceKind, Player, Post, Property, Staff
from casino.house.ranks import Rank

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
_numbers = itertools.count(1)


def make_property(**fields: Any) -> Property:
    number = next(_numbers)
    given = {
        "code": f"house-{number}", "name": f"House {number}", "jurisdiction": "nz", "regulator": "The Secretary",
        "time_zone": "Pacific/Auckland", "currency": "NZD", "language": "en-NZ", "least_age": 20, "training": False,
    }  # fmt: skip
    prop = Property.objects.create(**(given | fields))
    prop.refresh_from_db()
    return prop


def make_place(prop: Property | None = None, **fields: Any) -> Place:
    number = next(_numbers)
    given = {"kind": PlaceKind.TABLE, "code": f"BA-{number}", "name": f"Baccarat {number}"}
    return Place.objects.create(property=prop or make_property(), **(given | fields))


def make_staff(rank: Rank | str | None = None, prop: Property | None = None, **fields: Any) -> Staff:
    number = next(_numbers)
    given = {"username": f"staff{number}", "name": f"Staff {number}", "number": 1000 + number}
    staff = Staff(**(given | fields))
    staff.set_password("secret")
    staff.save()
    if rank:
        Post.objects.create(staff=staff, property=prop or make_property(), rank=Rank(rank), from_at=LONG_AGO)
    return staff


def make_player(prop: Property | None = None, **fields: Any) -> Player:
    number = next(_numbers)
    prop = prop or make_property()
    given = {
        "name": f"Player {number}", "born": date(1980, 1, 1), "card_number": f"7{number:07d}",
        "document": "Passport", "document_checked_by": make_staff(Rank.CASHIER, prop),
    }  # fmt: skip
    return Player.objects.create(property=prop, **(given | fields))
