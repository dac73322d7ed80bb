"""Many writers at once: one stream has no gap, different streams never wait for each other."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from django.db import OperationalError, connection, connections, transaction

from casino.trail import record
from casino.trail.models import Event, Stream
from tests.trail.test_record import assert_chained

AT = datetime(2026, 11, 14, 7, 42, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True)


def append(stream: str, reason: str = "") -> int:
    with transaction.atomic():
        return record.append(stream=stream, kind="a.b", subject="x", at=AT, reason=reason)


def in_threads(work, arguments):
    """Each in a thread with a connection of its own."""

    def alone(argument):
        try:
            return work(argument)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(alone, arguments))


def test_parallel_appends_to_one_stream_leave_no_gap():
    numbers = in_threads(lambda me: [append("place:1", str(me)) for _ in range(40)], range(6))
    assert sorted(number for mine in numbers for number in mine) == list(range(1, 241))
    assert all(mine == sorted(mine) for mine in numbers)
    assert_chained("place:1")


def test_the_first_event_of_a_stream_from_many_at_once():
    """Nobody has the head yet, so that all of them try to make it."""
    together = threading.Barrier(6)

    def first(me: int) -> int:
        connection.ensure_connection()
        together.wait()
        return append("player:7")

    assert sorted(in_threads(first, range(6))) == [1, 2, 3, 4, 5, 6]
    assert_chained("player:7")


def test_batches_over_the_same_streams_in_any_order_never_deadlock():
    def batches(me: int) -> None:
        names = [f"place:{n}" for n in range(8)]
        if me % 2:
            names.reverse()
        for _ in range(15):
            with transaction.atomic():
                record.append_many([record.NewEvent(name, "a.b", "x", AT) for name in names])

    in_threads(batches, range(4))
    assert list(Stream.objects.values_list("seq", flat=True)) == [60] * 8
    for number in range(8):
        assert_chained(f"place:{number}")


def elsewhere(stream: str) -> int:
    """Append on another connection that does not wait longer than half a second."""

    def soon(_: int) -> int:
        with transaction.atomic():
            connection.cursor().execute("SET LOCAL lock_timeout = '500ms'")
            return record.append(stream=stream, kind="a.b", subject="x", at=AT)

    return in_threads(soon, [0])[0]


def test_one_stream_waits_and_others_do_not():
    for stream in ("place:1", "place:2"):
        append(stream)
    with transaction.atomic():
        record.append(stream="place:1", kind="a.b", subject="x", at=AT)
        assert elsewhere("place:2") == 2
        assert elsewhere("place:3") == 1
        with pytest.raises(OperationalError, match="lock timeout"):
            elsewhere("place:1")
    assert elsewhere("place:1") == 3
    assert Event.objects.count() == 6
