"""Cards as small integers: rank * 4 + suit, the two is rank 0, suits rise from clubs to spades (NZ13)."""

from __future__ import annotations

from typing import Annotated

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CARDS: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
NUMBER: dict[str, int] = {name: number for number, name in enumerate(CARDS)}

# In an act or a set-up a field of this type stands as text ("As") in JSON.
Card = Annotated[int, "card"]

# NZ13 9.2: decks shorter than 52 begin with the five, the six or the seven.
LOWEST_RANK = {52: 0, 40: 3, 36: 4, 32: 5}


def rank(card: int) -> int:
    """0 for a two up to 12 for an ace."""
    return card >> 2


def suit(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def deck(size: int = 52) -> tuple[int, ...]:
    """The cards of one deck in rising order."""
    return tuple(range(LOWEST_RANK[size] * 4, 52))


def shoe(decks: int) -> tuple[int, ...]:
    """Several decks of 52, unshuffled."""
    return deck() * decks


def cards(text: str) -> tuple[int, ...]:
    """`cards("As Td")`, for tests and set-ups written by hand."""
    return tuple(NUMBER[name] for name in text.split())


def show(numbers: tuple[int, ...] | list[int]) -> str:
    """The reverse of `cards`."""
    return " ".join(CARDS[number] for number in numbers)
