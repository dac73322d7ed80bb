"""Where the three rulebooks differ: one frozen object each, every field with the clause that says so.

The flow of play asks these fields and never which book it is. A version that reads a clause otherwise is the same
object with that field changed (`NZ.model_copy(update=…)`).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from games.engine.rules import Clause, Rules

BookName = Literal["rws", "nz", "wa"]
ShortAllIn = Literal["keep", "move"]
ShortInFixed = Literal["complete", "half"]
Reopening = Literal["full_raise", "facing", "adding_up"]
OddChip = Literal["first_left", "one_each", "highest_card", "highest_suit"]
Showing = Literal["side_pots", "called", "all_in"]
Unit = Literal["cent", "chip", "dollar"]
WordOrChips = Literal["first_defines", "word_binds"]
StringBet = Literal["silent", "first_motion"]
ShortCall = Literal["silent", "complete_or_fold"]


class Book(Rules):
    """What a rulebook says on each matter in which they do not agree."""

    name: BookName
    heads_up_button_first: bool
    straddle_is: Literal["bet", "raise"]
    short_all_in: ShortAllIn
    short_in_fixed: ShortInFixed
    reopens: Reopening
    check_is_act: bool
    raise_cap: int | None
    cap_lifts_heads_up: bool
    pot_counts_call: bool
    ante_is_minimum: bool
    blinds_double: bool
    last_blind_covers_bet: bool
    rake_least: int
    rake_most: int
    rake_per_hand: bool
    rake_on_folds: bool
    rake_rounds_to: Unit
    rake_cap_per_player: bool
    rake_on_blinds_alone: bool
    rake_on_equal_hands: bool
    odd_chip: OddChip
    showing: Showing
    last_round_full_raise_shows: bool
    most_boards: int
    up_card_ties: Literal["suit", "left"]
    button_suits: str
    kill_pots: bool
    oversize_calls: bool
    oversize_calls_in_limit: bool
    half_makes_raise: bool
    equal_pair_calls: bool
    needed_chips_call: bool
    word_or_chips: WordOrChips
    string_bet: StringBet
    short_call: ShortCall

    def readings(self) -> dict[str, Any]:
        """The fields that this version reads otherwise than the book as it is shipped."""
        shipped = BOOKS[self.name]
        return {name: value for name, value in self.model_dump().items() if value != getattr(shipped, name)}


class Rws(Book):
    """No Limit Hold'em (RWS), version 8."""

    name: BookName = "rws"
    heads_up_button_first: Annotated[bool, Clause("RWS 3.9")] = True
    straddle_is: Annotated[Literal["bet", "raise"], Clause("RWS 1.28")] = "bet"
    short_all_in: Annotated[ShortAllIn, Clause("RWS 3.19.3")] = "keep"
    short_in_fixed: Annotated[ShortInFixed, Clause("RWS 3.19.3")] = "complete"
    reopens: Annotated[Reopening, Clause("RWS 3.19.3")] = "full_raise"
    check_is_act: Annotated[bool, Clause("RWS 3.19.3")] = False
    raise_cap: Annotated[int | None, Clause("RWS 3.5")] = None
    cap_lifts_heads_up: Annotated[bool, Clause("RWS 3.5")] = True
    pot_counts_call: Annotated[bool, Clause("RWS 3.4")] = True
    ante_is_minimum: Annotated[bool, Clause("RWS 1.36")] = False
    blinds_double: Annotated[bool, Clause("RWS 1.8")] = True
    last_blind_covers_bet: Annotated[bool, Clause("RWS 1.8")] = False
    rake_least: Annotated[int, Clause("RWS 4.1.1")] = 0
    rake_most: Annotated[int, Clause("RWS 4.1.1")] = 100
    rake_per_hand: Annotated[bool, Clause("RWS 4.1")] = False
    rake_on_folds: Annotated[bool, Clause("RWS 4.1.1")] = True
    rake_rounds_to: Annotated[Unit, Clause("RWS 4.1.1")] = "chip"
    rake_cap_per_player: Annotated[bool, Clause("RWS 4.1.1")] = False
    rake_on_blinds_alone: Annotated[bool, Clause("RWS 4.1.1")] = True
    rake_on_equal_hands: Annotated[bool, Clause("RWS 4.1.1")] = True
    odd_chip: Annotated[OddChip, Clause("RWS 4.5")] = "first_left"
    showing: Annotated[Showing, Clause("RWS 3.18.2")] = "side_pots"
    last_round_full_raise_shows: Annotated[bool, Clause("RWS 3.18.2")] = True
    most_boards: Annotated[int, Clause("RWS 3.16")] = 1
    up_card_ties: Annotated[Literal["suit", "left"], Clause("RWS 3.1.1")] = "left"
    button_suits: Annotated[str, Clause("RWS 3.8")] = "cdhs"
    kill_pots: Annotated[bool, Clause("RWS 4.2")] = False
    oversize_calls: Annotated[bool, Clause("RWS 3.6")] = True
    oversize_calls_in_limit: Annotated[bool, Clause("RWS 3.6")] = True
    half_makes_raise: Annotated[bool, Clause("RWS 3.5.3")] = True
    equal_pair_calls: Annotated[bool, Clause("RWS 3.5.3")] = False
    needed_chips_call: Annotated[bool, Clause("RWS 3.5.2")] = True
    word_or_chips: Annotated[WordOrChips, Clause("RWS 3.20")] = "first_defines"
    string_bet: Annotated[StringBet, Clause("RWS 3.20")] = "first_motion"
    short_call: Annotated[ShortCall, Clause("RWS 3.5.4")] = "complete_or_fold"


