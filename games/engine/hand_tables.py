"""The tables behind `hands`: every hand of five to seven cards that is known by its ranks, and every flush.

Sets of ranks are bits. A hand is a *group* (what it holds twice, three and four times) and singles beside it, so
that the score of a group is worked out once and its singles are looked up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

SETS = 1 << 13
CATEGORY_SHIFT = 20
# How many fours, threes and pairs a hand of up to seven cards can hold.
SHAPES = [
    (fours, threes, pairs)
    for fours in range(2)
    for threes in range(3)
    for pairs in range(4)
    if 4 * fours + 3 * threes + 2 * pairs <= 7
]


@dataclass(frozen=True, slots=True)
class Places:
    """Where the categories stand in a deck's order, from 0."""

    high_card: int
    pair: int
    two_pair: int
    three_of_a_kind: int
    straight: int
    flush: int
    full_house: int
    four_of_a_kind: int
    straight_flush: int
    royal_flush: int


@dataclass(frozen=True, slots=True)
class Group:
    """`ranks` that are held more than once, `size` cards in all, and `counts` in base five.

    `prefix` is the score so far; `kickers` more ranks follow `shift` bits up, chosen without those in `used`."""

    ranks: int
    size: int
    counts: int
    prefix: int
    kickers: int
    shift: int
    used: int


def straights(lowest: int, ace_low: bool) -> list[tuple[int, int]]:
    """(bits, top rank) from the lowest; the ace may stand below the deck's four lowest (NZ13 9.2, WA 10.2(f))."""
    patterns = [(1 << 12 | 0b1111 << lowest, lowest + 3)] if ace_low else []
    return patterns + [(0b11111 << low, low + 4) for low in range(lowest, 9)]


def unsuited(places: Places, lowest: int, ace_low: bool) -> dict[int, int]:
    """Score by the ranks' counts in base five, for hands without a flush."""
    ranks = range(lowest, 13)
    sets = {number: [_bits(chosen) for chosen in combinations(ranks, number)] for number in range(8)}
    counts, tops = _counts(), _tops()
    straight = _straight_scores(places.straight, lowest, ace_low)
    table: dict[int, int] = {}
    for group in _groups(places, ranks):
        prefix, kicker, shift, held = group.prefix, tops[group.kickers], group.shift, group.ranks
        for singles in range(max(0, 5 - group.size), 8 - group.size):
            for chosen in sets[singles]:
                if not chosen & held:
                    whole = chosen | held
                    score = straight[whole] or prefix | kicker[whole & ~group.used] << shift
                    table[group.counts + counts[chosen]] = score
    return table


def suited(places: Places, lowest: int, ace_low: bool) -> dict[int, int]:
    """Score by the set of ranks, for five to seven cards of one suit."""
    tops = _tops()[5]
    straight = _straight_scores(places.straight_flush, lowest, ace_low)
    royal, broadway = places.royal_flush << CATEGORY_SHIFT | 12 << 16, 0b11111 << 8
    flush = places.flush << CATEGORY_SHIFT
    table: dict[int, int] = {}
    for number in (5, 6, 7):
        for chosen in combinations(range(lowest, 13), number):
            ranks = _bits(chosen)
            table[ranks] = royal if ranks & broadway == broadway else straight[ranks] or flush | tops[ranks]
    return table


def _groups(places: Places, ranks: range) -> Iterator[Group]:
    for number_of_fours, number_of_threes, number_of_pairs in SHAPES:
        for fours in combinations(ranks, number_of_fours):
            for threes in _apart(ranks, number_of_threes, fours):
                for pairs in _apart(ranks, number_of_pairs, fours + threes):
                    held = fours + threes + pairs
                    counts = sum([5**rank for rank in fours * 4 + threes * 3 + pairs * 2])
                    size = 4 * number_of_fours + 3 * number_of_threes + 2 * number_of_pairs
                    yield Group(_bits(held), size, counts, *_scored(places, fours, threes, pairs))


def _scored(
    places: Places, fours: tuple[int, ...], threes: tuple[int, ...], pairs: tuple[int, ...]
) -> tuple[int, int, int, int]:
    """(prefix, kickers, shift, used) of a group; ranks come highest first."""
    if fours:
        place, first, kickers = places.four_of_a_kind, [fours[0]], 1
    elif threes and (pairs or len(threes) > 1):
        place, first, kickers = places.full_house, [threes[0], max(threes[1:] + pairs)], 0
    elif threes:
        place, first, kickers = places.three_of_a_kind, [threes[0]], 2
    else:
        place = (places.high_card, places.pair, places.two_pair, places.two_pair)[len(pairs)]
        first = list(pairs[:2])
        kickers = 5 - 2 * len(first)
    prefix = place
    for rank in first:
        prefix = prefix << 4 | rank
    left = 4 * (5 - len(first))
    return prefix << left, kickers, left - 4 * kickers, _bits(first)


def _apart(ranks: range, number: int, taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """So many of the ranks that are not taken, the highest first."""
    return combinations([rank for rank in reversed(ranks) if rank not in taken], number)


def _bits(ranks: tuple[int, ...] | list[int]) -> int:
    return sum([1 << rank for rank in ranks])


def _counts() -> list[int]:
    """Each rank of a set once, in base five."""
    counts = [0] * SETS
    for ranks in range(1, SETS):
        high = ranks.bit_length() - 1
        counts[ranks] = counts[ranks ^ 1 << high] + 5**high
    return counts


def _tops() -> list[list[int]]:
    """For 0 to 5 ranks: the highest of every set, four bits each."""
    tops = [[0] * SETS]
    for number in range(1, 6):
        below = tops[-1]
        mine = [0] * SETS
        for ranks in range(1, SETS):
            high = ranks.bit_length() - 1
            mine[ranks] = high << 4 * (number - 1) | below[ranks ^ 1 << high]
        tops.append(mine)
    return tops


def _straight_scores(place: int, lowest: int, ace_low: bool) -> list[int]:
    """The best straight in every set of ranks, 0 where there is none."""
    scores = [0] * SETS
    for pattern, top in straights(lowest, ace_low):
        score = place << CATEGORY_SHIFT | top << 16
        rest = SETS - 1 & ~pattern
        chosen = rest
        # Every set that holds the pattern: it, with each subset of the other ranks.
        while True:
            scores[pattern | chosen] = score
            if not chosen:
                break
            chosen = chosen - 1 & rest
    return scores
