"""How long the odds take: made again, and answered from the shipped file."""

from __future__ import annotations

import sys
from statistics import median
from subprocess import run
from time import perf_counter

from bench.measure import ROUNDS, Row, row, seconds
from games.engine.odds import baccarat, ultimate
from games.engine.odds.compiled import AVAILABLE

MOST = {"baccarat": 10, "ultimate": 600}


def rows() -> list[Row]:
    found = [baccarat_row("8 decks", [8]), baccarat_row("4 to 8 decks", list(baccarat.DECKS)), answer_row()]
    return [*found, ultimate_row()] if AVAILABLE else found


def baccarat_row(name: str, decks: list[int]) -> Row:
    """NZ5: every wager under every choice, exact."""
    spent = seconds(lambda: [baccarat.figures(number) for number in decks])
    return timed(f"odds of baccarat made, {name}", spent, "CPU s", "baccarat")


def ultimate_row() -> Row:
    """UTH: every deal, both ways of making hands, on two cores."""
    start = perf_counter()
    ultimate.solutions()
    return timed("odds of Ultimate made, both ways of making hands", perf_counter() - start, "s", "ultimate")


def timed(name: str, spent: float, unit: str, game: str) -> Row:
    return row(name, spent, unit, better="lower", peer=MOST[game], peer_name="most allowed")


def answer_row() -> Row:
    """From the command to its answer, out of the shipped file."""
    command = [sys.executable, "-m", "games.engine", "odds", "ultimate", "--json"]
    found = []
    for _ in range(ROUNDS):
        start = perf_counter()
        run(command, check=True, capture_output=True)
        found.append(perf_counter() - start)
    return row("odds ultimate, answered from the file", median(found), "s", better="lower")
