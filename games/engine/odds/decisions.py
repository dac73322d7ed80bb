"""Best play of a single deal, from the player's own cards: for samples and simulations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from games.engine.odds.best_play import AT_RIVER, PLAY_2, start_names
from games.engine.odds.compiled import compiled
from games.engine.odds.river import COLUMNS, live_pairs, weigh
from games.engine.odds.scores import PAIR, SHIFT, Ints, score_pairs

CARDS = 52
LIVE = 1081
DEALERS = 990
NAMES = start_names()


@compiled
def hand_row(board: Ints, one: int, two: int, hands: int, blinds: Ints, row: Ints) -> None:
    """What one hand's choices at the river come to against every dealer's hand."""
    first, second, scores = np.empty(LIVE, np.int64), np.empty(LIVE, np.int64), np.empty(LIVE, np.int64)
    live_pairs(board, CARDS, first, second)
    score_pairs(board, first, second, hands, scores)
    mine = np.int64(0)
    for i in range(LIVE):
        if first[i] == one and second[i] == two:
            mine = scores[i]
    less, equal, short = 0, 0, 0
    for i in range(LIVE):
        if first[i] != one and first[i] != two and second[i] != one and second[i] != two:
            less += scores[i] < mine
            equal += scores[i] == mine
            short += scores[i] >> SHIFT < PAIR
    category = mine >> SHIFT
    weigh(less, equal, short, DEALERS, bool(category < PAIR), blinds[category], row)


@compiled
def flop_row(flop: Ints, one: int, two: int, hands: int, blinds: Ints) -> Ints:
    """The same at the flop, over every turn and river."""
    board, row, total = np.empty(5, np.int64), np.empty(COLUMNS, np.int64), np.zeros(COLUMNS, np.int64)
    known = np.zeros(CARDS, dtype=np.bool_)
    known[one] = known[two] = True
    for i in range(3):
        board[i] = flop[i]
        known[flop[i]] = True
    for high in range(CARDS):
        for low in range(high):
            if not (known[low] or known[high]):
                board[3], board[4] = low, high
                hand_row(board, one, two, hands, blinds, row)
                total += row
    return total


def best_play(
    hole: Sequence[int], board: Sequence[int], hands: int, blinds: Ints, starts: Mapping[str, tuple[int, int]]
) -> int:
    """How many Antes best play wagers on Play in this deal: 4 before the flop, 2 on it, 1 after the river, 0 a fold."""
    low, high = sorted(hole)
    play, check = starts[NAMES[high * (high - 1) // 2 + low]]
    if play > check:
        return 4
    cards = np.array(board, dtype=np.int64)
    row = flop_row(cards[:3], low, high, hands, blinds)
    if row[PLAY_2[0]] > row[AT_RIVER[0]]:
        return 2
    row = np.empty(COLUMNS, dtype=np.int64)
    hand_row(cards, low, high, hands, blinds, row)
    return 1 if row[AT_RIVER[0]] > -4 * DEALERS else 0
