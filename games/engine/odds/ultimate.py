"""Odds of Ultimate Texas Hold'em: the main game by best play, Trips, and the progressive wager (UTH)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import numpy as np

from casino.refused import refuse_unless
from games.engine.hands import Category
from games.engine.odds import compiled
from games.engine.odds.best_play import Solution, solve
from games.engine.odds.figures import Figure, Results, figure
from games.engine.odds.progress import Bar
from games.engine.odds.progressive import progressive
from games.engine.odds.scores import ANY_FIVE, TWO_AND_THREE, Ints
from games.engine.ultimate.rules import BLIND, TRIPS

# UTH 9.7(b) and (a).
HANDS = {"any_five": ANY_FIVE, "two_and_three": TWO_AND_THREE}
INSTALL = "Making the odds of Ultimate again needs numba: pip install numba (it is in requirements-dev.txt)."


def blinds() -> Ints:
    """What a winning Blind pays by category, in half Antes (UTH 5.11); 0 where it pushes."""
    odds = [BLIND.get(category, (0, 1)) for category in Category]
    return np.array([2 * to // one for to, one in odds], dtype=np.int64)


def solutions(bar: Bar | None = None) -> dict[str, Solution]:
    """Best play for both ways of making hands, one core each: the compiled loops let go of the interpreter."""
    refuse_unless(compiled.AVAILABLE, clause=None, message=INSTALL)
    pieces = bar or Bar("ultimate", len(HANDS))
    with ThreadPoolExecutor(len(HANDS)) as pool:
        work = {
            name: pool.submit(solve, hands, blinds(), progress=pieces.piece(place))
            for place, (name, hands) in enumerate(HANDS.items())
        }
        return {name: future.result() for name, future in work.items()}


def figures(found: Mapping[str, Solution]) -> Iterator[Figure]:
    """Every wager from best play of both kinds."""
    for hands, solution in found.items():
        yield main_figure(hands, solution)
    for hands, solution in found.items():
        for pay_table in TRIPS:
            yield figure("trips", None, {"hands": hands, "pay_table": pay_table}, trips(pay_table, solution.categories))
    yield progressive()


def main_figure(hands: str, solution: Solution) -> Figure:
    """Ante, Blind and Play together, per Ante; won, stood off and lost as hands."""
    deals = solution.deals
    mean = Fraction(solution.value, 2 * deals)
    variance = Fraction(solution.square, 4 * deals) - mean * mean
    win, push = Fraction(solution.wins, deals), Fraction(solution.ties, deals)
    return Figure("main", None, {"hands": hands}, win, push, -mean, variance)


def trips(pay_table: int, categories: tuple[int, ...]) -> Results:
    """UTH 5.11, 10.4 for a player who never folds."""
    found: Counter[Fraction] = Counter()
    for category, deals in zip(Category, categories, strict=True):
        found[Fraction(TRIPS[pay_table].get(category, -1))] += deals
    return found


def kept(solution: Solution) -> dict[str, Any]:
    """What is stored of a solution: its sums, each starting hand's worth, and the sums of each slice of boards."""
    return {
        "deals": solution.deals,
        "value": solution.value,
        "square": solution.square,
        "wins": solution.wins,
        "ties": solution.ties,
        "categories": solution.categories,
        "starts": {name: (start.deals, start.play, start.check) for name, start in solution.starts.items()},
        "slices": solution.slices,
    }
