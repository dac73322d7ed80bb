"""Pots by what each seat has put in over the whole hand, and the bet that nobody called."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from games.engine.poker.flow import Flow


class Pot(NamedTuple):
    """Seats as masks: who has not folded and can win it, and who has put into it, folded or not."""

    amount: int
    eligible: int
    givers: int


def totals(flow: Flow) -> list[int]:
    """What each seat has put in, antes and blinds included."""
    return [start - stack for start, stack in zip(flow.start, flow.stacks, strict=True)]


def uncalled(put: list[int]) -> tuple[int, int]:
    """(seat, amount) by which the highest total is above the next: in no pot (RWS 4.3, NZ13 8.5, WA 19.5)."""
    ordered = sorted(put)
    return put.index(ordered[-1]), ordered[-1] - ordered[-2]


def contested(flow: Flow) -> list[Pot]:
    """The pots as they stand now, main pot first."""
    put = totals(flow)
    seat, amount = uncalled(put)
    put[seat] -= amount
    return pots(put, flow.live, flow.carried)


def pots(put: list[int], live: int, carried: int = 0) -> list[Pot]:
    """Called amounts in layers; a new pot begins only where the seats still in differ."""
    whole = sum(put) + carried
    if not whole:
        return []
    levels = {amount for seat, amount in enumerate(put) if live >> seat & 1}
    if len(levels) == 1:
        return [Pot(whole, live, _above(put, 0))]
    levels.discard(0)
    found = []
    below = 0
    for level in sorted(levels):
        amount = sum([min(total, level) - below for total in put if total > below])
        found.append(Pot(amount, live & _above(put, level - 1), _above(put, below)))
        below = level
    # What a folded seat had in above everybody still in lies in the last pot; a carried pot in the first.
    last = found[-1]
    found[-1] = last._replace(amount=last.amount + sum([total - below for total in put if total > below]))
    found[0] = found[0]._replace(amount=found[0].amount + carried)
    return found


def _above(put: list[int], level: int) -> int:
    mask = 0
    for seat, total in enumerate(put):
        if total > level:
            mask |= 1 << seat
    return mask
