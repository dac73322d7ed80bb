from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.refused import Refused
from games.engine.cards import cards
from games.engine.hands import Category
from games.engine.ultimate.progressive import (
    Hit,
    LinkedHit,
    Pool,
    SubPools,
    combine,
    contribution,
    deck_is_counted,
    divide,
    in_order_of_payment,
    increments,
    pay,
    winning_hand,
)
from games.engine.ultimate.rules import UltimateRules
from games.engine.ultimate.settle import Played, Stakes, settle_round
from tests.engine.ultimate.rounds import a_round, line, settle_record, settled

C = Category
FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL = C.FLUSH, C.FULL_HOUSE, C.FOUR_OF_A_KIND, C.STRAIGHT_FLUSH, C.ROYAL_FLUSH


@pytest.mark.parametrize(
    ("hand", "prize"), [(FLUSH, 50_000), (FULL, 75_000), (FOUR, 250_000), (STRAIGHT_FLUSH, 500_000), (ROYAL, 5_000_000)]
)
def test_the_ladder_at_a_small_pool_uth_11_9(hand, prize):
    """A wager of 500 at 100, 150, 500, 1,000 and 10,000 to 1; the pool of 10,000 is gone, the house adds the rest."""
    paid = pay({1: Hit(500, hand)}, Pool(10_000))
    assert paid.prizes == {1: prize}
    assert paid.pool == Pool(0)
    assert paid.operator == prize - 10_000


def test_straight_flush_takes_a_tenth_where_that_is_more_uth_11_9_b():
    paid = pay({1: Hit(500, STRAIGHT_FLUSH)}, Pool(6_000_000))
    assert (paid.prizes, paid.pool, paid.operator) == ({1: 600_000}, Pool(5_400_000), 0)


def test_royal_flush_takes_the_whole_pool_where_that_is_more_uth_11_9_a():
    paid = pay({1: Hit(500, ROYAL)}, Pool(7_654_321))
    assert (paid.prizes, paid.pool, paid.operator) == ({1: 7_654_321}, Pool(0), 0)


def test_lower_hands_come_out_of_the_pool_with_one_winner_too_uth_11_10_a():
    assert pay({1: Hit(500, FLUSH)}, Pool(1_000_000)).pool == Pool(950_000)


def test_several_winners_in_the_order_of_uth_11_10():
    """20,000,000 less flush 50,000 and four 250,000 is 19,700,000; two straight flushes take 1,970,000 each of that;
    15,760,000 remain for two royals: 7,880,000 each."""
    hits = {
        1: Hit(500, ROYAL),
        2: Hit(500, STRAIGHT_FLUSH),
        3: Hit(500, FLUSH),
        5: Hit(500, ROYAL),
        6: Hit(500, FOUR),
        7: Hit(500, STRAIGHT_FLUSH),
    }
    paid = pay(hits, Pool(20_000_000))
    assert paid.prizes == {3: 50_000, 6: 250_000, 2: 1_970_000, 7: 1_970_000, 1: 7_880_000, 5: 7_880_000}
    assert (paid.pool, paid.operator) == (Pool(0), 0)


def test_two_royals_below_ten_thousand_to_one_each_get_that_uth_11_10_c():
    """8,000,000 shared would be 4,000,000; 5,000,000 each is more, and the house adds 2,000,000."""
    paid = pay({1: Hit(500, ROYAL), 2: Hit(500, ROYAL)}, Pool(8_000_000))
    assert (paid.prizes, paid.operator) == ({1: 5_000_000, 2: 5_000_000}, 2_000_000)


def test_three_royals_raise_what_is_no_whole_cent_nz1_11_3():
    """30,000,000 less a flush's 10,000 is 29,990,000; a third is 9,996,666.67, raised to the cent; one cent over."""
    hits = {1: Hit(100, ROYAL), 2: Hit(100, ROYAL), 3: Hit(100, ROYAL), 4: Hit(100, FLUSH)}
    paid = pay(hits, Pool(30_000_000))
    assert paid.prizes[1] == paid.prizes[3] == 9_996_667
    assert (paid.pool, paid.operator) == (Pool(0), 1)


