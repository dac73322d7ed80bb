"""The flow of a hand: posting, rounds, whose turn it is. `Play` adds the acts.

Seats are indexes from the left of the button; the button comes last. Sets of seats are bit masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from casino.refused import Refused
from games.engine.poker import dealing, opening
from games.engine.poker.phases import BET, DISCARD, NOBODY, SHOW, UNKNOWN, WON, Bounds, Phase
from games.engine.poker.structures import Ceiling
from games.engine.poker.terms import Terms
from games.engine.poker.tray import Tray
from games.engine.poker.variants import Variant


@dataclass(init=False, eq=False, repr=False, slots=True)
class Flow:
    """What changes while a hand is played. The lists have a place per seat."""

    terms: Terms
    variant: Variant
    seats: Sequence[int]
    number: int
    start: Sequence[int]
    hands: list[list[int]]
    board: list[int]
    more_boards: list[list[int]]
    straddle: bool
    carried: int
    kill: tuple[int, int] | None
    tray: Tray | None
    stacks: list[int]
    bets: list[int]
    posted: int
    gone: list[int]
    discards: list[tuple[int, list[int]]]
    phase: Phase
    round: int
    turn: int
    # Masks: not folded; not folded and with chips; still to act; has acted since the betting was last opened.
    live: int
    able: int
    pending: int
    acted: int
    mucked: int
    # The amount to call, the level from which the next raise is measured, and by how much it is at least.
    level: int
    base: int
    size: int
    raises: int
    shorts: int
    ceiling: Ceiling | None
    mode: int
    bring: bool
    cap_held: bool
    found: Bounds
    order: Sequence[int]
    # Last blind or straddle; who opened; who bet or raised last, raised in full last, bet first in this round.
    first: int
    opener: int
    bettor: int
    raiser: int
    first_bettor: int

    def __init__(
        self,
        terms: Terms,
        seats: Sequence[int],
        stacks: Sequence[int],
        hands: list[list[int]],
        straddle: bool = False,
        carried: int = 0,
        tray: Tray | None = None,
        kill: tuple[int, int] | None = None,
    ) -> None:
        """Post, and open the first round; with a tray the cards come as acts, else `hands` hold them already."""
        self.terms = terms
        self.variant = terms.variant
        self.seats = seats
        self.number = number = len(seats)
        self.start = stacks
        self.hands = hands
        self.board = []
        self.more_boards = []
        self.straddle = straddle
        self.carried = carried
        self.tray = tray
        self.kill = kill
        self.gone = [NOBODY] * number
        self.discards = []
        self.mucked = 0
        self.opener = NOBODY
        self.order = ()
        self._post(list(stacks))
        self._reset(0)
        self._deal_or_open()

    @property
    def pot(self) -> int:
        """Everything put in so far, a carried pot included."""
        return self.carried + sum(self.start) - sum(self.stacks)

    @property
    def in_play(self) -> int:
        """Seats that have not folded."""
        return self.live.bit_count()

    def refuse(self, matter: str, message: str) -> NoReturn:
        raise Refused(self.terms.cite(matter), message)

    def _post(self, stacks: list[int]) -> None:
        """Antes, blinds and straddle; a stack that is too small posts what it has."""
        terms = self.terms
        if ante := terms.ante:
            stacks = [stack - ante if stack > ante else 0 for stack in stacks]
        self.stacks = stacks
        self.bets = bets = [0] * self.number
        blinds = terms.blinds
        level = last = 0
        # RWS 3.9, WA 6.9: with two players the button posts the first blind.
        turned = self.number == 2 and len(blinds) == 2 and terms.book.heads_up_button_first
        for place, level in enumerate(blinds):
            last = 1 - place if turned else place
            put = level if level < stacks[last] else stacks[last]
            stacks[last] -= put
            bets[last] = put
        self.first = last
        self.level = self.base = level
        self.bettor = last if blinds else NOBODY
        if self.straddle:
            self._post_straddle()
        if self.kill:
            self._post_kill(*self.kill)
        self.posted = sum(stacks)
        self.live = self.able = (1 << self.number) - 1
        if 0 in stacks:
            for index, stack in enumerate(stacks):
                if not stack:
                    self.able ^= 1 << index

    def _post_straddle(self) -> None:
        self.first = self.bettor = seat = (self.first + 1) % self.number
        self.level = self.base = self.bets[seat] = 2 * self.level
        self.stacks[seat] -= self.level

    def _post_kill(self, seat: int, amount: int) -> None:
        """NZ13 7.13(g): a blind of the killer's counts towards it; who acts first does not change."""
        put = min(amount - self.bets[seat], self.stacks[seat])
        self.bets[seat] += put
        self.stacks[seat] -= put
        if amount > self.level:
            self.level = self.base = amount
            self.bettor = seat

    def _reset(self, number: int) -> None:
        """Begin betting round `number`: nothing raised, nobody has acted."""
        terms = self.terms
        self.round = number
        self.size = terms.sizes[number]
        self.ceiling = terms.ceilings[number]
        self.mode = terms.modes[number]
        self.raises = self.shorts = self.acted = self.pending = 0
        self.cap_held = self.bring = False
        self.raiser = self.first_bettor = NOBODY
        self.found = UNKNOWN
        self.phase = BET

    def _deal_or_open(self) -> None:
        if self.tray is None:
            self.open_round()
        else:
            dealing.begin_street(self, self.tray)

    def open_round(self) -> None:
        """Who begins; a round in which nobody could act is passed over."""
        self.phase = BET
        able = self.able
        if not able & (able - 1) and self._covered():
            self._close()
            return
        self.pending = able
        if not self.round:
            opening.begin_first(self)
        else:
            self.bettor = NOBODY
            if self.variant.later == "button":
                self.turn = (able & -able).bit_length() - 1
            else:
                opening.begin_later(self)

    def advance(self) -> None:
        """On to the next seat that has to act, or to the end of the round or the hand."""
        self.found = UNKNOWN
        live = self.live
        if not live & (live - 1):
            self.end(WON)
            return
        pending = self.pending
        able = self.able
        if not pending or (not able & (able - 1) and self._covered()):
            self._close()
            return
        above = pending >> self.turn + 1
        if above:
            self.turn += (above & -above).bit_length()
        else:
            self.turn = (pending & -pending).bit_length() - 1

    def _covered(self) -> bool:
        """Whether the only seat with chips has put in as much in this round as every other seat still in."""
        able = self.able
        if not able:
            return True
        live, bets = self.live, self.bets
        most = max([bet for index, bet in enumerate(bets) if live >> index & 1])
        return bets[able.bit_length() - 1] >= most

    def _close(self) -> None:
        """The betting round is over."""
        if self.round == self.variant.discard_after:
            self.phase = DISCARD
            self.pending = self.live
            self.turn = (self.live & -self.live).bit_length() - 1
        else:
            self.next_round()

    def next_round(self) -> None:
        """The next street, or the showdown."""
        number = self.round + 1
        if number == self.variant.rounds:
            self.end(SHOW)
            return
        self.bets = [0] * self.number
        self.level = self.base = 0
        self._reset(number)
        self._deal_or_open()

    def end(self, phase: Phase) -> None:
        self.phase = phase
        self.turn = NOBODY
        self.pending = 0
