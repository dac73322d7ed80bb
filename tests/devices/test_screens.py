"""The screens as a browser meets them: a pairing code and nothing else, its content once paired, a preview."""

from __future__ import annotations

import pytest
from django.test import Client, override_settings

from casino import clock
from casino.devices import displays, pairing, tokens
from casino.devices.kinds import SCREENS, STANDS_AT, Kind
from casino.devices.models import Device, Pairing, SignOn
from casino.house import posts
from casino.house.ranks import Rank
from tests.devices.makers import as_device, make_device, signed_in, trail_of
from tests.factories import make_place, make_player, make_property, make_staff

pytestmark = pytest.mark.django_db
WALLS = [Kind.SIGN, Kind.METER, Kind.LIST_BOARD, Kind.CLOCK]
PLACED = [*WALLS, Kind.TERMINAL, Kind.STATION]


def screen(kind: Kind, **fields):
    place = make_place(make_property(name="Te Whare"), kind=STANDS_AT[kind], name="Baccarat 12")
    return make_device(kind, place=place, **fields)


@pytest.mark.parametrize("kind", PLACED)
def test_an_unpaired_browser_sees_its_code_and_nothing_of_the_place(kind):
    device, _token = screen(kind)
    answer = Client().get(device.address)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert tokens.shown(Pairing.objects.get().code) in text
    assert "Baccarat 12" not in text and "Te Whare" not in text and device.name not in text


@pytest.mark.parametrize("kind", WALLS)
def test_a_place_that_does_not_exist_looks_the_same_as_one_that_does(kind):
    device, _token = screen(kind)
    nowhere = device.address.replace(device.place.code, "NOPE-99")
    there, not_there = (Client().get(address).content.decode() for address in (device.address, nowhere))
    codes = [tokens.shown(asked.code) for asked in Pairing.objects.order_by("pk")]
    assert _neutral(there, codes[0]) == _neutral(not_there, codes[1])


def _neutral(text: str, code: str) -> str:
    import re

    return re.sub(r'(data-until|data-now|content)="[^"]*"', "", text.replace(code, "CODE"))


def test_a_browser_keeps_its_code_until_it_expires_and_each_address_has_its_own():
    device, _token = screen(Kind.SIGN)
    client = Client()
    first = client.get(device.address)
    assert client.get(device.address).content.decode().count(tokens.shown(Pairing.objects.get().code)) == 1
    cookie = first.cookies["pairing"]
    assert cookie["path"] == device.address and cookie["httponly"] and cookie["samesite"] == "Strict"
    assert Pairing.objects.count() == 1


def test_a_page_that_waits_learns_that_it_was_accepted_then_gets_its_cookie_and_its_own_address():
    device_place = make_place(kind="tournament")
    client = Client()
    asked_at = f"/display/clock/{device_place.code}/"
    client.get(asked_at)
    asked = Pairing.objects.get()
    assert client.get(asked_at, headers={"X-Part": "pairing"}).json() == {"state": "waiting"}
    other = make_place(device_place.property, kind="tournament")
    by = make_staff(Rank.CASINO_SUPERVISOR, device_place.property)
    device = pairing.accept(
        pairing=asked, prop=other.property, kind=Kind.CLOCK, name="Clock", place=other, by=by, at=clock.now()
    )
    assert client.get(asked_at, headers={"X-Part": "pairing"}).json() == {"state": "accepted"}
    answer = client.get(asked_at)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/display/clock/{other.code}/")
    cookie = answer.cookies[f"device-{device.pk}"]
    assert cookie["httponly"] and cookie["samesite"] == "Strict" and not cookie["secure"]
    shown = client.get(answer.headers["Location"])
    assert other.name in shown.content.decode()


@override_settings(SESSION_COOKIE_SECURE=True)
def test_in_production_the_cookie_goes_over_https_only():
    device, token = screen(Kind.SIGN)
    answer = as_device(device, token).get(device.address)
    assert answer.cookies[f"device-{device.pk}"]["secure"]


def test_a_browser_that_asks_too_often_sees_no_code(monkeypatch):
    monkeypatch.setattr(pairing, "MOST_FROM_ADDRESS", 1)
    assert Client().get("/display/table/A/").status_code == 200
    answer = Client().get("/display/table/A/")
    assert answer.status_code == 429 and "Too many devices" in answer.content.decode()


