"""`/live/<channel>` as server-sent events, in front of Django: a stream is served from memory and holds no thread."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
from collections.abc import Awaitable, Callable
from typing import Any

from casino.live import doors, events
from casino.live.doors import Denied
from casino.live.hub import Hub
from casino.live.listener import Listener
from casino.live.reader import Reader

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Any]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PREFIX = "/live/"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
# How long a browser waits before it comes back after the stream has ended.
RETRY = events.message("retry: 1000\n\n")

log = logging.getLogger(__name__)


def with_streams(app: App) -> App:
    """The application with its streams. It answers lifespan events itself, which Django does not know."""
    return Streams(app)


class Streams:
    def __init__(self, app: App) -> None:
        self.app = app
        self.hub = Hub()
        self._work: asyncio.Future[Any] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(PREFIX):
            self._start()
            await self._stream(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _start(self) -> None:
        if self._work is None:
            self._work = asyncio.gather(Reader(self.hub).run(), self.hub.keep_asking())

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        self._start()
        self._listen_for_the_end()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.hub.close("restart", "The server stops.")
        if self._work is not None:
            self._work.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    def _listen_for_the_end(self) -> None:
        """uvicorn waits for open answers before it says that it stops: streams must hear of it from the signal."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            before = signal.getsignal(number)

            def stop(number: int, frame: Any, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.hub.close, "restart", "The server stops.")
                if callable(before):
                    before(number, frame)

            with contextlib.suppress(ValueError):  # not the main thread: somebody else handles signals
                signal.signal(number, stop)

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].removeprefix(PREFIX).removesuffix("/")
        try:
            admitted = await self.hub.in_thread(doors.admit, scope, name)
            self.hub.room_for(admitted.actor)
            version, snapshot = await self.hub.begin(name, admitted.last, admitted.version)
        except Denied as denied:
            await _refuse(send, denied)
            return
        except Exception:
            log.exception("no stream of %s", name)
            await _refuse(send, Denied(503, "away", "Not now: try again in a moment."))
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        listener = Listener(name, admitted.actor, send, scope)
        listener.push(RETRY)
        self.hub.join(listener, version, snapshot)
        await self._until_over(listener, receive)

    async def _until_over(self, listener: Listener, receive: Receive) -> None:
        watch = asyncio.ensure_future(_watch(receive, listener))
        try:
            await listener.over.wait()
        finally:
            self.hub.leave(listener)
            watch.cancel()
        await listener.finish()


async def _watch(receive: Receive, listener: Listener) -> None:
    """The server's send() does not fail when the other side has left: only receive() tells."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.gone()


async def _refuse(send: Send, denied: Denied) -> None:
    body = json.dumps({"message": denied.text, "reason": denied.reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if denied.status in {429, 503}:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": denied.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
