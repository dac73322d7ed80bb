"""What every game is made of: acts on a frozen state, choices, rulings, and a settlement per wager."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from games.engine.acts import Act as Act
from games.engine.acts import from_json as from_json
from games.engine.acts import to_json as to_json

# NZ11A 6.6: from the dealer up; the operator has the last word.
STAFF = ("dealer", "game_supervisor", "casino_supervisor", "senior_supervisor", "operator")


class Outcome(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Line:
    """What one wager came to: winnings after commission, what goes back of the stake, and why."""

    outcome: Outcome
    paid: int
    returned: int
    commission: int
    clause: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What `by` (a seat, box or player; None is the dealer) may do now, between which bounds."""

    act: str
    by: str | int | None
    least: int | None = None
    most: int | None = None
    step: int | None = None
    options: tuple[str, ...] = ()
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling that may be given now; `decides` is the least rank that may give it."""

    name: str
    clause: str
    decides: str
    effect: str
    subject: str | int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence for the record, with the clause under which it was said."""

    sentence: str
    clause: str
    by: str | int | None = None


@dataclass(frozen=True, slots=True)
class Settlement:
    """Lines by the wager's id, and the round as the command line would answer it."""

    lines: Mapping[str, Line]
    answer: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rule(Act):
    """A ruling given on the state. `detail` is what some rulings need: an amount, a card, a seat."""

    name: str
    by: str
    subject: str | int | None = None
    detail: str | int | None = None


# mypy holds every game to the protocol through these; nothing inherits from it.
RulesT = TypeVar("RulesT", contravariant=True)
SetupT = TypeVar("SetupT", contravariant=True)
StateT = TypeVar("StateT")
ActT = TypeVar("ActT", contravariant=True)


class Game(Protocol[RulesT, SetupT, StateT, ActT]):
    """One per game; `apply` refuses with `Refused`, and then nothing has changed."""

    def begin(self, rules: RulesT, setup: SetupT) -> StateT: ...
    def choices(self, state: StateT) -> Sequence[Choice]: ...
    def apply(self, state: StateT, act: ActT) -> StateT: ...
    def settle(self, state: StateT) -> Settlement: ...
    def rulings(self, state: StateT) -> Sequence[Ruling]: ...


def may_decide(by: str, least: str) -> bool:
    """Whether a rank reaches the one that a ruling asks for."""
    return by in STAFF and STAFF.index(by) >= STAFF.index(least)
