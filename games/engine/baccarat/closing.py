"""The end of a round: its settlement, and what the next one takes over."""

from __future__ import annotations

from dataclasses import replace

from casino.refused import refuse_unless
from games.engine.baccarat.answer import hands, shown
from games.engine.baccarat.deal import Hand
from games.engine.baccarat.prices import MAIN, verdict
from games.engine.baccarat.settle import ruled, settle_wager
from games.engine.baccarat.shoe import after_round
from games.engine.baccarat.state import Phase, Setup, State, Wager
from games.engine.baccarat.wagering import ante_due
from games.engine.general import forfeit_line, void_line
from games.engine.protocol import Line, Outcome, Settlement


def settle(state: State) -> Settlement:
    """Per wager and Ante; once both hands are complete, or the round is void."""
    decided = state.void is not None or state.dealt is not None
    refuse_unless(
        decided and state.phase in (Phase.RESULT, Phase.OVER), clause="NZ5 10.1", message="The round is not decided."
    )
    lines = {wager.id: _line(state, wager) for wager in state.wagers}
    answer = {wager.id: shown(lines[wager.id], _ante(state, wager)) for wager in state.wagers}
    antes = {f"{wager.id}:ante": _ante_line(wager, lines[wager.id]) for wager in state.wagers if wager.ante}
    dealt = state.dealt if state.void is None else None
    return Settlement({**lines, **antes}, {**hands(dealt), "wagers": answer})


def next_setup(state: State) -> Setup:
    """The shoe carries on; after a tie what stood off lies where it was (NZ5 5.16)."""
    refuse_unless(state.phase is Phase.OVER, clause="NZ5 10.2", message="The round is not over.")
    shoe = after_round(state.shoe)
    void_hand = shoe.extra is not None and shoe.extra.disclosed
    left = () if void_hand or state.void is not None else _left(state)
    return Setup(state.sign, state.seats, shoe, state.nominees, left, state.undersized)


def _line(state: State, wager: Wager) -> Line:
    found = ruled(
        wager.amount,
        forfeit=wager.forfeit,
        void=wager.void if wager.void is not None else state.void,
        withdrawn=wager.withdrawn,
        no_ante=wager.ante_due and not wager.ante,
    )
    if found is not None:
        return found
    dealt, prices = state.dealt, state.rules.prices
    assert dealt is not None
    line = settle_wager(wager.on, wager.amount - wager.excess, verdict(wager.on, dealt, prices), prices)
    return replace(line, returned=line.returned + wager.excess)


def _ante(state: State, wager: Wager) -> int | None:
    return wager.ante if state.rules.form == "ante_up" and wager.on in MAIN else None


def _ante_line(wager: Wager, line: Line) -> Line:
    """NZ5 14.6: collected win or lose; it goes back with a void wager."""
    if line.outcome is Outcome.VOID:
        return void_line(wager.ante, line.clause)
    return forfeit_line(line.clause if wager.forfeit is not None else "NZ5 14.6")


def _left(state: State) -> tuple[Wager, ...]:
    dealt = state.dealt
    if dealt is None or dealt.result != "tie" or state.rules.pays_two_to_one:
        return ()
    stood_off = [wager for wager in state.wagers if wager.on in tuple(Hand) and wager.valid]
    return tuple(_again(state, wager) for wager in stood_off if _line(state, wager).outcome is Outcome.PUSH)


def _again(state: State, wager: Wager) -> Wager:
    """NZ5 14.6: the Ante was collected, so that a new one is due."""
    due = ante_due(state.rules, wager.on, wager.valid)
    return replace(wager, amount=wager.valid, excess=0, ante=0, ante_due=due, left=True)
