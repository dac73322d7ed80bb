"""Who has the dealer button in the first hand, and where it goes after one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from casino.refused import Refused
from games.engine.cards import CARDS, SUITS, rank, suit
from games.engine.poker.books import Book


def deal_order(seats: Sequence[int]) -> tuple[int, ...]:
    """RWS 3.8, WA 20.1: one card face up to each, from the left of the dealer; seats are numbered from there."""
    return tuple(sorted(seats))


def first_button(book: Book, seats: Sequence[int], cards: Mapping[int, int] | None = None) -> int:
    """The highest card by rank and the book's order of suits; NZ13 16.1(a): the seat at the dealer's right, no draw."""
    clause = book.clause("button_suits")
    if not seats:
        raise Refused(clause, "Nobody is seated.", "seats")
    if not book.button_suits:
        if cards:
            raise Refused(clause, "There is no draw: the player at the dealer's right has the button.", "cards")
        return deal_order(seats)[-1]
    drawn = cards or {}
    for seat in deal_order(seats):
        if seat not in drawn:
            raise Refused(clause, f"Seat {seat} has no card.", f"cards.{seat}")
    seen: set[int] = set()
    for seat, card in drawn.items():
        if seat not in seats:
            raise Refused(clause, "Nobody sits there.", f"cards.{seat}")
        if card in seen:
            raise Refused(clause, f"{CARDS[card]} stands twice.", f"cards.{seat}")
        seen.add(card)
    return max(drawn, key=lambda seat: (rank(drawn[seat]), book.button_suits.index(SUITS[suit(drawn[seat])])))


def next_button(button: int, seats: Sequence[int]) -> int:
    """One place clockwise among those seated (RWS 3.8, NZ13 16.1(a), WA 20.1); a dead button is the room's affair."""
    order = sorted(seats)
    return next((seat for seat in order if seat > button), order[0])
