"""Deals up to the symmetry of suits: boards and flops that differ only by a change of suits count as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import factorial, prod

import numpy as np

from games.engine.odds.scores import Ints

PERMUTATIONS = tuple(permutations(range(4)))


def suit_masks(cards: Sequence[int]) -> list[int]:
    """The ranks held in each suit, one bit a rank."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


def boards(ranks: int) -> tuple[Ints, Ints]:
    """One board of five cards of each kind, and how many boards it stands for."""
    kept: list[tuple[int, ...]] = []
    weights: list[int] = []
    for cards in combinations(range(4 * ranks), 5):
        one, two, three, four = masks = suit_masks(cards)
        if one >= two >= three >= four:
            kept.append(cards)
            weights.append(24 // prod(factorial(masks.count(mask)) for mask in set(masks)))
    return np.array(kept, dtype=np.int64), np.array(weights, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Flops:
    """Every flop by its number: its kind, and which change of suits turns it into the first of its kind."""

    kind: Ints
    change: Ints
    holds: list[Ints]
    """for each kind: every pair of hole cards -> the first pair that is the same beside this flop"""


def triple_number(cards: Sequence[int]) -> int:
    """The place of three rising cards among all."""
    one, two, three = cards
    return three * (three - 1) * (three - 2) // 6 + two * (two - 1) // 2 + one


def pair_numbers() -> Ints:
    """The place of two cards among all 1,326 pairs, by both cards."""
    numbers = np.full((52, 52), -1, dtype=np.int64)
    for high in range(52):
        for low in range(high):
            numbers[low, high] = numbers[high, low] = high * (high - 1) // 2 + low
    return numbers


def changed_cards() -> Ints:
    """What each card becomes under each of the 24 changes of suits."""
    return np.array([[card & ~3 | change[card & 3] for card in range(52)] for change in PERMUTATIONS], dtype=np.int64)


def flops(ranks: int) -> Flops:
    """The kinds of flop (1,755 with thirteen ranks) and the way from each flop to its kind."""
    size = 4 * ranks
    kind = np.full(size * (size - 1) * (size - 2) // 6, -1, dtype=np.int64)
    change = np.zeros_like(kind)
    found: dict[tuple[int, ...], int] = {}
    for cards in combinations(range(size), 3):
        masks = suit_masks(cards)
        order = sorted(range(4), key=lambda suit: -masks[suit])
        number = triple_number(cards)
        kind[number] = found.setdefault(tuple(masks[suit] for suit in order), len(found))
        change[number] = PERMUTATIONS.index(tuple(order.index(suit) for suit in range(4)))
    return Flops(kind, change, [same_beside(masks) for masks in found])


def same_beside(masks: tuple[int, ...]) -> Ints:
    """For every pair of hole cards the first that a change of suits leaving the flop alone makes of it."""
    low, high = np.array([(low, high) for high in range(52) for low in range(high)], dtype=np.int64).T
    numbers, changed = pair_numbers(), changed_cards()
    idle = [i for i, to in enumerate(PERMUTATIONS) if all(masks[suit] == masks[to[suit]] for suit in range(4))]
    images: Ints = np.array([numbers[changed[i][low], changed[i][high]] for i in idle])
    first: Ints = images.min(axis=0)
    return first


def ways(found: Flops) -> tuple[Ints, Ints, Ints, Ints]:
    """What the compiled loop needs to find a flop's kind and a hole's place beside it."""
    return found.kind, found.change, changed_cards(), pair_numbers()
