"""A round at a table as the command line reads it (contracts/engine.md)."""

from __future__ import annotations

from typing import Any

from casino.refused import refuse_unless
from games.engine.snake_eyes.state import State, Wager
from games.engine.snake_eyes.wagers import HARDWAYS


def to_record(state: State) -> dict[str, Any]:
    """The round for `settle`; a part void under NZ1 10.2 becomes a void wager of its own."""
    rules = state.rules
    refuse_unless(
        rules.hardway_combo == "first_decides",
        clause="NZ11A 4.1(b)",
        message="The command line settles the Hardway Combo by the first total that decides.",
    )
    hardways = {on: getattr(rules, on) for on in HARDWAYS}
    elections = {"hardways": hardways, "field": rules.field, "craps_2": rules.craps_2, "craps_12": rules.craps_12}
    wagers = [*(one.wager for one in state.settled), *state.wagers]
    return {
        "game": "snake_eyes",
        "elections": {**elections, "chip": rules.chip},
        "rolls": [None if dice is None else list(dice) for dice in state.rolls],
        "wagers": [row for wager in wagers for row in _rows(wager, state)],
    }


def _rows(wager: Wager, state: State) -> list[dict[str, Any]]:
    row: dict[str, Any] = {"id": wager.id, "on": wager.on, "amount": wager.amount, "from": wager.since}
    void = wager.void
    if void is None and state.void is not None and wager in state.wagers:
        void = state.void
    if wager.forfeit is not None:
        return [{**row, "forfeit": wager.forfeit}]
    if void is not None:
        return [{**row, "void": void}]
    if not wager.excess:
        return [row]
    over = {**row, "id": f"{wager.id}:excess", "amount": wager.excess, "void": "NZ1 10.2(b)"}
    return [{**row, "amount": wager.amount - wager.excess}, over]
