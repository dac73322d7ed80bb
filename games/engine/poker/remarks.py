"""Sentences for the dealer that refuse nothing."""

from __future__ import annotations

from games.engine.cards import CARDS
from games.engine.poker.acts import Check
from games.engine.poker.phases import BET
from games.engine.poker.state import State
from games.engine.poker.stud import up_cards
from games.engine.protocol import Act, Said


def remarks(state: State) -> list[Said]:
    """WA 21.5(d), 22.7(d), 23.9(d): who checks after a check in the last round holds more than the checker shows."""
    play = state.play
    last_round = play.round == play.variant.rounds - 1
    if not play.variant.checkers_beat or play.phase is not BET or not last_round or play.level:
        return []
    first = next((act.seat for act in _since_the_last_deal(state) if isinstance(act, Check)), None)
    if first is None:
        return []
    shows = " ".join(CARDS[card] for card in up_cards(play, play.seats.index(first)))
    sentence = f"Seat {first} has checked and shows {shows}: seat {state.turn} may check with a higher hand only."
    return [Said(sentence, state.rules.cite("checkers"), state.turn)]


def _since_the_last_deal(state: State) -> list[Act]:
    done = list(state.acts)
    dealt = max(place for place, act in enumerate(done) if act.kind == "deal")
    return done[dealt + 1 :]
