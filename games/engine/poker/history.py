"""A hand on record: its rules, its set-up and its acts. Replayed it gives the same states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from casino.refused import Refused
from games.engine.form import fault
from games.engine.poker.acts import ACTS
from games.engine.poker.game import GAME
from games.engine.poker.setup import Setup
from games.engine.poker.state import State
from games.engine.poker.table import KILL, READINGS, SETUP_KEYS, TERMS_KEYS, check_keys, read_table
from games.engine.poker.terms import Terms
from games.engine.protocol import Act, from_json, to_json


@dataclass(frozen=True, slots=True)
class Hand:
    """One round, from which everything else can be worked out again."""

    rules: Terms
    setup: Setup
    acts: tuple[Act, ...] = ()

    def then(self, act: Act) -> Hand:
        return Hand(self.rules, self.setup, (*self.acts, act))

    def states(self) -> Iterator[State]:
        """The state at the beginning and after every act; `Refused` at `acts[n]` where one is not allowed."""
        state = GAME.begin(self.rules, self.setup)
        yield state
        for place, act in enumerate(self.acts):
            try:
                state = GAME.apply(state, act)
            except Refused as refused:
                where = f"acts[{place}].{refused.where}" if refused.where else f"acts[{place}]"
                raise Refused(refused.clause, refused.message, where) from None
            yield state

    def replay(self) -> State:
        """The last state."""
        *_, last = self.states()
        return last

    def to_json(self) -> dict[str, Any]:
        return {
            "rules": self.rules.to_json(),
            "setup": self.setup.to_json(),
            "acts": [to_json(act) for act in self.acts],
        }


def hand_from_json(obj: Mapping[str, Any]) -> Hand:
    """The reverse of `Hand.to_json`; `Refused` with the place of the first fault."""
    check_keys(obj, {"rules": (dict, True), "setup": (dict, True), "acts": (list, True)})
    rules, setup = _table(obj)
    found = []
    for place, value in enumerate(obj["acts"]):
        if type(value) is not dict:
            fault(f"acts[{place}]", "Must be an object.")
        try:
            found.append(from_json(ACTS, value))
        except Refused as refused:
            refused.where = f"acts[{place}].{refused.where}"
            raise
    return Hand(rules, setup, tuple(found))


def _table(obj: Mapping[str, Any]) -> tuple[Terms, Setup]:
    part = "rules"
    try:
        check_keys(obj["rules"], TERMS_KEYS | READINGS)
        part = "setup"
        check_keys(obj["setup"], SETUP_KEYS | KILL)
        return read_table(obj["rules"] | obj["setup"])
    except Refused as refused:
        key = refused.where.partition("[")[0].partition(".")[0]
        part = "rules" if key in TERMS_KEYS | READINGS else "setup" if key in SETUP_KEYS | KILL else part
        refused.where = f"{part}.{refused.where}"
        raise
