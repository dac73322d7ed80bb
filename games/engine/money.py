"""Money is whole cents; rates are fractions. Nothing here knows a float."""

from __future__ import annotations

from fractions import Fraction

MOST = 10**15


def up_to_chip(amount: int | Fraction, chip: int = 1) -> int:
    """NZ1 11.3: winnings that chips cannot pay exactly rise to the next amount that they can."""
    return -(-amount // chip) * chip


def down_to_chip(amount: int | Fraction, chip: int = 1) -> int:
    """The largest amount in chips that is not above `amount`."""
    return amount // chip * chip


def at_odds(stake: int, to: int, one: int = 1) -> Fraction:
    """Winnings of a stake at `to` to `one`, exact."""
    return Fraction(stake * to, one)


def share(amount: int, parts: int, chip: int = 1) -> tuple[int, int]:
    """(each part, what is left over) when an amount is divided equally in chips."""
    each = down_to_chip(Fraction(amount, parts), chip)
    return each, amount - each * parts


def dollars(amount: int) -> str:
    """For sentences: 1234500 is "$12,345.00"."""
    sign = "-" if amount < 0 else ""
    whole, cents = divmod(abs(amount), 100)
    return f"{sign}${whole:,}.{cents:02}"
