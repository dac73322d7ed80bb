"""Every irregularity of NZ11A 6, 4.6 and 5.7, and the general ones, as rulings on the state."""

from __future__ import annotations

import pytest

from casino.refused import Refused
from games.engine.protocol import STAFF, Act, Ruling
from games.engine.snake_eyes import acts
from games.engine.snake_eyes.game import GAME
from games.engine.snake_eyes.rulings import MAY_VOID, MUST_VOID
from games.engine.snake_eyes.state import Phase, State
from tests.engine.snake_eyes.table import begin, called, play, rolled, rules, ruling, shooting, wager

GS = "game_supervisor"


def refused(state: State, *done: Act) -> tuple[str | None, str]:
    with pytest.raises(Refused) as found:
        play(state, *done)
    return found.value.clause, found.value.where


def listed(state: State, name: str) -> list[Ruling]:
    return [one for one in GAME.rulings(state) if one.name == name]


def rolling() -> State:
    return play(shooting(wager("six", id="s"), wager("any_7", id="a")), acts.Throw())


@pytest.mark.parametrize("clause", [*MUST_VOID, *MAY_VOID])
def test_no_roll_nz11a_6_3_6_4(clause: str) -> None:
    """Before or after the call; single-roll wagers wait for the next roll."""
    for state in (rolling(), play(rolling(), acts.CallRoll((1, 1)))):
        void = play(state, ruling("no_roll", "dealer", clause))
        assert (void.rolls, void.phase, void.said[-1].clause) == ((None,), Phase.OPEN, f"NZ11A {clause}")
        assert GAME.at_stake(void) == {"s": 500, "a": 500}
        done = play(void, *called(3, 4))
        assert GAME.settle(done).lines["a"].paid == 2000
        assert GAME.settle(done).answer["wagers"]["a"]["roll"] == 2


def test_every_ground_for_a_void_roll_is_there_nz11a_6_3_6_4() -> None:
    assert list(MUST_VOID) == [f"6.3({letter})" for letter in "abcdefgh"]
    assert list(MAY_VOID) == [f"6.4({letter})" for letter in "abcd"]


def test_no_roll_is_for_a_roll_nz11a_6_3() -> None:
    assert refused(shooting(wager("six")), ruling("no_roll", "dealer", "6.3(a)")) == (None, "name")
    assert refused(rolling(), ruling("no_roll", "dealer", "6.3(z)")) == ("NZ11A 6.3(a)", "subject")


def test_the_uppermost_face_is_the_game_supervisors_nz11a_6_2() -> None:
    state = rolling()
    assert refused(state, ruling("uppermost_face", "dealer", detail="3 4")) == ("NZ11A 6.2", "by")
    assert refused(state, ruling("uppermost_face", GS, detail="3")) == ("NZ11A 1.1", "dice")
    assert refused(state, ruling("uppermost_face", GS, detail="x y")) == (None, "detail")
    done = play(state, ruling("uppermost_face", GS, detail="3 4"))
    assert GAME.settle(done).lines["a"].outcome == "win"
    void = play(state, ruling("face_in_doubt", GS))
    assert (void.rolls, void.said[-1].clause) == ((None,), "NZ11A 6.2")


@pytest.mark.parametrize(
    ("rank", "clause"),
    list(zip(STAFF[1:], ["NZ11A 6.6(a)", "NZ11A 6.6(b)", "NZ11A 6.6(c)", "NZ11A 6.6(d)"], strict=True)),
)
def test_a_call_is_overruled_by_rank_nz11a_6_6(rank: str, clause: str) -> None:
    state = play(rolling(), acts.CallRoll((1, 1)))
    assert refused(state, ruling("overrule", "dealer", detail="3 4")) == ("NZ11A 6.6(a)", "by")
    done = play(state, ruling("overrule", rank, detail="3 4"))
    assert (GAME.settle(done).lines["a"].outcome, done.said[-1].clause) == ("win", clause)
    assert refused(play(done, acts.Pay()), ruling("overrule", "operator", detail="1 1")) in (
        (None, "name"),
        ("NZ11A 4.4", ""),
    )


def test_each_rank_only_overrules_those_below_nz11a_6_6() -> None:
    state = play(rolling(), acts.CallRoll((1, 1)), ruling("overrule", "casino_supervisor", detail="3 4"))
    (found,) = listed(state, "overrule")
    assert (found.decides, found.clause) == ("senior_supervisor", "NZ11A 6.6(c)")
    assert refused(state, ruling("overrule", "casino_supervisor", detail="1 1")) == ("NZ11A 6.6(c)", "by")
    last = play(state, ruling("overrule", "operator", detail="1 1"))
    assert listed(last, "overrule") == []


