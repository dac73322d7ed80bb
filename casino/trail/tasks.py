"""What beat asks of the trail."""

from __future__ import annotations

from celery import shared_task

from casino import clock
from casino.trail import checkpoints


@shared_task
def checkpoint() -> None:
    checkpoints.seal(at=clock.now())
