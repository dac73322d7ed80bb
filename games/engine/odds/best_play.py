"""Ultimate Texas Hold'em by best play: every deal up to the symmetry of suits, in whole numbers throughout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import comb

import numpy as np

from games.engine.odds import symmetry
from games.engine.odds.compiled import compiled
from games.engine.odds.river import (
    COLUMNS,
    SQUARE_2,
    SQUARE_4,
    SQUARE_RIVER,
    TIES,
    TIES_RIVER,
    VALUE_2,
    VALUE_4,
    VALUE_RIVER,
    WINS,
    WINS_RIVER,
    river,
)
from games.engine.odds.scores import SHIFT, TRIPLES, Ints

SLICES = 64
PAIRS = 1326
# value, square, wins and ties of each choice
PLAY_4 = [VALUE_4, SQUARE_4, WINS, TIES]
PLAY_2 = [VALUE_2, SQUARE_2, WINS, TIES]
AT_RIVER = [VALUE_RIVER, SQUARE_RIVER, WINS_RIVER, TIES_RIVER]


@dataclass(frozen=True, slots=True)
class Start:
    """A kind of starting hand: deals, and what playing four times and checking come to, in half antes."""

    deals: int
    play: int
    check: int


@dataclass(frozen=True, slots=True)
class Solution:
    """Best play over all deals: sums of results in half antes and of their squares in quarters."""

    deals: int
    value: int
    square: int
    wins: int
    ties: int
    categories: tuple[int, ...]
    starts: dict[str, Start]
    slices: tuple[tuple[int, ...], ...]


@compiled
def add_boards(
    boards: Ints, weights: Ints, size: tuple[int, int], blinds: Ints, ways: tuple[Ints, Ints, Ints, Ints], sums: Ints
) -> Ints:
    """Add these boards' rows to the sums of every flop and hole; answers the boards' hands by category."""
    cards, hands = size
    kind, change, changed, numbers = ways
    live = (cards - 5) * (cards - 6) // 2
    pairs = np.empty((2, live), dtype=np.int64)
    scores = np.empty(live, dtype=np.int64)
    rows = np.empty((live, COLUMNS), dtype=np.int64)
    categories = np.zeros(10, dtype=np.int64)
    for b in range(len(boards)):
        board, weight = boards[b], weights[b]
        river(board, cards, hands, blinds, pairs, scores, rows)
        for i in range(live):
            categories[scores[i] >> SHIFT] += weight
            rows[i] *= weight
        # A board stands for all that a change of suits makes of it, so what adds up here is each kind of flop and
        # hole as a whole: enough to compare the choices there, and to add up the better ones.
        for t in range(len(TRIPLES)):
            one, two, three = board[TRIPLES[t, 0]], board[TRIPLES[t, 1]], board[TRIPLES[t, 2]]
            flop = three * (three - 1) * (three - 2) // 6 + two * (two - 1) // 2 + one
            to, target = changed[change[flop]], sums[kind[flop]]
            for i in range(live):
                place = numbers[to[pairs[0, i]], to[pairs[1, i]]]
                for column in range(COLUMNS):
                    target[place, column] += rows[i, column]
    return categories


def solve(hands: int, blinds: Ints, ranks: int = 13, progress: Callable[[float], None] = lambda part: None) -> Solution:
    """Best play with a deck of so many ranks."""
    boards, weights = symmetry.boards(ranks)
    flops = symmetry.flops(ranks)
    ways = symmetry.ways(flops)
    sums = np.zeros((len(flops.holds), PAIRS, COLUMNS), dtype=np.int64)
    categories = np.zeros(10, dtype=np.int64)
    slices = [sums.sum(axis=(0, 1))]
    for start, end in cuts(len(boards)):
        categories += add_boards(boards[start:end], weights[start:end], (4 * ranks, hands), blinds, ways, sums)
        slices.append(sums.sum(axis=(0, 1)))
        progress(end / len(boards))
    parts = tuple(tuple(int(n) for n in after - before) for before, after in pairwise(slices))
    return decide(sums, flops.holds, 4 * ranks, categories, parts)


def cuts(many: int) -> list[tuple[int, int]]:
    """The boards in slices of nearly equal length."""
    edges = [many * i // SLICES for i in range(SLICES + 1)]
    return list(pairwise(edges))


def decide(sums: Ints, holds: list[Ints], cards: int, categories: Ints, parts: tuple[tuple[int, ...], ...]) -> Solution:
    """From the sums at each flop back to the deal: the better choice at each point, the smaller wager of equals."""
    names = start_names()
    kinds = sorted(set(names[: comb(cards, 2)]))
    place = np.array([kinds.index(name) if name in kinds else 0 for name in names])
    played = np.zeros((len(kinds), 4), dtype=np.int64)
    checked = np.zeros_like(played)
    for flop, first in zip(sums, holds, strict=True):
        merged = np.zeros_like(flop)
        np.add.at(merged, first, flop)
        np.add.at(played, place, merged[:, PLAY_4])
        np.add.at(checked, place, better(merged[:, PLAY_2], merged[:, AT_RIVER]))
    # Three Antes before the flop (UTH 5.3(b)) are never best: the result is linear in Play, so that either four are
    # better or a check, after which two can be wagered, is.
    value, square, wins, ties = (int(total) for total in better(played, checked).sum(axis=0))
    boards_each = comb(cards - 2, 3) * comb(cards - 5, 2) * comb(cards - 7, 2)
    starts = {
        kind: Start(names.count(kind) * boards_each, int(played[i, 0]), int(checked[i, 0]))
        for i, kind in enumerate(kinds)
    }
    found = tuple(int(count) for count in categories)
    return Solution(comb(cards, 2) * boards_each, value, square, wins, ties, found, starts, parts)


def better(wager: Ints, wait: Ints) -> Ints:
    """Row by row the one with the higher value; waiting where they are equal."""
    return np.where(wager[:, :1] > wait[:, :1], wager, wait)


def start_names() -> list[str]:
    """The kind of every pair of hole cards: "AA", "AKs", "AKo"."""
    letters = "23456789TJQKA"
    names = []
    for high in range(52):
        for low in range(high):
            suited = "" if high >> 2 == low >> 2 else "s" if high & 3 == low & 3 else "o"
            names.append(letters[high >> 2] + letters[low >> 2] + suited)
    return names
