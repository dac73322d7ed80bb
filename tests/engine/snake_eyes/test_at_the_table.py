"""Snake Eyes at a table: wagers, the Shooter, one roll after another (NZ11A 4 and 5)."""

from __future__ import annotations

from typing import Any

import pytest

from casino.refused import Refused
from games.engine.general import Limits
from games.engine.protocol import Act
from games.engine.snake_eyes import acts
from games.engine.snake_eyes.game import GAME
from games.engine.snake_eyes.rules import SnakeEyesRules
from games.engine.snake_eyes.state import KindLimits, Personal, Phase, Sign, State
from tests.engine.snake_eyes.table import SIGN, begin, called, play, rolled, rules, shooting, wager


def refused(state: State, *done: Act) -> tuple[str | None, str]:
    with pytest.raises(Refused) as found:
        play(state, *done)
    return found.value.clause, found.value.where


def names(state: State) -> list[str]:
    return [choice.act for choice in GAME.choices(state)]


@pytest.mark.parametrize(
    ("change", "where", "clause"),
    [
        ({"hard_4": 8}, "hard_4", "NZ11A 4.9"),
        ({"hard_6": 7}, "hard_6", "NZ11A 4.9"),
        ({"hard_8": 10}, "hard_8", "NZ11A 4.9"),
        ({"hard_10": 9}, "hard_10", "NZ11A 4.9"),
        ({"field": 4}, "field", "NZ11A 4.9"),
        ({"craps_2": 29}, "craps_2", "NZ11A 4.9"),
        ({"craps_12": 34}, "craps_12", "NZ11A 4.9"),
        ({"chip": 0}, "chip", "NZ11A 4.3"),
        ({"dice": 6}, "dice", "NZ11A 1.1"),
        ({"hardway_combo": "never"}, "hardway_combo", "NZ11A 4.1(b)"),
        ({"tie": 8}, "tie", None),
    ],
)
def test_an_election_outside_its_clause_is_refused(change: dict[str, Any], where: str, clause: str | None) -> None:
    with pytest.raises(Refused) as found:
        rules(**change)
    assert (found.value.where, found.value.clause) == (where, clause)


def test_every_election_knows_its_clause() -> None:
    assert all(SnakeEyesRules.clause(name).startswith("NZ11A ") for name in SnakeEyesRules.model_fields)


@pytest.mark.parametrize(
    ("placed", "clause", "where"),
    [
        (wager("hard_5"), "NZ1 10.1(a)", "on"),
        (wager("six", 0), "NZ11A 4.3", "amount"),
        (wager("six", -100), "NZ11A 4.3", "amount"),
        (wager("six", 150), "NZ11A 4.3", "amount"),
        (wager("six", 100_100), "NZ1 10.1(b)", "amount"),
    ],
)
def test_a_wager_that_is_not_taken(placed: Act, clause: str, where: str) -> None:
    assert refused(begin(), placed) == (clause, where)


def test_limits_of_the_table_of_a_kind_and_of_a_player_nz1_9() -> None:
    sign = Sign(Limits(200, 1000), (KindLimits("craps_2", Limits(100, 300)),), (Personal("bob", None, 5000),))
    state = begin(sign=sign)
    assert refused(state, wager("six", 100)) == ("NZ1 10.1(b)", "amount")
    assert refused(state, wager("craps_2", 400)) == ("NZ1 10.1(b)", "amount")
    assert play(state, wager("six", 5000, "bob")).wagers
    assert refused(state, wager("six", 800, id="a"), wager("six", 300, id="b")) == ("NZ1 10.1(b)", "amount")


def test_two_wagers_with_one_id_in_a_round() -> None:
    state = shooting(wager("any_7", id="w"), wager("six"))
    assert refused(state, wager("five", id="w")) == (None, "id")
    assert refused(play(state, *rolled(1, 1)), wager("five", id="w")) == (None, "id")


