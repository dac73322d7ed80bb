"""The solver of Ultimate beside a solution without symmetry, sorting or compiled code."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from games.engine.hands import STANDARD
from games.engine.odds import symmetry
from games.engine.odds.best_play import AT_RIVER, PLAY_2, PLAY_4, solve
from games.engine.odds.river import COLUMNS, river
from games.engine.odds.scores import ANY_FIVE, SHIFT, TWO_AND_THREE, score_pairs
from tests.engine.odds import small_deck

pytest.importorskip("numba", reason="the solver is compiled")

HANDS = {"any_five": ANY_FIVE, "two_and_three": TWO_AND_THREE}
# Every category pays something of its own, so that none can stand for another.
BLINDS = np.array([0, 0, 1, 2, 3, 5, 7, 20, 90, 1000])


@pytest.mark.parametrize("hands", HANDS)
def test_best_play_with_five_ranks_is_that_of_plain_enumeration_uth_5_3_to_5_5(hands: str) -> None:
    found = solve(HANDS[hands], BLINDS, ranks=5)
    assert (found.value, found.square, found.wins, found.ties) == small_deck.solve(hands, BLINDS)
    assert found.deals == comb(20, 2) * comb(18, 3) * comb(15, 2) * comb(13, 2)


def engine_score(hands: str, hole: tuple[int, int], board: tuple[int, ...]) -> int:
    return STANDARD.any_five((*hole, *board)) if hands == "any_five" else STANDARD.two_and_three(hole, board)


def sample(many: int) -> list[tuple[int, ...]]:
    """Boards of 52 cards: random ones, and some that make flushes, pairs and straights."""
    chosen = random.Random(6)
    special = [(0, 4, 8, 12, 16), (3, 7, 11, 20, 50), (0, 1, 2, 3, 51), (0, 1, 4, 5, 51), (51, 47, 43, 39, 2)]
    return [tuple(sorted(board)) for board in special + [chosen.sample(range(52), 5) for _ in range(many)]]


@pytest.mark.parametrize("hands", HANDS)
def test_scores_put_hands_in_the_engines_order_uth_4_3_9_7(hands: str) -> None:
    for board in sample(15):
        pairs = np.array(list(combinations(sorted(set(range(52)) - set(board)), 2))).T.copy()
        scores = np.empty(1081, dtype=np.int64)
        score_pairs(np.array(board), pairs[0], pairs[1], HANDS[hands], scores)
        expected = [engine_score(hands, (int(one), int(two)), board) for one, two in pairs.T]
        assert (scores >> SHIFT).tolist() == [int(STANDARD.category(score)) for score in expected]
        assert (
            np.unique(scores, return_inverse=True)[1].tolist() == np.unique(expected, return_inverse=True)[1].tolist()
        )


@pytest.mark.parametrize("hands", HANDS)
def test_the_river_is_that_of_every_hand_against_every_hand_uth_10_1_10_6(hands: str) -> None:
    for board in sample(4):
        pairs, scores = np.empty((2, 1081), dtype=np.int64), np.empty(1081, dtype=np.int64)
        rows = np.empty((1081, COLUMNS), dtype=np.int64)
        river(np.array(board), 52, HANDS[hands], BLINDS, pairs, scores, rows)
        bits = (1 << pairs[0]) | (1 << pairs[1])
        apart = (bits[:, None] & bits[None, :]) == 0
        found = small_deck.counts(scores, apart)
        four, two, one = (small_deck.choice(scores, found, 990, BLINDS, times) for times in (4, 2, 1))
        assert (rows[:, PLAY_4] == four).all()
        assert (rows[:, PLAY_2] == two).all()
        assert (rows[:, AT_RIVER] == small_deck.better(one, small_deck.fold(1081, 990))).all()


def test_some_dealers_do_not_qualify_and_the_ante_pushes_uth_10_1() -> None:
    """The river test above would not see a wrong Ante if every sampled dealer had a pair."""
    short = 0
    for board in sample(4):
        pairs = np.array(list(combinations(sorted(set(range(52)) - set(board)), 2))).T.copy()
        scores = np.empty(1081, dtype=np.int64)
        score_pairs(np.array(board), pairs[0], pairs[1], ANY_FIVE, scores)
        short += int((scores >> SHIFT == 0).sum())
    assert short > 1000


def test_boards_and_flops_up_to_the_symmetry_of_suits() -> None:
    boards, weights = symmetry.boards(13)
    flops = symmetry.flops(13)
    assert (len(boards), int(weights.sum())) == (134_459, comb(52, 5))
    assert (int(flops.kind.min()), int(flops.kind.max())) == (0, 1754)
