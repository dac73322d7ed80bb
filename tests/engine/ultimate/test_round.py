from __future__ import annotations

from dataclasses import replace

import pytest

from casino.refused import Refused
from games.engine.acts import built, plain
from games.engine.cards import NUMBER
from games.engine.general import Limits
from games.engine.protocol import from_json, to_json
from games.engine.ultimate.acts import (
    ACTS,
    Check,
    Deal,
    DealRest,
    Fold,
    Look,
    MistakenPlay,
    NoMoreBets,
    PlaceWager,
    Play,
    PoolStands,
    Show,
    Sit,
    TakeBack,
    Turn,
)
from games.engine.ultimate.game import GAME
from games.engine.ultimate.progressive import SubPools
from games.engine.ultimate.record import settle_record
from games.engine.ultimate.rules import UltimateRules
from games.engine.ultimate.state import PersonalLimits, Phase, Setup
from tests.engine.ultimate.rounds import SETUP, acted, betting, c, clause_of, dealt, line, place, rules

# Shoe, boxes 2 and 5: one card each and the dealer, again, then the board.
SHOE = "9s Qd Ah 8h Qh Ad 7d 6c 5s Kd Kc"


def kinds(state):
    return {(choice.act, choice.by) for choice in GAME.choices(state)}


def test_a_whole_round_settles_as_its_record_does():
    state = dealt(betting(2, 5), SHOE)
    state = acted(state, Play(2, 4), Check(5), Turn(), Check(5), Turn(), Fold(5), Show())
    assert state.phase is Phase.OVER
    settlement = GAME.settle(state)
    record = {
        "game": "ultimate",
        "elections": {"pay_table": 1, "hands": "any_five", "progressive": 500, "chip": 50},
        "dealer": ["Ah", "Ad"],
        "board": ["7d", "6c", "5s", "Kd", "Kc"],
        "boxes": [
            {"seat": 2, "cards": ["9s", "8h"], "ante": 1000, "blind": 1000, "play": {"times": 4, "on": "deal"}},
            {"seat": 5, "cards": ["Qd", "Qh"], "ante": 1000, "blind": 1000, "play": None},
        ],
    }
    assert settlement.answer == settle_record(record)
    assert settlement.answer["boxes"]["2"]["play"] == line("win", 4000, 4000)
    assert {wager: found.clause for wager, found in settlement.lines.items()} == {
        "2.ante": "UTH 5.10",
        "2.blind": "UTH 5.11",
        "2.play": "UTH 5.10",
        "5.ante": "UTH 9.6(b)",
        "5.blind": "UTH 9.6(b)",
    }


@pytest.mark.parametrize(
    ("dealing", "order"),
    [
        ("shoe", "9s Qd Ah 8h Qh Ad 7d 6c 5s Kd Kc"),
        ("shuffler", "9s 8h Qd Qh Ah Ad 7d 6c 5s Kd Kc"),
        ("shuffler_board_first", "7d 6c 5s Kd Kc 9s 8h Qd Qh Ah Ad"),
    ],
)
def test_dealing_from_shoe_or_shuffler_in_either_order_uth_8_3_and_8_4(dealing, order):
    state = dealt(betting(2, 5, dealing=dealing), order)
    assert state.phase is Phase.DEAL
    assert (state.box(2).cards, state.box(5).cards) == (c("9s 8h"), c("Qd Qh"))
    assert (state.dealer, state.board) == (c("Ah Ad"), c("7d 6c 5s Kd Kc"))


def test_the_next_card_is_announced_uth_8_3():
    state = acted(betting(2, 5), NoMoreBets())
    assert [choice.options for choice in GAME.choices(state)] == [("2",)]
    state = acted(state, Deal(NUMBER["As"]), Deal(None))
    assert [choice.options for choice in GAME.choices(state)] == [("dealer",)]


def test_cards_dealt_by_hand_are_named_when_they_are_turned():
    state = acted(dealt(betting(2)), Check(2))
    assert clause_of(state, Turn()) == "UTH 8.3"
    assert clause_of(state, Turn(c("7d 6c"))) == "UTH 8.3"
    assert clause_of(state, Turn(c("7d 6c 7d"))) == "UTH 3.4(a)"
    state = acted(state, Turn(c("7d 6c 5s")), Play(2, 2), Turn(c("Kd Kc")))
    assert clause_of(state, Show(2, c("9s 8h"))) == "UTH 9.7"
    assert clause_of(state, Show(None, c("7d Ah"))) == "UTH 3.4(a)"
    state = acted(state, Show(None, c("Ah Ad")))
    assert kinds(state) == {("show", 2)}
    state = acted(state, Show(2, c("9s 8h")))
    assert GAME.settle(state).answer["boxes"]["2"]["hand"] == "straight"


