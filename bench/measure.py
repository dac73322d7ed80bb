"""How every benchmark measures: rounds interleaved, work per CPU second, medians, one row per figure."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

ROUNDS = 5
LEAST_SECONDS = 0.2

Row = dict[str, Any]
Work = Callable[[], int]
"""Does a fixed piece of work and says how many units it was."""


def rates(*contenders: Work, rounds: int = ROUNDS, least: float = LEAST_SECONDS) -> list[float]:
    """Units per CPU second of each contender, the median of rounds in which they take turns."""
    for work in contenders:
        work()
    found: list[list[float]] = [[] for _ in contenders]
    for _ in range(rounds):
        for measured, work in zip(found, contenders, strict=True):
            measured.append(rate(work, least))
    return [median(measured) for measured in found]


def rate(work: Work, least: float = LEAST_SECONDS) -> float:
    """Units per CPU second, the work repeated until it took long enough to be measured."""
    units, start = 0, process_time()
    while True:
        units += work()
        spent = process_time() - start
        if spent >= least:
            return units / spent


def seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """CPU seconds of a piece of work, the median of some rounds."""
    found = []
    for _ in range(rounds):
        start = process_time()
        work()
        found.append(process_time() - start)
    return median(found)


def row(
    name: str,
    ours: float,
    unit: str,
    *,
    better: str = "higher",
    peer: float | None = None,
    peer_name: str | None = None,
) -> Row:
    """One line of the table and of var/bench.json; the ratio is ours by the peer's."""
    return {
        "name": name,
        "ours": significant(ours),
        "peer": None if peer is None else significant(peer),
        "peer_name": peer_name,
        "ratio": None if not peer else significant(ours / peer),
        "unit": unit,
        "better": better,
    }


def significant(value: float) -> float:
    """Four significant digits: more would be noise."""
    return float(f"{value:.4g}")
