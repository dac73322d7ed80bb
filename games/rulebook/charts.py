"""The small chart of house edges: where each mark stands, as attributes of an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from games.rulebook.effect import Effect, percent, sentence

LEFT, RIGHT, STEP, TOP = 270, 600, 34, 26
STEPS = (Decimal("0.005"), Decimal("0.01"), Decimal("0.02"), Decimal("0.04"), Decimal("0.05"), Decimal("0.1"))
# With more rows than this it is no small chart; the figures stand beside it in full.
MOST_ROWS = 8


@dataclass(frozen=True, slots=True)
class Tick:
    x: int
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """One wager: a ring where its edge was, a dot where it will be, and a line between the two."""

    y: int
    wager: str
    choice: str
    before: int | None
    after: int | None
    before_text: str
    after_text: str
    same: bool

    @property
    def text_y(self) -> int:
        return self.y + 4

    @property
    def wager_y(self) -> int:
        """The wager's name stands above its choice, where it has one."""
        return self.y - 2 if self.choice else self.y + 4

    @property
    def choice_y(self) -> int:
        return self.y + 11

    @property
    def right(self) -> int:
        return max(self.before or 0, self.after or 0) + 14

    @property
    def left(self) -> int:
        return min(one for one in (self.before, self.after) if one is not None) - 14

    @property
    def apart(self) -> bool:
        return self.before is not None and self.after is not None and not self.same

    @property
    def falls(self) -> bool:
        return self.apart and (self.after or 0) < (self.before or 0)

    @property
    def left_text(self) -> str:
        return self.after_text if self.falls else self.before_text

    @property
    def right_text(self) -> str:
        if self.apart:
            return self.before_text if self.falls else self.after_text
        return self.before_text or self.after_text


@dataclass(frozen=True, slots=True)
class Chart:
    height: int
    ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    label: str

    @property
    def base(self) -> int:
        return self.height - 44

    @property
    def tick_y(self) -> int:
        return self.height - 28

    @property
    def key_y(self) -> int:
        return self.height - 6

    @property
    def key_dot(self) -> int:
        return self.height - 10


def chart(effects: Sequence[Effect]) -> Chart | None:
    """What changes, and as many of the others as fit. Without a change there is nothing to draw."""
    moving = [one for one in effects if not one.same]
    if not moving:
        return None
    staying = [one for one in effects if one.same][: max(0, MOST_ROWS - len(moving))]
    drawn = [one for one in effects if one in moving[:MOST_ROWS] or one in staying]
    most = max(edge for one in drawn for edge in (one.before, one.after) if edge is not None)
    step = next((size for size in STEPS if most <= 4 * size), Decimal("0.2"))
    height = TOP + STEP * len(drawn) + 40
    ticks = tuple(Tick(_x(step * place, step), f"{float(100 * step * place):g}%") for place in range(5))
    return Chart(height, ticks, tuple(_mark(one, place, step) for place, one in enumerate(drawn)), sentence(drawn))


def _mark(one: Effect, place: int, step: Decimal) -> Mark:
    return Mark(
        TOP + STEP * place, one.wager, one.choice, _at(one.before, step), _at(one.after, step), percent(one.before),
        percent(one.after), one.same,
    )  # fmt: skip


def _at(edge: Decimal | None, step: Decimal) -> int | None:
    return None if edge is None else _x(edge, step)


def _x(edge: Decimal, step: Decimal) -> int:
    return LEFT + round((RIGHT - LEFT) * edge / (4 * step))
