from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import cards, deck
from games.engine.low import highest_card, low_any_five, low_five, low_two_and_three


def test_the_clause_s_own_example_nz13_9_1_k():
    assert low_five(cards("6c 5d 4h 3s 2c")) > low_five(cards("7c 5d 4h 3s 2c"))


def test_straights_and_flushes_do_not_spoil_a_low_hand_nz13_9_1_k():
    assert low_five(cards("5h 4h 3h 2h Ah")) == low_five(cards("5c 4h 3d 2s Ac"))
    assert low_five(cards("5h 4h 3h 2h Ah")) > low_five(cards("6h 4c 3d 2s Ac"))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Kc Qd Jh Ts 9c", "2c 2d 3h 4s 5c"),
        ("Ac Ad 3h 4s 5c", "2c 2d 3h 4s 5c"),
        ("Kc Kd 3h 4s 5c", "2c 2d 3h 3s 5c"),
        ("Kc Kd Qh Qs 5c", "2c 2d 2h 3s 5c"),
        ("Kc Kd Kh Qs 5c", "2c 2d 2h 3s 3c"),
        ("Kc Kd Kh Qs Qc", "2c 2d 2h 2s 3c"),
        ("8c 6d 4h 3s 2c", "8c 7d 3h 2s Ac"),
    ],
)
def test_the_order_is_turned_round_nz13_9_1_k(better, worse):
    assert low_five(cards(better)) > low_five(cards(worse))


def test_the_ace_is_low_by_our_reading_and_high_by_parameter():
    wheel, six = cards("5c 4d 3h 2s Ac"), cards("7c 5d 4h 3s 2c")
    assert low_five(wheel) > low_five(six)
    assert low_five(wheel, ace_low=False) < low_five(six, ace_low=False)
    assert highest_card(low_five(wheel)) == 4
    assert highest_card(low_five(cards("8c 4d 3h 2s Ac"))) == 7
    assert highest_card(low_five(cards("4c 4d 3h 2s Ac"))) is None


@settings(max_examples=60, deadline=None)
@given(drawn=st.lists(st.sampled_from(deck()), min_size=9, max_size=9, unique=True))
def test_the_best_low_hand_is_the_best_of_all_ways(drawn):
    assert low_any_five(drawn[:7]) == max(low_five(five) for five in combinations(drawn[:7], 5))
    hole, board = drawn[:4], drawn[4:]
    score = low_two_and_three(hole, board)
    ways = [low_five(two + three) for two in combinations(hole, 2) for three in combinations(board, 3)]
    assert score == max(ways)
