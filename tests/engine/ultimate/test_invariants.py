from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import CARDS, deck
from games.engine.protocol import Outcome, Rule, from_json, to_json
from games.engine.ultimate.acts import ACTS, Check, Deal, Fold, MistakenPlay, Play, PoolStands, Show, Turn
from games.engine.ultimate.game import GAME
from games.engine.ultimate.record import settle_record
from games.engine.ultimate.state import TIMES, Phase, State, stakes_of
from tests.engine.ultimate.rounds import acted, betting, place, rules

ELECTIONS = st.fixed_dictionaries(
    {
        "pay_table": st.integers(1, 4),
        "hands": st.sampled_from(["any_five", "two_and_three"]),
        "dealing": st.sampled_from(["shoe", "shuffler", "shuffler_board_first"]),
        "max_payout": st.sampled_from([None, 2500, 100_000]),
    }
)
ON = {Phase.DEAL: "deal", Phase.FLOP: "flop", Phase.RIVER: "river"}


def play_on(state: State, data: st.DataObject, rule: bool) -> State:
    """Any legal acts until the round is over, now and then a ruling."""
    while state.phase is not Phase.OVER:
        if rule and data.draw(st.integers(0, 12)) == 0:
            listed = data.draw(st.sampled_from(GAME.rulings(state)))
            detail = 700 if listed.name in ("wrong_amount", "hand_at_empty_area") else None
            state = acted(state, Rule(listed.name, "operator", listed.subject, detail))
        elif state.undecided:
            state = acted(state, decision(state, data, rule))
        elif state.phase is Phase.SHOWDOWN:
            state = acted(state, Show())
        else:
            state = acted(state, Turn())
    return state


def decision(state: State, data: st.DataObject, mistakes: bool) -> Any:
    seat = state.undecided[0].seat
    may_check = state.phase is not Phase.RIVER and not state.play_or_fold
    if mistakes and data.draw(st.integers(0, 9)) == 0:
        return MistakenPlay(seat, data.draw(st.sampled_from([2500, 4500, 7000])))
    if data.draw(st.booleans()):
        return Play(seat, data.draw(st.sampled_from(TIMES[state.phase])))
    return Check(seat) if may_check else Fold(seat)


def begun(data: st.DataObject) -> State:
    state = betting(**data.draw(ELECTIONS))
    for seat in data.draw(st.lists(st.integers(1, 7), min_size=1, max_size=4, unique=True)):
        ante = data.draw(st.sampled_from([1000, 1500, 5000]))
        trips, progressive = data.draw(st.sampled_from([0, 500])), data.draw(st.sampled_from([0, 500]))
        state = place(state, seat, ante=ante, trips=trips, progressive=progressive)
    shuffled = data.draw(st.permutations(deck()))
    for card in shuffled[: 2 * len(state.boxes) + 7]:
        state = acted(state, Deal(card))
    return acted(state, PoolStands(prize=data.draw(st.sampled_from([0, 10**6, 10**8]))))


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_every_stake_is_paid_kept_or_returned(data):
    state = play_on(begun(data), data, rule=True)
    settlement, stakes = GAME.settle(state), stakes_of(state)
    assert set(settlement.lines) == set(stakes)
    for wager, found in settlement.lines.items():
        kept = stakes[wager] - found.returned
        assert 0 <= kept <= stakes[wager]
        assert found.commission == 0
        assert found.clause
        if found.outcome in (Outcome.VOID, Outcome.PUSH):
            assert (kept, found.paid) == (0, 0)
        elif found.outcome is Outcome.LOSE:
            assert found.paid == 0
        else:
            assert found.paid > 0
            assert kept in (0, 500 if wager.endswith("progressive") else 0)


def record_of(state: State) -> dict[str, Any]:
    """The round as the command line would be given it."""
    pool = state.pool.prize
    boxes = []
    for box in state.boxes:
        play = {"times": box.play // box.ante, "on": ON[box.played]} if box.play else None
        stakes = {"ante": box.ante, "blind": box.blind, "trips": box.trips, "progressive": box.progressive}
        boxes.append({"seat": box.seat, "cards": [CARDS[card] for card in box.cards], **stakes, "play": play})
    names = ("pay_table", "hands", "max_payout", "progressive", "chip")
    return {
        "game": "ultimate",
        "elections": {name: getattr(state.rules, name) for name in names},
        "dealer": [CARDS[card] for card in state.dealer],
        "board": [CARDS[card] for card in state.board],
        "boxes": boxes,
        "pool": {"prize": pool},
    }


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_the_state_and_the_command_line_settle_alike(data):
    state = play_on(begun(data), data, rule=False)
    assert GAME.settle(state).answer == settle_record(record_of(state))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_round_replays_from_its_acts(data):
    start = begun(data)
    state, acts = start, []
    while state.phase is not Phase.OVER:
        if state.undecided:
            act = decision(state, data, mistakes=True)
        else:
            act = Show() if state.phase is Phase.SHOWDOWN else Turn()
        acts.append(to_json(act))
        state = acted(state, act)
    again = acted(start, *(from_json(ACTS, act) for act in acts))
    assert again == state
    assert GAME.settle(again) == GAME.settle(state)


def test_the_rules_of_a_round_are_frozen():
    assert rules().model_config["frozen"] is True
