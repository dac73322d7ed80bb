"""What the house takes of each pot."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.engine.poker.pots import Pot
from games.engine.poker.terms import Rake, Terms

DOLLAR = 100


Winners = Sequence[Sequence[int]]


def rake(terms: Terms, pots: Sequence[Pot], winners: Winners, showdown: bool, wagered: bool) -> list[int]:
    """One amount per pot; `winners` has for each pot a mask of seats per board."""
    agreed, book = terms.rake, terms.book
    none = [0] * len(pots)
    if agreed is None or not pots:
        return none
    if agreed.per_hand is not None:
        # NZ13 8.2(b): out of the main pot; 8.6 and 8.8 are about percentages.
        none[0] = min(agreed.per_hand, pots[0].amount)
        return none
    if not (showdown or book.rake_on_folds) or not (wagered or book.rake_on_blinds_alone):
        return none
    worked = [_worked(terms, agreed, pot.amount) for pot in pots]
    if showdown and not book.rake_on_equal_hands:
        worked = [0 if _equal(pot, won) else due for pot, won, due in zip(pots, winners, worked, strict=True)]
    if agreed.cap is None:
        return worked
    if book.rake_cap_per_player:
        return _cap_per_player(worked, winners, agreed.cap, _unit(terms))
    return _cap_for_the_hand(worked, agreed.cap)


def _unit(terms: Terms) -> int:
    return {"cent": 1, "chip": terms.chip, "dollar": DOLLAR}[terms.book.rake_rounds_to]


def _worked(terms: Terms, agreed: Rake, amount: int) -> int:
    unit = _unit(terms)
    return amount * agreed.percent.numerator // (agreed.percent.denominator * 100 * unit) * unit


def _equal(pot: Pot, won: Sequence[int]) -> bool:
    """NZ13 8.8: everybody who has put into the pot shares it, on every board."""
    return pot.givers & (pot.givers - 1) != 0 and all(seats == pot.givers for seats in won)


def _cap_for_the_hand(worked: list[int], cap: int) -> list[int]:
    """RWS 4.1.1, NZ13 8.7: one cap, main pot first."""
    taken = []
    for due in worked:
        taken.append(min(due, cap))
        cap -= taken[-1]
    return taken


def _cap_per_player(worked: list[int], winners: Winners, cap: int, unit: int) -> list[int]:
    """WA 19.6, 19.7: no pot yields more than a cap, and no player bears more than one; a shared pot in equal parts."""
    borne: dict[int, Fraction] = {}
    taken = []
    for due, (won, *_) in zip(worked, winners, strict=True):
        seats = [seat for seat in range(won.bit_length()) if won >> seat & 1]
        room = min(cap - borne.get(seat, 0) for seat in seats) * len(seats)
        taken.append(int(min(due, cap // unit * unit, room // unit * unit)))
        for seat in seats:
            borne[seat] = borne.get(seat, Fraction(0)) + Fraction(taken[-1], len(seats))
    return taken
