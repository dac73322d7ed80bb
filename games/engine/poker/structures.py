"""The five betting structures: how much a bet or raise may be at the most, as a total for the seat to act."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.poker.play import Play

Ceiling = Callable[["Play"], int]


def pot_limit(play: Play) -> int:
    """Raise by the pot, into which the call is counted first (NZ13 16.6(d), WA 7.16(a))."""
    return play.level + _pot(play)


def half_pot(play: Play) -> int:
    """The same with half of it."""
    return play.level + _pot(play) // 2


def spread_limit(play: Play) -> int:
    """At most by the upper end of the spread (NZ13 16.6(e))."""
    spread = play.terms.spread
    assert spread is not None
    return play.level + spread[1]


def fixed_limit(play: Play) -> int:
    """Exactly by the bet of the round, measured from the last full bet or raise."""
    return play.base + play.size


def manila_first_round(play: Play) -> int:
    """WA 24.5: by up to twice the blind."""
    return play.base + 2 * play.terms.blinds[-1]


def _pot(play: Play) -> int:
    pot = play.pot
    return pot + play.level - play.bets[play.turn] if play.terms.book.pot_counts_call else pot


CEILINGS: dict[str, Ceiling | None] = {
    "no_limit": None,
    "pot_limit": pot_limit,
    "half_pot": half_pot,
    "spread_limit": spread_limit,
    "fixed_limit": fixed_limit,
}