class Nz(Book):
    """New Zealand, division 13 as amended by all applications."""

    name: BookName = "nz"
    # By the letter of 16.1(b) the first blind would be left of the button with two players as well.
    heads_up_button_first: Annotated[bool, Clause("NZ13 16.1(b)")] = True
    straddle_is: Annotated[Literal["bet", "raise"], Clause("NZ13 7.10")] = "raise"
    short_all_in: Annotated[ShortAllIn, Clause("NZ13 10.3")] = "move"
    short_in_fixed: Annotated[ShortInFixed, Clause("NZ13 10.2")] = "half"
    reopens: Annotated[Reopening, Clause("NZ13 10.4")] = "facing"
    check_is_act: Annotated[bool, Clause("NZ13 10.4")] = True
    raise_cap: Annotated[int | None, Clause("NZ13 16.6(f)")] = 3
    cap_lifts_heads_up: Annotated[bool, Clause("NZ13 16.6(f)")] = True
    pot_counts_call: Annotated[bool, Clause("NZ13 16.6(d)")] = True
    ante_is_minimum: Annotated[bool, Clause("NZ13 12.1(a)")] = False
    blinds_double: Annotated[bool, Clause("NZ13 16.1(b)")] = False
    last_blind_covers_bet: Annotated[bool, Clause("NZ13 16.6(b)")] = True
    rake_least: Annotated[int, Clause("NZ13 8.2")] = 5
    rake_most: Annotated[int, Clause("NZ13 8.2")] = 10
    rake_per_hand: Annotated[bool, Clause("NZ13 8.2(b)")] = True
    rake_on_folds: Annotated[bool, Clause("NZ13 8.2(a)")] = True
    rake_rounds_to: Annotated[Unit, Clause("NZ13 8.2(a)")] = "chip"
    rake_cap_per_player: Annotated[bool, Clause("NZ13 8.7")] = False
    rake_on_blinds_alone: Annotated[bool, Clause("NZ13 8.6")] = False
    rake_on_equal_hands: Annotated[bool, Clause("NZ13 8.8")] = False
    odd_chip: Annotated[OddChip, Clause("NZ13 16.5(e)")] = "highest_card"
    showing: Annotated[Showing, Clause("NZ13 16.5(d)")] = "called"
    last_round_full_raise_shows: Annotated[bool, Clause("NZ13 16.5(d)")] = False
    most_boards: Annotated[int, Clause("NZ13 18.9(b)")] = 7
    up_card_ties: Annotated[Literal["suit", "left"], Clause("NZ13 13.2(a)")] = "suit"
    button_suits: Annotated[str, Clause("NZ13 16.1(a)")] = ""
    kill_pots: Annotated[bool, Clause("NZ13 7.13")] = True
    oversize_calls: Annotated[bool, Clause("NZ13 1.0")] = True
    oversize_calls_in_limit: Annotated[bool, Clause("NZ13 7.12")] = True
    half_makes_raise: Annotated[bool, Clause("NZ13 7.11")] = True
    equal_pair_calls: Annotated[bool, Clause("NZ13 7.11")] = False
    needed_chips_call: Annotated[bool, Clause("NZ13 7.11")] = False
    word_or_chips: Annotated[WordOrChips, Clause("NZ13 7.11")] = "word_binds"
    string_bet: Annotated[StringBet, Clause("NZ13 1.0")] = "silent"
    short_call: Annotated[ShortCall, Clause("NZ13 1.0")] = "silent"