def test_an_entry_is_amended_before_wagers_are_settled_nz11a_6_8() -> None:
    state = play(shooting(wager("six"), electronic=True), *called(1, 1), acts.EnterRoll((1, 2)))
    assert refused(state, acts.Pay()) == ("NZ11A 6.8", "")
    acts_now = {choice.act: choice.options for choice in GAME.choices(state)}
    assert "pay" not in acts_now
    assert acts_now["rule"] == ("correct_entry",)
    assert refused(state, ruling("correct_entry", "dealer")) == ("NZ11A 6.8", "by")
    assert play(state, ruling("correct_entry", GS), acts.Pay()).phase is Phase.OPEN


def test_the_dice_count_when_the_lights_are_wrong_and_the_game_stops_nz11a_6_9_6_10() -> None:
    state = play(shooting(wager("six", id="s"), wager("five"), electronic=True), *called(3, 3))
    state = play(state, ruling("wrong_lights", "dealer"))
    assert GAME.settle(state).lines["s"].outcome == "win"
    stopped = play(state, acts.Pay())
    assert refused(stopped, acts.Throw()) == ("NZ11A 6.10", "")
    assert "throw" not in [choice.act for choice in GAME.choices(stopped)]


@pytest.mark.parametrize(("name", "by", "detail"), [("fault_rectified", GS, None), ("safe_procedure", "operator", "x")])
def test_after_a_fault_the_game_goes_on_nz11a_6_10(name: str, by: str, detail: str | None) -> None:
    state = play(shooting(wager("six"), electronic=True), ruling("equipment_fault", "dealer"))
    assert refused(state, acts.Throw()) == ("NZ11A 6.10", "")
    assert refused(state, ruling(name, "dealer")) == ("NZ11A 6.10", "by")
    assert play(state, ruling(name, by, detail=detail), acts.Throw()).phase is Phase.ROLLING
    assert refused(state, ruling("safe_procedure", "operator")) == ("NZ11A 6.10", "detail")


def test_a_stopped_table_stays_stopped_in_the_next_round_nz11a_6_10() -> None:
    state = play(shooting(wager("any_7"), electronic=True), *called(3, 4), ruling("equipment_fault", "dealer"))
    over = play(state, acts.Pay())
    later = GAME.begin(rules(electronic=True), GAME.next_setup(over))
    assert refused(later, wager("six"), acts.Throw()) == ("NZ11A 6.10", "")


def test_a_wrong_display_changes_nothing_nz11a_6_11() -> None:
    state = play(rolling(), acts.CallRoll((3, 4)))
    done = play(state, ruling("wrong_display", "dealer"))
    assert (GAME.settle(done), done.said[-1].clause) == (GAME.settle(state), "NZ11A 6.11")


def test_a_wager_moved_by_accident_nz11a_4_6() -> None:
    state = play(rolling(), acts.CallRoll((3, 4)), acts.WagerLies("a", "eleven"))
    assert GAME.settle(state).lines["a"].outcome == "lose"
    assert refused(state, ruling("moved_wager", GS, "a", "any_7")) == ("NZ11A 4.6", "by")
    assert refused(state, ruling("moved_wager", subject="a", detail="nowhere")) == ("NZ11A 4.6", "detail")
    done = play(state, ruling("moved_wager", subject="a", detail="any_7"))
    assert GAME.settle(done).lines["a"].paid == 2000


def test_the_shooter_is_made_to_give_up_the_dice_nz11a_5_7_b() -> None:
    state = shooting(wager("six"), wager("six", player="bob"))
    done = play(state, ruling("pass_the_dice", "dealer", "ann"))
    assert (done.shooter, done.last_shooter, done.said[-1].clause) == (None, "ann", "NZ11A 5.7(b)")


def lost_a_die(detail: int | None = None) -> State:
    state = play(rolling(), ruling("no_roll", "dealer", "6.3(a)"))
    return play(state, ruling("dice_missing", "dealer", detail=detail))


def test_the_shooter_chooses_other_dice_or_waits_nz11a_6_1_b() -> None:
    state = lost_a_die()
    assert "choose_dice" in [choice.act for choice in GAME.choices(state)]
    assert refused(state, acts.Throw()) == ("NZ11A 6.1", "")
    assert play(state, acts.ChooseDice(original=False), acts.Throw()).phase is Phase.ROLLING
    waiting = play(state, acts.ChooseDice(original=True))
    assert refused(waiting, acts.Throw()) == ("NZ11A 6.1", "")
    assert refused(waiting, acts.ChooseDice(original=True)) == ("NZ11A 6.1(b)", "")
    assert refused(waiting, ruling("dice_found", "dealer")) == ("NZ11A 6.1(c)", "by")
    found = play(waiting, ruling("dice_found", GS))
    assert (found.missing, play(found, acts.Throw()).phase) == (0, Phase.ROLLING)