def test_accepted_by_mistake_nz1_10_2() -> None:
    state = begin(sign=Sign(Limits(200, 1000)))
    state = play(state, wager("six", 100, id="w1", mistaken=True), wager("five", 100, id="w2", mistaken=True))
    state = play(state, wager("any_7", 1500, id="w3", mistaken=True), acts.AcceptDice("ann"), *called(3, 4))
    lines = GAME.settle(state).lines
    assert (lines["w1"].outcome, lines["w1"].returned) == ("lose", 0)
    assert (lines["w2"].outcome, lines["w2"].returned, lines["w2"].clause) == ("void", 100, "NZ1 10.2(a)")
    assert (lines["w3"].outcome, lines["w3"].paid, lines["w3"].returned) == ("win", 4000, 1500)
    lost = play(begin(sign=Sign(Limits(200, 1000))), wager("eleven", 1500, id="w", mistaken=True))
    lost = play(lost, acts.AcceptDice("ann"), *called(3, 4))
    assert (GAME.settle(lost).lines["w"].outcome, GAME.settle(lost).lines["w"].returned) == ("lose", 500)


def test_a_round_from_an_empty_layout_until_no_wager_is_open() -> None:
    state = shooting(wager("hard_6", id="h"), wager("field", id="f"), wager("five", player="bob", id="b"))
    state = play(state, *called(1, 1))
    assert {name: line.paid for name, line in GAME.settle(state).lines.items()} == {"f": 1500}
    state = play(state, acts.Pay())
    assert GAME.at_stake(state) == {"h": 500, "b": 500}
    assert GAME.settle(state).lines == {}
    state = play(state, *called(3, 3))
    assert {name: line.paid for name, line in GAME.settle(state).lines.items()} == {"h": 4500}
    state = play(state, acts.Pay())
    # The Shooter has no wager left and may make another (5.7).
    assert "throw" not in names(state)
    assert refused(state, acts.Throw()) == ("NZ11A 5.4", "")
    state = play(state, wager("eleven", id="e"), *called(3, 4))
    assert {name: line.outcome for name, line in GAME.settle(state).lines.items()} == {"b": "lose", "e": "lose"}
    state = play(state, acts.Pay())
    assert (state.phase, GAME.choices(state), GAME.rulings(state)) == (Phase.OVER, [], [])
    answer = GAME.settle(state).answer["wagers"]
    assert {name: found["roll"] for name, found in answer.items()} == {"f": 1, "h": 2, "b": 3, "e": 3}


def test_nothing_is_taken_when_the_round_is_over_nz11a_4_4() -> None:
    over = play(shooting(wager("any_7")), *rolled(3, 4))
    assert refused(over, wager("six")) == ("NZ11A 4.4", "")


def test_wagers_are_reduced_or_removed_before_the_dice_rest_nz11a_4_7() -> None:
    state = shooting(wager("six", 1000, id="a"), wager("five", 1000, id="b"))
    state = play(state, acts.ReduceWager("a", 600), acts.Throw(), acts.ReduceWager("a", 300), acts.RemoveWager("b"))
    assert GAME.at_stake(state) == {"a": 300}
    assert refused(state, acts.ReduceWager("a", 300)) == ("NZ11A 4.7", "amount")
    assert refused(state, acts.ReduceWager("a", 400)) == ("NZ11A 4.7", "amount")
    assert refused(state, acts.ReduceWager("a", 50)) == ("NZ11A 4.3", "amount")
    assert refused(state, acts.ReduceWager("a", 0)) == ("NZ11A 4.3", "amount")
    assert refused(state, acts.RemoveWager("x")) == (None, "id")
    rested = play(state, acts.CallRoll((1, 2)))
    assert refused(rested, acts.ReduceWager("a", 100)) == ("NZ1 10.6", "")
    assert refused(rested, acts.RemoveWager("a")) == ("NZ1 10.6", "")


def test_reducing_keeps_to_the_minimum_nz1_10_1_b() -> None:
    state = begin(sign=Sign(Limits(500, 5000)))
    assert refused(state, wager("six", 1000, id="a"), acts.ReduceWager("a", 400)) == ("NZ1 10.1(b)", "amount")


def test_the_round_ends_when_the_last_open_wager_is_removed_nz11a_4_7() -> None:
    state = play(shooting(wager("six", id="a")), *rolled(1, 1), acts.RemoveWager("a"))
    assert state.phase is Phase.OVER
    fresh = play(begin(), wager("six", id="a"), acts.RemoveWager("a"))
    assert fresh.phase is Phase.OPEN


