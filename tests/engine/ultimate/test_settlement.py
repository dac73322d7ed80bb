from __future__ import annotations

import pytest

from games.engine.cards import cards
from games.engine.ultimate.rules import UltimateRules
from games.engine.ultimate.settle import Played, Stakes, settle_round
from tests.engine.ultimate.rounds import HANDS, a_round, line, settled

LOSES = ("Ad Kh", "9s 7c 4d 3h 2c", "Qh Qd")
STAND_OFF = ("2d 3h", "As Ks Qd Jh Tc", "4d 5h")
NO_PAIR = "9s 7c 4d 3h Jc"


def test_a_pair_qualifies_and_less_does_not_uth_10_1():
    with_pair = a_round("Ad Kh", NO_PAIR, "2d 2h")
    without = a_round("Ad Kh", NO_PAIR, "Qd 2h")
    assert settled(with_pair)["ante"]["outcome"] == "lose"
    assert settled(without)["ante"]["outcome"] == "push"


def test_a_pair_on_the_board_qualifies_the_dealer_uth_9_7_b():
    box = settled(a_round("Ad Kh", "9s 9c 4d 3h 2c", "Qd Jh"))
    assert box["ante"] == line("win", 1000, 1000)


def test_with_two_and_three_a_pair_on_the_board_qualifies_both_uth_9_7_a():
    box = settled(a_round("Ad Kh", "9s 9c 4d 3h 2c", "Qd Jh", hands="two_and_three"))
    assert box["hand"] == "pair"
    assert box["ante"] == line("win", 1000, 1000)


def test_unqualified_dealer_beaten_ante_pushes_play_wins_uth_10_1():
    box = settled(a_round("Ad Kh", NO_PAIR, "Qd 2h"))
    assert box == {
        "hand": "high_card",
        "ante": line("push", 0, 1000),
        "blind": line("push", 0, 1000),
        "trips": None,
        "play": line("win", 3000, 3000),
        "progressive": None,
    }


def test_unqualified_dealer_with_the_better_hand_takes_play_and_blind_uth_10_1():
    box = settled(a_round("Qd 2h", NO_PAIR, "Ad Kh"))
    assert box["ante"] == line("push", 0, 1000)
    assert box["blind"] == line("lose", 0, 0)
    assert box["play"] == line("lose", 0, 0)


def test_by_the_letter_play_and_blind_are_paid_against_an_unqualified_dealer_uth_10_1():
    rules = UltimateRules(pay_table=1, hands="any_five", unqualified="pay")
    box = Played(1, Stakes(1000, 1000, 0, 3000, 0), cards("Qd 2h"))
    lines = settle_round(rules, cards("Ad Kh"), cards(NO_PAIR), [box], None).boxes[1].lines
    assert {name: (found.outcome, found.paid, found.clause) for name, found in lines.items() if found} == {
        "ante": ("push", 0, "UTH 10.1(a)"),
        "blind": ("push", 0, "UTH 5.11"),
        "play": ("win", 3000, "UTH 10.1(b)"),
    }


def test_a_losing_hand_loses_everything_uth_10_7():
    box = settled(a_round(*LOSES, trips=500, progressive=500))
    assert [box[name] for name in ("ante", "blind", "trips", "play", "progressive")] == [line("lose", 0, 0)] * 5


def test_stand_off_pushes_ante_blind_and_play_uth_10_9():
    """The straight on the board is everybody's; Trips is paid all the same (10.4)."""
    box = settled(a_round(*STAND_OFF, trips=500))
    assert [box[name] for name in ("ante", "blind")] == [line("push", 0, 1000)] * 2
    assert box["play"] == line("push", 0, 3000)
    assert box["trips"] == line("win", 2000, 500)


def test_the_board_s_straight_is_nobody_s_with_two_and_three_uth_9_7_a():
    """2d 3h with three of A K Q J T against 4d 5h: high cards, ace king queen 3 2 loses to ace king queen 5 4."""
    box = settled(a_round(*STAND_OFF, hands="two_and_three", trips=500))
    assert box["hand"] == "high_card"
    assert box["trips"] == line("lose", 0, 0)
    assert box["ante"]["outcome"] == "push"
    assert box["play"]["outcome"] == "lose"


@pytest.mark.parametrize(
    ("hole", "board", "dealer"),
    [("Qd Qh", "Qc 2s 4d 7h 7c", "7s 7d"), ("Qd Qh", "Qc 2s 4d 4h Kc", "4s 4c")],
)
def test_trips_is_paid_on_a_hand_that_loses_uth_10_4(hole, board, dealer):
    """A full house against four of a kind, at 9 to 1."""
    box = settled(a_round(hole, board, dealer, trips=500))
    assert box["play"]["outcome"] == "lose"
    assert box["trips"] == line("win", 4500, 500)


def test_a_fold_loses_trips_whatever_the_hand_uth_9_6_b():
    box = settled(a_round(*HANDS["royal_flush"], play=None, trips=500, progressive=500))
    assert box["hand"] == "royal_flush"
    assert box["play"] is None
    assert [box[name] for name in ("ante", "blind", "trips", "progressive")] == [line("lose", 0, 0)] * 4


@pytest.mark.parametrize(("times", "on"), [(4, "deal"), (3, "deal"), (2, "flop"), (1, "river")])
def test_play_is_paid_at_what_was_staked_uth_5_3_to_5_5_and_5_10(times, on):
    box = settled(a_round(*HANDS["straight"], play={"times": times, "on": on}))
    assert box["play"] == line("win", 1000 * times, 1000 * times)


def test_the_payout_limit_binds_every_wager_on_its_own_uth_5_13():
    """Limit 40,000: Blind's 500,000 and nothing else; Trips' 25,000 and the progressive's stand."""
    round_ = a_round(*HANDS["royal_flush"], trips=500, progressive=500)
    round_["elections"]["max_payout"] = 40_000
    box = settled(round_)
    assert box["blind"] == line("win", 40_000, 1000)
    assert box["trips"] == line("win", 25_000, 500)
    assert box["play"] == line("win", 3000, 3000)
    assert box["progressive"] == line("win", 5_000_000, 0)


def test_the_payout_limit_comes_after_rounding_uth_5_13():
    """Flush on a Blind of 1,050 at chip 50: 1,575, raised to 1,600, cut to 1,590."""
    round_ = a_round(*HANDS["flush"], ante=1050, blind=1050)
    round_["elections"] |= {"chip": 50, "max_payout": 1590}
    assert settled(round_)["blind"] == line("win", 1590, 1050)


def test_boxes_are_settled_side_by_side():
    round_ = a_round(*HANDS["straight"])
    round_["boxes"].append({"seat": 4, "cards": ["2h", "3h"], "ante": 500, "blind": 500, "play": None})
    round_["boxes"].append(
        {"seat": 7, "cards": ["Kh", "4c"], "ante": 700, "blind": 700, "play": {"times": 1, "on": "river"}}
    )
    assert settled(round_, 4)["ante"] == line("lose", 0, 0)
    assert settled(round_, 7)["ante"] == line("win", 700, 700)
    assert settled(round_, 7)["blind"] == line("push", 0, 700)
