"""What a roll or a ruling decided, paid at once; and what the next round takes over."""

from __future__ import annotations

from dataclasses import replace

from casino.refused import refuse_unless
from games.engine.general import forfeit_line, void_line
from games.engine.protocol import Line, Outcome, Settlement
from games.engine.snake_eyes.record import shown
from games.engine.snake_eyes.settle import settle_wager
from games.engine.snake_eyes.shooter import round_over, turn_ends
from games.engine.snake_eyes.state import DEALER, Phase, Settled, Setup, State, Wager
from games.engine.snake_eyes.wagers import CLAUSES, decide, spent_after


def settle(state: State) -> Settlement:
    """Lines of the wagers that are decided now; the answer tells the whole round so far."""
    now = decided(state)
    told = {one.wager.id: shown(one.line, one.roll) for one in (*state.settled, *now)}
    still = {wager.id: shown(_open(wager), None) for wager in state.wagers if wager.id not in told}
    return Settlement({one.wager.id: one.line for one in now}, {"wagers": {**told, **still}})


def decided(state: State) -> list[Settled]:
    found = [_decided(state, wager) for wager in state.wagers]
    return [one for one in found if one is not None]


def pay(state: State) -> State:
    """NZ11A 5.6(e): the decided wagers leave the layout; a 7 ends the Shooter's turn (5.7(a))."""
    now = decided(state)
    called = state.phase is Phase.CALLED
    payable = called or (state.phase is Phase.OPEN and bool(now))
    refuse_unless(payable, clause="NZ11A 5.6(e)", message="Nothing is decided.")
    if called and state.rules.electronic and not state.stopped:
        _check_entry(state)
    gone = {one.wager.id for one in now}
    left = tuple(_seen(state, wager) for wager in state.wagers if wager.id not in gone)
    changed = replace(state, phase=Phase.OPEN, wagers=left, settled=(*state.settled, *now), entered=None)
    changed = _turn(changed, bool(now)) if called else changed
    return changed if changed.wagers else round_over(changed)


def next_setup(state: State) -> Setup:
    """The Shooter keeps the dice unless the turn ended (NZ11A 5.7)."""
    refuse_unless(state.phase is Phase.OVER, clause="NZ11A 5.6(e)", message="Wagers are open.")
    return Setup(
        sign=state.sign,
        players=state.players,
        dice=state.dice - state.missing,
        shooter=None if state.shooter == DEALER else state.shooter,
        last_shooter=DEALER if state.shooter == DEALER else state.last_shooter,
        stopped=state.stopped,
        undersized=state.undersized,
        new_dice_due=state.new_dice_due,
    )


def _decided(state: State, wager: Wager) -> Settled | None:
    if wager.forfeit is not None:
        return Settled(wager, forfeit_line(wager.forfeit), None)
    clause = wager.void if wager.void is not None else state.void
    if clause is not None:
        return Settled(wager, void_line(wager.amount, clause), None)
    dice = state.last_roll
    if state.phase is not Phase.CALLED or dice is None:
        return None
    verdict = decide(wager.on, dice, state.rules.odds, frozenset(wager.spent))
    if verdict.outcome is Outcome.OPEN:
        return None
    line = settle_wager(wager.amount - wager.excess, verdict, state.rules.chip)
    return Settled(wager, replace(line, returned=line.returned + wager.excess), len(state.rolls))


def _turn(state: State, result: bool) -> State:
    """NZ11A 5.7(a): a 7 Out; 5.9(d): the dealer rolls until something is decided."""
    dice = state.last_roll
    if dice is not None and sum(dice) == 7:
        return turn_ends(state).say("7 Out.", "NZ11A 5.7(a)", state.shooter)
    return turn_ends(state) if state.shooter == DEALER and result else state


def _check_entry(state: State) -> None:
    refuse_unless(state.entered is not None, clause="NZ11A 5.6(b)", message="The result is not entered yet.")
    refuse_unless(
        state.entered == state.last_roll, clause="NZ11A 6.8", message="What was entered is not what was rolled."
    )


def _seen(state: State, wager: Wager) -> Wager:
    dice = state.last_roll
    if state.phase is not Phase.CALLED or dice is None:
        return wager
    return replace(wager, spent=tuple(sorted(spent_after(dice, frozenset(wager.spent)))))


def _open(wager: Wager) -> Line:
    return Line(Outcome.OPEN, 0, 0, 0, CLAUSES[wager.on])
