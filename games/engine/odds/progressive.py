"""The progressive wager of Ultimate: its edge as a function of the pool, and the pool at which it has none (UTH 11)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

from games.engine.hands import Category
from games.engine.odds.figures import Figure, Results, figure
from games.engine.ultimate.progressive import FIXED, LEAST, STRAIGHT_FLUSH_PART

DEALS = comb(52, 5)
# The two hole cards and the flop are any five cards (UTH 10.2).
HANDS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 4 * 9,
    Category.FOUR_OF_A_KIND: 13 * 48,
    Category.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
    Category.FLUSH: 4 * (comb(13, 5) - 10),
}
PART = {Category.STRAIGHT_FLUSH: STRAIGHT_FLUSH_PART, Category.ROYAL_FLUSH: Fraction(1)}


def prize(hand: Category, pool: Fraction) -> Fraction:
    """UTH 11.9 for the only winner, in units of the wager."""
    if hand in FIXED:
        return Fraction(FIXED[hand])
    return max(Fraction(LEAST[hand]), PART[hand] * pool)


def results(pool: Fraction) -> Results:
    """Net results for a player who never folds; the stake is always taken (UTH 8.1(b), 11.12)."""
    found: Counter[Fraction] = Counter({Fraction(-1): DEALS - sum(HANDS.values())})
    for hand, deals in HANDS.items():
        found[prize(hand, pool) - 1] += deals
    return found


def edge(pool: Fraction) -> Fraction:
    """The house's part of the wager with this pool."""
    return 1 - sum((deals * prize(hand, pool) for hand, deals in HANDS.items()), Fraction(0)) / DEALS


def break_even() -> Fraction:
    """The pool at which the edge is 0: it falls in straight pieces, from each point where a share of the pool begins
    to be more than the fixed prize."""
    begins = {hand: LEAST[hand] / part for hand, part in PART.items()}
    start = max(point for point in begins.values() if edge(point) >= 0)
    falls = sum((PART[hand] * HANDS[hand] for hand in PART if begins[hand] <= start), Fraction(0)) / DEALS
    return start + edge(start) / falls


def progressive(pool: Fraction = Fraction(0)) -> Figure:
    """The wager's figures with this pool."""
    return figure("progressive", None, {}, results(pool), break_even())
