"""What players decide at the three points (UTH 5.3 to 5.5, 9)."""

from __future__ import annotations

from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.engine.general import accepted_by_mistake
from games.engine.money import dollars
from games.engine.ultimate.acts import Check, Fold, Look, MistakenPlay, Play
from games.engine.ultimate.betting import say_taken, used
from games.engine.ultimate.deal import after_decisions
from games.engine.ultimate.state import DECIDING, PLAY_CLAUSE, TIMES, Box, Phase, State


def look(state: State, act: Look) -> State:
    """UTH 9.1; at a blind hand it is kept for the ruling of 12.15, not refused: it has happened."""
    box = state.box(act.seat)
    refuse_unless(state.phase in DECIDING, clause="UTH 9.1", message="Hands are not picked up now.")
    if (box.player, box.seat) in state.looked:
        return state
    state = replace(state, looked=(*state.looked, (box.player, box.seat)))
    if state.hidden(box):
        state = state.say(f"{box.player} has viewed the blind hand at box {box.seat}.", "UTH 5.8.2", box.seat)
    return state


def check(state: State, act: Check) -> State:
    box = _deciding(state, act.seat)
    may = state.phase is not Phase.RIVER and not state.play_or_fold
    clause = "UTH 12.7" if state.play_or_fold else "UTH 5.5"
    refuse_unless(may, clause=clause, message="Play or fold.")
    return after_decisions(state.with_box(box.seat, checked=state.phase))


def play(state: State, act: Play) -> State:
    box = _deciding(state, act.seat)
    allowed = TIMES[state.phase]
    if act.times not in allowed:
        options = " or ".join(str(times) for times in allowed)
        raise Refused(PLAY_CLAUSE[state.phase], f"The Play wager is {options} times the Ante here.", "times")
    return _laid(state, box, box.ante * act.times)


def mistaken_play(state: State, act: MistakenPlay) -> State:
    """NZ1 10.2 with the levels of 10.1(d): void for the excess; below the least valid once for the player."""
    box = _deciding(state, act.seat)
    refuse_unless(act.amount > 0, clause=None, message="A stake is at least one cent.", where="amount")
    levels = [box.ante * times for times in TIMES[state.phase]]
    taken = accepted_by_mistake(act.amount, levels, used_before=box.player in used(state))
    # Void altogether: the chips go back and the player still has to decide.
    if not taken.valid:
        return say_taken(state, box, "play", taken)
    if taken.void:
        state = state.with_box(box.seat, back=(*box.back, ("play", taken.void, taken.clause or "")))
    if taken.clause:
        state = say_taken(state, box, "play", taken)
    return _laid(state, box, taken.valid)


def fold(state: State, act: Fold) -> State:
    box = _deciding(state, act.seat)
    may = state.phase is Phase.RIVER or state.play_or_fold
    refuse_unless(may, clause="UTH 5.5(a)", message="A hand is folded after the last community cards.")
    state = state.with_box(box.seat, ended="fold", clause="UTH 9.6(b)")
    return after_decisions(state.say(f"Box {box.seat} folds.", "UTH 9.6", box.seat))


def _laid(state: State, box: Box, amount: int) -> State:
    state = state.with_box(box.seat, play=amount, played=state.phase)
    sentence = f"Box {box.seat} plays {dollars(amount)}."
    return after_decisions(state.say(sentence, PLAY_CLAUSE[state.phase], box.seat))


def _deciding(state: State, seat: int) -> Box:
    box = state.box(seat)
    refuse_unless(state.phase in DECIDING, clause="UTH 9.1", message="No decision is asked for now.")
    if box.ended is not None:
        raise Refused("UTH 9.6", "The box is no longer in the round.", "seat")
    if box.play:
        raise Refused("UTH 9.3", "The box has its Play wager.", "seat")
    refuse_unless(box in state.undecided, clause="UTH 5.3", message="The box has decided here.", where="seat")
    return box