def test_known_cards_cannot_be_named_otherwise():
    state = acted(dealt(betting(2), "9s Ah 8h Ad 7d 6c 5s Kd Kc"), Check(2))
    assert clause_of(state, Turn(c("7d 6c 4s"))) == "UTH 8.3"
    assert acted(state, Turn(c("7d 6c 5s"))).board == c("7d 6c 5s Kd Kc")


def test_a_card_comes_once_from_one_deck_uth_3_4():
    state = acted(betting(2), NoMoreBets(), Deal(NUMBER["As"]))
    assert clause_of(state, Deal(NUMBER["As"])) == "UTH 3.4(a)"


def test_the_first_card_closes_the_wagers_where_the_call_was_missed_nz1_10_6():
    state = acted(betting(2), Deal(NUMBER["As"]))
    assert state.phase is Phase.DEALING
    assert state.said[-1].clause == "NZ1 10.6"
    assert clause_of(state, PlaceWager(3, "x", "ante", 1000)) == "UTH 5.14"


def test_decisions_at_three_points_uth_5_3_to_5_5():
    state = dealt(betting(2, 5), SHOE)
    assert kinds(state) == {("play", 2), ("check", 2), ("play", 5), ("check", 5)}
    assert clause_of(state, Play(2, 2)) == "UTH 5.3(b)"
    assert clause_of(state, Fold(2)) == "UTH 5.5(a)"
    assert clause_of(state, Turn()) == "UTH 9.2"
    state = acted(state, Play(2, 3), Check(5))
    assert clause_of(state, Check(5)) == "UTH 5.3"
    assert clause_of(state, Play(2, 4)) == "UTH 9.3"
    assert kinds(state) == {("turn", None)}
    state = acted(state, Turn())
    assert kinds(state) == {("play", 5), ("check", 5)}
    assert clause_of(state, Play(5, 3)) == "UTH 5.4(b)"
    state = acted(state, Check(5), Turn())
    assert kinds(state) == {("play", 5), ("fold", 5)}
    assert clause_of(state, Check(5)) == "UTH 5.5"
    assert clause_of(state, Play(5, 2)) == "UTH 5.5(b)"
    state = acted(state, Play(5, 1))
    assert state.phase is Phase.SHOWDOWN
    assert clause_of(state, Fold(5)) == "UTH 9.1"


def test_bounds_of_a_play_wager_are_in_the_choices_uth_5_3():
    choice = GAME.choices(dealt(betting(2)))[0]
    assert (choice.least, choice.most, choice.step, choice.options) == (3000, 4000, 1000, ("3", "4"))


def test_when_all_have_folded_the_round_is_over_uth_9_6():
    state = acted(dealt(betting(2), "9s Ah 8h Ad 7d 6c 5s Kd Kc"), Check(2), Turn(), Check(2), Turn(), Fold(2))
    assert state.phase is Phase.OVER
    assert GAME.choices(state) == []
    assert GAME.settle(state).answer["boxes"]["2"]["ante"] == line("lose", 0, 0)


def test_nothing_is_settled_before_the_round_is_over():
    with pytest.raises(Refused):
        GAME.settle(dealt(betting(2)))


@pytest.mark.parametrize(
    ("act", "clause"),
    [
        (PlaceWager(8, "x", "ante", 1000), "UTH 3.1"),
        (PlaceWager(0, "x", "ante", 1000), "UTH 3.1"),
        (PlaceWager(3, "x", "ante", 500), "NZ1 10.1(b)"),
        (PlaceWager(3, "x", "ante", 50500), "NZ1 10.1(b)"),
        (PlaceWager(3, "x", "ante", 1250), "NZ1 9.5"),
        (PlaceWager(3, "x", "ante", 1025), "NZ1 10.3"),
        (PlaceWager(3, "x", "ante", 0), None),
        (PlaceWager(3, "x", "ante", -500), None),
        (PlaceWager(3, "x", "insurance", 1000), "NZ1 10.1(a)"),
        (PlaceWager(3, "x", "play", 1000), "NZ1 10.1(a)"),
        (PlaceWager(3, "x", "trips", 500), "UTH 5.1"),
        (PlaceWager(3, "x", "progressive", 500), "UTH 11.1"),
        (PlaceWager(3, "x", "ante", 1000, spoken_only=True), "UTH 5.7"),
        (PlaceWager(2, "x", "trips", 500), "UTH 5.9"),
        (PlaceWager(2, "player 2", "ante", 1000), "UTH 5.9"),
        (PlaceWager(2, "player 2", "progressive", 250), "UTH 11.2"),
        (PlaceWager(2, "player 2", "trips", 20500), "NZ1 10.1(b)"),
        (PlaceWager(3, "player 2", "ante", 1000), "UTH 5.8"),
        (PlaceWager(3, "out", "ante", 1000), "NZ1 17.3(b)"),
    ],
)
def test_wagers_that_are_not_taken(act, clause):
    state = betting(2, setup=replace(SETUP, excluded=("out",)))
    assert clause_of(state, act) == clause


