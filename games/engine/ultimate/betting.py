"""Wagers before the call (UTH 5, 11.1 to 11.5), and the call itself (8.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from casino.refused import Refused, refuse_unless
from games.engine.general import Accepted, Limits, accepted_by_mistake, refuse_outside
from games.engine.money import dollars
from games.engine.ultimate.acts import NoMoreBets, PlaceWager, PoolStands, Sit, TakeBack
from games.engine.ultimate.progressive import Pool, SubPools
from games.engine.ultimate.state import Box, Phase, State

AREAS = ("ante", "blind", "trips", "progressive")
BOARD = ("board",) * 5


def sit(state: State, act: Sit) -> State:
    _refuse_closed(state)
    _refuse_no_seat(state, act.seat)
    homes = tuple((player, seat) for player, seat in state.homes if player != act.player)
    return replace(state, homes=(*homes, (act.player, act.seat)))


def place_wager(state: State, act: PlaceWager) -> State:
    _refuse_closed(state)
    _refuse_no_seat(state, act.seat)
    _refuse_form(state, act)
    _refuse_player(state, act)
    box = state.box(act.seat) if state.has(act.seat) else Box(act.seat, act.player)
    refuse_unless(not box.wager(act.on), clause="UTH 5.9", message="One wager on an area.", where="on")
    _refuse_order(state, box, act)
    taken = taken_amount(state, box, act.on, act.amount, act.mistaken)
    return _lay(state, box, act, taken)


def taken_amount(state: State, box: Box, on: str, amount: int, mistaken: bool) -> Accepted:
    """Refused outside its limits or level; accepted by mistake, NZ1 10.2 says what stands."""
    levels = levels_of(state, box, on)
    if mistaken:
        return accepted_by_mistake(amount, levels, used_before=box.player in used(state))
    if isinstance(levels, Limits):
        refuse_outside(amount, levels)
    elif amount not in levels:
        clause = "UTH 5.1(a)" if on == "blind" else "UTH 11.2"
        raise Refused(clause, f"The wager on {on} is {dollars(levels[0])}.", "amount")
    return Accepted(amount, 0, False, None)


def used(state: State) -> tuple[str, ...]:
    """Players whose one wager below the minimum is behind them (NZ1 10.2(a))."""
    return state.setup.once_used + state.once_used


def levels_of(state: State, box: Box, on: str) -> Limits | Sequence[int]:
    """NZ1 10.1(b) limits, or the one level that 10.1(d) allows."""
    # Whichever of Ante and Blind comes first is measured by the sign, the second by the first (UTH 5.1(a)).
    if on == "ante":
        return (box.blind,) if box.blind else state.limits(box.player)
    if on == "blind":
        return (box.ante,) if box.ante else state.limits(box.player)
    if on == "trips":
        return state.setup.trips or state.setup.ante
    refuse_unless(state.rules.progressive, clause="UTH 11.1", message="No progressive jackpot here.", where="on")
    return (state.rules.progressive or 0,)


def _lay(state: State, box: Box, act: PlaceWager, taken: Accepted) -> State:
    # A wager that is void altogether never lay there; only a void part of one is kept, to go back.
    back = ((act.on, taken.void, taken.clause or ""),) if taken.void and taken.valid else ()
    changes: dict[str, Any] = {act.on: taken.valid, "back": box.back + back}
    changed = replace(box, **changes)
    if taken.valid:
        others = [other for other in state.boxes if other.seat != box.seat]
        state = replace(state, boxes=tuple(sorted([*others, changed], key=lambda one: one.seat)))
    return state if taken.clause is None else say_taken(state, box, act.on, taken)


def say_taken(state: State, box: Box, on: str, taken: Accepted) -> State:
    """The sentence for a wager accepted by mistake; a wager below the minimum uses up the player's one time."""
    if taken.once_used:
        state = replace(state, once_used=(*state.once_used, box.player))
    sentence = f"Box {box.seat}, {on}: {dollars(taken.valid)} stands, {dollars(taken.void)} goes back."
    return state.say(sentence, taken.clause or "NZ1 10.2", box.seat)


def take_back(state: State, act: TakeBack) -> State:
    """What remains must still be a wager on its own: side wagers need Ante and Blind."""
    _refuse_closed(state)
    box = state.box(act.seat)
    if act.on not in AREAS or not box.wager(act.on):
        raise Refused(None, "No such wager lies there.", "on")
    if act.on in ("ante", "blind") and (box.trips or box.progressive):
        raise Refused("UTH 5.1", "Trips and progressive wagers go back first.", "on")
    state = state.with_box(act.seat, **{act.on: 0}, back=tuple(part for part in box.back if part[0] != act.on))
    return replace(state, boxes=tuple(one for one in state.boxes if any(one.stakes)))


