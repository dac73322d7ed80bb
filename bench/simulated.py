"""Whole rounds through the protocol of each game, act by act, for measuring."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from games.engine.baccarat import acts as baccarat
from games.engine.baccarat.deal import next_hand
from games.engine.baccarat.game import GAME as BACCARAT
from games.engine.baccarat.rules import BaccaratRules
from games.engine.baccarat.shoe import Stage, new_shoe
from games.engine.baccarat.state import Setup as BaccaratSetup
from games.engine.baccarat.state import Sign
from games.engine.general import Limits
from games.engine.snake_eyes import acts as snake_eyes
from games.engine.snake_eyes.game import GAME as SNAKE_EYES
from games.engine.snake_eyes.rules import SnakeEyesRules
from games.engine.snake_eyes.state import Phase
from games.engine.snake_eyes.state import Setup as SnakeEyesSetup
from games.engine.snake_eyes.state import Sign as SnakeEyesSign
from games.engine.ultimate import acts as ultimate
from games.engine.ultimate.game import GAME as ULTIMATE
from games.engine.ultimate.rules import UltimateRules
from games.engine.ultimate.state import Setup as UltimateSetup

LIMITS = Limits(100, 1_000_000)
ON = ("player", "banker", "tie", "player_pair", "banker_pair", "player_dragon", "banker_dragon")
BACCARAT_RULES = BaccaratRules(banker="commission", tie=8, perfect_pair=1, dragon_bonus=1, equipment="continuous")
ULTIMATE_RULES = UltimateRules(pay_table=1, hands="any_five", progressive=500)
SEATS = (1, 2, 3)
SNAKE_EYES_RULES = SnakeEyesRules(hard_4=7, hard_6=9, hard_8=9, hard_10=7, field=1, craps_2=30, craps_12=30)
ROLLED_ON = ("hard_6", "hardway_combo", "six", "field", "any_7", "c_and_e", "craps_2")


def coup(shoe: Random) -> list[int]:
    """The cards of one round of baccarat."""
    cards = [number % 52 for number in shoe.sample(range(416), 6)]
    used = 4
    while next_hand(cards[:used]) is not None:
        used += 1
    return cards[:used]


def through(game: Any, state: Any, acts: Iterable[Any]) -> Any:
    for act in acts:
        state = game.apply(state, act)
    return state


def baccarat_round(shoe: Random) -> Any:
    """Seven wagers of one player, the call, the cards, the settlement."""
    rules = BACCARAT_RULES
    ready = replace(new_shoe(rules), stage=Stage.READY)
    state = BACCARAT.begin(rules, BaccaratSetup(Sign(LIMITS, LIMITS, LIMITS, LIMITS), shoe=ready))
    wagers = [baccarat.PlaceWager(on, on, 1_000, "p1", 1) for on in ON]
    cards = [baccarat.DrawCard(card) for card in coup(shoe)]
    state = through(BACCARAT, state, [*wagers, baccarat.NoMoreBets(), *cards, baccarat.AnnounceResult()])
    return BACCARAT.settle(state)


def ultimate_round(deck: Random) -> Any:
    """Three boxes with all wagers; one plays on the deal, one on the flop, one after the river."""
    state = ULTIMATE.begin(ULTIMATE_RULES, UltimateSetup(LIMITS, LIMITS))
    stakes = {"ante": 1_000, "blind": 1_000, "trips": 500, "progressive": 500}
    wagers = [ultimate.PlaceWager(seat, f"p{seat}", on, amount) for seat in SEATS for on, amount in stakes.items()]
    cards = [ultimate.Deal(card) for card in deck.sample(range(52), 2 * len(SEATS) + 7)]
    opening = [*wagers, ultimate.NoMoreBets(), ultimate.PoolStands(2_500_000), *cards]
    deciding = [ultimate.Play(1, 4), ultimate.Check(2), ultimate.Check(3), ultimate.Turn()]
    deciding += [ultimate.Play(2, 2), ultimate.Check(3), ultimate.Turn(), ultimate.Play(3, 1)]
    return ULTIMATE.settle(through(ULTIMATE, state, [*opening, *deciding, ultimate.Show()]))


def snake_eyes_round(dice: Random) -> Any:
    """Seven wagers of the Shooter, rolled and paid until none is open; answers the last settlement."""
    state = SNAKE_EYES.begin(SNAKE_EYES_RULES, SnakeEyesSetup(SnakeEyesSign(LIMITS), ("p1",), dice=5))
    wagers = [snake_eyes.PlaceWager(on, on, 500, "p1") for on in ROLLED_ON]
    state = through(SNAKE_EYES, state, [*wagers, snake_eyes.AcceptDice("p1")])
    while True:
        roll = (dice.randint(1, 6), dice.randint(1, 6))
        state = through(SNAKE_EYES, state, [snake_eyes.Throw(), snake_eyes.CallRoll(roll)])
        settled = SNAKE_EYES.settle(state)
        state = SNAKE_EYES.apply(state, snake_eyes.Pay())
        if state.phase is Phase.OVER:
            return settled
