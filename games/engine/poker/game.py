"""Poker in the protocol of every game: begin, choices, apply, settle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from casino.refused import Refused
from games.engine.poker import acts, choices, dealing, remarks, settle
from games.engine.poker.button import next_button
from games.engine.poker.phases import BET, DISCARD, PASSED, SHOW
from games.engine.poker.play import Play
from games.engine.poker.pots import totals
from games.engine.poker.setup import Setup
from games.engine.poker.state import State
from games.engine.poker.table import KILL, READINGS, TABLE_KEYS, check_keys, read_table
from games.engine.poker.terms import Terms
from games.engine.poker.tray import Tray
from games.engine.poker.variants import HIDDEN
from games.engine.protocol import Act, Choice, Line, Outcome, Ruling, Said, Settlement


class Poker:
    """Stateless; refusals leave the state as it was."""

    name = "poker"
    rules = Terms
    setup = Setup
    acts = acts.ACTS

    def begin(self, rules: Terms, setup: Setup) -> State:
        """Antes, blinds and straddle are posted; the first cards are due."""
        table = rules.to_json() | setup.to_json()
        check_keys(table, TABLE_KEYS | READINGS | KILL)
        read_table(table)
        seats = setup.positions()
        stacks = [setup.stacks[seat] for seat in seats]
        hands: list[list[int]] = [[] for _ in seats]
        kill = (seats.index(setup.kill.seat), setup.kill.amount) if setup.kill else None
        play = Play(rules, seats, stacks, hands, setup.straddle is not None, setup.carried, Tray(rules.deck), kill)
        return State(rules, setup, play)

    def choices(self, state: State) -> Sequence[Choice]:
        return choices.choices(state)

    def apply(self, state: State, act: Act) -> State:
        """The state after an act; `Refused`, with its clause, where it is not allowed."""
        play = state.play.copy()
        assert play.tray is not None
        DO[type(act)](play, play.tray, act)
        return State(state.rules, state.setup, play, (*state.acts, act))

    def why_not(self, state: State, act: Act) -> Refused | None:
        """What stands against an act, or None."""
        try:
            self.apply(state, act)
        except Refused as refused:
            return refused
        return None

    def settle(self, state: State) -> Settlement:
        """A line per seat (its stake is all that it has put in), and the answer of the command line."""
        if not state.over:
            raise Refused(state.rules.cite("won"), "The hand is not over.")
        found = settle.result(state.play)
        return Settlement(lines(state.play, found), settle.answer(state.play, found))

    def remarks(self, state: State) -> Sequence[Said]:
        """What the dealer is reminded of now; it binds the players, and no act is refused for it."""
        return remarks.remarks(state)

    def at_stake(self, state: State) -> dict[str, int]:
        """What each seat has put in; settled, it is all in the lines, the rake or a passed pot."""
        return {str(seat): amount for seat, amount in zip(state.play.seats, totals(state.play), strict=True)}

    def next_setup(self, state: State) -> Setup:
        """Stacks as they are settled, the button one place on, a passed pot carried."""
        answer = self.settle(state).answer
        stacks = {int(seat): stack for seat, stack in answer["stacks"].items() if stack}
        button = next_button(state.setup.button, list(stacks))
        return Setup(button, stacks, carried=answer.get("carried", 0))

    def rulings(self, state: State) -> Sequence[Ruling]:
        """None here: rulings on irregularities are acts of their own on this state."""
        return ()


def lines(play: Play, found: settle.Result) -> dict[str, Line]:
    """What each seat gets back of its stake and beyond it; the rake stands with the winners of each pot."""
    commission = [0] * play.number
    for due, shares in zip(found.rakes, found.won, strict=True):
        part, over = divmod(due, len(shares) or 1)
        for place, seat in enumerate(shares):
            commission[seat] += part + (over if place == 0 else 0)
    return {str(seat): _line(play, found, index, commission[index]) for index, seat in enumerate(play.seats)}


def _line(play: Play, found: settle.Result, index: int, commission: int) -> Line:
    put = play.start[index] - play.stacks[index]
    back = found.stacks[index] - play.stacks[index]
    cite = play.terms.cite
    if play.phase is PASSED:
        return Line(Outcome.OPEN, 0, 0, 0, cite("carried"))
    outcome = Outcome.WIN if back > put else Outcome.PUSH if back == put else Outcome.LOSE
    clause = cite("won" if play.phase is SHOW else "folds")
    return Line(outcome, max(back - put, 0), min(back, put), commission, clause)


def _cards(values: Sequence[int | None]) -> list[int]:
    return [HIDDEN if value is None else value for value in values]


def _deal(play: Play, tray: Tray, act: acts.Deal) -> None:
    dealing.deal(play, tray, _cards(act.cards))


def _in_turn(play: Play, seat: int) -> None:
    if play.phase is not BET or play.seats[play.turn] != seat:
        said = f"It is the turn of seat {play.seats[play.turn]}." if play.turn >= 0 else "Nobody is to act now."
        raise Refused(play.terms.cite("turn"), said, "seat")


def _betting(method: Callable[[Play], None]) -> Callable[[Play, Tray, Any], None]:
    def do(play: Play, tray: Tray, act: acts.Fold | acts.Check | acts.Call | acts.AllIn) -> None:
        _in_turn(play, act.seat)
        method(play)

    return do


def _wager(method: Callable[[Play, int], None]) -> Callable[[Play, Tray, Any], None]:
    def do(play: Play, tray: Tray, act: acts.Bet | acts.Raise) -> None:
        _in_turn(play, act.seat)
        if type(act.to) is not int or act.to < 1 or act.to % play.terms.chip:
            raise Refused(None, f"The amount must be a positive multiple of {play.terms.chip}.", "to")
        method(play, act.to)

    return do


def _discard(play: Play, tray: Tray, act: acts.Discard) -> None:
    if play.phase is not DISCARD or play.seats[play.turn] != act.seat:
        raise Refused(play.terms.cite("discard"), f"Seat {act.seat} is not to discard now.", "seat")
    play.discard(_cards(act.cards))


def _at_showdown(play: Play, seat: int) -> int:
    if play.phase is not SHOW:
        raise Refused(play.terms.cite("muck"), "There is no showdown.")
    if seat not in play.seats:
        raise Refused(play.terms.cite("muck"), "No such seat.", "seat")
    return play.seats.index(seat)


def _muck(play: Play, tray: Tray, act: acts.Muck) -> None:
    play.muck(_at_showdown(play, act.seat))


def _show(play: Play, tray: Tray, act: acts.Show) -> None:
    """The faces that nobody knew; those that were known stay."""
    index = _at_showdown(play, act.seat)
    hand = play.hands[index]
    if not play.live & ~play.mucked & 1 << index:
        play.refuse("show", f"Seat {act.seat} has no hand to show.")
    if len(act.cards) != len(hand):
        raise Refused(None, f"The hand has {len(hand)} cards.", "cards")
    for place, (known, card) in enumerate(zip(hand, act.cards, strict=True)):
        if known == HIDDEN:
            dealing.check_card(play, tray, card, True, f"cards[{place}]")
            tray.out.add(card)
        elif known != card:
            raise Refused(play.terms.cite("card"), "The card was another one.", f"cards[{place}]")
    play.hands[index] = list(act.cards)
    tray.shown |= 1 << index


DO: dict[type[Act], Callable[[Play, Tray, Any], None]] = {
    acts.Deal: _deal,
    acts.Reshuffle: lambda play, tray, act: dealing.reshuffle(play, tray),
    acts.RunIt: lambda play, tray, act: dealing.run_it(play, tray, act.times),
    acts.Fold: _betting(Play.fold),
    acts.Check: _betting(Play.check),
    acts.Call: _betting(Play.call),
    acts.AllIn: _betting(Play.all_in),
    acts.Bet: _wager(Play.bet),
    acts.Raise: _wager(Play.raise_to),
    acts.Discard: _discard,
    acts.Show: _show,
    acts.Muck: _muck,
}

GAME = Poker()
