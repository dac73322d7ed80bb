"""Rounds written by hand, for the tests of Ultimate."""

from __future__ import annotations

from typing import Any

import pytest

from casino.refused import Refused
from games.engine.cards import NUMBER, cards
from games.engine.general import Limits
from games.engine.ultimate.acts import Deal, DealRest, NoMoreBets, PlaceWager
from games.engine.ultimate.game import GAME
from games.engine.ultimate.record import settle_record
from games.engine.ultimate.rules import UltimateRules
from games.engine.ultimate.state import Setup, State

# A hand of each category (hole, board), with the dealer's cards; the dealer always has a pair or better and less.
HANDS = {
    "royal_flush": ("As Ks", "Qs Js Ts 2d 3c", "2h 2c"),
    "straight_flush": ("9s 8s", "7s 6s 5s Kd Kc", "Ah Ad"),
    "four_of_a_kind": ("9s 9h", "9d 9c 4s Kd 2c", "Kh Ks"),
    "full_house": ("Kd Kh", "Ks 7d 7c 2c 3h", "Ah Ad"),
    "flush": ("Ad 9d", "7d 4d 2d Ks Kc", "Ah As"),
    "straight": ("9s 8h", "7d 6c 5s Kd Kc", "Ah Ad"),
    "three_of_a_kind": ("Qd Qh", "Qc 2s 4d 7h 9c", "Ah Ad"),
    "two_pair": ("Qd 9h", "Qc 9s 4d 7h 2c", "Ah Ad"),
    "pair": ("Ad Kh", "As 9s 4d 7h 2c", "Qh Qd"),
}


def a_round(hole: str, board: str, dealer: str, *, pay_table: int = 1, hands: str = "any_five", **box: Any) -> dict:
    """One box at seat 1: Ante and Blind 1000, Play three times unless said otherwise."""
    whole = {"seat": 1, "cards": hole.split(), "ante": 1000, "blind": 1000, "play": {"times": 3, "on": "deal"}, **box}
    return {
        "game": "ultimate",
        "elections": {"pay_table": pay_table, "hands": hands},
        "dealer": dealer.split(),
        "board": board.split(),
        "boxes": [whole],
        "pool": {"prize": 1_000_000},
    }


def settled(round_: dict[str, Any], seat: int = 1) -> dict[str, Any]:
    return settle_record(round_)["boxes"][str(seat)]


def line(outcome: str, paid: int, returned: int) -> dict[str, Any]:
    return {"outcome": outcome, "paid": paid, "returned": returned, "commission": 0}


def refused(round_: dict[str, Any]) -> tuple[str, str | None]:
    with pytest.raises(Refused) as found:
        settle_record(round_)
    return found.value.where, found.value.clause


SETUP = Setup(Limits(1000, 50000, 500), Limits(500, 20000, 500))


def rules(**elections: Any) -> UltimateRules:
    return UltimateRules.of({"pay_table": 1, "hands": "any_five", "progressive": 500, "chip": 50, **elections})


def place(
    state: State, seat: int, player: str = "", *, ante: int = 1000, trips: int = 0, progressive: int = 0
) -> State:
    who = player or f"player {seat}"
    for on, amount in (("ante", ante), ("blind", ante), ("trips", trips), ("progressive", progressive)):
        if amount:
            state = GAME.apply(state, PlaceWager(seat, who, on, amount))
    return state


def betting(*seats: int, setup: Setup = SETUP, **elections: Any) -> State:
    state = GAME.begin(rules(**elections), setup)
    for seat in seats:
        state = place(state, seat)
    return state


def dealt(state: State, order: str | None = None) -> State:
    """Closed and dealt, in the order given or face down and unknown."""
    state = GAME.apply(state, NoMoreBets())
    for card in (order or "").split():
        state = GAME.apply(state, Deal(NUMBER[card]))
    return state if order else GAME.apply(state, DealRest())


def acted(state: State, *acts: Any) -> State:
    for act in acts:
        state = GAME.apply(state, act)
    return state


def clause_of(state: State, act: Any) -> str | None:
    with pytest.raises(Refused) as found:
        GAME.apply(state, act)
    return found.value.clause


def c(text: str) -> tuple[int, ...]:
    return cards(text)