@pytest.mark.parametrize(("chip", "prize"), [(1, 612_346), (50, 612_350), (2500, 612_500)])
def test_a_tenth_rises_to_the_chip_nz1_11_3(chip, prize):
    assert pay({1: Hit(500, STRAIGHT_FLUSH)}, Pool(6_123_456), chip).prizes == {1: prize}


def test_sub_pools_pay_their_own_hands_uth_11_6_d():
    """Minor 100,000 pays 50,000 + 75,000: 25,000 from the house. Major 9,000,000: a tenth, then the rest whole."""
    hits = {1: Hit(500, FLUSH), 2: Hit(500, FULL), 3: Hit(500, STRAIGHT_FLUSH), 4: Hit(500, ROYAL)}
    paid = pay(hits, SubPools(100_000, 9_000_000))
    assert paid.prizes == {1: 50_000, 2: 75_000, 3: 900_000, 4: 8_100_000}
    assert (paid.pool, paid.operator) == (SubPools(0, 0), 25_000)


def test_sub_pools_never_help_each_other_uth_11_6_d():
    paid = pay({1: Hit(500, FOUR)}, SubPools(100_000, 9_000_000))
    assert (paid.pool, paid.operator) == (SubPools(0, 9_000_000), 150_000)
    paid = pay({1: Hit(500, ROYAL)}, SubPools(9_000_000, 100_000))
    assert (paid.pool, paid.operator) == (SubPools(9_000_000, 0), 4_900_000)


hits_drawn = st.dictionaries(
    st.integers(1, 7),
    st.sampled_from([FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL]).map(lambda hand: Hit(500, hand)),
    min_size=1,
)


@given(hits=hits_drawn, prize=st.integers(0, 10**9), chip=st.sampled_from([1, 5, 50, 500]))
def test_what_is_paid_left_the_pool_or_came_from_the_house(hits, prize, chip):
    paid = pay(hits, Pool(prize), chip)
    assert sum(paid.prizes.values()) == prize - paid.pool.prize + paid.operator
    assert paid.pool.prize >= 0
    assert paid.operator == 0 or paid.pool.prize == 0
    assert all(amount % chip == 0 for amount in paid.prizes.values())


@given(hits=hits_drawn, minor=st.integers(0, 10**8), major=st.integers(0, 10**9))
def test_sub_pools_balance_too(hits, minor, major):
    paid = pay(hits, SubPools(minor, major))
    left = paid.pool.minor + paid.pool.major
    assert sum(paid.prizes.values()) == minor + major - left + paid.operator


@pytest.mark.parametrize(
    ("hole", "flop", "hand"),
    [
        ("As Ks", "Qs Js Ts", ROYAL),
        ("5d 4d", "3d 2d Ad", STRAIGHT_FLUSH),
        ("9d 9c", "9h 9s 2c", FOUR),
        ("9d 9c", "9h 2s 2c", FULL),
        ("Ad 9d", "7d 4d 2d", FLUSH),
        ("9s 8h", "7d 6c 5s", None),
        ("9s 9h", "9d 6c 5s", None),
    ],
)
def test_hole_cards_with_the_first_three_community_cards_uth_10_2_and_11_7(hole, flop, hand):
    assert winning_hand(cards(hole), cards(flop)) is hand


def test_the_last_two_community_cards_do_not_count_uth_10_2():
    """The flush is made on the river: Trips is paid, the progressive wager loses."""
    box = settled(a_round("Ad 9d", "7d Ks 2d 4d Kc", "Ah As", trips=500, progressive=500))
    assert box["trips"]["outcome"] == "win"
    assert box["progressive"] == line("lose", 0, 0)


