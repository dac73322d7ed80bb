"""What each wager comes to on the hands as dealt, under the odds that the operator elected."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.engine.baccarat.deal import Dealt, Hand
from games.engine.baccarat.side_bets import DRAGON_BONUS, PAIR_BETS
from games.engine.protocol import Outcome

MAIN = ("player", "banker", "tie")
PAIRS = ("player_pair", "banker_pair")
DRAGONS = ("player_dragon", "banker_dragon")
SIDE = PAIRS + DRAGONS
WAGERS = MAIN + SIDE

# NZ5 11A.7, 11C.8, 11D.8: by pay scale; mixed, coloured, of one suit, three of one suit.
PAIR_ODDS: dict[str, dict[int, tuple[int, int, int, int]]] = {
    "perfect_pair": {1: (5, 10, 30, 30), 2: (6, 12, 25, 25), 3: (5, 12, 25, 25)},
    "any_pair": {1: (11, 11, 11, 11), 2: (10, 10, 10, 10)},
    "lucky_match": {1: (5, 10, 25, 100), 2: (5, 10, 20, 500)},
}

# NZ5 11B.8: by pay table, winning by so many points without a Natural.
DRAGON_ODDS: dict[int, dict[int, int]] = {
    1: {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30},
    2: {4: 1, 5: 3, 6: 4, 7: 7, 8: 8, 9: 20},
    3: {4: 2, 5: 2, 6: 4, 7: 4, 8: 10, 9: 30},
}

RED = (1, 2)


class Prices(NamedTuple):
    """The elections that decide what is paid; `pair` names the pair bet on offer."""

    banker: str
    two_to_one: bool = False
    tie: int | None = None
    pair: str | None = None
    scale: int = 0
    dragon: int | None = None
    chip: int = 1


class Verdict(NamedTuple):
    """Won at `to` to `one`, lost or stood off."""

    outcome: Outcome
    clause: str
    to: int = 0
    one: int = 1


def verdict(on: str, dealt: Dealt, prices: Prices) -> Verdict:
    """How the hands decide a wager on `on`."""
    return _VERDICTS[on](dealt, prices)


def _main(dealt: Dealt, prices: Prices, hand: Hand) -> Verdict:
    won = dealt.result
    if won == "tie":
        return _tied(prices, hand)
    if won != hand:
        clause = "NZ5 13.2" if prices.two_to_one else "NZ5 5.1"
        return Verdict(Outcome.LOSE, _part(clause, hand))
    if prices.two_to_one:
        return _two_to_one(dealt, prices, hand)
    if hand is Hand.PLAYER:
        return Verdict(Outcome.WIN, "NZ5 5.10(a)", 1)
    if prices.banker == "half_on_six":
        return Verdict(Outcome.WIN, "NZ5 5.11", 1, 2 if dealt.banker_points == 6 else 1)
    return Verdict(Outcome.WIN, "NZ5 5.10(b)", 1)


def _tied(prices: Prices, hand: Hand) -> Verdict:
    """NZ5 5.1: a stand-off; 13.2: in 2 to 1 both hands lose."""
    if prices.two_to_one:
        return Verdict(Outcome.LOSE, _part("NZ5 13.2", hand))
    return Verdict(Outcome.PUSH, _part("NZ5 5.1", hand))


def _two_to_one(dealt: Dealt, prices: Prices, hand: Hand) -> Verdict:
    """NZ5 13.3: three cards that count 8 or 9 pay double; 13.4: the Banker's six half, where elected."""
    cards, count = (dealt.player, dealt.player_points) if hand is Hand.PLAYER else (dealt.banker, dealt.banker_points)
    if len(cards) > 2 and count > 7:
        return Verdict(Outcome.WIN, "NZ5 13.3", 2)
    if hand is Hand.BANKER and count == 6 and prices.banker == "half_on_six":
        return Verdict(Outcome.WIN, "NZ5 13.4", 1, 2)
    return Verdict(Outcome.WIN, "NZ5 13.3", 1)


def _part(clause: str, hand: Hand) -> str:
    return f"{clause}(b)" if hand is Hand.PLAYER else f"{clause}(a)"


def _tie(dealt: Dealt, prices: Prices) -> Verdict:
    if dealt.player_points == dealt.banker_points:
        return Verdict(Outcome.WIN, "NZ5 5.10(c)", prices.tie or 0)
    return Verdict(Outcome.LOSE, "NZ5 13.2(c)" if prices.two_to_one else "NZ5 5.1(c)")


def _pair(prices: Prices, cards: tuple[int, ...]) -> Verdict:
    """NZ5 11A.5, 11C.6, 11D.6: the first two cards of the hand; 11D.9: a triple takes the place of its match."""
    kind = prices.pair or ""
    first, second = cards[0], cards[1]
    if first >> 2 != second >> 2:
        return Verdict(Outcome.LOSE, PAIR_BETS[kind].loses)
    mixed, coloured, suited, triple = PAIR_ODDS[kind][prices.scale]
    if first == second:
        is_triple = len(cards) > 2 and cards[2] == first
        return Verdict(Outcome.WIN, PAIR_BETS[kind].pays, triple if is_triple else suited)
    same_colour = (first & 3 in RED) == (second & 3 in RED)
    return Verdict(Outcome.WIN, PAIR_BETS[kind].pays, coloured if same_colour else mixed)


def _dragon(dealt: Dealt, prices: Prices, margin: int) -> Verdict:
    """NZ5 11B.6: a Natural that wins, or a win by four points or more."""
    if dealt.natural:
        if margin > 0:
            return Verdict(Outcome.WIN, DRAGON_BONUS.pays, 1)
        return Verdict(
            Outcome.PUSH if margin == 0 else Outcome.LOSE, DRAGON_BONUS.pays if margin == 0 else DRAGON_BONUS.loses
        )
    if margin < 4:
        return Verdict(Outcome.LOSE, DRAGON_BONUS.loses)
    return Verdict(Outcome.WIN, DRAGON_BONUS.pays, DRAGON_ODDS[prices.dragon or 0][margin])


_VERDICTS: dict[str, Callable[[Dealt, Prices], Verdict]] = {
    "player": lambda dealt, prices: _main(dealt, prices, Hand.PLAYER),
    "banker": lambda dealt, prices: _main(dealt, prices, Hand.BANKER),
    "tie": _tie,
    "player_pair": lambda dealt, prices: _pair(prices, dealt.player),
    "banker_pair": lambda dealt, prices: _pair(prices, dealt.banker),
    "player_dragon": lambda dealt, prices: _dragon(dealt, prices, dealt.player_points - dealt.banker_points),
    "banker_dragon": lambda dealt, prices: _dragon(dealt, prices, dealt.banker_points - dealt.player_points),
}
