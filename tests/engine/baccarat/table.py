"""A baccarat table for tests: rules, set-up and acts in a few words."""

from __future__ import annotations

import json
from typing import Any

from games.engine.baccarat import acts
from games.engine.baccarat.game import GAME
from games.engine.baccarat.rules import BaccaratRules
from games.engine.baccarat.shoe import Shoe, Stage
from games.engine.baccarat.state import Seat, Setup, Sign, State
from games.engine.cards import NUMBER, cards
from games.engine.general import Limits
from games.engine.lines import answer
from games.engine.protocol import Act, Rule

SEATS = (Seat(1, "ann"), Seat(2, "bob"), Seat(3, "cy"))
SIGN = Sign(
    hands=Limits(1000, 1_000_000), tie=Limits(500, 100_000), pair=Limits(100, 20_000), dragon=Limits(100, 20_000)
)
# Player 8 and Banker 7 on four cards; a tie of sixes; Banker six with three cards.
PLAYER_WINS = "5c 3c 3d 4d"
TIE = "2c 3c 4d 3d"
BANKER_SIX = "2c 2d Kd Kc 3s 4s"


def rules(**elected: Any) -> BaccaratRules:
    return BaccaratRules.of({"banker": "commission", "tie": 8, "chip": 100, **elected})


def shoe(table: BaccaratRules, **more: Any) -> Shoe:
    """Shuffled, cut and burnt."""
    values: dict[str, Any] = {"style": table.style, "cards": table.decks * 52, "left": 400, "behind": 20}
    return Shoe(stage=Stage.READY, **{**values, **more})


def begin(table: BaccaratRules | None = None, **more: Any) -> State:
    """Betting is open."""
    table = table or rules()
    values: dict[str, Any] = {"sign": SIGN, "seats": SEATS, "shoe": shoe(table)}
    return GAME.begin(table, Setup(**{**values, **more}))


def play(state: State, *done: Act) -> State:
    for act in done:
        state = GAME.apply(state, act)
    return state


def wager(on: str, amount: int, player: str = "ann", area: int | None = 1, **more: Any) -> acts.PlaceWager:
    identity = more.pop("id", f"{player}-{on}-{area}")
    return acts.PlaceWager(id=identity, on=on, amount=amount, player=player, area=area, **more)


def draws(text: str) -> list[Act]:
    return [acts.DrawCard(card) for card in cards(text)]


def blind(count: int = 4) -> list[Act]:
    """Cards that lie face down."""
    return [acts.DrawCard()] * count


def dealt(state: State, text: str) -> State:
    """The call, and cards in style A."""
    return play(state, acts.NoMoreBets(), *draws(text))


def ruling(name: str, by: str = "operator", subject: str | int | None = None, detail: str | None = None) -> Rule:
    return Rule(name, by, subject, detail)


def card(text: str) -> int:
    return NUMBER[text]


def spread(text: str) -> list[str]:
    """ "2h 3c" as the list that stands in a record."""
    return text.split()


def record(**more: Any) -> dict[str, Any]:
    """A round on the command line; `elections` and the rest may be changed."""
    elections = {"banker": "commission", "tie": 8, "perfect_pair": 1, "dragon_bonus": 1, "chip": 250}
    values: dict[str, Any] = {
        "id": "b1",
        "game": "baccarat",
        "form": "standard",
        "elections": elections,
        "cards": spread("2h 3c Kd 4s 4c"),
        "wagers": [{"id": "w1", "area": 3, "on": "banker", "amount": 10000}],
    }
    return {**values, **more}


def settled(**more: Any) -> dict[str, Any]:
    """The command line's answer to a record."""
    return answer(json.dumps(record(**more)).encode())


def bet(on: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"id": on, "area": 1, "on": on, "amount": amount, **more}


def line(outcome: str, paid: int = 0, returned: int = 0, commission: int = 0, **more: int) -> dict[str, Any]:
    return {"outcome": outcome, "paid": paid, "returned": returned, "commission": commission, **more}
