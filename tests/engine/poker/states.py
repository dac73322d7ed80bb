"""States built act by act, for the tests of the protocol."""

from __future__ import annotations

from typing import Any

from games.engine.cards import NUMBER
from games.engine.poker import acts
from games.engine.poker.game import GAME
from games.engine.poker.state import State
from games.engine.poker.table import READINGS, TABLE_KEYS, check_keys, read_table
from games.engine.protocol import Act, Choice


def begin(book: str = "nz", variant: str = "holdem", structure: str = "no_limit", seats: int = 3, **more: Any) -> State:
    obj = {
        "book": book,
        "variant": variant,
        "deck": 52,
        "structure": structure,
        "button": seats,
        "seats": [{"seat": seat, "stack": 1000} for seat in range(1, seats + 1)],
        **({} if "ante" in more else {"blinds": [50, 100]}),
        **more,
    }
    check_keys(obj, TABLE_KEYS | READINGS)
    return GAME.begin(*read_table(obj))


def do(state: State, *done: Act) -> State:
    for act in done:
        state = GAME.apply(state, act)
    return state


def deal(text: str) -> acts.Deal:
    """`"As Kd ??"`; a hidden card is None."""
    return acts.Deal(tuple(None if name == "??" else NUMBER[name] for name in text.split()))


def choice(state: State, act: str) -> Choice:
    return next(found for found in GAME.choices(state) if found.act == act)


def offered(state: State) -> set[str]:
    return {found.act for found in GAME.choices(state)}
