"""A hand on record as a line for the command line: what a dispute desk or a regulator settles again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.cards import CARDS
from games.engine.poker import acts
from games.engine.poker.history import Hand
from games.engine.poker.state import State
from games.engine.poker.variants import HIDDEN

WORDS: dict[type, str] = {
    acts.Fold: "fold",
    acts.Check: "check",
    acts.Call: "call",
    acts.AllIn: "all_in",
    acts.Bet: "bet",
    acts.Raise: "raise",
    acts.Discard: "discard",
    acts.Muck: "muck",
}


def to_record(hand: Hand, identity: str | int | None = None) -> dict[str, Any]:
    """The object that `settle` reads (contracts: poker)."""
    *_, last = states = list(hand.states())
    table = hand.rules.to_json() | hand.setup.to_json()
    table.pop("readings", None)
    boards = [names(board) for board in (last.play.board, *last.play.more_boards)]
    return {
        "id": identity,
        "game": "poker",
        **table,
        "cards": {str(seat): names(cards) for seat, cards in dealt(states, hand).items()},
        "board": boards if len(boards) > 1 else boards[0],
        "actions": [written(act) for act in hand.acts if type(act) in WORDS],
    }


def names(cards: Sequence[int]) -> list[str]:
    return ["??" if card == HIDDEN else CARDS[card] for card in cards]


def dealt(states: Sequence[State], hand: Hand) -> dict[int, list[int]]:
    """Every card that went to a seat, in that order, as it was known at the end."""
    found: dict[int, list[int]] = {seat: [] for seat in hand.setup.stacks}
    for before, act in zip(states, hand.acts, strict=False):
        if isinstance(act, acts.Deal):
            for due, card in zip(before.tray.due, act.cards, strict=False):
                if due.place in ("down", "up"):
                    found[before.play.seats[due.to]].append(HIDDEN if card is None else card)
    return found | _revealed(states[-1], found)


def _revealed(last: State, found: dict[int, list[int]]) -> dict[int, list[int]]:
    """A hand shown at the end fills in what was dealt unseen, discards apart."""
    play = last.play
    shown = {}
    for index, seat in enumerate(play.seats):
        if HIDDEN in found[seat] and HIDDEN not in play.hands[index]:
            known = [card for card in play.hands[index] if card not in found[seat]]
            gone = dict(play.discards).get(index, []).count(HIDDEN)
            shown[seat] = _filled(found[seat], known, gone)
    return shown


def _filled(cards: list[int], known: list[int], gone: int) -> list[int]:
    filled = []
    left = known.copy()
    for card in cards:
        if card == HIDDEN and gone:
            gone -= 1
            filled.append(card)
        else:
            filled.append(left.pop(0) if card == HIDDEN else card)
    return filled


def written(act: Any) -> list[Any]:
    """`[4, "raise", 300]`."""
    line: list[Any] = [act.seat, WORDS[type(act)]]
    if isinstance(act, acts.Bet | acts.Raise):
        line.append(act.to)
    elif isinstance(act, acts.Discard):
        line.append(names([HIDDEN if card is None else card for card in act.cards]))
    return line
