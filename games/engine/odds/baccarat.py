"""Odds of baccarat: every wager under every choice, exact from the composition of the shoe (NZ5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from games.engine.baccarat.deal import Dealt, Hand
from games.engine.baccarat.prices import DRAGON_ODDS, PAIR_ODDS, Prices, verdict
from games.engine.baccarat.settle import settle_wager
from games.engine.odds.coups import coups, matches
from games.engine.odds.figures import Figure, Results, figure

DECKS = range(4, 9)
TIES = (8, 9)
BANKER = {"standard": ("commission", "half_on_six"), "two_to_one": ("even", "half_on_six")}
# Commission and half winnings come out even on such a stake.
STAKE = 1000


def net(on: str, dealt: Dealt, prices: Prices) -> Fraction:
    """What the table's own settlement gives for each unit staked."""
    line = settle_wager(on, STAKE, verdict(on, dealt, prices), prices)
    return Fraction(line.paid + line.returned - STAKE, STAKE)


def results(on: str, rounds: Iterable[tuple[Dealt, int]], prices: Prices) -> Results:
    """Net results of a wager over the rounds."""
    found: Counter[Fraction] = Counter()
    for dealt, orders in rounds:
        found[net(on, dealt, prices)] += orders
    return found


def figures(decks: int, progress: Callable[[float], None] = lambda part: None) -> list[Figure]:
    """Every wager with so many decks."""
    rounds = list(coups(decks, progress).items())
    return [*main_figures(rounds), *pair_figures(decks), *dragon_figures(rounds)]


def main_figures(rounds: list[tuple[Dealt, int]]) -> Iterator[Figure]:
    """NZ5 5.10, 5.11, 13.2–13.4."""
    for form, bankers in BANKER.items():
        double = form == "two_to_one"
        yield figure("player", form, {}, results("player", rounds, Prices(bankers[0], double)))
        for banker in bankers:
            yield figure("banker", form, {"banker": banker}, results("banker", rounds, Prices(banker, double)))
        for tie in TIES:
            prices = Prices(bankers[0], double, tie=tie)
            yield figure("tie", form, {"tie": tie}, results("tie", rounds, prices))


def pair_figures(decks: int) -> Iterator[Figure]:
    """NZ5 11A.7, 11C.8, 11D.8."""
    for hand in Hand:
        hands = [(Dealt(cards, cards, 0, 0), orders) for cards, orders in matches(decks, hand).items()]
        for pair, scales in PAIR_ODDS.items():
            for scale in scales:
                on = f"{hand}_pair"
                prices = Prices("commission", pair=pair, scale=scale)
                yield figure(on, "standard", {pair: scale}, results(on, hands, prices))


def dragon_figures(rounds: list[tuple[Dealt, int]]) -> Iterator[Figure]:
    """NZ5 11B.8."""
    for hand in Hand:
        for table in DRAGON_ODDS:
            on = f"{hand}_dragon"
            prices = Prices("commission", dragon=table)
            yield figure(on, "standard", {"dragon_bonus": table}, results(on, rounds, prices))
