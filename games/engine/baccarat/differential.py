"""The table differential (NZ5 5.17) and the cut that the dealer may make (5.18)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from games.engine.money import down_to_chip, up_to_chip


class Rounding(StrEnum):
    """Both readings of "pro rata" in chips."""

    REST_FROM_LARGEST = "rest_from_largest"
    UP_EACH = "up_each"


def excess(heavy: int, light: int, most: int | None) -> int:
    """By how much the wagers on one hand exceed the differential."""
    return 0 if most is None else max(0, heavy - light - most)


def cuts(stakes: Sequence[int], over: int, chip: int, rounding: Rounding) -> list[int]:
    """NZ5 5.18: what each wager on the heavier hand is reduced by."""
    total = sum(stakes)
    if rounding is Rounding.UP_EACH:
        return [up_to_chip(-(-stake * over // total), chip) for stake in stakes]
    found = [down_to_chip(stake * over // total, chip) for stake in stakes]
    rest = up_to_chip(over, chip) - sum(found)
    for place in sorted(range(len(stakes)), key=lambda place: -stakes[place]):
        more = min(rest, stakes[place] - found[place])
        found[place] += more
        rest -= more
    return found