def test_a_late_wager_needs_a_word_and_chips_nz11a_4_4() -> None:
    state = play(shooting(wager("six")), acts.Throw())
    assert refused(state, wager("any_7")) == ("NZ11A 4.4", "confirmed")
    assert refused(state, wager("any_7", confirmed=True, chips=False)) == ("NZ11A 4.4", "chips")
    late = play(state, wager("any_7", id="l", confirmed=True), acts.CallRoll((3, 4)))
    assert GAME.settle(late).lines["l"].paid == 2000
    assert refused(late, wager("any_7", confirmed=True)) == ("NZ1 10.6", "")


def test_a_wager_is_settled_where_it_lies_nz11a_4_6() -> None:
    state = shooting(wager("six", id="a"))
    assert refused(state, acts.WagerLies("a", "field")) == ("NZ11A 4.6", "")
    state = play(state, *called(1, 2), acts.WagerLies("a", "craps_3"))
    assert GAME.settle(state).lines["a"].paid == 7500
    assert refused(state, acts.WagerLies("a", "nowhere")) == ("NZ11A 4.6", "on")


def test_dice_are_inspected_by_both_nz11a_5_2() -> None:
    state = begin(dice=0)
    assert names(state) == ["receive_dice"]
    assert refused(state, acts.ReceiveDice(6, True, True)) == ("NZ11A 1.1", "count")
    assert refused(state, acts.ReceiveDice(1, True, True)) == ("NZ11A 1.1", "count")
    assert refused(state, acts.ReceiveDice(5, False, True)) == ("NZ11A 5.2", "by_dealer")
    assert refused(state, acts.ReceiveDice(5, True, False)) == ("NZ11A 5.2", "by_supervisor")
    ready = play(state, acts.ReceiveDice(5, True, True))
    assert ready.phase is Phase.OPEN
    assert refused(ready, acts.ReceiveDice(5, True, True)) == ("NZ11A 5.2", "")


def test_the_dice_are_offered_from_the_dealers_left_nz11a_5_3() -> None:
    state = begin()
    assert refused(state, acts.AcceptDice("bob")) == ("NZ11A 5.3", "player")
    state = play(state, acts.DeclineDice("ann"), acts.AcceptDice("bob"))
    assert (state.shooter, state.said[-1].clause) == ("bob", "NZ11A 5.3")


def test_the_shooter_needs_a_wager_at_the_roll_nz11a_5_4() -> None:
    state = play(begin(), wager("six", player="bob"), acts.AcceptDice("ann"))
    assert refused(state, acts.Throw()) == ("NZ11A 5.4", "")
    assert play(state, wager("five"), acts.Throw()).phase is Phase.ROLLING


def test_a_roll_follows_the_last_ones_payment_nz11a_5_6() -> None:
    state = play(shooting(wager("six")), *called(1, 1))
    assert refused(state, acts.Throw()) == ("NZ11A 5.6", "")
    assert refused(state, acts.CallRoll((1, 1))) == ("NZ11A 5.6(a)", "")
    assert refused(shooting(wager("six")), acts.Pay()) == ("NZ11A 5.6(e)", "")


@pytest.mark.parametrize(
    ("dice", "clause", "where"),
    [((0, 1), "NZ1 16", "dice[0]"), ((1, 7), "NZ1 16", "dice[1]"), ((1,), "NZ11A 1.1", "dice")],
)
def test_dice_that_are_none_nz1_16(dice: tuple[int, ...], clause: str, where: str) -> None:
    assert refused(play(shooting(wager("six")), acts.Throw()), acts.CallRoll(dice)) == (clause, where)


def test_seven_out_ends_the_turn_nz11a_5_7_a() -> None:
    state = play(shooting(wager("six"), wager("five", player="cy")), *rolled(3, 4))
    assert (state.phase, state.shooter, state.last_shooter) == (Phase.OVER, None, "ann")
    later = GAME.begin(rules(), GAME.next_setup(state))
    later = play(later, wager("six", player="ann"), wager("six", player="cy"))
    # Bob has no wager: the dice pass to Cy.
    assert refused(later, acts.AcceptDice("ann")) == ("NZ11A 5.9", "player")
    assert play(later, acts.AcceptDice("cy")).shooter == "cy"


