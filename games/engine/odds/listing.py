"""The figures as a table for people."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

HEADINGS = ("wager", "choice", "win", "push", "lose", "return", "edge", "deviation")
LEFT = 2
MAIN = "main: Ante, Blind and Play by best play, per Ante; win, push and lose are the hand's, a fold loses"


def listing(rows: Sequence[dict[str, Any]]) -> str:
    """One line a wager; probabilities, return and edge in percent of the wager."""
    lines = [HEADINGS, *(cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    text = ["  ".join(aligned(line, widths)).rstrip() for line in lines]
    notes = [MAIN] if any(row["wager"] == "main" for row in rows) else []
    return "\n".join(text + notes + [break_even(row) for row in rows if "break_even" in row])


def aligned(line: tuple[str, ...], widths: list[int]) -> list[str]:
    return [
        cell.ljust(width) if column < LEFT else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(line, widths, strict=True))
    ]


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    """One wager's line."""
    edge = Decimal(row["edge"])
    shares = (Decimal(row["win"]), Decimal(row["push"]), Decimal(row["lose"]), 1 - edge, edge)
    return (row["wager"], choice(row), *(f"{100 * share:.4f} %" for share in shares), f"{Decimal(row['sd']):.4f}")


def choice(row: dict[str, Any]) -> str:
    """The form, where it is not the ordinary one, and what the operator elected."""
    words = [row["form"].replace("_", " ")] if row["form"] not in (None, "standard") else []
    for name, value in row["elections"].items():
        shown = next(iter(value.values())) if isinstance(value, dict) else value
        words.append(f"{name} {shown}".replace("_", " "))
    if "pool" in row:
        words.append(f"pool {row['pool']}")
    return ", ".join(words)


def break_even(row: dict[str, Any]) -> str:
    return f"{row['wager']}: no edge with a pool of {Decimal(row['break_even']):,.2f} times the wager (one winner)"
