"""A round of Snake Eyes as the command line reads it, and its settlement (contracts/engine.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.form import (
    absent,
    fault,
    integer,
    items,
    number,
    one_of,
    only_keys,
    optional_integer,
    optional_text,
    table,
    text,
)
from games.engine.general import forfeit_line, void_line
from games.engine.money import MOST
from games.engine.protocol import Line
from games.engine.snake_eyes.record_schema import SCHEMA_IN as SCHEMA_IN
from games.engine.snake_eyes.record_schema import SCHEMA_OUT as SCHEMA_OUT
from games.engine.snake_eyes.settle import settle_wager
from games.engine.snake_eyes.wagers import CRAPS_ODDS, FIELD_ODDS, HARDWAY_ODDS, WAGERS, Dice, Odds, run

KEYS = frozenset({"id", "game", "elections", "rolls", "wagers", "void"})
ELECTIONS = frozenset({"hardways", "field", "craps_2", "craps_12", "chip"})
WAGER = frozenset({"id", "on", "amount", "from", "void", "forfeit"})
HARDWAYS = {"7/9": (7, 9, 9, 7), "6/8": (6, 8, 8, 6)}
ODDS = "NZ11A 4.9"

Rolls = Sequence[Dice | None]


class Row(NamedTuple):
    """One wager, checked; `since` is the first roll that it sees."""

    id: str
    on: str
    amount: int
    since: int
    void: str | None
    forfeit: str | None

    @property
    def ruled(self) -> bool:
        return self.void is not None or self.forfeit is not None


def settle_record(obj: dict[str, Any]) -> dict[str, Any]:
    """The answer without its id; `Refused` names the place of a fault."""
    only_keys(obj, KEYS)
    odds = _odds(table(obj, "elections"))
    void = optional_text(obj, "void")
    wagers = items(obj, "wagers")
    rows = [_row(wager, f"wagers[{place}]", odds.chip) for place, wager in enumerate(wagers)]
    _each_once(rows)
    rolls = _rolls(obj, rows, void)
    return {"wagers": {row.id: _answer(row, rolls, odds, void) for row in rows}}


def shown(line: Line, roll: int | None) -> dict[str, Any]:
    """The four keys of every wager, and the roll that decided it."""
    return {
        "outcome": line.outcome,
        "paid": line.paid,
        "returned": line.returned,
        "commission": line.commission,
        "roll": roll,
    }


def _answer(row: Row, rolls: Rolls | None, odds: Odds, void: str | None) -> dict[str, Any]:
    if row.forfeit is not None:
        return shown(forfeit_line(row.forfeit), None)
    clause = row.void if row.void is not None else void
    if clause is not None:
        return shown(void_line(row.amount, clause), None)
    assert rolls is not None
    verdict, place = run(row.on, rolls[row.since - 1 :], odds)
    return shown(settle_wager(row.amount, verdict, odds.chip), None if place is None else row.since + place)


def _odds(elections: Mapping[str, Any]) -> Odds:
    only_keys(elections, ELECTIONS, "elections")
    four, six, eight, ten = _hardways(elections)
    return Odds(
        four,
        six,
        eight,
        ten,
        field=integer(elections, "field", "elections", 1, len(FIELD_ODDS), ODDS),
        craps_2=integer(elections, "craps_2", "elections", CRAPS_ODDS[0], CRAPS_ODDS[-1], ODDS),
        craps_12=integer(elections, "craps_12", "elections", CRAPS_ODDS[0], CRAPS_ODDS[-1], ODDS),
        chip=optional_integer(elections, "chip", "elections", 1) or 1,
    )


def _hardways(elections: Mapping[str, Any]) -> tuple[int, ...]:
    """ "7/9", "6/8", or a number for each of the four."""
    value = elections.get("hardways")
    if type(value) is str:
        return HARDWAYS[one_of(elections, "hardways", HARDWAYS, "elections", ODDS)]
    each, where = table(elections, "hardways", "elections"), "elections.hardways"
    only_keys(each, HARDWAY_ODDS, where)
    return tuple(integer(each, on, where, least, most, ODDS) for on, (least, most) in HARDWAY_ODDS.items())


def _row(wager: Any, where: str, chip: int) -> Row:
    if type(wager) is not dict:
        fault(where, "Must be an object.")
    only_keys(wager, WAGER, where)
    amount = integer(wager, "amount", where, 1)
    if amount % chip:
        fault(f"{where}.amount", f"Not payable in chips of {chip}.", "NZ11A 4.3")
    void, forfeit = optional_text(wager, "void", where), optional_text(wager, "forfeit", where)
    if void is not None and forfeit is not None:
        later = max(("void", "forfeit"), key=list(wager).index)
        fault(f"{where}.{later}", "Not both void and forfeited.")
    since = optional_integer(wager, "from", where, 1, MOST)
    on = one_of(wager, "on", WAGERS, where)
    return Row(text(wager, "id", where), on, amount, since or 1, void, forfeit)


def _each_once(rows: Sequence[Row]) -> None:
    seen: set[str] = set()
    for place, row in enumerate(rows):
        if row.id in seen:
            fault(f"wagers[{place}].id", "Another wager has this id.")
        seen.add(row.id)


def _rolls(obj: Mapping[str, Any], rows: Sequence[Row], void: str | None) -> Rolls | None:
    """The rolls; they may be left out where only wagers under a ruling would need them."""
    if absent(obj.get("rolls")) and (void is not None or all(row.ruled for row in rows)):
        return None
    rolls = [_dice(value, f"rolls[{place}]") for place, value in enumerate(items(obj, "rolls"))]
    for place, row in enumerate(rows):
        if row.since > len(rolls) + 1:
            fault(f"wagers[{place}].from", "At most one past the last roll.", "NZ11A 4.4")
    return rolls


def _dice(value: Any, where: str) -> Dice | None:
    """Two dice, or null for a void roll (NZ11A 6.3, 6.4)."""
    if value is None:
        return None
    if type(value) is not list:
        fault(where, "Must be two dice, or null.")
    if len(value) < 2:
        fault(where, "Two dice are rolled.", "NZ11A 1.1")
    first, second = (number(die, f"{where}[{place}]", 1, 6, "NZ1 16") for place, die in enumerate(value[:2]))
    if len(value) > 2:
        fault(f"{where}[2]", "Two dice are rolled.", "NZ11A 1.1")
    return first, second
