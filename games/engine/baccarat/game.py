"""Baccarat in the protocol that every game speaks: `GAME`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from casino.refused import Refused, refuse_unless
from games.engine.baccarat import acts, dealing, handling, nominees, wagering
from games.engine.baccarat.choices import choices
from games.engine.baccarat.closing import next_setup, settle
from games.engine.baccarat.export import to_record
from games.engine.baccarat.irregular import rule
from games.engine.baccarat.nominees import Nominee
from games.engine.baccarat.rules import BaccaratRules
from games.engine.baccarat.rulings import rulings
from games.engine.baccarat.shoe import Stage, new_shoe
from games.engine.baccarat.state import Phase, Setup, State, at_stake, is_main
from games.engine.protocol import Act, Choice, Game, Rule, Ruling, Settlement, may_decide

Handler = Callable[[State, Any], State]


class Baccarat:
    """NZ5, with the forms of sections 13 to 15."""

    name = "baccarat"
    rules = BaccaratRules
    setup = Setup
    acts = acts.ACTS

    def begin(self, rules: BaccaratRules, setup: Setup) -> State:
        """A round on the shoe of the last one, or on a new one (NZ5 11.2)."""
        _check_seats(setup)
        shoe = setup.shoe
        if shoe is None or shoe.stage is Stage.DONE:
            shoe = new_shoe(rules, shoe)
        changed = rules.style != shoe.style and rules.equipment != "continuous"
        refuse_unless(not changed, clause="NZ5 8.5", message="The style stays as it is until the shoe ends.")
        phase = Phase.BETTING if shoe.stage is Stage.READY else Phase.SHOE
        state = State(rules, setup.sign, shoe, phase, setup.seats, setup.nominees, setup.undersized)
        if shoe.extra and shoe.extra.disclosed:
            refuse_unless(not setup.wagers, clause=shoe.extra.clause, message="No bets this hand.", where="wagers")
            state = replace(state, phase=Phase.DEAL, void_hand=shoe.extra.clause)
            return state.say("No bets this hand: a Void Hand is dealt.", shoe.extra.clause)
        refuse_unless(
            all(is_main(wager) and wager.left for wager in setup.wagers),
            clause="NZ5 5.16",
            message="Only wagers that stood off in a tie are left on the layout.",
            where="wagers",
        )
        return replace(state, wagers=setup.wagers)

    def choices(self, state: State) -> list[Choice]:
        return choices(state)

    def rulings(self, state: State) -> list[Ruling]:
        return rulings(state)

    def apply(self, state: State, act: Act) -> State:
        """The state after the act; `Refused`, and nothing has changed."""
        handler = _HANDLERS.get(type(act))
        if handler is None:
            raise Refused(None, f"Baccarat knows no {act.kind}.", "kind")
        refuse_unless(state.phase is not Phase.OVER, clause="NZ5 10.2", message="The round is over.")
        return handler(state, act)

    def settle(self, state: State) -> Settlement:
        return settle(state)

    def next_setup(self, state: State) -> Setup:
        return next_setup(state)

    def at_stake(self, state: State) -> dict[str, int]:
        return at_stake(state)

    def to_record(self, state: State) -> dict[str, Any]:
        return to_record(state)


def _check_seats(setup: Setup) -> None:
    """One player a seat, one seat a player."""
    for taken in ([seat.number for seat in setup.seats], [seat.player for seat in setup.seats]):
        refuse_unless(len(set(taken)) == len(taken), clause=None, message="Seated twice.", where="seats")


def _turn(state: State, act: acts.TurnCards) -> State:
    return dealing.finish(handling.turn(state, act))


def _approve(state: State, act: acts.ApproveNominee) -> State:
    _supervisor(act.by, "NZ5 2.3(a)")
    found = Nominee(act.name, act.player, act.seat)
    several = state.rules.form == "international"
    approved = nominees.approve(state.nominees, found, several=several, works_here=act.works_here)
    return replace(state, nominees=approved)


def _announce(state: State, act: acts.AnnounceNominee) -> State:
    _supervisor(act.by, "NZ5 2.3(b)")
    announced = nominees.announce(state.nominees, act.name, marker=act.marker)
    return replace(state, nominees=announced).say(f"{act.name} now acts as a Nominee.", "NZ5 2.3(b)", act.by)


def _end(state: State, act: acts.EndNominee) -> State:
    _supervisor(act.by, "NZ5 2.3(e)")
    ended = nominees.end(state.nominees, act.name, confirmed=act.confirmed)
    return replace(state, nominees=ended).say(f"{act.name} no longer acts as a Nominee.", "NZ5 2.3(e)", act.by)


def _withdraw(state: State, act: acts.WithdrawNominees) -> State:
    clause = {"places": "NZ5 2.3(f)", "handles": "NZ5 2.3(g)"}.get(act.what)
    if clause is None:
        raise Refused(None, "What is withdrawn is places or handles.", "what")
    _supervisor(act.by, clause)
    left = nominees.withdraw(state.nominees, act.what, act.players)
    who = ", ".join(act.players) or "All players"
    deed = "place their own wagers" if act.what == "places" else "handle their own cards"
    return replace(state, nominees=left).say(f"{who}: to {deed}.", clause, act.by)


def _supervisor(by: str, clause: str) -> None:
    refuse_unless(may_decide(by, "game_supervisor"), clause=clause, message="For a supervisor.", where="by")


_HANDLERS: dict[type[Act], Handler] = {
    acts.Shuffle: dealing.shuffle,
    acts.RequireMixing: dealing.require_mixing,
    acts.DeclineCut: dealing.decline_cut,
    acts.CutCards: dealing.cut,
    acts.PlaceCuttingCard: dealing.place_cutting_card,
    acts.Burn: dealing.burn,
    acts.ShowBurn: dealing.show_burn,
    acts.PlaceWager: wagering.place,
    acts.AlterWager: wagering.alter,
    acts.RemoveWager: wagering.remove,
    acts.AnnounceFreeHand: lambda state, _: dealing.announce_free_hand(state),
    acts.NoMoreBets: lambda state, _: dealing.close_betting(state),
    acts.CutDifferential: lambda state, _: dealing.cut_differential(state),
    acts.AcceptHand: handling.accept,
    acts.DeclineHand: handling.decline,
    acts.CuttingCard: lambda state, _: dealing.reach_cutting_card(state),
    acts.DrawCard: dealing.draw,
    acts.PassHand: handling.pass_hand,
    acts.AllocateCard: handling.allocate,
    acts.TurnCards: _turn,
    acts.WithdrawWager: wagering.withdraw,
    acts.AnnounceResult: lambda state, _: dealing.announce_result(state),
    acts.ApproveNominee: _approve,
    acts.AnnounceNominee: _announce,
    acts.EndNominee: _end,
    acts.WithdrawNominees: _withdraw,
    Rule: rule,
}

GAME = Baccarat()
_check: Game[BaccaratRules, Setup, State, Act] = GAME
