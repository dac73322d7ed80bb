"""Streams from outside: a real web server, a real Redis, sockets."""

from __future__ import annotations

import socket
import threading
from functools import partial

import pytest
from django.conf import settings
from django.db import connection, transaction

from casino import clock
from casino.devices import pairing
from casino.house.ranks import Rank
from casino.live import making_up, store
from casino.live.models import Channel
from casino.live.publish import changed
from tests.devices.makers import bearer, make_device, signed_in
from tests.factories import make_place, make_staff
from tests.live.server import Stream
from tests.whole import until


def change(channel: str, kind: str = "limits", **data: object) -> None:
    with transaction.atomic():
        changed(channel, kind, data)


def swallowed(channel: str) -> None:
    """Committed, and the process died before it could publish."""
    with transaction.atomic():
        changed(channel, "limits", {})
        connection.run_on_commit.clear()


def test_first_a_snapshot_then_changes_with_rising_ids(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    first = stream.next()
    assert (first.kind, first.data["code"]) == ("snapshot", device.place.code)
    for number in range(1, 4):
        change(place, "limits", least=number)
    got = [stream.next() for _ in range(3)]
    assert [(one.kind, one.data) for one in got] == [("limits", {"least": number}) for number in (1, 2, 3)]
    assert [one.version for one in (first, *got)] == [0, 1, 2, 3]
    assert len({one.id.split(".")[0] for one in got}) == 1


def test_changes_of_one_transaction_arrive_in_their_order(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    with transaction.atomic():
        for number in range(5):
            changed(place, "act", {"n": number})
    assert [stream.next().data["n"] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_what_was_rolled_back_is_never_published(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    with transaction.atomic():
        changed(place, "limits", {"least": 1})
        transaction.set_rollback(True)
    change(place, "limits", least=2)
    assert (got := stream.next()).data == {"least": 2} and got.version == 1


def test_after_a_gap_a_screen_gets_what_it_missed_and_no_snapshot(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    change(place, "limits", least=1)
    last = stream.next().id
    stream.close()
    for number in (2, 3):
        change(place, "limits", least=number)
    again = listen(place, token, **{"Last-Event-ID": last})
    assert [again.next().data["least"] for _ in range(2)] == [2, 3]
    assert again.wait_for(lambda got: got.kind == "beat") and again.quiet()


def test_a_screen_that_missed_nothing_gets_nothing_but_heartbeats(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    change(place)
    stream = listen(place, token)
    last = stream.next().id
    by_query = listen(f"{place}?last={last}", token)
    assert by_query.wait_for(lambda got: got.kind == "beat")
    assert by_query.quiet()
    change(place, "limits", least=9)
    assert by_query.next().data == {"least": 9}


@pytest.mark.parametrize("last", ["0.999999", "ffffffff.1", "", "x", "0.-1", "0." + "9" * 40, "ÿ.1", "0.1\tx"])
def test_an_id_that_leads_nowhere_gets_a_fresh_snapshot(sign, listen, last):
    device, token = sign
    stream = listen(f"place/{device.place_id}", token, **{"Last-Event-ID": last})
    assert stream.next().kind == "snapshot"


def test_a_screen_that_was_away_for_longer_than_is_kept_gets_a_snapshot(sign, listen, monkeypatch):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    first = stream.next().id
    swallowed(place)
    change(place)
    stream.close()
    again = listen(place, token, **{"Last-Event-ID": first})
    assert (got := again.next()).kind == "snapshot" and got.version == 2


def test_a_swallowed_publish_is_made_up_with_a_snapshot(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    swallowed(place)
    assert making_up.make_up() == 1
    assert (got := stream.next()).kind == "snapshot" and got.version == 1
    assert making_up.make_up() == 0


def test_a_swallowed_publish_is_also_found_by_the_next_change(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    swallowed(place)
    change(place, "limits", least=5)
    assert (got := stream.next()).kind == "snapshot" and got.version == 2
    change(place, "limits", least=6)
    assert stream.next().data == {"least": 6}


def test_publishes_that_overtake_each_other_end_in_the_newest_state(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    Channel.objects.update_or_create(name=place, defaults={"version": 2})
    store.add(place, 2, "limits", '{"least":2}')
    store.add(place, 1, "limits", '{"least":1}')
    assert (got := stream.next()).kind == "snapshot" and got.version == 2
    change(place, "limits", least=3)
    assert (got := stream.next()).data == {"least": 3} and got.version == 3


def test_what_is_published_twice_is_shown_once(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    change(place, "limits", least=1)
    store.add(place, 1, "limits", '{"least":1}')
    change(place, "limits", least=2)
    assert [stream.next().data["least"] for _ in range(2)] == [1, 2]


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


def test_a_consumer_that_never_reads_is_dropped_with_a_reason_and_the_others_go_on(server, sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    reading = listen(place, token)
    reading.next()
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", server.port))
    deaf.sendall(f"GET /live/{place} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
    until(lambda: b"snapshot" in deaf.recv(2000, socket.MSG_PEEK), "the deaf one's snapshot", within=10)
    big, sent = "x" * 60_000, 0
    while "slow" not in server.said():
        sent += 1
        assert sent < 500, "never dropped"
        change(place, "limits", n=sent, text=big)
        assert reading.next().data["n"] == sent
    # Nothing of it is left: its connection is gone although it never read a byte.
    until(lambda: _reset(deaf), "the connection to be cut", within=10)
    change(place, "limits", n=0)
    assert reading.next().data == {"n": 0}


def _reset(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        while one.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def test_a_screen_that_goes_away_is_forgotten(server, sign, listen):
    from urllib.request import urlopen

    def open_streams() -> float:
        with urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=5) as answer:
            lines = answer.read().decode().splitlines()
        return float(next(line.split()[1] for line in lines if line.startswith("pitboss_live_streams_open ")))

    device, token = sign
    until(lambda: open_streams() == 0, "earlier streams to go", within=10)
    stream = listen(f"place/{device.place_id}", token)
    stream.next()
    assert open_streams() == 1
    stream.socket.shutdown(socket.SHUT_RDWR)
    until(lambda: open_streams() == 0, "the stream to be forgotten", within=10)


def test_many_writers_at_once_and_every_screen_sees_every_version_in_order(sign, listen):
    from django.db import connections

    device, token = sign
    place = f"place/{device.place_id}"
    opened = [listen(place, token) for _ in range(5)]
    for stream in opened:
        stream.next()

    def write(who: int) -> None:
        for number in range(20):
            change(place, "act", who=who, n=number)
        connections.close_all()

    threads = [threading.Thread(target=partial(write, who)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for stream in opened:
        versions = [stream.next().version]
        while versions[-1] < 80:
            versions.append(stream.next().version)
        # A snapshot stands for all up to it; nothing comes twice, nothing goes back.
        assert versions == sorted(set(versions))


def test_the_server_stops_at_once_although_screens_are_connected(server, sign, listen):
    device, token = sign
    opened = [listen(f"place/{device.place_id}", token) for _ in range(3)]
    for stream in opened:
        stream.next()
    assert server.stop() < 5
    for stream in opened:
        assert stream.wait_for(lambda got: got.kind == "closed").data["reason"] == "restart"


def test_after_a_restart_of_the_web_server_a_screen_resumes_where_it_was(server, sign):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = Stream(server.port, place, **bearer(token))
    stream.next()
    change(place, "limits", least=1)
    last = stream.next().id
    server.stop()
    change(place, "limits", least=2)
    server.start()
    again = Stream(server.port, place, **bearer(token), **{"Last-Event-ID": last})
    got = again.next()
    assert (got.kind, got.data) in [("limits", {"least": 2}), ("snapshot", got.data)] and got.version == 2
    again.close()


def test_a_place_that_is_deleted_under_its_screens_closes_them(server, sign, listen):
    device, _token = sign
    place = make_place(device.property)
    cookie = cookie_of(make_staff(Rank.GAME_SUPERVISOR, device.property))
    stream = listen(f"place/{place.pk}", Cookie=cookie)
    stream.next()
    place.delete()
    store.begin_epoch({})
    assert stream.wait_for(lambda got: got.kind == "closed").data["reason"] in {"gone", "not_found"}


def test_an_entry_that_makes_no_sense_does_not_end_the_reader(sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    for entry in ({"x": "y"}, {"n": "x", "c": place, "v": "1", "k": "limits", "d": "{}"}, {"n": b"\xff"}):
        store.client().xadd(store.STREAM, entry)
    change(place, "limits", least=1)
    got = stream.next()
    assert got.version == 1 and (got.kind == "snapshot" or got.data == {"least": 1})
    change(place, "limits", least=2)
    assert stream.next().data == {"least": 2}
