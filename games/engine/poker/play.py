"""A hand in play, one method per act of the seat whose turn it is.

The object changes in place, and refuses before it changes anything. `State` is the frozen view that the protocol
hands out; the command line, the replay and the simulations play on this same object.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from games.engine.poker import opening, refusals, replacing
from games.engine.poker.flow import Flow
from games.engine.poker.phases import UNKNOWN, Bounds
from games.engine.poker.terms import HALF, MOVE, NO_CHECK, OPEN_TWICE


class Play(Flow):
    """One hand; after each act it is somebody else's turn, or the hand is over."""

    __slots__ = ()

    def fold(self) -> None:
        """Give up the hand."""
        seat = self.turn
        if self.mode > NO_CHECK:
            opening.may_fold(self)
        self.gone[seat] = self.round
        bit = 1 << seat
        self.live ^= bit
        self.able ^= bit
        self.pending ^= bit
        if self.mode > NO_CHECK:
            opening.after_fold(self)
        else:
            self.advance()

    def check(self) -> None:
        """Put in nothing where nothing is to call."""
        seat = self.turn
        if self.mode or self.bets[seat] < self.level:
            refusals.check(self)
        bit = 1 << seat
        if self.terms.book.check_is_act:
            self.acted |= bit
        self.pending ^= bit
        self.advance()

    def call(self) -> None:
        """Come to the amount to call, or all-in below it."""
        seat = self.turn
        bets = self.bets
        owed = self.level - bets[seat]
        if owed <= 0 or self.mode > NO_CHECK:
            refusals.call(self)
            owed = 0
        bit = 1 << seat
        stack = self.stacks[seat]
        if stack > owed:
            self.stacks[seat] = stack - owed
            bets[seat] += owed
        else:
            self.stacks[seat] = 0
            bets[seat] += stack
            self.able ^= bit
        self.acted |= bit
        self.pending ^= bit
        self.advance()

    def bet(self, to: int) -> None:
        """The first wager of a round."""
        if self.level:
            self.refuse("bet", "There is something to call: this would be a raise.")
        self._wager(to)

    def raise_to(self, to: int) -> None:
        """Over a bet, blind, straddle or bring-in, to a total of `to` in this round."""
        if not self.level:
            self.refuse("raise", "Nothing has been bet in this round: this would be a bet.")
        seat = self.turn
        if to <= self.level and to == self.bets[seat] + self.stacks[seat] and self.mode <= NO_CHECK:
            self.call()
        else:
            self._wager(to)

    def all_in(self) -> None:
        """The whole stack: a call where it is not above the amount to call, else a bet or raise."""
        seat = self.turn
        to = self.bets[seat] + self.stacks[seat]
        if to <= self.level and self.mode <= NO_CHECK:
            self.call()
        else:
            self._wager(to)

    def bounds(self) -> Bounds:
        """Least and most total of a bet or raise for the seat to act, all-in included; None where it may not."""
        if self.found is UNKNOWN:
            self.found = self._bounds()
        return self.found

    def _bounds(self) -> Bounds:
        if self.mode >= OPEN_TWICE:
            return opening.bounds(self)
        seat = self.turn
        bet = self.bets[seat]
        have = bet + self.stacks[seat]
        level = self.level
        if have <= level or (self.acted >> seat & 1 and not (self.terms.facing and level - bet >= self.size)):
            return None
        if self.raises >= self.terms.cap and self.capped():
            return None
        least = self.base + self.size
        if self.ceiling is None:
            return (least, have) if least < have else (have, have)
        most = self.ceiling(self)
        # Where the most is below the least, the least is allowed.
        if most < least:
            most = least
        return (least if least < have else have), (most if most < have else have)

    def capped(self) -> bool:
        """Whether the number of raises is used up (NZ13 16.6(f), WA 7.15); heads up it is not, unless it was before."""
        if self.raises < self.terms.cap:
            return False
        return self.in_play > 2 or (self.cap_held and not self.terms.book.cap_lifts_heads_up)

    def _wager(self, to: int) -> None:
        found = self.bounds()
        if found is None or not found[0] <= to <= found[1]:
            refusals.wager(self, to)
        if self.mode > NO_CHECK:
            opening.wager(self, to)
        else:
            self.put(to, to >= self.base + self.size)

    def put(self, to: int, full: bool) -> None:
        """A bet or raise that is allowed; below the full amount it is a short all-in."""
        seat = self.turn
        bit = 1 << seat
        if full:
            self._put_full(to, bit)
        else:
            self._put_short(to, bit)
        if self.first_bettor < 0:
            self.first_bettor = seat
        stack = self.stacks[seat] + self.bets[seat] - to
        self.stacks[seat] = stack
        self.bets[seat] = self.level = to
        self.bettor = seat
        if not stack:
            self.able ^= bit
        self.pending = self.able & ~bit
        self.advance()

    def _put_full(self, to: int, bit: int) -> None:
        terms = self.terms
        if self.level:
            self.raiser = self.turn
            # Completing a bring-in is not counted among the raises, over short all-ins either.
            if self.bring:
                self.bring = False
            else:
                self.raises += 1
                if self.raises == terms.cap:
                    self.cap_held = self.in_play > 2
        if not terms.fixed[self.round]:
            self.size = to - self.base
        self.base = to
        self.acted = bit
        self.shorts = 0

    def _put_short(self, to: int, bit: int) -> None:
        """RWS 3.19.3, NZ13 10.2–10.4, WA 7.11–7.13: what an all-in below a full bet or raise does to the next one."""
        terms = self.terms
        if terms.short == MOVE or (terms.short == HALF and not self.bring and 2 * (to - self.base) >= self.size):
            self.base = to
        if terms.adding_up:
            self.shorts += to - self.level
            if self.shorts >= self.size:
                self.acted = self.shorts = 0
        self.acted |= bit

    def discard(self, cards: Sequence[int]) -> None:
        """Draw, NZ13 11.3, WA 26.5; pineapple, NZ13 16.2(d). Replacements are dealt by whoever holds the cards."""
        seat = self.turn
        left = refusals.discard(self, cards)
        self.hands[seat] = left
        self.discards.append((seat, list(cards)))
        self.pending ^= 1 << seat
        if self.tray is not None:
            replacing.after_discard(self, self.tray, seat, list(cards))
        elif self.pending:
            self.turn = (self.pending & -self.pending).bit_length() - 1
        else:
            self.next_round()

    def muck(self, seat: int) -> None:
        """Give up the hand at the showdown; the last hand in a pot stays."""
        refusals.muck(self, seat)
        self.mucked |= 1 << seat

    def copy(self) -> Self:
        """A second hand in the same position; neither sees what becomes of the other."""
        other = object.__new__(type(self))
        for name in Flow.__slots__:
            setattr(other, name, getattr(self, name))
        other.stacks = self.stacks.copy()
        other.bets = self.bets.copy()
        other.gone = self.gone.copy()
        other.hands = self.hands.copy()
        other.board = self.board.copy()
        other.more_boards = [board.copy() for board in self.more_boards]
        other.discards = self.discards.copy()
        other.tray = self.tray and self.tray.copy()
        return other
