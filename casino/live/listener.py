"""One connection. What is pushed is written at once; a reader that does not keep up is given up, with a reason."""

from __future__ import annotations

import asyncio
import logging
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from typing import Any

from casino.live import events, figures
from casino.live.events import Message

Send = Callable[[Message], Coroutine[Any, Any, None]]

MOST_QUEUED = 256
MOST_QUEUED_BYTES = 512 * 1024
LAST_WORD_SECONDS = 2.0

log = logging.getLogger(__name__)


class Listener:
    """`version` is the last version of its channel that it has been sent."""

    __slots__ = ("_bytes", "_drain", "_queue", "_send", "actor", "channel", "over", "reason", "scope", "version")

    def __init__(self, channel: str, actor: str, send: Send, scope: Mapping[str, Any]) -> None:
        self.channel = channel
        self.actor = actor
        self.scope = scope
        self.version = -1
        self.reason = ""
        self.over = asyncio.Event()
        self._send = send
        self._queue: deque[Message] = deque()
        self._bytes = 0
        self._drain: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> bool:
        return self._drain is not None

    def push(self, message: Message) -> None:
        """Send without a task: while the connection takes it, the server's send() runs through without waiting."""
        if self.reason:
            return
        if self._drain is not None:
            self._put_by(message)
            return
        sending = self._send(message)
        try:
            waited_for = sending.send(None)
        except StopIteration:
            return
        except OSError:
            self.gone()
            return
        self._drain = asyncio.ensure_future(self._write_on(_rest(sending, waited_for)))

    def _put_by(self, message: Message) -> None:
        self._queue.append(message)
        self._bytes += len(message["body"])
        if len(self._queue) > MOST_QUEUED or self._bytes > MOST_QUEUED_BYTES:
            figures.count("streams_dropped_slow")
            self.end("slow", f"{len(self._queue)} changes behind")

    async def _write_on(self, begun: Awaitable[None]) -> None:
        try:
            await begun
            while self._queue:
                message = self._queue.popleft()
                self._bytes -= len(message["body"])
                await self._send(message)
        except OSError:
            self.gone()
        finally:
            self._drain = None

    def end(self, reason: str, text: str) -> None:
        """Close it, with a last word for whoever still reads."""
        if self.reason:
            return
        log.info("stream closed: %s %s, %s (%s)", self.actor, self.channel, reason, text)
        self._queue.clear()
        last = events.closed(reason, text)
        if self._drain is None:
            self.push(last)
        else:
            self._queue.append(last)
        self.reason = reason
        self.over.set()

    def gone(self) -> None:
        """The other side has left."""
        self.reason = self.reason or "gone"
        self.over.set()

    async def finish(self) -> None:
        """After `over`: the end of the answer, or, where nobody reads any more, the end of the connection."""
        if self.reason == "gone":
            self._stop_writing()
            return
        try:
            async with asyncio.timeout(LAST_WORD_SECONDS):
                if self._drain is not None:
                    await asyncio.shield(self._drain)
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})
        except (TimeoutError, OSError):
            self._stop_writing()
            _abort(self._send)

    def _stop_writing(self) -> None:
        if self._drain is not None:
            self._drain.cancel()


@types.coroutine
def _rest(begun: Coroutine[Any, Any, None], waited_for: Any) -> Generator[Any, Any, None]:
    """What remains of a coroutine that was begun outside a task and had to wait."""
    while True:
        yield waited_for
        try:
            waited_for = begun.send(None)
        except StopIteration:
            return


def _abort(send: Any) -> None:
    """uvicorn's close() first flushes, for ever if nobody reads; ASGI has no word for it, so ask its transport."""
    transport = getattr(getattr(send, "__self__", None), "transport", None)
    if transport is not None:
        transport.abort()
