"""What a hand is played under: the book, the game and its amounts, and what follows from them for every round."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from games.engine.poker.books import Book
from games.engine.poker.structures import CEILINGS, Ceiling, manila_first_round
from games.engine.poker.variants import Variant

NO_CAP = 1 << 60

# How a betting round may be entered. Above NO_CHECK an act needs more than the ordinary rules (opening.py).
FREE, NO_CHECK, OPEN_DOWN, OPEN_OR_PASS, OPEN_TWICE, FORCED = range(6)
MODES = {
    "blinds": FREE,
    "bet_or_fold": NO_CHECK,
    "high_card": OPEN_DOWN,
    "open_twice": OPEN_TWICE,
    "bet_or_pass": OPEN_OR_PASS,
    "low_card": FORCED,
}

# What a short all-in does to the level from which the next raise is measured.
KEEP, MOVE, HALF = range(3)


@dataclass(frozen=True, slots=True)
class Rake:
    """A percentage of every pot with or without a cap, or in NZ a fee per hand (NZ13 8.2(b))."""

    percent: Fraction = Fraction(0)
    cap: int | None = None
    per_hand: int | None = None
    text: str = "0"

    def to_json(self) -> dict[str, Any]:
        if self.per_hand is not None:
            return {"per_hand": self.per_hand}
        return {"percent": self.text} if self.cap is None else {"percent": self.text, "cap": self.cap}


@dataclass(frozen=True, slots=True)
class Terms:
    """The rules object of a hand. Built by `reading.read_terms`, which refuses what the book does not allow."""

    book: Book
    variant: Variant
    deck: int
    structure: str
    chip: int = 1
    blinds: tuple[int, ...] = ()
    ante: int = 0
    bring_in: int | None = None
    bets: tuple[int, int] | None = None
    spread: tuple[int, int] | None = None
    rake: Rake | None = None
    minimum: int = field(init=False, compare=False)
    sizes: tuple[int, ...] = field(init=False, compare=False)
    fixed: tuple[bool, ...] = field(init=False, compare=False)
    ceilings: tuple[Ceiling | None, ...] = field(init=False, compare=False)
    modes: tuple[int, ...] = field(init=False, compare=False)
    cap: int = field(init=False, compare=False)
    short: int = field(init=False, compare=False)
    facing: bool = field(init=False, compare=False)
    adding_up: bool = field(init=False, compare=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "minimum", self._minimum())
        rounds = self.variant.rounds
        fixed = self.structure == "fixed_limit"
        put(self, "sizes", self._sizes(rounds))
        put(self, "fixed", (fixed and not self.variant.multiples, *[fixed] * (rounds - 1)))
        ceiling = CEILINGS[self.structure]
        first = manila_first_round if self.variant.multiples else ceiling
        put(self, "ceilings", (first, *[ceiling] * (rounds - 1)))
        opening = "low_card" if self.bring_in is not None else self.variant.opening
        later = FREE if self.variant.checks else NO_CHECK
        put(self, "modes", (MODES[opening], *[later] * (rounds - 1)))
        capped = self.book.raise_cap is not None and self.structure in ("fixed_limit", "spread_limit")
        put(self, "cap", self.book.raise_cap if capped else NO_CAP)
        book = self.book
        half = HALF if book.short_in_fixed == "half" else KEEP
        put(self, "short", half if fixed else MOVE if book.short_all_in == "move" else KEEP)
        put(self, "facing", book.reopens == "facing" and not fixed)
        put(self, "adding_up", book.reopens == "adding_up")

    def cite(self, matter: str) -> str:
        """The clause of this game on a matter."""
        return self.variant.cites[matter]

    def _minimum(self) -> int:
        """Least of the spread; else the big blind; without blinds the bring-in (NZ13 12.2(a)) or the ante (WA 20.4)."""
        if self.spread:
            return self.spread[0]
        if self.blinds:
            return self.blinds[-1]
        if self.book.ante_is_minimum or self.bring_in is None:
            return self.ante
        return self.bring_in

    def _sizes(self, rounds: int) -> tuple[int, ...]:
        """What a bet is at least in each round; in fixed limit exactly (in draw the big bet follows the draw)."""
        if self.variant.multiples:
            blind = self.blinds[-1]
            return (blind, *[2 * blind] * (rounds - 2), 4 * blind)
        if self.bets is None:
            first = self.blinds[-1] if self.blinds else self.minimum
            return (first, *[self.minimum] * (rounds - 1))
        small = 1 if self.variant.draw else 2
        return tuple(self.bets[number >= small] for number in range(rounds))

    def to_json(self) -> dict[str, Any]:
        """The keys of the command line (contracts: poker)."""
        found: dict[str, Any] = {
            "book": self.book.name,
            "variant": self.variant.name,
            "deck": self.deck,
            "structure": self.structure,
            "chip": self.chip,
            "ante": self.ante,
        }
        optional: dict[str, Any] = {
            "blinds": list(self.blinds),
            "bring_in": self.bring_in,
            "bets": self.bets and list(self.bets),
            "spread": self.spread and list(self.spread),
            "rake": self.rake and self.rake.to_json(),
            "readings": self.book.readings(),
        }
        return found | {key: value for key, value in optional.items() if value}
