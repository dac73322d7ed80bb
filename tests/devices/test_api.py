"""The API of devices: pairing for programs, beats, confirmations, and everything that is wrong with a request."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from casino.devices import displays, pairing
from casino.devices.kinds import Kind
from casino.devices.models import Device, Pairing
from casino.house.ranks import Rank
from casino.trail.models import Event
from tests.devices.makers import as_device, bearer, make_device, signed_in, trail_of
from tests.factories import make_place, make_staff

pytestmark = pytest.mark.django_db
BEAT, CONFIRM, ME = "/api/devices/beat/", "/api/devices/confirm/", "/api/devices/me/"
PAIR, COLLECT = "/api/devices/pair/", "/api/devices/pair/collect/"
HASH = "a" * 64


def post(address: str, body: object, client: Client | None = None, **headers: str):
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    return (client or Client()).post(address, text, content_type="application/json", headers=headers)


def confirm(token: str, shown: str, key: str):
    return post(CONFIRM, {"hash": shown}, **bearer(token), **{"Idempotency-Key": key})


def test_a_program_pairs_and_beats_with_its_token():
    place = make_place()
    by = make_staff(Rank.CASINO_SUPERVISOR, place.property)
    asked = post(PAIR, {"kind": "shoe", "place": place.code})
    assert asked.status_code == 201
    waiting = post(COLLECT, {"secret": asked.json()["secret"]})
    assert (waiting.status_code, waiting.json()["state"], waiting.json()["token"]) == (202, "waiting", "")
    from casino import clock

    at = clock.now()
    found = pairing.find(asked.json()["code"], by=by, address="10.0.0.1", at=at)
    pairing.accept(
        pairing=found, prop=place.property, kind=Kind.SHOE, name="Shoe 1", place=place, by=by, at=at, approval="NZ-1",
        approved_on=at.date().replace(year=2020),
    )  # fmt: skip
    collected = post(COLLECT, {"secret": asked.json()["secret"]})
    assert collected.status_code == 200 and collected.json()["device"]["place"] == place.code
    beat = post(BEAT, {"version": "shoe 2.1"}, **bearer(collected.json()["token"]))
    assert beat.status_code == 200 and beat.json()["device"] == collected.json()["device"]["id"]
    assert Device.objects.get().version == "shoe 2.1"
    again = post(COLLECT, {"secret": asked.json()["secret"]})
    assert again.status_code == 422 and "has its token" in again.json()["message"]


def test_neither_code_secret_nor_token_is_stored_or_in_the_trail_in_clear():
    asked = post(PAIR, {"kind": "kiosk"}).json()
    assert not Pairing.objects.filter(secret_hash=asked["secret"]).exists()
    _device, token = make_device()
    confirm(token, HASH, "k")
    told = " ".join(str(value) for event in Event.objects.all() for value in (event.before, event.after, event.reason))
    assert token not in told and asked["secret"] not in told


@pytest.mark.parametrize("secret", ["", "x" * 43, "x" * 200, "\u0000", "ü" * 40])
def test_a_secret_that_nobody_has_collects_nothing(secret):
    answer = post(COLLECT, {"secret": secret})
    assert answer.status_code in {400, 410} and "token" not in answer.json()


def test_devices_that_ask_too_often_are_told_to_wait(monkeypatch):
    monkeypatch.setattr(pairing, "MOST_FROM_ADDRESS", 2)
    codes = [post(PAIR, {"kind": "kiosk"}).status_code for _ in range(3)]
    assert codes == [201, 201, 429]


@pytest.mark.parametrize(
    "body",
    [{}, {"kind": "toaster"}, {"kind": "sign", "place": "x" * 33}, {"kind": "sign", "place": "BA 12"},
     {"kind": "sign", "place": "BA-1\u202e2"}, {"kind": "station", "seat": 0}, {"kind": "station", "seat": 10**30},
     {"kind": "sign", "place": "\u0000"}, [], "sign", None],
)  # fmt: skip
def test_a_request_that_makes_no_sense_asks_for_nothing(body):
    assert post(PAIR, body).status_code == 400
    assert not Pairing.objects.exists()


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b'{"kind": "\\ud800"}', b"[" * 9000])
def test_a_body_that_is_no_json_is_a_bad_request(body):
    assert post(PAIR, body).status_code == 400


@pytest.mark.parametrize("address", [PAIR, COLLECT])
def test_an_oversized_body_is_refused(address):
    assert post(address, {"kind": "sign", "place": "x" * 20_000}).status_code == 413


@pytest.mark.parametrize("address", [BEAT, CONFIRM])
def test_an_oversized_body_of_a_device_is_refused(address):
    _device, token = make_device()
    answer = post(address, {"hash": "x" * 20_000}, **bearer(token), **{"Idempotency-Key": "k"})
    assert answer.status_code == 413


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer x", "Bearer " + "x" * 5000, "Basic abc", "bearer ü"])
def test_a_token_that_nobody_has_opens_nothing(header):
    assert post(BEAT, {}, Authorization=header).status_code == 401


def test_a_revoked_device_is_out_at_its_next_request():
    device, token = make_device()
    assert post(BEAT, {}, **bearer(token)).status_code == 200
    pairing.revoke(device=device, by=device.accepted_by, reason="stolen", at=device.accepted_at)
    assert post(BEAT, {}, **bearer(token)).status_code == 401
    assert Client().get(ME, headers=bearer(token)).status_code == 401
    assert confirm(token, HASH, "k").status_code == 401


def test_the_token_of_another_device_does_not_speak_for_the_one_that_is_named():
    device, _token = make_device()
    other, token = make_device()
    assert post(BEAT, {}, **bearer(token), **{"X-Device": str(device.pk)}).status_code == 401
    client = as_device(other, token)
    assert (
        client.post(BEAT, {}, content_type="application/json", headers={"X-Device": str(device.pk)}).status_code == 401
    )
    device.refresh_from_db()
    assert device.last_heard_at is None


@pytest.mark.parametrize("named", ["0", "-1", "1e3", "٣", "9" * 40, "x"])
def test_a_device_number_that_is_none_names_nobody(named):
    device, token = make_device()
    answer = as_device(device, token).post(BEAT, {}, content_type="application/json", headers={"X-Device": named})
    assert answer.status_code == 401


def test_a_cookie_speaks_only_with_the_page_s_csrf_token():
    device, token = make_device()
    client = Client(enforce_csrf_checks=True)
    client.cookies[f"device-{device.pk}"] = token
    named = {"X-Device": str(device.pk)}
    assert client.post(BEAT, {}, content_type="application/json", headers=named).status_code == 403
    page = client.get(device.address)
    csrf = page.content.decode().split('data-csrf="')[1].split('"')[0]
    answer = client.post(BEAT, {}, content_type="application/json", headers=named | {"X-CSRFToken": csrf})
    assert answer.status_code == 200


def test_a_browser_with_several_devices_says_which_one_it_means():
    (one, first), (two, second) = make_device(), make_device()
    client = as_device(one, first)
    client.cookies[f"device-{two.pk}"] = second
    assert client.get(ME).status_code == 401
    for device in (one, two):
        assert client.get(ME, headers={"X-Device": str(device.pk)}).json()["id"] == device.pk


def test_a_confirmation_says_in_words_what_it_is_only_if_it_is_what_it_should_be():
    device, token = make_device()
    expected = displays.shown_by(device, device.accepted_at)
    answer = confirm(token, expected.hash, "k1")
    assert answer.json()["expected"] == expected.hash
    device.refresh_from_db()
    assert (device.shows_hash, device.shows) == (expected.hash, f"{device.place.code} {device.place.name}")
    confirm(token, HASH, "k2")
    device.refresh_from_db()
    assert (device.shows_hash, device.shows) == (HASH, "")


def test_the_same_key_gives_the_same_answer_and_one_effect():
    device, token = make_device()
    first = confirm(token, HASH, "one")
    confirm(token, "b" * 64, "two")
    again = confirm(token, HASH, "one")
    assert again.status_code == 200 and again.json() == first.json()
    device.refresh_from_db()
    assert device.shows_hash == "b" * 64
    assert trail_of(device.stream).count("device.confirmed") == 2


def test_a_key_used_again_with_another_body_is_refused_and_nothing_changed():
    device, token = make_device()
    confirm(token, HASH, "one")
    assert confirm(token, "b" * 64, "one").status_code == 409
    device.refresh_from_db()
    assert device.shows_hash == HASH


def test_two_devices_may_use_the_same_key():
    for device, token in (make_device(), make_device()):
        assert confirm(token, HASH, "one").status_code == 200
        device.refresh_from_db()
        assert device.shows_hash == HASH


@pytest.mark.parametrize("key", ["", "x" * 129])
def test_a_confirmation_needs_a_key(key):
    device, token = make_device()
    assert confirm(token, HASH, key).status_code == 400
    device.refresh_from_db()
    assert device.shows_hash == ""


@pytest.mark.parametrize("shown", ["A" * 64, "a" * 65, "a" * 63, "<b>", None, 7, ["a"], "a" * 64 + "\u0000"])
def test_what_is_no_hash_is_not_confirmed(shown):
    device, token = make_device()
    answer = post(CONFIRM, {"hash": shown}, **bearer(token), **{"Idempotency-Key": "k"})
    assert answer.status_code in {400, 422}
    device.refresh_from_db()
    assert device.shows_hash == ""


@pytest.mark.parametrize("version", ["v" * 61, "\u0000", ["x"], {"a": 1}])
def test_a_version_that_is_none_is_refused(version):
    device, token = make_device()
    assert post(BEAT, {"version": version}, **bearer(token)).status_code == 400
    device.refresh_from_db()
    assert device.last_heard_at is None


@pytest.mark.parametrize("version", ["", "Ōtautahi 🎲 ‮x", "e\u0301", "\ufeff1.0"])
def test_a_version_may_hold_any_text(version):
    _device, token = make_device()
    assert post(BEAT, {"version": version}, **bearer(token)).status_code == 200


def test_staff_read_the_devices_of_their_properties_and_no_others():
    device, _token = make_device()
    other, _token = make_device()
    staff = make_staff(Rank.GAME_SUPERVISOR, device.property)
    listed = signed_in(staff).get("/api/devices/").json()["results"]
    assert [row["id"] for row in listed] == [device.pk]
    found = signed_in(staff).get(f"/api/devices/?property__code={other.property.code}").json()["results"]
    assert found == []


def test_the_schema_describes_the_devices_without_a_warning(recwarn, capsys):
    from drf_spectacular.drainage import GENERATOR_STATS
    from drf_spectacular.generators import SchemaGenerator

    GENERATOR_STATS.reset()
    schema = SchemaGenerator().get_schema(request=None, public=True)
    about = {
        f"{message}" for messages in (GENERATOR_STATS._warn_cache, GENERATOR_STATS._error_cache) for message in messages
    }
    assert not [message for message in about if "evice" in message]
    assert {PAIR, COLLECT, BEAT, CONFIRM, ME, "/api/devices/"} <= set(schema["paths"])
    key = schema["paths"][CONFIRM]["post"]["parameters"]
    assert [parameter["name"] for parameter in key if parameter["required"]] == ["Idempotency-Key"]
