"""A real web server on the test database, and a reader of its streams."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from casino import embedded
from tests.whole import ROOT, free_port, until


class OwnRedis:
    """A Redis of the test's own, which it may kill."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="pitboss-live-", ignore_cleanup_errors=True)
        self.var = Path(self.folder.name)
        self.url = embedded.redis_url(self.var)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> OwnRedis:
        self.process = embedded.start_redis(self.var, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        embedded.wait_for(lambda: embedded.redis_answers(self.url), "Redis", process=self.process)
        return self

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.kill()
        self.folder.cleanup()


class Server:
    """uvicorn with the whole application."""

    def __init__(self, redis_url: str) -> None:
        self.port = free_port()
        self.redis_url = redis_url
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  as long as the server
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Server:
        database = settings.DATABASE_URL.rsplit("/", 1)[0] + "/" + quote(connection.settings_dict["NAME"])
        env = os.environ | {"DATABASE_URL": database, "REDIS_URL": self.redis_url, "LOG_LEVEL": "INFO"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "casino.asgi:application", "--port", str(self.port), "--no-access-log",
             "--timeout-graceful-shutdown", "20"],
            cwd=ROOT, env=env, stdout=self.log, stderr=self.log,
        )  # fmt: skip
        until(self.answers, "the web server", within=30)
        return self

    def answers(self) -> bool:
        assert self.process is not None and self.process.poll() is None, self.said()
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def said(self) -> str:
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> float:
        """How long it took to stop."""
        assert self.process is not None
        begun = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(30)
        return time.monotonic() - begun

    def close(self) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()


@dataclass(frozen=True)
class Got:
    id: str
    kind: str
    data: dict[str, Any]

    @property
    def version(self) -> int:
        return int(self.id.split(".")[1])


class Stream:
    """One connection; what arrives can be waited for."""

    def __init__(self, port: int, channel: str, **headers: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        lines = [f"GET /live/{channel} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.status = 0
        self.ended = threading.Event()
        self._got: Queue[Got] = Queue()
        self._began = threading.Event()
        self.body = b""
        threading.Thread(target=self._read, daemon=True).start()
        assert self._began.wait(20), "no answer"

    def _read(self) -> None:
        file = self.socket.makefile("rb")
        try:
            self.status = int(file.readline().split()[1])
            length, chunked = 0, False
            while (line := file.readline().strip().lower()) != b"":
                if line.startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
                chunked = chunked or line == b"transfer-encoding: chunked"
            if not chunked:
                self.body = file.read(length)
            self._began.set()
            block: list[str] = []
            while chunked and (size := int(file.readline() or b"0", 16)):
                for text in file.read(size).decode().splitlines():
                    block = self._line(text, block)
                file.readline()
        except (OSError, ValueError):
            pass
        finally:
            self._began.set()
            self.ended.set()

    def _line(self, text: str, block: list[str]) -> list[str]:
        if text:
            return [*block, text]
        fields = dict(line.split(": ", 1) for line in block)
        if "data" in fields:
            self._got.put(Got(fields.get("id", ""), fields.get("event", "message"), json.loads(fields["data"])))
        return []

    def next(self, *, beats: bool = False, within: float = 10) -> Got:
        """The next event; heartbeats only when asked for."""
        end = time.monotonic() + within
        while True:
            try:
                got = self._got.get(timeout=max(0.01, end - time.monotonic()))
            except Empty:
                raise AssertionError(f"nothing came within {within:.0f} s") from None
            if beats or got.kind != "beat":
                return got

    def wait_for(self, holds: Callable[[Got], bool], within: float = 15) -> Got:
        end = time.monotonic() + within
        while True:
            got = self.next(beats=True, within=max(0.1, end - time.monotonic()))
            if holds(got):
                return got

    def quiet(self) -> bool:
        """Nothing but heartbeats has arrived that was not taken."""
        return all(got.kind == "beat" for got in list(self._got.queue))

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
