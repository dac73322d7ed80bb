"""`make run`: PostgreSQL, Redis, the web server, a Celery worker and beat under one supervisor.

Each part is a child with a process group of its own that dies with us, even by SIGKILL. A part that dies is
started again, and the log says why.
"""

from __future__ import annotations

import functools
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from casino import embedded

ROOT = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("PITBOSS_VAR", ROOT / "var"))
PYTHON = sys.executable
STOP_WITHIN_SECONDS = 10
STEADY_AFTER_SECONDS = 30


@dataclass
class Part:
    name: str
    start: Callable[[IO[bytes]], subprocess.Popen[bytes]]
    stop_with: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    again_at: float = 0.0


@dataclass
class Supervisor:
    port: int
    parts: list[Part] = field(default_factory=list)
    stopping: bool = False
    is_ready: bool = False

    def say(self, text: str) -> None:
        print(text, flush=True)
        with (VAR / "log" / "run.log").open("a") as log:
            log.write(f"{datetime.now().astimezone().isoformat(timespec='seconds')} {text}\n")

    def up(self, part: Part) -> None:
        log = (VAR / "log" / f"{part.name}.log").open("ab")
        with log:
            part.process = part.start(log)
        part.started = time.monotonic()
        if part not in self.parts:
            self.parts.append(part)
        self.note()

    def note(self, ready: bool = False) -> None:
        """Who runs where, for a second `make run` and for whoever wants to look."""
        self.is_ready = self.is_ready or ready
        running = {part.name: part.process.pid for part in self.parts if part.process}
        told = {"pid": os.getpid(), "port": self.port, "ready": self.is_ready, "parts": running}
        fresh = VAR / "run.json.new"
        fresh.write_text(json.dumps(told))
        fresh.replace(VAR / "run.json")

    def look(self) -> None:
        """Start again whatever has died, after a pause that grows while it keeps dying."""
        now = time.monotonic()
        for part in self.parts:
            process = part.process
            if process is not None and process.poll() is not None:
                if now - part.started > STEADY_AFTER_SECONDS:
                    part.deaths = 0
                part.deaths += 1
                part.again_at = now + min(0.2 * 2 ** (part.deaths - 1), 10)
                ended = how_it_ended(process.returncode)
                self.say(f"{part.name} stopped ({ended}); starting it again. Its log: {VAR}/log/{part.name}.log")
                end_group(process.pid)
                part.process = None
            if part.process is None and now >= part.again_at and not self.stopping:
                self.up(part)

    def down(self) -> None:
        """Stop all parts, the servers last; what does not stop in time is killed."""
        self.stopping = True
        for part in reversed(self.parts):
            process = part.process
            if process is None:
                continue
            if process.poll() is None:
                process.send_signal(part.stop_with)
                try:
                    process.wait(STOP_WITHIN_SECONDS)
                except subprocess.TimeoutExpired:
                    self.say(f"{part.name} did not stop in {STOP_WITHIN_SECONDS} s; killing it.")
            end_group(process.pid)
            process.wait()


def how_it_ended(status: int) -> str:
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


