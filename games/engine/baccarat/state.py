"""A round of baccarat at a table: what it begins with and how it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine.baccarat.deal import INITIAL, Dealt, Hand, next_hand, play_out
from games.engine.baccarat.nominees import Nominee
from games.engine.baccarat.prices import DRAGONS, MAIN, PAIRS
from games.engine.baccarat.rules import BaccaratRules
from games.engine.baccarat.shoe import Shoe
from games.engine.cards import Card
from games.engine.general import Limits, personal
from games.engine.protocol import Said


class Phase(StrEnum):
    SHOE = "shoe"
    BETTING = "betting"
    DEAL = "deal"
    RESULT = "result"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Personal:
    """NZ1 9.4: one player's limits for one kind of wager (`hands`, `tie`, `pair`, `dragon`)."""

    player: str
    kind: str
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Sign:
    """The limits on display, by kind of wager (NZ1 9.2, NZ5 5.17, 11A.4, 11B.5, 11C.5, 11D.5)."""

    hands: Limits
    tie: Limits | None = None
    pair: Limits | None = None
    dragon: Limits | None = None
    differential: int | None = None
    personal: tuple[Personal, ...] = ()

    def of(self, on: str) -> Limits | None:
        """The table's limits for a wager."""
        found: Limits | None = getattr(self, kind_of(on))
        return found

    def holds_for(self, on: str, player: str) -> Limits | None:
        """The limits that hold for a player."""
        table = self.of(on)
        for one in self.personal:
            if table and one.player == player and one.kind == kind_of(on):
                return personal(table, least=one.least, most=one.most)
        return table


@dataclass(frozen=True, slots=True)
class Seat:
    number: int
    player: str


@dataclass(frozen=True, slots=True)
class Wager:
    """One stake on the layout; `excess` is the part that is void under NZ1 10.2(b) or NZ5 5.9(b)."""

    id: str
    on: str
    amount: int
    player: str
    area: int | None = None
    ante: int = 0
    placed_by: str | None = None
    # NZ5 14.4: decided on the wager as it was made, whatever is cut from it later.
    ante_due: bool = False
    excess: int = 0
    void: str | None = None
    forfeit: str | None = None
    withdrawn: bool = False
    # NZ5 5.16: it stood off in a tie and was left where it was.
    left: bool = False

    @property
    def valid(self) -> int:
        stands = self.void is None and self.forfeit is None and not self.withdrawn
        return self.amount - self.excess if stands else 0


@dataclass(frozen=True, slots=True)
class Setup:
    """What a round takes over; `undersized` are players whose one wager below the minimum is used (NZ1 10.2(a))."""

    sign: Sign
    seats: tuple[Seat, ...] = ()
    shoe: Shoe | None = None
    nominees: tuple[Nominee, ...] = ()
    wagers: tuple[Wager, ...] = ()
    undersized: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Holding:
    """Who turns one hand in style B; nobody named means the dealer (NZ5 8.18)."""

    holder: str | None = None
    receives: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    by_dealer: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Frozen; every act gives a new one."""

    rules: BaccaratRules
    sign: Sign
    shoe: Shoe
    phase: Phase
    seats: tuple[Seat, ...] = ()
    nominees: tuple[Nominee, ...] = ()
    undersized: tuple[str, ...] = ()
    wagers: tuple[Wager, ...] = ()
    drawn: tuple[Card | None, ...] = ()
    face_up: tuple[bool, ...] = ()
    player: Holding = Holding()
    banker: Holding = Holding()
    banker_first: bool = False
    out: Hand | None = None
    free_hand: bool = False
    # The clause that made this a Void Hand (dealt, no wagers) or a void round (stakes back).
    void_hand: str | None = None
    void: str | None = None
    withdrawing: bool = False
    said: tuple[Said, ...] = ()

    def say(self, sentence: str, clause: str, by: str | int | None = None) -> State:
        """The same state with a sentence more for the record."""
        return replace(self, said=(*self.said, Said(sentence, clause, by)))

    def holding(self, hand: Hand) -> Holding:
        return self.player if hand is Hand.PLAYER else self.banker

    def with_holding(self, hand: Hand, holding: Holding) -> State:
        return replace(self, player=holding) if hand is Hand.PLAYER else replace(self, banker=holding)

    @property
    def known(self) -> tuple[int, ...]:
        """The cards of the round, once all of them are face up."""
        return tuple(card for card, up in zip(self.drawn, self.face_up, strict=True) if card is not None and up)

    @property
    def all_up(self) -> bool:
        return len(self.known) == len(self.drawn)

    @property
    def dealt(self) -> Dealt | None:
        """The hands, once they are complete."""
        complete = len(self.drawn) >= INITIAL and self.all_up and next_hand(self.known) is None
        return play_out(self.known) if complete else None

    def seat_of(self, player: str) -> int | None:
        return next((seat.number for seat in self.seats if seat.player == player), None)


def kind_of(on: str) -> str:
    """Which limits on the sign a wager answers to."""
    if on in PAIRS:
        return "pair"
    if on in DRAGONS:
        return "dragon"
    return "tie" if on == "tie" else "hands"


def is_main(wager: Wager) -> bool:
    return wager.on in MAIN


def total_on(state: State, hand: Hand) -> int:
    """All that is validly wagered on one hand."""
    return sum(wager.valid for wager in state.wagers if wager.on == hand)


def at_stake(state: State) -> dict[str, int]:
    """What lies on the layout, by wager; an Ante has a line of its own, `<wager>:ante`."""
    stakes = {wager.id: wager.amount for wager in state.wagers}
    stakes.update({f"{wager.id}:ante": wager.ante for wager in state.wagers if wager.ante})
    return stakes