def test_the_blind_equals_the_ante_uth_5_1():
    state = acted(betting(), PlaceWager(1, "x", "ante", 1500))
    assert clause_of(state, PlaceWager(1, "x", "blind", 1000)) == "UTH 5.1(a)"
    assert clause_of(state, NoMoreBets()) == "UTH 5.1"
    state = acted(state, PlaceWager(1, "x", "blind", 1500), NoMoreBets())
    assert state.phase is Phase.DEALING


def test_nobody_wagered_no_cards_uth_5_1():
    assert clause_of(betting(), NoMoreBets()) == "UTH 5.1"


def test_no_progressive_where_none_is_offered_uth_11_1():
    assert clause_of(betting(2, progressive=None), PlaceWager(2, "player 2", "progressive", 500)) == "UTH 11.1"


def test_wagers_may_be_taken_back_before_the_call_and_not_after_uth_5_14():
    state = place(betting(), 2, trips=500)
    assert clause_of(state, TakeBack(2, "ante")) == "UTH 5.1"
    state = acted(state, TakeBack(2, "trips"), TakeBack(2, "blind"))
    assert acted(state, TakeBack(2, "ante")).boxes == ()
    assert clause_of(dealt(betting(2)), TakeBack(2, "ante")) == "UTH 5.14"
    assert clause_of(dealt(betting(2)), PlaceWager(2, "player 2", "trips", 500)) == "UTH 5.14"


def test_choices_while_betting_say_the_bounds():
    state = acted(betting(boxes=1), PlaceWager(1, "x", "ante", 1500))
    found = {(choice.act, choice.options): (choice.least, choice.most) for choice in GAME.choices(state)}
    assert found == {("take_back", ("ante",)): (None, None), ("place_wager", ("blind",)): (1500, 1500)}
    state = acted(state, PlaceWager(1, "x", "blind", 1500))
    found = {(choice.act, choice.options): (choice.least, choice.most) for choice in GAME.choices(state)}
    assert found[("place_wager", ("trips",))] == (500, 20000)
    assert found[("place_wager", ("progressive",))] == (500, 500)
    assert ("no_more_bets", ()) in found


def test_personal_limits_hold_for_their_player_nz1_9_4():
    setup = replace(SETUP, personal=(PersonalLimits("vip", least=500, most=100_000),))
    state = acted(betting(setup=setup), PlaceWager(1, "vip", "ante", 100_000))
    assert state.box(1).ante == 100_000
    assert clause_of(state, PlaceWager(2, "x", "ante", 100_000)) == "NZ1 10.1(b)"


def test_several_boxes_for_one_player_by_election_uth_5_8():
    state = place(place(betting(several_boxes=True), 1, "p"), 2, "p")
    assert [box.seat for box in state.of("p")] == [1, 2]
    waiting = replace(SETUP, waiting=True)
    state = place(betting(setup=waiting, several_boxes=True), 1, "p")
    assert clause_of(state, PlaceWager(2, "p", "ante", 1000)) == "UTH 5.8.1"


def test_other_hands_are_blind_where_one_hand_may_be_seen_uth_5_8_2():
    state = place(place(betting(several_boxes=True, one_hand_seen=True), 1, "p"), 4, "p")
    assert (state.hidden(state.box(1)), state.hidden(state.box(4))) == (False, True)
    state = acted(state, Sit("p", 4))
    assert (state.hidden(state.box(1)), state.hidden(state.box(4))) == (True, False)
    state = acted(dealt(state), Look(4))
    assert len(state.said) == 1
    state = acted(state, Look(1))
    assert state.said[-1].clause == "UTH 5.8.2"


