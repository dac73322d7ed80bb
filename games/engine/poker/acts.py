"""The acts of a hand. A card that nobody saw is None (`null` in JSON)."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.protocol import Act


@dataclass(frozen=True, slots=True)
class Deal(Act):
    """The next cards off the deck, in the order in which they leave it."""

    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Reshuffle(Act):
    """The dealer shuffles what a short deck needs back into it (NZ13 11.3(b), 12.4(a), 13.4(a), WA 26.5(d))."""


@dataclass(frozen=True, slots=True)
class RunIt(Act):
    """NZ13 18.9: all agree, and the supervisor allows, that the rest of the board is dealt several times."""

    times: int


@dataclass(frozen=True, slots=True)
class Fold(Act):
    seat: int


@dataclass(frozen=True, slots=True)
class Check(Act):
    seat: int


@dataclass(frozen=True, slots=True)
class Call(Act):
    seat: int


@dataclass(frozen=True, slots=True)
class AllIn(Act):
    seat: int


@dataclass(frozen=True, slots=True)
class Bet(Act):
    """To a total of `to` in this betting round."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Raise(Act):
    """To a total of `to` in this betting round, blind or straddle included."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Discard(Act):
    seat: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Show(Act):
    """At the showdown: the whole hand, in the order in which it was dealt."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Muck(Act):
    """At the showdown: the hand is given up unseen."""

    seat: int


ACTS: tuple[type[Act], ...] = (
    Deal,
    Reshuffle,
    RunIt,
    Fold,
    Check,
    Call,
    AllIn,
    Bet,
    Raise,
    Discard,
    Show,
    Muck,
)
