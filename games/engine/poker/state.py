"""The frozen view of a hand that the protocol hands out; every act gives a new one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from games.engine.cards import CARDS
from games.engine.poker.phases import DEAL, PASSED, SHOW, WON, Phase
from games.engine.poker.play import Play
from games.engine.poker.pots import contested
from games.engine.poker.setup import Setup
from games.engine.poker.showdown import seats_in
from games.engine.poker.terms import Terms
from games.engine.poker.tray import Tray
from games.engine.poker.variants import HIDDEN
from games.engine.protocol import Act

Where = Literal["stub", "burns", "muck", "hand", "board"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card, or so many unseen ones, and where it lies; `number` is a seat, or a board counted from 1."""

    card: str | None
    where: Where
    number: int | None = None
    face_up: bool = False
    count: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A hand between two acts. Two states are the same when nothing that they show differs."""

    rules: Terms
    setup: Setup
    play: Play = field(repr=False)
    acts: tuple[Act, ...] = field(default=(), repr=False)

    @property
    def phase(self) -> Phase:
        return self.play.phase

    @property
    def turn(self) -> int | None:
        """The seat that is to act or to discard."""
        return self.play.seats[self.play.turn] if self.play.turn >= 0 else None

    @property
    def over(self) -> bool:
        """Nothing is left to do but settle (at a showdown hands may still be shown or given up)."""
        return self.play.phase in (SHOW, WON, PASSED)

    @property
    def tray(self) -> Tray:
        assert self.play.tray is not None
        return self.play.tray

    def stacks(self) -> dict[int, int]:
        return dict(zip(self.play.seats, self.play.stacks, strict=True))

    def bets(self) -> dict[int, int]:
        """What each seat has put in in this betting round."""
        return dict(zip(self.play.seats, self.play.bets, strict=True))

    def seats(self, mask: int) -> list[int]:
        return sorted(self.play.seats[index] for index in seats_in(mask))

    def cards(self) -> list[Placed]:
        """Every card of the deck and its place: rulings on irregularities move them."""
        play, tray = self.play, self.tray
        placed = [Placed(None, "stub", count=tray.stub)]
        placed += [_placed(card, "burns", None, False) for card in tray.burns]
        placed += [_placed(card, "muck", play.seats[seat], False) for seat, card in tray.discarded]
        for index, seat in enumerate(play.seats):
            placed += self._hand(index, seat)
        for number, board in enumerate([play.board, *play.more_boards], 1):
            # Boards that were run again share what lay before.
            new = board if number == 1 else [card for card in board if card not in play.board]
            placed += [_placed(card, "board", number, True) for card in new]
        return placed

    def _hand(self, index: int, seat: int) -> list[Placed]:
        play = self.play
        dead = not play.live >> index & 1 or play.mucked >> index & 1
        faces = "".join(play.variant.faces)
        shown = self.tray.shown >> index & 1
        return [
            _placed(card, "muck" if dead else "hand", seat, bool(shown) or faces[place : place + 1] == "u")
            for place, card in enumerate(play.hands[index])
        ]

    def view(self) -> dict[str, Any]:
        """All that can be seen of the state, in plain values."""
        play, tray = self.play, self.tray
        return {
            "phase": play.phase.name.lower(),
            "round": play.round + 1,
            "turn": self.turn,
            "to_call": play.level,
            "stacks": self.stacks(),
            "bets": self.bets(),
            "pot": play.pot,
            "pots": [[pot.amount, self.seats(pot.eligible)] for pot in contested(play)] if play.live else [],
            "in": self.seats(play.live),
            "to_act": self.seats(play.pending),
            "may_not_raise": self.seats(play.acted & play.pending),
            "raises": play.raises,
            "mucked": self.seats(play.mucked),
            "boards": [_names(board) for board in (play.board, *play.more_boards)],
            "hands": {seat: _names(hand) for seat, hand in zip(play.seats, play.hands, strict=True)},
            "burns": _names(tray.burns),
            "stub": tray.stub,
            "due": [[due.place, due.to] for due in tray.due] if play.phase is DEAL else [],
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.rules == other.rules and self.setup == other.setup and self.view() == other.view()

    def __hash__(self) -> int:
        return hash((self.play.phase, self.play.round, tuple(self.play.stacks)))


def _placed(card: int, where: Where, number: int | None, face_up: bool) -> Placed:
    return Placed(None if card == HIDDEN else CARDS[card], where, number, face_up and card != HIDDEN)


def _names(cards: list[int]) -> list[str]:
    return ["??" if card == HIDDEN else CARDS[card] for card in cards]