def no_more_bets(state: State, _act: NoMoreBets) -> State:
    """UTH 8.1; with electronic collection the progressive wagers go now."""
    _refuse_closed(state)
    state = close(state).say("No more bets.", "UTH 8.1")
    progressive = sum(box.progressive for box in state.boxes)
    if progressive and state.rules.collection == "electronic":
        state = state.say(f"Progressive wagers collected: {dollars(progressive)}.", "UTH 8.1(b)")
    return state


def close(state: State) -> State:
    """Every box has its Ante and Blind (UTH 5.1), and the cards may come."""
    refuse_unless(state.boxes, clause="UTH 5.1", message="Nobody has wagered.")
    for box in state.boxes:
        for on in ("ante", "blind"):
            if not box.wager(on):
                raise Refused("UTH 5.1", f"Box {box.seat} has no {on} wager.", "boxes")
    seats = [box.seat for box in state.boxes]
    return replace(state, phase=Phase.DEALING, order=order(state.rules.dealing, seats))


def order(dealing: str, seats: Sequence[int]) -> tuple[int | str, ...]:
    """From the dealer's left, clockwise: seats rise. One round of cards at a time from a shoe, two from a shuffler."""
    if dealing == "shoe":
        return (*seats, "dealer", *seats, "dealer", *BOARD)
    twos = tuple(seat for seat in seats for _ in range(2))
    if dealing == "shuffler":
        return (*twos, "dealer", "dealer", *BOARD)
    return (*BOARD, *twos, "dealer", "dealer")


def pool_stands(state: State, act: PoolStands) -> State:
    """UTH 11.6, 11.6A: one prize pool, or Minor and Major."""
    refuse_unless(state.phase is not Phase.BETTING, clause="UTH 8.1", message="Wagers are still being made.")
    refuse_unless(state.pool is None, clause="UTH 11.6", message="The pool has been read for this round.")
    amounts = (act.prize, act.minor, act.major)
    if any(amount is not None and amount < 0 for amount in amounts):
        raise Refused(None, "A pool holds nothing or more.", "prize")
    match amounts:
        case (int(prize), None, None):
            return replace(state, pool=Pool(prize))
        case (None, int(minor), int(major)):
            return replace(state, pool=SubPools(minor, major))
    raise Refused("UTH 11.6A", "One prize pool, or Minor and Major.", "prize")


def _refuse_closed(state: State) -> None:
    refuse_unless(state.phase is Phase.BETTING, clause="UTH 5.14", message="No more bets has been called.")


def _refuse_no_seat(state: State, seat: int) -> None:
    here = 1 <= seat <= state.rules.boxes
    refuse_unless(here, clause="UTH 3.1", message=f"Boxes are numbered 1 to {state.rules.boxes}.", where="seat")


def _refuse_form(state: State, act: PlaceWager) -> None:
    refuse_unless(act.on in AREAS, clause="NZ1 10.1(a)", message="No such wager in this game.", where="on")
    refuse_unless(not act.spoken_only, clause="UTH 5.7", message="A spoken wager needs its chips.", where="amount")
    refuse_unless(act.amount > 0, clause=None, message="A stake is at least one cent.", where="amount")
    whole = act.amount % state.rules.chip == 0
    refuse_unless(whole, clause="NZ1 10.3", message="Not a multiple of the lowest chip.", where="amount")


def _refuse_player(state: State, act: PlaceWager) -> None:
    if act.player in state.setup.excluded:
        raise Refused("NZ1 17.3(b)", "The player is excluded from the game.", "player")
    if state.has(act.seat):
        if state.box(act.seat).player != act.player:
            raise Refused("UTH 5.9", "Another player wagers on this box.", "seat")
        return
    if state.of(act.player):
        refuse_unless(state.rules.several_boxes, clause="UTH 5.8", message="One box a player here.", where="seat")
        refuse_unless(not state.setup.waiting, clause="UTH 5.8.1", message="Another player waits.", where="seat")


def _refuse_order(state: State, box: Box, act: PlaceWager) -> None:
    """UTH 5.1(b), 11.1: Trips and progressive only beside an Ante and a Blind."""
    if act.on in ("trips", "progressive") and not (box.ante and box.blind):
        raise Refused("UTH 5.1" if act.on == "trips" else "UTH 11.1", "Ante and Blind come first.", "on")
    if act.on == "progressive" and state.rules.collection == "electronic":
        refuse_unless(act.lit, clause="UTH 11.4", message="The area is not lit: not accepted.", where="lit")
    if act.on == "trips":
        refuse_unless(state.setup.trips is not None, clause="NZ1 9.2", message="No Trips limits here.", where="on")
