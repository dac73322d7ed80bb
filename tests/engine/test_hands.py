from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from treys import Card as TreysCard
from treys import Evaluator

from games.engine.cards import CARDS, cards, deck
from games.engine.hands import STANDARD, Category, ranking

TREYS = [TreysCard.new(name) for name in CARDS]
ORDER_52 = tuple(Category)
C = Category

# Hands of five by category: a full deck is common knowledge, short decks are worked out from their ranks in
# `expected_counts` and again by going through all hands.
COUNTS_52 = {
    C.HIGH_CARD: 1_302_540,
    C.PAIR: 1_098_240,
    C.TWO_PAIR: 123_552,
    C.THREE_OF_A_KIND: 54_912,
    C.STRAIGHT: 10_200,
    C.FLUSH: 5_108,
    C.FULL_HOUSE: 3_744,
    C.FOUR_OF_A_KIND: 624,
    C.STRAIGHT_FLUSH: 36,
    C.ROYAL_FLUSH: 4,
}


def choose(n: int, k: int) -> int:
    return len(list(combinations(range(n), k)))


def expected_counts(ranks: int, straights: int) -> dict[Category, int]:
    """From the number of ranks in the deck and of different straights."""
    patterns = choose(ranks, 5) - straights
    return {
        C.HIGH_CARD: patterns * (4**5 - 4),
        C.PAIR: ranks * 6 * choose(ranks - 1, 3) * 64,
        C.TWO_PAIR: choose(ranks, 2) * 36 * (ranks - 2) * 4,
        C.THREE_OF_A_KIND: ranks * 4 * choose(ranks - 1, 2) * 16,
        C.STRAIGHT: straights * (4**5 - 4),
        C.FLUSH: patterns * 4,
        C.FULL_HOUSE: ranks * 4 * (ranks - 1) * 6,
        C.FOUR_OF_A_KIND: ranks * (ranks - 1) * 4,
        C.STRAIGHT_FLUSH: (straights - 1) * 4,
        C.ROYAL_FLUSH: 4,
    }


def test_every_five_card_hand_ranks_as_in_an_independent_package_uth_4_3():
    """All 2,598,960 hands: one score of ours for each of the 7,462 ranks of treys, in the same order."""
    any_five, theirs = STANDARD.any_five, Evaluator()._five
    by_rank: dict[int, int] = {}
    compared = 0
    for ours, others in zip(combinations(range(52), 5), combinations(TREYS, 5), strict=True):
        score = any_five(ours)
        assert by_rank.setdefault(theirs(others), score) == score
        compared += 1
    assert compared == 2_598_960
    scores = [by_rank[rank] for rank in sorted(by_rank, reverse=True)]
    assert len(scores) == 7462
    assert scores == sorted(set(scores))


