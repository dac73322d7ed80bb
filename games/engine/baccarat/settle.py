"""What each wager is paid: the one place for the command line and for rounds at a table."""

from __future__ import annotations

from games.engine.baccarat.prices import Prices, Verdict
from games.engine.general import forfeit_line, void_line
from games.engine.protocol import Line, Outcome

COMMISSION = 5
# NZ5 5.12: 95 % of a stake is whole chips where the stake is a multiple of twenty of them.
EXACT = 20


def settle_wager(on: str, stake: int, verdict: Verdict, prices: Prices) -> Line:
    """One wager, NZ5 10.2."""
    if on == "banker" and prices.banker == "commission":
        return _less_commission(stake, verdict, prices.chip)
    outcome, clause, to, one = verdict
    if outcome is Outcome.WIN:
        # NZ1 11.3: what chips cannot pay exactly is raised to what they can.
        paid = -(-stake * to // (one * prices.chip)) * prices.chip
        return Line(outcome, paid, stake, 0, clause)
    return Line(outcome, 0, stake if outcome is Outcome.PUSH else 0, 0, clause)


def exact_part(stake: int, prices: Prices) -> int:
    """NZ5 5.13: as much of a Banker wager as chips can pay exactly after commission."""
    if prices.banker != "commission":
        return stake
    unit = EXACT * prices.chip
    return stake // unit * unit


def _less_commission(stake: int, verdict: Verdict, chip: int) -> Line:
    unit = EXACT * chip
    valid = stake // unit * unit
    if not valid:
        return Line(Outcome.VOID, 0, stake, 0, "NZ5 5.13")
    outcome, clause = verdict.outcome, verdict.clause
    if outcome is Outcome.WIN:
        commission = valid * COMMISSION // 100
        return Line(outcome, valid - commission, stake, commission, clause)
    return Line(outcome, 0, stake if outcome is Outcome.PUSH else stake - valid, 0, clause)


def ruled(amount: int, *, forfeit: str | None, void: str | None, withdrawn: bool, no_ante: bool) -> Line | None:
    """What a ruling or a missing Ante made of a wager, whatever the cards; a forfeit beats all else."""
    if forfeit is not None:
        return forfeit_line(forfeit)
    if void is not None:
        return void_line(amount, void)
    if withdrawn:
        return void_line(amount, "NZ5 15.10")
    return void_line(amount, "NZ5 14.7") if no_ante else None
