"""The parts of an answer that the command line and a settled round share."""

from __future__ import annotations

from typing import Any

from games.engine.baccarat.deal import Dealt
from games.engine.cards import CARDS
from games.engine.protocol import Line


def hands(dealt: Dealt | None) -> dict[str, Any]:
    """Both hands and the result, null where there are none."""
    if dealt is None:
        return {"player": None, "banker": None, "result": None}
    return {
        "player": {"cards": [CARDS[card] for card in dealt.player], "points": dealt.player_points},
        "banker": {"cards": [CARDS[card] for card in dealt.banker], "points": dealt.banker_points},
        "result": dealt.result,
    }


def shown(line: Line, ante: int | None = None) -> dict[str, Any]:
    """The four keys of every wager, and the Ante where there is one."""
    found: dict[str, Any] = {
        "outcome": line.outcome,
        "paid": line.paid,
        "returned": line.returned,
        "commission": line.commission,
    }
    if ante is not None:
        found["ante"] = ante
    return found
