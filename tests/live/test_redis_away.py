"""Redis dies, comes back empty, or loses its memory: heartbeats stop, nothing waits for it, screens are right again."""

from __future__ import annotations

import time

import pytest
from django.db import transaction

from casino.live import making_up, store
from casino.live.publish import changed
from tests.live.server import Stream
from tests.whole import until


def change(channel: str, **data: object) -> None:
    with transaction.atomic():
        changed(channel, "limits", data)


def is_beat(got) -> bool:
    return got.kind == "beat"


def test_while_redis_is_away_there_is_no_heartbeat_and_after_it_a_snapshot_with_all_that_was_missed(
    server, sign, listen, own_redis
):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    before = stream.next()
    stream.wait_for(is_beat)
    own_redis.kill()
    # Drain what was on its way, then: silence means something.
    begun = time.monotonic()
    change(place, least=50)
    assert time.monotonic() - begun < 1, "a change must not wait for a Redis that is away"
    until(lambda: "Redis is away" in server.said(), "the reader to notice", within=10)
    while not stream._got.empty():
        stream._got.get()
    with pytest.raises(AssertionError, match="nothing came"):
        stream.next(beats=True, within=3)
    own_redis.start()
    back = stream.wait_for(lambda got: True)
    assert back.kind in {"snapshot", "beat"}
    got = back if back.kind == "snapshot" else stream.next()
    assert (got.kind, got.version) == ("snapshot", 1)
    assert got.id.split(".")[0] != before.id.split(".")[0], "a Redis that came back empty is another epoch"
    store._away_until = 0.0
    change(place, least=75)
    assert (after := stream.next()).data == {"least": 75} and after.version == 2


def test_a_screen_that_reconnects_after_the_restart_with_an_id_of_the_old_epoch_gets_a_snapshot(
    server, sign, listen, own_redis
):
    device, token = sign
    place = f"place/{device.place_id}"
    change(place, least=1)
    stream = listen(place, token)
    stream.wait_for(is_beat)
    last = f"{store.client().get(store.EPOCH).decode()}.1"
    stream.close()
    own_redis.kill()
    own_redis.start()
    store._away_until = 0.0
    other = listen(place, token)
    other.wait_for(is_beat)
    again = listen(place, token, **{"Last-Event-ID": last})
    assert (got := again.next()).kind == "snapshot" and got.version == 1


def test_a_redis_that_forgets_everything_without_dying_is_noticed(server, sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    stream.wait_for(is_beat)
    store.client().flushall()
    assert stream.next(within=10).kind == "snapshot"
    change(place, least=1)
    assert stream.next().data == {"least": 1}


def test_a_publish_swallowed_just_after_redis_came_back_is_made_up(server, sign, listen):
    device, token = sign
    place = f"place/{device.place_id}"
    stream = listen(place, token)
    stream.next()
    store.client().flushall()
    assert stream.next(within=10).kind == "snapshot"
    from django.db import connection

    with transaction.atomic():
        changed(place, "limits", {})
        connection.run_on_commit.clear()
    assert making_up.make_up() > 0
    assert stream.wait_for(lambda got: got.kind == "snapshot" and got.version == 1)


def test_screens_that_come_while_redis_is_away_get_a_snapshot_without_a_heartbeat(server, sign, own_redis):
    from tests.devices.makers import bearer

    device, token = sign
    own_redis.kill()
    try:
        stream = Stream(server.port, f"place/{device.place_id}", **bearer(token))
        assert stream.next().kind == "snapshot"
    finally:
        own_redis.start()
        store._away_until = 0.0
    assert stream.wait_for(is_beat, within=15)
    stream.close()


def test_a_restored_database_begins_a_new_epoch(server, sign, listen):
    """Its versions went back: a screen that had seen more must not go on from there."""
    from casino.live.models import Channel

    device, token = sign
    place = f"place/{device.place_id}"
    for number in range(3):
        change(place, least=number)
    stream = listen(place, token)
    seen = stream.next()
    assert seen.version == 3
    Channel.objects.filter(name=place).update(version=1)
    assert making_up.make_up() > 0
    got = stream.next(within=10)
    assert (got.kind, got.version) == ("snapshot", 1)
    change(place, least=9)
    # As a change, or inside a snapshot where the reader came to the epoch only now.
    assert stream.wait_for(
        lambda one: one.version == 2 and (one.kind == "snapshot" or one.data == {"least": 9}), within=10
    )
    again = listen(place, token, **{"Last-Event-ID": seen.id})
    assert (got := again.next()).kind == "snapshot" and got.version == 2