def end_group(pid: int) -> None:
    """A killed parent may leave children behind: they share its process group."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def free_port() -> int:
    """PORT, or 8000, or the next free one after it where the caller has not insisted."""
    asked = os.environ.get("PORT", "")
    first = int(asked) if asked.isdigit() else 8000
    for port in range(first, first + 1 if asked else first + 50):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                print(f"Port {port} is taken.", flush=True)
                continue
            return port
    sys.exit(f"Port {first} is taken. Choose another with PORT=…, or leave PORT out.")


def parts_for(port: int) -> list[Part]:
    env = os.environ | {"PITBOSS_VAR": str(VAR), "PITBOSS_PORT": str(port), "PYTHONUNBUFFERED": "1"}

    def child(*command: str) -> Callable[[IO[bytes]], subprocess.Popen[bytes]]:
        return lambda log: embedded.start(
            [PYTHON, "-m", *command], stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd=ROOT, env=env
        )

    return [
        Part("web", child("uvicorn", "casino.asgi:application", "--host", os.environ.get("HOST", "127.0.0.1"),
                          "--port", str(port), "--no-proxy-headers", "--no-access-log", "--no-server-header",
                          "--log-level", "warning",
                          "--timeout-graceful-shutdown", "3")),
        Part("worker", child("celery", "-A", "casino.celery", "worker", "--loglevel", "WARNING", "--concurrency", "2",
                             "--without-gossip", "--without-mingle")),
        Part("beat", child("celery", "-A", "casino.celery", "beat", "--loglevel", "WARNING",
                           "--schedule", str(VAR / "beat"), "--pidfile", "")),
    ]  # fmt: skip


def servers() -> list[Part]:
    found = []
    quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL}
    if not os.environ.get("DATABASE_URL"):
        found.append(
            Part("postgres", lambda log: embedded.start_postgres(VAR, stdout=log, stderr=log, **quiet), signal.SIGINT)
        )
    if not os.environ.get("REDIS_URL"):
        found.append(Part("redis", lambda log: embedded.start_redis(VAR, stdout=log, stderr=log, **quiet)))
    return found


def start_servers(boss: Supervisor) -> None:
    for part in servers():
        boss.up(part)
    for part in boss.parts:
        if part.name == "postgres":
            url = embedded.database_url(VAR)
            embedded.wait_for(functools.partial(embedded.postgres_answers, url), "PostgreSQL", process=part.process)
            embedded.create_database(url)
        else:
            url = embedded.redis_url(VAR)
            embedded.wait_for(functools.partial(embedded.redis_answers, url), "Redis", process=part.process)


def prepare() -> None:
    """Migrate, make the regulator's role, load the demo data once: one process for all three."""
    env = os.environ | {
        "DATABASE_URL": os.environ.get("DATABASE_URL") or embedded.database_url(VAR),
        "PITBOSS_VAR": str(VAR),
    }
    done = subprocess.run([PYTHON, "manage.py", "prepare"], cwd=ROOT, env=env, check=False)
    if done.returncode:
        sys.exit("The database could not be prepared; the lines above say why.")


def ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def log_ins() -> str:
    """What `prepare` wrote down for the newcomer; not there without demo data."""
    kept = VAR / "log-ins.txt"
    return kept.read_text() if kept.exists() else ""


def addresses(port: int) -> str:
    base = f"http://127.0.0.1:{port}"
    rows = {
        "/admin/": "managers and supervisors",
        "/kiosk/": "players",
        "/audit/": "the regulator",
        "/rules/": "anybody",
        "/api/docs/": "programs",
    }
    return "\n".join(f"  {base}{path:<12}{who}" for path, who in rows.items())


def serve(boss: Supervisor) -> None:
    begun = time.monotonic()
    for change in embedded.machine_changes() if not os.environ.get("DATABASE_URL") else []:
        boss.say(change)
    start_servers(boss)
    prepare()
    for part in parts_for(boss.port):
        boss.up(part)
    while not ready(boss.port):
        boss.look()
        time.sleep(0.1)
    boss.note(ready=True)
    print(log_ins(), end="")
    print(addresses(boss.port))
    boss.say(f"Started in {time.monotonic() - begun:.1f} s. Ctrl-C stops it. Logs: {VAR / 'log'}")
    boss.say(f"Pitboss is ready: http://127.0.0.1:{boss.port}/")
    while True:
        boss.look()
        time.sleep(0.2)


class Stop(Exception):
    pass


def stop(*_: object) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    raise Stop


def main() -> int:
    (VAR / "log").mkdir(parents=True, exist_ok=True)
    with embedded.only_one(VAR / "run.lock") as free:
        if not free:
            running = json.loads((VAR / "run.json").read_text()) if (VAR / "run.json").exists() else {}
            where = f": http://127.0.0.1:{running['port']}/" if running.get("ready") else "; it is still starting."
            print(f"Pitboss is already running in this folder{where}")
            return 0
        (VAR / "run.json").unlink(missing_ok=True)
        # Set by us: a shell may have started us with SIGINT ignored.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, stop)
        embedded.die_with_parent()
        boss = Supervisor(free_port())
        try:
            serve(boss)
        except Stop:
            print("\nStopping …", flush=True)
        except embedded.Missing as missing:
            print(missing, flush=True)
            return 1
        finally:
            boss.down()
            (VAR / "run.json").unlink(missing_ok=True)
    print("Stopped.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
