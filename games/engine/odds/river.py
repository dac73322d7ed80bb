"""One board, every hand against every hand: what checking, playing and folding come to at the river."""

from __future__ import annotations

import numpy as np

from games.engine.odds.compiled import compiled
from games.engine.odds.scores import PAIR, SHIFT, Ints, score_pairs

# What is kept for each hand. All are sums over the dealer's hands; money counts in half antes (the Blind pays 3 to 2),
# squares in quarters. The river's four are those of the better choice there: Play of one Ante, or fold.
VALUE_4, SQUARE_4, VALUE_2, SQUARE_2, WINS, TIES, VALUE_RIVER, SQUARE_RIVER, WINS_RIVER, TIES_RIVER = range(10)
COLUMNS = 10
FOLD = -4


@compiled
def live_pairs(board: Ints, cards: int, first: Ints, second: Ints) -> None:
    """Every pair of cards that the board leaves."""
    on_board = np.zeros(cards, dtype=np.bool_)
    for card in board:
        on_board[card] = True
    i = 0
    for high in range(cards):
        for low in range(high):
            if not (on_board[low] or on_board[high]):
                first[i], second[i] = low, high
                i += 1


@compiled
def beaten(first: Ints, second: Ints, scores: Ints, cards: int, less: Ints, equal: Ints) -> None:
    """How many of the dealer's hands, none sharing a card, each hand beats and ties."""
    order = np.argsort(scores)
    below = np.zeros(cards, dtype=np.int64)
    group = np.zeros(cards, dtype=np.int64)
    start = 0
    while start < len(order):
        end = start
        group[:] = 0
        while end < len(order) and scores[order[end]] == scores[order[start]]:
            group[first[order[end]]] += 1
            group[second[order[end]]] += 1
            end += 1
        for i in order[start:end]:
            less[i] = start - below[first[i]] - below[second[i]]
            equal[i] = end - start - group[first[i]] - group[second[i]] + 1
        below += group
        start = end


@compiled
def unqualified(first: Ints, second: Ints, scores: Ints, cards: int, short: Ints) -> None:
    """How many of the dealer's hands without a pair each hand meets (UTH 10.1)."""
    held = np.zeros(cards, dtype=np.int64)
    total = 0
    for i in range(len(first)):
        if scores[i] >> SHIFT < PAIR:
            held[first[i]] += 1
            held[second[i]] += 1
            total += 1
    for i in range(len(first)):
        itself = scores[i] >> SHIFT < PAIR
        short[i] = total - held[first[i]] - held[second[i]] + itself


@compiled
def squares(times: int, blind: int, counts: Ints) -> int:
    """The sum of the squared results with a Play of so many Antes: won and lost, against a dealer with and without."""
    won, won_short, lost, lost_short = counts
    play = 2 * times
    win, lose = won * (2 + play + blind) ** 2, lost * (4 + play) ** 2
    return int(win + lose + won_short * (play + blind) ** 2 + lost_short * (2 + play) ** 2)


@compiled
def weigh(less: int, equal: int, short: int, dealers: int, poor: bool, blind: int, row: Ints) -> None:
    """Fill one hand's row from the dealer's hands that it beats, ties and meets without a pair."""
    more = dealers - less - equal
    counts = np.empty(4, dtype=np.int64)
    counts[1] = less if poor else short
    counts[3] = short - less - equal if poor else 0
    counts[0] = less - counts[1]
    counts[2] = more - counts[3]
    # Ante pushes where the dealer has no pair; Blind and Play go by the comparison
    before_play = 2 * (counts[0] - counts[2]) + blind * less - 2 * more
    edge = 2 * (less - more)
    row[VALUE_4], row[SQUARE_4] = before_play + 4 * edge, squares(4, blind, counts)
    row[VALUE_2], row[SQUARE_2] = before_play + 2 * edge, squares(2, blind, counts)
    row[WINS], row[TIES] = less, equal
    if before_play + edge > FOLD * dealers:
        row[VALUE_RIVER], row[SQUARE_RIVER] = before_play + edge, squares(1, blind, counts)
        row[WINS_RIVER], row[TIES_RIVER] = less, equal
    else:
        row[VALUE_RIVER], row[SQUARE_RIVER] = FOLD * dealers, FOLD * FOLD * dealers
        row[WINS_RIVER], row[TIES_RIVER] = 0, 0


@compiled
def river(board: Ints, cards: int, hands: int, blinds: Ints, pairs: Ints, scores: Ints, rows: Ints) -> None:
    """Fill the pairs that this board leaves, their scores and their rows."""
    first, second = pairs[0], pairs[1]
    live_pairs(board, cards, first, second)
    score_pairs(board, first, second, hands, scores)
    less, equal, short = np.zeros_like(scores), np.zeros_like(scores), np.zeros_like(scores)
    beaten(first, second, scores, cards, less, equal)
    unqualified(first, second, scores, cards, short)
    dealers = (cards - 7) * (cards - 8) // 2
    for i in range(len(scores)):
        category = scores[i] >> SHIFT
        weigh(less[i], equal[i], short[i], dealers, category < PAIR, blinds[category], rows[i])
