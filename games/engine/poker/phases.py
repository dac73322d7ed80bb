"""What a hand waits for."""

from __future__ import annotations

from enum import IntEnum


class Phase(IntEnum):
    """From SHOW on there is nothing to wait for but hands given up."""

    BET = 0
    DISCARD = 1
    DEAL = 2
    SHOW = 3
    WON = 4
    PASSED = 5


BET, DISCARD, DEAL, SHOW, WON, PASSED = Phase
Bounds = tuple[int, int] | None
UNKNOWN: Bounds = (0, 0)
NOBODY = -1
