"""A second settlement, written apart from the first and on another package's ranking, for random rounds."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import Any

import pytest
from treys import Card, Evaluator

from games.engine.cards import CARDS
from games.engine.ultimate.record import settle_record

FIVE = Evaluator()._five
TREYS = {name: Card.new(name) for name in CARDS}
# The worst rank of each class in treys, from the best hand down.
CLASSES = [
    (1, "royal_flush"),
    (10, "straight_flush"),
    (166, "four_of_a_kind"),
    (322, "full_house"),
    (1599, "flush"),
    (1609, "straight"),
    (2467, "three_of_a_kind"),
    (3325, "two_pair"),
    (6185, "pair"),
    (7462, "high_card"),
]
TRIPS = {
    1: [50, 40, 30, 9, 7, 4, 3],
    2: [50, 40, 30, 8, 6, 5, 3],
    3: [50, 40, 30, 8, 7, 4, 3],
    4: [50, 40, 20, 7, 6, 5, 3],
}
BLIND = [Fraction(500), Fraction(50), Fraction(10), Fraction(3), Fraction(3, 2), Fraction(1)]
ODDS = {"flush": 100, "full_house": 150, "four_of_a_kind": 500}


def rank(hole: list[str], board: list[str], hands: str) -> int:
    if hands == "any_five":
        ways = combinations(hole + board, 5)
    else:
        ways = ((*hole, *three) for three in combinations(board, 3))
    return min(FIVE([TREYS[name] for name in way]) for way in ways)


def named(value: int) -> tuple[int, str]:
    return next((place, name) for place, (worst, name) in enumerate(CLASSES) if value <= worst)


def drawn(source: random.Random) -> dict[str, Any]:
    names = list(CARDS)
    # A short stock of high, suited cards brings the rare hands.
    if source.random() < 0.7:
        names = [name for name in names if name[0] in "9TJQKA" and (name[1] in "sh" or source.random() < 0.7)]
    source.shuffle(names)
    chip = source.choice([1, 50, 250])
    boxes = []
    for seat in source.sample(range(1, 8), source.randint(1, 3)):
        ante = chip * source.randint(1, 30)
        play = source.choice([("deal", 3), ("deal", 4), ("flop", 2), ("river", 1), None])
        boxes.append(
            {
                "seat": seat,
                "cards": [names.pop(), names.pop()],
                "ante": ante,
                "blind": ante,
                "trips": chip * source.randint(0, 5),
                "progressive": source.choice([0, 500]),
                "play": play and {"on": play[0], "times": play[1]},
            }
        )
    elections: dict[str, Any] = {"pay_table": source.randint(1, 4), "chip": chip}
    elections["hands"] = source.choice(["any_five", "two_and_three"])
    if source.random() < 0.3:
        elections["max_payout"] = source.randint(1, 50_000)
    pool = source.choice([{"prize": source.randint(0, 10**7)}, {"minor": source.randint(0, 10**5), "major": 10**7 + 7}])
    dealt = {"dealer": [names.pop() for _ in range(2)], "board": [names.pop() for _ in range(5)]}
    return {"game": "ultimate", "elections": elections, **dealt, "boxes": boxes, "pool": pool}


def up(amount: Fraction | int, chip: int) -> int:
    return ceil(Fraction(amount) / chip) * chip


def independently(round_: dict[str, Any]) -> dict[str, dict[str, Any]]:
    elections = round_["elections"]
    dealer = rank(round_["dealer"], round_["board"], elections["hands"])
    prizes = jackpots(round_)
    found = {}
    for box in round_["boxes"]:
        own = rank(box["cards"], round_["board"], elections["hands"])
        place, name = named(own)
        play = box["ante"] * box["play"]["times"] if box["play"] else 0
        result = 0 if own == dealer else 1 if own < dealer else -1
        net: dict[str, Any] = {"hand": name}
        for on, stake in (("ante", box["ante"]), ("blind", box["blind"]), ("trips", box["trips"]), ("play", play)):
            net[on] = None if not stake else (-stake if not play else of(on, stake, result, place, dealer, elections))
        prize = prizes.get(box["seat"], 0)
        net["progressive"] = None if not box["progressive"] else prize - box["progressive"]
        found[str(box["seat"])] = net
    return found


def of(on: str, stake: int, result: int, place: int, dealer: int, elections: dict[str, Any]) -> int:
    """Net result of one wager of a hand that was played."""
    most = elections.get("max_payout") or 10**18
    chip = elections["chip"]
    if on == "trips":
        odds = TRIPS[elections["pay_table"]]
        return min(up(stake * odds[place], chip), most) if place < len(odds) else -stake
    if on == "ante" and dealer > 6185:
        return 0
    if result <= 0:
        return stake * result
    if on == "blind":
        return min(up(stake * BLIND[place], chip), most) if place < len(BLIND) else 0
    return min(up(stake, chip), most)


def jackpots(round_: dict[str, Any]) -> dict[int, int]:
    hits = {}
    for box in round_["boxes"]:
        hand = named(rank(box["cards"], round_["board"][:3], "any_five"))[1]
        if box["progressive"] and box["play"]:
            hits[box["seat"]] = (box["progressive"], hand)
    chip = round_["elections"]["chip"]
    paid = {seat: stake * ODDS[hand] for seat, (stake, hand) in hits.items() if hand in ODDS}
    pool = round_["pool"]
    rest = pool["major"] if "major" in pool else max(0, pool["prize"] - sum(paid.values()))
    flushes = {
        seat: up(max(Fraction(stake * 1000), Fraction(rest, 10)), chip)
        for seat, (stake, hand) in hits.items()
        if hand == "straight_flush"
    }
    rest = max(0, rest - sum(flushes.values()))
    royal = [seat for seat, (_, hand) in hits.items() if hand == "royal_flush"]
    royals = {seat: up(max(Fraction(hits[seat][0] * 10_000), Fraction(rest, len(royal))), chip) for seat in royal}
    return {**paid, **flushes, **royals}


@pytest.mark.parametrize("seed", range(4))
def test_random_rounds_come_to_the_same_in_a_settlement_written_apart(seed):
    source = random.Random(seed)
    met: set[str] = set()
    for _ in range(400):
        round_ = drawn(source)
        expected = independently(round_)
        for seat, box in settle_record(round_)["boxes"].items():
            stakes = {given["seat"]: given for given in round_["boxes"]}[int(seat)]
            met.add(box["hand"])
            net: dict[str, Any] = {"hand": box["hand"]}
            for on in ("ante", "blind", "trips", "play", "progressive"):
                stake = stakes["ante"] * stakes["play"]["times"] if on == "play" and stakes["play"] else stakes[on]
                line = box[on]
                net[on] = line and line["paid"] + line["returned"] - stake
            assert net == expected[seat], round_
    assert len(met) >= 8