@pytest.mark.parametrize("kind", PLACED)
def test_a_paired_screen_shows_its_place_its_property_and_the_time(kind):
    device, token = screen(kind)
    answer = as_device(device, token).get(device.address)
    text = answer.content.decode()
    assert "Baccarat 12" in text and "Te Whare" in text and "data-clock" in text
    assert f'data-live="/live/place/{device.place_id}?device={device.pk}"' in text
    assert "PREVIEW" not in text and "no-store" in answer.headers["Cache-Control"]
    assert Device.objects.get(pk=device.pk).last_heard_at is not None


@pytest.mark.parametrize("kind", PLACED)
def test_its_part_is_the_very_bytes_whose_hash_is_confirmed(kind):
    import hashlib

    device, token = screen(kind)
    answer = as_device(device, token).get(device.address, headers={"X-Part": "shows"})
    device.refresh_from_db()
    assert hashlib.sha256(answer.content).hexdigest() == displays.shown_by(device, clock.now()).hash
    assert b"csrf" not in answer.content and b"<html" not in answer.content


def test_a_screen_shows_what_its_app_registered():
    device, token = screen(Kind.METER)
    displays.register(
        Kind.METER,
        lambda showing: displays.Shown("$1,000", "display/parts/place.html", {"place": showing.place}, "meter"),
    )
    try:
        text = as_device(device, token).get(device.address).content.decode()
    finally:
        displays._renderers.clear()
    assert 'class="screen meter"' in text


@pytest.mark.parametrize("kind", PLACED)
def test_a_revoked_screen_is_back_at_a_code(kind):
    device, token = screen(kind)
    client = as_device(device, token)
    pairing.revoke(device=device, by=device.accepted_by, reason="stolen", at=clock.now())
    text = client.get(device.address).content.decode()
    assert "Baccarat 12" not in text and tokens.shown(Pairing.objects.get().code) in text
    part = client.get(device.address, headers={"X-Part": "shows"})
    assert part.json() == {"state": "expired"} or part.json() == {"state": "waiting"}


def test_the_device_of_one_place_is_a_stranger_at_another():
    device, token = screen(Kind.SIGN)
    elsewhere, _token = screen(Kind.SIGN)
    text = as_device(device, token).get(elsewhere.address).content.decode()
    assert "Baccarat 12" not in text and "data-pairing" in text


def test_a_sign_is_no_terminal():
    device, token = screen(Kind.SIGN)
    text = as_device(device, token).get(f"/terminal/{device.place.code}/").content.decode()
    assert "data-pairing" in text


@pytest.mark.parametrize("kind", PLACED)
def test_staff_see_any_display_of_their_property_as_a_preview_that_proves_nothing(kind):
    device, _token = screen(kind)
    for rank in (Rank.DEALER, Rank.GAME_SUPERVISOR, Rank.CASHIER, Rank.TABLE_GAMES_MANAGER):
        text = signed_in(make_staff(rank, device.property)).get(device.address).content.decode()
        assert "PREVIEW" in text and "Baccarat 12" in text and "data-device" not in text
    device.refresh_from_db()
    assert device.last_heard_at is None


@pytest.mark.parametrize("rank", [Rank.INSPECTOR, Rank.AUTHORITY])
def test_the_regulator_has_no_preview(rank):
    device, _token = screen(Kind.SIGN)
    text = signed_in(make_staff(rank, device.property)).get(device.address).content.decode()
    assert "data-pairing" in text and "Baccarat 12" not in text


def test_staff_of_another_property_have_no_preview():
    device, _token = screen(Kind.SIGN)
    text = signed_in(make_staff(Rank.TABLE_GAMES_MANAGER)).get(device.address).content.decode()
    assert "data-pairing" in text and "Baccarat 12" not in text


@pytest.mark.parametrize("code", ["BA 12", "BA-12%00", "é", "a" * 300, "../x", "%F0%9F%8E%B2"])
def test_an_address_that_is_none_is_not_found_or_asks_for_a_code(code):
    assert Client().get(f"/display/table/{code}/").status_code in {200, 404}


def dealer_at(prop, pin="1357"):
    staff = make_staff(Rank.DEALER, prop)
    posts.set_pin(staff=staff, pin=pin, by="system", at=clock.now())
    return staff


def test_a_dealer_signs_on_by_number_and_pin_and_off_again():
    device, token = screen(Kind.TERMINAL)
    dealer = dealer_at(device.property)
    client = as_device(device, token)
    client.post(f"{device.address}sign-on/", {"number": dealer.number, "pin": "1357"})
    assert dealer.name in client.get(device.address).content.decode()
    client.post(f"{device.address}sign-off/")
    assert dealer.name not in client.get(device.address).content.decode()
    assert trail_of(f"place:{device.place_id}") == ["device.dealer_on", "device.dealer_off"]


