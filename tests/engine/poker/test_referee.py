"""The engine beside a slow settlement written apart from it: the same answers, the same acts refused."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from casino.refused import Refused
from games.engine.poker.record import settle_record
from games.engine.poker.written import to_record
from tests.engine.poker import referee
from tests.engine.poker.dealer import Dealer, read, table

WORDS = ["fold", "check", "call", "all_in", "bet", "raise", "muck"]
BATCHES = range(12)
HANDS = 300


def played(rng: random.Random) -> dict[str, Any]:
    dealer = Dealer(rng, *read(table(rng)))
    dealer.out()
    found: dict[str, Any] = json.loads(json.dumps(to_record(dealer.hand)))
    del found["id"]
    return found


@pytest.mark.parametrize("batch", BATCHES)
def test_same_settlement(batch: int) -> None:
    for seed in range(HANDS):
        hand = played(random.Random(f"settle {batch} {seed}"))
        assert settle_record(copy.deepcopy(hand)) == referee.settle(hand), json.dumps(hand)


@pytest.mark.parametrize("batch", BATCHES)
def test_same_acts_are_refused(batch: int) -> None:
    for seed in range(HANDS):
        rng = random.Random(f"refuse {batch} {seed}")
        hand = played(rng)
        for _ in range(6):
            cut = _with_another_act(rng, hand)
            if cut is not None:
                assert _engine_takes(cut) == _referee_takes(cut), json.dumps(cut)


def _with_another_act(rng: random.Random, hand: dict[str, Any]) -> dict[str, Any] | None:
    """The hand up to a random act, with that act replaced by a random one that is often nearly right."""
    done = hand["actions"]
    if not done:
        return None
    place, word, chip = rng.randrange(len(done)), rng.choice(WORDS), hand["chip"]
    act: list[Any] = [done[place][0] if rng.random() < 0.9 else rng.choice(hand["seats"])["seat"], word]
    if word in ("bet", "raise"):
        near = [one[2] for one in done if one[1] in ("bet", "raise")] + [chip * rng.randint(1, 60)]
        act.append(max(chip, rng.choice(near) + chip * rng.choice([-2, -1, 0, 0, 1, 2])))
    return {**copy.deepcopy(hand), "actions": [*done[:place], act]}


def _referee_takes(hand: dict[str, Any]) -> bool:
    table = referee.Referee(hand)
    try:
        for act in hand["actions"]:
            table.act(*act)
    except referee.Illegal:
        return False
    except IndexError:
        # A stud hand that goes on has not all its cards; the act was taken.
        return True
    return True


def _engine_takes(hand: dict[str, Any]) -> bool:
    try:
        settle_record(hand)
    except Refused as refused:
        return refused.where != f"actions[{len(hand['actions']) - 1}]"
    return True
