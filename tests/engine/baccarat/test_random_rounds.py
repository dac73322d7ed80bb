"""Rounds played at random through choices and rulings: no act breaks the engine, and the books balance."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from casino.refused import Refused
from games.engine.acts import built, plain
from games.engine.baccarat import acts
from games.engine.baccarat.deal import Hand
from games.engine.baccarat.game import GAME
from games.engine.baccarat.handling import places
from games.engine.baccarat.record import settle_record
from games.engine.baccarat.shoe import Stock
from games.engine.baccarat.state import Phase, Setup, State
from games.engine.cards import CARDS
from games.engine.protocol import Act, Choice, Outcome, Rule, from_json, to_json
from tests.engine.baccarat.table import SIGN, begin, card, dealt, play, rules, wager

TABLES = [
    {"style": "A", "perfect_pair": 1, "dragon_bonus": 1},
    {"style": "B", "players_on_area": 3, "lucky_match": 2},
    {"style": "C", "equipment": "continuous", "any_pair": 1},
    {"form": "two_to_one", "banker": "even", "style": "C"},
    {"form": "ante_up", "style": "A", "ante": {"amount": 100, "minimum": 1000, "waived_from": 5000}},
    {"form": "ante_up", "two_to_one": True, "banker": "half_on_six", "style": "B"},
    {"form": "international", "style": "B", "dragon_bonus": 3, "perfect_pair": 2},
]


class Table:
    """Answers each choice with an act drawn from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0

    def pick(self, options: Any) -> Any:
        return self.random.choice(list(options))

    def card(self) -> int:
        return self.random.randrange(52)

    def act(self, state: State) -> Act:
        """A ruling now and then, else one of the choices."""
        found = GAME.rulings(state)
        if found and self.random.random() < 0.08:
            one = self.pick(found)
            return Rule(one.name, one.decides, one.subject, self.detail(one.name))
        return self.answer(state, self.pick(GAME.choices(state)))

    def detail(self, name: str) -> str | None:
        if name in ("boxed_card", "third_card_to_player", "excess_card"):
            return None if self.random.random() < 0.3 else CARDS[self.card()]
        return {"unlisted": "So decided.", "willing_player": "cy", "pass_apart": "ann ann"}.get(name)

    def answer(self, state: State, choice: Choice) -> Act:
        options = choice.options
        match choice.act:
            case "shuffle":
                return acts.Shuffle(Stock(self.pick(options)))
            case "cut_cards":
                return acts.CutCards(self.random.randint(choice.least or 0, choice.most or 0), choice.by)
            case "decline_cut":
                return acts.DeclineCut(int(choice.by or 0))
            case "place_cutting_card":
                return acts.PlaceCuttingCard(self.random.randint(choice.least or 0, 60))
            case "burn":
                return acts.Burn(self.card() if state.rules.burn == "first_card_up" else None)
            case "place_wager":
                return self.wager(state, options[0])
            case "alter_wager":
                return acts.AlterWager(options[0], 2000 * self.random.randint(1, 3))
            case "remove_wager" | "withdraw_wager":
                return (acts.RemoveWager if choice.act == "remove_wager" else acts.WithdrawWager)(options[0])
            case "accept_hand" | "decline_hand":
                kind = acts.AcceptHand if choice.act == "accept_hand" else acts.DeclineHand
                return kind(Hand(options[0]), str(choice.by))
            case "draw_card":
                extra = state.shoe.extra if not state.drawn else None
                return acts.DrawCard(extra.card if extra and extra.disclosed else self.card())
            case "pass_hand":
                return acts.PassHand(Hand(options[0]))
            case "allocate_card":
                return acts.AllocateCard(Hand(options[0]), 1, str(choice.by))
            case "turn_cards":
                return self.turned(state, Hand(options[0]))
            case "require_mixing":
                return acts.RequireMixing("ann")
        return from_json(GAME.acts, {"kind": choice.act})

    def wager(self, state: State, on: str) -> Act:
        self.count += 1
        player, area = self.pick([("ann", 1), ("bob", 2), ("cy", 3), ("zoe", 4)])
        amount = self.pick([500, 1000, 2000, 5000, 7300, 1_200_000])
        mistaken = self.random.random() < 0.5
        ante = self.pick([0, 100]) if state.rules.form == "ante_up" else 0
        return wager(on, amount, player, area, id=f"w{self.count}", ante=ante, mistaken=mistaken)

    def turned(self, state: State, hand: Hand) -> Act:
        """Cards that nobody knew are named, the others are only turned."""
        hidden = [state.drawn[place] for place in places(state, hand) if not state.face_up[place]]
        return acts.TurnCards(hand, tuple(self.card() if one is None else one for one in hidden))


