"""Who begins a betting round, and the openings that are no ordinary bet: forced, at twice the blind, by turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.poker import stud
from games.engine.poker.phases import PASSED, UNKNOWN, Bounds
from games.engine.poker.terms import FORCED, FREE, NO_CHECK, OPEN_DOWN, OPEN_OR_PASS, OPEN_TWICE

if TYPE_CHECKING:
    from games.engine.poker.flow import Flow
    from games.engine.poker.play import Play


def left_of(seats: int, seat: int) -> int:
    """The next of `seats` (a mask) clockwise after `seat`; after -1 it is the first left of the button."""
    above = seats >> seat + 1
    if above:
        return seat + (above & -above).bit_length()
    return (seats & -seats).bit_length() - 1


def begin_first(flow: Flow) -> None:
    """The first round: left of the last blind or straddle, left of the button, or by up-cards."""
    if flow.terms.blinds:
        flow.turn = left_of(flow.able, flow.first)
        if flow.straddle and not flow.terms.fixed[0] and not flow.variant.multiples:
            # NZ13 7.10: a straddle is a raise by the big blind; RWS 1.28, WA 7.11: a bet of its own size.
            flow.size = flow.level if flow.terms.book.straddle_is == "bet" else flow.level // 2
        if flow.kill:
            # NZ13 7.13(g)(i): the minimum bet of the first round.
            flow.size = flow.kill[1]
    elif flow.mode in (FORCED, OPEN_DOWN):
        flow.order = stud.first_order(flow, lowest=flow.mode == FORCED)
        flow.turn = flow.order[0]
    else:
        flow.turn = left_of(flow.able, -1)


def begin_later(flow: Flow) -> None:
    """A later round of draw or stud; a seat that is all-in is passed over (NZ13 19.10, 19.17)."""
    later = flow.variant.later
    if later == "last_blind":
        flow.turn = left_of(flow.able, flow.first)
    elif later == "opener":
        flow.turn = left_of(flow.able, max(flow.opener - 1, -1))
    else:
        flow.turn = left_of(flow.able, stud.highest_showing(flow) - 1)


def may_fold(play: Play) -> None:
    """A forced opening bet cannot be folded (NZ13 12.2(a), 13.2(a), WA 23.4)."""
    if play.mode == FORCED:
        play.refuse("bring_in", "The forced opening bet cannot be folded.")


def after_fold(play: Play) -> None:
    """A fold before anybody has opened."""
    if play.mode == OPEN_OR_PASS and not play.live & (play.live - 1) and play.live == play.able:
        _last_to_open(play)
        return
    play.advance()
    if play.mode == OPEN_DOWN and play.pending:
        play.turn = next(seat for seat in play.order if play.pending >> seat & 1)


def _last_to_open(play: Play) -> None:
    """WA 27.3: the last seat too must bet or fold; when it has folded, the pot is passed."""
    if not play.live:
        play.end(PASSED)
        return
    play.turn = play.live.bit_length() - 1
    play.found = UNKNOWN


def bounds(play: Play) -> Bounds:
    """The opening at twice the blind, and the forced bet."""
    have = play.bets[play.turn] + play.stacks[play.turn]
    if play.mode == OPEN_TWICE:
        twice = min(2 * play.level, have)
        return twice, twice
    least = bring_in(play)
    most = have if play.ceiling is None else max(play.ceiling(play), least)
    return min(least, have), min(most, have)


def bring_in(play: Play) -> int:
    amount = play.terms.bring_in
    assert amount is not None
    return amount


def wager(play: Play, to: int) -> None:
    """Somebody opens."""
    mode = play.mode
    if mode == FORCED:
        _bring_in(play, to)
        return
    play.opener = play.turn
    play.mode = NO_CHECK
    play.order = ()
    if mode == OPEN_TWICE:
        _open_twice(play, to)
    else:
        play.put(to, to >= play.size)


def _bring_in(play: Play, to: int) -> None:
    fixed = play.terms.fixed[0]
    whole = to == play.bets[play.turn] + play.stacks[play.turn]
    if fixed and to not in (bring_in(play), play.size) and not whole:
        play.refuse("bring_in", f"The forced bet is {bring_in(play)} or {play.size}.")
    play.mode = FREE
    play.opener = play.turn
    # In fixed limit a bring-in below the small bet is completed to it, whatever part of it it is.
    play.bring = fixed and to < play.size
    play.put(to, to >= (play.size if fixed else bring_in(play)))


def _open_twice(play: Play, to: int) -> None:
    """WA 26.4: twice the last blind; an all-in for less opens too."""
    blind = play.level
    if play.terms.fixed[0]:
        play.base = 2 * blind - play.size
    elif to == 2 * blind:
        play.base = 0
    if to == 2 * blind:
        # The opening is no raise in the count.
        play.bring = True
        play.put(to, True)
    elif to > blind:
        play.put(to, False)
    else:
        _open_below(play, to)


def _open_below(play: Play, to: int) -> None:
    """WA 26.4(d): an all-in at or below the blind opens; the blind is still the amount to call."""
    seat = play.turn
    play.bets[seat] = to
    play.stacks[seat] = 0
    play.able ^= 1 << seat
    play.pending ^= 1 << seat
    play.advance()
