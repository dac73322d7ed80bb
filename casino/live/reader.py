"""The one reader of a web process: it follows the stream in Redis and hands what it reads to the hub."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import redis.asyncio
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from casino.live import events, store
from casino.live.hub import Hub

BEAT_SECONDS = 2.0
AGAIN_SECONDS = 0.2
BATCH = 500

log = logging.getLogger(__name__)


class Reader:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._last = "0-0"
        self._number: int | None = None
        self._away = False

    async def run(self) -> None:
        """For ever. While Redis is away there are no heartbeats, and screens say so."""
        while True:
            client: redis.asyncio.Redis = redis.asyncio.Redis.from_url(
                settings.REDIS_URL, socket_timeout=BEAT_SECONDS + 3, retry=Retry(NoBackoff(), 0)
            )
            try:
                await self._follow(client)
            except (RedisError, OSError) as error:
                self._note_away(error)
            except Exception:
                # Nothing in the stream may end the reader: without it every screen of this process goes stale.
                log.exception("an entry of the stream was left out")
            finally:
                await client.aclose()
            await asyncio.sleep(AGAIN_SECONDS)

    def _note_away(self, error: Exception) -> None:
        if not self._away:
            log.warning("Redis is away, screens are without heartbeat: %s", error)
        self._away = True

    async def _follow(self, client: redis.asyncio.Redis) -> None:
        await self._check_epoch(client)
        self._away = False
        next_beat = time.monotonic()
        while True:
            wait = max(1, int((next_beat - time.monotonic()) * 1000))
            read: Any = await client.xread({store.STREAM: self._last}, block=wait, count=BATCH)
            for entry_id, entry in read[0][1] if read else ():
                await self._take(client, entry_id.decode(), entry)
            if time.monotonic() >= next_beat:
                await self._check_epoch(client)
                self.hub.beat()
                next_beat = time.monotonic() + BEAT_SECONDS

    async def _check_epoch(self, client: redis.asyncio.Redis) -> None:
        """Whoever is first names the epoch. Another one than ours: begin at the beginning of the stream."""
        await client.set(store.EPOCH, store.new_epoch(), nx=True)
        found: Any = await client.get(store.EPOCH)
        epoch = found.decode()
        if epoch != self.hub.epoch:
            self._last, self._number = "0-0", None
            self.hub.forget(epoch)

    async def _begin(self, client: redis.asyncio.Redis) -> None:
        """The entry that opens an epoch; a check between two reads may have noticed it before."""
        epoch: Any = await client.get(store.EPOCH)
        if epoch is None or epoch.decode() != self.hub.epoch:
            self.hub.forget(epoch.decode() if epoch else self.hub.epoch)

    async def _take(self, client: redis.asyncio.Redis, entry_id: str, entry: dict[bytes, bytes]) -> None:
        self._last = entry_id
        number, kind = int(entry[b"n"]), entry[b"k"].decode()
        overtaken = self._number is not None and number != self._number + 1
        self._number = number
        if overtaken:
            log.warning("entries of the stream went by unread: every screen takes a snapshot")
            self.hub.forget(self.hub.epoch)
        if kind == events.EPOCH:
            await self._begin(client)
            return
        self.hub.change(entry[b"c"].decode(), int(entry[b"v"]), kind, entry[b"d"].decode())
