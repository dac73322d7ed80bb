"""Orders of hands by deck and book, and the JSON Schemas of the command line."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from games.engine.cards import cards, deck
from games.engine.hands import KEYS, MASK, Category, ranking
from games.engine.poker.record_schema import SCHEMA_IN, SCHEMA_OUT
from games.engine.poker.variants import VARIANTS
from tests.engine.poker.writing import record, settled

BY_HAND = Path(__file__).parent / "by_hand"


def expected(ranks: int, ace_low: bool) -> dict[Category, int]:
    """How many hands of each kind a deck of four suits holds, counted by formula."""
    straights = ranks - 4 + ace_low
    flushes = 4 * comb(ranks, 5) - 4 * straights
    singles = comb(ranks, 5) - straights
    return {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 4 * straights - 4,
        Category.FOUR_OF_A_KIND: ranks * 4 * (ranks - 1),
        Category.FULL_HOUSE: ranks * 4 * (ranks - 1) * 6,
        Category.FLUSH: flushes,
        Category.STRAIGHT: straights * (4**5 - 4),
        Category.THREE_OF_A_KIND: ranks * 4 * comb(ranks - 1, 2) * 16,
        Category.TWO_PAIR: comb(ranks, 2) * 36 * (ranks - 2) * 4,
        Category.PAIR: ranks * 6 * comb(ranks - 1, 3) * 64,
        Category.HIGH_CARD: singles * (4**5 - 4),
    }


@pytest.mark.parametrize(("size", "ace_low"), [(40, True), (36, True), (36, False), (32, True), (32, False)])
def test_category_counts_of_short_decks_nz13_9_3_wa_10_2(size: int, ace_low: bool) -> None:
    order = ranking(size, ace_low)
    kinds: dict[int, int] = {}
    for five in combinations(deck(size), 5):
        key = sum([KEYS[card] for card in five]) & MASK
        if key not in kinds:
            kinds[key] = 0
            order.any_five(five)
        kinds[key] += 1
    found: Counter[Category] = Counter()
    for key, count in kinds.items():
        found[order.category(order._table[key])] += count
    assert dict(found) == expected(size // 4, ace_low)


def best(book: str, variant: str, size: int, hand: str) -> Category:
    order = VARIANTS[book][variant].ranking(size)
    return order.category(order.any_five(cards(hand)))


def test_a_flush_beats_a_full_house_in_a_short_deck_nz13_9_3_wa_10_2() -> None:
    order = VARIANTS["wa"]["omaha"].ranking(32)
    assert order.any_five(cards("Ah Kh Qh Jh 9h")) > order.any_five(cards("Ac Ad Ah Kc Kd"))
    full = VARIANTS["wa"]["omaha"].ranking(52)
    assert full.any_five(cards("Ah Kh Qh Jh 9h")) < full.any_five(cards("Ac Ad Ah Kc Kd"))


@pytest.mark.parametrize(
    ("book", "variant", "size", "hand", "kind"),
    [
        ("rws", "holdem", 52, "5c 4d 3h 2s Ac", Category.STRAIGHT),
        ("nz", "draw", 40, "8c 7d 6h 5s Ac", Category.STRAIGHT),
        ("nz", "holdem", 32, "Tc 9d 8h 7s Ac", Category.STRAIGHT),
        ("wa", "manila", 32, "Tc 9d 8h 7s Ac", Category.STRAIGHT),
        ("wa", "perth_manila", 32, "Tc 9c 8c 7c Ac", Category.STRAIGHT_FLUSH),
        ("nz", "manila", 32, "Tc 9d 8h 7s Ac", Category.HIGH_CARD),
        ("nz", "three_card_manila", 36, "9c 8d 7h 6s Ac", Category.HIGH_CARD),
        ("nz", "three_card_manila", 32, "Tc 9c 8c 7c Ac", Category.FLUSH),
    ],
)
def test_the_lowest_straight_by_deck_and_book_nz13_9_3_f(
    book: str, variant: str, size: int, hand: str, kind: Category
) -> None:
    assert best(book, variant, size, hand) is kind


def test_manila_plays_both_hole_cards_nz13_14_4_d() -> None:
    # Four spades on the board and one in the hand: no flush with exactly two and three.
    hand = record(
        "nz",
        "manila",
        deck=32,
        stacks={1: 1000, 2: 1000},
        cards={1: "As 7d", 2: "8c 8d"},
        on="Ks Qs 9s 7s 8h",
        do="1 all_in; 2 call",
    )
    assert settled(hand)["pots"][0]["won"] == {"2": 2000}


def test_three_card_manila_plays_two_of_three_nz13_15_4_d() -> None:
    hand = record(
        "nz",
        "three_card_manila",
        deck=36,
        stacks={1: 1000, 2: 1000},
        cards={1: "As Ac Ad", 2: "Kc Kd 6h"},
        on="Ks Qd 9s 7s 8h",
        do="1 all_in; 2 call",
    )
    # Three aces would beat three kings, but only two may be used: a pair of aces.
    assert settled(hand)["pots"][0]["won"] == {"2": 2000}


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (BY_HAND / name).read_text().splitlines()]


def test_every_hand_and_answer_fits_its_schema() -> None:
    for hand in lines("hands.jsonl"):
        jsonschema.validate(hand, SCHEMA_IN)
    for answer in lines("answers.jsonl"):
        jsonschema.validate(answer, SCHEMA_OUT)


@pytest.mark.parametrize(
    "change", [{"deck": 50}, {"actions": [[1, "raise"]]}, {"chip": 0}, {"seats": []}, {"colour": 1}, {"board": ["??"]}]
)
def test_what_is_wrong_in_form_does_not_fit(change: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**lines("hands.jsonl")[0], **change}, SCHEMA_IN)
