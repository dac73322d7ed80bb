"""Which irregularities of NZ11A (and of the general rules) can be ruled on now, by whom, and to what effect."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.protocol import STAFF, Ruling
from games.engine.snake_eyes.state import DEALER, Phase, State

GAME, OPERATOR = "game_supervisor", "operator"

# NZ11A 6.3: these make a roll void whether or not anybody says so.
MUST_VOID = {
    "6.3(a)": "A die left the table.",
    "6.3(b)": "One die rests on the other.",
    "6.3(c)": "A die rests on the bank of chips.",
    "6.3(d)": "A die rests in the bowl or on a rail.",
    "6.3(e)": "More than one face of a die rests on an object.",
    "6.3(f)": "A die or the technique is fraudulent, or the die is not approved.",
    "6.3(g)": "The fall of the dice could have been called from the throw.",
    "6.3(h)": "Somebody other than the Shooter rolled.",
}
# NZ11A 6.4: these may, as the dealer or the game supervisor decides.
MAY_VOID = {
    "6.4(a)": "The dice did not leave the hand together.",
    "6.4(b)": "A die did not strike an end of the table.",
    "6.4(c)": "The roll was improper.",
    "6.4(d)": "There was another irregularity.",
}
OVERRULES = {
    "game_supervisor": "NZ11A 6.6(a)",
    "casino_supervisor": "NZ11A 6.6(b)",
    "senior_supervisor": "NZ11A 6.6(c)",
    "operator": "NZ11A 6.6(d)",
}
NO_ROLL = "No roll: nothing is decided, wagers stand for the next one."


def rulings(state: State) -> list[Ruling]:
    """All that apply now; a round that is over takes none."""
    if state.phase is Phase.OVER:
        return []
    return [*_roll(state), *_called(state), *_dice(state), *_equipment(state), *_anywhere(state)]


def _roll(state: State) -> Iterator[Ruling]:
    if state.phase not in (Phase.ROLLING, Phase.CALLED):
        return
    for clause, what in {**MUST_VOID, **MAY_VOID}.items():
        yield Ruling("no_roll", f"NZ11A {clause}", DEALER, f"{what} {NO_ROLL}", clause)
    yield Ruling("uppermost_face", "NZ11A 6.2", GAME, "The dice count as the game supervisor reads them.")
    yield Ruling("face_in_doubt", "NZ11A 6.2", GAME, NO_ROLL)


def _called(state: State) -> Iterator[Ruling]:
    if state.phase is not Phase.CALLED:
        return
    above = STAFF.index(state.called_by) + 1
    if above < len(STAFF):
        rank = STAFF[above]
        yield Ruling("overrule", OVERRULES[rank], rank, "The roll counts as the higher rank calls it.")
    if state.entered not in (None, state.last_roll):
        yield Ruling("correct_entry", "NZ11A 6.8", GAME, "The entry is amended to the dice before wagers are settled.")
    for wager in state.wagers:
        yield Ruling("moved_wager", "NZ11A 4.6", OPERATOR, "It is settled where it belongs.", wager.id)


def _dice(state: State) -> Iterator[Ruling]:
    if state.phase is not Phase.OPEN:
        return
    if state.shooter not in (None, DEALER):
        yield Ruling("pass_the_dice", "NZ11A 5.7(b)", DEALER, "The Shooter gives up the dice.", state.shooter)
    if state.missing:
        yield Ruling("dice_found", "NZ11A 6.1(c)", GAME, "Inspected, they go to the Shooter or into the bowl.")
        yield Ruling("dice_lost", "NZ11A 6.1(d)", GAME, "All dice are replaced when the Shooter's turn ends.")
    elif state.dice:
        yield Ruling("dice_missing", "NZ11A 6.1", DEALER, "They are looked for; the Shooter chooses others or waits.")


def _equipment(state: State) -> Iterator[Ruling]:
    if state.stopped:
        yield Ruling("fault_rectified", "NZ11A 6.10", GAME, "The game goes on.")
        yield Ruling("safe_procedure", "NZ11A 6.10", OPERATOR, "The game goes on under a procedure, in writing.")
        return
    if state.rules.electronic and state.phase is Phase.CALLED:
        yield Ruling("wrong_lights", "NZ11A 6.9", DEALER, "The dice count; then the game stops (6.10).")
    if state.rules.electronic:
        yield Ruling("equipment_fault", "NZ11A 6.10", DEALER, "No further roll before it is dealt with.")


def _anywhere(state: State) -> Iterator[Ruling]:
    yield Ruling("wrong_display", "NZ11A 6.11", DEALER, "The dice count, not the display.")
    yield Ruling("unlisted", "NZ11A 6.7", OPERATOR, "As the operator decides, in writing; play goes on.")
    if not state.wagers:
        return
    yield Ruling("disruption", "NZ1 18.1(a)", OPERATOR, "The round is invalidated, open wagers go back.")
    yield Ruling("fraud", "NZ1 18.1(b)", OPERATOR, "The round is invalidated, open wagers go back.")
    for player in dict.fromkeys(wager.player for wager in state.wagers):
        effect = "The round is invalidated; this player's wagers are forfeited, the others go back."
        yield Ruling("fraud", "NZ1 18.2", OPERATOR, effect, player)
        yield Ruling("device", "NZ1 17.3", OPERATOR, "This player's wagers are void.", player)
    for wager in state.wagers:
        yield Ruling("unlisted", "NZ11A 6.7", OPERATOR, "This wager is void, as the operator decides.", wager.id)