def test_a_wrong_pin_signs_nobody_on():
    device, token = screen(Kind.TERMINAL)
    dealer = dealer_at(device.property)
    client = as_device(device, token)
    for number, pin in (
        (dealer.number, "0000"),
        ("", ""),
        ("٣٤", "1357"),
        ("9" * 30, "1357"),
        (dealer.number, "１３５７"),
    ):
        answer = client.post(f"{device.address}sign-on/", {"number": number, "pin": pin})
        assert answer.status_code in {403, 429}
    assert not SignOn.objects.exists()


def test_a_dealer_of_another_property_does_not_sign_on_here():
    device, token = screen(Kind.TERMINAL)
    dealer = dealer_at(make_property())
    answer = as_device(device, token).post(f"{device.address}sign-on/", {"number": dealer.number, "pin": "1357"})
    assert answer.status_code == 403 and not SignOn.objects.exists()


def test_a_preview_or_a_stranger_signs_nobody_on():
    device, _token = screen(Kind.TERMINAL)
    dealer = dealer_at(device.property)
    for client in (Client(), signed_in(make_staff(Rank.TABLE_GAMES_MANAGER, device.property))):
        client.post(f"{device.address}sign-on/", {"number": dealer.number, "pin": "1357"})
        client.post(f"{device.address}sign-off/")
    assert not SignOn.objects.exists()


def test_signing_on_elsewhere_signs_off_here_and_revoking_signs_off_too():
    device, token = screen(Kind.TERMINAL)
    second, other = make_device(Kind.TERMINAL, prop=device.property)
    dealer = dealer_at(device.property)
    for one, its in ((device, token), (second, other)):
        as_device(one, its).post(f"{one.address}sign-on/", {"number": dealer.number, "pin": "1357"})
    assert [on.device for on in SignOn.objects.filter(until_at=None)] == [second]
    pairing.revoke(device=second, by=second.accepted_by, reason="broken", at=clock.now())
    assert not SignOn.objects.filter(until_at=None).exists()


def player_at(prop):
    from casino.house import players

    player = make_player(prop)
    players.set_pin(player=player, pin="4321", by="system", at=clock.now())
    return player


def test_a_player_signs_in_at_a_station_by_card_and_pin_and_leaves_nothing_behind():
    device, token = screen(Kind.STATION)
    player = player_at(device.property)
    client = as_device(device, token)
    client.post(f"{device.address}sign-in/", {"card": player.card_number, "pin": "4321"})
    assert player.name in client.get(device.address).content.decode()
    client.post(f"{device.address}sign-out/")
    assert player.name not in client.get(device.address).content.decode()
    assert "player" not in client.session


def test_an_excluded_player_and_one_of_another_house_are_sent_to_the_desk_without_a_reason():
    from casino.house import players
    from casino.house.models import Exclusion

    device, token = screen(Kind.STATION)
    excluded, stranger = player_at(device.property), player_at(make_property())
    players.exclude(player=excluded, kind=Exclusion.Kind.SELF, by="system", at=clock.now())
    for player in (excluded, stranger):
        client = as_device(device, token)
        answer = client.post(f"{device.address}sign-in/", {"card": player.card_number, "pin": "4321"})
        text = answer.content.decode()
        assert answer.status_code == 403 and player.name not in text and "xclu" not in text
        assert "player" not in client.session


def test_every_kind_with_a_screen_has_an_address_and_the_others_have_none():
    for kind in Kind:
        device, _token = make_device(kind)
        assert bool(device.address) == (kind in SCREENS)


def test_a_page_of_another_app_becomes_the_page_of_a_device():
    from django.template import Context, Template
    from django.test import RequestFactory

    device, token = make_device(Kind.KIOSK)
    part = Template('{% load devices %}{% of_device "kiosk" %}')
    request = RequestFactory().get("/kiosk/")
    assert part.render(Context({"request": request})).strip() == ""
    request = RequestFactory().get("/kiosk/", headers={"Cookie": f"device-{device.pk}={token}"})
    text = part.render(Context({"request": request}))
    assert f'data-live="/live/place/{device.place_id}?device={device.pk}"' in text and "live.js" in text
    device.refresh_from_db()
    assert device.last_heard_at is not None
