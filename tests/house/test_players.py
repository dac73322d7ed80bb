"""Players, their age, and what keeps them out."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from casino.house import players
from casino.house.models import Exclusion, Player, Property
from casino.refused import Refused
from casino.trail.models import Event
from tests.factories import make_player, make_property, make_staff

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 14, 7, 42, 16, tzinfo=UTC)
DAY = timedelta(days=1)


def register(prop: Property, **fields):
    given = {"name": "Hana Whittaker", "born": date(1988, 3, 14), "card_number": "60001001", "document": "Passport"}
    return players.register(property=prop, checked_by=make_staff("cashier", prop), at=AT, **(given | fields))


def test_age_is_counted_on_the_property_s_calendar():
    prop = make_property(least_age=20, time_zone="Pacific/Auckland")
    # 07:42 UTC on 14 November is already 20:42 on the 14th in Auckland.
    register(prop, born=date(2006, 11, 14))
    with pytest.raises(Refused, match="20 or older"):
        register(prop, born=date(2006, 11, 15), card_number="60001002")


def test_late_in_the_day_auckland_is_a_day_ahead():
    prop = make_property(least_age=20, time_zone="Pacific/Auckland")
    late = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)  # 15 November, 01:00 in Auckland
    staff = make_staff("cashier", prop)
    player = players.register(
        property=prop, name="A", born=date(2006, 11, 15), card_number="600010", document="P", checked_by=staff, at=late
    )
    assert player.age_on(prop.local(late).date()) == 20


@pytest.mark.parametrize("card", ["12345", "12345678901234567", "abcdefgh", "１２３４５６７８", "123456\n", ""])
def test_a_card_number_is_six_to_sixteen_digits(card):
    with pytest.raises((ValidationError, Refused)):
        register(make_property(), card_number=card)
    assert not Player.objects.exists()


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "١٢٣٤", "", "12 4"])
def test_a_pin_is_four_to_eight_digits(pin):
    player = make_player()
    with pytest.raises(Refused):
        players.set_pin(player=player, pin=pin, by="system", at=AT)


def test_pins_are_hashed_and_never_in_the_trail():
    player = make_player()
    players.set_pin(player=player, pin="4321", by="system", at=AT)
    player.refresh_from_db()
    assert "4321" not in player.pin
    event = Event.objects.get(stream=player.stream, kind="player.pin_set")
    assert "4321" not in f"{event.before}{event.after}"


def test_an_exclusion_holds_at_once_and_for_its_game_only():
    player = make_player()
    players.exclude(player=player, kind=Exclusion.Kind.SELF, by="system", at=AT, game="baccarat")
    with pytest.raises(Refused, match="member of staff"):
        players.refuse_excluded(player, at=AT, game="baccarat")
    players.refuse_excluded(player, at=AT, game="poker")
    players.exclude(player=player, kind=Exclusion.Kind.CASINO, by="system", at=AT, until=AT + DAY)
    with pytest.raises(Refused):
        players.refuse_excluded(player, at=AT, game="poker")
    players.refuse_excluded(player, at=AT + DAY, game="poker")


def test_loosening_takes_24_hours_tightening_none():
    player = make_player()
    exclusion = players.exclude(player=player, kind=Exclusion.Kind.SELF, by="system", at=AT)
    loosened = players.change_end(
        exclusion=exclusion, until=AT + timedelta(hours=1), by="system", at=AT, reason="asked"
    )
    assert loosened.until_at == AT + timedelta(hours=24)
    with pytest.raises(Refused):
        players.refuse_excluded(player, at=AT + timedelta(hours=23, minutes=59))
    players.refuse_excluded(player, at=AT + timedelta(hours=24))
    tightened = players.change_end(
        exclusion=exclusion, until=None, by="system", at=AT + timedelta(hours=2), reason="asked"
    )
    assert tightened.until_at is None


def test_a_loosened_end_never_lies_after_the_old_one():
    player = make_player()
    exclusion = players.exclude(
        player=player, kind=Exclusion.Kind.SELF, by="system", at=AT, until=AT + timedelta(hours=3)
    )
    changed = players.change_end(exclusion=exclusion, until=AT + timedelta(hours=1), by="system", at=AT, reason="asked")
    assert changed.until_at == AT + timedelta(hours=3)


def test_the_database_refuses_a_loosening_within_24_hours():
    player = make_player()
    exclusion = players.exclude(player=player, kind=Exclusion.Kind.SELF, by="system", at=AT)
    with pytest.raises(IntegrityError), transaction.atomic():
        Exclusion.objects.filter(pk=exclusion.pk).update(loosened_at=AT, until_at=AT + timedelta(hours=23))


def test_associates_are_mutual_and_of_one_property_wa_6_8():
    prop = make_property()
    one, two, stranger = make_player(prop), make_player(prop), make_player()
    players.seat_apart(player=one, other=two, by="system", at=AT)
    assert list(two.associates.all()) == [one]
    for other in (one, stranger):
        with pytest.raises(Refused):
            players.seat_apart(player=one, other=other, by="system", at=AT)


def test_training_cannot_be_changed_says_the_database():
    prop = make_property(training=True)
    with pytest.raises(IntegrityError, match="training"), transaction.atomic():
        Property.objects.filter(pk=prop.pk).update(training=False)


@given(st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC)))
def test_every_instant_lies_in_the_gaming_day_that_it_belongs_to(at):
    prop = Property(time_zone="Pacific/Auckland", gaming_day_begins=datetime(2026, 1, 1, 6).time())
    day = prop.gaming_day(at)
    assert prop.gaming_day_start(day) <= at < prop.gaming_day_start(day + DAY)
