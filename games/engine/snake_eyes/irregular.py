"""What each ruling does: a new state and a sentence for the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.engine.protocol import Rule, Ruling, may_decide
from games.engine.snake_eyes.rulings import OVERRULES, rulings
from games.engine.snake_eyes.shooter import pair, relinquish
from games.engine.snake_eyes.state import Phase, State
from games.engine.snake_eyes.wagering import find, moved, with_wager
from games.engine.snake_eyes.wagers import WAGERS, Dice


def rule(state: State, act: Rule) -> State:
    """The ruling must apply now, and the rank must reach it."""
    ruling = _found(state, act)
    refuse_unless(
        may_decide(act.by, ruling.decides), clause=ruling.clause, message=f"For the {ruling.decides}.", where="by"
    )
    return _DO[act.name](state, act, ruling)


def _found(state: State, act: Rule) -> Ruling:
    named = [ruling for ruling in rulings(state) if ruling.name == act.name]
    if not named:
        raise Refused(None, f"{act.name} does not apply now.", "name")
    for ruling in named:
        if ruling.subject == act.subject:
            return ruling
    raise Refused(named[0].clause, "It does not apply to this subject now.", "subject")


def _no_roll(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ11A 6.2 to 6.4: the roll is counted and decides nothing."""
    before = state.rolls[:-1] if state.phase is Phase.CALLED else state.rolls
    changed = replace(state, phase=Phase.OPEN, rolls=(*before, None), entered=None)
    return changed.say(f"Roll {len(changed.rolls)} is void. {ruling.effect}", ruling.clause, act.by)


def _uppermost_face(state: State, act: Rule, ruling: Ruling) -> State:
    before = state.rolls[:-1] if state.phase is Phase.CALLED else state.rolls
    dice = _dice(act)
    changed = replace(state, phase=Phase.CALLED, rolls=(*before, dice), called_by=act.by, entered=None)
    return changed.say(f"The dice count as {dice[0]} and {dice[1]}.", ruling.clause, act.by)


def _overrule(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ11A 6.6: any higher rank may, not only the next one."""
    dice = _dice(act)
    changed = replace(state, rolls=(*state.rolls[:-1], dice), called_by=act.by)
    return changed.say(f"Overruled: {dice[0]} and {dice[1]}.", OVERRULES[act.by], act.by)


def _correct_entry(state: State, act: Rule, ruling: Ruling) -> State:
    return replace(state, entered=state.last_roll).say("The entry was amended to the dice.", ruling.clause, act.by)


def _moved_wager(state: State, act: Rule, ruling: Ruling) -> State:
    wager = find(state, str(act.subject))
    refuse_unless(act.detail in WAGERS, clause=ruling.clause, message="On which area?", where="detail")
    changed = with_wager(state, moved(state, wager, str(act.detail)))
    return changed.say(f"Wager {wager.id} was moved by accident; it is on {act.detail}.", ruling.clause, act.by)


def _pass_the_dice(state: State, act: Rule, ruling: Ruling) -> State:
    return relinquish(state, ruling.clause, "The Shooter was made to give up the dice.")


def _dice_missing(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ11A 6.1(a), (b); `detail` is how many."""
    number = 1 if act.detail is None else act.detail
    known = isinstance(number, int) and 1 <= number <= state.dice
    refuse_unless(known, clause=ruling.clause, message="How many dice?", where="detail")
    changed = replace(state, missing=int(number), choosing=state.shooter is not None)
    return changed.say(f"{number} of the dice left the table and are looked for.", ruling.clause, act.by)


def _dice_found(state: State, act: Rule, ruling: Ruling) -> State:
    changed = replace(state, missing=0, choosing=False, waits_for_dice=False)
    return changed.say("The dice were found and inspected.", ruling.clause, act.by)


def _dice_lost(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ11A 6.1(d): the Shooter may go on with what is left; with fewer than two there is nothing to go on with."""
    left = state.dice - state.missing
    changed = replace(state, dice=left, missing=0, choosing=False, waits_for_dice=False, new_dice_due=True)
    if left < 2:
        changed = replace(changed, dice=0, new_dice_due=False, phase=Phase.DICE)
    return changed.say("The dice were not found: all dice are replaced.", ruling.clause, act.by)


def _stopped(state: State, act: Rule, ruling: Ruling) -> State:
    return replace(state, stopped=True).say(ruling.effect, ruling.clause, act.by)


def _goes_on(state: State, act: Rule, ruling: Ruling) -> State:
    written = act.name != "safe_procedure" or bool(act.detail)
    refuse_unless(written, clause=ruling.clause, message="Write the procedure down.", where="detail")
    return replace(state, stopped=False).say(str(act.detail or ruling.effect), ruling.clause, act.by)


def _nothing_changes(state: State, act: Rule, ruling: Ruling) -> State:
    return state.say(ruling.effect, ruling.clause, act.by)


def _unlisted(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ11A 6.7; that it is written down is our rule."""
    refuse_unless(act.detail, clause=ruling.clause, message="Write the decision down.", where="detail")
    void = [replace(one, void=ruling.clause) if one.id == act.subject else one for one in state.wagers]
    return replace(state, wagers=tuple(void)).say(str(act.detail), ruling.clause, act.by)


def _invalidated(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ1 18.2: a fraud's wagers may be forfeited."""
    wagers = tuple(
        replace(one, forfeit="NZ1 18.2") if act.subject is not None and one.player == act.subject else one
        for one in state.wagers
    )
    changed = replace(state, wagers=wagers, phase=Phase.OVER, void="NZ1 18.2")
    return changed.say(ruling.effect, ruling.clause, act.by)


def _device(state: State, act: Rule, ruling: Ruling) -> State:
    wagers = tuple(replace(one, void="NZ1 17.3(a)") if one.player == act.subject else one for one in state.wagers)
    return replace(state, wagers=wagers).say(f"{act.subject}: {ruling.effect}", ruling.clause, act.by)


def _dice(act: Rule) -> Dice:
    """`detail` names two dice, as in "3 4"."""
    parts = str(act.detail).split()
    if not all(part.isdecimal() for part in parts):
        raise Refused(None, "Name two dice, as in 3 4.", "detail")
    return pair(tuple(int(part) for part in parts))


_DO: dict[str, Callable[[State, Rule, Ruling], State]] = {
    "no_roll": _no_roll,
    "face_in_doubt": _no_roll,
    "uppermost_face": _uppermost_face,
    "overrule": _overrule,
    "correct_entry": _correct_entry,
    "moved_wager": _moved_wager,
    "pass_the_dice": _pass_the_dice,
    "dice_missing": _dice_missing,
    "dice_found": _dice_found,
    "dice_lost": _dice_lost,
    "wrong_lights": _stopped,
    "equipment_fault": _stopped,
    "fault_rectified": _goes_on,
    "safe_procedure": _goes_on,
    "wrong_display": _nothing_changes,
    "unlisted": _unlisted,
    "disruption": _invalidated,
    "fraud": _invalidated,
    "device": _device,
}
