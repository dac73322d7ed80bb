"""Wagers made, reduced, removed, and settled where they lie (NZ11A section 4; NZ1 9 and 10)."""

from __future__ import annotations

from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.engine.general import accepted_by_mistake, refuse_after_result, refuse_outside
from games.engine.snake_eyes.acts import PlaceWager, ReduceWager, RemoveWager, WagerLies
from games.engine.snake_eyes.shooter import round_over
from games.engine.snake_eyes.state import Phase, State, Wager
from games.engine.snake_eyes.wagers import WAGERS


def place(state: State, act: PlaceWager) -> State:
    """NZ11A 4.4: before the roll; while the dice roll only with the dealer's word and with chips."""
    _open(state)
    if state.phase is Phase.ROLLING:
        refuse_unless(act.confirmed, clause="NZ11A 4.4", message="Not confirmed orally in time.", where="confirmed")
        refuse_unless(act.chips, clause="NZ11A 4.4", message="A late wager comes with chips.", where="chips")
    ids = [wager.id for wager in state.wagers] + [one.wager.id for one in state.settled]
    refuse_unless(act.id not in ids, clause=None, message="Id in use.", where="id")
    refuse_unless(act.on in WAGERS, clause="NZ1 10.1(a)", message="There is no such wager.", where="on")
    wager = Wager(act.id, act.on, act.amount, act.player, state.number)
    _check_chips(state, wager.amount)
    if act.mistaken:
        return _accept_mistaken(state, wager)
    _check_limits(state, wager)
    return replace(state, wagers=(*state.wagers, wager))


def reduce_to(state: State, act: ReduceWager) -> State:
    """NZ11A 4.7."""
    _open(state, "NZ11A 4.7")
    wager = find(state, act.id)
    refuse_unless(act.amount < wager.amount, clause="NZ11A 4.7", message="Only less than before.", where="amount")
    _check_chips(state, act.amount)
    reduced = replace(wager, amount=act.amount, excess=min(wager.excess, max(0, act.amount - _valid(wager))))
    refuse_outside(act.amount - reduced.excess, state.sign.holds_for(wager.on, wager.player))
    return with_wager(state, reduced)


def remove(state: State, act: RemoveWager) -> State:
    """NZ11A 4.7."""
    _open(state, "NZ11A 4.7")
    wager = find(state, act.id)
    changed = replace(state, wagers=tuple(one for one in state.wagers if one is not wager))
    begun = changed.phase is Phase.OPEN and bool(changed.rolls)
    return round_over(changed) if begun and not changed.wagers else changed


def lies(state: State, act: WagerLies) -> State:
    """NZ11A 4.6: its position when the result is established counts."""
    refuse_unless(state.phase is Phase.CALLED, clause="NZ11A 4.6", message="No result has been called.")
    wager = find(state, act.id)
    refuse_unless(act.on in WAGERS, clause="NZ11A 4.6", message="There is no such area.", where="on")
    changed = with_wager(state, moved(state, wager, act.on))
    return changed.say(f"Wager {wager.id} lies on {act.on}, not on {wager.on}.", "NZ11A 4.6", wager.player)


def moved(state: State, wager: Wager, on: str) -> Wager:
    """On another area it sees the roll that has been called, and none before."""
    return replace(wager, on=on, since=len(state.rolls), spent=() if on != wager.on else wager.spent)


def find(state: State, identity: str) -> Wager:
    for wager in state.wagers:
        if wager.id == identity:
            return wager
    raise Refused(None, "There is no such wager.", "id")


def with_wager(state: State, wager: Wager) -> State:
    return replace(state, wagers=tuple(wager if one.id == wager.id else one for one in state.wagers))


def _open(state: State, clause: str = "NZ11A 4.4") -> None:
    refuse_after_result(state.phase is Phase.CALLED)
    refuse_unless(state.phase in (Phase.OPEN, Phase.ROLLING), clause=clause, message="Wagers are closed.")


def _valid(wager: Wager) -> int:
    return wager.amount - wager.excess


def _check_chips(state: State, amount: int) -> None:
    refuse_unless(amount >= 1, clause="NZ11A 4.3", message="A stake is at least 1.", where="amount")
    refuse_unless(amount % state.rules.chip == 0, clause="NZ11A 4.3", message="Not payable in chips.", where="amount")


def _check_limits(state: State, wager: Wager) -> None:
    """NZ1 10.1(b): each wager by itself, and the maximum over all that the player has on the same area."""
    limits = state.sign.holds_for(wager.on, wager.player)
    refuse_outside(wager.amount, limits)
    refuse_unless(
        _there(state, wager) + wager.amount <= limits.most,
        clause="NZ1 10.1(b)",
        message="Above the maximum together with the wagers already there.",
        where="amount",
    )


def _accept_mistaken(state: State, wager: Wager) -> State:
    """NZ1 10.2: too little stands once for the player, too much is void for the excess."""
    limits = state.sign.holds_for(wager.on, wager.player)
    found = accepted_by_mistake(wager.amount, limits, used_before=wager.player in state.undersized)
    valid = min(found.valid, max(0, limits.most - _there(state, wager)))
    clause = found.clause or "NZ1 10.2(b)"
    wager = replace(wager, excess=wager.amount - valid, void=None if valid else clause)
    undersized = (*state.undersized, wager.player) if found.once_used else state.undersized
    sentence = f"Wager {wager.id} of {wager.amount} was accepted by mistake; {valid} of it stands."
    changed = replace(state, wagers=(*state.wagers, wager), undersized=undersized)
    return changed.say(sentence, clause, wager.player)


def _there(state: State, wager: Wager) -> int:
    same = [one for one in state.wagers if one.on == wager.on and one.player == wager.player and one.void is None]
    return sum(_valid(one) for one in same)
