"""Wagers at a table: who, where, how much (NZ5 5, 11A to 11D, 14; NZ1 9 and 10)."""

from __future__ import annotations

from typing import Any

import pytest

from casino.refused import Refused
from games.engine.baccarat import acts
from games.engine.baccarat.game import GAME
from games.engine.baccarat.state import Personal, Phase, Seat, Sign, State
from games.engine.general import Limits
from games.engine.protocol import Act
from tests.engine.baccarat.table import SIGN, begin, dealt, draws, play, rules, ruling, wager

NATURAL = "5c 3c 3d 4d"
TIE = "6c 6d Kc Kd"


def refused(state: State, *done: Act) -> tuple[str | None, str]:
    with pytest.raises(Refused) as found:
        play(state, *done)
    return found.value.clause, found.value.where


@pytest.mark.parametrize(
    "ons",
    [
        ("banker",),
        ("banker", "tie"),
        ("banker", "player"),
        ("banker", "player", "tie"),
        ("player",),
        ("player", "tie"),
        ("tie",),
    ],
)
def test_every_combination_of_rule_5_2_is_taken_nz5_5_2(ons: tuple[str, ...]) -> None:
    state = play(begin(), *(wager(on, 2000) for on in ons))
    assert [one.on for one in state.wagers] == list(ons)


@pytest.mark.parametrize(
    ("placed", "clause", "where"),
    [
        (wager("player", 900), "NZ1 10.1(b)", "amount"),
        (wager("player", 1_000_100), "NZ1 10.1(b)", "amount"),
        (wager("player", 1050), "NZ5 5.3", "amount"),
        (wager("player", 0), "NZ5 5.3", "amount"),
        (wager("player", -100), "NZ5 5.3", "amount"),
        (wager("banker", 2100), "NZ5 5.12", "amount"),
        (wager("player", 1000, area=0), "NZ5 3.1", "area"),
        (wager("player", 1000, area=8), "NZ5 3.1", "area"),
        (wager("player", 1000, area=None), "NZ5 5.6(a)", "area"),
        (wager("player_pair", 1000), "NZ5 11A.1", "on"),
        (wager("player_dragon", 1000), "NZ5 11B.1", "on"),
        (wager("big", 1000), "NZ1 10.1(a)", "on"),
        (wager("player", 1000, ante=100), "NZ5 14.5", "ante"),
        (wager("player", 1000, placed_by="eve"), "NZ5 2.3(a)", ""),
        (wager("player", 1000, chips=False), "NZ5 5.4", "chips"),
    ],
)
def test_a_wager_that_is_not_taken(placed: Act, clause: str, where: str) -> None:
    assert refused(begin(), placed) == (clause, where)


