"""What a wager is paid: the one place for the command line and for rounds at a table."""

from __future__ import annotations

from games.engine.money import up_to_chip
from games.engine.protocol import Line, Outcome
from games.engine.snake_eyes.wagers import Verdict


def settle_wager(stake: int, verdict: Verdict, chip: int) -> Line:
    """NZ11A 4.9; a wager that is still open stays on the layout."""
    if verdict.outcome is Outcome.WIN:
        # NZ1 11.3: what chips cannot pay exactly is raised to what they can.
        return Line(Outcome.WIN, up_to_chip(stake * verdict.to, chip), stake, 0, verdict.clause)
    return Line(verdict.outcome, 0, 0, 0, verdict.clause)
