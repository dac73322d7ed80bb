"""Which hands win, and in which order they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from casino.refused import Refused
from games.engine.hands import Ranking
from games.engine.poker.opening import left_of
from games.engine.poker.phases import NOBODY
from games.engine.poker.play import Play
from games.engine.poker.pots import Pot
from games.engine.poker.variants import HIDDEN


def seats_in(mask: int) -> list[int]:
    """The seats of a mask, from the left of the button."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def boards(play: Play) -> list[list[int]]:
    """The community cards once, or as often as they were run."""
    return [play.board, *play.more_boards]


class Hands:
    """The hands of a showdown, scored when they are first asked for."""

    __slots__ = ("_scores", "boards", "known", "play", "ranking")

    def __init__(self, play: Play) -> None:
        self.play = play
        self.ranking: Ranking = play.variant.ranking(play.terms.deck)
        self.boards = boards(play)
        self.known = 0
        for seat in seats_in(play.live & ~play.mucked):
            if HIDDEN not in play.hands[seat]:
                self.known |= 1 << seat
        self._scores: list[dict[int, int]] = [{} for _ in self.boards]

    def score(self, seat: int, number: int) -> int:
        scores = self._scores[number]
        if seat not in scores:
            hand, board = self.play.hands[seat], self.boards[number]
            if self.play.variant.makes == "two_and_three":
                scores[seat] = self.ranking.two_and_three(hand, board)
            else:
                scores[seat] = self.ranking.any_five(hand + board)
        return scores[seat]

    def name(self, seat: int, number: int = 0) -> str:
        """What people call the hand: "Full house, kings full of sevens"."""
        return self.ranking.name(self.score(seat, number))

    def winners(self, pot: Pot) -> list[int]:
        """A mask per board. Where one hand is left it wins unseen; a hidden hand wins nothing from a shown one."""
        left = pot.eligible & ~self.play.mucked
        if not left & (left - 1):
            return [left] * len(self.boards)
        known = left & self.known
        if not known:
            clause = self.play.terms.cite("show")
            raise Refused(clause, "Several hands are left in a pot, and none of them has been shown.", "cards")
        seats = seats_in(known)
        return [self._best(seats, number) for number in range(len(self.boards))]

    def _best(self, seats: Sequence[int], number: int) -> int:
        best, mask = -1, 0
        for seat in seats:
            score = self.score(seat, number)
            if score > best:
                best, mask = score, 1 << seat
            elif score == best:
                mask |= 1 << seat
        return mask

    def odd_cards(self, seat: int, number: int) -> list[int]:
        """NZ13 11.4(d) …: the cards that decide on what is left over, highest first, in the way that is best for it."""
        hand, board = self.play.hands[seat], self.boards[number]
        scope = self.play.variant.odd_scope
        if scope == "hole":
            return sorted(hand, reverse=True)
        best = self.score(seat, number)
        if scope == "used":
            score = self.ranking.two_and_three
            ways = (two for two in combinations(hand, 2) if score(two, board) == best)
            return max(sorted(two, reverse=True) for two in ways)
        fives = (five for five in combinations(hand + board, 5) if self.ranking.any_five(five) == best)
        return max(sorted(five, reverse=True) for five in fives)


def shown(play: Play, hands: Hands, pots: Sequence[Pot], returned: tuple[int, int]) -> list[int]:
    """Seats whose hands are shown, in the order of the book."""
    order = ORDERS[play.terms.book.showing](play, pots, returned)
    return [seat for seat in order if hands.known >> seat & 1]


def shows_first(play: Play) -> int:
    """The seat that made the last bet or raise where anybody last acted; NOBODY where all checked."""
    if play.terms.book.last_round_full_raise_shows and play.round == play.variant.rounds - 1 and play.bettor >= 0:
        # RWS 3.18.2(a), (c): in the final round the last full raise, else the first bet.
        if play.raiser >= 0:
            return play.raiser
        if play.first_bettor >= 0:
            return play.first_bettor
    return play.bettor


def clockwise(play: Play, first: int) -> list[int]:
    """Seats still in from `first`, or from the left of the button."""
    start = left_of(play.live, first - 1) if first != NOBODY else 0
    return [seat % play.number for seat in range(start, start + play.number) if play.live >> seat % play.number & 1]


def _called(play: Play, pots: Sequence[Pot], returned: tuple[int, int]) -> list[int]:
    return clockwise(play, shows_first(play))


def _side_pots(play: Play, pots: Sequence[Pot], returned: tuple[int, int]) -> list[int]:
    """RWS 3.18.2(d): the latest side pot first."""
    round_table = clockwise(play, shows_first(play))
    order: list[int] = []
    for pot in reversed(pots):
        order += [seat for seat in round_table if pot.eligible >> seat & 1 and seat not in order]
    return order


def _all_in(play: Play, pots: Sequence[Pot], returned: tuple[int, int]) -> list[int]:
    """WA 9.2: who has nothing left from the smallest total, then the player called and the others."""
    seat, amount = returned
    round_table = clockwise(play, shows_first(play))
    empty = [one for one in seats_in(play.live) if not play.stacks[one] and not (one == seat and amount)]
    empty.sort(key=lambda one: play.start[one])
    return empty + [one for one in round_table if one not in empty]


Order = Callable[[Play, Sequence[Pot], tuple[int, int]], list[int]]
ORDERS: dict[str, Order] = {"called": _called, "side_pots": _side_pots, "all_in": _all_in}
