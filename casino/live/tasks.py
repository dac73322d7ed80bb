"""Each second: nothing that was committed stays unpublished for longer than two."""

from __future__ import annotations

from celery import shared_task

from casino.live import making_up


@shared_task
def make_up() -> None:
    making_up.make_up()
