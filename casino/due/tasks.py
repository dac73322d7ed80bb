"""The worker's part: a sweep each second, and one task for each subject that falls due before the next."""

from __future__ import annotations

import logging
import time
from datetime import timedelta

import redis
from celery import shared_task
from kombu.exceptions import OperationalError

from casino import clock, context, health
from casino.due import jumps, sweeping
from casino.due.models import Waiting

log = logging.getLogger(__name__)

NEXT_SWEEP = timedelta(seconds=1.2)
# A sweep with much to do makes way for the other tasks of the worker; the next one goes on.
LONGEST_SWEEP_SECONDS = 10


@shared_task(name="casino.due.tasks.sweep")
def sweep() -> int:
    context.request_id.set(context.new_request_id())
    reading, began = jumps.read(), time.monotonic()
    jumps.look(reading)
    applied = sweeping.sweep(reading.wall, enough=lambda: time.monotonic() - began > LONGEST_SWEEP_SECONDS)
    _be_punctual()
    try:
        health.swept()
    except redis.RedisError:
        log.warning("swept, but Redis does not answer")
    return applied


@shared_task(name="casino.due.tasks.punctual")
def punctual(subject: str) -> int:
    """What a countdown brings: sooner than the sweep, and never the only way."""
    context.request_id.set(context.new_request_id())
    reading = jumps.read()
    jumps.look(reading)
    return sweeping.apply_subject(subject, reading.wall)


def _be_punctual() -> None:
    at = clock.now()
    soon = Waiting.objects.filter(at__gt=at, at__lte=at + NEXT_SWEEP).values_list("subject", "at")[:500]
    for subject, due_at in soon:
        wait = max((due_at - clock.now()).total_seconds(), 0)
        try:
            punctual.apply_async((subject,), countdown=wait, expires=wait + 5, retry=False)
        except OperationalError:
            return
