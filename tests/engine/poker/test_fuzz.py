"""Records broken at random: an answer or a refusal with a place, never a failure of the engine."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from games.engine.lines import answer
from games.engine.poker.written import to_record
from tests.engine.poker.dealer import Dealer, read, table

ODD: list[Any] = [None, False, True, 0, -1, 1, 2, 5, 7.5, 10**15, 10**15 + 1, 10**40, "", "5", "??", "As", "2c", [], {}]
NESTED: list[Any] = [[["As"]], [1, "fold"], ["As", "As"], {"seat": 1}, {"percent": "5"}, [[]], [None], "fold", "draw"]


def places(obj: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every container with a key or an index into it."""
    keys = list(obj) if isinstance(obj, dict) else range(len(obj)) if isinstance(obj, list) else []
    for key in keys:
        found.append((obj, key))
        places(obj[key], found)
    return found


def broken(rng: random.Random, hand: dict[str, Any]) -> dict[str, Any]:
    hand = copy.deepcopy(hand)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        holder, key = rng.choice(places(hand, []))
        kind = rng.random()
        if kind < 0.15 and isinstance(holder, dict):
            del holder[key]
        elif kind < 0.25 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif kind < 0.35 and isinstance(holder, list):
            holder.pop(key)
        elif kind < 0.45 and isinstance(holder[key], int):
            holder[key] += rng.choice([-1, 1, -100, 100])
        else:
            holder[key] = copy.deepcopy(rng.choice(ODD + NESTED))
    return hand


@pytest.mark.parametrize("batch", range(8))
def test_never_a_failure_of_the_engine(batch: int) -> None:
    rng = random.Random(batch)
    for _ in range(60):
        dealer = Dealer(rng, *read(table(rng)))
        dealer.out()
        hand = to_record(dealer.hand, "h")
        for _ in range(12):
            line = json.dumps(broken(rng, hand))
            found = answer(line.encode())
            if "error" in found:
                assert not found["error"]["message"].startswith("The engine failed"), line
                clause = found["error"]["clause"]
                assert clause is None or clause.startswith(("RWS ", "NZ13 ", "WA ")), line
            else:
                assert set(found) - {"carried"} == {"id", "stacks", "rake", "pots", "uncalled", "shown"}