class Wa(Book):
    """Western Australia, Crown Perth, as amended by RAG/551."""

    name: BookName = "wa"
    heads_up_button_first: Annotated[bool, Clause("WA 6.9")] = True
    straddle_is: Annotated[Literal["bet", "raise"], Clause("WA 7.11")] = "bet"
    short_all_in: Annotated[ShortAllIn, Clause("WA 7.11")] = "move"
    short_in_fixed: Annotated[ShortInFixed, Clause("WA 7.12")] = "complete"
    reopens: Annotated[Reopening, Clause("WA 7.13")] = "adding_up"
    check_is_act: Annotated[bool, Clause("WA 7.11")] = True
    raise_cap: Annotated[int | None, Clause("WA 7.15")] = 3
    cap_lifts_heads_up: Annotated[bool, Clause("WA 7.15")] = False
    pot_counts_call: Annotated[bool, Clause("WA 7.16(a)")] = True
    ante_is_minimum: Annotated[bool, Clause("WA 20.4")] = True
    blinds_double: Annotated[bool, Clause("WA 20.2")] = False
    last_blind_covers_bet: Annotated[bool, Clause("WA 20.2")] = False
    rake_least: Annotated[int, Clause("WA 19.2")] = 0
    rake_most: Annotated[int, Clause("WA 19.2")] = 10
    rake_per_hand: Annotated[bool, Clause("WA 19.2")] = False
    rake_on_folds: Annotated[bool, Clause("WA 19.1")] = False
    rake_rounds_to: Annotated[Unit, Clause("WA 19.8")] = "dollar"
    rake_cap_per_player: Annotated[bool, Clause("WA 19.6")] = True
    rake_on_blinds_alone: Annotated[bool, Clause("WA 19.1")] = True
    rake_on_equal_hands: Annotated[bool, Clause("WA 19.1")] = True
    odd_chip: Annotated[OddChip, Clause("WA 18.2")] = "one_each"
    showing: Annotated[Showing, Clause("WA 9.2")] = "all_in"
    last_round_full_raise_shows: Annotated[bool, Clause("WA 9.2")] = False
    most_boards: Annotated[int, Clause("WA 28.7")] = 1
    up_card_ties: Annotated[Literal["suit", "left"], Clause("WA 23.7")] = "left"
    button_suits: Annotated[str, Clause("WA 4.1(b)")] = "sdch"
    kill_pots: Annotated[bool, Clause("WA 7.16")] = False
    oversize_calls: Annotated[bool, Clause("WA 7.20(a)")] = True
    oversize_calls_in_limit: Annotated[bool, Clause("WA 7.19")] = True
    half_makes_raise: Annotated[bool, Clause("WA 7.24")] = True
    equal_pair_calls: Annotated[bool, Clause("WA 7.25")] = True
    needed_chips_call: Annotated[bool, Clause("WA 7.24")] = False
    word_or_chips: Annotated[WordOrChips, Clause("WA 7.23")] = "word_binds"
    string_bet: Annotated[StringBet, Clause("WA 7.22")] = "first_motion"
    short_call: Annotated[ShortCall, Clause("WA 7.27")] = "complete_or_fold"


RWS, NZ, WA = Rws(), Nz(), Wa()
BOOKS: dict[str, Book] = {"rws": RWS, "nz": NZ, "wa": WA}
