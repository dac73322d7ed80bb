"""A Snake Eyes table for tests: rules, set-up and acts in a few words."""

from __future__ import annotations

import json
from typing import Any

from games.engine.general import Limits
from games.engine.lines import answer
from games.engine.protocol import Act, Rule
from games.engine.snake_eyes import acts
from games.engine.snake_eyes.game import GAME
from games.engine.snake_eyes.rules import SnakeEyesRules
from games.engine.snake_eyes.state import Setup, Sign, State

PLAYERS = ("ann", "bob", "cy")
SIGN = Sign(Limits(100, 100_000))
ODDS = {"hard_4": 7, "hard_6": 9, "hard_8": 9, "hard_10": 7, "field": 1, "craps_2": 30, "craps_12": 30}
ELECTIONS: dict[str, Any] = {"hardways": "7/9", "field": 1, "craps_2": 30, "craps_12": 30}
ROLLS = [(first, second) for first in range(1, 7) for second in range(1, 7)]


def rules(**elected: Any) -> SnakeEyesRules:
    return SnakeEyesRules.of({**ODDS, "chip": 100, **elected})


def begin(table: SnakeEyesRules | None = None, **more: Any) -> State:
    """Dice on the table, nobody has them yet."""
    values: dict[str, Any] = {"sign": SIGN, "players": PLAYERS, "dice": 5}
    return GAME.begin(table or rules(), Setup(**{**values, **more}))


def play(state: State, *done: Act) -> State:
    for act in done:
        state = GAME.apply(state, act)
    return state


def wager(on: str, amount: int = 500, player: str = "ann", **more: Any) -> acts.PlaceWager:
    return acts.PlaceWager(more.pop("id", f"{player}-{on}"), on, amount, player, **more)


def shooting(*placed: Act, **elected: Any) -> State:
    """Ann has the dice."""
    return play(begin(rules(**elected)), *placed, acts.AcceptDice("ann"))


def called(first: int, second: int) -> tuple[Act, ...]:
    return acts.Throw(), acts.CallRoll((first, second))


def rolled(first: int, second: int) -> tuple[Act, ...]:
    return (*called(first, second), acts.Pay())


def ruling(name: str, by: str = "operator", subject: str | int | None = None, detail: str | int | None = None) -> Rule:
    return Rule(name, by, subject, detail)


def record(**more: Any) -> dict[str, Any]:
    values: dict[str, Any] = {"id": "s1", "game": "snake_eyes", "elections": ELECTIONS, "rolls": [], "wagers": []}
    return {**values, **more}


def settled(**more: Any) -> dict[str, Any]:
    return answer(json.dumps(record(**more)).encode())


def bet(on: str, amount: int = 500, **more: Any) -> dict[str, Any]:
    return {"id": on, "on": on, "amount": amount, **more}


def line(outcome: str, paid: int = 0, returned: int = 0, roll: int | None = None) -> dict[str, Any]:
    return {"outcome": outcome, "paid": paid, "returned": returned, "commission": 0, "roll": roll}
