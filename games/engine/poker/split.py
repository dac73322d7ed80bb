"""Dividing a pot among equal hands: who gets what cannot be divided."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.engine.poker.showdown import Hands

Odd = Callable[[dict[int, int], int, int, Hands, int], None]


def split(amount: int, seats: Sequence[int], chip: int, hands: Hands, board: int) -> dict[int, int]:
    """Equal shares down to the chip; what is over goes as the book says. `seats` run from the left of the button."""
    if len(seats) == 1:
        return {seats[0]: amount}
    share = amount // (len(seats) * chip) * chip
    shares = dict.fromkeys(seats, share)
    over = amount - share * len(seats)
    if over:
        ODD[hands.play.terms.book.odd_chip](shares, over, chip, hands, board)
    return shares


def _first_left(shares: dict[int, int], over: int, chip: int, hands: Hands, board: int) -> None:
    """RWS 4.5: all of it to the first winner left of the button."""
    shares[next(iter(shares))] += over


def _one_each(shares: dict[int, int], over: int, chip: int, hands: Hands, board: int) -> None:
    """WA 18.2: one chip each, clockwise from the left of the button; a last piece below a chip like a chip."""
    for seat in shares:
        piece = min(chip, over)
        shares[seat] += piece
        over -= piece


def _highest_card(shares: dict[int, int], over: int, chip: int, hands: Hands, board: int) -> None:
    """NZ13 16.5(e) …: all of it to the highest card, rank first, then suit."""
    shares[max(shares, key=lambda seat: hands.odd_cards(seat, board))] += over


def _highest_suit(shares: dict[int, int], over: int, chip: int, hands: Hands, board: int) -> None:
    """The other reading of the same clause: the suit first."""

    def by_suit(seat: int) -> list[tuple[int, int]]:
        return sorted(((card & 3, card >> 2) for card in hands.odd_cards(seat, board)), reverse=True)

    shares[max(shares, key=by_suit)] += over


ODD: dict[str, Odd] = {
    "first_left": _first_left,
    "one_each": _one_each,
    "highest_card": _highest_card,
    "highest_suit": _highest_suit,
}
