"""Who may do what now, between which bounds, under which clause."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.general import Limits
from games.engine.protocol import Choice
from games.engine.ultimate.betting import AREAS, levels_of
from games.engine.ultimate.state import PLAY_CLAUSE, TIMES, Box, Phase, State


def choices(state: State) -> list[Choice]:
    """Empty once the round is over."""
    match state.phase:
        case Phase.BETTING:
            return [*_betting(state)]
        case Phase.DEALING:
            return [Choice("deal", None, options=(str(state.order[0]),), clause=_deal_clause(state)), *_pool(state)]
        case Phase.DEAL | Phase.FLOP | Phase.RIVER:
            return [*_deciding(state), *_pool(state)]
        case Phase.SHOWDOWN:
            return [*_showing(state), *_pool(state)]
    return [*_pool(state)]


def _betting(state: State) -> Iterator[Choice]:
    for seat in range(1, state.rules.boxes + 1):
        box = state.box(seat) if state.has(seat) else Box(seat, "")
        for on in AREAS:
            if box.wager(on):
                yield Choice("take_back", seat, options=(on,), clause="UTH 5.14")
            elif _open(state, box, on):
                yield _wager(state, box, on)
    if state.boxes and all(box.ante and box.blind for box in state.boxes):
        yield Choice("no_more_bets", None, clause="UTH 8.1")


def _open(state: State, box: Box, on: str) -> bool:
    if on == "trips":
        return bool(box.ante and box.blind and state.setup.trips)
    if on == "progressive":
        return bool(box.ante and box.blind and state.rules.progressive)
    return True


def _wager(state: State, box: Box, on: str) -> Choice:
    levels = levels_of(state, box, on)
    clause = {"ante": "UTH 5.1", "blind": "UTH 5.1", "trips": "UTH 5.1(b)", "progressive": "UTH 11.2"}[on]
    if isinstance(levels, Limits):
        return Choice("place_wager", box.seat, levels.least, levels.most, levels.step, (on,), clause)
    return Choice("place_wager", box.seat, levels[0], levels[0], None, (on,), clause)


def _deciding(state: State) -> Iterator[Choice]:
    # After the river, and after the dealer's hand was exposed, there is nothing left to check for.
    must = state.phase is Phase.RIVER or state.play_or_fold
    for box in state.undecided:
        times = TIMES[state.phase]
        least, most = times[0] * box.ante, times[-1] * box.ante
        options = tuple(str(number) for number in times)
        yield Choice("play", box.seat, least, most, box.ante, options, PLAY_CLAUSE[state.phase])
        if must:
            yield Choice("fold", box.seat, clause="UTH 12.7" if state.play_or_fold else "UTH 5.5(a)")
        else:
            yield Choice("check", box.seat, clause="UTH 5.3(a)" if state.phase is Phase.DEAL else "UTH 5.4(a)")
    if not state.undecided and state.phase is not Phase.RIVER:
        yield Choice("turn", None, clause="UTH 9.2" if state.phase is Phase.DEAL else "UTH 9.4")


def _showing(state: State) -> Iterator[Choice]:
    """UTH 10.1, 10.5: the dealer, then from the dealer's right, the highest seat first."""
    if not state.dealer_shown:
        yield Choice("show", None, clause="UTH 9.7")
        return
    for box in reversed(state.live):
        if box.known is None:
            yield Choice("show", box.seat, clause="UTH 10.5")


def _pool(state: State) -> list[Choice]:
    wanted = state.pool is None and state.void is None and any(box.progressive for box in state.boxes)
    return [Choice("pool_stands", None, clause="UTH 11.6")] if wanted else []


def _deal_clause(state: State) -> str:
    return "UTH 8.3" if state.rules.dealing == "shoe" else "UTH 8.4"
