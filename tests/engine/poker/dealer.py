"""Random tables and random legal play, for the tests of every variant, book and structure."""

from __future__ import annotations

import random
from typing import Any

from games.engine.cards import deck
from games.engine.poker import acts
from games.engine.poker.game import GAME
from games.engine.poker.history import Hand
from games.engine.poker.setup import Setup
from games.engine.poker.state import State
from games.engine.poker.table import TABLE_KEYS, check_keys, read_table
from games.engine.poker.terms import Terms
from games.engine.poker.tray import Due
from games.engine.poker.variants import VARIANTS, Variant

GAMES = [
    (book, name, size, structure)
    for book, variants in VARIANTS.items()
    for name, variant in variants.items()
    for size in variant.seats
    for structure in variant.structures
]
PERCENTS = {"rws": ["0", "5", "7.5", "100"], "nz": ["0", "5", "6.25", "10"], "wa": ["0", "2.5", "10"]}


def table(
    rng: random.Random, game: tuple[str, str, int, str] | None = None, seats: int | None = None
) -> dict[str, Any]:
    """A table that its book allows, as the command line writes it; stacks are often short."""
    book, name, size, structure = game or rng.choice(GAMES)
    variant = VARIANTS[book][name]
    chip = rng.choice([1, 5, 25])
    unit = chip * rng.choice([2, 4])
    number = seats or rng.randint(2, min(variant.seats[size], 8))
    places = rng.sample(range(1, 15), number)
    found: dict[str, Any] = {
        "book": book,
        "variant": name,
        "deck": size,
        "structure": structure,
        "chip": chip,
        "button": rng.choice(places if number == 2 or rng.random() < 0.8 else range(1, 15)),
        "seats": [
            {"seat": seat, "stack": chip * rng.choice([rng.randint(1, 12), rng.randint(1, 400)])} for seat in places
        ],
    }
    _money(rng, found, variant, unit, chip)
    if rng.random() < 0.7:
        found["rake"] = {"percent": rng.choice(PERCENTS[book])}
        if rng.random() < 0.5:
            found["rake"]["cap"] = chip * rng.randint(0, 30)
        if book == "nz" and rng.random() < 0.2:
            found["rake"] = {"per_hand": chip * rng.randint(0, 5)}
    return found


def _money(rng: random.Random, found: dict[str, Any], variant: Variant, unit: int, chip: int) -> None:
    fixed = found["structure"] == "fixed_limit" and not variant.multiples
    least = unit
    if fixed:
        found["bets"] = [unit, unit * rng.choice([1, 2])]
    if found["structure"] == "spread_limit":
        found["spread"] = [unit, unit * rng.randint(1, 8)]
    number = len(found["seats"])
    if variant.by_blinds:
        most = min(number, variant.most_blinds or 4)
        count = rng.randint(1, most)
        found["blinds"] = [unit // 2, unit][-count:] if count < 3 else [unit // 2, *[unit] * (count - 1)]
        if found["book"] == "wa" and variant.name == "draw" and count > 2:
            found["blinds"][-1] = 2 * unit
        found["ante"] = rng.choice([0, 0, chip])
        positions = Setup(found["button"], {item["seat"]: item["stack"] for item in found["seats"]}).positions()
        if number > len(found["blinds"]) and number > 2 and rng.random() < 0.3:
            seat = positions[len(found["blinds"])]
            stack = next(item["stack"] for item in found["seats"] if item["seat"] == seat)
            if stack - found["ante"] >= 2 * found["blinds"][-1]:
                found["straddle"] = seat
    else:
        found["ante"] = least if found["book"] == "wa" else chip
        if variant.forced == "always" and rng.random() < 0.5:
            found["bring_in"] = unit if found["structure"] == "spread_limit" else unit // 2
        if variant.forced == "elected" and rng.random() < 0.5:
            found["bring_in"] = unit
        if variant.opening == "bet_or_pass" and rng.random() < 0.3:
            found["carried"] = chip * rng.randint(0, 50)


def read(found: dict[str, Any]) -> tuple[Terms, Setup]:
    check_keys(found, TABLE_KEYS)
    return read_table(found)


class Dealer:
    """Deals from a shuffled deck and picks acts at random among what the engine offers."""

    def __init__(self, rng: random.Random, terms: Terms, setup: Setup, hidden: float = 0.0) -> None:
        self.rng = rng
        self.hand = Hand(terms, setup)
        self.state = GAME.begin(terms, setup)
        self.stub = list(deck(terms.deck))
        rng.shuffle(self.stub)
        self.hidden = hidden
        self.secret: dict[int, list[int]] = {}

    def do(self, act: Any) -> State:
        self.state = GAME.apply(self.state, act)
        self.hand = self.hand.then(act)
        return self.state

    def step(self) -> State:
        """One act; at the showdown perhaps a hand given up."""
        choice = self.rng.choice(
            [found for found in GAME.choices(self.state) if found.act != "all_in" or self.rng.random() < 0.3]
        )
        if choice.act == "deal":
            number = choice.most if self.rng.random() < 0.8 else self.rng.randint(1, choice.most)
            return self.do(acts.Deal(tuple(self._next(due) for due in self.state.tray.due[:number])))
        if choice.act == "reshuffle":
            return self._reshuffle()
        if choice.act == "run_it":
            return self.do(acts.RunIt(self.rng.randint(2, choice.most)))
        if choice.act == "discard":
            return self._discard(choice)
        return self.do(self._bet(choice))

    def _next(self, due: Due) -> int:
        """The next card; a seat is not given back what it has discarded itself."""
        own = dict(self.state.play.discards).get(due.to, []) if due.place == "down" else []
        place = next(place for place in range(len(self.stub) - 1, -1, -1) if self.stub[place] not in own)
        return self.stub.pop(place)

    def _reshuffle(self) -> State:
        before = set(self.state.tray.out)
        state = self.do(acts.Reshuffle())
        back = list(before - state.tray.out)
        self.stub += back
        self.rng.shuffle(self.stub)
        return state

    def _discard(self, choice: Any) -> State:
        hand = self.state.play.hands[self.state.play.turn]
        number = self.rng.choice([choice.least, choice.most, self.rng.randint(choice.least, choice.most)])
        return self.do(acts.Discard(choice.by, tuple(self.rng.sample(hand, number))))

    def _bet(self, choice: Any) -> Any:
        kinds = {"fold": acts.Fold, "check": acts.Check, "call": acts.Call, "all_in": acts.AllIn, "muck": acts.Muck}
        if choice.act in kinds:
            return kinds[choice.act](choice.by)
        kind = acts.Bet if choice.act == "bet" else acts.Raise
        if choice.options:
            return kind(choice.by, int(self.rng.choice(choice.options)))
        steps = (choice.most - choice.least) // choice.step
        wanted = self.rng.choice([0, 0, steps, self.rng.randint(0, steps), min(steps, 3)])
        to = choice.least + wanted * choice.step
        return kind(choice.by, to)

    def out(self) -> State:
        """Play to the end."""
        while not self.state.over:
            self.step()
        while self.state.phase.name == "SHOW" and self.rng.random() < 0.2:
            if not GAME.choices(self.state):
                break
            self.step()
        return self.state
