"""The hub in memory: order, gaps, slow listeners, what is kept; with a database that the test plays itself."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.live import events, listener, store
from casino.live.events import LastId
from casino.live.feed import Feed
from casino.live.hub import Hub
from casino.live.listener import Listener


class Wire:
    """A connection that takes what it is sent, until it is told to stop taking."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.open = asyncio.Event()
        self.open.set()

    async def send(self, message: dict[str, Any]) -> None:
        if not self.open.is_set():
            await self.open.wait()
        self.sent.append(message["body"].decode())

    def versions(self) -> list[tuple[str, int]]:
        found = []
        for text in self.sent:
            fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
            if "id" in fields:
                found.append((fields["event"], int(fields["id"].split(".")[1])))
        return found


class Database:
    def __init__(self) -> None:
        self.version = 0
        self.reads = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.broken = False

    async def take(self, name: str) -> tuple[int, dict[str, Any]]:
        self.reads += 1
        version = self.version
        await self.gate.wait()
        if self.broken:
            raise OSError("the database does not answer")
        return version, {"version": version}


def joined(feed: Feed, database: Database, wire: Wire | None = None) -> tuple[Listener, Wire]:
    wire = wire or Wire()
    one = Listener(feed.name, "device:1", wire.send, {})
    feed.join(one, database.version, events.snapshot(feed.epoch, database.version, {}))
    return one, wire


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def publish(feed: Feed, database: Database, kind: str = "act") -> None:
    database.version += 1
    feed.change(database.version, kind, "{}")


@pytest.mark.asyncio
async def test_what_is_pushed_is_written_without_a_task():
    database = Database()
    feed = Feed("place/1", database.take)
    _one, wire = joined(feed, database)
    before = len(asyncio.all_tasks())
    publish(feed, database)
    assert wire.versions() == [("snapshot", 0), ("act", 1)]
    assert len(asyncio.all_tasks()) == before


@pytest.mark.asyncio
async def test_one_message_serves_every_listener():
    database = Database()
    feed = Feed("place/1", database.take)
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    for _ in range(3):
        feed.join(Listener("place/1", "device:1", send, {}), 0, None)
    publish(feed, database)
    assert len(sent) == 3 and sent[0] is sent[1] is sent[2]


@pytest.mark.asyncio
async def test_a_connection_that_waits_gets_everything_in_order_when_it_goes_on():
    database = Database()
    feed = Feed("place/1", database.take)
    one, wire = joined(feed, database)
    wire.open.clear()
    for _ in range(10):
        publish(feed, database)
    assert one.waiting and wire.versions() == [("snapshot", 0)]
    wire.open.set()
    await settle()
    assert wire.versions() == [("snapshot", 0), *[("act", number) for number in range(1, 11)]]
    assert not one.waiting


@pytest.mark.asyncio
async def test_a_listener_too_far_behind_is_told_so_and_nothing_more_is_kept_for_it():
    database = Database()
    feed = Feed("place/1", database.take)
    one, wire = joined(feed, database)
    wire.open.clear()
    for _ in range(listener.MOST_QUEUED + 3):
        publish(feed, database)
    assert one.reason == "slow" and one.over.is_set()
    wire.open.set()
    await settle()
    last = wire.sent[-1]
    assert last.startswith("event: closed") and json.loads(last.split("data: ")[1])["reason"] == "slow"
    assert len(wire.sent) == 3


@pytest.mark.asyncio
async def test_bytes_count_as_well_as_messages():
    database = Database()
    feed = Feed("place/1", database.take)
    one, wire = joined(feed, database)
    wire.open.clear()
    for _ in range(12):
        database.version += 1
        feed.change(database.version, "act", '"' + "x" * 60_000 + '"')
    assert one.reason == "slow"


@pytest.mark.asyncio
async def test_a_listener_that_never_takes_its_last_word_is_cut_off(monkeypatch):
    monkeypatch.setattr(listener, "LAST_WORD_SECONDS", 0.05)
    cut = []

    class Cycle:
        class transport:  # noqa: N801
            @staticmethod
            def abort() -> None:
                cut.append(True)

        async def send(self, message: dict[str, Any]) -> None:
            await asyncio.Event().wait()

    one = Listener("place/1", "device:1", Cycle().send, {})
    one.push(events.message("x"))
    one.end("slow", "behind")
    await one.finish()
    assert cut == [True]


