"""`make run`: whatever part is killed comes back; a signal stops all of it; a second one says where the first is."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.whole import ROOT, Whole, free_port, until

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("faults")]
PARTS = ("postgres", "redis", "web", "worker", "beat")


@pytest.fixture(scope="module")
def whole() -> Iterator[Whole]:
    whole = Whole().start()
    yield whole
    whole.stop()


def processes_of(whole: Whole) -> list[str]:
    listed = subprocess.run(["pgrep", "-af", str(whole.var)], capture_output=True, text=True, check=False).stdout
    return [line for line in listed.splitlines() if "pgrep" not in line]


def test_ready_is_said_on_a_line_of_its_own_with_log_ins(whole):
    said = until(lambda: f"Pitboss is ready: {whole.url}/\n" in whole.said() and whole.said(), "the line")
    for login in (
        "manager",
        "supervisor",
        "poker",
        "director",
        "cashier",
        "dealer",
        "compliance",
        "authority",
        "regulator",
    ):
        assert f"  {login} " in said
    assert "/ 4321" in said and "/ 1357" in said


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_killed_comes_back_with_its_reason_in_the_log(whole, part):
    whole.kill(part)
    assert f"{part} stopped (killed by SIGKILL); starting it again." in whole.said()
    until(whole.is_ready, f"ready after {part} was killed")


def test_a_second_run_in_the_same_folder_says_that_it_is_running_and_where(whole):
    env = os.environ | {"PITBOSS_VAR": str(whole.var)}
    second = subprocess.run(
        [sys.executable, "-m", "casino.run"], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert second.returncode == 0
    assert f"already running in this folder: {whole.url}/" in second.stdout


def test_a_taken_port_is_said_and_the_next_one_is_free():
    ask = "import casino.run; print('port', casino.run.free_port())"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        env = {name: value for name, value in os.environ.items() if name != "PORT"} | {"PORT": str(port)}
        told = subprocess.run(
            [sys.executable, "-c", ask], cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
    assert told.returncode == 1 and f"Port {port} is taken" in told.stdout + told.stderr


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_everything_even_where_sigint_came_in_ignored(sign):
    whole = Whole()
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        whole.start()
    finally:
        signal.signal(signal.SIGINT, previous)
    assert whole.process is not None
    os.kill(whole.parts()["web"], signal.SIGKILL)
    whole.process.send_signal(sign)
    assert whole.process.wait(30) == 0
    assert "Stopped." in whole.said()
    assert processes_of(whole) == []
    whole.stop()


def test_nothing_outlives_a_killed_supervisor_and_the_next_run_starts():
    whole = Whole().start()
    assert whole.process is not None
    whole.process.kill()
    whole.process.wait()
    until(lambda: processes_of(whole) == [], "the parts to end with their supervisor", within=30)
    whole.port = free_port()
    whole.url = f"http://127.0.0.1:{whole.port}"
    whole.start()
    assert whole.sql("SELECT count(*) FROM house_property") == [(3,)]
    whole.stop()
