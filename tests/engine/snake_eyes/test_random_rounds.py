"""Rounds played at random through choices and rulings: the books balance, and the record settles alike."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from casino.refused import Refused
from games.engine.acts import built, plain
from games.engine.protocol import Act, Choice, Outcome, Rule, from_json, to_json
from games.engine.snake_eyes import acts
from games.engine.snake_eyes.game import GAME
from games.engine.snake_eyes.record import settle_record
from games.engine.snake_eyes.state import Phase, Setup, State
from tests.engine.snake_eyes.table import begin, rules, wager


class Table:
    """Answers each choice with an act drawn from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0

    def dice(self) -> tuple[int, int]:
        return self.random.randint(1, 6), self.random.randint(1, 6)

    def act(self, state: State) -> Act:
        found = GAME.rulings(state)
        if found and self.random.random() < 0.1:
            one = self.random.choice(found)
            return Rule(one.name, one.decides, one.subject, self.detail(one.name))
        choices = GAME.choices(state)
        others = [choice for choice in choices if choice.act != "place_wager"]
        busy = others and (len(state.wagers) > 5 or self.random.random() < 0.6)
        return self.answer(self.random.choice(others if busy else choices))

    def detail(self, name: str) -> str | int | None:
        if name in ("overrule", "uppermost_face"):
            return "{} {}".format(*self.dice())
        return {"moved_wager": "field", "dice_missing": 1, "unlisted": "So.", "safe_procedure": "By hand."}.get(name)

    def answer(self, choice: Choice) -> Act:
        match choice.act:
            case "receive_dice":
                return acts.ReceiveDice(5, True, True)
            case "place_wager":
                self.count += 1
                player = self.random.choice(["ann", "bob", "cy"])
                more: dict[str, Any] = {"confirmed": True, "mistaken": self.random.random() < 0.3}
                amount = self.random.choice([50, 100, 500, 99_000, 120_000])
                return wager(choice.options[0], amount, player, id=f"w{self.count}", **more)
            case "reduce_wager":
                return acts.ReduceWager(choice.options[0], choice.least or 0)
            case "remove_wager":
                return acts.RemoveWager(choice.options[0])
            case "accept_dice" | "decline_dice":
                kind = acts.AcceptDice if choice.act == "accept_dice" else acts.DeclineDice
                return kind(str(choice.by))
            case "call_roll" | "enter_roll":
                return (acts.CallRoll if choice.act == "call_roll" else acts.EnterRoll)(self.dice())
            case "wager_lies":
                return acts.WagerLies(choice.options[0], "field")
            case "choose_dice":
                return acts.ChooseDice(original=self.random.random() < 0.5)
            case "rule":
                return Rule(choice.options[0], str(choice.by))
        return from_json(GAME.acts, {"kind": choice.act})


def step(state: State, table: Table, paid: dict[str, int]) -> State:
    """One act; what is decided before a payment is what leaves the layout with it."""
    act = table.act(state)
    assert from_json(GAME.acts, json.loads(json.dumps(to_json(act)))) == act
    with suppress(Refused):
        before, lines = GAME.at_stake(state), GAME.settle(state).lines
        state = GAME.apply(state, act)
        if isinstance(act, acts.Pay):
            gone = set(before) - set(GAME.at_stake(state))
            assert gone == set(lines)
            check_lines(before, lines)
            paid.update(dict.fromkeys(gone, 1))
    return state


def check_lines(stakes: dict[str, int], lines: Any) -> None:
    for name, line in lines.items():
        assert 0 <= line.returned <= stakes[name]
        assert (line.paid > 0) == (line.outcome is Outcome.WIN)
        assert line.outcome is Outcome.LOSE or line.returned == stakes[name]
        assert line.clause.startswith(("NZ11A ", "NZ1 "))


def check_record(state: State) -> None:
    answer = GAME.settle(state).answer["wagers"]
    found = settle_record(json.loads(json.dumps(GAME.to_record(state))))["wagers"]
    for name, whole in answer.items():
        part = dict(found[name])
        part["returned"] += found.get(f"{name}:excess", {"returned": 0})["returned"]
        assert whole["outcome"] == "open" or part == whole


@pytest.mark.parametrize("electronic", [False, True])
def test_rounds_at_random_balance(electronic: bool) -> None:
    table, finished = rules(chip=50, electronic=electronic), 0
    for seed in range(100):
        state, dealer = begin(table, dice=0 if seed % 3 == 0 else 5), Table(seed)
        paid: dict[str, int] = {}
        for _ in range(200):
            if state.phase is Phase.OVER:
                finished += 1
                check_lines(GAME.at_stake(state), GAME.settle(state).lines)
                check_record(state)
                setup = GAME.next_setup(state)
                assert built(Setup, json.loads(json.dumps(plain(setup)))) == setup
                state = GAME.begin(table, setup)
            state = step(state, dealer, paid)
            assert (GAME.choices(state) == []) == (state.phase is Phase.OVER)
            assert not paid.keys() & GAME.at_stake(state).keys()
    assert finished > 100


def test_a_refused_act_changes_nothing() -> None:
    state = begin()
    with pytest.raises(Refused):
        GAME.apply(state, wager("six", 1))
    assert state == begin()


def test_an_act_of_another_game_is_refused() -> None:
    class Spin(Act):
        """Of roulette."""

    with pytest.raises(Refused) as refused:
        GAME.apply(begin(), Spin())
    assert refused.value.where == "kind"
