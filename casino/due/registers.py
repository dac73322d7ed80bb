"""What due work tells the others: who may look at it and step in, and its lines on the first page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as lazy

from casino import health, site
from casino.due import lists
from casino.house import duties, floor
from casino.house.ranks import Rank

DUTIES: tuple[tuple[str, Any, tuple[Rank, ...]], ...] = (
    ("due.see", lazy("See what waits for its time"), (Rank.CASINO_SUPERVISOR, Rank.COMPLIANCE)),
    ("due.retry", lazy("Try failing work again"), (Rank.TABLE_GAMES_MANAGER,)),
    ("due.cancel", lazy("Cancel due work"), (Rank.TABLE_GAMES_MANAGER,)),
)


def register() -> None:
    for code, label, ranks in DUTIES:
        duties.register(code, label, *ranks)
    site.add_job(lazy("Record"), lazy("Due work"), "admin:due_due_changelist", duty="due.see", icon="wait")
    floor.register_need(lists.needs)
    floor.register_next(lists.next_up)
    health.register_figures(lists.figures)
