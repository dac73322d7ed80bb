"""A round of Snake Eyes: from an empty layout until no wager is open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine.general import Limits, personal
from games.engine.protocol import Line, Said
from games.engine.snake_eyes.rules import SnakeEyesRules
from games.engine.snake_eyes.wagers import Dice

# The dealer rolls where nobody takes the dice (NZ11A 5.9).
DEALER = "dealer"


class Phase(StrEnum):
    DICE = "dice"
    OPEN = "open"
    ROLLING = "rolling"
    CALLED = "called"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class KindLimits:
    """Limits of one kind of wager where they differ from the table's."""

    on: str
    limits: Limits


@dataclass(frozen=True, slots=True)
class Personal:
    """NZ1 9.4."""

    player: str
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Sign:
    """The limits on display."""

    table: Limits
    kinds: tuple[KindLimits, ...] = ()
    personal: tuple[Personal, ...] = ()

    def of(self, on: str) -> Limits:
        return next((kind.limits for kind in self.kinds if kind.on == on), self.table)

    def holds_for(self, on: str, player: str) -> Limits:
        for one in self.personal:
            if one.player == player:
                return personal(self.of(on), least=one.least, most=one.most)
        return self.of(on)


@dataclass(frozen=True, slots=True)
class Setup:
    """Players clockwise from the dealer's left, and what the last round left: shooter, dice, a fault."""

    sign: Sign
    players: tuple[str, ...] = ()
    dice: int = 0
    shooter: str | None = None
    last_shooter: str | None = None
    stopped: bool = False
    undersized: tuple[str, ...] = ()
    new_dice_due: bool = False


@dataclass(frozen=True, slots=True)
class Wager:
    """One stake on the layout; `since` is the first roll that it sees, `excess` void under NZ1 10.2(b)."""

    id: str
    on: str
    amount: int
    player: str
    since: int
    excess: int = 0
    # Totals rolled easy since it was made, for the each-total reading of the Hardway Combo.
    spent: tuple[int, ...] = ()
    void: str | None = None
    forfeit: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A wager that has been taken or paid, and the roll that decided it."""

    wager: Wager
    line: Line
    roll: int | None


@dataclass(frozen=True, slots=True)
class State:
    """Frozen; every act gives a new one."""

    rules: SnakeEyesRules
    sign: Sign
    phase: Phase
    players: tuple[str, ...]
    dice: int
    shooter: str | None = None
    last_shooter: str | None = None
    declined: tuple[str, ...] = ()
    undersized: tuple[str, ...] = ()
    wagers: tuple[Wager, ...] = ()
    settled: tuple[Settled, ...] = ()
    rolls: tuple[Dice | None, ...] = ()
    # Who made the call that stands (NZ11A 6.6), and what was entered into the equipment (5.6(b)).
    called_by: str = "dealer"
    entered: Dice | None = None
    # NZ11A 6.1: how many dice are missing, and whether the Shooter waits for them or must choose.
    missing: int = 0
    choosing: bool = False
    waits_for_dice: bool = False
    # NZ11A 6.1(d): all dice are replaced when this Shooter's turn ends.
    new_dice_due: bool = False
    stopped: bool = False
    void: str | None = None
    said: tuple[Said, ...] = ()

    def say(self, sentence: str, clause: str, by: str | int | None = None) -> State:
        """The same state with a sentence more for the record."""
        return replace(self, said=(*self.said, Said(sentence, clause, by)))

    @property
    def last_roll(self) -> Dice | None:
        return self.rolls[-1] if self.rolls else None

    @property
    def number(self) -> int:
        """The roll that comes next, or is rolling."""
        return len(self.rolls) + (self.phase is not Phase.CALLED)


def has_wager(state: State, player: str) -> bool:
    return any(wager.player == player and wager.void is None and wager.forfeit is None for wager in state.wagers)


def at_stake(state: State) -> dict[str, int]:
    """What lies on the layout, by wager."""
    return {wager.id: wager.amount for wager in state.wagers}
