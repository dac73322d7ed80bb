"""The draw by acts: replacements, a fifth card after everybody else's, discards reshuffled when the deck is out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.poker import dealing
from games.engine.poker.phases import DISCARD
from games.engine.poker.tray import Due, Tray
from games.engine.poker.variants import HIDDEN

if TYPE_CHECKING:
    from games.engine.poker.play import Play


def after_discard(play: Play, tray: Tray, seat: int, cards: list[int]) -> None:
    """Serve the seat that has discarded (NZ13 11.3(a), WA 26.5(b), (c)); in pineapple nothing is replaced."""
    tray.discarded += [(seat, card) for card in cards]
    if not play.variant.draw:
        go_on(play, tray)
        return
    tray.drawing = True
    number = len(cards)
    if number == 5 and play.variant.fifth_last:
        tray.late.append(seat)
        number = 4
    tray.due = [Due("down", seat)] * number
    if number:
        dealing.wait(play)
        look_for_reshuffle(play, tray)
    else:
        go_on(play, tray)


def look_for_reshuffle(play: Play, tray: Tray) -> None:
    """Before the next card, if the deck has run out."""
    if tray.due and tray.due[0].place != "reshuffle" and _runs_out(play, len(tray.due), tray.stub):
        tray.due = [Due("reshuffle"), *tray.due]


def _runs_out(play: Play, due: int, stub: int) -> bool:
    """NZ13 11.3(b): when the last card is dealt; WA 26.5(d): when it would be, and more are needed."""
    return not stub or (stub == 1 and due > 1 and play.variant.fifth_last)


def at_once(play: Play, tray: Tray) -> int:
    """How many of the cards that are due can be dealt before a reshuffle."""
    number = next((place for place, due in enumerate(tray.due) if due.place == "reshuffle"), len(tray.due))
    if tray.drawing:
        due = len(tray.due)
        return next((dealt for dealt in range(number) if _runs_out(play, due - dealt, tray.stub - dealt)), number)
    return number


def reshuffle(tray: Tray) -> None:
    """All discards but those of the seat being served and, if it suffices, of seats that wait for a fifth card."""
    served = next(due.to for due in tray.due if due.place == "down")
    waiting = {served, *tray.late, *(due.to for due in tray.due if due.place == "down")}
    if tray.stub + sum(seat not in waiting for seat, _ in tray.discarded) < len(tray.due):
        waiting = {served}
    back = [card for seat, card in tray.discarded if seat not in waiting]
    tray.discarded = [(seat, card) for seat, card in tray.discarded if seat in waiting]
    tray.stub += len(back)
    tray.out -= {card for card in back if card != HIDDEN}


def go_on(play: Play, tray: Tray) -> None:
    """The next seat discards; after the last one come the fifth cards, then the betting."""
    if play.pending:
        play.phase = DISCARD
        play.turn = (play.pending & -play.pending).bit_length() - 1
    elif tray.late:
        tray.due = _fifth_cards(play, tray)
        dealing.wait(play)
        look_for_reshuffle(play, tray)
    else:
        tray.drawing = False
        play.next_round()


def _fifth_cards(play: Play, tray: Tray) -> list[Due]:
    """WA 26.5(c): who was served last gets his after a burn; the others follow."""
    last = next(seat for seat, cards in reversed(play.discards) if cards)
    due: list[Due] = []
    if last in tray.late:
        due = [Due("burn"), Due("down", last)]
    due += [Due("down", seat) for seat in tray.late if seat != last]
    tray.late = []
    return due
