"""What people call a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

ONE = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
MANY = tuple("sixes" if word == "six" else word + "s" for word in ONE)

_NAMES: dict[str, Callable[[Sequence[int]], str]] = {
    "high_card": lambda ranks: f"{ONE[ranks[0]].capitalize()} high",
    "pair": lambda ranks: f"Pair of {MANY[ranks[0]]}",
    "two_pair": lambda ranks: f"Two pair, {MANY[ranks[0]]} and {MANY[ranks[1]]}",
    "three_of_a_kind": lambda ranks: f"Three of a kind, {MANY[ranks[0]]}",
    "straight": lambda ranks: f"Straight, {ONE[ranks[0]]} high",
    "flush": lambda ranks: f"Flush, {ONE[ranks[0]]} high",
    "full_house": lambda ranks: f"Full house, {MANY[ranks[0]]} full of {MANY[ranks[1]]}",
    "four_of_a_kind": lambda ranks: f"Four of a kind, {MANY[ranks[0]]}",
    "straight_flush": lambda ranks: f"Straight flush, {ONE[ranks[0]]} high",
    "royal_flush": lambda ranks: "Royal flush",
}


def name(category: str, ranks: Sequence[int]) -> str:
    """`name("full_house", (11, 5))` is "Full house, kings full of sevens"."""
    return _NAMES[category](ranks)
