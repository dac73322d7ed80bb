"""Ultimate with a deck of five ranks, solved with no symmetry, no sorting and no compiled code."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from games.engine.hands import STANDARD

SIZE = 20
PAIRS = list(combinations(range(SIZE), 2))
FLOPS = {flop: place for place, flop in enumerate(combinations(range(SIZE), 3))}
PAIR_BITS = np.array([1 << a | 1 << b for a, b in PAIRS])
DEALERS = 78
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


def counts(scores: np.ndarray, apart: np.ndarray) -> np.ndarray:
    """How many dealer's hands each hand beats and loses to, each with a pair and without; rows are players."""
    mine, his = scores[:, None], scores[None, :]
    won, lost, pair = (mine > his) & apart, (mine < his) & apart, his >> 20 >= 1
    return np.array([(won & pair).sum(1), (won & ~pair).sum(1), (lost & pair).sum(1), (lost & ~pair).sum(1)])


def choice(scores: np.ndarray, found: np.ndarray, dealers: int, blinds: np.ndarray, times: int) -> np.ndarray:
    """Value, square, wins and ties of a Play of so many Antes, in half antes (UTH 5.10, 5.11, 10.1, 10.6)."""
    blind, play, none = blinds[scores >> 20], 2 * times, 0 * scores
    amounts = np.array([2 + play + blind, play + blind, none - 4 - play, none - 2 - play])
    wins = found[0] + found[1]
    return np.array([(amounts * found).sum(0), (amounts**2 * found).sum(0), wins, dealers - found.sum(0)]).T


def fold(many: int, dealers: int) -> np.ndarray:
    """Ante and Blind are lost (UTH 9.6)."""
    return np.tile([-4 * dealers, 16 * dealers, 0, 0], (many, 1))


def better(wager: np.ndarray, wait: np.ndarray) -> np.ndarray:
    return np.where(wager[..., :1] > wait[..., :1], wager, wait)


def solve(hands: str, blinds: np.ndarray) -> tuple[int, ...]:
    """Sums of value, square, wins and ties over every deal by best play."""
    fives = five_card_scores()
    at_flop = {times: np.zeros((len(FLOPS), len(PAIRS), 4), dtype=np.int64) for times in (4, 2, 1)}
    for board in combinations(range(SIZE), 5):
        live = np.flatnonzero((PAIR_BITS & bits(board)) == 0)
        scores = board_scores(fives, board, hands)[live]
        found = counts(scores, APART[np.ix_(live, live)])
        flops = [FLOPS[flop] for flop in combinations(board, 3)]
        for times, sums in at_flop.items():
            four = choice(scores, found, DEALERS, blinds, times)
            sums[np.ix_(flops, live)] += better(four, fold(len(live), DEALERS)) if times == 1 else four
    checked = better(at_flop[2], at_flop[1]).sum(axis=0)
    return tuple(better(at_flop[4].sum(axis=0), checked).sum(axis=0).tolist())
