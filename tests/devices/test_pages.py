"""The devices page: who may see, accept and revoke; what a list says; demo devices that a newcomer opens."""

from __future__ import annotations

import pytest
from django.test import Client, override_settings

from casino import clock
from casino.devices import beats, demo, tokens
from casino.devices.kinds import Kind
from casino.devices.models import Device, Pairing
from casino.house import floor
from casino.house.ranks import Rank
from tests.devices.makers import ask, make_device, signed_in, trail_of
from tests.factories import make_place, make_property, make_staff

pytestmark = pytest.mark.django_db
LIST, ACCEPT = "/admin/devices/device/", "/admin/devices/device/accept/"


@pytest.fixture
def house():
    prop = make_property()
    place = make_place(prop)
    device, _token = make_device(place=place, name="Sign A")
    return prop, place, device


def one(device: Device, verb: str = "change") -> str:
    return f"/admin/devices/device/{device.pk}/{verb}/"


SEES = {Rank.GAME_SUPERVISOR, Rank.CASINO_SUPERVISOR, Rank.SENIOR_CASINO_SUPERVISOR, Rank.TABLE_GAMES_MANAGER}
ACTS = SEES - {Rank.GAME_SUPERVISOR}


@pytest.mark.parametrize("rank", list(Rank))
def test_who_may_see_accept_and_revoke(house, rank):
    prop, _place, device = house
    client = signed_in(make_staff(rank, prop))
    for address, allowed in ((LIST, SEES), (one(device), SEES), (ACCEPT, ACTS), (one(device, "revoke"), ACTS)):
        answer = client.get(address)
        assert (answer.status_code == 200) == (rank in allowed), (address, answer.status_code)


@pytest.mark.parametrize("address", [LIST, ACCEPT, "{one}change/", "{one}revoke/", "{one}open/"])
def test_nobody_who_has_not_signed_in_sees_anything(house, address):
    address = address.replace("{one}", f"/admin/devices/device/{house[2].pk}/")
    for answer in (Client().get(address), Client().post(address)):
        assert answer.status_code in {302, 403, 405} or "sign-in" in answer.content.decode()
        assert house[2].name not in answer.content.decode()


@pytest.mark.parametrize("verb", ["change", "revoke", "open"])
def test_devices_of_another_property_are_invisible(house, verb):
    manager = signed_in(make_staff(Rank.TABLE_GAMES_MANAGER))
    answer = manager.post(one(house[2], verb), {"reason": "mine now"})
    assert answer.status_code == 404
    assert house[2].name not in manager.get(LIST).content.decode()
    house[2].refresh_from_db()
    assert house[2].revoked_at is None


@pytest.mark.parametrize("number", ["0", "999999999999", "9" * 40, "x", "1e3"])
def test_a_number_that_is_no_device_is_not_found(house, number):
    client = signed_in(make_staff(Rank.TABLE_GAMES_MANAGER, house[0]))
    assert client.get(f"/admin/devices/device/{number}/change/").status_code == 404


def test_a_device_is_accepted_with_its_code_in_two_steps(house):
    prop, place, _device = house
    client = signed_in(make_staff(Rank.CASINO_SUPERVISOR, prop))
    asked, _secret = ask(Kind.SIGN, place.code, at=clock.now())
    found = client.post(ACCEPT, {"code": tokens.shown(asked.code)})
    assert "Accept this device" in found.content.decode() and not Pairing.objects.get().device
    done = client.post(ACCEPT, {"code": asked.code, "kind": "sign", "place": place.pk, "name": "Sign B"})
    assert done.status_code == 302
    device = Device.objects.get(name="Sign B")
    assert Pairing.objects.get().device == device and trail_of(device.stream) == ["device.accepted"]


def test_no_list_shows_a_code_that_could_be_clicked_instead_of_read(house):
    prop, place, _device = house
    asked, _secret = ask(Kind.SIGN, place.code, at=clock.now())
    client = signed_in(make_staff(Rank.CASINO_SUPERVISOR, prop))
    for address in (LIST, ACCEPT):
        text = client.get(address).content.decode()
        assert asked.code not in text and tokens.shown(asked.code) not in text
    assert "Waiting to be accepted" in client.get(LIST).content.decode()


def test_a_device_that_asks_for_a_place_elsewhere_does_not_wait_here(house):
    ask(Kind.SIGN, make_place().code, at=clock.now())
    client = signed_in(make_staff(Rank.CASINO_SUPERVISOR, house[0]))
    assert "Waiting to be accepted" not in client.get(LIST).content.decode()


