"""Everything that one web process streams: its feeds, its listeners, and the one reader that feeds them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from casino import clock
from casino.live import doors, events, figures, snapshots, store
from casino.live.doors import Denied
from casino.live.events import LastId, Message
from casino.live.feed import Feed
from casino.live.listener import Listener

P = ParamSpec("P")
T = TypeVar("T")

# Streams never hold more database connections than this, however many screens come back at once.
THREADS = 6
MOST_STREAMS = 5_000
MOST_PER_VIEWER = 32
ASK_AGAIN_SECONDS = 30.0
# So young is the reader's last word that a new screen need not wait for the next.
FRESH_SECONDS = 3.0

log = logging.getLogger(__name__)


class Hub:
    def __init__(self) -> None:
        self.epoch = "0"
        self.feeds: dict[str, Feed] = {}
        self.viewers: dict[str, set[Listener]] = {}
        self.closing = ""
        self._heard_at = float("-inf")
        self._kept: deque[Feed] = deque()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="live")
        self._tasks: set[asyncio.Future[Any]] = set()

    async def in_thread(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: function(*args, **kwargs))

    async def _take(self, name: str) -> tuple[int, dict[str, Any]]:
        return await self.in_thread(snapshots.take_and_let_go, name)

    def feed(self, name: str) -> Feed:
        if name not in self.feeds:
            self.feeds[name] = feed = Feed(name, self._take)
            feed.epoch = self.epoch
        return self.feeds[name]

    def listeners(self) -> Iterator[Listener]:
        for its in list(self.viewers.values()):
            yield from list(its)

    def room_for(self, actor: str) -> None:
        """Refuse where this process or this viewer has as many streams as it may."""
        if self.closing:
            raise Denied(503, "restart", "This server is about to stop.")
        if len(self.viewers.get(actor, ())) >= MOST_PER_VIEWER:
            raise Denied(429, "too_many", f"At most {MOST_PER_VIEWER} streams at once.")
        if sum(map(len, self.viewers.values())) >= MOST_STREAMS:
            raise Denied(503, "full", "This server has no room for another stream.")

    async def begin(self, name: str, last: LastId | None, version: int) -> tuple[int, Message | None]:
        """From where a new listener goes on: what it has seen, or a snapshot."""
        feed = self.feed(name)
        if last is not None and feed.covers(last, version):
            return last.version, None
        feed.joining += 1
        try:
            return await feed.read()
        finally:
            feed.joining -= 1

    def join(self, listener: Listener, version: int, snapshot: Message | None) -> None:
        figures.count("streams_open")
        self.viewers.setdefault(listener.actor, set()).add(listener)
        feed = self.feed(listener.channel)
        feed.join(listener, version, snapshot)
        if not feed.stale and time.monotonic() - self._heard_at < FRESH_SECONDS:
            listener.push(events.beat(clock.now()))

    def leave(self, listener: Listener) -> None:
        figures.count("streams_open", -1)
        its = self.viewers.get(listener.actor, set())
        its.discard(listener)
        if not its:
            self.viewers.pop(listener.actor, None)
        feed = self.feed(listener.channel)
        feed.listeners.discard(listener)
        self._drop_if_idle(feed)

    def _drop_if_idle(self, feed: Feed) -> None:
        if feed.idle:
            self.feeds.pop(feed.name, None)

    def change(self, name: str, version: int, kind: str, data: str) -> None:
        """An entry of the stream, in its order."""
        figures.count("changes_read")
        feed = self.feed(name)
        if feed.change(version, kind, data):
            self._kept.append(feed)
        while len(self._kept) > store.MOST_KEPT:
            oldest = self._kept.popleft()
            if oldest.recent:
                oldest.recent.popleft()
            self._drop_if_idle(oldest)
        for listener in list(self.viewers.get(name.replace("/", ":", 1), ())):
            self._later(self._ask_again(listener))

    def forget(self, epoch: str) -> None:
        """The history of the stream is another one, or part of it went by unread."""
        self.epoch = epoch
        self._kept.clear()
        for feed in list(self.feeds.values()):
            feed.forget(epoch)
            self._drop_if_idle(feed)
        for listener in self.listeners():
            self._later(self._ask_again(listener))

    def beat(self) -> None:
        """The reader has heard from Redis; so do all screens that have nothing to wait for."""
        self._heard_at = time.monotonic()
        message = events.beat(clock.now())
        for feed in self.feeds.values():
            if not feed.stale:
                for listener in feed.listeners:
                    if not listener.waiting:
                        listener.push(message)

    async def _ask_again(self, listener: Listener) -> None:
        """May it still look? A database that does not answer is no reason to close."""
        try:
            await self.in_thread(doors.admit, listener.scope, listener.channel)
        except Denied as denied:
            listener.end(denied.reason, denied.text)
        except Exception as error:
            log.warning("could not ask again for %s: %s", listener.actor, error)

    async def keep_asking(self) -> None:
        """Sessions end and posts are taken away without a word to us."""
        while True:
            await asyncio.sleep(ASK_AGAIN_SECONDS)
            for listener in list(self.listeners()):
                if not listener.reason:
                    await self._ask_again(listener)

    def _later(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self, reason: str, text: str) -> None:
        """This process is about to stop: screens go elsewhere, or come back to the next one."""
        self.closing = reason
        for listener in self.listeners():
            listener.end(reason, text)
