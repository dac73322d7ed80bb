"""Everything that may happen in a round of Ultimate, one act at a time."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.protocol import Act, Rule


@dataclass(frozen=True, slots=True)
class Sit(Act):
    """UTH 5.8.2: where a player with several boxes is seated; else it is the first box with a wager."""

    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class PlaceWager(Act):
    """UTH 5.1, 5.2. `mistaken`: it was accepted though it should not have been (NZ1 10.2).

    `lit` is the jackpot area of an electronic table, which says that the wager was accepted (11.4)."""

    seat: int
    player: str
    on: str
    amount: int
    spoken_only: bool = False
    mistaken: bool = False
    lit: bool = True


@dataclass(frozen=True, slots=True)
class TakeBack(Act):
    """Before the call a wager may be taken back (UTH 5.14 forbids it afterwards)."""

    seat: int
    on: str


@dataclass(frozen=True, slots=True)
class NoMoreBets(Act):
    """UTH 8.1(a)."""


@dataclass(frozen=True, slots=True)
class PoolStands(Act):
    """What the pool holds with this round's contributions in it; a replay needs no pool."""

    prize: int | None = None
    minor: int | None = None
    major: int | None = None


@dataclass(frozen=True, slots=True)
class Deal(Act):
    """UTH 8.3, 8.4: the next card goes where the order says; None lies face down and nobody knows it."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class DealRest(Act):
    """By hand: all other cards have been dealt, face down and unknown."""


@dataclass(frozen=True, slots=True)
class Look(Act):
    """A player looks at the hand dealt to a box (UTH 9.1); at a blind hand it is a breach (5.8.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Check(Act):
    """UTH 5.3(a), 5.4(a)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Play(Act):
    """UTH 5.3(b), 5.4(b), 5.5(b): so many times the Ante."""

    seat: int
    times: int


@dataclass(frozen=True, slots=True)
class MistakenPlay(Act):
    """A Play wager of a wrong amount that was accepted (NZ1 10.1(d), 10.2)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Fold(Act):
    """UTH 5.5(a), 9.6."""

    seat: int


@dataclass(frozen=True, slots=True)
class Turn(Act):
    """UTH 9.2, 9.4: three community cards, then two; named where they were dealt unknown."""

    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Show(Act):
    """UTH 9.7, 10.5: the dealer's two cards (no seat), then those of the players."""

    seat: int | None = None
    cards: tuple[Card, ...] = ()


UltimateAct = (
    Sit
    | PlaceWager
    | TakeBack
    | NoMoreBets
    | PoolStands
    | Deal
    | DealRest
    | Look
    | Check
    | Play
    | MistakenPlay
    | Fold
    | Turn
    | Show
    | Rule
)
ACTS: tuple[type[Act], ...] = (
    Sit,
    PlaceWager,
    TakeBack,
    NoMoreBets,
    PoolStands,
    Deal,
    DealRest,
    Look,
    Check,
    Play,
    MistakenPlay,
    Fold,
    Turn,
    Show,
    Rule,
)
