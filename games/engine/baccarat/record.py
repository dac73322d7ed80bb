"""A round as the command line reads it, and its settlement (contracts/engine.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.baccarat.answer import hands, shown
from games.engine.baccarat.deal import Dealt, over_the_decks, play_out
from games.engine.baccarat.prices import DRAGONS, MAIN, PAIRS, Verdict, verdict
from games.engine.baccarat.record_elections import Elected, read_elections
from games.engine.baccarat.record_schema import SCHEMA_IN as SCHEMA_IN
from games.engine.baccarat.record_schema import SCHEMA_OUT as SCHEMA_OUT
from games.engine.baccarat.record_wagers import Row, read_wagers
from games.engine.baccarat.settle import ruled, settle_wager
from games.engine.cards import CARDS
from games.engine.form import absent, cards, fault, items, only_keys, optional_text
from games.engine.protocol import Line

KEYS = frozenset({"id", "game", "form", "elections", "cards", "wagers", "void"})


def settle_record(obj: dict[str, Any]) -> dict[str, Any]:
    """The answer without its id; `Refused` names the place of a fault."""
    only_keys(obj, KEYS)
    elected = read_elections(obj)
    rows = read_wagers(obj, elected)
    _priced(rows, elected)
    void = optional_text(obj, "void")
    dealt = _dealt(obj, rows, elected, void)
    return {**hands(None if void is not None else dealt), "wagers": _settled(rows, dealt, elected, void)}


def _settled(rows: Sequence[Row], dealt: Dealt | None, elected: Elected, void: str | None) -> dict[str, Any]:
    verdicts: dict[str, Verdict] = {}
    answer, ante_up = {}, elected.form == "ante_up"
    for row in rows:
        line = _ruled(row, elected, void)
        if line is None:
            assert dealt is not None
            found = verdicts.get(row.on)
            if found is None:
                found = verdicts[row.on] = verdict(row.on, dealt, elected.prices)
            line = settle_wager(row.on, row.amount, found, elected.prices)
        answer[row.id] = shown(line, row.ante if ante_up and row.on in MAIN else None)
    return answer


def _ruled(row: Row, elected: Elected, void: str | None) -> Line | None:
    no_ante = elected.form == "ante_up" and row.on in MAIN and not row.ante and not elected.waived(row.amount)
    if row.plain and void is None and not no_ante:
        return None
    clause = void if row.void is None else row.void
    return ruled(row.amount, forfeit=row.forfeit, void=clause, withdrawn=row.withdrawn, no_ante=no_ante)


def _priced(rows: Sequence[Row], elected: Elected) -> None:
    """The elections offer what is bet on."""
    prices = elected.prices
    for place, row in enumerate(rows):
        if row.on == "tie" and prices.tie is None:
            fault("elections.tie", "Missing, and somebody bets on a tie.", "NZ5 5.10(c)")
        if row.on in DRAGONS and prices.dragon is None:
            fault("elections.dragon_bonus", "Missing, and somebody bets on it.", "NZ5 11B.1")
        if row.on in PAIRS and prices.pair is None:
            fault(f"wagers[{place}].on", "No pair wager is offered.", "NZ1 10.1(a)")


def _dealt(obj: Mapping[str, Any], rows: Sequence[Row], elected: Elected, void: str | None) -> Dealt | None:
    """The hands; the cards may be left out where only wagers under a ruling would need them."""
    if absent(obj.get("cards")):
        ruled = bool(rows) and all(row.void is not None or row.forfeit is not None for row in rows)
        if void is not None or ruled:
            return None
    drawn = cards(items(obj, "cards"), "cards")
    over = over_the_decks(drawn, elected.decks)
    if over is not None:
        message = f"{elected.decks} decks do not hold {CARDS[drawn[over]]} so often."
        fault(f"cards[{over}]", message, "NZ5 3.4(a)")
    return play_out(drawn) if void is None else None