def test_fewer_than_two_dice_left_nz11a_6_1_b() -> None:
    state = lost_a_die(4)
    assert refused(state, acts.ChooseDice(original=False)) == ("NZ11A 6.1(b)", "original")
    assert refused(
        play(rolling(), ruling("no_roll", "dealer", "6.3(a)")), ruling("dice_missing", "dealer", detail=6)
    ) == (
        "NZ11A 6.1",
        "detail",
    )
    gone = play(state, ruling("dice_lost", GS))
    assert gone.phase is Phase.DICE


def test_dice_not_found_are_replaced_when_the_turn_ends_nz11a_6_1_d() -> None:
    state = play(lost_a_die(), ruling("dice_lost", GS))
    assert (state.dice, state.new_dice_due) == (4, True)
    state = play(state, *rolled(1, 1))
    assert state.shooter == "ann"
    ended = play(state, acts.Relinquish())
    assert (ended.phase, ended.dice) == (Phase.DICE, 0)
    again = play(ended, acts.ReceiveDice(5, True, True))
    assert again.phase is Phase.OPEN


def test_seven_out_brings_the_new_dice_too_nz11a_6_1_d() -> None:
    over = play(lost_a_die(), ruling("dice_lost", GS), *rolled(3, 4))
    later = GAME.begin(rules(), GAME.next_setup(over))
    assert later.phase is Phase.DICE


def test_a_shooter_who_wins_keeps_the_remaining_dice_into_the_next_round_nz11a_6_1_d() -> None:
    state = play(lost_a_die(), acts.RemoveWager("a"), ruling("dice_lost", GS), *rolled(3, 3))
    later = GAME.begin(rules(), GAME.next_setup(state))
    assert (later.shooter, later.dice, later.new_dice_due) == ("ann", 4, True)
    assert play(later, acts.Relinquish()).phase is Phase.DICE


def test_what_no_rule_covers_the_operator_decides_in_writing_nz11a_6_7() -> None:
    state = rolling()
    assert refused(state, ruling("unlisted")) == ("NZ11A 6.7", "detail")
    assert refused(state, ruling("unlisted", GS, detail="x")) == ("NZ11A 6.7", "by")
    done = play(state, ruling("unlisted", subject="a", detail="The chip was not the player's."), acts.CallRoll((3, 4)))
    assert GAME.settle(done).lines["a"].clause == "NZ11A 6.7"


def test_a_forbidden_device_nz1_17_3() -> None:
    state = shooting(wager("six", id="a"), wager("six", player="bob", id="b"))
    void = play(state, ruling("device", subject="ann"))
    assert {name: line.returned for name, line in GAME.settle(void).lines.items()} == {"a": 500}
    paid = play(void, acts.Pay())
    assert GAME.at_stake(paid) == {"b": 500}
    assert paid.shooter == "ann"


def test_an_invalidated_round_returns_what_is_open_nz1_18() -> None:
    state = play(
        shooting(wager("six", id="a"), wager("five", player="bob", id="b"), wager("field", id="f")), *rolled(1, 1)
    )
    back = GAME.settle(play(state, ruling("disruption"))).lines
    assert {name: (line.outcome, line.returned) for name, line in back.items()} == {
        "a": ("void", 500),
        "b": ("void", 500),
    }
    done = play(state, ruling("fraud", subject="bob"))
    lines = GAME.settle(done).lines
    assert (lines["a"].outcome, lines["b"].outcome, lines["b"].returned) == ("void", "lose", 0)
    assert done.phase is Phase.OVER
    assert GAME.settle(done).answer["wagers"]["f"]["roll"] == 1
    assert {line.outcome for line in GAME.settle(play(state, ruling("fraud"))).lines.values()} == {"void"}


def test_every_ruling_says_its_clause_who_decides_and_what_it_does() -> None:
    states = [begin(), rolling(), play(rolling(), acts.CallRoll((1, 1))), lost_a_die()]
    for state in states:
        for found in GAME.rulings(state):
            assert found.clause.startswith(("NZ11A ", "NZ1 "))
            assert found.decides in STAFF
            assert found.effect.endswith(".")
