"""The settlement of a hand: pots, rake, who wins what, and what is left in front of every seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.poker.phases import PASSED, SHOW, WON
from games.engine.poker.play import Play
from games.engine.poker.pots import Pot, pots, totals, uncalled
from games.engine.poker.rake import rake
from games.engine.poker.showdown import Hands, seats_in, shown
from games.engine.poker.split import split


@dataclass(slots=True)
class Result:
    """Seats by index; `won` is after rake, one mapping per pot."""

    stacks: list[int]
    rake: int
    rakes: list[int]
    pots: list[Pot]
    won: list[dict[int, int]]
    returned: tuple[int, int]
    shown: list[int]
    carried: int


def result(play: Play) -> Result:
    """Settle a hand whose betting is over; refuses at `cards` where nobody has shown a hand."""
    if play.phase is PASSED:
        # WA 27.3(c): the pot goes on to the next round, nothing comes back.
        return Result(play.stacks.copy(), 0, [], [], [], (0, 0), [], play.pot)
    assert play.phase in (SHOW, WON)
    put = totals(play)
    returned = uncalled(put)
    put[returned[0]] -= returned[1]
    found = pots(put, play.live, play.carried)
    hands = Hands(play)
    winners = [hands.winners(pot) for pot in found]
    showdown = play.phase is SHOW
    rakes = rake(play.terms, found, winners, showdown, play.posted > sum(play.stacks))
    stacks = play.stacks.copy()
    stacks[returned[0]] += returned[1]
    won = [_won(play, pot.amount - due, masks, hands) for pot, due, masks in zip(found, rakes, winners, strict=True)]
    for shares in won:
        for seat, amount in shares.items():
            stacks[seat] += amount
    order = shown(play, hands, found, returned) if showdown else []
    return Result(stacks, sum(rakes), rakes, found, won, returned, order, 0)


def _won(play: Play, amount: int, winners: list[int], hands: Hands) -> dict[int, int]:
    """A pot after rake, won and split board by board; what the boards cannot divide goes to the first."""
    chip = play.terms.chip
    if len(winners) == 1:
        return split(amount, seats_in(winners[0]), chip, hands, 0)
    part = amount // (len(winners) * chip) * chip
    won: dict[int, int] = {}
    for number, mask in enumerate(winners):
        piece = part if number else amount - part * (len(winners) - 1)
        for seat, share in split(piece, seats_in(mask), chip, hands, number).items():
            won[seat] = won.get(seat, 0) + share
    return won


def answer(play: Play, found: Result) -> dict[str, Any]:
    """The settlement as the command line gives it."""
    seats = play.seats
    at, amount = found.returned
    reply: dict[str, Any] = {
        "stacks": {str(seat): stack for seat, stack in sorted(zip(seats, found.stacks, strict=True))},
        "rake": found.rake,
        "pots": [
            {
                "amount": pot.amount,
                "seats": sorted([seats[index] for index in seats_in(pot.eligible)]),
                "won": {str(seats[index]): share for index, share in won.items() if share},
            }
            for pot, won in zip(found.pots, found.won, strict=True)
        ],
        "uncalled": {"seat": seats[at], "amount": amount} if amount else None,
        "shown": [seats[index] for index in found.shown],
    }
    if play.variant.opening == "bet_or_pass":
        reply["carried"] = found.carried
    return reply
