"""Why an act is not allowed: the clause, and what would be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from games.engine.cards import CARDS
from games.engine.poker.pots import contested
from games.engine.poker.terms import FORCED, NO_CHECK, OPEN_TWICE

if TYPE_CHECKING:
    from games.engine.poker.play import Play


def check(play: Play) -> NoReturn:
    """Something is to call, or this round knows no check."""
    if play.mode == FORCED:
        play.refuse("bring_in", "The forced opening bet must be made.")
    owed = play.level - play.bets[play.turn]
    if owed > 0 and play.mode <= NO_CHECK:
        play.refuse("call", f"{owed} is to call: call, raise or fold.")
    play.refuse("check", "There is no check in this round: bet or fold.")


def call(play: Play) -> None:
    """WA 26.4(d): who has nothing to call says call, once the betting is open; elsewhere that is a check."""
    if play.mode == FORCED:
        play.refuse("bring_in", "The forced opening bet must be made.")
    if play.mode == OPEN_TWICE:
        play.refuse("open", f"Nobody has opened: raise to {2 * play.level} or fold.")
    if play.mode != NO_CHECK or not play.level:
        play.refuse("call", "There is nothing to call.")


def wager(play: Play, to: int) -> NoReturn:
    """A bet or raise that is not allowed, or not for this amount."""
    seat = play.turn
    have = play.bets[seat] + play.stacks[seat]
    if to > have:
        play.refuse("stake", f"Seat {play.seats[seat]} has {have} for this round.")
    found = play.bounds()
    if found is not None:
        _amount(play, to, *found)
    if to <= play.level:
        play.refuse("least", f"{play.level} is to call: {to} is no raise.")
    if play.capped():
        play.refuse("cap", "No more raises in this round: call or fold.")
    play.refuse("reopen", "The betting has not been reopened for this seat: call or fold.")


def _amount(play: Play, to: int, least: int, most: int) -> NoReturn:
    if play.mode == OPEN_TWICE:
        play.refuse("open", f"The betting is opened at {least}.")
    if play.mode == FORCED and to < least:
        play.refuse("bring_in", f"The forced opening bet is {least} or more.")
    word = "A raise is to" if play.level else "A bet is"
    if to < least:
        play.refuse("least", f"{word} {least} or more.")
    play.refuse("most", f"{word} {most} at the most.")


def discard(play: Play, cards: Sequence[int]) -> list[int]:
    """What is left of the hand."""
    if play.variant.discards == "one" and len(cards) != 1:
        play.refuse("discard", "One card is discarded.")
    left = list(play.hands[play.turn])
    for card in cards:
        if card not in left:
            name = CARDS[card] if card >= 0 else "??"
            play.refuse("discard", f"Seat {play.seats[play.turn]} does not hold {name}.")
        left.remove(card)
    return left


def muck(play: Play, seat: int) -> None:
    """Only a hand that is still in, and never the last one in a pot."""
    bit = 1 << seat
    if not play.live & bit or play.mucked & bit:
        play.refuse("muck", f"Seat {play.seats[seat]} has no hand to give up.")
    left = play.live & ~play.mucked & ~bit
    if any(not left & pot.eligible for pot in contested(play)):
        play.refuse("muck", "The last hand in a pot is not given up.")
