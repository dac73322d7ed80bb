"""Low hands (NZ13 9.1(k)): the order turned round, straights and flushes do not spoil one; a higher score is better."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from games.engine.cards import rank

# Sizes of the groups of equal ranks, from the best low hand to the worst.
SHAPES = ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
CEILING = len(SHAPES) << 20


def low_five(cards: Sequence[int], ace_low: bool = True) -> int:
    """Score of exactly five cards."""
    ranks = [(rank(card) + 1) % 13 if ace_low else rank(card) for card in cards]
    groups = sorted(((ranks.count(value), value) for value in set(ranks)), reverse=True)
    height = SHAPES.index(tuple(size for size, _ in groups))
    for _, value in groups:
        height = height << 4 | value
    return CEILING - (height << 4 * (5 - len(groups)))


def low_any_five(cards: Sequence[int], ace_low: bool = True) -> int:
    """The lowest hand of five to seven cards."""
    return max(low_five(five, ace_low) for five in combinations(cards, 5))


def low_two_and_three(hole: Sequence[int], board: Sequence[int], ace_low: bool = True) -> int:
    """The lowest hand of exactly two hole cards and three of the board."""
    threes = list(combinations(board, 3))
    return max(low_five(two + three, ace_low) for two in combinations(hole, 2) for three in threes)


def highest_card(score: int) -> int | None:
    """What the highest card of an unpaired low hand counts (four for a five where aces are low), for a qualifier."""
    height = CEILING - score
    return None if height >> 20 else height >> 16
