"""Of the engine's rules objects: which fields the operator elects, which are readings. The others a version sets."""

from __future__ import annotations

from games.engine.baccarat.rules import BaccaratRules
from games.engine.poker.books import Nz, Rws, Wa
from games.engine.rules import Rules
from games.engine.snake_eyes.rules import SnakeEyesRules
from games.engine.ultimate.rules import UltimateRules
from games.rulebook.marks import Elected, Reading, everywhere

HERE = Elected()
# Elected in another shape (`figures`), from which the engine's is made.
RESHAPED: dict[type[Rules], set[str]] = {BaccaratRules: {"ante"}}

ELECTED: dict[type[Rules], dict[str, Elected]] = {
    BaccaratRules: {
        "version": HERE,
        "form": Elected(shown="NZ5 13.5, 15.2"),
        "two_to_one": Elected(shown="NZ5 13.5"),
        "banker": Elected(shown="NZ5 5.11, 13.6"),
        "tie": Elected(shown="NZ5 5.10(c)"),
        "perfect_pair": everywhere("NZ5 11A.8"),
        "dragon_bonus": everywhere("NZ5 11B.9"),
        "any_pair": Elected(shown="NZ5 11C.9"),
        "lucky_match": Elected(shown="NZ5 11D.10"),
        "chip": HERE,
        "areas": HERE,
        "players_on_area": HERE,
        "area_maximum": HERE,
        "equipment": HERE,
        "decks": HERE,
        "cutting_cards": HERE,
        "style": HERE,
        "burn": HERE,
        "sealed_cards": Elected(approval="NZ5 6.6"),
    },
    UltimateRules: {
        "pay_table": everywhere("UTH 5.12"),
        "hands": HERE,
        "max_payout": Elected(approval="UTH 5.13", shown="UTH 5.13"),
        "progressive": Elected(shown="UTH 11.2"),
        "chip": HERE,
        "boxes": HERE,
        "dealing": HERE,
        "collection": HERE,
        "several_boxes": HERE,
        "one_hand_seen": HERE,
    },
    SnakeEyesRules: {
        **{name: Elected(shown="NZ11A 4.10") for name in ("hard_4", "hard_6", "hard_8", "hard_10")},
        **{name: Elected(shown="NZ11A 4.10") for name in ("field", "craps_2", "craps_12")},
        "chip": HERE,
        "dice": HERE,
        "electronic": HERE,
    },
    Nz: {},
    Wa: {},
    Rws: {},
}

_SHORT = "How a short all-in moves the least raise is put together from several clauses."
_ADDING = "Whether several short all-ins reopen the betting is put together from several clauses."
_CHIP = "The clause does not say how a percentage is rounded: down to the chip."
READINGS: dict[type[Rules], dict[str, Reading]] = {
    BaccaratRules: {"differential_rounding": Reading("Cut pro rata, down to the chip, the rest from the largest.")},
    UltimateRules: {
        "unqualified": Reading("By the letter Play and Blind would be paid whatever the comparison shows."),
        "progressive_stake": Reading("“N to 1” could leave the stake with the player."),
        "once_only": Reading("Once for each player, table and gaming day; by the letter perhaps once for ever."),
    },
    SnakeEyesRules: {"hardway_combo": Reading("The first 4, 6, 8, 10 or 7 decides; hard wins.")},
    Nz: {
        "heads_up_button_first": Reading("No clause for two players; by the letter the blind is left of the button."),
        "straddle_is": Reading("A straddle counts as a raise for the least raise."),
        "short_all_in": Reading(_SHORT),
        "reopens": Reading(_ADDING),
        "cap_lifts_heads_up": Reading("Falling to two players lifts the cap."),
        "rake_rounds_to": Reading(_CHIP),
        "odd_chip": Reading("Highest card by rank first, then by suit."),
        "showing": Reading("Nobody called: from the left of the button."),
        "most_boards": Reading("Seven boards in all."),
    },
    Wa: {
        "straddle_is": Reading("The least raise after a straddle is measured from it."),
        "short_all_in": Reading(_SHORT),
        "cap_lifts_heads_up": Reading("Falling to two players after three raises does not lift the cap."),
        "pot_counts_call": Reading("The call is counted into the pot first."),
        "rake_on_folds": Reading("At a showdown only."),
        "odd_chip": Reading("One each to the winners, clockwise from left of the button."),
    },
    Rws: {
        "straddle_is": Reading("The least raise after a straddle is measured from it."),
        "short_all_in": Reading(_SHORT),
        "reopens": Reading(_ADDING),
        "rake_rounds_to": Reading(_CHIP),
        "odd_chip": Reading("The first winner left of the button."),
    },
}
