"""What the operator elects and the version says for Ultimate Texas Hold'em, each with its clause."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.engine.general import Once
from games.engine.hands import Category
from games.engine.money import MOST
from games.engine.rules import Clause, Rules

C = Category

# UTH 5.11: winnings to one.
TRIPS: dict[int, dict[Category, int]] = {
    1: {C.ROYAL_FLUSH: 50, C.STRAIGHT_FLUSH: 40, C.FOUR_OF_A_KIND: 30, C.FULL_HOUSE: 9, C.FLUSH: 7, C.STRAIGHT: 4},
    2: {C.ROYAL_FLUSH: 50, C.STRAIGHT_FLUSH: 40, C.FOUR_OF_A_KIND: 30, C.FULL_HOUSE: 8, C.FLUSH: 6, C.STRAIGHT: 5},
    3: {C.ROYAL_FLUSH: 50, C.STRAIGHT_FLUSH: 40, C.FOUR_OF_A_KIND: 30, C.FULL_HOUSE: 8, C.FLUSH: 7, C.STRAIGHT: 4},
    4: {C.ROYAL_FLUSH: 50, C.STRAIGHT_FLUSH: 40, C.FOUR_OF_A_KIND: 20, C.FULL_HOUSE: 7, C.FLUSH: 6, C.STRAIGHT: 5},
}
for _table in TRIPS.values():
    _table[C.THREE_OF_A_KIND] = 3

# The Blind is the same in all four tables; 3 to 2 on a flush.
BLIND: dict[Category, tuple[int, int]] = {
    C.ROYAL_FLUSH: (500, 1),
    C.STRAIGHT_FLUSH: (50, 1),
    C.FOUR_OF_A_KIND: (10, 1),
    C.FULL_HOUSE: (3, 1),
    C.FLUSH: (3, 2),
    C.STRAIGHT: (1, 1),
}

Hands = Literal["any_five", "two_and_three"]
Dealing = Literal["shoe", "shuffler", "shuffler_board_first"]


class UltimateRules(Rules):
    """`pay_table` and `hands` are always elected; the rest has the version's default."""

    pay_table: Annotated[Literal[1, 2, 3, 4], Clause("UTH 5.11")]
    hands: Annotated[Hands, Clause("UTH 9.7")]
    max_payout: Annotated[int | None, Field(ge=1, le=MOST), Clause("UTH 5.13")] = None
    progressive: Annotated[int | None, Field(ge=1, le=MOST), Clause("UTH 11.2")] = None
    chip: Annotated[int, Field(ge=1, le=MOST), Clause("NZ1 11.3")] = 1
    boxes: Annotated[int, Field(ge=1, le=7), Clause("UTH 3.1")] = 7
    dealing: Annotated[Dealing, Clause("UTH 8.3, 8.4")] = "shoe"
    collection: Annotated[Literal["manual", "electronic"], Clause("UTH 11.3")] = "electronic"
    several_boxes: Annotated[bool, Clause("UTH 5.8")] = False
    one_hand_seen: Annotated[bool, Clause("UTH 5.8.2")] = False
    # The readings that are built both ways. By the letter of 10.1(b) Play and Blind would be paid whatever the
    # comparison shows; "N to 1" in 11.9 could leave the stake with the player.
    unqualified: Annotated[Literal["compare", "pay"], Clause("UTH 10.1")] = "compare"
    progressive_stake: Annotated[Literal["taken", "returned"], Clause("UTH 11.9")] = "taken"
    once_only: Annotated[Once, Clause("NZ1 10.2(a)")] = Once.PLAYER_TABLE_DAY
