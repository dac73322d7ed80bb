"""PHH export: other tools read it and come to the same stacks."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest
from pokerkit import HandHistory

from games.engine.poker import acts
from games.engine.poker.game import GAME
from games.engine.poker.history import Hand
from games.engine.poker.phh import CODES, to_phh
from tests.engine.poker.dealer import Dealer, read, table

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def played(rng: random.Random, name: str, structure: str) -> Dealer:
    """Deep stacks and no rake; only what the format and PokerKit both express."""
    book = "rws" if structure == "no_limit" else "nz"
    obj: dict[str, Any] = table(rng, (book, name, 52, structure), rng.randint(2, 5))
    for key in ("rake", "straddle"):
        obj.pop(key, None)
    chip = obj["chip"]
    for seat in obj["seats"]:
        seat["stack"] += 4000 * chip
    if "blinds" in obj:
        obj |= {"blinds": [2 * chip, 4 * chip], "button": obj["seats"][0]["seat"]}
    else:
        obj["bring_in"] = 2 * chip
    if "bets" in obj:
        obj["bets"] = [4 * chip, 8 * chip]
    dealer = Dealer(rng, *read(obj))
    while not dealer.state.over:
        if any(found.act == "run_it" for found in GAME.choices(dealer.state)):
            break
        dealer.step()
    return dealer


@pytest.mark.parametrize(("name", "deck", "structure"), list(CODES))
def test_pokerkit_reads_it_and_agrees(name: str, deck: int, structure: str) -> None:
    same = 0
    for seed in range(60):
        dealer = played(random.Random(f"{name} {seed}"), name, structure)
        state = dealer.state
        if not state.over:
            continue
        text = to_phh(dealer.hand, hand=seed, venue="Crown")
        try:
            *_, last = HandHistory.loads(text)
        except ValueError:
            # Raises heads up, and raises that nobody can call, PokerKit does not take (test_pokerkit.py).
            continue
        stacks = GAME.settle(state).answer["stacks"]
        off = [abs(stacks[str(seat)] - stack) for seat, stack in zip(state.play.seats, last.stacks, strict=True)]
        # Odd chips go elsewhere in NZ13 16.5(e).
        assert max(off) <= 1 + state.rules.chip
        same += not any(off)
    assert same >= 30


def test_every_variant_is_written_as_toml() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        dealer = Dealer(rng, *read(table(rng)))
        dealer.out()
        found = tomllib.loads(to_phh(dealer.hand, table="7"))
        assert found["starting_stacks"] == list(dealer.state.play.start)
        assert found["finishing_stacks"] == [
            GAME.settle(dealer.state).answer["stacks"][str(seat)] for seat in dealer.state.play.seats
        ]
        assert found["table"] == "7"


def test_the_actions_of_a_hand() -> None:
    obj = {
        "book": "rws",
        "variant": "holdem",
        "deck": 52,
        "structure": "no_limit",
        "blinds": [50, 100],
        "button": 3,
        "seats": [{"seat": seat, "stack": 1000} for seat in (1, 2, 3)],
    }
    state = GAME.begin(*read(obj))
    done = [
        acts.Deal((51, 47, 43, 50, 46, 42)),
        acts.Raise(3, 300),
        acts.Fold(1),
        acts.Call(2),
        acts.Deal((0, 1, 2, 3)),
        acts.Check(2),
        acts.AllIn(3),
        acts.Fold(2),
    ]
    for act in done:
        state = GAME.apply(state, act)
    found = tomllib.loads(to_phh(Hand(state.rules, state.setup, state.acts)))
    assert found["variant"] == "NT"
    assert found["blinds_or_straddles"] == [50, 100, 0]
    assert found["actions"] == [
        "d dh p1 AsAh",
        "d dh p2 KsKh",
        "d dh p3 QsQh",
        "p3 cbr 300",
        "p1 f",
        "p2 cc",
        "d db 2d2h2s",
        "p2 cc",
        "p3 cbr 700",
        "p2 f",
    ]
    assert found["finishing_stacks"] == [950, 700, 1350]
