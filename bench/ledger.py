"""Transfers of ten entries beside pgbench's simple update, on one server, two clients each, in turns.

Ours are whole: `casino.ledger.transfers.transfer` from Python, with entries, balances, checks at commit and the event
in the trail. The peer updates one row and inserts one, from C. Neither side's clients ever meet on a row, and every
commit is on the disk before it returns.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from bench.measure import Row, row
from bench.trail import ROOT, environment, run, server
from casino import embedded

CLIENTS, ENTRIES, ROUNDS, SECONDS = 2, 10, 9, 2
# As many places as a casino has tables, each with its accounts: pgbench has a million rows to choose from.
PLACES = 24
SCALE = 10


def rows() -> list[Row]:
    with server() as var:
        run(var, sys.executable, "manage.py", "migrate", "--verbosity", "0")
        pgbench(var, "-i", "-q", "-s", str(SCALE))
        clients = [Client(var, number) for number in range(CLIENTS)]
        peer, ours = [simple_updates(var)], list[float]()
        for _ in range(ROUNDS):
            ours.append(transfers(clients))
            peer.append(simple_updates(var))
        for client in clients:
            client.end()
    return [
        row(
            f"transfers of {ENTRIES} entries, {CLIENTS} clients", median(ours), "transfers/s", peer=median(peer),
            peer_name="pgbench simple update",
        )
    ]  # fmt: skip


def pgbench(var: Path, *options: str) -> str:
    tool, socket = embedded.postgres_bin() / "pgbench", str(embedded.socket_dir(var))
    return run(var, str(tool), "-h", socket, "-U", "postgres", *options, "pitboss")


def simple_updates(var: Path) -> float:
    many = ("-c", str(CLIENTS), "-j", str(CLIENTS), "-T", str(SECONDS))
    said = pgbench(var, "-n", "-N", *many)
    return float(re.findall(r"tps = ([\d.]+)", said)[0])


class Client:
    """A process of its own that moves money whenever it is told to."""

    def __init__(self, var: Path, number: int) -> None:
        env = environment(var) | {"CONN_MAX_AGE": "3600", "LOG_LEVEL": "ERROR"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.ledger", str(number)], env=env, cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.hear()

    def say(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("go\n")
        self.process.stdin.flush()

    def hear(self) -> float:
        assert self.process.stdout
        return float(self.process.stdout.readline())

    def end(self) -> None:
        self.process.communicate()


def transfers(clients: list[Client]) -> float:
    for client in clients:
        client.say()
    return sum(client.hear() for client in clients)


def serve(number: int) -> None:
    """What a client does: for each line it reads, some seconds of transfers; their rate as an answer."""
    import django

    django.setup()
    from casino import clock
    from casino.house.models import Property
    from casino.ledger.accounts import account
    from casino.ledger.models import Account
    from casino.ledger.transfers import transfer

    given = {"jurisdiction": "nz", "regulator": "x", "time_zone": "Pacific/Auckland", "currency": "NZD"}
    prop, _ = Property.objects.get_or_create(code="bench", defaults=given | {"name": "Bench"})
    places: list[list[Account]] = [
        [account(property=prop, kind="bench", code=f"{number}-{place}-{box}", may_go_below_zero=True)
         for box in range(ENTRIES)]
        for place in range(PLACES)
    ]  # fmt: skip
    made = 0

    def settle() -> None:
        """A round is settled: the house pays nine boxes."""
        nonlocal made
        made += 1
        place = made % PLACES
        house, *boxes = places[place]
        paid = [100 * (1 + (made + box) % 9) for box in range(len(boxes))]
        transfer(
            key=f"bench:{number}:{time.time_ns()}:{made}", kind="round.settled", by="staff:3", at=clock.now(),
            entries=[(house, -sum(paid)), *zip(boxes, paid, strict=True)],
            stream=f"place:{number * PLACES + place}", subject=f"round:{made}", clause="NZ5 10.1",
        )  # fmt: skip

    for _ in range(200):
        settle()
    print(0, flush=True)
    for _line in sys.stdin:
        start, before = time.perf_counter(), made
        while (spent := time.perf_counter() - start) < SECONDS:
            settle()
        print((made - before) / spent, flush=True)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
