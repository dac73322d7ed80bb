"""Ranks: the ladder from dealer to table games manager, the ranks beside it, and what each is called where."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _


class Rank(models.TextChoices):
    DEALER = "dealer", _("Dealer")
    GAME_SUPERVISOR = "game_supervisor", _("Game supervisor")
    CASINO_SUPERVISOR = "casino_supervisor", _("Casino supervisor")
    SENIOR_CASINO_SUPERVISOR = "senior_casino_supervisor", _("Senior casino supervisor")
    TABLE_GAMES_MANAGER = "table_games_manager", _("Table games manager")
    POKER_SUPERVISOR = "poker_supervisor", _("Poker supervisor")
    TOURNAMENT_DIRECTOR = "tournament_director", _("Tournament director")
    CASHIER = "cashier", _("Cashier")
    COMPLIANCE = "compliance", _("Compliance officer")
    INSPECTOR = "inspector", _("Inspector")
    AUTHORITY = "authority", _("Authority")


# The order in which a call goes up (NZ11A 6.6); the last acts for the operator.
LADDER: tuple[Rank, ...] = (
    Rank.DEALER,
    Rank.GAME_SUPERVISOR,
    Rank.CASINO_SUPERVISOR,
    Rank.SENIOR_CASINO_SUPERVISOR,
    Rank.TABLE_GAMES_MANAGER,
)
REGULATOR: frozenset[Rank] = frozenset({Rank.INSPECTOR, Rank.AUTHORITY})

LOCAL_NAMES: dict[str, dict[Rank, object]] = {
    "sg": {
        Rank.GAME_SUPERVISOR: _("Pit supervisor"),
        Rank.CASINO_SUPERVISOR: _("Pit manager"),
        Rank.SENIOR_CASINO_SUPERVISOR: _("Shift manager"),
    },
}

IDLE: dict[Rank, timedelta] = {
    Rank.CASHIER: timedelta(minutes=5),
    Rank.DEALER: timedelta(minutes=10),
    Rank.INSPECTOR: timedelta(minutes=60),
    Rank.COMPLIANCE: timedelta(minutes=60),
}
IDLE_OTHERWISE = timedelta(minutes=30)


def reaches(held: Rank | str, asked: Rank | str) -> bool:
    """Is the held rank the asked one or above it? Ranks beside the ladder reach only themselves."""
    held, asked = Rank(held), Rank(asked)
    if held in LADDER and asked in LADDER:
        return LADDER.index(held) >= LADDER.index(asked)
    return held is asked


def local_name(rank: Rank | str, jurisdiction: str) -> str:
    """What this rank is called in that jurisdiction."""
    rank = Rank(rank)
    return str(LOCAL_NAMES.get(jurisdiction, {}).get(rank, rank.label))


def idle_limit(ranks: set[Rank]) -> timedelta:
    """The shortest time-out of the ranks that somebody holds."""
    return min((IDLE.get(rank, IDLE_OTHERWISE) for rank in ranks), default=IDLE_OTHERWISE)
