"""The audit's pages read on a connection of their own, so that their tests commit what they write."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client

from casino.house.models import Property, Staff
from casino.house.ranks import Rank
from casino.trail import checkpoints, record
from tests.factories import make_place, make_property, make_staff

AT = datetime(2026, 11, 14, 7, 42, 16, tzinfo=UTC)


@pytest.fixture
def house(transactional_db: None) -> Property:
    return make_property(code="harbour", name="Aotea Quay", time_zone="Pacific/Auckland")


@pytest.fixture
def inspector(house: Property) -> Staff:
    return make_staff(Rank.INSPECTOR, house, name="Ruth Amohau", username="ruth")


@pytest.fixture
def enter() -> Callable[[Staff], Client]:
    """A browser in which somebody has signed in."""

    def signed_in(staff: Staff) -> Client:
        client = Client()
        client.force_login(staff, backend="casino.house.signing_in.StaffBackend")
        return client

    return signed_in


@pytest.fixture
def browser(enter: Callable[[Staff], Client], inspector: Staff) -> Client:
    return enter(inspector)


@pytest.fixture
def evening(house: Property) -> Property:
    """A table whose limits change, a manager who changes them, two checkpoints, one event that none covers."""
    place = make_place(house, code="BA-12")
    manager = make_staff(Rank.TABLE_GAMES_MANAGER, house, name="Moana Rāpana", username="moana")
    for minute in range(2):
        with transaction.atomic():
            for number in range(3):
                record.append(
                    stream=place.stream, kind="limits.changed", subject=place.stream, property=house.pk,
                    at=AT + timedelta(minutes=minute, seconds=number), actor=manager.stream, clause="NZ1 9.3(a)",
                    before={"minimum": 2500}, after={"minimum": 5000, "signs": ["A", "B"]}, reason="The players agreed",
                )  # fmt: skip
        checkpoints.seal(at=AT + timedelta(minutes=minute + 1))
    with transaction.atomic():
        record.append(
            stream=manager.stream, kind="staff.signed_in", subject=manager.stream, at=AT + timedelta(minutes=5),
            actor=manager.stream,
        )  # fmt: skip
    return house
