"""Hands of exactly two and three counted by ranks and then corrected for flushes: no deal is ever looked at."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

TRIPLES = list(combinations(range(5), 3))
STRAIGHTS = [frozenset(range(low, low + 5)) for low in range(9)] + [frozenset({12, 0, 1, 2, 3})]
WAYS = np.array([[comb(held, drawn) for drawn in range(6)] for held in range(5)])


def key(ranks: np.ndarray) -> np.ndarray:
    """One number for ranks in any order."""
    return (5 ** ranks.astype(np.int64)).sum(axis=-1)


def category(ranks: tuple[int, ...]) -> int:
    """Of five ranks, no flush."""
    if frozenset(ranks) in STRAIGHTS:
        return 4
    pattern = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(pattern), 0)


FIVES = [ranks for ranks in combinations_with_replacement(range(13), 5) if len(set(ranks)) > 1]
ORDER = np.argsort(key(np.array(FIVES)))
KEYS = key(np.array(FIVES))[ORDER]
CATEGORIES = np.array([category(ranks) for ranks in FIVES])[ORDER]


def best(hole: tuple[int, int], boards: np.ndarray) -> np.ndarray:
    """The best category of two hole ranks with three of each board; hands of five equal ranks do not occur."""
    keys = np.stack([key(boards[:, triple]) for triple in TRIPLES]) + key(np.array(hole))
    places = np.searchsorted(KEYS, keys).clip(max=len(KEYS) - 1)
    return np.where(KEYS[places] == keys, CATEGORIES[places], 0).max(axis=0)


def board_ways(boards: np.ndarray, held: np.ndarray) -> np.ndarray:
    """How many boards of cards have these ranks, with so many cards of each rank left."""
    counts = np.stack([(boards == rank).sum(axis=1) for rank in range(13)])
    return WAYS[held[:, None], counts].prod(axis=0)


def two_and_three() -> list[int]:
    """Deals of two hole cards and five board cards by the category of the best hand."""
    boards = np.array(list(combinations_with_replacement(range(13), 5)))
    total = np.zeros(10, dtype=np.int64)
    for low, high in combinations_with_replacement(range(13), 2):
        held = np.full(13, 4)
        held[low] -= 1
        held[high] -= 1
        holes = 6 if low == high else 16
        np.add.at(total, best((low, high), boards), holes * board_ways(boards, held))
        if low != high:
            total += 4 * flushes(low, high)
    return total.tolist()


def flushes(low: int, high: int) -> np.ndarray:
    """What a suited hole's flushes take from the categories by rank and add to their own."""
    moved = np.zeros(10, dtype=np.int64)
    free = [rank for rank in range(13) if rank not in (low, high)]
    for suited in (3, 4, 5):
        sets = list(combinations(free, suited))
        others = list(combinations_with_replacement(range(13), 5 - suited))
        ways = board_ways(np.array(others).reshape(len(others), -1), np.full(13, 3))
        boards = np.array([ranks + rest for ranks in sets for rest in others])
        np.subtract.at(moved, best((low, high), boards), np.tile(ways, len(sets)))
        for ranks in sets:
            moved[flush_category({low, high}, ranks)] += ways.sum()
    return moved


def flush_category(hole: set[int], suited: tuple[int, ...]) -> int:
    made = [frozenset(hole | set(three)) for three in combinations(suited, 3)]
    if STRAIGHTS[8] in made:
        return 9
    return 8 if any(straight in made for straight in STRAIGHTS) else 5
