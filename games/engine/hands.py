"""Five-card poker hands: one score per hand, higher is better, the category in its top bits.

A card's key is 5 ** rank (so the sum of keys counts every rank) beside a field per suit; seven added five
times sets the top bit of a six-bit field, seven added four times does not: that bit says flush.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations

from games.engine import hand_names
from games.engine.cards import LOWEST_RANK
from games.engine.hand_tables import CATEGORY_SHIFT as CATEGORY_SHIFT
from games.engine.hand_tables import Places, suited, unsuited

SUIT_BITS = 24
FLUSH_BITS = 0b100000_100000_100000_100000
MASK = ((1 << 32) - 1) << SUIT_BITS | FLUSH_BITS
KEYS: list[int] = [(5 ** (card >> 2) << SUIT_BITS) + (7 << 6 * (card & 3)) for card in range(52)]


class Category(IntEnum):
    """Rising order of a full deck (UTH 4.3, NZ13 9.1)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def key(self) -> str:
        """`full_house`, the name in records."""
        return self.name.lower()


# NZ13 9.3, WA 10.2: with fewer than 52 cards a flush beats a full house.
SHORT_ORDER = (*list(Category)[:5], Category.FULL_HOUSE, Category.FLUSH, *list(Category)[7:])


class Ranking:
    """The order of hands for one deck and one reading of the low ace; scores of two rankings do not compare."""

    any_five: Callable[[Sequence[int]], int]
    two_and_three: Callable[[Sequence[int], Sequence[int]], int]

    def __init__(self, deck: int = 52, ace_low: bool = True) -> None:
        self.deck = deck
        self.ace_low = ace_low
        self.order = tuple(Category) if deck == 52 else SHORT_ORDER
        self._table: dict[int, int] = {}
        self._suited: dict[int, int] = {}
        self.any_five = _any_five(self)
        self.two_and_three = _two_and_three(self)

    def category(self, score: int) -> Category:
        return self.order[score >> CATEGORY_SHIFT]

    def ranks(self, score: int) -> tuple[int, ...]:
        """The ranks that decide, most important first; five of them, unused ones are 0."""
        return tuple(score >> shift & 15 for shift in (16, 12, 8, 4, 0))

    def name(self, score: int) -> str:
        """For people: "Full house, kings full of sevens"."""
        return hand_names.name(self.category(score).key, self.ranks(score))

    def best_five(self, cards: Sequence[int]) -> tuple[int, ...]:
        """The five that make the best hand out of five to seven."""
        return max(combinations(cards, 5), key=self.any_five)

    def best_two_and_three(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Two hole cards, then three of the board, that make the best hand."""
        ways = [two + three for two in combinations(hole, 2) for three in combinations(board, 3)]
        return max(ways, key=self.any_five)

    def fill(self) -> None:
        """Make the tables, at the first hand that is looked up."""
        places = Places(*(self.order.index(category) for category in Category))
        lowest = LOWEST_RANK[self.deck]
        flushes = suited(places, lowest, self.ace_low)
        table = {counts << SUIT_BITS: score for counts, score in unsuited(places, lowest, self.ace_low).items()}
        # Five cards of a suit are known by their key alone; of six or seven not all may be of the suit.
        for ranks, score in flushes.items():
            if ranks.bit_count() == 5:
                counts = sum([5**rank for rank in range(13) if ranks >> rank & 1])
                for suit in range(4):
                    table[counts << SUIT_BITS | 1 << 6 * suit + 5] = score
        # Flushes first and each table at one stroke: another thread finds them empty or whole.
        self._suited.update(flushes)
        self._table.update(table)


def _any_five(ranking: Ranking) -> Callable[[Sequence[int]], int]:
    keys, mask, table = KEYS, MASK, ranking._table

    # The hot path of every game: spelled out, one sum and one look-up. The table has 79,000 entries; only a flush
    # in six or seven cards takes the slow road.
    def any_five(cards: Sequence[int]) -> int:
        size = len(cards)
        if size == 7:
            a, b, c, d, e, f, g = cards
            key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g] & mask
        elif size == 5:
            a, b, c, d, e = cards
            key = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] & mask
        else:
            key = sum([keys[card] for card in cards]) & mask
        try:
            return table[key]
        except KeyError:
            return _not_in_table(ranking, key, cards)

    return any_five


def _not_in_table(ranking: Ranking, key: int, cards: Sequence[int]) -> int:
    if not ranking._table:
        ranking.fill()
        return ranking.any_five(cards)
    # Beside five of a suit two more cards make neither a full house nor four of a kind: the flush is the hand.
    suit = (key & FLUSH_BITS).bit_length() // 6 - 1
    ranks = 0
    for card in cards:
        if card & 3 == suit:
            ranks |= 1 << (card >> 2)
    return ranking._suited[ranks]


def _two_and_three(ranking: Ranking) -> Callable[[Sequence[int], Sequence[int]], int]:
    keys, mask, table = KEYS, MASK, ranking._table
    # Hands are compared on one board after another: its threes are summed once.
    known: tuple[Sequence[int], list[int]] = ((), [])

    def two_and_three(hole: Sequence[int], board: Sequence[int]) -> int:
        nonlocal known
        last, threes = known
        if last != board:
            threes = [keys[a] + keys[b] + keys[c] for a, b, c in combinations(board, 3)]
            known = (board[:], threes)
        twos = [keys[a] + keys[b] for a, b in combinations(hole, 2)]
        if not table:
            ranking.fill()
        return max([table[two + three & mask] for two in twos for three in threes])

    return two_and_three


@cache
def ranking(deck: int = 52, ace_low: bool = True) -> Ranking:
    """One per deck and reading, made once."""
    return Ranking(deck, ace_low)


STANDARD = ranking()
