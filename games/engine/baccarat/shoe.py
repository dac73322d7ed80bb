"""The shoe from its shuffle to its last hand (NZ5 sections 7 and 11); it carries on from round to round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from casino.refused import Refused, refuse_unless
from games.engine.baccarat.deal import BURNS
from games.engine.baccarat.rules import BaccaratRules
from games.engine.cards import Card

DECK = 52
BEHIND_LEAST = 20


class Stage(StrEnum):
    """What the shoe waits for."""

    SHUFFLE = "shuffle"
    CUT = "cut"
    CUTTING_CARD = "cutting_card"
    BURN = "burn"
    READY = "ready"
    DONE = "done"


class Stock(StrEnum):
    """Where the cards of a new shoe come from (NZ5 6.1, 6.5, 6.6, 7.3)."""

    NEW = "new"
    PRE_CHECKED = "pre_checked"
    PRE_SHUFFLED = "pre_shuffled"
    SEALED = "sealed"
    USED = "used"


@dataclass(frozen=True, slots=True)
class Extra:
    """A card drawn in excess (NZ5 12.1, 12.2); it begins the next round."""

    card: Card | None
    disclosed: bool
    clause: str


@dataclass(frozen=True, slots=True)
class Shoe:
    """`left` counts the cards in it, None where nobody can (a continuous shuffler takes them back)."""

    style: str
    cards: int
    left: int | None
    stage: Stage = Stage.SHUFFLE
    stock: Stock | None = None
    # NZ5 11.3, 7.9: whether only new cards may go in, and whether these leave the table at the end.
    new_only: bool = False
    leaves: bool = False
    number: int = 1
    declined: tuple[int, ...] = ()
    behind: int | None = None
    burnt: int = 0
    last: bool = False
    last_after: bool = False
    extra: Extra | None = None


def new_shoe(rules: BaccaratRules, before: Shoe | None = None) -> Shoe:
    """Cards at the table, not yet shuffled; two sets take turns at a non-continuous shuffler (NZ5 3.4(a))."""
    count = rules.decks * DECK
    number = before.number if before else 1
    if before and rules.equipment == "non_continuous":
        number = 3 - number
    return Shoe(
        style=rules.style,
        cards=count,
        left=None if rules.equipment == "continuous" else count,
        new_only=before is not None and (before.leaves or before.style == "B"),
        number=number,
    )


def shuffle(shoe: Shoe, rules: BaccaratRules, stock: Stock) -> Shoe:
    """NZ5 7.1(a); 11.3: after style B only new cards; 6.6: sealed ones with the Secretary's approval."""
    _at(shoe, Stage.SHUFFLE, "NZ5 7.1")
    refuse_unless(
        not (shoe.new_only and stock is Stock.USED), clause="NZ5 11.3", message="The game goes on with new cards."
    )
    refuse_unless(
        stock is not Stock.SEALED or rules.sealed_cards, clause="NZ5 6.6", message="Sealed cards are not approved here."
    )
    # NZ5 7.8: cards in a continuous shuffler are neither cut nor given a cutting card.
    stage = Stage.BURN if rules.equipment == "continuous" else Stage.CUT
    return replace(shoe, stage=stage, stock=stock)


def decline_cut(shoe: Shoe, seat: int) -> Shoe:
    _at(shoe, Stage.CUT, "NZ5 7.5")
    return replace(shoe, declined=(*shoe.declined, seat))


def cut(shoe: Shoe, depth: int) -> Shoe:
    """NZ5 7.6: at least one deck in from either end."""
    _at(shoe, Stage.CUT, "NZ5 7.5")
    refuse_unless(DECK <= depth <= shoe.cards - DECK, clause="NZ5 7.6", message="At least one deck in from either end.")
    return replace(shoe, stage=Stage.CUTTING_CARD)


def place_cutting_card(shoe: Shoe, behind: int) -> Shoe:
    """NZ5 7.6: at least 20 cards in from the back."""
    _at(shoe, Stage.CUTTING_CARD, "NZ5 7.6")
    refuse_unless(BEHIND_LEAST <= behind < shoe.cards, clause="NZ5 7.6", message="At least 20 cards in from the back.")
    return replace(shoe, stage=Stage.BURN, behind=behind)


def burn(shoe: Shoe, rules: BaccaratRules, card: int | None) -> Shoe:
    """NZ5 7.7: the first card up and as many as it counts (4.1A), or one unseen."""
    _at(shoe, Stage.BURN, "NZ5 7.7")
    by_count = rules.burn == "first_card_up"
    refuse_unless(
        by_count == (card is not None),
        clause="NZ5 7.7(a)" if by_count else "NZ5 7.7(b)",
        message="The first card is turned up." if by_count else "The first card is discarded unseen.",
    )
    count = 1 + (BURNS[card] if card is not None else 0)
    return replace(_less(shoe, count), stage=Stage.READY, burnt=count)


def skip_burn(shoe: Shoe) -> Shoe:
    """NZ5 12.7: the burn was forgotten, play goes on."""
    return replace(shoe, stage=Stage.READY)


def draw(shoe: Shoe) -> Shoe:
    """One card leaves the shoe; 12.5 where none is left."""
    if shoe.left == 0:
        raise Refused("NZ5 12.5", "No card is left in the shoe.")
    return _less(shoe, 1)


def take_extra(shoe: Shoe) -> Shoe:
    """The card drawn in excess before now begins the round (NZ5 12.1(b), 12.2(a))."""
    return replace(shoe, extra=None)


def reach_cutting_card(shoe: Shoe, *, first: bool) -> Shoe:
    """NZ5 11.2: drawn first, this is the last hand; else the next one is."""
    refuse_unless(shoe.behind is not None, clause="NZ5 7.8", message="There is no cutting card.")
    refuse_unless(not (shoe.last or shoe.last_after), clause="NZ5 11.2", message="The cutting card is already out.")
    return replace(shoe, last=first, last_after=not first)


def after_round(shoe: Shoe) -> Shoe:
    """The shoe as the next round finds it."""
    if shoe.last:
        return replace(shoe, stage=Stage.DONE, extra=None)
    return replace(shoe, last=shoe.last_after, last_after=False)


def ended(shoe: Shoe, *, leaves: bool = False) -> Shoe:
    """NZ5 7.1, 7.9, 12.5: nothing more is dealt after this round before the cards are shuffled or replaced."""
    return replace(shoe, stage=Stage.DONE, extra=None, leaves=leaves)


def _less(shoe: Shoe, count: int) -> Shoe:
    return shoe if shoe.left is None else replace(shoe, left=shoe.left - count)


def _at(shoe: Shoe, stage: Stage, clause: str) -> None:
    refuse_unless(shoe.stage is stage, clause=clause, message=f"The shoe now waits for: {shoe.stage.value}.")
