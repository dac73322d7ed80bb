"""The cards that no hand and no board holds, and where the next ones go."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Self

Place = Literal["down", "up", "board", "burn", "reshuffle"]


class Due(NamedTuple):
    """Where the next card goes. `to` is a seat's index, for the board its number; a reshuffle takes no card."""

    place: Place
    to: int = -1


@dataclass(slots=True)
class Tray:
    """The deck in the dealer's hand: `stub` counts what is undealt, `out` holds the known faces that have left it."""

    stub: int
    due: list[Due] = field(default_factory=list)
    burns: list[int] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    # Draw: who discarded what and has not seen it shuffled back; who waits for a fifth card (WA 26.5(c)).
    discarded: list[tuple[int, int]] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    drawing: bool = False
    runs: int = 1
    shown: int = 0

    def copy(self) -> Self:
        return type(self)(
            self.stub,
            self.due.copy(),
            self.burns.copy(),
            self.out.copy(),
            self.discarded.copy(),
            self.late.copy(),
            self.drawing,
            self.runs,
            self.shown,
        )
