"""Snake Eyes in the protocol that every game speaks: `GAME`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casino.refused import Refused, refuse_unless
from games.engine.protocol import Act, Choice, Game, Rule, Ruling, Settlement
from games.engine.snake_eyes import acts, paying, shooter, wagering
from games.engine.snake_eyes.choices import choices
from games.engine.snake_eyes.export import to_record
from games.engine.snake_eyes.irregular import rule
from games.engine.snake_eyes.rules import SnakeEyesRules
from games.engine.snake_eyes.rulings import rulings
from games.engine.snake_eyes.state import Phase, Setup, State, at_stake

Handler = Callable[[State, Any], State]


class SnakeEyes:
    """NZ11A. After each roll `settle` gives what it decided, and `Pay` takes that off the layout."""

    name = "snake_eyes"
    rules = SnakeEyesRules
    setup = Setup
    acts = acts.ACTS

    def begin(self, rules: SnakeEyesRules, setup: Setup) -> State:
        """An empty layout; dice from the last round, or new ones to be inspected (NZ11A 5.2)."""
        phase = Phase.OPEN if setup.dice >= 2 else Phase.DICE
        return State(
            rules=rules,
            sign=setup.sign,
            phase=phase,
            players=setup.players,
            dice=setup.dice if phase is Phase.OPEN else 0,
            shooter=setup.shooter,
            last_shooter=setup.last_shooter,
            undersized=setup.undersized,
            stopped=setup.stopped,
            new_dice_due=setup.new_dice_due,
        )

    def choices(self, state: State) -> list[Choice]:
        return choices(state)

    def rulings(self, state: State) -> list[Ruling]:
        return rulings(state)

    def apply(self, state: State, act: Act) -> State:
        """The state after the act; `Refused`, and nothing has changed."""
        handler = _HANDLERS.get(type(act))
        if handler is None:
            raise Refused(None, f"Snake Eyes knows no {act.kind}.", "kind")
        refuse_unless(state.phase is not Phase.OVER, clause="NZ11A 4.4", message="The round is over.")
        return handler(state, act)

    def settle(self, state: State) -> Settlement:
        return paying.settle(state)

    def next_setup(self, state: State) -> Setup:
        return paying.next_setup(state)

    def at_stake(self, state: State) -> dict[str, int]:
        return at_stake(state)

    def to_record(self, state: State) -> dict[str, Any]:
        return to_record(state)


_HANDLERS: dict[type[Act], Handler] = {
    acts.ReceiveDice: shooter.receive_dice,
    acts.PlaceWager: wagering.place,
    acts.ReduceWager: wagering.reduce_to,
    acts.RemoveWager: wagering.remove,
    acts.AcceptDice: shooter.accept,
    acts.DeclineDice: shooter.decline,
    acts.Throw: lambda state, _: shooter.throw(state),
    acts.CallRoll: shooter.call,
    acts.EnterRoll: shooter.enter,
    acts.WagerLies: wagering.lies,
    acts.Pay: lambda state, _: paying.pay(state),
    acts.Relinquish: lambda state, _: shooter.relinquish(state),
    acts.ChooseDice: shooter.choose_dice,
    Rule: rule,
}

GAME = SnakeEyes()
_check: Game[SnakeEyesRules, Setup, State, Act] = GAME
