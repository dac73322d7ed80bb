"""Rake: methods, rounding, caps, and the hands that pay none."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.engine.poker.books import NZ, RWS, WA, Book
from games.engine.poker.pots import Pot
from games.engine.poker.rake import rake
from games.engine.poker.terms import Rake, Terms
from games.engine.poker.variants import VARIANTS
from tests.engine.poker.writing import record, settled

ROYAL = "As Ks Qs Js Ts"


def taken(book: Book, agreed: Rake, amounts: list[int], winners: list[int], chip: int = 1, **more: Any) -> list[int]:
    """Pots in which the seats 0, 1 and 2 are in, won by the seats of a mask each."""
    terms = Terms(book, VARIANTS[book.name]["holdem"], 52, "no_limit", chip, (50, 100), rake=agreed)
    found = [Pot(amount, 0b111, 0b1111) for amount in amounts]
    return rake(terms, found, [[mask] for mask in winners], more.get("showdown", True), more.get("wagered", True))


def test_main_pot_first_to_one_cap_rws_4_1_1() -> None:
    assert taken(RWS, Rake(Fraction(5), 150), [2000, 1000, 400], [1, 1, 2]) == [100, 50, 0]


def test_rounded_down_to_the_chip_per_pot_rws_4_1_1_nz13_8_2() -> None:
    assert taken(RWS, Rake(Fraction(5)), [650, 650], [1, 1], 25) == [25, 25]
    assert taken(NZ, Rake(Fraction(15, 2)), [650], [1], 25) == [25]
    assert taken(NZ, Rake(Fraction(10)), [650], [1]) == [65]


def test_rounded_down_to_the_dollar_per_pot_wa_19_8() -> None:
    assert taken(WA, Rake(Fraction(10)), [1990, 999], [1, 1]) == [100, 0]


def test_other_units_are_other_readings() -> None:
    assert taken(NZ.model_copy(update={"rake_rounds_to": "cent"}), Rake(Fraction(10)), [655], [1], 25) == [65]


def test_hands_won_by_folds_pay_in_rws_and_nz_not_in_wa_19_1() -> None:
    assert taken(RWS, Rake(Fraction(5)), [1000], [1], showdown=False) == [50]
    assert taken(NZ, Rake(Fraction(5)), [1000], [1], showdown=False) == [50]
    assert taken(WA, Rake(Fraction(10)), [1000], [1], showdown=False) == [0]
    everywhere = WA.model_copy(update={"rake_on_folds": True})
    assert taken(everywhere, Rake(Fraction(10)), [1000], [1], showdown=False) == [100]


class TestCapPerPlayer:
    """WA 19.6 and 19.7: no pot more than one cap, no player more than one."""

    cap = Rake(Fraction(10), 500)

    def test_no_pot_yields_more_than_one_cap(self) -> None:
        assert taken(WA, self.cap, [8000, 9000], [1, 2]) == [500, 500]

    def test_no_player_bears_more_than_one_over_his_pots(self) -> None:
        assert taken(WA, self.cap, [4000, 9000, 12000], [1, 1, 1]) == [400, 100, 0]

    def test_a_shared_pot_is_borne_in_equal_parts(self) -> None:
        # 400 are shared: 200 each; then seat 0 has 300 left.
        assert taken(WA, self.cap, [4000, 9000], [0b11, 1]) == [400, 300]
        # Seat 0 has borne 400: of a shared pot it bears 100, and so does the other.
        assert taken(WA, self.cap, [4000, 9000], [1, 0b11]) == [400, 200]

    def test_rounded_down_after_the_cap(self) -> None:
        assert taken(WA, Rake(Fraction(10), 550), [9000, 9000], [1, 1]) == [500, 0]

    def test_what_was_taken_uses_up_the_cap(self) -> None:
        # 450 worked out, 400 taken: 150 are left, of which a dollar.
        assert taken(WA, Rake(Fraction(10), 550), [4500, 9000], [1, 1]) == [400, 100]

    def test_a_third_is_borne_exactly(self) -> None:
        # 400 by three: 133 1/3 each; 366 2/3 are left to seat 0.
        assert taken(WA, self.cap, [4000, 9000], [0b111, 1]) == [400, 300]


def test_a_cap_of_nothing_takes_nothing() -> None:
    for book in (RWS, NZ, WA):
        assert taken(book, Rake(Fraction(10), 0), [9000], [1]) == [0]


class TestNz:
    def test_no_percentage_where_only_blinds_were_bet_nz13_8_6(self) -> None:
        folded = record("nz", rake={"percent": "10"}, do="1 fold; 2 fold")
        assert settled(folded)["rake"] == 0
        called = record("nz", rake={"percent": "10"}, do="1 fold; 2 call; 3 check; 2 fold")
        assert settled(called)["rake"] == 20
        assert settled(record("rws", rake={"percent": "10"}, do="1 fold; 2 fold"))["rake"] == 10

    def test_a_bring_in_is_a_bet_nz13_8_6(self) -> None:
        cards = {1: "Ah 7s", 2: "Ad 6c", 3: "Kc 8d"}
        hand = record(
            "nz", "five_card_stud", ante=100, cards=cards, rake={"percent": "10"}, do="2 bet 100; 3 fold; 1 fold"
        )
        assert settled(hand)["rake"] == 30

    def test_equal_hands_alone_in_the_pot_pay_nothing_nz13_8_8(self) -> None:
        cards = {1: "9h 2c", 3: "9d 3c"}
        two = record(
            "nz", stacks={1: 1000, 3: 1000}, cards=cards, on=ROYAL, rake={"percent": "10"}, do="1 all_in; 3 call"
        )
        assert settled(two)["rake"] == 0

    def test_a_folded_blind_has_contributed_nz13_8_8(self) -> None:
        cards = {1: "9h 2c", 3: "9d 3c"}
        stacks = {1: 1000, 2: 1000, 3: 1000}
        hand = record("nz", stacks=stacks, cards=cards, on=ROYAL, rake={"percent": "10"}, do="1 all_in; 2 fold; 3 call")
        assert settled(hand)["rake"] == 205

    def test_each_pot_for_itself_nz13_8_8(self) -> None:
        # The main pot has a loser in it, the side pot is shared by all who made it.
        cards = {1: "9h 2c", 3: "9d 2h", 4: "4h 5d"}
        stacks = {1: 1000, 2: 100, 3: 1000, 4: 300}
        hand = record(
            "nz",
            stacks=stacks,
            cards=cards,
            on="As Ks Qd Jd 8c",
            ante=10,
            rake={"percent": "10"},
            do="4 all_in; 1 all_in; 2 fold; 3 call",
        )
        answer = settled(hand)
        assert [pot["amount"] for pot in answer["pots"]] == [960, 1400]
        assert answer["rake"] == 96

    def test_on_every_board_nz13_8_8(self) -> None:
        cards = {1: "9h 2c", 3: "9d 2d"}
        both = "As Ks Qs Js Ts | Ac Kc Qc Jc Tc"
        one = "As Ks Qs Js Ts | 9s 9c 2h 3c 4c"
        stacks = {1: 1000, 3: 1000}
        for on, expected in ((both, 0), (one, 0)):
            hand = record("nz", stacks=stacks, cards=cards, on=on, rake={"percent": "10"}, do="1 all_in; 3 call")
            assert settled(hand)["rake"] == expected
        lost = "As Ks Qs Js Ts | 4h 5h 6h 7h Kc"
        hand = record("nz", stacks=stacks, cards=cards, on=lost, rake={"percent": "10"}, do="1 all_in; 3 call")
        assert settled(hand)["rake"] == 200

    def test_a_hand_given_up_is_no_equal_hand_nz13_8_8(self) -> None:
        cards = {1: "9h 2c", 3: "9d 3c"}
        do = "1 all_in; 3 call; 3 muck"
        hand = record("nz", stacks={1: 1000, 3: 1000}, cards=cards, on=ROYAL, rake={"percent": "10"}, do=do)
        assert settled(hand)["rake"] == 200

    @pytest.mark.parametrize(("do", "fee"), [("1 fold; 2 fold", 100), ("1 all_in; 2 fold; 3 fold", 150)])
    def test_a_fee_per_hand_comes_out_of_the_main_pot_in_every_hand_nz13_8_2_b(self, do: str, fee: int) -> None:
        # At most what is in it: 100, or 250.
        assert settled(record("nz", rake={"per_hand": 150}, do=do))["rake"] == fee

    def test_nothing_matched_no_fee(self) -> None:
        assert settled(record("nz", blinds=[100], rake={"per_hand": 150}, do="3 fold; 1 fold"))["rake"] == 0


def test_the_uncalled_bet_pays_nothing_rws_4_3_nz13_8_5_wa_19_5() -> None:
    hand = record("rws", rake={"percent": "10"}, do="1 raise 5000; 2 fold; 3 fold")
    assert settled(hand)["rake"] == 25


def test_no_rake_agreed() -> None:
    for agreed in (None, False):
        assert settled(record(rake=agreed, do="1 raise 5000; 2 fold; 3 fold"))["rake"] == 0
