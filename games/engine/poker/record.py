"""A hand as the command line reads it (contracts: poker), played and settled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from casino.refused import Refused
from games.engine.form import fault
from games.engine.poker.phases import BET, DISCARD, SHOW
from games.engine.poker.play import Play
from games.engine.poker.record_cards import Faces, Written, check_dealt, read_acts, read_cards
from games.engine.poker.settle import answer, result
from games.engine.poker.setup import Setup
from games.engine.poker.table import TABLE_KEYS, check_keys, read_table
from games.engine.poker.terms import Terms

KEYS: dict[str, tuple[type, bool]] = {
    "game": (str, True),
    **TABLE_KEYS,
    "cards": (dict, True),
    "board": (list, False),
    "actions": (list, True),
}


def settle_record(obj: dict[str, Any]) -> dict[str, Any]:
    """The settlement of a recorded hand, without its id."""
    check_keys({key: value for key, value in obj.items() if key != "id"}, KEYS)
    terms, setup = read_table(obj)
    faces = read_cards(obj, terms, list(setup.stacks))
    acts = read_acts(obj["actions"], terms)
    play = begin(terms, setup, faces)
    lay = run(play, acts, faces)
    check_dealt(play, faces, lay)
    return answer(play, result(play))


def begin(terms: Terms, setup: Setup, faces: Faces) -> Play:
    """The hand before its first act; in draw the replacements come later."""
    seats = setup.positions()
    held = terms.variant.most_cards
    hands = [faces.cards[seat][:held] for seat in seats]
    stacks = [setup.stacks[seat] for seat in seats]
    play = Play(terms, seats, stacks, hands, setup.straddle is not None, setup.carried)
    play.board, *play.more_boards = faces.boards
    return play


def run(play: Play, acts: Sequence[Written], faces: Faces) -> int:
    """Every act in order; the answer is how many community cards lay at the last act of the betting."""
    place = last = 0
    try:
        for place, act in enumerate(acts):
            if play.phase is BET:
                last = play.round
                _bet(play, act)
            elif play.phase is DISCARD:
                _discard(play, act, faces)
            else:
                _after(play, act, place)
    except Refused as refused:
        refused.where = refused.where or f"actions[{place}]"
        raise
    if play.phase is BET or play.phase is DISCARD:
        verb = "act" if play.phase is BET else "discard"
        fault("actions", f"Acts are missing: seat {play.seats[play.turn]} is to {verb}.")
    return play.variant.boards[last]


def _in_turn(play: Play, act: Written) -> None:
    seat = play.seats[play.turn]
    if act.seat != seat:
        play.refuse("turn", f"It is the turn of seat {seat}.")


def _bet(play: Play, act: Written) -> None:
    if act.seat != play.seats[play.turn]:
        _in_turn(play, act)
    word = act.word
    if word == "fold":
        play.fold()
    elif word == "call":
        play.call()
    elif word == "check":
        play.check()
    elif word == "raise":
        play.raise_to(act.value)
    elif word == "bet":
        play.bet(act.value)
    elif word == "all_in":
        play.all_in()
    else:
        play.refuse("muck" if word == "muck" else "discard", f"No {word} while there is betting.")


def _discard(play: Play, act: Written, faces: Faces) -> None:
    _in_turn(play, act)
    if act.word != "discard":
        play.refuse("discard", f"Seat {act.seat} is to discard.")
    seat = play.turn
    play.discard(act.value)
    if play.variant.draw:
        play.hands[seat] += faces.cards[act.seat][5 : 5 + len(act.value)]


def _after(play: Play, act: Written, place: int) -> None:
    if play.phase is not SHOW or act.word != "muck":
        fault(f"actions[{place}]", "The betting is over.")
    if act.seat not in play.seats:
        play.refuse("muck", "No such seat.")
    play.muck(play.seats.index(act.seat))
