"""Where a marker belongs: (i) after (h) goes on, (i) after "(c) either:" goes down, (d) after (c)(ii) comes back up."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.rulebook.importing.shapes import ROMAN


@dataclass
class Level:
    """One open list: its markers are letters or roman numerals."""

    roman: bool
    count: int
    upper: bool = False


@dataclass
class Markers:
    """The open lists below the numbered clause at hand, outermost first."""

    levels: list[Level] = field(default_factory=list)
    path: list[str] = field(default_factory=list)

    def clear(self) -> None:
        self.levels.clear()
        self.path.clear()

    def place(self, marker: str, *, opens: bool) -> tuple[str, bool]:
        """Take the next marker: its path, and whether it is in order. `opens`: the line before ended in a colon."""
        if opens and _first(marker) and not (self._goes_on(marker) is not None and not _roman_one(marker)):
            return self._down(marker), True
        depth = self._goes_on(marker)
        if depth is not None:
            return self._to(depth, marker), True
        if _first(marker):
            return self._down(marker), True
        depth = self._near(marker)
        if depth is None:
            return self._down(marker), False
        return self._to(depth, marker), False

    def next_lost(self, *, opens: bool, goes_on: bool) -> str:
        """The marker of an item that has lost its own: all items of such a list carry the same number."""
        if not self.levels or (not goes_on and not opens):
            return chr(ord("a") + (self.levels[0].count if self.levels and not self.levels[0].roman else 0))
        if opens and not goes_on:
            return "i"
        level = self.levels[-1]
        if level.roman:
            return next(text for text, value in ROMAN.items() if value == level.count + 1)
        return chr(ord("a") + level.count)

    def _goes_on(self, marker: str) -> int | None:
        for depth in range(len(self.levels) - 1, -1, -1):
            level = self.levels[depth]
            if level.upper == marker[0].isupper() and _value(marker, level.roman) == level.count + 1:
                return depth
        return None

    def _near(self, marker: str) -> int | None:
        for depth in range(len(self.levels) - 1, -1, -1):
            if _value(marker, self.levels[depth].roman) is not None:
                return depth
        return None

    def _to(self, depth: int, marker: str) -> str:
        del self.levels[depth + 1 :]
        del self.path[depth:]
        level = self.levels[depth]
        level.count = _value(marker, level.roman) or level.count + 1
        self.path.append(f"({marker})")
        return "".join(self.path)

    def _down(self, marker: str) -> str:
        roman = _value(marker, True) is not None and marker.lower() in ROMAN and not _alone(marker)
        self.levels.append(Level(roman, _value(marker, roman) or 1, marker[0].isupper()))
        self.path.append(f"({marker})")
        return "".join(self.path)


def _value(marker: str, roman: bool) -> int | None:
    lower = marker.lower()
    if roman:
        return ROMAN.get(lower)
    if len(lower) == 1:
        return ord(lower) - ord("a") + 1
    if len(lower) == 2 and lower[0] == lower[1]:
        return 26 + ord(lower[0]) - ord("a") + 1
    return None


def _first(marker: str) -> bool:
    return marker.lower() in {"a", "i"}


def _roman_one(marker: str) -> bool:
    return marker.lower() == "i"


def _alone(marker: str) -> bool:
    """A single letter that starts a list is a letter, but for i."""
    return len(marker) == 1 and marker.lower() != "i"
