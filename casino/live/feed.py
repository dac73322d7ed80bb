"""One channel in one process: its recent changes in order, and who listens."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from casino.live import events
from casino.live.events import LastId, Message
from casino.live.listener import Listener

Take = Callable[[str], Awaitable[tuple[int, dict[str, Any]]]]

AGAIN_SECONDS = 0.5
log = logging.getLogger(__name__)


class Feed:
    """Changes are handed on while their versions follow each other; after a gap everybody gets a snapshot."""

    def __init__(self, name: str, take: Take) -> None:
        self.name = name
        self.epoch = "0"
        self.version: int | None = None
        self.recent: deque[tuple[int, Message]] = deque()
        self.listeners: set[Listener] = set()
        self.joining = 0
        self._take = take
        self._reading: asyncio.Task[tuple[int, dict[str, Any]]] | None = None
        self._refreshing: asyncio.Task[None] | None = None

    @property
    def stale(self) -> bool:
        """It is known to have missed something, and has no snapshot yet: heartbeats would lie."""
        return self._refreshing is not None

    @property
    def idle(self) -> bool:
        return not self.listeners and not self.joining and not self.recent

    def change(self, version: int, kind: str, data: str) -> bool:
        """Something was published. Returns whether it was kept as one of the recent changes."""
        known = self.version
        if known is not None and version <= known:
            return False
        self.version = version
        if kind == events.RESYNC or (known is not None and version != known + 1):
            self.recent.clear()
            self.refresh()
            return False
        message = events.change(self.epoch, version, kind, data)
        self.recent.append((version, message))
        if not self.stale:
            for listener in self.listeners:
                if listener.version < version:
                    listener.version = version
                    listener.push(message)
        return True

    def covers(self, last: LastId | None, version: int) -> bool:
        """Do the recent changes lead from what a screen has seen to what the database holds?"""
        if last is None or last.epoch != self.epoch or self.stale:
            return False
        if last.version == version:
            return True
        return bool(self.recent) and self.recent[0][0] - 1 <= last.version < version <= self.recent[-1][0]

    def join(self, listener: Listener, version: int, snapshot: Message | None) -> None:
        """From here on the listener gets every change; first the snapshot, then what is younger than it."""
        if snapshot is not None:
            listener.push(snapshot)
        listener.version = version
        if self.version is None or (not self.listeners and not self.recent):
            self.version = max(version, self.version or 0)
        self.listeners.add(listener)
        if not self.stale:
            self._catch_up(listener)

    def _catch_up(self, listener: Listener) -> None:
        first = self.recent[0][0] if self.recent else (self.version or 0) + 1
        if first > listener.version + 1:
            self.refresh()
            return
        for version, message in self.recent:
            if version > listener.version:
                listener.version = version
                listener.push(message)

    async def read(self) -> tuple[int, Message]:
        """One read of the database serves everybody who asks while it runs, unless a new epoch has begun since."""
        while True:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.ensure_future(self._take(self.name))
            reading = self._reading
            version, data = await asyncio.shield(reading)
            if self._reading is reading:
                return version, events.snapshot(self.epoch, version, data)

    def refresh(self) -> None:
        """Give everybody a fresh snapshot."""
        if self.listeners and self._refreshing is None:
            self._refreshing = asyncio.ensure_future(self._refresh())

    async def _refresh(self) -> None:
        try:
            await self._read_past_the_gap()
        finally:
            self._refreshing = None
        for listener in list(self.listeners):
            self._catch_up(listener)

    async def _read_past_the_gap(self) -> None:
        while self.listeners:
            try:
                version, snapshot = await self.read()
            except LookupError:
                for listener in self.listeners:
                    listener.end("gone", "there is nothing here any more")
                return
            except Exception as error:
                log.warning("no snapshot of %s: %s", self.name, error)
            else:
                if self._closes_the_gap(version):
                    self._hand_out(version, snapshot)
                    return
            await asyncio.sleep(AGAIN_SECONDS)

    def _closes_the_gap(self, version: int) -> bool:
        first = self.recent[0][0] if self.recent else (self.version or 0) + 1
        return version >= first - 1

    def _hand_out(self, version: int, snapshot: Message) -> None:
        self.version = max(version, self.version or 0)
        for listener in list(self.listeners):
            listener.version = version
            listener.push(snapshot)

    def forget(self, epoch: str) -> None:
        """A new epoch: nothing that came before can be resumed from, and it counts from the database again."""
        self.epoch = epoch
        self.recent.clear()
        self.version = None
        self._reading = None
        self.refresh()