def test_the_pool_enters_as_an_act_and_is_needed_once_uth_11_6():
    state = dealt(place(betting(), 2, progressive=500), "Ad Ah 9d As 7d 4d 2d Ks Kc")
    assert ("pool_stands", None) in kinds(state)
    state = acted(state, Play(2, 4), Turn(), Turn(), Show())
    with pytest.raises(Refused) as refused:
        GAME.settle(state)
    assert refused.value.clause == "UTH 11.6"
    state = acted(state, PoolStands(prize=1_000_000))
    assert clause_of(state, PoolStands(prize=1)) == "UTH 11.6"
    answer = GAME.settle(state).answer
    assert answer["boxes"]["2"]["progressive"] == line("win", 50_000, 0)
    assert answer["pool"] == {"prize": 950_000, "operator": 0}


def test_the_pool_is_one_or_two_uth_11_6_a():
    state = dealt(betting(2))
    assert acted(state, PoolStands(minor=1, major=2)).pool == SubPools(1, 2)
    assert clause_of(state, PoolStands(prize=1, minor=2)) == "UTH 11.6A"
    assert clause_of(state, PoolStands()) == "UTH 11.6A"
    assert clause_of(state, PoolStands(prize=-1)) is None
    assert clause_of(betting(2), PoolStands(prize=1)) == "UTH 8.1"


def test_electronic_collection_takes_progressive_wagers_at_the_call_uth_8_1_b():
    electronic = acted(place(betting(), 2, progressive=500), NoMoreBets())
    manual = acted(place(betting(collection="manual"), 2, progressive=500), NoMoreBets())
    assert [said.clause for said in electronic.said] == ["UTH 8.1", "UTH 8.1(b)"]
    assert [said.clause for said in manual.said] == ["UTH 8.1"]


def test_a_progressive_wager_counts_once_its_area_is_lit_uth_11_4():
    dark = PlaceWager(2, "player 2", "progressive", 500, lit=False)
    assert clause_of(betting(2), dark) == "UTH 11.4"
    assert acted(betting(2, collection="manual"), dark).box(2).progressive == 500


def test_trips_needs_limits_on_the_sign_nz1_9_2():
    state = betting(2, setup=replace(SETUP, trips=None))
    assert clause_of(state, PlaceWager(2, "player 2", "trips", 500)) == "NZ1 9.2"


def test_hands_are_shown_from_the_dealer_s_right_uth_10_5():
    state = acted(dealt(betting(2, 5)), Play(2, 4), Play(5, 4), Turn(c("7d 6c 5s")), Turn(c("Kd Kc")))
    assert kinds(state) == {("show", None)}
    state = acted(state, Show(None, c("Ah Ad")))
    assert [choice.by for choice in GAME.choices(state)] == [5, 2]


def test_the_second_look_is_not_written_twice():
    state = acted(dealt(betting(2)), Look(2))
    assert acted(state, Look(2)) == state


def test_an_act_of_another_game_is_refused():
    assert clause_of(betting(2), object()) is None
    assert clause_of(betting(2), TakeBack(3, "ante")) == "UTH 5.1"
    assert clause_of(betting(2), TakeBack(2, "trips")) is None


def test_an_ante_below_the_minimum_taken_by_mistake_stands_once_nz1_10_2_a():
    state = acted(betting(), PlaceWager(1, "x", "ante", 500, mistaken=True))
    assert state.box(1).ante == 500
    assert state.once_used == ("x",)
    again = betting(setup=replace(SETUP, once_used=("x",)))
    state = acted(again, PlaceWager(1, "x", "ante", 500, mistaken=True))
    assert state.boxes == ()
    assert state.said[-1].clause == "NZ1 10.2(a)"


def test_an_ante_above_the_maximum_taken_by_mistake_is_void_for_the_excess_nz1_10_2_b():
    """60,000 on a maximum of 50,000: 10,000 goes back whatever the hand does."""
    state = acted(betting(), PlaceWager(1, "x", "ante", 60_000, mistaken=True), PlaceWager(1, "x", "blind", 50_000))
    state = acted(dealt(state, "Ad Qh Kh Qd 9s 7c 4d 3h 2c"), Play(1, 4), Turn(), Turn(), Show())
    answer = GAME.settle(state).answer["boxes"]["1"]
    assert answer["ante"] == line("lose", 0, 10_000)
    assert answer["blind"] == line("lose", 0, 0)


