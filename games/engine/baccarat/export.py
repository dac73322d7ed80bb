"""A round at a table as the command line reads it (contracts/engine.md)."""

from __future__ import annotations

from typing import Any

from casino.refused import refuse_unless
from games.engine.baccarat.state import State, Wager, is_main
from games.engine.cards import CARDS

ELECTIONS = ("banker", "tie", "perfect_pair", "any_pair", "lucky_match", "dragon_bonus", "decks", "chip")


def to_record(state: State) -> dict[str, Any]:
    """The round for `settle`; a part void under NZ1 10.2 becomes a void wager of its own."""
    rules = state.rules
    elections = {name: value for name in ELECTIONS if (value := getattr(rules, name)) is not None}
    if rules.two_to_one:
        elections["two_to_one"] = True
    if rules.ante is not None:
        elections["ante"] = _ante(state)
    rows = [row for wager in state.wagers for row in _rows(wager)]
    record = {"game": "baccarat", "form": rules.form, "elections": elections, "wagers": rows}
    if state.void is not None:
        return {**record, "void": state.void}
    return {**record, "cards": [CARDS[card] for card in state.known]}


def _ante(state: State) -> dict[str, Any]:
    """NZ5 14.4 looks at the wager as it was made: what a cut left of a waived one must stay waived."""
    sign = state.rules.ante
    assert sign is not None
    mains = [wager for wager in state.wagers if is_main(wager)]
    waived = [_standing(wager) for wager in mains if not wager.ante_due]
    waived_from = min([*waived, *([sign.waived_from] if sign.waived_from else [])], default=None)
    clash = waived_from is not None and any(one.ante_due and _standing(one) >= waived_from for one in mains)
    refuse_unless(not clash, clause="NZ5 14.4", message="No one threshold says which Antes were waived here.")
    return {"amount": sign.amount, "minimum": sign.minimum, "waived_from": waived_from}


def _standing(wager: Wager) -> int:
    """The amount of the wager's own row: without the part that is void."""
    return wager.valid or wager.amount


def _rows(wager: Wager) -> list[dict[str, Any]]:
    # The command line knows numbered areas only; where a wager lay does not change what it is paid.
    row: dict[str, Any] = {"id": wager.id, "area": wager.area or 1, "on": wager.on, "player": wager.player}
    if wager.ante:
        row["ante"] = wager.ante
    if wager.withdrawn:
        row["withdrawn"] = True
    if wager.forfeit is not None:
        return [{**row, "amount": wager.amount, "forfeit": wager.forfeit}]
    if wager.void is not None:
        return [{**row, "amount": wager.amount, "void": wager.void}]
    if not wager.excess:
        return [{**row, "amount": wager.amount}]
    plain = {key: value for key, value in row.items() if key != "ante"}
    over = {**plain, "id": f"{wager.id}:excess", "amount": wager.excess, "void": "NZ1 10.2(b)"}
    return [{**row, "amount": wager.amount - wager.excess}, over]
