"""Ultimate Texas Hold'em in the one protocol that every game speaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from casino.refused import Refused
from games.engine.general import void_line
from games.engine.protocol import Choice, Game, Line, Rule, Ruling, Settlement
from games.engine.ultimate import acts as moves
from games.engine.ultimate import betting, deal, decisions
from games.engine.ultimate.choices import choices
from games.engine.ultimate.rules import UltimateRules
from games.engine.ultimate.rulings import give, rulings
from games.engine.ultimate.settle import BoxResult, Played, RoundResult, answer, settle_round
from games.engine.ultimate.state import Box, Phase, Setup, State

Apply = Callable[[State, Any], State]

DOES: dict[type[Any], Apply] = {
    moves.Sit: betting.sit,
    moves.PlaceWager: betting.place_wager,
    moves.TakeBack: betting.take_back,
    moves.NoMoreBets: betting.no_more_bets,
    moves.PoolStands: betting.pool_stands,
    moves.Deal: deal.deal,
    moves.DealRest: deal.deal_rest,
    moves.Look: decisions.look,
    moves.Check: decisions.check,
    moves.Play: decisions.play,
    moves.MistakenPlay: decisions.mistaken_play,
    moves.Fold: decisions.fold,
    moves.Turn: deal.turn,
    moves.Show: deal.show_cards,
    Rule: give,
}


class Ultimate:
    """`GAME` is the one there is."""

    acts = moves.ACTS

    def begin(self, rules: UltimateRules, setup: Setup) -> State:
        return State(rules, setup)

    def again(self, state: State) -> State:
        """UTH 12.11: after a void round the wagers lie there again, to be changed before the next call."""
        if state.void is None:
            raise Refused("UTH 12.11", "Only a void round is dealt again.")
        standing = [box for box in state.boxes if box.ended != "forfeit" and box.ante]
        boxes = tuple(replace(box, **_FRESH) for box in standing)
        return State(state.rules, state.setup, boxes=boxes, homes=state.homes, once_used=state.once_used)

    def choices(self, state: State) -> Sequence[Choice]:
        return choices(state)

    def rulings(self, state: State) -> Sequence[Ruling]:
        return rulings(state)

    def apply(self, state: State, act: moves.UltimateAct) -> State:
        does = DOES.get(type(act))
        if does is None:
            raise Refused(None, "No such act in this game.", "kind")
        return does(state, act)

    def settle(self, state: State) -> Settlement:
        """Per wager, with its clause; `answer` is what the command line says of the same round."""
        if state.phase is not Phase.OVER:
            raise Refused("UTH 10.0", "The round is not over.", "phase")
        # Without the pool a prize would be a guess; with nobody in for it the pool is not asked.
        if state.pool is None and any(_needs_pool(state, box) for box in state.boxes):
            raise Refused("UTH 11.6", "The pool has not been read.", "pool")
        result = _with_parts_back(state, _settled(state))
        lines = {f"{seat}.{on}": line for seat, box in result.boxes.items() for on, line in box.lines.items() if line}
        return Settlement(lines, answer(result))


_FRESH: dict[str, Any] = {
    "cards": (),
    "play": 0,
    "checked": None,
    "played": None,
    "ended": None,
    "clause": "",
    "back": (),
}


def _needs_pool(state: State, box: Box) -> bool:
    return bool(box.progressive and state.void is None and box.ended in (None, "fold"))


def _settled(state: State) -> RoundResult:
    boxes = [_played(state, box) for box in state.boxes]
    if state.void is not None:
        return settle_round(state.rules, None, None, boxes, state.pool)
    return settle_round(state.rules, _known(state.dealer, 2), _known(state.board, 5), boxes, state.pool)


def _played(state: State, box: Box) -> Played:
    if state.void is not None and box.ended != "forfeit":
        return Played(box.seat, box.stakes, None, "void", state.void)
    return Played(box.seat, box.stakes, box.known, box.ended, box.clause)


def _known(cards: tuple[int | None, ...], number: int) -> tuple[int, ...] | None:
    known = tuple(card for card in cards if card is not None)
    return known if len(known) == number else None


def _with_parts_back(state: State, result: RoundResult) -> RoundResult:
    """NZ1 10.2: the void part of a wager goes back beside what the valid part came to."""
    boxes = dict(result.boxes)
    for box in state.boxes:
        forfeited = box.ended == "forfeit"
        for on, amount, clause in box.back:
            found = boxes[box.seat]
            line = found.lines[on]
            back = 0 if forfeited else amount
            new = void_line(back, clause) if line is None else replace(line, returned=line.returned + back)
            lines: dict[str, Line | None] = {**found.lines, on: new}
            boxes[box.seat] = BoxResult(found.hand, lines)
    return replace(result, boxes=boxes)


GAME = Ultimate()
# Fails the type check if the protocol and this game drift apart.
_check: Game[UltimateRules, Setup, State, moves.UltimateAct] = GAME
