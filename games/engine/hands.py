"""Five-card poker hands: one score per hand, higher is better, the category in its top bits.

A card's key is 5 ** rank (so the sum of keys counts every rank) beside a field per suit; seven added five
times sets the top bit of a six-bit field, seven added four times does not: that bit says flush.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement

from games.engine import hand_names
from games.engine.cards import LOWEST_RANK

SUIT_BITS = 24
FLUSH_BITS = 0b100000_100000_100000_100000
MASK = ((1 << 32) - 1) << SUIT_BITS | FLUSH_BITS
KEYS: list[int] = [(5 ** (card >> 2) << SUIT_BITS) + (7 << 6 * (card & 3)) for card in range(52)]
CATEGORY_SHIFT = 20
# After so many different hands the whole table is worth making: a long run then keeps the memory it has.
ENOUGH_MET = 3000


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
        self._place = {category: place for place, category in enumerate(self.order)}
        self._straights = _straights(LOWEST_RANK[deck], ace_low)
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

    def unsuited(self, counts: int) -> int:
        """Score of the ranks counted in `counts` (base five) when no five share a suit."""
        by_count = [0, 0, 0, 0, 0]
        bit = 1
        while counts:
            counts, count = divmod(counts, 5)
            by_count[count] |= bit
            bit <<= 1
        return self._score(*self._groups(*by_count[1:]))

    def suited(self, ranks: int) -> int:
        """Score of five or more cards of one suit, given as a bit per rank."""
        score = self._suited.get(ranks)
        if score is None:
            score = self._suited[ranks] = self._score_suited(ranks)
        return score

    def _score_suited(self, ranks: int) -> int:
        top = self._straight(ranks)
        if top == 12:
            return self._score(Category.ROYAL_FLUSH, [12])
        if top is not None:
            return self._score(Category.STRAIGHT_FLUSH, [top])
        return self._score(Category.FLUSH, _highest(ranks, 5))

    def _groups(self, singles: int, pairs: int, threes: int, fours: int) -> tuple[Category, list[int]]:
        """From the ranks held once, twice, three and four times, a bit for each."""
        ranks = singles | pairs | threes | fours
        if fours:
            top = _highest(fours, 1)
            return Category.FOUR_OF_A_KIND, top + _highest(ranks & ~_bits(top), 1)
        three = _highest(threes, 1)
        under = (threes | pairs) & ~_bits(three)
        if three and under:
            return Category.FULL_HOUSE, three + _highest(under, 1)
        straight = self._straight(ranks)
        if straight is not None:
            return Category.STRAIGHT, [straight]
        if three:
            return Category.THREE_OF_A_KIND, three + _highest(ranks & ~threes, 2)
        two = _highest(pairs, 2)
        rest = _highest(ranks & ~_bits(two), 5 - 2 * len(two))
        return (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR)[len(two)], two + rest

    def _straight(self, ranks: int) -> int | None:
        for pattern, top in self._straights:
            if ranks & pattern == pattern:
                return top
        return None

    def _score(self, category: Category, ranks: list[int]) -> int:
        score = self._place[category]
        for rank in ranks:
            score = score << 4 | rank
        return score << 4 * (5 - len(ranks))


def _straights(lowest: int, ace_low: bool) -> list[tuple[int, int]]:
    """(bits, top rank) from the highest; the ace may stand below the deck's four lowest (NZ13 9.2, WA 10.2(f))."""
    patterns = [(0b11111 << low, low + 4) for low in range(8, lowest - 1, -1)]
    if ace_low:
        patterns.append((1 << 12 | 0b1111 << lowest, lowest + 3))
    return patterns


def _highest(ranks: int, number: int) -> list[int]:
    """At most `number` ranks, the highest first."""
    found: list[int] = []
    while ranks and len(found) < number:
        top = ranks.bit_length() - 1
        found.append(top)
        ranks ^= 1 << top
    return found


def _bits(ranks: list[int]) -> int:
    return sum([1 << rank for rank in ranks])


def _any_five(ranking: Ranking) -> Callable[[Sequence[int]], int]:
    keys, mask, table = KEYS, MASK, ranking._table

    # The hot path of every game: spelled out, one sum and one look-up. The table begins with what is met and has
    # 79,000 entries when it is whole; only a flush in six or seven cards takes the slow road each time.
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
            return _met_first(ranking, key, cards)

    return any_five


def _met_first(ranking: Ranking, key: int, cards: Sequence[int]) -> int:
    flush = key & FLUSH_BITS
    if not flush or len(cards) == 5:
        return _by_key(ranking, key)
    # Beside five of a suit two more cards make neither a full house nor four of a kind: the flush is the hand.
    suit = flush.bit_length() // 6 - 1
    ranks = 0
    for card in cards:
        if card & 3 == suit:
            ranks |= 1 << (card >> 2)
    return ranking.suited(ranks)


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
        try:
            return max([table[two + three & mask] for two in twos for three in threes])
        except KeyError:
            return max([_by_key(ranking, two + three & mask) for two in twos for three in threes])

    return two_and_three


def _by_key(ranking: Ranking, key: int) -> int:
    """A hand without a flush, or of exactly five cards, is known by its key alone and goes into the table."""
    table = ranking._table
    if key not in table:
        counts = key >> SUIT_BITS
        if key & FLUSH_BITS:
            table[key] = ranking.suited(sum(1 << rank for rank in range(13) if counts // 5**rank % 5))
        else:
            table[key] = ranking.unsuited(counts)
        if len(table) == ENOUGH_MET:
            _complete(ranking)
    return table[key]


def _complete(ranking: Ranking) -> None:
    """Every hand of five to seven cards that has no flush, and every flush of five."""
    ranks = range(LOWEST_RANK[ranking.deck], 13)
    powers = [5**rank << SUIT_BITS for rank in ranks]
    for size in (5, 6, 7):
        for held in combinations_with_replacement(powers, size):
            if all(held[place] != held[place + 4] for place in range(size - 4)):
                _by_key(ranking, sum(held))
        for chosen in combinations(ranks, size):
            ranking.suited(_bits(list(chosen)))
    for held in combinations(powers, 5):
        for suit in range(4):
            _by_key(ranking, sum(held) | 1 << 6 * suit + 5)


@cache
def ranking(deck: int = 52, ace_low: bool = True) -> Ranking:
    """One per deck and reading, made once."""
    return Ranking(deck, ace_low)


STANDARD = ranking()
