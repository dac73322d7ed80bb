"""Figures and choices that the engine does not ask for: notices, seats, lists, jackpots, tournaments.

Written like the engine's rules objects: a class per document, each field with its type, its bounds and its clause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from casino.refused import refuse_unless
from games.engine.money import MOST
from games.engine.poker.variants import ALL, VARIANTS
from games.engine.rules import Clause, Rules
from games.rulebook.marks import Elected, Form, Reading, Scope

Minutes = Annotated[int, Field(ge=0, le=24 * 60)]
Count = Annotated[int, Field(ge=0, le=1000)]
Cents = Annotated[int, Field(ge=1, le=MOST)]
# A rate in hundredths of a percent: whole numbers, so that nothing is lost.
Rate = Annotated[int, Field(ge=0, le=10_000)]
Gaps = Literal["start_again", "make_up"]
Decider = Literal["senior_casino_supervisor", "table_games_manager"]
Placing = Literal["last_pots", "stack_at_start"]
Rebuy = Literal["less", "at_most"]
NewPlayer = Literal["wait_or_post", "by_position"]
StakeChange = Literal["between_rounds", "not_in_hand"]
SideBet = Literal["perfect_pair", "any_pair", "lucky_match", "dragon_bonus"]
HitHand = Literal["flush", "full_house", "four_of_a_kind", "straight_flush", "royal_flush"]
if TYPE_CHECKING:
    NzVariant = str
    WaVariant = str
    RwsVariant = str
    Structure = str
else:
    # The engine knows which games and structures each book has: they are not listed a second time.
    NzVariant, WaVariant, RwsVariant = (Literal[tuple(VARIANTS[book])] for book in ("nz", "wa", "rws"))
    Structure = Literal[ALL]

UNBROKEN = Reading("The notice stands unbroken with one time on it; by the other reading gaps may be made up.")


def _each_once(values: list[Any]) -> list[Any]:
    if len(set(values)) != len(values):
        raise ValueError("Each is named once.")
    return values


Once = AfterValidator(_each_once)
Citation = Annotated[str, Field(pattern=r"^[A-Z0-9]{1,16} \S{1,24}$")]


class SubPools(Rules):
    """How what enters the progressive pool is shared between its Minor and its Major part."""

    minor: Annotated[Rate, Clause("UTH 11.6B")]
    major: Annotated[Rate, Clause("UTH 11.6B")]

    @model_validator(mode="after")
    def _all_of_it(self) -> Self:
        refuse_unless(
            self.minor + self.major == 10_000, clause="UTH 11.6B",
            message="Minor and Major pool together take all that enters the pool.", where="sub_pools",
        )  # fmt: skip
        return self


class Kill(Rules):
    """What the killer posts, and from which pot on the button is given."""

    wager: Annotated[Cents, Clause("NZ13 7.13(g)")]
    qualifying_pot: Annotated[Cents | None, Clause("NZ13 7.13(d)")] = None


class Chosen(Rules):
    """What is played at a place: no clause gives it, the document of the game begins with it."""

    game: Annotated[Literal["baccarat", "ultimate", "snake_eyes", "poker"], Elected()]


class AnteOnSign(Rules):
    """The Ante as elected. The minimum of which it is an eighth at the most is a limit and lives with the table."""

    amount: Annotated[Cents, Clause("NZ5 14.3")]
    waived_from: Annotated[Cents | None, Clause("NZ5 14.4")] = None


class GeneralFigures(Rules):
    """NZ1."""

    limit_notice_minutes: Annotated[Minutes, Clause("NZ1 9.3(a)")] = 20
    closing_notice_minutes: Annotated[Minutes, Clause("NZ1 8.0")] = 20
    closing_notice_players: Annotated[Count, Clause("NZ1 8.0")] = 1
    notice_gaps: Annotated[Gaps, Clause("NZ1 9.3(a)"), UNBROKEN] = "start_again"
    idle_rounds: Annotated[Count, Clause("NZ1 6.0")] = 3
    one_table_each: Annotated[bool, Clause("NZ1 10.5"), Elected(Scope.PROPERTY)] = False
    electronic_tables: Annotated[bool, Clause("NZ1 2.1")] = False
    unlisted_cases_by: Annotated[
        Decider, Clause("NZ1 19.3"), Reading("Until 19.3 is approved no clause says so: the operator decides.")
    ] = "table_games_manager"


class BaccaratFigures(Rules):
    """NZ5."""

    ante: Annotated[AnteOnSign | None, Clause("NZ5 14.3"), Elected(shown="NZ5 14.3")] = None
    side_bets: Annotated[list[SideBet], Once, Clause("NZ5 11A.1"), Elected(shown="NZ5 11A.2")] = []


class UltimateFigures(Rules):
    """UTH 11, the progressive jackpot."""

    retained_part: Annotated[Rate, Clause("UTH 11.6(a)"), Elected(approval="UTH 11.6(a)")] = 0
    sub_pools: Annotated[SubPools | None, Clause("UTH 11.6A"), Elected(approval="UTH 11.6A")] = None
    hits_wait: Annotated[
        list[HitHand], Once, Clause("UTH 11.13"), Reading("The clause has the supervisor told; who waits is our rule.")
    ] = ["straight_flush", "royal_flush"]


class PokerNz(Rules):
    """NZ13."""

    variant: Annotated[NzVariant, Clause("NZ13 5.1"), Elected(shown="NZ13 7.2")]
    structure: Annotated[Structure, Clause("NZ13 7.2"), Elected(shown="NZ13 7.2")]
    deck: Annotated[Literal[52, 40, 36, 32], Clause("NZ13 5.1"), Elected()] = 52
    straddles: Annotated[bool, Clause("NZ13 7.9"), Elected()] = False
    kill: Annotated[Kill | None, Clause("NZ13 7.13(a)"), Elected(shown="NZ13 7.13(a)")] = None
    change_notice_hands: Annotated[Count, Clause("NZ13 7.3")] = 3
    commission_notice_minutes: Annotated[Minutes, Clause("NZ13 8.3")] = 0
    stake_change: Annotated[StakeChange, Clause("NZ13 7.5")] = "not_in_hand"
    pick_up_minutes: Annotated[Minutes, Clause("NZ13 18.7")] = 20
    seats: Annotated[Literal["card_draw", "choice"], Clause("NZ13 18.8")] = "choice"
    low_ace: Annotated[bool, Clause("NZ13 9.1(k)"), Reading("The ace is low for low hands.")] = True


class TournamentNz(Rules):
    """NZ14."""

    # 2.2(b) names paragraphs by letters that were renumbered since: the choice of seats is meant, not button or ante.
    rules_off: Annotated[
        list[Citation], Once, Clause("NZ14 2.2"), Reading("Seat choice is off, button and ante stay.")
    ] = ["NZ1 9", "NZ1 10.2", "NZ1 10.4", "NZ1 15.1", "NZ1 15.4", "NZ13 8", "NZ13 18.8"]
    rebuy_with: Annotated[Rebuy, Clause("NZ14 1.0"), Reading("Until one text is decided: less.")] = "less"
    most_add_ons: Annotated[Count, Clause("NZ14 3.2"), Reading("An add-on is made once, a number is asked for.")] = 1
    entry_fee_kept: Annotated[Rate, Clause("NZ14 3.4")] = 10_000
    refund_days: Annotated[Count, Clause("NZ14 3.5")] = 28
    chips_carried_over: Annotated[bool, Clause("NZ14 5.4")] = False
    substitutions: Annotated[Count, Clause("NZ14 5.6")] = 1
    hidden_chips: Annotated[Literal["may_be_out", "out"], Clause("NZ14 5.8")] = "may_be_out"
    placing: Annotated[Placing, Clause("NZ14 6.3")] = "last_pots"


class PokerWa(Rules):
    """WA 1 to 38 and 41."""

    variant: Annotated[WaVariant, Clause("WA 2.1"), Elected(shown="WA 7.8")]
    structure: Annotated[Structure, Clause("WA 7.16"), Elected(shown="WA 7.16")]
    deck: Annotated[Literal[52, 32], Clause("WA 4.3"), Elected()] = 52
    card_open: Annotated[Literal["high", "low"], Clause("WA 23.5"), Elected(shown="WA 23.5")] = "high"
    straddles: Annotated[bool, Clause("WA 7.17"), Elected()] = False
    least_players: Annotated[Count, Clause("WA 3.2")] = 2
    seated_first: Annotated[bool, Clause("WA 6.1")] = True
    free_move_seats: Annotated[Count, Clause("WA 6.2")] = 2
    new_player_blind: Annotated[NewPlayer, Clause("WA 6.5")] = "wait_or_post"
    associates_apart: Annotated[Count, Clause("WA 6.8")] = 2
    few_at_table: Annotated[Count, Clause("WA 6.11(b)")] = 6
    stake_change: Annotated[StakeChange, Clause("WA 7.3")] = "not_in_hand"
    change_notice_hands: Annotated[Count, Clause("WA 7.9")] = 3
    called_time_seconds: Annotated[Count, Clause("WA 12.6")] = 60
    commission_notice_minutes: Annotated[Minutes, Clause("WA 19.4")] = 30
    seat_kept_minutes: Annotated[Minutes, Clause("WA 38.4")] = 15
    closing_notice_minutes: Annotated[Minutes, Clause("WA 38.5")] = 10
    closing_notice_players: Annotated[Count, Clause("WA 38.5")] = 2
    notice_gaps: Annotated[Gaps, Clause("WA 38.5"), UNBROKEN] = "start_again"
    unlisted_cases_by: Annotated[Decider, Clause("WA 38.6")] = "table_games_manager"
    exclusion_hands: Annotated[list[Count], Once, Clause("WA 38.7")] = [3, 10]
    electronic_tables: Annotated[bool, Clause("WA 3.1")] = False
    jackpot: Annotated[bool, Clause("WA 41.1(a)"), Elected()] = False
    prize_contribution: Annotated[Cents | None, Clause("WA 41.1(b)"), Elected()] = None
    reserve_contribution: Annotated[Cents | None, Clause("WA 41.1(b)"), Elected()] = None
    reseed_value: Annotated[Cents | None, Clause("WA 41.4(g)"), Elected()] = None
    hits_wait: Annotated[list[HitHand], Once, Clause("WA 41.4(e)")] = ["royal_flush"]
    hit_held_hours: Annotated[Count, Clause("WA 41.5(d)")] = 72


class TournamentWa(Rules):
    """WA 39 and 40."""

    # "7.15" in 39.2(a) is stale: the amendment that wrote it meant the straddle, and raise caps stay.
    rules_off: Annotated[
        list[Citation], Once, Clause("WA 39.2"), Form("tournament"), Reading("Straddles are off, raise caps stay.")
    ] = ["WA 6.1", "WA 6.2", "WA 6.5", "WA 7.6", "WA 7.17", "WA 7.18", "WA 19", "WA 20.3"]
    all_in_face_up: Annotated[bool, Clause("WA 39.5"), Form("tournament")] = True
    hidden_chips: Annotated[Literal["may_be_out", "out"], Clause("WA 40.6(e)"), Form("tournament")] = "out"
    least_players: Annotated[Count, Clause("WA 40.6(b)"), Form("tournament")] = 2
    placing: Annotated[
        Placing, Clause("WA 40.5"), Form("tournament"), Reading("No clause places those out in one hand.")
    ] = "stack_at_start"


class PokerRws(Rules):
    """RWS."""

    variant: Annotated[RwsVariant, Clause("RWS 3.1"), Elected()] = "holdem"
    structure: Annotated[Literal["no_limit"], Clause("RWS 3.4"), Elected()] = "no_limit"
    deck: Annotated[Literal[52], Clause("RWS 3.1"), Elected()] = 52
    straddles: Annotated[bool, Clause("RWS 3.10"), Elected()] = True
    stake_change: Annotated[StakeChange, Clause("RWS 3.7")] = "between_rounds"
    commission_notice_minutes: Annotated[Minutes, Clause("RWS 4.1")] = 0
    new_player_blind: Annotated[NewPlayer, Clause("RWS 5.7")] = "by_position"
    missed_big_blinds: Annotated[Count, Clause("RWS 5.7.3")] = 3
    unlisted_cases_by: Annotated[Decider, Clause("RWS 5.16")] = "senior_casino_supervisor"
    electronic_tables: Annotated[bool, Clause("RWS 3.11")] = False
