"""Agreement with an independent engine on what both express, act by act; every known difference has its clause."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.engine.poker.books import BOOKS
from games.engine.poker.terms import Terms
from games.engine.poker.variants import VARIANTS
from tests.engine.poker import beside_pokerkit as beside

# Book, variant, structure, hands; draw has as many blinds as seats, so that NZ13 11.4(a) begins where PokerKit does.
GAMES = [
    ("wa", "holdem", "no_limit", 600),
    ("rws", "holdem", "no_limit", 300),
    ("nz", "holdem", "pot_limit", 400),
    ("nz", "holdem", "fixed_limit", 400),
    ("nz", "omaha", "pot_limit", 400),
    ("nz", "seven_card_stud", "fixed_limit", 500),
    ("nz", "draw", "no_limit", 400),
]
KNOWN = {
    beside.SHORT_BLIND,
    beside.RAISE_CAP,
    beside.ODD_CHIP,
    beside.REOPENED,
    beside.LEAST_RAISE,
    beside.OPENING,
    beside.BRING_IN,
    beside.UNCONTESTED,
}


def terms(rng: random.Random, book: str, name: str, structure: str, seats: int) -> Terms:
    variant = VARIANTS[book][name]
    blinds = (50, 100)
    if name == "draw":
        blinds = (50, *[100] * (seats - 1))
    fixed = structure == "fixed_limit"
    return Terms(
        BOOKS[book],
        variant,
        52,
        structure,
        blinds=blinds if variant.by_blinds else (),
        ante=25 if not variant.by_blinds else rng.choice([0, 0, 10]),
        bring_in=None if variant.by_blinds else 50,
        bets=(100, 200) if fixed else None,
    )


@pytest.mark.parametrize(("book", "name", "structure", "hands"), GAMES)
def test_agreement_act_by_act(book: str, name: str, structure: str, hands: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(hands):
        rng = random.Random(f"{book} {name} {structure} {seed}")
        seats = rng.randint(3, 5)
        stacks = [rng.choice([rng.randint(150, 900), rng.randint(1000, 9000)]) for _ in range(seats)]
        both = beside.Both(rng, terms(rng, book, name, structure, seats), stacks)
        try:
            both.run()
            met["the same to the end"] += 1
        except beside.Differ as differ:
            met[str(differ)] += 1
    same = met.pop("the same to the end")
    assert set(met) <= KNOWN
    assert same >= hands * 2 // 3, met
