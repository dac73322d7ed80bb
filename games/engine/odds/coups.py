"""Every coup of baccarat from a full shoe, counted exactly over the first six cards in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import perm

from games.engine.baccarat.deal import POINTS, Dealt, Hand, banker_draws, player_draws

CARDS = 6
VALUES = range(10)
# One card for each point value.
CARD_OF = tuple(POINTS.index(value) for value in VALUES)


def values_of(decks: int) -> list[int]:
    """How many cards of each point value the decks hold."""
    return [POINTS.count(value) * decks for value in VALUES]


def two_cards(left: list[int]) -> Iterator[tuple[int, int, int]]:
    """Two values and in how many orders of actual cards they come."""
    for one in VALUES:
        yield one, one, left[one] * (left[one] - 1)
        for two in range(one):
            yield two, one, 2 * left[one] * left[two]


def without(left: list[int], *gone: int) -> list[int]:
    """The same cards less some."""
    rest = list(left)
    for value in gone:
        rest[value] -= 1
    return rest


def coups(decks: int, progress: Callable[[float], None] = lambda part: None) -> Counter[Dealt]:
    """Both hands' counts and numbers of cards (the cards themselves are stand-ins) -> orders of six cards."""
    found: Counter[Dealt] = Counter()
    shoe = values_of(decks)
    players = list(two_cards(shoe))
    for done, (one, two, ways) in enumerate(players, start=1):
        rest = without(shoe, one, two)
        for three, four, more in two_cards(rest):
            player, banker = (one + two) % 10, (three + four) % 10
            for dealt, orders in third_cards(player, banker, without(rest, three, four)):
                found[dealt] += ways * more * orders
        progress(done / len(players))
    return found


def third_cards(player: int, banker: int, left: list[int]) -> Iterator[tuple[Dealt, int]]:
    """How the hands end and in how many orders of the next two cards."""
    cards = sum(left)
    if not player_draws(player, banker):
        for total, held, orders in banker_ends(player, banker, None, left):
            yield stand_in(2, player, held, total), orders * (cards - 1)
        return
    for third in VALUES:
        for total, held, orders in banker_ends(player, banker, third, without(left, third)):
            yield stand_in(3, (player + third) % 10, held, total), left[third] * orders


def banker_ends(player: int, banker: int, third: int | None, left: list[int]) -> Iterator[tuple[int, int, int]]:
    """The Banker's count, number of cards, and how many next cards lead there."""
    if not banker_draws(player, banker, None if third is None else CARD_OF[third]):
        yield banker, 2, sum(left)
        return
    for value in VALUES:
        yield (banker + value) % 10, 3, left[value]


def stand_in(players: int, player: int, bankers: int, banker: int) -> Dealt:
    """Hands of so many cards with these counts."""
    return Dealt((0,) * players, (0,) * bankers, player, banker)


def matches(decks: int, hand: Hand) -> dict[tuple[int, ...], int]:
    """A hand's first cards, one example of each kind that pair bets know -> orders of six cards (NZ5 1.1)."""
    size = 52 * decks
    rest = perm(size - 2, CARDS - 2)
    triple = triples(decks, hand)
    kinds = {
        (0, 1): size * 2 * decks * rest,
        (0, 3): size * decks * rest,
        (0, 0): size * (decks - 1) * rest - triple,
        (0, 0, 0): triple,
    }
    return kinds | {(0, 4): perm(size, CARDS) - sum(kinds.values())}


def triples(decks: int, hand: Hand) -> int:
    """Orders of six cards in which the hand draws a third card like its first two (NZ5 11D.6)."""
    drawn = 0
    for value in VALUES:
        left = without(values_of(decks), value, value, value)
        count = player_triples if hand is Hand.PLAYER else banker_triples
        drawn += POINTS.count(value) * count(2 * value % 10, left)
    return perm(decks, 3) * drawn


def player_triples(player: int, left: list[int]) -> int:
    """Orders of the three cards that are not the Player's."""
    cards = sum(left)
    banker_pairs = sum(ways for one, two, ways in two_cards(left) if player_draws(player, (one + two) % 10))
    return banker_pairs * (cards - 2)


def banker_triples(banker: int, left: list[int]) -> int:
    """Orders of the three cards that are not the Banker's."""
    orders = 0
    for one, two, ways in two_cards(left):
        player, rest = (one + two) % 10, without(left, one, two)
        if player_draws(player, banker):
            orders += ways * sum(rest[third] for third in VALUES if banker_draws(player, banker, CARD_OF[third]))
        elif banker_draws(player, banker, None):
            orders += ways * sum(rest)
    return orders
