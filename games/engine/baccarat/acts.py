"""Everything that may happen in a round of baccarat, one act at a time."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.baccarat.deal import Hand
from games.engine.baccarat.shoe import Stock
from games.engine.cards import Card
from games.engine.protocol import Act, Rule


@dataclass(frozen=True, slots=True)
class Shuffle(Act):
    """NZ5 7.1(a): the cards are shuffled before the start of play."""

    stock: Stock = Stock.NEW


@dataclass(frozen=True, slots=True)
class RequireMixing(Act):
    """NZ5 7.4(b): a player has pre-shuffled cards inspected, mixed and shuffled."""

    player: str


@dataclass(frozen=True, slots=True)
class DeclineCut(Act):
    """NZ5 7.5: a seated player to whom the cut was offered leaves it."""

    seat: int


@dataclass(frozen=True, slots=True)
class CutCards(Act):
    """NZ5 7.5, 7.6: by a seated player, or by an employee when none of them wishes to."""

    depth: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PlaceCuttingCard(Act):
    """NZ5 7.6: so many cards lie behind it."""

    behind: int


@dataclass(frozen=True, slots=True)
class Burn(Act):
    """NZ5 7.7: the card that was turned up, or none."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class ShowBurn(Act):
    """NZ5 7.7(b): a player asks to see the discarded card."""

    card: Card
    player: str


@dataclass(frozen=True, slots=True)
class PlaceWager(Act):
    """NZ5 5.1 and sections 11A to 11D. `chips`: not by word alone (5.4); `mistaken`: taken though it should not be."""

    id: str
    on: str
    amount: int
    player: str
    area: int | None = None
    ante: int = 0
    placed_by: str | None = None
    chips: bool = True
    mistaken: bool = False


@dataclass(frozen=True, slots=True)
class AlterWager(Act):
    """Before the call, and after a tie (NZ5 5.16); what is None stays as it is."""

    id: str
    amount: int | None = None
    on: str | None = None
    ante: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveWager(Act):
    """Before the call (NZ5 5.14), and after a tie (5.16)."""

    id: str


@dataclass(frozen=True, slots=True)
class AnnounceFreeHand(Act):
    """NZ5 8.3, 15.4(b): the house will deal though nobody has wagered; anybody still may."""


@dataclass(frozen=True, slots=True)
class NoMoreBets(Act):
    """NZ5 8.2, 1.2."""


@dataclass(frozen=True, slots=True)
class CutDifferential(Act):
    """NZ5 5.18: the dealer reduces the wagers on the heavier hand pro rata."""


@dataclass(frozen=True, slots=True)
class AcceptHand(Act):
    """NZ5 8.9, 8.10: a player, or a Nominee of theirs, receives the hand."""

    hand: Hand
    player: str
    nominee: str | None = None


@dataclass(frozen=True, slots=True)
class DeclineHand(Act):
    hand: Hand
    player: str


@dataclass(frozen=True, slots=True)
class CuttingCard(Act):
    """NZ5 11.2: the cutting card comes out of the shoe."""


@dataclass(frozen=True, slots=True)
class DrawCard(Act):
    """NZ5 8.4, 9.1: the next card; none where it lies face down and nobody knows it."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class PassHand(Act):
    """NZ5 8.13, 8.15, 9.8: the dealer passes what is to be turned to whoever receives the hand."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class AllocateCard(Act):
    """NZ5 15.7: whoever holds the cards gives the first or the second to another Nominee or to the player."""

    hand: Hand
    place: int
    to: str


@dataclass(frozen=True, slots=True)
class TurnCards(Act):
    """NZ5 8.14, 8.19: a hand's cards are turned up; they are named unless they were known already."""

    hand: Hand
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawWager(Act):
    """NZ5 15.10: a wager is withdrawn in full, once the operator allows it."""

    id: str


@dataclass(frozen=True, slots=True)
class AnnounceResult(Act):
    """NZ5 10.1: the round is decided, what is won is paid."""


@dataclass(frozen=True, slots=True)
class ApproveNominee(Act):
    """NZ5 2.3(a); `by` is the supervisor's rank."""

    name: str
    player: str
    by: str
    seat: int | None = None
    works_here: bool = False


@dataclass(frozen=True, slots=True)
class AnnounceNominee(Act):
    """NZ5 2.3(b), (c)."""

    name: str
    by: str
    marker: bool


@dataclass(frozen=True, slots=True)
class EndNominee(Act):
    """NZ5 2.3(e)."""

    name: str
    by: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class WithdrawNominees(Act):
    """NZ5 2.3(f) `places`, (g) `handles`; no players named means all."""

    what: str
    by: str
    players: tuple[str, ...] = ()


ACTS: tuple[type[Act], ...] = (
    Shuffle,
    RequireMixing,
    DeclineCut,
    CutCards,
    PlaceCuttingCard,
    Burn,
    ShowBurn,
    PlaceWager,
    AlterWager,
    RemoveWager,
    AnnounceFreeHand,
    NoMoreBets,
    CutDifferential,
    AcceptHand,
    DeclineHand,
    CuttingCard,
    DrawCard,
    PassHand,
    AllocateCard,
    TurnCards,
    WithdrawWager,
    AnnounceResult,
    ApproveNominee,
    AnnounceNominee,
    EndNominee,
    WithdrawNominees,
    Rule,
)