@pytest.mark.parametrize("seats", [(Seat(1, "ann"), Seat(1, "bob")), (Seat(1, "ann"), Seat(2, "ann"))])
def test_one_player_a_seat(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(Refused) as found:
        begin(seats=seats)
    assert found.value.where == "seats"


def test_two_wagers_with_one_id() -> None:
    assert refused(begin(), wager("player", 1000, id="w"), wager("tie", 1000, id="w")) == (None, "id")


def test_no_wager_once_betting_is_closed_nz5_5_14() -> None:
    closed = play(begin(), wager("player", 1000), acts.NoMoreBets())
    assert refused(closed, wager("tie", 1000)) == ("NZ5 5.14", "")
    assert refused(closed, acts.AlterWager("ann-player-1", 2000)) == ("NZ5 5.14", "")
    assert refused(closed, acts.RemoveWager("ann-player-1")) == ("NZ5 5.14", "")


def test_a_missed_call_reopens_nothing_nz1_10_6() -> None:
    drawn = play(begin(), wager("player", 1000), *draws("5c"))
    assert drawn.phase is Phase.DEAL
    assert drawn.said[-1].clause == "NZ1 10.6"
    assert refused(drawn, wager("tie", 1000)) == ("NZ5 5.14", "")


def test_nothing_is_taken_when_the_round_is_over_nz5_10_2() -> None:
    over = play(dealt(begin(), NATURAL), acts.AnnounceResult())
    assert refused(over, wager("tie", 1000)) == ("NZ5 10.2", "")
    assert GAME.choices(over) == []
    assert GAME.rulings(over) == []


def test_up_to_three_players_on_an_area_by_election_nz5_5_8_a() -> None:
    alone = play(begin(), wager("player", 1000, "ann"))
    assert refused(alone, wager("player", 1000, "bob")) == ("NZ5 5.8(a)", "area")
    shared = begin(rules(players_on_area=3))
    three = play(shared, *(wager("player", 1000, player) for player in ("ann", "bob", "cy")))
    assert refused(three, wager("tie", 1000, "dee")) == ("NZ5 5.8(a)", "area")
    assert len(play(three, wager("tie", 1000, "bob")).wagers) == 4


def test_one_player_on_each_area_of_a_full_table_nz5_5_7() -> None:
    full = play(begin(rules(version="full")), wager("player", 1000, "ann", area=14))
    assert refused(full, wager("player", 1000, "bob", area=14)) == ("NZ5 5.7", "area")


def test_standing_players_bet_on_their_own_part_of_a_full_table_nz5_5_6_a() -> None:
    full = begin(rules(version="full"))
    assert refused(full, wager("player", 1000, "zoe", area=4)) == ("NZ5 5.6(a)", "area")
    assert play(full, wager("player", 1000, "zoe", area=None)).wagers[0].area is None
    assert refused(full, wager("player", 1000, "ann", area=None)) == ("NZ5 5.6(a)", "area")
    assert play(begin(), wager("player", 1000, "zoe", area=4)).wagers[0].area == 4


def test_the_minimum_holds_for_each_area_nz5_5_9_a() -> None:
    first = play(begin(), wager("player", 1000, area=1))
    assert refused(first, wager("player", 900, area=2)) == ("NZ1 10.1(b)", "amount")


def test_the_maximum_holds_over_all_areas_nz5_5_9_b() -> None:
    first = play(begin(), wager("player", 600_000, area=1))
    assert refused(first, wager("player", 400_100, area=2)) == ("NZ5 5.9(b)", "amount")
    assert len(play(first, wager("player", 400_000, area=2)).wagers) == 2
    assert len(play(first, wager("banker", 1_000_000, area=2)).wagers) == 2
    assert len(play(first, wager("player", 1_000_000, "bob", area=2)).wagers) == 2


def test_the_maximum_over_all_players_of_an_area_nz5_5_8_b() -> None:
    shared = begin(rules(players_on_area=3, area_maximum="all_players"))
    first = play(shared, wager("player", 600_000, "ann"))
    assert refused(first, wager("player", 400_100, "bob")) == ("NZ5 5.8(b)", "amount")
    assert len(play(first, wager("player", 400_000, "bob")).wagers) == 2
    assert len(play(first, wager("player", 1_000_000, "bob", area=2)).wagers) == 2


HIGH = Sign(SIGN.hands, SIGN.tie, SIGN.pair, SIGN.dragon, personal=(Personal("ann", "hands", 500, 3_000_000),))


def test_the_maximum_of_one_player_on_an_area_nz5_5_8_b() -> None:
    """A personal maximum above the table's does not lift the area's."""
    shared = begin(rules(players_on_area=3, area_maximum="each_player"), sign=HIGH)
    first = play(shared, wager("player", 600_000, "ann"))
    assert refused(first, wager("player", 400_100, "ann", id="again")) == ("NZ5 5.8(b)", "amount")
    assert len(play(first, wager("player", 1_000_000, "bob")).wagers) == 2
    assert len(play(first, wager("player", 1_000_000, "ann", area=2)).wagers) == 2


def test_personal_limits_widen_nz1_9_4() -> None:
    state = begin(sign=HIGH)
    assert play(state, wager("player", 2_500_000)).wagers[0].amount == 2_500_000
    assert play(state, wager("player", 500)).wagers[0].amount == 500
    assert refused(state, wager("player", 2_500_000, "bob")) == ("NZ1 10.1(b)", "amount")
    assert refused(state, wager("tie", 200)) == ("NZ1 10.1(b)", "amount")


def test_wagers_in_steps_nz1_9_5() -> None:
    stepped = begin(sign=Sign(hands=Limits(1000, 10_000, step=500)))
    assert refused(stepped, wager("player", 1200)) == ("NZ1 9.5", "amount")
    assert refused(stepped, wager("tie", 1000)) == ("NZ1 10.1(a)", "on")


SIDES = {"perfect_pair": 1, "dragon_bonus": 1}


@pytest.mark.parametrize(
    ("elected", "on", "clause"),
    [
        (SIDES, "player_pair", "NZ5 11A.2"),
        (SIDES, "banker_dragon", "NZ5 11B.2"),
        ({"any_pair": 1}, "player_pair", "NZ5 11C.3"),
        ({"lucky_match": 2}, "banker_pair", "NZ5 11D.3"),
    ],
)
def test_a_side_wager_needs_a_main_wager_of_the_same_player(elected: dict[str, Any], on: str, clause: str) -> None:
    state = begin(rules(**elected))
    assert refused(state, wager(on, 500)) == (clause, "on")
    assert refused(state, wager("player", 1000, "bob", area=2), wager(on, 500)) == (clause, "on")
    assert len(play(state, wager("tie", 1000, area=2), wager(on, 500)).wagers) == 2


def test_side_wagers_have_limits_of_their_own_nz5_11a_4_11b_5() -> None:
    state = play(begin(rules(**SIDES)), wager("player", 1000))
    assert refused(state, wager("player_pair", 20_100)) == ("NZ1 10.1(b)", "amount")
    unsigned = play(begin(rules(**SIDES), sign=Sign(SIGN.hands)), wager("player", 1000))
    assert refused(unsigned, wager("player_dragon", 500)) == ("NZ5 11B.1", "on")


def test_a_main_wager_does_not_leave_its_side_wager_alone_nz5_11a_2() -> None:
    state = play(begin(rules(**SIDES)), wager("player", 1000), wager("player_pair", 500))
    assert refused(state, acts.RemoveWager("ann-player-1")) == ("NZ5 11A.2", "on")
    assert len(play(state, acts.RemoveWager("ann-player_pair-1"), acts.RemoveWager("ann-player-1")).wagers) == 0


def test_wagers_are_altered_before_the_call() -> None:
    state = play(begin(), wager("player", 1000), acts.AlterWager("ann-player-1", 2000, "banker"))
    assert (state.wagers[0].amount, state.wagers[0].on) == (2000, "banker")
    assert refused(state, acts.AlterWager("ann-player-1", 2100)) == ("NZ5 5.12", "amount")
    assert refused(state, acts.AlterWager("ann-player-1", 0)) == ("NZ5 5.3", "amount")
    assert refused(state, acts.AlterWager("nobody", 2000)) == (None, "id")
    assert refused(state, acts.AlterWager("ann-player-1", on="player_pair")) == ("NZ5 11A.1", "on")


def test_too_little_stands_once_for_the_player_nz1_10_2_a() -> None:
    state = play(begin(), wager("player", 500, id="w1", mistaken=True), wager("player", 600, id="w2", mistaken=True))
    assert [(one.valid, one.void) for one in state.wagers] == [(500, None), (0, "NZ1 10.2(a)")]
    over = play(dealt(state, NATURAL), acts.AnnounceResult())
    lines = GAME.settle(over).lines
    assert (lines["w1"].outcome, lines["w1"].paid, lines["w1"].returned) == ("win", 500, 500)
    assert (lines["w2"].outcome, lines["w2"].returned, lines["w2"].clause) == ("void", 600, "NZ1 10.2(a)")
    later = GAME.begin(rules(), GAME.next_setup(over))
    assert play(later, wager("player", 500, mistaken=True)).wagers[0].valid == 0


def test_too_much_is_void_for_the_excess_nz1_10_2_b() -> None:
    state = play(begin(), wager("player", 1_200_000, id="w", mistaken=True))
    assert (state.wagers[0].valid, state.said[-1].clause) == (1_000_000, "NZ1 10.2(b)")
    won = GAME.settle(dealt(state, NATURAL)).lines["w"]
    assert (won.paid, won.returned) == (1_000_000, 1_200_000)
    lost = GAME.settle(dealt(state, "3c 5c 4d 3d")).lines["w"]
    assert (lost.outcome, lost.paid, lost.returned) == ("lose", 0, 200_000)


def test_too_much_over_several_areas_by_mistake_nz5_5_9_b() -> None:
    state = play(begin(), wager("player", 900_000), wager("player", 300_000, area=2, mistaken=True))
    assert (state.wagers[1].valid, state.said[-1].clause) == (100_000, "NZ5 5.9(b)")


def test_a_banker_wager_that_cannot_be_paid_exactly_by_mistake_nz5_5_13() -> None:
    state = play(begin(), wager("banker", 2500, id="w", mistaken=True))
    assert state.said[-1].clause == "NZ5 5.13"
    won = GAME.settle(dealt(state, "3c 5c 4d 3d")).lines["w"]
    assert (won.outcome, won.paid, won.returned, won.commission) == ("win", 1900, 2500, 100)


ANTE_UP = {"form": "ante_up", "ante": {"amount": 100, "minimum": 1000, "waived_from": 5000}}


@pytest.mark.parametrize(
    ("amount", "ante", "clause"), [(1000, 0, "NZ5 14.5"), (1000, 200, "NZ5 14.3"), (5000, 100, "NZ5 14.4")]
)
def test_a_wager_comes_with_its_ante_nz5_14_3_to_14_5(amount: int, ante: int, clause: str) -> None:
    assert refused(begin(rules(**ANTE_UP)), wager("player", amount, ante=ante)) == (clause, "ante")


def test_each_main_wager_has_an_ante_and_a_line_for_it_nz5_14_6() -> None:
    state = begin(rules(**ANTE_UP))
    state = play(state, wager("player", 1000, id="p", ante=100), wager("tie", 5000, id="t"))
    assert GAME.at_stake(state) == {"p": 1000, "p:ante": 100, "t": 5000}
    lines = GAME.settle(dealt(state, NATURAL)).lines
    assert (lines["p:ante"].outcome, lines["p:ante"].returned, lines["p:ante"].clause) == ("lose", 0, "NZ5 14.6")
    assert lines["p"].paid == 1000


def test_accepted_without_its_ante_it_is_void_nz5_14_7() -> None:
    state = play(begin(rules(**ANTE_UP)), wager("player", 1000, id="p", mistaken=True))
    found = GAME.settle(dealt(state, NATURAL)).lines["p"]
    assert (found.outcome, found.returned, found.clause) == ("void", 1000, "NZ5 14.7")


def test_an_ante_goes_back_with_a_void_wager_nz5_14_6() -> None:
    state = play(begin(rules(**ANTE_UP)), wager("player", 1000, id="p", ante=100), acts.NoMoreBets(), *draws("5c"))
    void = GAME.settle(play(state, ruling("cannot_reconstruct"))).lines
    assert (void["p:ante"].outcome, void["p:ante"].returned) == ("void", 100)
    fraud = GAME.settle(play(state, ruling("fraud", subject="ann"))).lines
    assert (fraud["p:ante"].outcome, fraud["p:ante"].returned) == ("lose", 0)


def test_what_stood_off_in_a_tie_may_be_altered_before_the_next_round_nz5_5_16() -> None:
    state = play(begin(), wager("player", 1000, id="p"), wager("banker", 2000, id="b"), wager("tie", 500, id="t"))
    over = play(dealt(state, TIE), acts.AnnounceResult())
    setup = GAME.next_setup(over)
    assert [(one.id, one.left) for one in setup.wagers] == [("p", True), ("b", True)]
    later = GAME.begin(rules(), setup)
    offered = {(choice.act, choice.clause) for choice in GAME.choices(later)}
    assert {("alter_wager", "NZ5 5.16"), ("remove_wager", "NZ5 5.16")} <= offered
    changed = play(later, acts.AlterWager("p", 3000), acts.RemoveWager("b"))
    assert GAME.settle(dealt(changed, NATURAL)).lines["p"].paid == 3000


def test_after_a_tie_a_new_ante_is_due_nz5_14_5() -> None:
    table = rules(**ANTE_UP)
    over = play(dealt(play(begin(table), wager("player", 1000, id="p", ante=100)), TIE), acts.AnnounceResult())
    later = GAME.begin(table, GAME.next_setup(over))
    assert GAME.settle(dealt(later, NATURAL)).lines["p"].clause == "NZ5 14.7"
    paid = play(later, acts.AlterWager("p", ante=100))
    assert GAME.settle(dealt(paid, NATURAL)).lines["p"].paid == 1000


def test_nothing_is_left_after_a_tie_in_two_to_one_nz5_13_2() -> None:
    table = rules(form="two_to_one", banker="even")
    over = play(dealt(play(begin(table), wager("player", 1000)), TIE), acts.AnnounceResult())
    assert GAME.next_setup(over).wagers == ()


def test_choices_name_the_bounds() -> None:
    choices = GAME.choices(begin(rules(**SIDES)))
    bounds = {choice.options: (choice.least, choice.most) for choice in choices if choice.act == "place_wager"}
    assert bounds[("player",)] == (1000, 1_000_000)
    assert bounds[("banker_dragon",)] == (100, 20_000)
    assert len(bounds) == 7
    assert choices[-1].act == "no_more_bets"
