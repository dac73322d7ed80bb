"""Verify now: a check of the whole trail, done in steps that each commit, by whichever worker comes.

Nobody owns it. The row says which checkpoint it has reached; whoever takes the next step reads the heads of that
checkpoint, proves them by its signature and goes on. A worker that dies loses one step, two at once do it once.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from datetime import datetime, timedelta

from celery import current_app
from django.db import DatabaseError, transaction
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
    """Take steps for some time. True when there is more to do."""
    end = time.monotonic() + seconds
    check: Check | None = None
    while time.monotonic() < end:
        with transaction.atomic():
            row = Verification.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=number).first()
            if row is None or row.ended_at is not None:
                return False
            check = _step(row, check, using)
            _keep(row)
    return True


def _step(row: Verification, check: Check | None, using: str) -> Check | None:
    try:
        if check is None or (check.sealed.number if check.sealed else 0) != row.checkpoint:
            check = _begin(row, using)
        before = check.events
        until = _next_stop(row.checkpoint, using)
        if until is None:
            checks.finish(check, using=using)
            row.state, row.ended_at = State.HOLDS, clock.now()
        else:
            checks.go_on(check, until=until, using=using)
            row.state = State.RUNNING
        row.events += check.events - before
    except Broken as broken:
        row.state, row.fault, row.ended_at = State.BROKEN, str(broken), clock.now()
    except DatabaseError as error:
        row.state, row.fault, row.ended_at = State.FAILED, str(error).splitlines()[0], clock.now()
    if check is not None:
        _take_over(row, check)
    return check


def _begin(row: Verification, using: str) -> Check:
    held = {int(json.loads(line)["checkpoint"]): line.encode()[: 1 - SIGNATURE_TAIL] for line in row.held.splitlines()}
    ahead = {number: text for number, text in held.items() if number > row.checkpoint}
    return checks.begin(at=row.asked_at, held=ahead, since=row.checkpoint, using=using)


def _next_stop(reached: int, using: str) -> int | None:
    """As many checkpoints as one step takes; at least one, and none when all are done."""
    ahead = Checkpoint.objects.using(using).filter(number__gt=reached).order_by("number")
    found = list(ahead.values_list("number", "events")[:500])
    if not found:
        return None
    near = [number for number, events in found if events - found[0][1] <= STEP]
    return near[-1]


def _take_over(row: Verification, check: Check) -> None:
    if check.sealed is not None:
        row.checkpoint = check.sealed.number
        row.sealed_at = datetime.fromisoformat(check.sealed.at)
    known = {number for number in row.matched.split(",") if number} | {str(number) for number in check.matched}
    row.matched = ",".join(sorted(known, key=int))


def _keep(row: Verification) -> None:
    row.heard_at = clock.now()
    row.save()
    if row.ended_at is not None:
        record.append(
            stream=f"staff:{row.asked_by_id}", kind="audit.verified", subject=f"verification:{row.pk}", at=row.ended_at,
            after={"state": row.state, "events": row.events, "checkpoint": row.checkpoint, "fault": row.fault},
        )  # fmt: skip