def test_a_wrong_code_a_wrong_place_and_a_missing_approval_are_said_on_the_form(house):
    prop, place, _device = house
    client = signed_in(make_staff(Rank.CASINO_SUPERVISOR, prop))
    asked, _secret = ask(Kind.SHOE, place.code, at=clock.now())
    wrong = client.post(ACCEPT, {"code": "QQQQ-QQQQ"})
    assert wrong.status_code == 422 and "No device shows this code" in wrong.content.decode()
    bound = {"code": asked.code, "kind": "shoe", "name": "Shoe"}
    elsewhere = client.post(ACCEPT, bound | {"place": make_place().pk})
    assert elsewhere.status_code == 422
    bare = client.post(ACCEPT, bound | {"place": place.pk})
    assert bare.status_code == 422 and "type approval" in bare.content.decode()
    assert not Pairing.objects.get().device


def test_revoking_asks_for_a_reason_and_says_it_afterwards(house):
    prop, _place, device = house
    client = signed_in(make_staff(Rank.CASINO_SUPERVISOR, prop))
    assert client.post(one(device, "revoke"), {"reason": ""}).status_code == 422
    client.post(one(device, "revoke"), {"reason": "screen broken"})
    assert "screen broken" in client.get(one(device)).content.decode()
    assert client.post(one(device, "revoke"), {"reason": "again"}).status_code == 422


def test_the_list_costs_the_same_for_one_device_and_for_twenty(house, django_assert_max_num_queries):
    prop, place, _device = house
    client = signed_in(make_staff(Rank.CASINO_SUPERVISOR, prop))
    client.get(LIST)
    for number in range(20):
        make_device(place=place, name=f"Sign {number}")
    with django_assert_max_num_queries(14):
        client.get(LIST)


def test_the_list_says_the_state_of_each(house):
    prop, _place, device = house
    client = signed_in(make_staff(Rank.GAME_SUPERVISOR, prop))
    assert "Not heard yet" in client.get(LIST).content.decode()
    at = clock.now()
    beats.heard(device, at=at)
    beats.confirmed(device, shows_hash="a" * 64, shows="Minimum $25", at=at)
    text = client.get(LIST).content.decode()
    assert "Heard" in text and "Minimum $25" in text
    Device.objects.filter(pk=device.pk).update(last_heard_at=at.replace(year=2020))
    beats.fell_silent(at=at)
    assert "Silent" in client.get(LIST).content.decode()
    needs = floor._ask(floor._needs, prop, at)
    assert any("Sign A" in need.text and "silent" in need.text for need in needs)


@pytest.fixture
def demo_house():
    prop = make_property(training=True)
    for kind in ("table", "pool", "list", "tournament", "desk"):
        make_place(prop, kind=kind)
    manager = make_staff(Rank.TABLE_GAMES_MANAGER, prop)
    demo.load(prop, manager, clock.now())
    return prop, signed_in(manager)


def test_demo_data_has_every_kind_of_device(demo_house):
    assert set(Device.objects.filter(demo=True).values_list("kind", flat=True)) == set(Kind.values)


def test_a_newcomer_opens_every_display_as_its_demo_device(demo_house):
    _prop, client = demo_house
    for device in Device.objects.filter(demo=True):
        answer = client.post(one(device, "open"))
        if not device.address:
            assert answer.status_code == 404
            continue
        assert (answer.status_code, answer.headers["Location"]) == (302, device.address)
        shown = client.get(device.address)
        assert shown.status_code == 200 and "PREVIEW" not in shown.content.decode()


def test_a_device_that_is_no_demo_and_a_house_without_demo_open_nothing(demo_house, house):
    prop, client = demo_house
    real, _token = make_device(prop=prop)
    assert client.post(one(real, "open")).status_code == 404
    sign = Device.objects.filter(demo=True, kind=Kind.SIGN).first()
    assert client.get(one(sign, "open")).status_code == 405
    with override_settings(DEMO=False):
        assert client.post(one(sign, "open")).status_code == 404


def test_a_revoked_demo_device_is_not_opened(demo_house):
    _prop, client = demo_house
    sign = Device.objects.filter(demo=True, kind=Kind.SIGN).first()
    client.post(one(sign, "revoke"), {"reason": "to see it go"})
    assert client.post(one(sign, "open")).status_code == 404
