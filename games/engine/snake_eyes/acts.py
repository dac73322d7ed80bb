"""Everything that may happen in a round of Snake Eyes, one act at a time."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.protocol import Act, Rule


@dataclass(frozen=True, slots=True)
class ReceiveDice(Act):
    """NZ11A 5.2: dice come to the table and are inspected by the dealer and by the game supervisor."""

    count: int
    by_dealer: bool
    by_supervisor: bool


@dataclass(frozen=True, slots=True)
class PlaceWager(Act):
    """NZ11A 4.1, 4.4; `confirmed`: called back while the dice roll; `mistaken`: accepted though it should not be."""

    id: str
    on: str
    amount: int
    player: str
    confirmed: bool = False
    chips: bool = True
    mistaken: bool = False


@dataclass(frozen=True, slots=True)
class ReduceWager(Act):
    """NZ11A 4.7: to this amount, before the dice come to rest."""

    id: str
    amount: int


@dataclass(frozen=True, slots=True)
class RemoveWager(Act):
    """NZ11A 4.7."""

    id: str


@dataclass(frozen=True, slots=True)
class AcceptDice(Act):
    """NZ11A 5.3, 5.9: the first to accept is the Shooter and chooses two dice."""

    player: str


@dataclass(frozen=True, slots=True)
class DeclineDice(Act):
    player: str


@dataclass(frozen=True, slots=True)
class Throw(Act):
    """NZ11A 5.5: the dice leave the Shooter's hand."""


@dataclass(frozen=True, slots=True)
class CallRoll(Act):
    """NZ11A 5.6(a): the dice rest, the dealer calls the total."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EnterRoll(Act):
    """NZ11A 5.6(b): the result is entered into the electronic equipment."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WagerLies(Act):
    """NZ11A 4.6: a wager is settled where it lies when the result is established."""

    id: str
    on: str


@dataclass(frozen=True, slots=True)
class Pay(Act):
    """NZ11A 5.6(e): what the roll or a ruling decided is taken and paid."""


@dataclass(frozen=True, slots=True)
class Relinquish(Act):
    """NZ11A 5.7: the Shooter gives up the dice."""


@dataclass(frozen=True, slots=True)
class ChooseDice(Act):
    """NZ11A 6.1(b): after dice left the table the Shooter takes others, or asks for the original ones."""

    original: bool


ACTS: tuple[type[Act], ...] = (
    ReceiveDice,
    PlaceWager,
    ReduceWager,
    RemoveWager,
    AcceptDice,
    DeclineDice,
    Throw,
    CallRoll,
    EnterRoll,
    WagerLies,
    Pay,
    Relinquish,
    ChooseDice,
    Rule,
)
