"""Hands showing: who opens by up-cards. The ace is high; straights and flushes do not count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casino.refused import Refused
from games.engine.cards import rank

if TYPE_CHECKING:
    from games.engine.poker.flow import Flow


def showing(cards: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """What up-cards are worth: groups of equal rank, the largest and then the highest first."""
    ranks = [rank(card) for card in cards]
    return tuple(sorted(((ranks.count(value), value) for value in set(ranks)), reverse=True))


def cards_due(flow: Flow, number: int) -> int:
    """How many cards a seat holds in round `number`; a community card (in `board`) stands for everybody's last."""
    return min(flow.variant.dealt[number], flow.variant.most_cards - len(flow.board))


def up_cards(flow: Flow, seat: int) -> list[int]:
    """The cards of a seat that lie face up in this round; the community card is nobody's."""
    hand, due = flow.hands[seat], cards_due(flow, flow.round)
    if len(hand) < due:
        raise Refused(None, f"Seat {flow.seats[seat]} had been dealt {due} cards.", f"cards.{flow.seats[seat]}")
    return [hand[place] for place in flow.variant.ups[flow.round] if place < due]


def first_order(flow: Flow, lowest: bool) -> list[int]:
    """Seats with chips by their up-card, who opens first (NZ13 12.2, 13.2; WA 21.2, 22.3, 23.3, 23.4)."""
    place = flow.variant.ups[0][0]
    by_suit = flow.terms.book.up_card_ties == "suit"
    sign = 1 if lowest else -1

    def key(seat: int) -> tuple[int, int]:
        card = flow.hands[seat][place]
        return (sign * card, 0) if by_suit else (sign * rank(card), seat)

    return sorted((seat for seat in range(flow.number) if flow.able >> seat & 1), key=key)


def highest_showing(flow: Flow) -> int:
    """The seat still in with the highest hand showing; equals by suit in NZ, nearest the button's left in WA."""
    by_suit = flow.terms.book.up_card_ties == "suit"
    best = -1
    worth: tuple[tuple[tuple[int, int], ...], int] = ((), 0)
    for seat in range(flow.number):
        if flow.live >> seat & 1:
            cards = up_cards(flow, seat)
            found = (showing(cards), max(cards) if by_suit else 0)
            if best < 0 or found > worth:
                best, worth = seat, found
    return best
