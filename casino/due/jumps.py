"""A clock that jumps: wall time against the time since boot, which every process of one machine shares.

Their distance only changes when somebody sets the clock. Waits in progress are moved by whoever hears the signal.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from django.db import transaction
from django.dispatch import Signal

from casino import clock
from casino.due.models import Clock
from casino.trail import record

# Sent inside the transaction that notes the jump, with `by` (forward is positive) and `at`.
clock_jumped = Signal()

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
JUMP = timedelta(seconds=2)
# Below this it is the time that passes between two readings.
STEADY = timedelta(milliseconds=100)
STREAM = "house:clock"


@dataclass(frozen=True, slots=True)
class Reading:
    wall: datetime
    since_boot: timedelta
    boot: str

    @property
    def apart(self) -> timedelta:
        return self.wall - EPOCH - self.since_boot


@cache
def boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return "unknown"


def since_boot() -> timedelta:
    counted = time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
    return timedelta(microseconds=counted // 1000)


def read() -> Reading:
    """Both clocks at one instant: read again when the process was held up between the two."""
    while True:
        before, wall, after = since_boot(), clock.now(), since_boot()
        if after - before < STEADY / 10:
            return Reading(wall, before + (after - before) / 2, boot_id())


def look(reading: Reading) -> timedelta | None:
    """Compare with the last reading; a jump of more than two seconds is in the trail, is told and is returned."""
    known = Clock.objects.filter(boot=reading.boot).first()
    if known is None:
        fresh = Clock(boot=reading.boot, apart=reading.apart, compared_at=reading.wall)
        Clock.objects.bulk_create([fresh], ignore_conflicts=True)
        return None
    return _moved(reading) if abs(reading.apart - known.apart) > STEADY else None


@transaction.atomic(durable=True)
def _moved(reading: Reading) -> timedelta | None:
    known = Clock.objects.select_for_update(no_key=True).get(boot=reading.boot)
    by, apart_before = reading.apart - known.apart, known.apart
    if abs(by) <= STEADY:
        return None
    known.apart, known.compared_at = reading.apart, reading.wall
    known.save(update_fields=["apart", "compared_at"])
    if abs(by) <= JUMP:
        return None
    record.append(
        stream=STREAM, kind="clock.jumped", subject=f"clock:{reading.boot}", at=reading.wall,
        before={"apart_seconds": str(apart_before.total_seconds())},
        after={"apart_seconds": str(reading.apart.total_seconds()), "by_seconds": str(by.total_seconds())},
    )  # fmt: skip
    clock_jumped.send(sender=Clock, by=by, at=reading.wall)
    return by