@pytest.mark.parametrize(
    ("size", "ace_low", "straights"),
    [(52, True, 10), (40, True, 7), (36, True, 6), (32, True, 5), (52, False, 9), (32, False, 4)],
)
def test_category_counts_by_deck_nz13_9_2(size, ace_low, straights):
    order = ranking(size, ace_low)
    found = dict.fromkeys(Category, 0)
    tally: dict[int, int] = {}
    for hand in combinations(deck(size), 5):
        place = order.any_five(hand) >> 20
        tally[place] = tally.get(place, 0) + 1
    for place, number in tally.items():
        found[order.order[place]] = number
    assert found == expected_counts(size // 4, straights)
    if (size, ace_low) == (52, True):
        assert found == COUNTS_52


def test_seven_cards_rank_as_in_an_independent_package():
    evaluator, step = Evaluator(), 26_000
    for number, hand in enumerate(combinations(range(0, 52, 2), 7)):
        if number % step:
            continue
        spread = [card + (place & 1) for place, card in enumerate(hand)]
        theirs = evaluator.evaluate([TREYS[card] for card in spread[:2]], [TREYS[card] for card in spread[2:]])
        best = evaluator._five([TREYS[card] for card in STANDARD.best_five(spread)])
        assert best == theirs


@pytest.mark.parametrize("size", [52, 40, 36, 32])
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_six_and_seven_cards_are_worth_their_best_five(size, data):
    order = ranking(size)
    held = data.draw(st.lists(st.sampled_from(deck(size)), min_size=6, max_size=7, unique=True))
    assert order.any_five(held) == max(order.any_five(five) for five in combinations(held, 5))
    assert order.any_five(order.best_five(held)) == order.any_five(tuple(held))


@settings(max_examples=150, deadline=None)
@given(
    drawn=st.lists(st.sampled_from(deck()), min_size=9, max_size=9, unique=True),
    hole=st.integers(2, 4),
    board=st.integers(3, 5),
)
def test_two_and_three_uses_exactly_two_and_three_uth_9_7_a(drawn, hole, board):
    held, common = drawn[:hole], drawn[4 : 4 + board]
    ways = [two + three for two in combinations(held, 2) for three in combinations(common, 3)]
    assert STANDARD.two_and_three(held, common) == max(STANDARD.any_five(way) for way in ways)
    best = STANDARD.best_two_and_three(held, common)
    assert set(best[:2]) <= set(held)
    assert set(best[2:]) <= set(common)
    assert STANDARD.any_five(best) == STANDARD.two_and_three(tuple(held), tuple(common))


def test_a_flush_on_the_board_does_not_count_with_two_and_three_uth_9_7_a():
    hole, board = cards("Ac Kd"), cards("2h 5h 7h 9h Jh")
    assert STANDARD.category(STANDARD.any_five(hole + board)) is Category.FLUSH
    assert STANDARD.category(STANDARD.two_and_three(hole, board)) is Category.HIGH_CARD


@pytest.mark.parametrize(
    ("held", "name"),
    [
        ("As Ks Qs Js Ts 2c 3d", "Royal flush"),
        ("9s 8s 7s 6s 5s As Ah", "Straight flush, nine high"),
        ("5s 4s 3s 2s As Kd Kh", "Straight flush, five high"),
        ("6d 6h 6c 6s 2d 2h 2c", "Four of a kind, sixes"),
        ("Kd Kh Ks 7d 7c 2c 3c", "Full house, kings full of sevens"),
        ("2d 5d 7d 9d Jd As Ac", "Flush, jack high"),
        ("As 2d 3c 4h 5s Kd Kh", "Straight, five high"),
        ("As Kd Qc Jh Ts 2d 2h", "Straight, ace high"),
        ("Qd Qh Qc 2s 4d 7h 9c", "Three of a kind, queens"),
        ("2d 2h 3d 3h 4d 4h 9s", "Two pair, fours and threes"),
        ("Ad Ah 9c 7s 4d 3h 2c", "Pair of aces"),
        ("As Kd 9d 8c 2h 3c 4s", "Ace high"),
    ],
)
def test_names_for_people(held, name):
    assert STANDARD.name(STANDARD.any_five(cards(held))) == name


@pytest.mark.parametrize("size", [40, 36, 32])
def test_flush_beats_full_house_in_short_decks_nz13_9_3(size):
    flush, full = cards("7h 8h Th Jh Ah"), cards("As Ad Ac Ks Kd")
    assert STANDARD.any_five(full) > STANDARD.any_five(flush)
    short = ranking(size)
    assert short.any_five(flush) > short.any_five(full)
    assert short.category(short.any_five(flush)) is Category.FLUSH
    assert short.category(short.any_five(full)) is Category.FULL_HOUSE
    assert short.any_five(cards("Ts Td Tc Th Ad")) > short.any_five(flush)


@pytest.mark.parametrize(
    ("size", "lowest"), [(52, "5c 4d 3h 2s Ac"), (40, "8c 7d 6h 5s Ac"), (36, "9c 8d 7h 6s Ac"), (32, "Tc 9d 8h 7s Ac")]
)
def test_lowest_straight_by_deck_nz13_9_2_and_ace_high_only_nz13_9_3_f(size, lowest):
    held = cards(lowest)
    low, high_only = ranking(size), ranking(size, ace_low=False)
    assert low.category(low.any_five(held)) is Category.STRAIGHT
    assert high_only.category(high_only.any_five(held)) is Category.HIGH_CARD
    next_up = (*held[:4], held[0] + 5)
    assert low.category(low.any_five(next_up)) is Category.STRAIGHT
    assert low.any_five(next_up) > low.any_five(held)


def test_the_ace_stands_low_only_under_the_decks_four_lowest():
    assert STANDARD.category(STANDARD.any_five(cards("8c 7d 6h 5s Ac"))) is Category.HIGH_CARD
    assert ranking(40).category(ranking(40).any_five(cards("9c 8d 7h 6s Ac"))) is Category.HIGH_CARD
    assert STANDARD.category(STANDARD.any_five(cards("3c 2d Ah Ks Qc"))) is Category.HIGH_CARD


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ad Ah 9c 7s 4d", "Kd Kh Ac Qs Jd"),  # 4.3(a): aces are high
        ("Kd Kh 3c 3s 4d", "Qd Qh Jc Js Ad"),  # 4.3(b): the high pair first
        ("Kd Kh 4c 4s 2d", "Ks Kc 3c 3s Ad"),  # 4.3(b): then the low pair
        ("Kd Kh 4c 4s 9d", "Ks Kc 4d 4h 8d"),  # 4.3(b): then the remaining card
        ("Ad Qd 9d 7d 3d", "Ah Qh 9h 7h 2h"),  # 4.3(e): card after card
        ("3d 3h 3c 2s 2d", "2h 2c 2s Ad Ah"),  # 4.3(f): by the threesome
        ("Ad Qh 9c 7s 3d", "Ac Qs 9d 7h 2d"),  # 4.4(a)
        ("8d 8h Ac 7s 3d", "8c 8s Kc Qs Jd"),  # 4.4(b)
        ("Kd Qh Jc Ts 9d", "Jc Td 9c 8s 7d"),  # 4.4(c)
    ],
)
def test_order_within_a_category_uth_4_3_and_4_4(better, worse):
    assert STANDARD.any_five(cards(better)) > STANDARD.any_five(cards(worse))


def test_suits_have_the_same_rank_uth_4_1():
    assert STANDARD.any_five(cards("Ad Kd 9d 7d 3d")) == STANDARD.any_five(cards("Ac Kc 9c 7c 3c"))


def test_full_houses_with_equal_threes_go_by_the_pair():
    board_threes = "7d 7h 7c"
    assert STANDARD.any_five(cards(board_threes + " Ks Kd")) > STANDARD.any_five(cards(board_threes + " Qs Qd"))
