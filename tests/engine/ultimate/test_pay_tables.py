from __future__ import annotations

import pytest

from games.engine.ultimate.rules import BLIND, TRIPS, UltimateRules
from tests.engine.ultimate.rounds import HANDS, a_round, line, settled

# UTH 5.11, worked out for a Trips wager of 500: royal 50, straight flush 40, four 30 (table 4: 20), full house 9, 8,
# 8, 7, flush 7, 6, 7, 6, straight 4, 5, 4, 5, three of a kind 3, each to 1.
TRIPS_500 = {
    "royal_flush": (25000, 25000, 25000, 25000),
    "straight_flush": (20000, 20000, 20000, 20000),
    "four_of_a_kind": (15000, 15000, 15000, 10000),
    "full_house": (4500, 4000, 4000, 3500),
    "flush": (3500, 3000, 3500, 3000),
    "straight": (2000, 2500, 2000, 2500),
    "three_of_a_kind": (1500, 1500, 1500, 1500),
}
# The Blind of 1000: 500, 50, 10, 3, 3 to 2, 1 to 1 in every table.
BLIND_1000 = {
    "royal_flush": 500_000,
    "straight_flush": 50_000,
    "four_of_a_kind": 10_000,
    "full_house": 3_000,
    "flush": 1_500,
    "straight": 1_000,
}


@pytest.mark.parametrize("pay_table", [1, 2, 3, 4])
@pytest.mark.parametrize("hand", TRIPS_500)
def test_trips_pays_by_its_table_uth_5_11(hand, pay_table):
    box = settled(a_round(*HANDS[hand], pay_table=pay_table, trips=500))
    assert box["hand"] == hand
    assert box["trips"] == line("win", TRIPS_500[hand][pay_table - 1], 500)


@pytest.mark.parametrize("hand", ["two_pair", "pair"])
def test_trips_loses_below_three_of_a_kind_uth_5_11(hand):
    box = settled(a_round(*HANDS[hand], trips=500))
    assert box["hand"] == hand
    assert box["trips"] == line("lose", 0, 0)


@pytest.mark.parametrize("pay_table", [1, 2, 3, 4])
@pytest.mark.parametrize("hand", BLIND_1000)
def test_winning_blind_pays_by_its_table_uth_5_11(hand, pay_table):
    box = settled(a_round(*HANDS[hand], pay_table=pay_table))
    assert box["blind"] == line("win", BLIND_1000[hand], 1000)
    assert box["ante"] == line("win", 1000, 1000)
    assert box["play"] == line("win", 3000, 3000)


@pytest.mark.parametrize("hand", ["three_of_a_kind", "two_pair", "pair"])
def test_winning_blind_below_a_straight_pushes_uth_5_11(hand):
    hole, board, dealer = HANDS[hand]
    box = settled(a_round(hole, board, "Kc Ts" if hand == "pair" else "8d 8h" if hand == "two_pair" else dealer))
    assert box["hand"] == hand
    assert box["blind"] == line("push", 0, 1000)
    assert box["play"]["outcome"] == "win"


@pytest.mark.parametrize("hand", HANDS)
def test_both_ways_of_making_hands_agree_where_two_and_three_are_best_uth_9_7(hand):
    any_five = settled(a_round(*HANDS[hand], trips=500))
    assert settled(a_round(*HANDS[hand], hands="two_and_three", trips=500)) == any_five


def test_the_tables_have_seven_and_six_lines_uth_5_11():
    assert all(len(table) == 7 for table in TRIPS.values())
    assert len(BLIND) == 6


@pytest.mark.parametrize(("chip", "blind", "paid"), [(1, 1001, 1502), (50, 1050, 1600), (250, 1250, 2000)])
def test_three_to_two_rises_to_the_chip_nz1_11_3(chip, blind, paid):
    """1,501.50 to 1,502; 1,575 to 1,600; 1,875 to 2,000."""
    round_ = a_round(*HANDS["flush"], ante=blind, blind=blind)
    round_["elections"]["chip"] = chip
    assert settled(round_)["blind"] == line("win", paid, blind)


def test_each_election_knows_its_clause():
    assert UltimateRules.clause("pay_table") == "UTH 5.11"
    assert UltimateRules.clause("hands") == "UTH 9.7"
    rules = UltimateRules(pay_table=2, hands="any_five")
    assert rules.why("pay_table") == "pay_table is 2 (UTH 5.11)"
