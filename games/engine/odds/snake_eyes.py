"""Odds of Snake Eyes: every wager under every choice, from the 36 rolls (NZ11A)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from games.engine.odds.figures import Figure, Results, figure
from games.engine.protocol import Outcome
from games.engine.snake_eyes.wagers import CRAPS_ODDS, FIELD_ODDS, HARDWAY_ODDS, WAGERS, Odds, decide

ROLLS = tuple((one, two) for one in range(1, 7) for two in range(1, 7))
TABLE = Odds(hard_4=7, hard_6=9, hard_8=9, hard_10=7, field=1, craps_2=30, craps_12=30)


def choices(wager: str) -> Iterator[tuple[dict[str, Any], Odds]]:
    """What the operator may elect for a wager, and the table's odds then (NZ11A 4.9)."""
    if wager in HARDWAY_ODDS:
        for to in sorted(HARDWAY_ODDS[wager], reverse=True):
            yield {"hardways": {wager: to}}, paying(wager, to)
    elif wager == "field":
        for option in FIELD_ODDS:
            yield {wager: option}, paying(wager, option)
    elif wager in ("craps_2", "craps_12"):
        for to in CRAPS_ODDS:
            yield {wager: to}, paying(wager, to)
    else:
        yield {}, TABLE


def paying(wager: str, choice: int) -> Odds:
    """The table's odds with one choice made."""
    return Odds(**(TABLE._asdict() | {wager: choice}))


def results(wager: str, odds: Odds) -> Results:
    """Net results over the rolls that decide the wager: each is as likely as the others to be the one that does."""
    found: Counter[Fraction] = Counter()
    for roll in ROLLS:
        verdict = decide(wager, roll, odds)
        if verdict.outcome is not Outcome.OPEN:
            found[Fraction(verdict.to if verdict.outcome is Outcome.WIN else -1)] += 1
    return found


def figures() -> list[Figure]:
    """Every wager, those over several rolls per decided wager."""
    return [
        figure(wager, None, elections, results(wager, odds)) for wager in WAGERS for elections, odds in choices(wager)
    ]
