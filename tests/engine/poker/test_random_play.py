"""Random legal play over all books, variants, decks and structures: nothing is lost, and a record gives it all back."""

from __future__ import annotations

import json
import random

import pytest

from games.engine.poker.game import GAME
from games.engine.poker.history import hand_from_json
from games.engine.poker.record import settle_record
from games.engine.poker.written import to_record
from tests.engine.poker.dealer import GAMES, Dealer, read, table

EACH = 12


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game)))
def test_chips_and_cards_are_conserved_in_every_state(game: tuple[str, str, int, str]) -> None:
    for seed in range(EACH):
        rng = random.Random(f"{game}{seed}")
        terms, setup = read(table(rng, game))
        dealer = Dealer(rng, terms, setup)
        brought = sum(setup.stacks.values()) + setup.carried
        while not dealer.state.over:
            state = dealer.step()
            assert sum(state.play.stacks) + state.play.pot == brought
            assert min(state.play.stacks) >= 0
            assert sum(placed.count for placed in state.cards()) == terms.deck
        _settles(dealer, brought)


def _settles(dealer: Dealer, brought: int) -> None:
    state = dealer.out()
    settlement = GAME.settle(state)
    answer = settlement.answer
    assert sum(answer["stacks"].values()) + answer["rake"] + answer.get("carried", 0) == brought
    back = sum(line.paid + line.returned for line in settlement.lines.values())
    carried = answer.get("carried", 0)
    assert back + answer["rake"] + carried == sum(GAME.at_stake(state).values()) + dealer.hand.setup.carried
    assert sum(line.commission for line in settlement.lines.values()) == answer["rake"]
    # The same hand on the command line, and from its own record.
    assert settle_record(json.loads(json.dumps(to_record(dealer.hand)))) == {**answer}
    again = hand_from_json(json.loads(json.dumps(dealer.hand.to_json())))
    assert again == dealer.hand
    assert again.replay() == state


def test_replay_gives_the_same_states() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        dealer = Dealer(rng, *read(table(rng)))
        seen = [dealer.state]
        while not dealer.state.over:
            seen.append(dealer.step())
        assert [*dealer.hand.states()] == seen


def test_an_act_leaves_the_state_before_it_as_it_was() -> None:
    for seed in range(40):
        rng = random.Random(1000 + seed)
        dealer = Dealer(rng, *read(table(rng)))
        while not dealer.state.over:
            before, view = dealer.state, dealer.state.view()
            dealer.step()
            assert before.view() == view
