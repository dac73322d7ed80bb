"""What the operator elected for a baccarat table, each choice bounded by its clause."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from casino.refused import Refused, refuse_unless
from games.engine.baccarat.differential import Rounding
from games.engine.baccarat.prices import Prices
from games.engine.baccarat.side_bets import PAIR_BETS
from games.engine.rules import Clause, Rules

AREAS = {"mini": 7, "midi": 9, "full": 14}


class Ante(Rules):
    """The fee on the sign (NZ5 14.3), at most 12.5 % of the table's minimum, and from which wager it is waived."""

    amount: Annotated[int, Field(ge=1), Clause("NZ5 14.3")]
    minimum: Annotated[int, Field(ge=1), Clause("NZ5 14.3")]
    waived_from: Annotated[int | None, Field(ge=1), Clause("NZ5 14.4")] = None

    @model_validator(mode="after")
    def _at_most_an_eighth(self) -> Self:
        refuse_unless(
            self.amount * 8 <= self.minimum,
            clause="NZ5 1.1",
            message="The Ante is at most 12.5 % of the table's minimum.",
            where="ante.amount",
        )
        return self

    def waived(self, wager: int) -> bool:
        """NZ5 14.4."""
        return self.waived_from is not None and wager >= self.waived_from


class BaccaratRules(Rules):
    """Elections and readings of NZ5 under which one round is played."""

    version: Annotated[Literal["mini", "midi", "full"], Clause("NZ5 2.2")] = "mini"
    form: Annotated[Literal["standard", "two_to_one", "ante_up", "international"], Clause("NZ5 2.1")] = "standard"
    two_to_one: Annotated[bool, Clause("NZ5 14.1")] = False
    banker: Annotated[Literal["commission", "half_on_six", "even"], Clause("NZ5 5.10(b)")]
    tie: Annotated[Literal[8, 9] | None, Clause("NZ5 5.10(c)")] = None
    perfect_pair: Annotated[Literal[1, 2, 3] | None, Clause("NZ5 11A.7")] = None
    any_pair: Annotated[Literal[1, 2] | None, Clause("NZ5 11C.8")] = None
    lucky_match: Annotated[Literal[1, 2] | None, Clause("NZ5 11D.8")] = None
    dragon_bonus: Annotated[Literal[1, 2, 3] | None, Clause("NZ5 11B.8")] = None
    ante: Annotated[Ante | None, Clause("NZ5 14.3")] = None
    chip: Annotated[int, Field(ge=1), Clause("NZ5 5.3")] = 1
    areas: Annotated[int | None, Field(ge=1), Clause("NZ5 3.1")] = None
    players_on_area: Annotated[int, Field(ge=1, le=3), Clause("NZ5 5.8(a)")] = 1
    area_maximum: Annotated[Literal["all_players", "each_player"] | None, Clause("NZ5 5.8(b)")] = None
    equipment: Annotated[Literal["shoe", "non_continuous", "continuous"], Clause("NZ5 3.4(a)")] = "shoe"
    decks: Annotated[int, Field(ge=4, le=8), Clause("NZ5 3.4(a)")] = 8
    cutting_cards: Annotated[Literal[1, 2], Clause("NZ5 3.4(b)")] = 1
    style: Annotated[Literal["A", "B", "C"], Clause("NZ5 8.5")] = "A"
    burn: Annotated[Literal["first_card_up", "one_unseen"], Clause("NZ5 7.7")] = "first_card_up"
    sealed_cards: Annotated[bool, Clause("NZ5 6.6")] = False
    differential_rounding: Annotated[Rounding, Clause("NZ5 5.18")] = Rounding.REST_FROM_LARGEST

    @model_validator(mode="after")
    def _within_the_clauses(self) -> Self:
        self._check_form()
        self._check_pairs()
        self._check_table()
        return self

    def _check_form(self) -> None:
        if self.two_to_one and self.form != "ante_up":
            raise Refused("NZ5 14.1", "Only Ante Up is combined with 2 to 1.", "two_to_one")
        if self.pays_two_to_one and self.banker == "commission":
            raise Refused("NZ5 13.3", "There is no commission in 2 to 1 Baccarat.", "banker")
        if not self.pays_two_to_one and self.banker == "even":
            raise Refused("NZ5 5.10(b)", "Outside 2 to 1 the Banker pays commission or half on six.", "banker")
        if self.ante and self.form != "ante_up":
            raise Refused("NZ5 14.3", "There is an Ante in Ante Up only.", "ante")
        if self.ante and self.ante.amount % self.chip:
            raise Refused("NZ5 14.3", "The Ante is not payable in chips.", "ante.amount")

    def _check_pairs(self) -> None:
        offered = [name for name in PAIR_BETS if getattr(self, name) is not None]
        if len(offered) > 1:
            raise Refused(PAIR_BETS[offered[1]].alone, f"Not at one table with {offered[0]}.", offered[1])

    def _check_table(self) -> None:
        if self.areas is not None and self.areas > AREAS[self.version]:
            raise Refused("NZ5 3.1", f"A {self.version} table has at most {AREAS[self.version]} areas.", "areas")
        if self.version == "full" and self.players_on_area > 1:
            raise Refused("NZ5 5.7", "One player on each numbered area of a full table.", "players_on_area")
        if self.version == "full" and self.area_maximum:
            raise Refused("NZ5 5.8", "The maximum over an area is for mini and midi tables.", "area_maximum")
        if self.style == "B" and self.equipment == "continuous":
            raise Refused("NZ5 3.4(a)", "Style B is not dealt from a continuous shuffler.", "style")

    @property
    def pays_two_to_one(self) -> bool:
        return self.two_to_one or self.form == "two_to_one"

    @property
    def late_wagers(self) -> bool:
        """NZ5 15.4: in International, style B, wagers may come while four cards lie face down."""
        return self.form == "international" and self.style == "B"

    @property
    def pair(self) -> str | None:
        """The pair bet on offer."""
        return next((name for name in PAIR_BETS if getattr(self, name) is not None), None)

    @property
    def prices(self) -> Prices:
        pair = self.pair
        return Prices(
            banker=self.banker,
            two_to_one=self.pays_two_to_one,
            tie=self.tie,
            pair=pair,
            scale=getattr(self, pair) if pair else 0,
            dragon=self.dragon_bonus,
            chip=self.chip,
        )

    @property
    def most_areas(self) -> int:
        return self.areas or AREAS[self.version]
