"""The trail beside its peers: appends beside bare INSERTs, the check of an export beside a bare sha256 loop.

Both run on a PostgreSQL of their own with production's settings: every commit is on the disk before it returns.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from statistics import median

from bench.measure import Row, rates, row
from casino import embedded
from casino.trail import keys
from casino.trail.checking import Check
from casino.trail.verify import BUFFER, check_file

ROOT = Path(__file__).resolve().parent.parent
CLIENTS, ROUNDS, SECONDS = 8, 7, 2
# An evening's minutes at a casino of 24 tables: some sixty streams move, with seven hundred events.
MINUTES, STREAMS, EVENTS = 40, 60, 700

CONTENT = """
  '2026-11-14T07:42:16Z'::timestamptz, 1, 'staff:3', '0123456789abcdef', 'limits.changed', 'place:12',
  '{"minimum":2500,"maximum":500000}', '{"minimum":5000,"maximum":500000}', 'The players agreed', 'NZ1 9.3(a)',
  'ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12ab12'
"""
APPEND = f"SELECT trail_append('bench:' || :client_id, {CONTENT});"
# The same columns, with digests of the same size, into a table with no index, constraint or trigger.
INSERT = f"""
INSERT INTO bare (stream, at, property, actor, request, kind, subject, before, after, reason, clause, rule_set,
                  seq, previous, hash)
VALUES ('bench:' || :client_id, {CONTENT}, 1, decode(repeat('a1', 32), 'hex'), decode(repeat('b2', 32), 'hex'));
"""


@contextmanager
def server() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        var = Path(folder)
        var.chmod(0o755)
        url = embedded.database_url(var)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = embedded.start_postgres(var, durable=True, **quiet)
        try:
            embedded.wait_for(lambda: embedded.postgres_answers(url), "PostgreSQL", process=process)
            embedded.create_database(url)
            yield var
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def environment(var: Path) -> dict[str, str]:
    """Django in a process of its own: this one may already have settings."""
    return os.environ | {
        "PITBOSS_ENV": "test",
        "PITBOSS_VAR": str(var),
        "DATABASE_URL": embedded.database_url(var),
        "DJANGO_SETTINGS_MODULE": "casino.settings",
    }


def run(var: Path, *command: str) -> str:
    done = subprocess.run(command, env=environment(var), cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout


def rows() -> list[Row]:
    with server() as var:
        run(var, sys.executable, "manage.py", "migrate", "trail", "--verbosity", "0")
        return [appends(var), checks(var)]


def appends(var: Path) -> Row:
    tool = embedded.postgres_bin()
    socket = ["-h", str(embedded.socket_dir(var)), "-U", "postgres"]
    run(var, str(tool / "psql"), *socket, "-d", "pitboss", "-qc", "CREATE TABLE bare AS SELECT * FROM trail_event")
    found: dict[str, list[float]] = {"append": [], "insert": []}
    for name, script in (("append", APPEND), ("insert", INSERT)):
        (var / f"{name}.sql").write_text(" ".join(script.split()))
    for _ in range(ROUNDS):
        for name, measured in found.items():
            out = run(
                var, str(tool / "pgbench"), *socket, "-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "2",
                "-T", str(SECONDS), "-f", str(var / f"{name}.sql"), "pitboss",
            )  # fmt: skip
            measured.append(float(re.findall(r"tps = ([\d.]+)", out)[0]))
    return row(
        f"trail appends, {CLIENTS} clients on {CLIENTS} streams", median(found["append"]), "appends/s",
        peer=median(found["insert"]), peer_name="bare INSERT of the same columns",
    )  # fmt: skip


def checks(var: Path) -> Row:
    file, key = str(var / "trail.jsonl"), var / "key.pem"
    run(var, sys.executable, "-m", "bench.trail", file, str(key))
    trusted = keys.by_name([keys.read_public(key.read_bytes())])

    def ours() -> int:
        check = Check(trusted)
        check_file(file, check)
        return check.line

    def peer() -> int:
        with open(file, "rb", buffering=BUFFER) as lines:
            return sum(1 for line in lines if sha256(line).digest())

    assert ours() == peer()
    found = rates(ours, peer)
    return row(
        "full check of an export", found[0], "lines/CPU s", peer=found[1], peer_name="bare sha256 loop over the lines"
    )


def fill(file: str, key: str) -> None:
    """In a process of its own: some minutes of a casino, sealed, and their export."""
    import random
    from datetime import UTC, datetime, timedelta

    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    from casino.trail import checkpoints, record

    chance, start = random.Random(12), datetime(2026, 11, 14, 7, 42, tzinfo=UTC)
    for minute in range(MINUTES):
        at = start + timedelta(minutes=minute)
        with transaction.atomic():
            record.append_many(
                [
                    record.NewEvent(
                        f"place:{chance.randrange(STREAMS)}", "limits.changed", "place:12", at, 1, "staff:3",
                        {"minimum": 2500, "maximum": 500000}, {"minimum": 5000, "maximum": 500000},
                        "The players agreed", "NZ1 9.3(a)", "ab12" * 16,
                    )
                    for _ in range(EVENTS)
                ]
            )  # fmt: skip
        checkpoints.seal(at=at)
    call_command("export_trail", file, "--key", key)


if __name__ == "__main__":
    fill(*sys.argv[1:3])
