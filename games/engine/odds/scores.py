"""Scores of hands for the compiled loops: higher is better, the category stands above the lowest 20 bits."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from games.engine.odds.compiled import compiled

Ints = NDArray[np.int64]

ANY_FIVE, TWO_AND_THREE = 0, 1
SHIFT = 20
PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(1, 10)
WHEEL = 0b1_0000_0000_1111
TRIPLES = np.array(list(combinations(range(5), 3)), dtype=np.int64)


@compiled
def straight_top(mask: int) -> int:
    """The highest rank of a straight among these ranks, or -1; the ace may be low (UTH 4.3(d))."""
    for top in range(12, 3, -1):
        if (mask >> (top - 4)) & 31 == 31:
            return top
    return 3 if mask & WHEEL == WHEEL else -1


@compiled
def highest(mask: int, many: int) -> int:
    """The highest ranks of the mask, four bits each."""
    packed = 0
    for rank in range(12, -1, -1):
        if many > 0 and (mask >> rank) & 1:
            packed = packed << 4 | rank
            many -= 1
    return packed


@compiled
def flush_score(mask: int) -> int:
    """The best flush of one suit's ranks."""
    top = straight_top(mask)
    if top == 12:
        return ROYAL << SHIFT
    if top >= 0:
        return STRAIGHT_FLUSH << SHIFT | top
    return FLUSH << SHIFT | highest(mask, 5)


@compiled
def rank_score(counts: Ints) -> int:
    """The best five of five to seven cards by their ranks alone."""
    mask, pairs, trips, quads = 0, 0, 0, 0
    for rank in range(13):
        held = counts[rank]
        mask |= (held > 0) << rank
        pairs |= (held == 2) << rank
        trips |= (held == 3) << rank
        quads |= (held == 4) << rank
    if quads:
        return QUADS << SHIFT | highest(quads, 1) << 4 | highest(mask & ~quads, 1)
    if trips:
        three = highest(trips, 1)
        rest = (trips | pairs) & ~(1 << three)
        if rest:
            return FULL_HOUSE << SHIFT | three << 4 | highest(rest, 1)
    top = straight_top(mask)
    if top >= 0:
        return STRAIGHT << SHIFT | top
    if trips:
        return TRIPS << SHIFT | three << 8 | highest(mask & ~trips, 2)
    return pair_score(mask, pairs)


@compiled
def pair_score(mask: int, pairs: int) -> int:
    """Two pairs, a pair or a high card."""
    if pairs & (pairs - 1):
        two = highest(pairs, 2)
        used = 1 << (two >> 4) | 1 << (two & 15)
        return TWO_PAIR << SHIFT | two << 4 | highest(mask & ~used, 1)
    if pairs:
        return PAIR << SHIFT | highest(pairs, 1) << 12 | highest(mask & ~pairs, 3)
    return highest(mask, 5)


@compiled
def best_by_ranks(board: Ints, one: int, two: int, hands: int) -> int:
    """The best hand of two hole ranks with the board, suits left aside (UTH 9.7)."""
    counts = np.zeros(13, dtype=np.int64)
    if hands == ANY_FIVE:
        for card in board:
            counts[card >> 2] += 1
        counts[one] += 1
        counts[two] += 1
        return rank_score(counts)
    best = 0
    for t in range(len(TRIPLES)):
        counts[:] = 0
        counts[one] += 1
        counts[two] += 1
        for place in TRIPLES[t]:
            counts[board[place] >> 2] += 1
        best = max(best, rank_score(counts))
    return best


@compiled
def best_flush(board: Ints, suit: int, one: int, two: int, hands: int) -> int:
    """The best flush that two hole cards make with the board in this suit, or 0."""
    mine = 0
    for card in (one, two):
        if card & 3 == suit:
            mine |= 1 << (card >> 2)
    held = 0
    for card in board:
        if card & 3 == suit:
            held |= 1 << (card >> 2)
    if hands == ANY_FIVE:
        return flush_score(held | mine) if ones(held | mine) >= 5 else 0
    if ones(mine) < 2:
        return 0
    best = 0
    for t in range(len(TRIPLES)):
        mask = mine
        for place in TRIPLES[t]:
            if board[place] & 3 == suit:
                mask |= 1 << (board[place] >> 2)
        if ones(mask) == 5:
            best = max(best, flush_score(mask))
    return best


@compiled
def ones(mask: int) -> int:
    """How many ranks the mask holds."""
    many = 0
    while mask:
        mask &= mask - 1
        many += 1
    return many


@compiled
def score_pairs(board: Ints, first: Ints, second: Ints, hands: int, scores: Ints) -> None:
    """The score of every pair of hole cards with this board."""
    by_rank = np.full((13, 13), -1, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    for card in board:
        suits[card & 3] += 1
    suit = int(np.argmax(suits))
    for i in range(len(first)):
        one, two = first[i], second[i]
        score = by_rank[one >> 2, two >> 2]
        if score < 0:
            score = best_by_ranks(board, one >> 2, two >> 2, hands)
            by_rank[one >> 2, two >> 2] = score
        if suits[suit] + (one & 3 == suit) + (two & 3 == suit) >= 5:
            score = max(score, best_flush(board, suit, one, two, hands))
        scores[i] = score