def test_the_shooter_keeps_the_dice_for_the_next_round_nz11a_5_7() -> None:
    state = play(shooting(wager("six")), *rolled(3, 3))
    assert GAME.begin(rules(), GAME.next_setup(state)).shooter == "ann"


def test_the_shooter_may_give_up_the_dice_after_any_roll_nz11a_5_7_5_9() -> None:
    state = play(shooting(wager("six"), wager("six", player="bob")), *rolled(1, 1))
    assert "relinquish" in names(state)
    passed = play(state, acts.Relinquish())
    assert [choice.by for choice in GAME.choices(passed) if choice.act == "accept_dice"] == ["bob"]
    assert refused(play(passed, acts.AcceptDice("bob")), acts.AcceptDice("cy")) == ("NZ11A 5.9", "player")
    assert refused(begin(), acts.Relinquish()) == ("NZ11A 5.7", "")


def test_with_no_taker_the_dealer_rolls_until_a_result_nz11a_5_9_d() -> None:
    state = play(shooting(wager("six"), wager("five", player="bob")), *rolled(1, 1), acts.Relinquish())
    assert refused(state, acts.Throw()) == ("NZ11A 5.9", "")
    state = play(state, acts.DeclineDice("bob"))
    throw = next(choice for choice in GAME.choices(state) if choice.act == "throw")
    assert (throw.by, throw.clause) == (None, "NZ11A 5.9")
    state = play(state, *rolled(6, 6))
    assert state.shooter == "dealer"
    assert refused(state, acts.Relinquish()) == ("NZ11A 5.7", "")
    state = play(state, *rolled(3, 3))
    # A result: the dice go from the dealer's left again, to those with a wager.
    assert [choice.by for choice in GAME.choices(state) if choice.act == "accept_dice"] == ["bob"]


def test_a_table_without_players_on_record_is_rolled_by_the_dealer_nz11a_5_9_d() -> None:
    state = play(begin(players=()), wager("any_7", id="w"), *called(3, 4))
    assert GAME.settle(state).lines["w"].paid == 2000


def test_the_other_reading_of_the_combo_at_a_table_nz11a_4_1_b() -> None:
    state = play(shooting(wager("hardway_combo", id="w"), hardway_combo="each_total"), *rolled(1, 3), *rolled(2, 2))
    assert GAME.at_stake(state) == {"w": 500}
    done = play(state, *called(3, 3))
    assert GAME.settle(done).lines["w"].paid == 2000
    with pytest.raises(Refused):
        GAME.to_record(done)


def test_the_result_is_entered_where_there_is_equipment_nz11a_5_6_b() -> None:
    state = play(shooting(wager("six"), electronic=True), *called(1, 1))
    assert refused(state, acts.Pay()) == ("NZ11A 5.6(b)", "")
    assert "enter_roll" in names(state)
    entered = play(state, acts.EnterRoll((1, 1)))
    assert refused(entered, acts.EnterRoll((1, 1))) == ("NZ11A 5.6(b)", "")
    assert play(entered, acts.Pay()).phase is Phase.OPEN
    assert refused(play(shooting(wager("six")), *called(1, 1)), acts.EnterRoll((1, 1))) == ("NZ11A 5.6(b)", "")


def test_choices_name_the_bounds() -> None:
    state = shooting(wager("six", 1000, id="a"))
    placed = {choice.options[0]: choice for choice in GAME.choices(state) if choice.act == "place_wager"}
    assert len(placed) == 15
    assert (placed["field"].least, placed["field"].most, placed["field"].clause) == (100, 100_000, "NZ11A 4.1(f)")
    reduce = next(choice for choice in GAME.choices(state) if choice.act == "reduce_wager")
    assert (reduce.by, reduce.least, reduce.most, reduce.step) == ("ann", 100, 900, 100)
    assert SIGN.of("six") == Limits(100, 100_000)
