"""A writer of the fault tests: moves money and sets due work until told to stop, whatever dies around it.

`python -m tests.faults.writer NAME SEED LOG STOP`: what was acknowledged stands in LOG, one JSON line each. An attempt
that ended in an error is made again under the same key until it is acknowledged or refused.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import django
from django.db import DatabaseError, InterfaceError, connection, transaction

SUBJECTS = 2
GIVE_UP_AFTER_SECONDS = 60


@dataclass
class Writer:
    name: str
    chance: random.Random
    log: Path
    bank: int
    purses: list[int]
    counter: int
    number: int = 0
    last: dict[str, Any] = field(default_factory=dict)

    def step(self) -> None:
        """One transaction: a transfer, due work, or both of them."""
        self.number += 1
        time.sleep(self.chance.uniform(0, 0.06))
        does = self.chance.choice(["move", "move", "move", "set", "both"])
        moved = self.amounts() if does != "set" else None
        due = self.work() if does != "move" else None
        key = f"{self.name}:{self.number}"
        if self.insist(lambda: self.write(key, moved, due)):
            with self.log.open("a") as log:
                log.write(json.dumps({"key": key, "moved": moved, "due": due and due["subject"]}) + "\n")

    def amounts(self) -> list[list[int]]:
        """From the bank to some purses, or from one purse to another, which may not have it."""
        cents = self.chance.randrange(1, 500)
        if self.chance.random() < 0.6:
            into = self.chance.sample(self.purses, 3)
            return [[self.bank, -3 * cents], *([purse, cents] for purse in into)]
        source, target = self.chance.sample(self.purses, 2)
        return [[source, -cents], [target, cents]]

    def work(self) -> dict[str, Any]:
        """For a subject that only this writer uses, each time later than before: the order is known."""
        from casino import clock

        subject = f"counting:{self.name}-{self.chance.randrange(SUBJECTS)}"
        soon = clock.now() + timedelta(seconds=self.chance.uniform(0, 2))
        at = max(soon, self.last.get(subject, soon) + timedelta(microseconds=1))
        self.last[subject] = at
        told = {"bank": self.bank, "counter": self.counter, "fails": int(self.chance.random() < 0.1)}
        return {"at": at, "what": "counting.count", "subject": subject, "arguments": told}

    def write(self, key: str, moved: list[list[int]] | None, due: dict[str, Any] | None) -> None:
        from casino import clock
        from casino.due.rows import later
        from casino.ledger.transfers import transfer

        with transaction.atomic():
            if moved:
                entries = [(account, cents) for account, cents in moved]
                transfer(
                    key=key, kind="faults.moved", entries=entries, by="system", at=clock.now(),
                    stream=f"faults:{self.name}",
                )  # fmt: skip
            if due:
                later(**due, key=key)

    def insist(self, write: Callable[[], None]) -> bool:
        """True once it is acknowledged, False where it was refused: then nothing of it may be there."""
        from casino.refused import Refused

        until = time.monotonic() + GIVE_UP_AFTER_SECONDS
        while True:
            try:
                write()
            except Refused:
                return False
            except (DatabaseError, InterfaceError):
                if time.monotonic() > until:
                    raise
                connection.close()
                time.sleep(0.05)
            else:
                return True


def main(name: str, seed: str, log: str, stop: str) -> None:
    django.setup()
    from casino.house.models import Property
    from casino.ledger.accounts import account

    prop = Property.objects.order_by("pk")[0]
    bank = account(property=prop, kind="faults_bank", may_go_below_zero=True).pk
    purses = [account(property=prop, kind="faults_purse", code=str(number)).pk for number in range(5)]
    counter = account(property=prop, kind="faults_counter").pk
    writer = Writer(name, random.Random(seed), Path(log), bank, purses, counter)
    print("ready", flush=True)
    while not Path(stop).exists():
        writer.step()


if __name__ == "__main__":
    main(*sys.argv[1:])
