"""Worker, Redis and PostgreSQL are killed in turn while money moves and due work is set: nothing is lost or doubled.

`SOAK_SECONDS` lets it run for long, each round with a fresh seed; `FAULT_SEED` repeats one.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casino import embedded
from tests.whole import ROOT, Whole, until

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("faults")]

SOAK_SECONDS = float(os.environ.get("SOAK_SECONDS", 0))
ROUND_SECONDS = 25
WRITERS = 3
VICTIMS = ("worker", "redis", "postgres", "worker child", "postgres backend")
LEFT = "SELECT count(*) FROM due_waiting WHERE starts_with(subject, 'counting:')"
SETTINGS = "tests.faults.settings"


@pytest.fixture(scope="module")
def whole() -> Iterator[Whole]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_SETTINGS_MODULE", SETTINGS)
        whole = Whole().start()
        yield whole
        whole.stop()


def seeds() -> Iterator[int]:
    """One that is always the same, or fresh ones until the soak's time is over."""
    if asked := os.environ.get("FAULT_SEED"):
        yield int(asked)
        return
    if not SOAK_SECONDS:
        yield 20261114
        return
    end = time.monotonic() + SOAK_SECONDS
    while time.monotonic() < end:
        yield secrets.randbelow(2**32)


def environment(whole: Whole) -> dict[str, str]:
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": SETTINGS, "PITBOSS_VAR": str(whole.var), "PITBOSS_ENV": "development",
        "DATABASE_URL": embedded.database_url(whole.var), "REDIS_URL": embedded.redis_url(whole.var),
        "CONN_MAX_AGE": "3600", "LOG_LEVEL": "ERROR",
    }  # fmt: skip


class Round:
    """Writers at work, somebody who kills, and what must hold afterwards."""

    def __init__(self, whole: Whole, seed: int) -> None:
        self.whole, self.seed, self.chance = whole, seed, random.Random(seed)
        self.folder = whole.var / f"round-{seed}"
        self.folder.mkdir()
        self.stop = self.folder / "stop"
        self.names = [f"{seed}-{number}" for number in range(WRITERS)]

    def run(self) -> None:
        writers = [self.start(name) for name in self.names]
        killed = self.kill_in_turn(time.monotonic() + ROUND_SECONDS)
        self.stop.touch()
        for writer in writers:
            assert writer.wait(90) == 0, self.said()
        print(f"seed {self.seed}: {dict(killed)}", flush=True)
        assert all(killed[victim] for victim in VICTIMS)

    def start(self, name: str) -> subprocess.Popen[str]:
        log, errors = self.folder / f"{name}.log", (self.folder / f"{name}.err").open("w")
        log.touch()
        writer = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.writer", name, f"{self.seed}-{name}", str(log), str(self.stop)],
            cwd=ROOT, env=environment(self.whole), stdout=subprocess.PIPE, stderr=errors, text=True,
        )  # fmt: skip
        assert writer.stdout is not None and writer.stdout.readline() == "ready\n", self.said()
        return writer

    def said(self) -> str:
        errors = "\n".join(file.read_text()[-2000:] for file in self.folder.glob("*.err"))
        return f"seed {self.seed}: {errors}"

    def kill_in_turn(self, until_then: float) -> Counter[str]:
        killed: Counter[str] = Counter()
        while time.monotonic() < until_then:
            for victim in self.chance.sample(VICTIMS, len(VICTIMS)):
                time.sleep(self.chance.uniform(0.2, 2))
                self.kill(victim)
                killed[victim] += 1
        return killed

    def kill(self, victim: str) -> None:
        part, _, inner = victim.partition(" ")
        pid = until(lambda: self.whole.parts().get(part), f"a {part}")
        if inner:
            end(self.chance.choice(until(lambda: children_of(self.whole.parts().get(part, 0)), f"a {victim}")))
        else:
            end(pid)
            until(lambda: self.whole.parts().get(part, pid) != pid, f"another {part}")
        until(self.database_answers, f"PostgreSQL after the death of a {victim}")

    def database_answers(self) -> bool:
        return embedded.postgres_answers(embedded.database_url(self.whole.var))

    def acknowledged(self) -> list[dict[str, Any]]:
        logs = [self.folder / f"{name}.log" for name in self.names]
        return [json.loads(line) for log in logs for line in log.read_text().splitlines()]


def end(pid: int) -> None:
    """Where another's death has taken it along in this very moment there is nobody to kill."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def children_of(pid: int) -> list[int]:
    """Processes whose parent is this one: Celery's pool, or PostgreSQL's backends."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    try:
        found = [int(child) for child in listed.read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [child for child in found if is_worker_or_client(child)]


def is_worker_or_client(pid: int) -> bool:
    """Of PostgreSQL only the backends that serve a client."""
    try:
        name = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\x00", b" ").decode()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return not name.startswith("postgres:") or "[local]" in name


def manage(whole: Whole, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environment(whole), capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def check_transfers(whole: Whole, done: Round) -> int:
    """Every acknowledged transfer is there once, with its amounts, and no other."""
    asked = {line["key"]: {int(a): c for a, c in line["moved"]} for line in done.acknowledged() if line["moved"]}
    mine = "SELECT key, accounts, amounts FROM ledger_transfer WHERE kind = 'faults.moved' AND key LIKE %s"
    rows = whole.sql(mine, f"{done.seed}-%")
    found = {key: dict(zip(accounts, amounts, strict=True)) for key, accounts, amounts in rows}
    assert len(rows) == len(found) and found == asked, f"seed {done.seed}"
    return len(found)


def check_due_work(whole: Whole, done: Round) -> int:
    """Every acknowledged row was applied once, in order per subject; nothing waits or was applied besides."""
    asked = {line["key"]: line["due"] for line in done.acknowledged() if line["due"]}
    mine = f"counting:{done.seed}-%"
    rows = whole.sql("SELECT key, subject, outcome, id FROM due_due WHERE subject LIKE %s ORDER BY at, id", mine)
    assert {key: subject for key, subject, _, _ in rows} == asked and len(rows) == len(asked), f"seed {done.seed}"
    assert {outcome for _, _, outcome, _ in rows} == {"done"}
    applied = whole.sql(
        "SELECT stream, subject FROM trail_event WHERE kind = 'counting.applied' AND stream LIKE %s ORDER BY seq", mine
    )
    for subject in set(asked.values()):
        in_order = [f"due:{pk}" for _, about, _, pk in rows if about == subject]
        assert [what for stream, what in applied if stream == subject] == in_order, f"seed {done.seed}: {subject}"
    counted = whole.sql("SELECT count(*) FROM ledger_transfer WHERE kind = 'counting.counted' AND stream LIKE %s", mine)
    assert counted == [(len(rows),)], f"seed {done.seed}: a cent for each row and no more"
    return len(rows)


def test_nothing_is_lost_or_doubled_when_worker_redis_and_postgresql_are_killed(whole):
    for seed in seeds():
        print(f"seed {seed}", flush=True)
        done = Round(whole, seed)
        done.run()
        until(lambda: whole.sql(LEFT) == [(0,)], f"the sweep to catch up, seed {seed}", within=90)
        moved, applied = check_transfers(whole, done), check_due_work(whole, done)
        assert moved > 100 and applied > 100, f"seed {seed}: too little was written to show anything"
        for command in (("trial_balance",), ("verify_trail",)):
            ran = manage(whole, *command)
            assert ran.returncode == 0, f"seed {seed}: {command[0]} said {ran.stdout[-1000:]} {ran.stderr[-2000:]}"
        print(f"seed {seed}: {moved} transfers and {applied} due rows, each once", flush=True)
