"""A hand as a Poker Hand History file (.phh, TOML), so that other tools can read it.

Players stand from the left of the button. Games for which the format has no code carry one of ours
(`nz/crazy_pineapple/no_limit`); what the format does not know (book, deck, rake, reshuffles) stands in fields that
begin with an underscore, as the format provides.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.engine.poker import acts
from games.engine.poker.game import GAME
from games.engine.poker.history import Hand
from games.engine.poker.phases import SHOW
from games.engine.poker.showdown import seats_in
from games.engine.poker.state import State
from games.engine.poker.tray import Due
from games.engine.poker.variants import HIDDEN
from games.engine.poker.written import names
from games.engine.protocol import Act

CODES = {
    ("holdem", 52, "no_limit"): "NT",
    ("holdem", 52, "fixed_limit"): "FT",
    ("omaha", 52, "pot_limit"): "PO",
    ("seven_card_stud", 52, "fixed_limit"): "F7S",
}

NO_BETTING = (acts.Deal, acts.Reshuffle, acts.RunIt, acts.Muck, acts.Show)


def to_phh(hand: Hand, /, **fields: str | int) -> str:
    """The file; `fields` are further ones of the format (hand, table, venue, day, month, year …)."""
    states = list(hand.states())
    found = {
        **_table(hand, states[0]),
        "actions": [*_actions(states, hand.acts)],
        **_finish(states[-1]),
        **fields,
    }
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in found.items())


def _table(hand: Hand, state: State) -> dict[str, Any]:
    terms, play = hand.rules, state.play
    variant = terms.variant
    game = (variant.name, terms.deck, terms.structure)
    found: dict[str, Any] = {"variant": CODES.get(game, f"{terms.book.name}/{variant.name}/{terms.structure}")}
    found["ante_trimming_status"] = True
    found["antes"] = [terms.ante] * play.number
    if variant.by_blinds:
        found["blinds_or_straddles"] = _blinds(hand, state)
    if terms.bring_in is not None:
        found["bring_in"] = terms.bring_in
    if terms.bets is not None:
        found["small_bet"], found["big_bet"] = terms.bets
    else:
        found["min_bet"] = terms.minimum
    found["starting_stacks"] = list(play.start)
    found["seats"] = list(play.seats)
    found["_book"], found["_deck"] = terms.book.name, terms.deck
    return found


def _blinds(hand: Hand, state: State) -> list[int]:
    """By player, but with two players in the order of posting: the format turns them round itself."""
    amounts = [*hand.rules.blinds, *([2 * hand.rules.blinds[-1]] if hand.setup.straddle is not None else [])]
    if state.play.number == 2 and len(amounts) == 1:
        return [0, *amounts]
    return amounts + [0] * (state.play.number - len(amounts))


def _actions(states: list[State], done: tuple[Act, ...]) -> Iterator[str]:
    """Readers expect hands to be shown once the betting is over, before the rest of the board."""
    betting = [place for place, act in enumerate(done) if not isinstance(act, NO_BETTING)]
    shown = betting[-1] + 1 if betting else 0
    dealt: list[tuple[Due, str]] = []
    for place, (before, act) in enumerate(zip(states, done, strict=False)):
        if place == shown and place:
            yield from _shown(states[-1])
        if isinstance(act, acts.Deal):
            dealt += zip(before.tray.due, names([HIDDEN if card is None else card for card in act.cards]), strict=False)
            after = states[place + 1]
            if after.phase is before.phase and after.play.round == before.play.round and after.tray.due:
                continue
        yield from _dealt(dealt)
        dealt = []
        if not isinstance(act, NO_BETTING):
            yield _act(before, act)
    if not shown or shown == len(done):
        yield from _shown(states[-1])


def _dealt(dealt: list[tuple[Due, str]]) -> Iterator[str]:
    """Hole cards by player, then each board; burns are not written."""
    for place, word in ((("down", "up"), "dh p{}"), (("board",), "db")):
        for to in sorted({due.to for due, _ in dealt if due.place in place}):
            cards = "".join(name for due, name in dealt if due.to == to and due.place in place)
            yield f"d {word.format(to + 1)} {cards}"


def _act(before: State, act: Any) -> str:
    play = before.play
    player = f"p{play.seats.index(act.seat) + 1}"
    if isinstance(act, acts.Fold):
        return f"{player} f"
    if isinstance(act, acts.Discard):
        cards = "".join(names([HIDDEN if card is None else card for card in act.cards]))
        return f"{player} sd {cards}".strip()
    index = play.seats.index(act.seat)
    to = act.to if isinstance(act, acts.Bet | acts.Raise) else play.bets[index] + play.stacks[index]
    if isinstance(act, acts.Check | acts.Call) or to <= play.level:
        return f"{player} cc"
    return f"{player} pb" if not play.level and to == play.terms.bring_in else f"{player} cbr {to}"


def _shown(last: State) -> Iterator[str]:
    """In the order of the book; hands that were given up, or that nobody saw, after them."""
    play = last.play
    if last.phase is not SHOW:
        return
    order = GAME.settle(last).answer["shown"]
    for seat in order:
        index = play.seats.index(seat)
        yield f"p{index + 1} sm {''.join(names(play.hands[index]))}"
    for index in seats_in(play.live):
        if play.seats[index] not in order:
            yield f"p{index + 1} sm"


def _finish(last: State) -> dict[str, Any]:
    if not last.over:
        return {}
    answer = GAME.settle(last).answer
    finish = [answer["stacks"][str(seat)] for seat in last.play.seats]
    return {"finishing_stacks": finish, "_rake": answer["rake"]}
