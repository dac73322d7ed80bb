"""Ultimate with a deck of five ranks, solved with no symmetry, no sorting and no compiled code."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from games.engine.hands import STANDARD

SIZE = 20
PAIRS = list(combinations(range(SIZE), 2))
FLOPS = {flop: place for place, flop in enumerate(combinations(range(SIZE), 3))}
PAIR_BITS = np.array([1 << a | 1 << b for a, b in PAIRS])
APART = (PAIR_BITS[:, None] & PAIR_BITS[None, :]) == 0


def five_card_scores() -> np.ndarray:
    """The engine's own score of every five cards, by their bits."""
    scores = np.zeros(1 << SIZE, dtype=np.int64)
    for cards in combinations(range(SIZE), 5):
        scores[sum(1 << card for card in cards)] = STANDARD.any_five(cards)
    return scores


def bits(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def board_scores(fives: np.ndarray, board: tuple[int, ...], hands: str) -> np.ndarray:
    """Every pair's score with this board."""
    best = np.zeros(len(PAIRS), dtype=np.int64)
    for three in combinations(board, 3):
        best = np.maximum(best, fives[PAIR_BITS | bits(three)])
    if hands == "any_five":
        best = np.maximum(best, fives[bits(board)])
        for four in combinations(board, 4):
            for held in np.array(PAIRS).T:
                best = np.maximum(best, fives[bits(four) | 1 << held])
    return best


def results(scores: np.ndarray, live: np.ndarray, blinds: np.ndarray, times: int) -> np.ndarray:
    """What each hand wins from each dealer's hand, in half antes; rows are players (UTH 5.10, 5.11, 10.1, 10.6)."""
    mine, his = scores[live][:, None], scores[live][None, :]
    ante = np.where(his >> 20 >= 1, 2, 0)
    blind = blinds[mine >> 20]
    won = ante + 2 * times + blind
    lost = -(ante + 2 + 2 * times)
    return np.where(mine > his, won, np.where(mine < his, lost, 0))


def solve(hands: str, blinds: np.ndarray) -> tuple[int, int, int, int]:
    """Sums of value, square, wins and ties over every deal by best play."""
    fives = five_card_scores()
    at_flop = {times: np.zeros((len(FLOPS), len(PAIRS), 4), dtype=np.int64) for times in (4, 2, 1)}
    for board in combinations(range(SIZE), 5):
        live = np.flatnonzero((PAIR_BITS & bits(board)) == 0)
        scores = board_scores(fives, board, hands)
        apart = APART[np.ix_(live, live)]
        won = (scores[live][:, None] > scores[live][None, :]) & apart
        tied = (scores[live][:, None] == scores[live][None, :]) & apart
        flops = [FLOPS[flop] for flop in combinations(board, 3)]
        for times, sums in at_flop.items():
            net = results(scores, live, blinds, times) * apart
            four = np.array([net.sum(1), (net * net).sum(1), won.sum(1), tied.sum(1)]).T
            if times == 1:
                folded = np.array([-4 * apart.sum(1), 16 * apart.sum(1), 0 * live, 0 * live]).T
                four = np.where(four[:, :1] > folded[:, :1], four, folded)
            sums[np.ix_(flops, live)] += four[None, :, :]
    return back(at_flop)


def back(at_flop: dict[int, np.ndarray]) -> tuple[int, int, int, int]:
    """The better choice on each flop for each hand, then before it."""
    two, one = at_flop[2], at_flop[1]
    checked = np.where(two[:, :, :1] > one[:, :, :1], two, one).sum(axis=0)
    played = at_flop[4].sum(axis=0)
    value, square, wins, ties = np.where(played[:, :1] > checked[:, :1], played, checked).sum(axis=0)
    return int(value), int(square), int(wins), int(ties)
