"""Who sits where with how much when a hand begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class KillWager:
    """NZ13 7.13(g): what the killer posts before the cards."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Setup:
    """Stacks by seat number, those dealt in; `button` may stand at an empty seat (RWS 5.8, WA 6.3)."""

    button: int
    stacks: dict[int, int]
    straddle: int | None = None
    carried: int = 0
    kill: KillWager | None = None

    def positions(self) -> tuple[int, ...]:
        """Seats clockwise from the left of the button; the button's own comes last."""
        rising = sorted(self.stacks)
        beyond = sum(seat <= self.button for seat in rising)
        return (*rising[beyond:], *rising[:beyond])

    def to_json(self) -> dict[str, Any]:
        """The keys of the command line (contracts: poker)."""
        found: dict[str, Any] = {
            "button": self.button,
            "seats": [{"seat": seat, "stack": stack} for seat, stack in self.stacks.items()],
        }
        if self.straddle is not None:
            found["straddle"] = self.straddle
        if self.carried:
            found["carried"] = self.carried
        if self.kill is not None:
            found["kill"] = {"seat": self.kill.seat, "amount": self.kill.amount}
        return found
