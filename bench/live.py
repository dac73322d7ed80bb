"""One publish to 500 listeners, beside a bare TCP broadcast of the same bytes to 500 sockets in the same run.

Ours is the whole way: a script in Redis adds the entry, the web server's reader takes it, and each screen, which has
shown its token, gets its server-sent event. The bare one hears a word on a socket and writes to all others. Both have
a process of their own on a loop of uvloop's; the listeners are this process's. Each measurement of ours stands
between two of the bare one.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, ClassVar

from bench.measure import Row, row

ROOT = Path(__file__).resolve().parent.parent
LISTENERS, PUBLISHES, ROUNDS, PER_DEVICE = 500, 50, 3, 25
KIND, DATA = "limits", '{"least":5000,"most":500000,"step":500,"from":"2026-11-14T07:59:00Z","clause":"NZ1 9.3(a)"}'


class Listener(asyncio.Protocol):
    def __init__(self, ears: Ears, request: bytes) -> None:
        self.ears, self.request = ears, request

    def connection_made(self, transport: Any) -> None:
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if b"event: limits" in data:
            self.ears.heard()
        elif b"snapshot" in data:
            self.ears.joined()


class Ears:
    """All listeners of one server."""

    def __init__(self) -> None:
        self.there, self.times = 0, [0.0]
        self.all_there, self.all_heard = asyncio.Event(), asyncio.Event()

    def joined(self) -> None:
        self.there += 1
        if self.there == LISTENERS:
            self.all_there.set()

    def heard(self) -> None:
        self.times.append(time.perf_counter())
        if len(self.times) == LISTENERS:
            self.all_heard.set()

    async def connect(self, port: int, requests: list[bytes]) -> Ears:
        loop = asyncio.get_running_loop()
        for request in requests:
            await loop.create_connection(lambda request=request: Listener(self, request), "127.0.0.1", port)
        await asyncio.wait_for(self.all_there.wait(), 60)
        return self

    async def measure(self, publish: Callable[[], object]) -> list[float]:
        """Milliseconds from the publish until each listener has it, of all publishes together."""
        delays: list[float] = []
        for _ in range(PUBLISHES):
            self.times.clear()
            self.all_heard.clear()
            await asyncio.sleep(0.01)
            start = time.perf_counter()
            publish()
            await asyncio.wait_for(self.all_heard.wait(), 30)
            delays += [1000 * (heard - start) for heard in self.times]
        return sorted(delays)


def rows() -> list[Row]:
    import uvloop

    with servers() as there, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        ours, bare = runner.run(compare(*there))
    found = []
    for part, name in ((0.5, "p50"), (0.99, "p99")):
        mine, theirs = (median(delays[int(len(delays) * part)] for delays in runs) for runs in (ours, bare))
        label = f"one publish to {LISTENERS} listeners, {name}"
        found.append(row(label, mine, "ms", better="lower", peer=theirs, peer_name="bare TCP broadcast"))
    return found


async def compare(
    port: int, bare_port: int, redis_url: str, tokens: list[str], place: int
) -> tuple[list[list[float]], list[list[float]]]:
    import redis

    from casino.live import store

    add = redis.Redis.from_url(redis_url).register_script(store.ADD)
    version = iter(range(1, 10**9))
    channel = f"place/{place}"
    requests = [request(place, tokens[number // PER_DEVICE]) for number in range(LISTENERS)]
    screens = await Ears().connect(port, requests)
    sockets = await Ears().connect(bare_port, [b"listen"] * LISTENERS)
    word = socket.create_connection(("127.0.0.1", bare_port))
    word.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def publish() -> None:
        add(
            keys=[store.STREAM, store.VERSIONS, store.COUNT], args=[store.MOST_KEPT, channel, next(version), KIND, DATA]
        )

    def broadcast() -> None:
        word.sendall(b"say" + framed())

    ours, bare = [], [await sockets.measure(broadcast)]
    for _ in range(ROUNDS):
        ours.append(await screens.measure(publish))
        bare.append(await sockets.measure(broadcast))
    return ours, bare


def request(place: int, token: str) -> bytes:
    return f"GET /live/place/{place} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


def framed() -> bytes:
    """The bytes that a screen gets, in the frame of HTTP."""
    event = f"id: 0123abcd.1\nevent: {KIND}\ndata: {DATA}\n\n".encode()
    return b"%x\r\n%b\r\n" % (len(event), event)


@contextmanager
def servers() -> Iterator[tuple[int, int, str, list[str], int]]:
    """PostgreSQL, Redis, the web server and the bare one, all our own."""
    from casino import embedded

    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-bench-", ignore_cleanup_errors=True))
        var = Path(folder)
        var.chmod(0o755)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        redis_url, database = embedded.redis_url(var), embedded.database_url(var)
        postgres = embedded.start_postgres(var, durable=False, **quiet)
        stack.callback(end, postgres, signal.SIGINT)
        stack.callback(end, embedded.start_redis(var, **quiet), signal.SIGTERM)
        embedded.wait_for(lambda: embedded.redis_answers(redis_url), "Redis")
        embedded.wait_for(lambda: embedded.postgres_answers(database), "PostgreSQL", process=postgres)
        embedded.create_database(database)
        env = os.environ | {
            "PITBOSS_ENV": "test",
            "PITBOSS_VAR": folder,
            "DATABASE_URL": database,
            "REDIS_URL": redis_url,
        }
        env["DJANGO_SETTINGS_MODULE"] = "casino.settings"
        made = subprocess.run(
            [sys.executable, "-m", "bench.live", "devices"],
            env=env,
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        place, *tokens = made.stdout.split()
        port, bare_port = free_port(), free_port()
        web = [sys.executable, "-m", "uvicorn", "casino.asgi:application", "--port", str(port), "--no-access-log"]
        for command in (web, [sys.executable, "-m", "bench.live", "broadcast", str(bare_port)]):
            process = subprocess.Popen(command, env=env, cwd=ROOT, **quiet)  # type: ignore[call-overload]
            stack.callback(end, process, signal.SIGKILL)
        for each in (port, bare_port):
            embedded.wait_for(lambda each=each: answers(each), "A server")
        yield port, bare_port, redis_url, tokens, int(place)


def end(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    process.send_signal(how)
    process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def devices() -> None:
    """In a process of its own: a place, and as many signs at it as the listeners need."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from casino import clock
    from casino.devices import tokens
    from casino.devices.models import Device
    from casino.house.models import Place, Property, Staff

    prop = Property.objects.create(code="bench", name="Bench", jurisdiction="nz", time_zone="UTC", currency="NZD")
    place = Place.objects.create(property=prop, kind="table", code="BA-1", name="Baccarat 1")
    by = Staff.objects.create(username="bench", name="Bench")
    print(place.pk)
    for number in range(LISTENERS // PER_DEVICE):
        token = tokens.new_token()
        print(token)
        Device.objects.create(
            property=prop, place=place, kind="sign", name=f"Sign {number}", accepted_by=by, accepted_at=clock.now(),
            token_hash=tokens.hashed(token),
        )  # fmt: skip


class Broadcaster(asyncio.Protocol):
    """Whoever says something is heard by all who listen."""

    listening: ClassVar[set[Any]] = set()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if data == b"listen":
            self.listening.add(self.transport)
            self.transport.write(b"snapshot")
            return
        said = data[3:]
        for transport in self.listening:
            transport.write(said)


async def broadcast(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(Broadcaster, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    if sys.argv[1] == "devices":
        devices()
    else:
        import uvloop

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as its_loop:
            its_loop.run(broadcast(int(sys.argv[2])))
