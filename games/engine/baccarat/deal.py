"""Point counts and third cards (NZ5 sections 4 and 9)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from casino.refused import Refused
from games.engine.cards import RANKS, deck, rank

INITIAL = 4
MOST = 6


class Hand(StrEnum):
    PLAYER = "player"
    BANKER = "banker"


def _points(card: int) -> int:
    """NZ5 4.1: faces and tens count nothing, an ace one."""
    name = RANKS[rank(card)]
    return int(name) if name.isdigit() else int(name == "A")


# By card number; NZ5 4.1A: in the burn a ten, jack, queen or king counts ten.
POINTS: tuple[int, ...] = tuple(_points(card) for card in deck())
BURNS: tuple[int, ...] = tuple(points or 10 for points in POINTS)

# NZ5 9.4 Table 2: the Banker's two-card count -> the Player's third card values on which the Banker draws.
BANKER_DRAWS: tuple[frozenset[int], ...] = (
    *(frozenset(range(10)) for _ in range(3)),
    frozenset(range(10)) - {8},
    frozenset({2, 3, 4, 5, 6, 7}),
    frozenset({4, 5, 6, 7}),
    frozenset({6, 7}),
    *(frozenset[int]() for _ in range(3)),
)


class Dealt(NamedTuple):
    """Both hands, complete."""

    player: tuple[int, ...]
    banker: tuple[int, ...]
    player_points: int
    banker_points: int

    @property
    def result(self) -> str:
        if self.player_points == self.banker_points:
            return "tie"
        return Hand.PLAYER.value if self.player_points > self.banker_points else Hand.BANKER.value

    @property
    def natural(self) -> bool:
        """NZ5 9.2: one hand or both have a Natural, so that no third card was dealt."""
        return len(self.player) == 2 == len(self.banker) and max(self.player_points, self.banker_points) > 7


def points(cards: Sequence[int]) -> int:
    """NZ5 4.2: the right digit of the total."""
    return sum(POINTS[card] for card in cards) % 10


def player_draws(player: int, banker: int) -> bool:
    """NZ5 9.2, 9.3: from two-card counts."""
    return player < 6 and banker < 8


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """NZ5 9.2, 9.4, 9.5: from two-card counts and the Player's third card, if there is one."""
    if third is not None:
        return POINTS[third] in BANKER_DRAWS[banker]
    return banker < 6 and player < 8


def next_hand(cards: Sequence[int]) -> Hand | None:
    """Which hand the next card from the shoe belongs to, None when both are complete."""
    if len(cards) < INITIAL:
        return Hand.BANKER if len(cards) % 2 else Hand.PLAYER
    player, banker = points((cards[0], cards[2])), points((cards[1], cards[3]))
    drawn = player_draws(player, banker)
    if drawn and len(cards) == INITIAL:
        return Hand.PLAYER
    third = cards[INITIAL] if drawn else None
    complete = len(cards) > (INITIAL + drawn)
    return Hand.BANKER if not complete and banker_draws(player, banker, third) else None


def over_the_decks(cards: Sequence[int | None], decks: int) -> int | None:
    """NZ5 3.4(a): the place of the first card that comes more often than so many decks hold it."""
    if len(cards) <= decks:
        return None
    for place, card in enumerate(cards):
        if card is not None and cards[:place].count(card) >= decks:
            return place
    return None


def play_out(cards: Sequence[int]) -> Dealt:
    """The hands of a complete round, `Refused` where cards are missing or left over."""
    if len(cards) < INITIAL:
        raise _too_few("NZ5 8.4")
    first, second, third, fourth = cards[:INITIAL]
    player, banker = (POINTS[first] + POINTS[third]) % 10, (POINTS[second] + POINTS[fourth]) % 10
    players: tuple[int, ...] = (first, third)
    bankers: tuple[int, ...] = (second, fourth)
    used, drawn = INITIAL, None
    if player_draws(player, banker):
        drawn = _card(cards, used, "NZ5 9.3")
        players, used = (*players, drawn), used + 1
    if banker_draws(player, banker, drawn):
        bankers = (*bankers, _card(cards, used, "NZ5 9.5" if drawn is None else "NZ5 9.4"))
        used += 1
    if used < len(cards):
        raise Refused(_standing(players, bankers), "No further card is drawn.", f"cards[{used}]")
    if drawn is not None:
        player = (player + POINTS[drawn]) % 10
    if len(bankers) > 2:
        banker = (banker + POINTS[bankers[2]]) % 10
    return Dealt(players, bankers, player, banker)


def _card(cards: Sequence[int], place: int, clause: str) -> int:
    if place < len(cards):
        return cards[place]
    raise _too_few(clause)


def _too_few(clause: str) -> Refused:
    return Refused(clause, "Another card is to be drawn.", "cards")


def _standing(players: tuple[int, ...], bankers: tuple[int, ...]) -> str:
    """The clause under which no further card is drawn."""
    if len(bankers) > 2:
        return "NZ5 9.6"
    if len(players) > 2:
        return "NZ5 9.4"
    return "NZ5 9.2" if max(points(players), points(bankers)) > 7 else "NZ5 9.5"
