"""Results of a shoe as players expect to see them: bead plate and big road."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

ROWS = 6
TIE = "tie"

Plate = tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Bead:
    """One place of the big road: who won, None where the shoe began with ties, and the ties that followed."""

    result: str | None
    ties: int = 0


Road = tuple[tuple[Bead | None, ...], ...]


def bead_plate(results: Sequence[str], rows: int = ROWS) -> Plate:
    """Every result in turn, down the columns; a tuple of rows."""
    columns = -(-len(results) // rows)
    padded = (*results, *(None for _ in range(rows * columns - len(results))))
    return tuple(tuple(padded[row::rows]) for row in range(rows))


def big_road(results: Sequence[str], rows: int = ROWS) -> Road:
    """A column for each run of one hand; what finds no room below turns right; ties are marked where they fell."""
    beads: dict[tuple[int, int], Bead] = {}
    at, top, winner = (0, 0), 0, None
    for result in results:
        if result == TIE:
            bead = beads.get(at, Bead(None))
            beads[at] = replace(bead, ties=bead.ties + 1)
            continue
        if winner is None:
            beads[at] = Bead(result, beads.get(at, Bead(None)).ties)
        else:
            at, top = _below(beads, at, top, rows) if result == winner else _new_run(beads, top)
            beads[at] = Bead(result)
        winner = result
    return _grid(beads, rows)


def _below(beads: dict[tuple[int, int], Bead], at: tuple[int, int], top: int, rows: int) -> tuple[tuple[int, int], int]:
    column, row = at
    # Once a run has turned it goes on to the right, even where room opens below it again.
    turned = column > top
    if turned or row + 1 == rows or (column, row + 1) in beads:
        return (column + 1, row), top
    return (column, row + 1), top


def _new_run(beads: dict[tuple[int, int], Bead], top: int) -> tuple[tuple[int, int], int]:
    """The first column after the last run's own whose top is free."""
    column = top + 1
    while (column, 0) in beads:
        column += 1
    return (column, 0), column


def _grid(beads: dict[tuple[int, int], Bead], rows: int) -> Road:
    columns = 1 + max((column for column, _ in beads), default=-1)
    return tuple(tuple(beads.get((column, row)) for column in range(columns)) for row in range(rows))
