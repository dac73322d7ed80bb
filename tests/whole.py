"""All of Pitboss as `make run` starts it, in a folder of its own: for tests about pages and about dying processes."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import redis

from casino import embedded

ROOT = Path(__file__).resolve().parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(holds: Callable[[], Any], what: str, *, within: float = 60) -> Any:
    """Wait for a condition, not for a time."""
    end = time.monotonic() + within
    while True:
        if found := holds():
            return found
        assert time.monotonic() < end, f"waited {within:.0f} s for: {what}"
        time.sleep(0.05)


class Whole:
    """`python -m casino.run` and what a test may ask of it."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="pitboss-whole-", ignore_cleanup_errors=True)
        self.var = Path(self.folder.name)
        self.var.chmod(0o755)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = (self.var / "test.log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Whole:
        left_out = ("DATABASE_URL", "REDIS_URL", "PITBOSS_TEST_VAR")
        env = {name: value for name, value in os.environ.items() if name not in left_out}
        env |= {"PITBOSS_VAR": str(self.var), "PORT": str(self.port), "PITBOSS_ENV": "development"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "casino.run"], cwd=ROOT, env=env, stdout=self.log, stderr=self.log
        )
        until(self.is_ready, f"ready; see {self.var}/test.log: {self.said()[-2000:]}", within=120)
        return self

    def is_ready(self) -> bool:
        assert self.process is not None and self.process.poll() is None, self.said()[-3000:]
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def said(self) -> str:
        return (self.var / "test.log").read_text(errors="replace")

    def parts(self) -> dict[str, int]:
        return dict(json.loads((self.var / "run.json").read_text())["parts"])

    def kill(self, part: str) -> None:
        """SIGKILL, then wait until the supervisor has started another."""
        old = self.parts()[part]
        os.kill(old, signal.SIGKILL)
        until(lambda: self.parts().get(part, old) != old, f"another {part}")

    def sql(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        info = f"host={embedded.socket_dir(self.var)} user=postgres dbname=pitboss"
        with psycopg.connect(info, autocommit=True) as connection:
            cursor = connection.execute(query, values)
            return cursor.fetchall() if cursor.description else []

    def redis(self) -> redis.Redis:
        return redis.Redis.from_url(embedded.redis_url(self.var))

    def stop(self) -> int:
        """SIGTERM, and how it ended."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
        status = self.process.wait(60)
        self.log.close()
        self.folder.cleanup()
        return status