def test_it_wins_whatever_the_dealer_holds_uth_11_8():
    """A flush loses to four kings and is paid 100 to 1."""
    answer = settle_record(a_round("Ad 9d", "7d 4d Kd Ks Kc", "Kh 2s", progressive=500))
    assert answer["boxes"]["1"]["play"]["outcome"] == "lose"
    assert answer["boxes"]["1"]["progressive"] == line("win", 50_000, 0)
    assert answer["pool"] == {"prize": 950_000, "operator": 0}


def test_without_a_play_wager_it_loses_uth_10_2():
    answer = settle_record(a_round("As Ks", "Qs Js Ts 2d 3c", "2h 2c", progressive=500, play=None))
    assert answer["boxes"]["1"]["progressive"] == line("lose", 0, 0)
    assert answer["pool"] == {"prize": 1_000_000, "operator": 0}


def test_the_stake_goes_back_by_the_other_reading_uth_11_9():
    stakes = Stakes(1000, 1000, 0, 3000, 500)
    box = Played(1, stakes, cards("Ad 9d"))
    dealer, board = cards("Ah As"), cards("7d 4d 2d Ks Kc")
    taken = UltimateRules(pay_table=1, hands="any_five")
    returned = UltimateRules(pay_table=1, hands="any_five", progressive_stake="returned")
    for rules, back in ((taken, 0), (returned, 500)):
        found = settle_round(rules, dealer, board, [box], Pool(10**6)).boxes[1].lines["progressive"]
        assert (found.paid, found.returned) == (50_000, back)


def test_two_royals_cannot_share_a_flop_but_two_straight_flushes_can_uth_11_10_b():
    """Seat 1 holds 9s 8s, seat 2 8s is gone: 4s 3s makes the lower one; each takes a tenth of 30,000,000."""
    round_ = a_round("9s 8s", "7s 6s 5s Kd Kc", "Ah Ad", progressive=500)
    other = {"seat": 2, "cards": ["4s", "3s"], "ante": 1000, "blind": 1000, "progressive": 500}
    round_["boxes"].append({**other, "play": {"times": 1, "on": "river"}})
    round_["pool"] = {"prize": 30_000_000}
    answer = settle_record(round_)
    assert answer["boxes"]["1"]["progressive"] == line("win", 3_000_000, 0)
    assert answer["boxes"]["2"]["progressive"] == line("win", 3_000_000, 0)
    assert answer["pool"] == {"prize": 24_000_000, "operator": 0}


def test_contributions_keep_fractions_of_a_cent_uth_11_6():
    assert contribution(500, Fraction(1, 7)) == Fraction(3000, 7)
    assert increments(500, Fraction(1, 3), Fraction(1, 2)) == (Fraction(500, 3), 250)
    with pytest.raises(Refused) as refused:
        contribution(500, Fraction(8, 7))
    assert refused.value.clause == "UTH 11.6(a)"
    with pytest.raises(Refused) as refused:
        increments(500, Fraction(2, 3), Fraction(1, 2))
    assert refused.value.clause == "UTH 11.6B"


def test_the_pool_is_divided_and_combined_without_loss_uth_11_6_a_and_c():
    assert divide(Pool(1_000), 300) == SubPools(300, 700)
    assert combine(SubPools(300, 700)) == Pool(1_000)
    with pytest.raises(Refused) as refused:
        divide(Pool(1_000), 1_001)
    assert refused.value.clause == "UTH 11.6A"


def test_the_deck_is_counted_at_each_payout_uth_11_14_and_11_6_d_f():
    assert deck_is_counted(FLUSH, Pool(0))
    assert not deck_is_counted(FLUSH, SubPools(0, 0))
    assert deck_is_counted(STRAIGHT_FLUSH, SubPools(0, 0))


def test_linked_tables_are_paid_by_first_card_or_completed_hand_uth_11_11():
    first = LinkedHit("a", "shoe", first_card=10, last_card=40)
    second = LinkedHit("b", "shuffler", first_card=5, last_card=20)
    third = LinkedHit("c", "shoe", first_card=30, last_card=35)
    assert in_order_of_payment([third, second, first]) == [first, second, third]
