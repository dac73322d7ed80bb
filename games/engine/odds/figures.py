"""A wager's figures, from the results that it can have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

DIGITS = 16
SPARE = 40

Results = Mapping[Fraction, int]
"""Net result per unit staked -> in how many of the equally likely cases."""


def decimal_text(value: Fraction) -> str:
    """The value as a decimal of 16 significant digits, rounded once."""
    with localcontext(prec=DIGITS):
        return _plain(Decimal(value.numerator) / Decimal(value.denominator))


def root_text(value: Fraction) -> str:
    """The square root of the value as a decimal of 16 significant digits."""
    with localcontext(prec=DIGITS + SPARE):
        root = (Decimal(value.numerator) / Decimal(value.denominator)).sqrt()
    with localcontext(prec=DIGITS):
        return _plain(+root)


def _plain(value: Decimal) -> str:
    return format(value.normalize(), "f")


@dataclass(frozen=True, slots=True)
class Figure:
    """What a wager is worth under one choice; everything exact."""

    wager: str
    form: str | None
    elections: Mapping[str, Any]
    win: Fraction
    push: Fraction
    edge: Fraction
    variance: Fraction
    break_even: Fraction | None = None

    @property
    def lose(self) -> Fraction:
        return 1 - self.win - self.push

    def to_json(self) -> dict[str, Any]:
        """The row of the contract: decimals as text."""
        row: dict[str, Any] = {"wager": self.wager, "form": self.form, "elections": dict(self.elections)}
        for key in ("win", "push", "lose", "edge"):
            row[key] = decimal_text(getattr(self, key))
        row |= {"sd": root_text(self.variance), "exact": True, "error": None}
        if self.break_even is not None:
            row["break_even"] = decimal_text(self.break_even)
        return row


def figure(
    wager: str, form: str | None, elections: Mapping[str, Any], results: Results, break_even: Fraction | None = None
) -> Figure:
    """The figures of a wager whose every result is known."""
    cases = sum(results.values())
    mean = sum((net * count for net, count in results.items()), Fraction(0)) / cases
    square = sum((net * net * count for net, count in results.items()), Fraction(0)) / cases
    win = Fraction(sum(count for net, count in results.items() if net > 0), cases)
    push = Fraction(results.get(Fraction(0), 0), cases)
    return Figure(wager, form, elections, win, push, -mean, square - mean * mean, break_even)
