"""A round of Ultimate as the command line reads it: checked, settled, answered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.engine.form import (
    absent,
    cards,
    each_object,
    fault,
    integer,
    items,
    one_of,
    only_keys,
    optional_integer,
    optional_text,
    path,
    table,
)
from games.engine.money import MOST
from games.engine.ultimate.progressive import Pool, SubPools
from games.engine.ultimate.record_schema import SCHEMA_IN as SCHEMA_IN
from games.engine.ultimate.record_schema import SCHEMA_OUT as SCHEMA_OUT
from games.engine.ultimate.rules import UltimateRules
from games.engine.ultimate.settle import Played, Stakes, answer, settle_round

ROUND_KEYS = frozenset({"id", "game", "elections", "dealer", "board", "boxes", "pool", "void"})
ELECTION_KEYS = frozenset({"pay_table", "hands", "max_payout", "progressive", "chip"})
BOX_KEYS = frozenset({"seat", "cards", "ante", "blind", "trips", "progressive", "play", "void", "forfeit"})
PLAY_KEYS = frozenset({"times", "on"})
POOL_KEYS = frozenset({"prize", "minor", "major"})
HANDS = ("any_five", "two_and_three")

# UTH 5.3(b), 5.4(b), 5.5(b): how many times the Ante, by when the Play wager is made.
PLAY_TIMES = {"deal": ((3, 4), "UTH 5.3(b)"), "flop": ((2,), "UTH 5.4(b)"), "river": ((1,), "UTH 5.5(b)")}


def settle_record(obj: dict[str, Any]) -> dict[str, Any]:
    """The settlement of a round, or `Refused` with the place of the fault."""
    only_keys(obj, ROUND_KEYS)
    rules = _elections(table(obj, "elections"))
    void = optional_text(obj, "void")
    boxes = [_box(rules, box, f"boxes[{place}]", void) for place, box in enumerate(_boxes(obj))]
    _equal_progressives(rules, boxes)
    pool = _pool(obj, boxes)
    dealer, board = _table_cards(obj, boxes, void)
    _no_card_twice(dealer, board, boxes, void)
    if void is not None:
        dealer = board = None
    return answer(settle_round(rules, dealer, board, boxes, pool))


def _elections(obj: dict[str, Any]) -> UltimateRules:
    only_keys(obj, ELECTION_KEYS, "elections")
    return _rules(
        integer(obj, "pay_table", "elections", 1, 4, "UTH 5.11"),
        one_of(obj, "hands", HANDS, "elections", "UTH 9.7"),
        optional_integer(obj, "max_payout", "elections", 1),
        optional_integer(obj, "progressive", "elections", 1),
        optional_integer(obj, "chip", "elections", 1) or 1,
    )


@lru_cache(maxsize=256)
def _rules(pay_table: int, hands: str, max_payout: int | None, progressive: int | None, chip: int) -> UltimateRules:
    """One object for the many rounds that are played under the same elections."""
    values = {"pay_table": pay_table, "hands": hands, "max_payout": max_payout, "progressive": progressive}
    return UltimateRules.of({**values, "chip": chip})


def _boxes(obj: dict[str, Any]) -> list[dict[str, Any]]:
    boxes = each_object(items(obj, "boxes"), "boxes")
    if not boxes:
        fault("boxes", "A round has at least one box.", "UTH 5.1")
    seen = set()
    for place, box in enumerate(boxes):
        seat = integer(box, "seat", f"boxes[{place}]", 1, 7, "UTH 3.1")
        if seat in seen:
            fault(f"boxes[{place}].seat", "The seat stands twice.", "UTH 5.9")
        seen.add(seat)
    return boxes


def _box(rules: UltimateRules, obj: dict[str, Any], where: str, void: str | None) -> Played:
    only_keys(obj, BOX_KEYS, where)
    ante = _stake(obj, "ante", where, rules.chip, 1)
    blind = _stake(obj, "blind", where, rules.chip, 1)
    if blind != ante:
        fault(path(where, "blind"), "The Blind equals the Ante.", "UTH 5.1(a)")
    trips = _optional_stake(obj, "trips", where, rules.chip)
    progressive = _optional_stake(obj, "progressive", where, rules.chip)
    play = obj.get("play")
    times = 0 if absent(play) else _times(table(obj, "play", where), path(where, "play"))
    ended, clause = _ended(obj, where, void, times)
    held = _hole(obj, where, ended, counted=void is None and ended != "void")
    return Played(obj["seat"], Stakes(ante, blind, trips, ante * times, progressive), held, ended, clause)


def _stake(obj: dict[str, Any], key: str, where: str, chip: int, least: int) -> int:
    amount = integer(obj, key, where, least, MOST)
    # Chips are a matter of form here; what they cannot pay exactly is raised (NZ1 11.3).
    if amount % chip:
        fault(path(where, key), f"Not a multiple of the lowest chip, {chip}.")
    return amount


def _optional_stake(obj: dict[str, Any], key: str, where: str, chip: int) -> int:
    return 0 if absent(obj.get(key)) else _stake(obj, key, where, chip, 0)


def _times(obj: dict[str, Any], where: str) -> int:
    only_keys(obj, PLAY_KEYS, where)
    allowed, clause = PLAY_TIMES[one_of(obj, "on", PLAY_TIMES, where, "UTH 5.3")]
    times = integer(obj, "times", where, 0, MOST)
    if times not in allowed:
        options = " or ".join(str(option) for option in allowed)
        fault(path(where, "times"), f"The Play wager is {options} times the Ante here.", clause)
    return times


def _ended(obj: dict[str, Any], where: str, round_void: str | None, times: int) -> tuple[str | None, str]:
    """A box's own forfeit beats the round's void; a box that is void or forfeited did not fold."""
    void, forfeit = optional_text(obj, "void", where), optional_text(obj, "forfeit", where)
    if void is not None and forfeit is not None:
        later = [key for key in obj if key in ("void", "forfeit")][-1]
        fault(path(where, later), "A box is void or forfeited, not both.")
    if forfeit is not None:
        return "forfeit", forfeit
    if round_void is not None or void is not None:
        return "void", round_void if round_void is not None else void or ""
    return (None, "") if times else ("fold", "UTH 9.6(b)")


def _hole(obj: dict[str, Any], where: str, ended: str | None, counted: bool) -> list[int] | None:
    """Two cards; a fold, void or forfeit may leave them out; a void hand may be void for their number (12.2)."""
    if ended is not None and absent(obj.get("cards")):
        return None
    held = cards(items(obj, "cards", where), path(where, "cards"))
    if not counted and len(held) != 2:
        return None
    _exactly(held, 2, path(where, "cards"))
    return held


def _exactly(held: Sequence[int], number: int, where: str) -> None:
    if len(held) < number:
        fault(where, f"Needs {number} cards.", "UTH 8.3")
    if len(held) > number:
        fault(path(where, number), f"Has only {number} cards.", "UTH 8.3")


def _equal_progressives(rules: UltimateRules, boxes: list[Played]) -> None:
    """UTH 11.2: one amount, on the sign where it is given."""
    amount = rules.progressive
    for place, box in enumerate(boxes):
        stake = box.stakes.progressive
        if not stake:
            continue
        if amount is not None and stake != amount:
            fault(f"boxes[{place}].progressive", f"The progressive wager is {amount}.", "UTH 11.2")
        amount = stake


def _pool(obj: dict[str, Any], boxes: list[Played]) -> Pool | SubPools | None:
    if absent(obj.get("pool")):
        # A void or forfeited wager takes nothing from the pool whatever it holds.
        if any(box.stakes.progressive and box.ended in (None, "fold") for box in boxes):
            fault("pool", "Missing: a progressive wager was made.")
        return None
    pool = table(obj, "pool")
    only_keys(pool, POOL_KEYS, "pool")
    # In the order written, so that of two that clash the later is named.
    given = [key for key in pool if not absent(pool[key])]
    if "prize" in given and len(given) > 1:
        fault(path("pool", given[-1]), "One prize pool, or Minor and Major.", "UTH 11.6A")
    if not given or "prize" in given:
        return Pool(integer(pool, "prize", "pool"))
    return SubPools(integer(pool, "minor", "pool"), integer(pool, "major", "pool"))


def _table_cards(
    obj: dict[str, Any], boxes: list[Played], void: str | None
) -> tuple[list[int] | None, list[int] | None]:
    """Dealer and board may be left out where only void or forfeited boxes would need them."""
    needed = any(box.ended in (None, "fold") for box in boxes)
    found: list[list[int] | None] = []
    for key, number in (("dealer", 2), ("board", 5)):
        if not needed and absent(obj.get(key)):
            found.append(None)
            continue
        held = cards(items(obj, key), key)
        if void is None:
            _exactly(held, number, key)
        found.append(held)
    return found[0], found[1]


def _no_card_twice(dealer: list[int] | None, board: list[int] | None, boxes: list[Played], void: str | None) -> None:
    """UTH 3.4(a): one deck; in a void round the deck itself may have been wrong (12.10)."""
    if void is not None:
        return
    hands = [dealer or [], board or [], *(box.cards or [] for box in boxes)]
    held = [one for hand in hands for one in hand]
    if len(set(held)) == len(held):
        return
    names = ["dealer", "board", *(f"boxes[{place}].cards" for place in range(len(boxes)))]
    seen: set[int] = set()
    for name, hand in zip(names, hands, strict=True):
        for place, one in enumerate(hand):
            if one in seen:
                fault(path(name, place), "The card stands twice.", "UTH 3.4(a)")
            seen.add(one)
