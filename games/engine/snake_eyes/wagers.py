"""The wagers of Snake Eyes, their odds, and how one roll decides them (NZ11A 4.1, 4.9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.protocol import Outcome

HARDWAYS = {"hard_4": 4, "hard_6": 6, "hard_8": 8, "hard_10": 10}
NUMBERS = {"five": 5, "six": 6, "eight": 8}
MULTI_ROLL = (*HARDWAYS, "hardway_combo", *NUMBERS)
SINGLE_ROLL = ("field", "any_7", "c_and_e", "craps_2", "craps_3", "craps_12", "eleven")
WAGERS = MULTI_ROLL + SINGLE_ROLL

HARD_TOTALS = frozenset(HARDWAYS.values())
CLAUSES = {
    **dict.fromkeys(HARDWAYS, "NZ11A 4.1(a)"),
    "hardway_combo": "NZ11A 4.1(b)",
    "five": "NZ11A 4.1(c)",
    "six": "NZ11A 4.1(d)",
    "eight": "NZ11A 4.1(e)",
    "field": "NZ11A 4.1(f)",
    "any_7": "NZ11A 4.1(g)",
    "c_and_e": "NZ11A 4.1(h)",
    "craps_2": "NZ11A 4.1(i)",
    "craps_3": "NZ11A 4.1(j)",
    "craps_12": "NZ11A 4.1(k)",
    "eleven": "NZ11A 4.1(l)",
}
PAID = "NZ11A 4.9"

# NZ11A 4.9: what the operator may choose between (4.10: in any combination).
HARDWAY_ODDS = {"hard_4": (6, 7), "hard_6": (8, 9), "hard_8": (8, 9), "hard_10": (6, 7)}
FIELD_ODDS: dict[int, dict[int, int]] = {
    option: {**dict.fromkeys((3, 4, 9, 10, 11), 1), 12: twelve, 2: two}
    for option, twelve, two in ((1, 2, 3), (2, 2, 2), (3, 1, 3))
}
CRAPS_ODDS = (30, 31, 32, 33)
COMBO_ODDS = 4
FIXED_ODDS = {"any_7": 4, "c_and_e": 4, "craps_3": 15, "eleven": 15}
SINGLE_TOTALS: dict[str, frozenset[int]] = {
    "any_7": frozenset({7}),
    "c_and_e": frozenset({2, 3, 11, 12}),
    "craps_2": frozenset({2}),
    "craps_3": frozenset({3}),
    "craps_12": frozenset({12}),
    "eleven": frozenset({11}),
}

Dice = tuple[int, int]
NONE_SPENT: frozenset[int] = frozenset()


class Odds(NamedTuple):
    """What this table pays; `each_total` is the other reading of the Hardway Combo."""

    hard_4: int
    hard_6: int
    hard_8: int
    hard_10: int
    field: int
    craps_2: int
    craps_12: int
    chip: int = 1
    each_total: bool = False


class Verdict(NamedTuple):
    """Won at `to` to 1, lost, or still open."""

    outcome: Outcome
    clause: str
    to: int = 0


def decide(on: str, dice: Dice, odds: Odds, spent: frozenset[int] = NONE_SPENT) -> Verdict:
    """What one roll does to a wager; `spent` are the totals that were rolled easy before (each-total reading)."""
    total = dice[0] + dice[1]
    if on in HARDWAYS:
        return _hardway(on, total, hard=dice[0] == dice[1], pays=getattr(odds, on))
    if on == "hardway_combo":
        return _combo(dice, odds, spent)
    if on in NUMBERS:
        return _number(on, total)
    to = _single(on, total, odds)
    return Verdict(Outcome.WIN, PAID, to) if to else Verdict(Outcome.LOSE, CLAUSES[on])


def spent_after(dice: Dice, spent: frozenset[int]) -> frozenset[int]:
    """A total of 4, 6, 8 or 10 rolled easy is spent for a combo under the each-total reading."""
    total = dice[0] + dice[1]
    return spent | {total} if total in HARD_TOTALS and dice[0] != dice[1] else spent


def run(on: str, rolls: Iterable[Dice | None], odds: Odds) -> tuple[Verdict, int | None]:
    """A wager through the rolls it sees, and the place of the one that decided it; void rolls (None) decide nothing."""
    spent = NONE_SPENT
    for place, dice in enumerate(rolls):
        if dice is None:
            continue
        verdict = decide(on, dice, odds, spent)
        if verdict.outcome is not Outcome.OPEN:
            return verdict, place
        spent = spent_after(dice, spent)
    return Verdict(Outcome.OPEN, CLAUSES[on]), None


def _hardway(on: str, total: int, *, hard: bool, pays: int) -> Verdict:
    """The total with equal dice, before it comes any other way and before a 7."""
    if total == HARDWAYS[on]:
        return Verdict(Outcome.WIN, PAID, pays) if hard else Verdict(Outcome.LOSE, CLAUSES[on])
    return Verdict(Outcome.LOSE if total == 7 else Outcome.OPEN, CLAUSES[on])


def _combo(dice: Dice, odds: Odds, spent: frozenset[int]) -> Verdict:
    """Our reading: the first 4, 6, 8, 10 or 7 decides. The other: an easy total is out, the rest play on."""
    total, clause = dice[0] + dice[1], CLAUSES["hardway_combo"]
    if total == 7:
        return Verdict(Outcome.LOSE, clause)
    if total not in HARD_TOTALS or (odds.each_total and total in spent and dice[0] == dice[1]):
        return Verdict(Outcome.OPEN, clause)
    if dice[0] == dice[1]:
        return Verdict(Outcome.WIN, PAID, COMBO_ODDS)
    lost = not odds.each_total or spent_after(dice, spent) == HARD_TOTALS
    return Verdict(Outcome.LOSE if lost else Outcome.OPEN, clause)


def _number(on: str, total: int) -> Verdict:
    """5, 6 or 8 before a 7."""
    if total == NUMBERS[on]:
        return Verdict(Outcome.WIN, PAID, 1)
    return Verdict(Outcome.LOSE if total == 7 else Outcome.OPEN, CLAUSES[on])


def _single(on: str, total: int, odds: Odds) -> int:
    """The odds at which a wager on one roll wins, 0 where it loses."""
    if on == "field":
        return FIELD_ODDS[odds.field].get(total, 0)
    if total not in SINGLE_TOTALS[on]:
        return 0
    chosen = {"craps_2": odds.craps_2, "craps_12": odds.craps_12}
    return chosen[on] if on in chosen else FIXED_ODDS[on]
