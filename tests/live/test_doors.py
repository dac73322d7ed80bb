"""Who may look: each viewer its own channels, nobody without a credential, and nobody any longer than allowed."""

from __future__ import annotations

import socket

import pytest
from django.conf import settings
from django.db import connection, transaction

from casino import clock
from casino.devices import pairing
from casino.house.ranks import Rank
from casino.live import making_up, store
from casino.live.publish import changed
from tests.devices.makers import make_device, signed_in
from tests.factories import make_place, make_staff
from tests.whole import until


def change(channel: str, kind: str = "limits", **data: object) -> None:
    with transaction.atomic():
        changed(channel, kind, data)


def test_a_revoked_device_s_stream_is_closed_at_once_with_the_reason(sign, listen):
    device, token = sign
    stream = listen(f"place/{device.place_id}", token)
    stream.next()
    pairing.revoke(device=device, by=device.accepted_by, reason="stolen", at=clock.now())
    closed = stream.next(within=5)
    assert (closed.kind, closed.data["reason"]) == ("closed", "revoked")
    assert stream.ended.wait(5)
    assert listen(f"place/{device.place_id}", token).status == 403


def test_a_revocation_whose_publish_was_swallowed_closes_the_stream_too(sign, listen):
    device, token = sign
    stream = listen(f"place/{device.place_id}", token)
    stream.next()
    with transaction.atomic():
        pairing.revoke(device=device, by=device.accepted_by, reason="stolen", at=clock.now())
        connection.run_on_commit.clear()
    making_up.make_up()
    assert stream.wait_for(lambda got: got.kind == "closed").data["reason"] == "revoked"


def test_the_streams_of_other_devices_stay_open(sign, listen):
    device, _token = sign
    other, token = make_device(place=device.place, name="Sign B")
    stream = listen(f"place/{device.place_id}", token)
    stream.next()
    pairing.revoke(device=device, by=device.accepted_by, reason="stolen", at=clock.now())
    change(f"place/{device.place_id}", "limits", least=1)
    assert stream.next().data == {"least": 1}
    assert not other.revoked_at


def cookie_of(staff) -> str:
    return f"{settings.SESSION_COOKIE_NAME}={signed_in(staff).cookies[settings.SESSION_COOKIE_NAME].value}"


def test_a_device_sees_its_own_place_and_itself_and_nothing_else(sign, listen):
    device, token = sign
    neighbour, _token = make_device(prop=device.property)
    code = device.property.code
    for channel, status in (
        (f"place/{device.place_id}", 200), (f"device/{device.pk}", 200), (f"place/{neighbour.place_id}", 404),
        (f"device/{neighbour.pk}", 404), (f"devices/{code}", 404), (f"floor/{code}", 404),
    ):  # fmt: skip
        assert listen(channel, token).status == status, channel


def test_staff_see_the_channels_of_their_property_and_their_duties(sign, listen):
    device, _token = sign
    code, cookie = device.property.code, cookie_of(make_staff(Rank.GAME_SUPERVISOR, device.property))
    elsewhere, _token = make_device()
    for channel, status in (
        (f"floor/{code}", 200), (f"devices/{code}", 200),
        (f"device/{device.pk}", 200), (f"place/{device.place_id}", 200),
        (f"floor/{elsewhere.property.code}", 404), (f"devices/{elsewhere.property.code}", 404),
        (f"device/{elsewhere.pk}", 404), (f"place/{elsewhere.place_id}", 404),
    ):  # fmt: skip
        assert listen(channel, Cookie=cookie).status == status, channel
    dealer = cookie_of(make_staff(Rank.DEALER, device.property))
    assert listen(f"devices/{code}", Cookie=dealer).status == 404
    assert listen(f"place/{device.place_id}", Cookie=dealer).status == 200


@pytest.mark.parametrize(
    "channel",
    ["nothing/1", "place/", "place", "", "place/0", "place/x", "place/1/2", "place/-1", "place/" + "9" * 30,
     "floor/nowhere", "device/%00", "device/%F0%9F%8E%B2", "Place/1", "place/1e3", "device/%D9%A1"],
)  # fmt: skip
def test_a_channel_that_does_not_exist_is_not_found(sign, listen, channel):
    assert listen(channel, sign[1]).status == 404


def test_nobody_without_a_credential_sees_anything(sign, listen):
    device, _token = sign
    for headers in (
        {},
        {"Cookie": "sessionid=nonsense"},
        {"Authorization": "Bearer nonsense"},
        {"Cookie": "device-1=x"},
    ):
        assert listen(f"place/{device.place_id}", **headers).status == 403


def test_a_device_that_a_browser_names_wrongly_does_not_fall_back_to_the_staff_who_are_signed_in(sign, listen):
    device, _token = sign
    cookie = cookie_of(make_staff(Rank.GAME_SUPERVISOR, device.property))
    assert listen(f"place/{device.place_id}?device={device.pk}", Cookie=cookie).status == 403


def test_only_get_and_only_from_our_own_pages(sign, server, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    for headers in (
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert listen(place, token, **headers).status == 403
    assert listen(place, token, Origin=f"http://127.0.0.1:{server.port}").status == 200
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as raw:
        raw.sendall(f"POST /live/{place} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".encode())
        assert raw.recv(100).startswith(b"HTTP/1.1 405")


def test_a_staff_session_that_has_ended_loses_its_stream_when_it_is_asked_again(sign, listen):
    device, _token = sign
    staff = make_staff(Rank.GAME_SUPERVISOR, device.property)
    client = signed_in(staff)
    stream = listen(f"place/{device.place_id}", Cookie=f"sessionid={client.cookies['sessionid'].value}")
    stream.next()
    client.logout()
    # A new epoch asks everybody again, as the half-minute does.
    store.begin_epoch({})
    assert stream.wait_for(lambda got: got.kind == "closed").data["reason"] == "nobody"


def test_one_viewer_has_at_most_32_streams(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    opened = [listen(place, token).status for _ in range(33)]
    assert opened == [200] * 32 + [429]


def test_a_hundred_screens_hold_no_database_connection(server, sign, listen):
    device, _token = sign
    for number in range(4):
        _other, token = make_device(place=device.place, name=f"Sign {number}")
        for _ in range(25):
            assert listen(f"place/{device.place_id}", token).status == 200

    def held() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            return cursor.fetchone()[0]

    until(lambda: held() <= 2, "the streams' connections to go", within=10)


def test_a_place_that_is_deleted_under_its_screens_closes_them(server, sign, listen):
    device, _token = sign
    place = make_place(device.property)
    cookie = cookie_of(make_staff(Rank.GAME_SUPERVISOR, device.property))
    stream = listen(f"place/{place.pk}", Cookie=cookie)
    stream.next()
    place.delete()
    store.begin_epoch({})
    assert stream.wait_for(lambda got: got.kind == "closed").data["reason"] in {"gone", "not_found"}
