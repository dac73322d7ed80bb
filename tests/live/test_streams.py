"""Streams from outside: a real web server, a real Redis, sockets."""

from __future__ import annotations

import socket
import threading
from functools import partial

import pytest
from django.db import connection, transaction

from casino.live import making_up, store
from casino.live.models import Channel
from casino.live.publish import changed
from tests.devices.makers import bearer
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
