"""What holds of devices even where somebody writes past the verbs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from casino.devices.kinds import Kind
from casino.devices.models import Device, SignOn
from tests.devices.makers import AT, make_device
from tests.factories import make_place, make_staff

pytestmark = pytest.mark.django_db


def refused(device: Device, **fields: object) -> bool:
    try:
        with transaction.atomic():
            Device.objects.filter(pk=device.pk).update(**fields)
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize("kind", [Kind.SHOE, Kind.SHUFFLER, Kind.DICE_READER, Kind.STATION])
def test_equipment_in_use_without_type_approval_is_refused_by_the_database(kind):
    device, _token = make_device(kind)
    assert refused(device, approval="") and refused(device, approved_on=None)
    gone = {"revoked_at": AT, "revoked_by": device.accepted_by, "revoked_for": "old", "token_hash": None}
    assert not refused(device, approval="", approved_on=None, **gone)


def test_a_sign_needs_no_type_approval():
    device, _token = make_device(Kind.SIGN)
    assert not refused(device, approval="", approved_on=None)


def test_a_device_stands_at_a_place_of_its_own_property():
    device, _token = make_device()
    assert refused(device, place=make_place())
    assert not refused(device, place=make_place(device.property))


def test_only_a_kiosk_stands_nowhere():
    assert refused(make_device(Kind.SIGN)[0], place=None)
    assert not refused(make_device(Kind.KIOSK)[0], place=None)


def test_revoked_means_by_somebody_for_a_reason_and_without_a_token():
    device, _token = make_device()
    who = device.accepted_by
    assert refused(device, revoked_at=AT)
    assert refused(device, revoked_at=AT, revoked_by=who, revoked_for="")
    assert refused(device, revoked_at=AT, revoked_by=who, revoked_for="lost")
    assert not refused(device, revoked_at=AT, revoked_by=who, revoked_for="lost", token_hash=None)


def test_silent_since_is_when_it_was_last_heard():
    device, _token = make_device()
    assert refused(device, last_heard_at=AT, silent_since=AT + timedelta(seconds=1))
    assert not refused(device, last_heard_at=AT, silent_since=AT)


def test_one_dealer_at_a_terminal_and_one_terminal_for_a_dealer():
    first, second = make_device(Kind.TERMINAL)[0], make_device(Kind.TERMINAL)[0]
    dealer = make_staff()
    SignOn.objects.create(device=first, staff=dealer, from_at=AT)
    for device, staff in ((first, make_staff()), (second, dealer)):
        with pytest.raises(IntegrityError), transaction.atomic():
            SignOn.objects.create(device=device, staff=staff, from_at=AT)
