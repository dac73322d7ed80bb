"""Every two seconds: who has fallen silent?"""

from __future__ import annotations

from celery import shared_task

from casino import clock
from casino.devices import beats


@shared_task
def silence() -> None:
    beats.fell_silent(at=clock.now())
