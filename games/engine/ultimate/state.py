"""A round of Ultimate as a frozen value, and the questions that the rules ask of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from casino.refused import Refused
from games.engine.general import Limits, personal
from games.engine.protocol import Said
from games.engine.ultimate.progressive import Pool, SubPools
from games.engine.ultimate.rules import UltimateRules
from games.engine.ultimate.settle import WAGERS, Stakes


class Phase(StrEnum):
    """DEAL, FLOP and RIVER are the three points at which players decide (UTH 5.3 to 5.5)."""

    BETTING = "betting"
    DEALING = "dealing"
    DEAL = "deal"
    FLOP = "flop"
    RIVER = "river"
    SHOWDOWN = "showdown"
    OVER = "over"


DECIDING = (Phase.DEAL, Phase.FLOP, Phase.RIVER)
# UTH 5.3(b), 5.4(b), 5.5(b).
TIMES = {Phase.DEAL: (3, 4), Phase.FLOP: (2,), Phase.RIVER: (1,)}
PLAY_CLAUSE = {Phase.DEAL: "UTH 5.3(b)", Phase.FLOP: "UTH 5.4(b)", Phase.RIVER: "UTH 5.5(b)"}


@dataclass(frozen=True, slots=True)
class PersonalLimits:
    """NZ1 9.4: on a sign of the player's own."""

    player: str
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What the sign and the table say when betting opens."""

    ante: Limits
    trips: Limits | None = None
    personal: tuple[PersonalLimits, ...] = ()
    once_used: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """One betting area. `ended` is fold, void or forfeit; `back` holds parts of wagers that go back (NZ1 10.2)."""

    seat: int
    player: str
    ante: int = 0
    blind: int = 0
    trips: int = 0
    play: int = 0
    progressive: int = 0
    cards: tuple[int | None, ...] = ()
    checked: Phase | None = None
    played: Phase | None = None
    ended: str | None = None
    clause: str = ""
    back: tuple[tuple[str, int, str], ...] = ()

    @property
    def stakes(self) -> Stakes:
        return Stakes(self.ante, self.blind, self.trips, self.play, self.progressive)

    @property
    def known(self) -> tuple[int, ...] | None:
        """Both cards, if they are known."""
        cards = tuple(card for card in self.cards if card is not None)
        return cards if len(cards) == 2 else None

    def wager(self, on: str) -> int:
        return int(getattr(self, on))


@dataclass(frozen=True, slots=True)
class State:
    """`acts` upon it give new ones; `said` is what the record says so far."""

    rules: UltimateRules
    setup: Setup
    phase: Phase = Phase.BETTING
    boxes: tuple[Box, ...] = ()
    homes: tuple[tuple[str, int], ...] = ()
    order: tuple[int | str, ...] = ()
    dealer: tuple[int | None, ...] = ()
    board: tuple[int | None, ...] = ()
    dealer_shown: bool = False
    exposed: int = 0
    play_or_fold: bool = False
    looked: tuple[tuple[str, int], ...] = ()
    pool: Pool | SubPools | None = None
    once_used: tuple[str, ...] = ()
    void: str | None = None
    said: tuple[Said, ...] = ()

    def box(self, seat: int, where: str = "seat") -> Box:
        for box in self.boxes:
            if box.seat == seat:
                return box
        raise Refused("UTH 5.1", f"Nobody has wagered at box {seat}.", where)

    def has(self, seat: int) -> bool:
        return any(box.seat == seat for box in self.boxes)

    def home(self, player: str) -> int | None:
        """Where the player sits: as said, else at the first box with a wager."""
        for name, seat in self.homes:
            if name == player:
                return seat
        return next((box.seat for box in self.boxes if box.player == player), None)

    def of(self, player: str) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box.player == player)

    def hidden(self, box: Box) -> bool:
        """UTH 5.8.2: a hand that nobody may see until it is settled."""
        return self.rules.one_hand_seen and box.seat != self.home(box.player)

    @property
    def live(self) -> tuple[Box, ...]:
        """Boxes still in the round."""
        return tuple(box for box in self.boxes if box.ended is None)

    @property
    def undecided(self) -> tuple[Box, ...]:
        """Who still has to decide at this point; after 12.7 whoever has no Play wager."""
        if self.phase not in DECIDING:
            return ()
        return tuple(box for box in self.live if not box.play and (self.play_or_fold or box.checked is not self.phase))

    @property
    def seen(self) -> frozenset[int]:
        """Every card known so far."""
        hands = [self.dealer, self.board, *(box.cards for box in self.boxes)]
        return frozenset(card for hand in hands for card in hand if card is not None)

    def limits(self, player: str) -> Limits:
        """The Ante's limits for one player (NZ1 9.2, 9.4)."""
        for sign in self.setup.personal:
            if sign.player == player:
                return personal(self.setup.ante, least=sign.least, most=sign.most)
        return self.setup.ante

    def with_box(self, seat: int, **changes: Any) -> State:
        """The same round with one box changed."""
        boxes = tuple(replace(box, **changes) if box.seat == seat else box for box in self.boxes)
        return replace(self, boxes=boxes)

    def say(self, sentence: str, clause: str, by: str | int | None = None) -> State:
        return replace(self, said=(*self.said, Said(sentence, clause, by)))


def stakes_of(state: State) -> dict[str, int]:
    """Everything that lies on the layout, by wager: "3.ante"."""
    found: dict[str, int] = {}
    for box in state.boxes:
        for on, stake in zip(WAGERS, box.stakes, strict=True):
            whole = stake + sum(amount for area, amount, _ in box.back if area == on)
            if whole:
                found[f"{box.seat}.{on}"] = whole
    return found
