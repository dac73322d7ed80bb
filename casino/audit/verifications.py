"""Verify now: a check of the whole trail by whichever worker comes.

Nobody owns it. The row says which checkpoint it has reached and when it was last heard of; after a while of silence
another worker takes over, reads the heads of that checkpoint, proves them by its signature and goes on. Whoever was
only slow finds that it has lost the row, and stops.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from celery import current_app
from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as BrokerError

from casino import clock
from casino.audit.models import Verification
from casino.audit.reading import ALIAS
from casino.house.models import Staff
from casino.refused import Refused, refuse_unless
from casino.trail import checkpoints, checks, record
from casino.trail.checking import SIGNATURE_TAIL, Broken, Check
from casino.trail.models import Checkpoint

State = Verification.State
STEP = 20_000
LONGEST_HELD = 200_000
SILENT_AFTER = timedelta(seconds=10)
SAY_EVERY_SECONDS = 0.5


@transaction.atomic
def ask(*, by: Staff, at: datetime, held: bytes = b"") -> Verification:
    """Write down that somebody wants the trail checked, against checkpoints that they hold if they bring some."""
    lines = read_held(held)
    row = Verification.objects.create(
        asked_by=by, asked_at=at, heard_at=at, total=checks.total(), held="\n".join(lines.values())
    )
    record.append(
        stream=by.stream, kind="audit.verification_asked", subject=f"verification:{row.pk}", at=at, actor=by.stream,
        after={"events": row.total, "held": list(lines)},
    )  # fmt: skip
    transaction.on_commit(lambda: send(row.pk))
    return row


def read_held(content: bytes) -> dict[int, str]:
    """The checkpoints in a file that somebody brought, each with a signature that we can check."""
    refuse_unless(
        len(content) <= LONGEST_HELD, clause=None, message=_("That file is too large for checkpoints."), where="held"
    )
    found: dict[int, str] = {}
    check = Check(checkpoints.trusted_keys())
    try:
        for line in content.splitlines():
            given = json.loads(line)
            check.signed(line[: 1 - SIGNATURE_TAIL], given, f"checkpoint {given['checkpoint']}")
            found[int(given["checkpoint"])] = line.decode()
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refused(None, _("That file holds no checkpoint as you download it here."), "held") from None
    except Broken as broken:
        raise Refused(None, _("A checkpoint in that file proves nothing: %(why)s.") % {"why": broken}, "held") from None
    return found


def send(number: int, *, expires: float | None = None) -> None:
    """Wake a worker. Where the message is lost, the page that waits for it asks again."""
    with suppress(BrokerError):
        current_app.send_task("casino.audit.tasks.verify", [number], expires=expires)


def nudge(row: Verification, *, at: datetime) -> None:
    """Ask again for a check of which nothing was heard; no worker needs a pile of such requests later."""
    if row.ended_at is None and at - row.heard_at > SILENT_AFTER:
        send(row.pk, expires=SILENT_AFTER.total_seconds())


def advance(number: int, *, seconds: float, using: str = ALIAS) -> bool:
    """Check for some time, from one checkpoint to the next. True when there is more to do."""
    run = Run.claim(number)
    if run is not None:
        with suppress(TakenOver):
            return _advance(run, time.monotonic() + seconds, using)
    return False


def _advance(run: Run, end: float, using: str) -> bool:
    try:
        check = run.begin(using)
        while (until := _next_stop(check, using)) is not None:
            checks.go_on(check, until=until, using=using, say=run.say)
            run.say(check, now=True)
            if time.monotonic() >= end:
                run.let_go()
                return True
        checks.finish(check, using=using, say=run.say)
        run.end(State.HOLDS)
    except Broken as broken:
        run.end(State.BROKEN, str(broken))
    except DatabaseError as error:
        run.end(State.FAILED, str(error).splitlines()[0])
    return False


def _next_stop(check: Check, using: str) -> int | None:
    """As many checkpoints as one step takes; at least one, and none when all are done."""
    ahead = Checkpoint.objects.using(using).filter(number__gt=check.reached).order_by("number")
    found = list(ahead.values_list("number", "events")[:500])
    near = [number for number, events in found if events - found[0][1] <= STEP]
    return near[-1] if near else None


class TakenOver(Exception):
    """Another worker has taken the row meanwhile."""


class Run:
    """One worker's hold on the row: every change of it is conditional on still having it."""

    def __init__(self, row: Verification) -> None:
        self.row, self.mine = row, Verification.objects.filter(pk=row.pk, worker=row.worker, ended_at=None)
        self.check: Check | None = None
        self.before, self.said = 0, 0.0

    @classmethod
    def claim(cls, number: int) -> Run | None:
        at, name = clock.now(), uuid4().hex
        free = Q(worker="") | Q(heard_at__lt=at - SILENT_AFTER)
        waiting = Verification.objects.filter(free, pk=number, ended_at=None)
        if not waiting.update(worker=name, heard_at=at, state=State.RUNNING):
            return None
        return cls(Verification.objects.get(pk=number))

    def begin(self, using: str) -> Check:
        """From the beginning, or after the checkpoint that was reached, which is proven first."""
        row = self.row
        lines = (line.encode() for line in row.held.splitlines())
        held = {int(json.loads(line)["checkpoint"]): line[: 1 - SIGNATURE_TAIL] for line in lines}
        ahead = {number: text for number, text in held.items() if number > row.checkpoint}
        self.check = checks.begin(at=row.asked_at, held=ahead, since=row.checkpoint, using=using)
        self.before = self.check.sealed.events if self.check.sealed else 0
        return self.check

    def say(self, check: Check, *, now: bool = False) -> None:
        """Tell the page how far it is, not more often than anybody looks."""
        if not now and time.monotonic() - self.said < SAY_EVERY_SECONDS:
            return
        self.said = time.monotonic()
        known = {number for number in self.row.matched.split(",") if number} | {str(n) for n in check.matched}
        news: dict[str, Any] = {
            "events": self.before + check.events,
            "checkpoint": check.reached,
            "matched": ",".join(sorted(known, key=int)),
        }
        if check.sealed:
            news["sealed_at"] = datetime.fromisoformat(check.sealed.at)
        self._update(**news)

    def let_go(self) -> None:
        self._update(worker="")

    @transaction.atomic
    def end(self, state: Verification.State, fault: str = "") -> None:
        at = clock.now()
        if self.check is not None:
            self.say(self.check, now=True)
        self._update(state=state, fault=fault, ended_at=at)
        row = Verification.objects.get(pk=self.row.pk)
        record.append(
            stream=f"staff:{row.asked_by_id}", kind="audit.verified", subject=f"verification:{row.pk}", at=at,
            after={"state": state, "events": row.events, "checkpoint": row.checkpoint, "fault": fault},
        )  # fmt: skip

    def _update(self, **news: Any) -> None:
        if not self.mine.update(heard_at=clock.now(), **news):
            raise TakenOver
