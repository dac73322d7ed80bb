"""Who may do what now, between which bounds, under which clause."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.protocol import Choice
from games.engine.snake_eyes.paying import decided
from games.engine.snake_eyes.shooter import MOST_DICE, dealer_rolls, offer
from games.engine.snake_eyes.state import DEALER, Phase, State, has_wager
from games.engine.snake_eyes.wagers import CLAUSES, WAGERS


def choices(state: State) -> list[Choice]:
    """Nothing is left to do when the round is over."""
    match state.phase:
        case Phase.DICE:
            return [Choice("receive_dice", None, 2, MOST_DICE, 1, clause="NZ11A 5.2")]
        case Phase.OPEN:
            return [*_wagers(state), *_shooter(state)]
        case Phase.ROLLING:
            return [*_wagers(state), Choice("call_roll", None, clause="NZ11A 5.6(a)")]
        case Phase.CALLED:
            return list(_called(state))
        case Phase.OVER:
            return []


def _wagers(state: State) -> Iterator[Choice]:
    late = state.phase is Phase.ROLLING
    for on in WAGERS:
        limits = state.sign.of(on)
        clause = "NZ11A 4.4" if late else CLAUSES[on]
        yield Choice("place_wager", None, limits.least, limits.most, limits.step, (on,), clause)
    for wager in state.wagers:
        least = state.sign.holds_for(wager.on, wager.player).least
        if wager.amount > least:
            most = wager.amount - state.rules.chip
            yield Choice("reduce_wager", wager.player, least, most, state.rules.chip, (wager.id,), "NZ11A 4.7")
        yield Choice("remove_wager", wager.player, options=(wager.id,), clause="NZ11A 4.7")


def _shooter(state: State) -> Iterator[Choice]:
    if decided(state):
        yield Choice("pay", None, clause="NZ11A 5.6(e)")
    waiting = offer(state)
    if waiting is not None:
        clause = "NZ11A 5.3" if state.last_shooter is None else "NZ11A 5.9"
        yield Choice("accept_dice", waiting, clause=clause)
        yield Choice("decline_dice", waiting, clause=clause)
    if state.choosing and state.shooter is not None:
        yield Choice("choose_dice", state.shooter, options=("original", "others"), clause="NZ11A 6.1(b)")
    if state.shooter not in (None, DEALER):
        yield Choice("relinquish", state.shooter, clause="NZ11A 5.7")
    if _may_throw(state):
        by = None if state.shooter in (None, DEALER) else state.shooter
        yield Choice("throw", by, clause="NZ11A 5.5" if by else "NZ11A 5.9")


def _may_throw(state: State) -> bool:
    if state.stopped or state.choosing or state.waits_for_dice:
        return False
    if state.shooter is None:
        return dealer_rolls(state)
    return bool(state.wagers) if state.shooter == DEALER else has_wager(state, state.shooter)


def _called(state: State) -> Iterator[Choice]:
    entering = state.rules.electronic and not state.stopped
    if entering and state.entered is None:
        yield Choice("enter_roll", None, clause="NZ11A 5.6(b)")
    elif entering and state.entered != state.last_roll:
        yield Choice("rule", "game_supervisor", options=("correct_entry",), clause="NZ11A 6.8")
    for wager in state.wagers:
        yield Choice("wager_lies", None, options=(wager.id,), clause="NZ11A 4.6")
    if not entering or state.entered == state.last_roll:
        yield Choice("pay", None, clause="NZ11A 5.6(e)")
