"""A throw-away PostgreSQL and Redis for the test session, started when the first test asks for them.

Loaded with `-p tests.services`, before Django's settings are read: it only chooses the addresses. With xdist the
controller chooses, the workers inherit; whoever asks first starts a server, and the controller ends them.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from casino import embedded

KEY = "PITBOSS_TEST_VAR"


def _choose() -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    if KEY in os.environ:
        os.environ["REDIS_URL"] = f"{embedded.redis_url(Path(os.environ[KEY]))}?db={worker}"
        return
    var = tempfile.mkdtemp(prefix="pitboss-test-")
    Path(var).chmod(0o755)
    os.environ[KEY] = var
    os.environ["PITBOSS_VAR"] = var
    os.environ["PITBOSS_ENV"] = "test"
    os.environ["PITBOSS_DEMO"] = "true"
    os.environ["DATABASE_URL"] = embedded.database_url(Path(var))
    os.environ["REDIS_URL"] = embedded.redis_url(Path(var))
    atexit.register(_end, var, os.getpid())


def _end(var: str, owner: int) -> None:
    if os.getpid() != owner:
        return
    for mark in Path(var).glob("*.pid"):
        _stop(int(mark.read_text()), signal.SIGINT if mark.stem == "postgres" else signal.SIGTERM)
    shutil.rmtree(embedded.socket_dir(Path(var)), ignore_errors=True)
    shutil.rmtree(var, ignore_errors=True)


def _stop(pid: int, how: signal.Signals) -> None:
    for sign in (how, signal.SIGKILL):
        try:
            os.kill(pid, sign)
            for _ in range(100):
                os.kill(pid, 0)
                if Path(f"/proc/{pid}/stat").read_text().split(") ")[1].startswith("Z"):
                    return
                time.sleep(0.05)
        except (ProcessLookupError, FileNotFoundError):
            return


def _once(name: str, command: list[str], user: str | None) -> None:
    """Start a server that outlives this process (a worker may end before the others) unless one has."""
    var = Path(os.environ[KEY])
    mark = var / f"{name}.pid"
    if mark.exists():
        return
    log = (var / f"{name}.log").open("ab")
    enter = embedded.give_up_root(user)
    process = subprocess.Popen(
        command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, cwd="/", start_new_session=True, preexec_fn=enter
    )
    mark.write_text(str(process.pid))


def postgres() -> None:
    var = Path(os.environ[KEY])
    with (var / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (var / "postgres.pid").exists():
            embedded.prepare_postgres(var)
            _once("postgres", embedded.postgres_command(var, durable=False), embedded.postgres_user())
            embedded.wait_for(lambda: embedded.postgres_answers(os.environ["DATABASE_URL"]), "PostgreSQL")


def redis() -> None:
    var = Path(os.environ[KEY])
    with (var / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (var / "redis.pid").exists():
            _once("redis", embedded.redis_command(var), None)
            embedded.wait_for(lambda: embedded.redis_answers(os.environ["REDIS_URL"]), "Redis")


_choose()
