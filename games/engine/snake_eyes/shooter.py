"""The dice and who rolls them (NZ11A section 5)."""

from __future__ import annotations

from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.engine.snake_eyes.acts import AcceptDice, CallRoll, ChooseDice, DeclineDice, EnterRoll, ReceiveDice
from games.engine.snake_eyes.state import DEALER, Phase, State, has_wager
from games.engine.snake_eyes.wagers import Dice

MOST_DICE = 5


def receive_dice(state: State, act: ReceiveDice) -> State:
    """NZ11A 5.2: inspected by both, each for themselves; 1.1: at most five."""
    refuse_unless(state.phase is Phase.DICE, clause="NZ11A 5.2", message="There are dice on the table.")
    refuse_unless(2 <= act.count <= MOST_DICE, clause="NZ11A 1.1", message="Two to five dice.", where="count")
    refuse_unless(act.by_dealer, clause="NZ11A 5.2", message="The dealer has not inspected them.", where="by_dealer")
    refuse_unless(
        act.by_supervisor,
        clause="NZ11A 5.2",
        message="The game supervisor has not inspected them.",
        where="by_supervisor",
    )
    return replace(state, dice=act.count, phase=Phase.OPEN)


def offer(state: State) -> str | None:
    """To whom the dice are offered now: 5.3 from the dealer's left, 5.9 from the last Shooter's, with a wager."""
    if state.phase is not Phase.OPEN or state.shooter is not None:
        return None
    return next((player for player in _in_turn(state) if player not in state.declined), None)


def accept(state: State, act: AcceptDice) -> State:
    _offered_to(state, act.player)
    changed = replace(state, shooter=act.player, declined=())
    return changed.say(f"{act.player} is the Shooter.", _offer_clause(state), act.player)


def decline(state: State, act: DeclineDice) -> State:
    """NZ11A 5.9: when nobody takes the dice and wagers are open, the dealer rolls."""
    _offered_to(state, act.player)
    return replace(state, declined=(*state.declined, act.player))


def dealer_rolls(state: State) -> bool:
    """NZ11A 5.9(d)."""
    return state.phase is Phase.OPEN and state.shooter is None and bool(state.wagers) and offer(state) is None


def throw(state: State) -> State:
    """NZ11A 5.5; 5.4: with a wager at the time of the roll; 6.10: not while the game is stopped."""
    refuse_unless(state.phase is Phase.OPEN, clause="NZ11A 5.6", message="The last roll is not settled.")
    refuse_unless(not state.stopped, clause="NZ11A 6.10", message="No further roll before the fault is dealt with.")
    refuse_unless(
        not (state.choosing or state.waits_for_dice), clause="NZ11A 6.1", message="The Shooter has no dice yet."
    )
    if state.shooter is None:
        refuse_unless(dealer_rolls(state), clause="NZ11A 5.9", message="Nobody has taken the dice.")
        state = replace(state, shooter=DEALER)
    eligible = bool(state.wagers) if state.shooter == DEALER else has_wager(state, state.shooter or "")
    refuse_unless(eligible, clause="NZ11A 5.4", message="The Shooter has no wager.")
    return replace(state, phase=Phase.ROLLING)


def call(state: State, act: CallRoll) -> State:
    """NZ11A 5.6(a)."""
    refuse_unless(state.phase is Phase.ROLLING, clause="NZ11A 5.6(a)", message="No dice are rolling.")
    dice = pair(act.dice)
    changed = replace(state, phase=Phase.CALLED, rolls=(*state.rolls, dice), called_by=DEALER, entered=None)
    return changed.say(f"{dice[0]} and {dice[1]}: {sum(dice)}.", "NZ11A 5.6(a)", DEALER)


def enter(state: State, act: EnterRoll) -> State:
    """NZ11A 5.6(b)."""
    due = state.phase is Phase.CALLED and state.rules.electronic and state.entered is None
    refuse_unless(due, clause="NZ11A 5.6(b)", message="Nothing is to be entered now.")
    return replace(state, entered=pair(act.dice))


def relinquish(state: State, clause: str = "NZ11A 5.7", sentence: str = "The Shooter gives up the dice.") -> State:
    """NZ11A 5.7, 5.9: the dice go to the left."""
    free = state.phase is Phase.OPEN and state.shooter not in (None, DEALER)
    refuse_unless(free, clause="NZ11A 5.7", message="After a roll, by the Shooter.")
    changed = turn_ends(state)
    return changed.say(sentence, clause, state.shooter)


def turn_ends(state: State) -> State:
    """The Shooter's turn is over; 6.1(d): then all dice are replaced."""
    last = state.shooter or state.last_shooter
    changed = replace(state, shooter=None, last_shooter=last, declined=(), choosing=False, waits_for_dice=False)
    if not changed.new_dice_due:
        return changed
    return replace(changed, dice=0, missing=0, new_dice_due=False, phase=Phase.DICE)


def round_over(state: State) -> State:
    """The layout is empty."""
    return replace(state, phase=Phase.OVER)


def choose_dice(state: State, act: ChooseDice) -> State:
    """NZ11A 6.1(b): others from the bowl, if two are there, or the original ones."""
    refuse_unless(state.choosing, clause="NZ11A 6.1(b)", message="No dice are to be chosen.")
    left = state.dice - state.missing
    if not act.original and left < 2:
        raise Refused("NZ11A 6.1(b)", "Fewer than two dice are left on the table.", "original")
    return replace(state, choosing=False, waits_for_dice=act.original)


def pair(dice: tuple[int, ...]) -> Dice:
    """Two dice, each from 1 to 6."""
    refuse_unless(len(dice) == 2, clause="NZ11A 1.1", message="Two dice are rolled.", where="dice")
    for place, die in enumerate(dice):
        refuse_unless(1 <= die <= 6, clause="NZ1 16", message="A die shows 1 to 6.", where=f"dice[{place}]")
    return dice[0], dice[1]


def _in_turn(state: State) -> list[str]:
    """Clockwise; in the course of play only those with a wager, and not the Shooter who gave up the dice."""
    players, last = state.players, state.last_shooter
    if last is None:
        return list(players)
    start = players.index(last) + 1 if last in players else 0
    around = players[start:] + players[: max(0, start - 1)]
    return [player for player in around if has_wager(state, player)]


def _offer_clause(state: State) -> str:
    return "NZ11A 5.3" if state.last_shooter is None else "NZ11A 5.9"


def _offered_to(state: State, player: str) -> None:
    refuse_unless(
        offer(state) == player, clause=_offer_clause(state), message="The dice are not offered to them.", where="player"
    )