def test_a_play_wager_of_a_wrong_level_nz1_10_1_d():
    """Five times the Ante: four stand; twice before the flop stands once; 3.5 times stands at three."""
    state = dealt(betting(2), "9s Ah 8h Ad 7d 6c 5s Kd Kc")
    over = acted(state, MistakenPlay(2, 5000), Turn(), Turn(), Show())
    assert GAME.settle(over).answer["boxes"]["2"]["play"] == line("win", 4000, 5000)
    between = acted(state, MistakenPlay(2, 3500))
    assert (between.box(2).play, between.box(2).back) == (3000, (("play", 500, "NZ1 10.2(b)"),))
    below = acted(state, MistakenPlay(2, 2000))
    assert (below.box(2).play, below.once_used) == (2000, ("player 2",))
    used = acted(dealt(betting(2, setup=replace(SETUP, once_used=("player 2",)))), MistakenPlay(2, 2000))
    assert used.box(2).play == 0
    assert [box.seat for box in used.undecided] == [2]
    assert clause_of(state, MistakenPlay(2, 0)) is None


def test_a_refused_act_changes_nothing():
    state = dealt(betting(2, 5), SHOE)
    before = state
    with pytest.raises(Refused):
        GAME.apply(state, Play(2, 7))
    assert state == before


def test_acts_go_to_json_and_back():
    done = [
        Sit("p", 4),
        PlaceWager(1, "p", "ante", 500, mistaken=True),
        TakeBack(1, "ante"),
        NoMoreBets(),
        PoolStands(minor=1, major=2),
        Deal(NUMBER["As"]),
        Deal(None),
        DealRest(),
        Look(1),
        Check(1),
        Play(1, 4),
        MistakenPlay(1, 700),
        Fold(1),
        Turn(c("As Kd 2c")),
        Show(None, c("As Kd")),
        Show(3),
    ]
    for act in done:
        assert from_json(ACTS, to_json(act)) == act
    assert to_json(Deal(NUMBER["As"])) == {"kind": "deal", "card": "As"}
    assert to_json(Turn(c("As Kd 2c"))) == {"kind": "turn", "cards": ["As", "Kd", "2c"]}


@pytest.mark.parametrize(
    ("obj", "where"),
    [
        ({}, "kind"),
        ({"kind": "bluff"}, "kind"),
        ({"kind": ["deal"]}, "kind"),
        ({"kind": "deal", "card": "1s"}, "card"),
        ({"kind": "deal", "card": 51}, "card"),
        ({"kind": "turn", "cards": ["As", 3]}, "cards[1]"),
        ({"kind": "check"}, "seat"),
        ({"kind": "check", "seat": True}, "seat"),
        ({"kind": "check", "seat": "1"}, "seat"),
        ({"kind": "check", "seat": 1, "x": 1}, "x"),
    ],
)
def test_what_is_no_act_is_refused_at_its_place(obj, where):
    with pytest.raises(Refused) as refused:
        from_json(ACTS, obj)
    assert refused.value.where == where


def test_the_set_up_goes_to_json_and_back():
    setup = Setup(Limits(1000, 2000, 500), None, (PersonalLimits("p", 500),), ("q",), ("r",), True)
    assert built(Setup, plain(setup)) == setup
    assert built(Setup, plain(SETUP)) == SETUP


@pytest.mark.parametrize(
    ("values", "clause", "where"),
    [
        ({"pay_table": 5}, "UTH 5.11", "pay_table"),
        ({"hands": "best"}, "UTH 9.7", "hands"),
        ({"max_payout": 0}, "UTH 5.13", "max_payout"),
        ({"boxes": 8}, "UTH 3.1", "boxes"),
        ({"dealing": "hand"}, "UTH 8.3, 8.4", "dealing"),
        ({"unqualified": "maybe"}, "UTH 10.1", "unqualified"),
        ({"progressive": "500"}, "UTH 11.2", "progressive"),
        ({"chip": True}, "NZ1 11.3", "chip"),
        ({"tie": 8}, None, "tie"),
    ],
)
def test_elections_outside_their_clause_are_refused(values, clause, where):
    with pytest.raises(Refused) as refused:
        UltimateRules.of({"pay_table": 1, "hands": "any_five", **values})
    assert (refused.value.clause, refused.value.where) == (clause, where)


def test_missing_elections_are_refused():
    with pytest.raises(Refused) as refused:
        UltimateRules.of({"pay_table": 1})
    assert (refused.value.clause, refused.value.where) == (None, "hands")
    assert rules().once_only == "player_table_day"
