"""The wagers of a round on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.baccarat.prices import MAIN, WAGERS
from games.engine.baccarat.record_elections import Elected
from games.engine.baccarat.side_bets import side_bet
from games.engine.form import (
    absent,
    fault,
    flag,
    integer,
    items,
    one_of,
    only_keys,
    optional_text,
    text,
)
from games.engine.money import MOST

WAGER = frozenset({"id", "area", "on", "amount", "player", "ante", "withdrawn", "void", "forfeit"})
PLAIN = 4
AREAS = 14


class Row(NamedTuple):
    """One wager, checked; `void` and `forfeit` hold the ruling's clause."""

    id: str
    area: int
    on: str
    amount: int
    player: str | None = None
    ante: int = 0
    withdrawn: bool = False
    void: str | None = None
    forfeit: str | None = None
    plain: bool = True


def read_wagers(obj: Mapping[str, Any], elected: Elected) -> list[Row]:
    """All wagers, each checked by itself and then against the others."""
    rows = [_row(wager, f"wagers[{place}]", elected) for place, wager in enumerate(items(obj, "wagers"))]
    if len({row.id for row in rows}) != len(rows):
        _name_twice(rows)
    if not all(row.on in MAIN for row in rows):
        _side_wagers(rows, elected)
    return rows


def _row(wager: Any, where: str, elected: Elected) -> Row:
    if type(wager) is not dict:
        fault(where, "Must be an object.")
    only_keys(wager, WAGER, where)
    identity = text(wager, "id", where)
    on = one_of(wager, "on", WAGERS, where)
    amount = integer(wager, "amount", where, 1)
    if amount % elected.prices.chip:
        fault(f"{where}.amount", f"Not payable in chips of {elected.prices.chip}.", "NZ5 5.3")
    area = integer(wager, "area", where, 1, AREAS, "NZ5 3.1")
    row = Row(identity, area, on, amount)
    return row if len(wager) == PLAIN else _options(row, wager, where, elected)


def _options(row: Row, wager: Mapping[str, Any], where: str, elected: Elected) -> Row:
    return row._replace(
        player=optional_text(wager, "player", where),
        ante=_ante(row, wager, where, elected),
        withdrawn=_withdrawn(wager, where, elected),
        void=optional_text(wager, "void", where),
        forfeit=_forfeit(wager, where),
        plain=False,
    )


def _ante(row: Row, wager: Mapping[str, Any], where: str, elected: Elected) -> int:
    if absent(wager.get("ante")):
        return 0
    at = f"{where}.ante"
    if elected.form != "ante_up":
        fault(at, "There is an Ante in Ante Up only.", "NZ5 14.5")
    if row.on not in MAIN:
        fault(at, "A side wager has no Ante.", "NZ5 14.5")
    ante = integer(wager, "ante", where, 0, MOST)
    if ante % elected.prices.chip:
        fault(at, f"Not payable in chips of {elected.prices.chip}.", "NZ5 14.5")
    fee = elected.fee
    if ante and fee:
        if elected.waived(row.amount):
            fault(at, "The Ante is waived on this wager.", "NZ5 14.4")
        if ante != fee.amount:
            fault(at, f"The Ante on the sign is {fee.amount}.", "NZ5 14.3")
    return ante


def _withdrawn(wager: Mapping[str, Any], where: str, elected: Elected) -> bool:
    withdrawn = flag(wager, "withdrawn", where)
    if withdrawn and elected.form != "international":
        fault(f"{where}.withdrawn", "Wagers are withdrawn in International Baccarat only.", "NZ5 15.10")
    return withdrawn


def _forfeit(wager: Mapping[str, Any], where: str) -> str | None:
    forfeit = optional_text(wager, "forfeit", where)
    if forfeit is not None and not absent(wager.get("void")):
        later = max(("void", "forfeit"), key=list(wager).index)
        fault(f"{where}.{later}", "Not both void and forfeited.")
    return forfeit


def _name_twice(rows: Sequence[Row]) -> None:
    seen: set[str] = set()
    for place, row in enumerate(rows):
        if row.id in seen:
            fault(f"wagers[{place}].id", "Another wager has this id.")
        seen.add(row.id)


def _side_wagers(rows: Sequence[Row], elected: Elected) -> None:
    """A side wager needs a wager of rule 5.1: of the same player where one is named, else in its own area."""
    areas = {row.area for row in rows if row.on in MAIN}
    players = {row.player for row in rows if row.on in MAIN}
    for place, row in enumerate(rows):
        if row.on in MAIN:
            continue
        if row.player is None and row.area not in areas:
            fault(
                f"wagers[{place}].area",
                "No wager on Player, Banker or Tie in this area.",
                side_bet(row.on, elected.prices.pair).placed_with,
            )
        if row.player is not None and row.player not in players:
            fault(
                f"wagers[{place}].player",
                "This player has no wager on Player, Banker or Tie.",
                side_bet(row.on, elected.prices.pair).placed_with,
            )
