"""The slow referee's amounts: worked out from the list of events again at every act."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.engine.poker.referee_settles import Settling


@dataclass
class Found:
    """What the events of a round come to."""

    fixed: bool
    base: int = 0
    size: int = 0
    level: int = 0
    raises: int = 0
    third: int = 0
    short_sum: int = 0
    bring: bool = False
    open: set[int] = field(default_factory=set)


class Measuring(Settling):
    """Least and most, and who may still raise."""

    structure: str
    blinds: list[int]
    bring_in: int | None
    wa_manila: bool
    put: dict[int, int]
    to_call: int

    def bet_size(self) -> int:
        if self.wa_manila:
            return [1, 2, 2, 2, 4][self.round] * self.blinds[-1]
        if self.structure == "fixed_limit":
            small, big = self.rec["bets"]
            return int(small if self.round < (1 if self.draw else 2) else big)
        if self.structure == "spread_limit":
            return int(self.rec["spread"][0])
        if self.blinds:
            return self.blinds[-1]
        return int(self.rec["ante"] if self.book == "wa" else self.bring_in or 0)

    def measure(self) -> Found:
        """From the first event of the round to the last."""
        fixed = self.structure == "fixed_limit" and not (self.wa_manila and self.round == 0)
        found = Found(fixed, size=self.bet_size(), open=set(self.seats))
        if self.round == 0 and self.blinds:
            blind = self.blinds[-1]
            straddled = bool(self.rec.get("straddle"))
            found.level = found.base = 2 * blind if straddled else blind
            if self.structure != "fixed_limit":
                found.size = 2 * blind if straddled and self.book != "nz" else blind
        opening = found.level
        for event in self.events:
            self._one(found, event, opening)
        return found

    def _one(self, found: Found, event: dict[str, Any], opening: int) -> None:
        seat, kind, to = event["seat"], event["kind"], event["to"]
        if kind == "check":
            if self.book != "rws":
                found.open.discard(seat)
        elif kind == "call":
            found.open.discard(seat)
        elif event["opens"]:
            self._opened(found, seat, to, opening)
        elif event["forced"]:
            self._forced(found, seat, to)
        elif to >= found.base + found.size:
            event["full"] = True
            self._full(found, event)
        else:
            self._short(found, seat, to)

    def _opened(self, found: Found, seat: int, to: int, blind: int) -> None:
        """WA draw: twice the blind, or an all-in for less."""
        if to == 2 * blind:
            found.level = found.base = to
            found.size = found.size if found.fixed else to
            found.open = set(self.seats)
        else:
            if to > blind:
                found.short_sum += to - found.level
                found.level = to
            found.base = 2 * blind - found.size if found.fixed else found.level
            if found.short_sum >= found.size and not found.fixed:
                found.open, found.short_sum = set(self.seats), 0
        found.open.discard(seat)

    def _forced(self, found: Found, seat: int, to: int) -> None:
        found.level = to
        if found.fixed and to < found.size:
            found.bring = True
        elif not found.fixed and to < (self.bring_in or 0):
            found.base = found.short_sum = to
        else:
            found.base, found.size = to, (found.size if found.fixed else to)
        found.open = set(self.seats) - {seat}

    def _full(self, found: Found, event: dict[str, Any]) -> None:
        to = event["to"]
        if found.level and not found.bring:
            found.raises += 1
            if found.raises == 3:
                found.third = event["in"]
        if not found.fixed:
            found.size = to - found.base
        found.base = found.level = to
        found.bring = False
        found.short_sum = 0
        found.open = set(self.seats) - {event["seat"]}

    def _short(self, found: Found, seat: int, to: int) -> None:
        if self.book == "wa":
            found.short_sum += to - found.level
            if found.short_sum >= found.size:
                found.open, found.short_sum = set(self.seats), 0
        half = 2 * (to - found.base) >= found.size
        if self.structure == "fixed_limit":
            if self.book == "nz" and not found.bring and half:
                found.base = to
        elif self.book != "rws":
            found.base = to
        found.level = to
        found.open.discard(seat)

    def may_raise(self, seat: int) -> bool:
        found = self.measure()
        faces = self.to_call - self.put[seat]
        by_facing = self.book == "nz" and self.structure != "fixed_limit" and faces >= found.size
        if seat not in found.open and not by_facing:
            return False
        if self.book == "rws" or self.structure not in ("fixed_limit", "spread_limit") or found.raises < 3:
            return True
        return len(self.live()) == 2 and not (self.book == "wa" and found.third > 2)

    def span(self, seat: int) -> tuple[int, int]:
        """Least and most total of a full bet or raise."""
        found = self.measure()
        least = found.base + found.size
        pot = sum(self.total.values()) + self.carried
        call = self.to_call - self.put[seat]
        most = 10**16
        if self.wa_manila and self.round == 0:
            most = found.base + 2 * self.blinds[-1]
        elif self.structure == "fixed_limit":
            most = least
        elif self.structure == "pot_limit":
            most = self.to_call + pot + call
        elif self.structure == "half_pot":
            most = self.to_call + (pot + call) // 2
        elif self.structure == "spread_limit":
            most = self.to_call + self.rec["spread"][1]
        return least, max(least, most)