def check_settlement(state: State) -> None:
    settlement = GAME.settle(state)
    stakes = GAME.at_stake(state)
    assert set(settlement.lines) == set(stakes)
    for name, line in settlement.lines.items():
        assert 0 <= line.returned <= stakes[name]
        assert (line.paid > 0) == (line.outcome is Outcome.WIN)
        assert line.outcome in (Outcome.LOSE,) or line.returned == stakes[name]
        assert line.clause.startswith(("NZ5 ", "NZ1 "))
    check_record(state, settlement.answer)


def check_record(state: State, answer: Any) -> None:
    """The exported round comes to the same, the void part of a wager standing apart."""
    exported = json.loads(json.dumps(GAME.to_record(state)))
    found = settle_record(exported)
    assert {key: found[key] for key in ("player", "banker", "result")} == {
        key: answer[key] for key in ("player", "banker", "result")
    }
    for wager_ in state.wagers:
        whole, part = dict(answer["wagers"][wager_.id]), dict(found["wagers"][wager_.id])
        over = found["wagers"].get(f"{wager_.id}:excess", {"returned": 0})
        part["returned"] += over["returned"]
        assert part == whole


def play_round(state: State, table: Table) -> State:
    for _ in range(120):
        if not GAME.choices(state):
            break
        act = table.act(state)
        assert from_json(GAME.acts, json.loads(json.dumps(to_json(act)))) == act
        with suppress(Refused):
            state = GAME.apply(state, act)
        assert (GAME.choices(state) == []) == (state.phase is Phase.OVER)
    return state


@pytest.mark.parametrize("elected", TABLES, ids=str)
def test_rounds_at_random_balance(elected: dict[str, Any]) -> None:
    table, finished = rules(**elected), 0
    for seed in range(100):
        sign = replace(SIGN, differential=3000 if seed % 2 else None)
        state = begin(table, sign=sign, **({"shoe": None} if seed % 3 == 0 else {}))
        for _ in range(3):
            state = play_round(state, Table(seed))
            if state.phase is not Phase.OVER:
                break
            finished += 1
            check_settlement(state)
            setup = GAME.next_setup(state)
            assert built(Setup, json.loads(json.dumps(plain(setup)))) == setup
            state = GAME.begin(table, setup)
    assert finished > 150


def test_acts_go_to_json_and_back() -> None:
    for act in (
        acts.DrawCard(card("As")),
        acts.DrawCard(),
        acts.TurnCards(Hand.BANKER, (card("2c"), card("Td"))),
        wager("player", 1000, ante=5, placed_by="nia"),
        acts.WithdrawNominees("places", "operator", ("ann", "bob")),
        Rule("boxed_card", "dealer", None, "As"),
    ):
        assert from_json(GAME.acts, json.loads(json.dumps(to_json(act)))) == act
    assert to_json(acts.DrawCard(card("As"))) == {"kind": "draw_card", "card": "As"}


@pytest.mark.parametrize(
    ("obj", "where"),
    [
        ({"kind": "juggle"}, "kind"),
        ({"kind": "draw_card", "card": "Xx"}, "card"),
        ({"kind": "place_wager", "id": "w", "on": "player", "amount": "5", "player": "ann"}, "amount"),
        ({"kind": "place_wager", "id": "w", "on": "player", "amount": 2.0, "player": "ann"}, "amount"),
        ({"kind": "place_wager", "id": "w", "on": "player", "player": "ann"}, "amount"),
        ({"kind": "turn_cards", "hand": "dealer"}, "hand"),
    ],
)
def test_acts_of_the_wrong_form_name_the_place(obj: dict[str, Any], where: str) -> None:
    with pytest.raises(Refused) as refused:
        from_json(GAME.acts, obj)
    assert refused.value.where == where


def test_a_refused_act_changes_nothing() -> None:
    state = play(begin(), wager("player", 1000))
    before = replace(state)
    with pytest.raises(Refused):
        GAME.apply(state, wager("player", 999))
    assert state == before


def test_an_act_of_another_game_is_refused() -> None:
    class Spin(Act):
        """Of roulette."""

    with pytest.raises(Refused) as refused:
        GAME.apply(begin(), Spin())
    assert refused.value.where == "kind"


def test_a_replay_gives_the_same_settlement() -> None:
    state = play(begin(), wager("player", 1000), wager("banker", 2000, "bob", 2))
    one, two = dealt(state, "5c 3c 3d 4d"), dealt(state, "5c 3c 3d 4d")
    assert GAME.settle(one) == GAME.settle(two)
