"""The kill button from hand to hand (NZ13 7.13): who has a leg up, who is the killer, what the killer posts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from casino.refused import refuse_unless
from games.engine.poker.game import GAME
from games.engine.poker.setup import KillWager
from games.engine.poker.state import State
from games.engine.rules import Clause, Rules

Shows = Literal["leg_up", "kill"]


class KillRules(Rules):
    """What the operator elects where kill pots are on offer; the size of the wager is nowhere said."""

    wager: Annotated[int, Field(gt=0), Clause("NZ13 7.13(g)")]
    qualifying_pot: Annotated[int, Field(ge=0), Clause("NZ13 7.13(d)")] = 0
    hi_lo: Annotated[bool, Clause("NZ13 7.13(c)(i)")] = False


@dataclass(frozen=True, slots=True)
class KillButton:
    """In the centre of the table (nobody), or before a seat."""

    seat: int | None = None
    shows: Shows | None = None

    @property
    def killer(self) -> int | None:
        return self.seat if self.shows == "kill" else None


NEUTRAL = KillButton()


def wager(button: KillButton, rules: KillRules) -> KillWager | None:
    """What is posted before the next hand."""
    return None if button.killer is None else KillWager(button.killer, rules.wager)


def after(button: KillButton, rules: KillRules, state: State) -> KillButton:
    """Where the button goes once a hand is settled."""
    answer = GAME.settle(state).answer
    winners = {int(seat) for pot in answer["pots"] for seat in pot["won"]}
    pot = sum(part["amount"] for part in answer["pots"])
    return moved(button, rules, winners, pot)


def moved(button: KillButton, rules: KillRules, winners: set[int], pot: int) -> KillButton:
    """(c)–(f), (h): it goes to the winner of the entire pot; a split, or a run of wins broken, makes it neutral."""
    qualifies = pot >= rules.qualifying_pot
    if not winners:
        return button
    if len(winners) > 1:
        return NEUTRAL
    (winner,) = winners
    if winner == button.seat:
        # (f): the killer stays the killer; (e): a leg up becomes the kill, where the pot qualifies (d).
        return KillButton(winner, "kill") if qualifies else button
    if qualifies:
        return KillButton(winner, "kill" if rules.hi_lo else "leg_up")
    return NEUTRAL


def may_leave(button: KillButton, seat: int) -> None:
    """(i): nobody sits out or quits with the kill button."""
    refuse_unless(
        button.seat != seat,
        clause="NZ13 7.13(i)",
        message=f"Seat {seat} holds the kill button.",
        where="seat",
    )
