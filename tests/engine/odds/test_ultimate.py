"""Odds of Ultimate: Trips and the progressive by hand, best play beside what is known and what is shipped."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from casino.refused import Refused
from games.engine.hands import Category
from games.engine.odds import compiled, stored, symmetry, ultimate
from games.engine.odds.best_play import PAIRS, Solution, Start, add_boards, cuts
from games.engine.odds.progressive import break_even, edge, progressive
from games.engine.odds.river import COLUMNS, VALUE_4
from games.engine.ultimate.progressive import Hit, Pool, pay
from tests.engine.odds import by_ranks

STORED = stored.read("ultimate")
DEALS = comb(52, 2) * comb(50, 5)
# Of 133,784,560 hands of seven cards, from three of a kind up: the well-known numbers.
SEVEN = (6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324)


def solution(hands: str) -> Solution:
    """What is shipped, as the solver gave it."""
    kept = STORED[hands]
    starts = {name: Start(*start) for name, start in kept["starts"].items()}
    slices = tuple(tuple(part) for part in kept["slices"])
    return Solution(**kept | {"categories": tuple(kept["categories"]), "starts": starts, "slices": slices})


def test_hands_of_any_five_come_as_often_as_is_known_uth_9_7_b() -> None:
    """Each seven cards are 21 deals of two and five."""
    assert tuple(solution("any_five").categories[3:]) == tuple(21 * deals for deals in SEVEN)
    assert sum(solution("any_five").categories) == DEALS


def test_hands_of_exactly_two_and_three_counted_by_ranks_uth_9_7_a() -> None:
    assert list(solution("two_and_three").categories) == by_ranks.two_and_three()


def test_two_and_three_by_hand_uth_9_7_a() -> None:
    """Four of a kind: both of a pair's rank on the board, or three of one card's. Full house: with two ranks one or two
    more of each, with a pair its third card and a pair, or another three."""
    found = solution("two_and_three").categories
    assert found[Category.ROYAL_FLUSH] == 40 * comb(47, 2)
    assert found[Category.FOUR_OF_A_KIND] == 78 * comb(48, 3) + 1248 * 2 * comb(47, 2)
    two_ranks = 1248 * (2 * 3 * 3 * comb(44, 2) + 3 * 3 * 44)
    third_card = 2 * (comb(48, 4) - comb(12, 4) * 4**4)
    other_three = 12 * (4 * comb(44, 2) + 44)
    assert found[Category.FULL_HOUSE] == two_ranks + 78 * (third_card + other_three)
    flushes = 312 * (comb(11, 3) * comb(39, 2) + comb(11, 4) * 39 + comb(11, 5))
    assert found[Category.FLUSH] + found[Category.STRAIGHT_FLUSH] + found[Category.ROYAL_FLUSH] == flushes


@pytest.mark.parametrize(
    ("pay_table", "pays", "published"),
    [
        (1, (3, 4, 7, 9, 30, 40, 50), "0.0090"),
        (2, (3, 5, 6, 8, 30, 40, 50), "0.0190"),
        (3, (3, 4, 7, 8, 30, 40, 50), "0.0350"),
        (4, (3, 5, 6, 7, 20, 40, 50), "0.0618"),
    ],
)
def test_trips_by_hand_and_as_published_uth_5_11(pay_table: int, pays: tuple[int, ...], published: str) -> None:
    figures = {str(found.elections): found for found in ultimate.figures({"any_five": solution("any_five")})}
    found = figures[str({"hands": "any_five", "pay_table": pay_table})]
    won = sum(SEVEN)
    paid = sum(to * deals for to, deals in zip(pays, SEVEN, strict=True))
    assert found.win == Fraction(won, 133_784_560)
    assert found.edge == 1 - Fraction(paid + won, 133_784_560)
    assert f"{float(found.edge):.4f}" == published


def test_progressive_by_hand_with_no_pool_uth_11_9() -> None:
    paid = 5108 * 100 + 3744 * 150 + 624 * 500 + 36 * 1_000 + 4 * 10_000
    assert progressive().edge == edge(Fraction(0)) == 1 - Fraction(paid, 2_598_960)
    assert progressive().win == Fraction(5108 + 3744 + 624 + 36 + 4, 2_598_960)


def test_progressive_breaks_even_where_both_shares_make_up_the_rest_uth_11_9() -> None:
    """Fixed prizes give 1,384,400 of 2,598,960; 36 tenths and 4 whole pools must give the remaining 1,214,560."""
    assert break_even() == Fraction(1_214_560 * 10, 76)
    assert edge(break_even()) == 0
    assert edge(break_even() - 1) > 0 > edge(break_even() + 1)


def test_a_pool_below_10_000_wagers_changes_nothing_uth_11_9() -> None:
    assert edge(Fraction(9_999)) == edge(Fraction(0))
    assert edge(Fraction(20_000)) == edge(Fraction(0)) - Fraction(36 * 1_000 + 4 * 10_000, 2_598_960)


@pytest.mark.parametrize("pool", [0, 7_000, 10_000, 159_810])
def test_prizes_are_those_that_the_engine_pays_uth_11_9(pool: int) -> None:
    deals = {"FLUSH": 5108, "FULL_HOUSE": 3744, "FOUR_OF_A_KIND": 624, "STRAIGHT_FLUSH": 36, "ROYAL_FLUSH": 4}
    stake = 1_000
    paid = sum(
        many * pay({1: Hit(stake, Category[hand])}, Pool(pool * stake)).prizes[1] for hand, many in deals.items()
    )
    assert edge(Fraction(pool)) == 1 - Fraction(paid, stake * 2_598_960)


def test_the_main_game_has_the_known_edge_uth_5_3_to_5_11() -> None:
    """Known of the same game with the same Blind table: 2.185 % of the Ante, deviation 4.94, 37.7 % raised at once."""
    found = ultimate.main_figure("any_five", solution("any_five"))
    assert f"{float(found.edge):.5f}" == "0.02185"
    assert f"{float(found.variance) ** 0.5:.2f}" == "4.94"
    starts = STORED["any_five"]["starts"]
    raised = sum(deals for deals, play, check in starts.values() if play > check)
    assert f"{raised / STORED['any_five']['deals']:.3f}" == "0.377"
    assert {"33", "A2o", "K5o", "K2s", "Q8o", "Q6s", "JTo", "J8s"} <= {n for n, (_, p, c) in starts.items() if p > c}
    assert {"22", "K4o", "Q7o", "Q5s", "J9o", "J7s"} <= {n for n, (_, p, c) in starts.items() if p < c}


def test_shipped_rows_follow_from_the_shipped_sums() -> None:
    found = {hands: solution(hands) for hands in ultimate.HANDS}
    assert [row.to_json() for row in ultimate.figures(found)] == STORED["wagers"]


@pytest.mark.parametrize("hands", list(ultimate.HANDS))
def test_shipped_sums_agree_with_each_other(hands: str) -> None:
    kept = STORED[hands]
    starts = kept["starts"].values()
    assert sum(deals for deals, _, _ in starts) == kept["deals"] == DEALS * 10 * comb(45, 2)
    assert sum(max(play, check) for _, play, check in starts) == kept["value"]
    assert sum(part[VALUE_4] for part in kept["slices"]) == sum(play for _, play, _ in starts)
    assert len(starts) == 169


@pytest.mark.parametrize(("hands", "number"), [("any_five", 3), ("two_and_three", 60)])
def test_a_slice_of_the_boards_made_again_gives_the_shipped_sums(hands: str, number: int) -> None:
    pytest.importorskip("numba", reason="the solver is compiled")
    boards, weights = symmetry.boards(13)
    flops = symmetry.flops(13)
    start, end = cuts(len(boards))[number]
    sums = np.zeros((len(flops.holds), PAIRS, COLUMNS), dtype=np.int64)
    size = (52, ultimate.HANDS[hands])
    add_boards(boards[start:end], weights[start:end], size, ultimate.blinds(), symmetry.ways(flops), sums)
    assert sums.sum(axis=(0, 1)).tolist() == STORED[hands]["slices"][number]


def test_without_numba_making_it_again_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "AVAILABLE", False)
    with pytest.raises(Refused, match="pip install numba"):
        ultimate.solutions()