@pytest.mark.asyncio
async def test_after_a_gap_there_is_no_heartbeat_until_the_snapshot_is_there(monkeypatch):
    monkeypatch.setattr("casino.live.feed.AGAIN_SECONDS", 0.01)
    hub, database = Hub(), Database()
    monkeypatch.setattr(hub, "_take", database.take)
    feed = hub.feed("place/1")
    _one, wire = joined(feed, database)
    database.broken = True
    database.version = 3
    feed.change(3, "act", "{}")
    await settle()
    hub.beat()
    assert feed.stale and not any("event: beat" in text for text in wire.sent)
    database.broken = False
    while feed.stale:
        await asyncio.sleep(0.01)
    hub.beat()
    assert wire.versions() == [("snapshot", 0), ("snapshot", 3)] and "event: beat" in wire.sent[-1]


@pytest.mark.asyncio
async def test_a_crowd_that_comes_back_at_once_reads_the_database_once(monkeypatch):
    hub, database = Hub(), Database()
    monkeypatch.setattr(hub, "_take", database.take)
    database.gate.clear()
    coming = [asyncio.ensure_future(hub.begin("place/1", None, 0)) for _ in range(50)]
    await settle()
    database.gate.set()
    assert {version for version, _snapshot in await asyncio.gather(*coming)} == {0}
    assert database.reads == 1


@pytest.mark.asyncio
async def test_a_read_that_began_before_a_new_epoch_is_not_trusted_after_it(monkeypatch):
    hub, database = Hub(), Database()
    monkeypatch.setattr(hub, "_take", database.take)
    database.gate.clear()
    coming = asyncio.ensure_future(hub.begin("place/1", None, 0))
    await settle()
    database.version = 1  # committed, its publish lost with the old Redis
    hub.forget("beef")
    database.gate.set()
    version, snapshot = await coming
    assert version == 1 and b"id: beef.1" in snapshot["body"]


@pytest.mark.asyncio
async def test_what_happens_while_a_screen_waits_for_its_snapshot_is_not_lost(monkeypatch):
    hub, database = Hub(), Database()
    monkeypatch.setattr(hub, "_take", database.take)
    database.gate.clear()
    coming = asyncio.ensure_future(hub.begin("place/1", None, 0))
    await settle()
    for version in (1, 2):
        hub.change("place/1", version, "act", "{}")
    database.gate.set()
    version, snapshot = await coming
    wire = Wire()
    hub.join(Listener("place/1", "device:1", wire.send, {}), version, snapshot)
    assert wire.versions() == [("snapshot", 0), ("act", 1), ("act", 2)]


@pytest.mark.asyncio
async def test_only_so_many_changes_are_kept_and_idle_channels_are_dropped(monkeypatch):
    monkeypatch.setattr(store, "MOST_KEPT", 5)
    hub = Hub()
    for number in range(1, 9):
        hub.change(f"place/{number}", 1, "act", "{}")
    assert sorted(hub.feeds) == [f"place/{number}" for number in range(4, 9)]
    feed = hub.feed("place/8")
    assert feed.covers(LastId("0", 0), 1) and not feed.covers(LastId("0", 0), 2)
    assert not feed.covers(LastId("f", 0), 1)


@given(st.lists(st.tuples(st.sampled_from(["publish", "swallow", "repeat", "late"]), st.booleans()), max_size=40))
def test_whatever_is_lost_doubled_or_late_a_screen_ends_at_the_newest_version_and_never_goes_back(steps):
    """Steps of publishing, interleaved with time for the hub; at the end what was lost is made up."""

    async def play() -> None:
        database, late = Database(), []
        feed = Feed("place/1", database.take)
        _one, wire = joined(feed, database)
        for step, rest in steps:
            if step == "publish":
                publish(feed, database)
            elif step == "swallow":
                database.version += 1
            elif step == "repeat":
                feed.change(database.version, "act", "{}")
            else:
                database.version += 1
                late.append(database.version)
            if rest:
                await settle()
                while late:
                    feed.change(late.pop(), "act", "{}")
        feed.change(database.version, events.RESYNC, "")
        await settle()
        versions = [version for _kind, version in wire.versions()]
        assert versions == sorted(versions) and versions[-1] == database.version
        assert len({version for kind, version in wire.versions() if kind == "act"}) == sum(
            kind == "act" for kind, _version in wire.versions()
        )

    asyncio.run(play())


@pytest.mark.parametrize(
    "text", ["", "1", "a.b", "0.-1", "xyz.1", "0.1 ", "0.1\n", "0.٣", "0." + "1" * 19, "f" * 17 + ".1"]
)
def test_an_id_that_we_did_not_write_is_no_id(text):
    assert LastId.read(text) is None


def test_an_id_is_epoch_and_version():
    assert LastId.read("beef0123.42") == LastId("beef0123", 42)
