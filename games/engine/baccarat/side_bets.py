"""Where each side bet's rules stand: sections 11A to 11D of NZ5 say the same things under different numbers."""

from __future__ import annotations

from typing import NamedTuple


class SideBet(NamedTuple):
    """Clauses: that it may be offered, beside a wager of 5.1, before any card, on the sign; what loses, what pays."""

    offered: str
    placed_with: str
    before_cards: str
    on_sign: str
    loses: str
    pays: str
    # Not at one table with the other pair bets.
    alone: str = ""


PAIR_BETS = {
    "perfect_pair": SideBet(
        "NZ5 11A.1", "NZ5 11A.2", "NZ5 11A.3", "NZ5 11A.4", "NZ5 11A.5", "NZ5 11A.7", alone="NZ5 11A.1A"
    ),
    "any_pair": SideBet(
        "NZ5 11C.1", "NZ5 11C.3", "NZ5 11C.4", "NZ5 11C.5", "NZ5 11C.6", "NZ5 11C.8", alone="NZ5 11C.2"
    ),
    "lucky_match": SideBet(
        "NZ5 11D.1", "NZ5 11D.3", "NZ5 11D.4", "NZ5 11D.5", "NZ5 11D.6", "NZ5 11D.8", alone="NZ5 11D.2"
    ),
}
DRAGON_BONUS = SideBet("NZ5 11B.1", "NZ5 11B.2", "NZ5 11B.4", "NZ5 11B.5", "NZ5 11B.6", "NZ5 11B.8")


def side_bet(on: str, pair: str | None) -> SideBet:
    """The rules of a side wager; the first pair bet's stand for one that is not offered at all."""
    return DRAGON_BONUS if on.endswith("_dragon") else PAIR_BETS[pair or "perfect_pair"]
