"""Records written short: seats and stacks, cards as text, acts as "4 raise 300; 1 call"."""

from __future__ import annotations

import json
from typing import Any

from casino.refused import Refused
from games.engine.lines import answer
from games.engine.poker.play import Play
from games.engine.poker.record import begin, run
from games.engine.poker.record_cards import read_acts, read_cards
from games.engine.poker.table import read_table

HIDDEN = {"holdem": 2, "manila": 2, "perth_manila": 2, "omaha": 4, "pineapple": 3, "crazy_pineapple": 3}


def acts(text: str) -> list[list[Any]]:
    """`"1 raise 300; 2 fold; 3 discard As Kd; 4 discard"` as the contract's lists."""
    found: list[list[Any]] = []
    for act in filter(None, text.split("; ")):
        seat, word, *rest = act.split()
        value: list[Any] = [rest] if word == "discard" else [int(amount) for amount in rest]
        found.append([int(seat), word, *value])
    return found


def board(text: str) -> list[Any]:
    """`"As Kd 2c"`, or several boards with a bar between them."""
    return [part.split() for part in text.split("|")] if "|" in text else text.split()


def record(
    book: str = "rws",
    variant: str = "holdem",
    structure: str = "no_limit",
    *,
    stacks: dict[int, int] | None = None,
    button: int = 1,
    cards: dict[int, str] | None = None,
    on: str = "2c 7d 9h Js 3s",
    do: str = "",
    deck: int = 52,
    **more: Any,
) -> dict[str, Any]:
    """A hand; seats without cards of their own have hidden ones."""
    stacks = stacks or {1: 10000, 2: 10000, 3: 10000}
    hidden = " ".join(["??"] * HIDDEN.get(variant, 5))
    hands = {str(seat): (cards or {}).get(seat, hidden).split() for seat in stacks}
    if "stud" not in variant and variant not in ("draw_ante", "perth_manila"):
        more = {"blinds": [50, 100], **more}
    return {
        "game": "poker",
        "book": book,
        "variant": variant,
        "deck": deck,
        "structure": structure,
        "button": button,
        "seats": [{"seat": seat, "stack": stack} for seat, stack in stacks.items()],
        "cards": hands,
        "board": board(on) if variant not in ("draw", "draw_ante") and "stud" not in variant else [],
        "actions": acts(do),
        **more,
    }


def settled(obj: dict[str, Any]) -> dict[str, Any]:
    """The answer of the command line, which must not be a refusal."""
    found = answer(json.dumps(obj).encode())
    assert "error" not in found, found
    return found


def refused(obj: dict[str, Any]) -> tuple[str, str | None]:
    """Where and under which clause the command line refuses."""
    found = answer(json.dumps(obj).encode())
    assert "error" in found, found
    assert found["error"]["message"]
    return found["error"]["where"], found["error"]["clause"]


def after(obj: dict[str, Any]) -> Play:
    """The hand after the acts written so far."""
    terms, setup = read_table(obj)
    faces = read_cards(obj, terms, list(setup.stacks))
    play = begin(terms, setup, faces)
    try:
        run(play, read_acts(obj["actions"], terms), faces)
    except Refused as refused:
        if refused.where != "actions":
            raise
    return play


def to_act(play: Play) -> int | None:
    return play.seats[play.turn] if play.turn >= 0 else None


def span(obj: dict[str, Any]) -> tuple[int, int] | None:
    """Least and most total that the next seat may bet or raise to."""
    return after(obj).bounds()


GOOD = "1 fold; 2 fold"
STUD = {1: "2h 3c", 2: "2d Kc", 3: "2s Ac"}


def hand(of: str = "nz", /, **changes: Any) -> dict[str, Any]:
    """A good hand of a book with some keys changed; `...` leaves one out."""
    found = record(of, do=GOOD)
    for key, value in changes.items():
        if value is ...:
            found.pop(key)
        else:
            found[key] = value
    return found
