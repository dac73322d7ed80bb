"""Pots by what was put in, the uncalled bet, boards and splits; figures worked by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from games.engine.poker.books import NZ
from games.engine.poker.play import Play
from games.engine.poker.pots import Pot, pots
from games.engine.poker.settle import result
from games.engine.poker.terms import Terms
from games.engine.poker.variants import VARIANTS
from tests.engine.poker.writing import record, refused, settled

ROYAL = "As Ks Qs Js Ts"


def test_the_contracts_example_rws_4_3() -> None:
    hand = record(
        stacks={1: 10000, 2: 8000, 4: 3000},
        chip=25,
        rake={"percent": "5", "cap": 1500},
        cards={1: "As Kd", 2: "Qh Qc", 4: "7s 2d"},
        on="Ah 7d 2s",
        do="1 raise 300; 2 fold; 4 call; 4 check; 1 bet 400; 4 fold",
        straddle=None,
        ante=0,
        id="h1",
    )
    assert settled(hand) == {
        "id": "h1",
        "stacks": {"1": 10325, "2": 7950, "4": 2700},
        "rake": 25,
        "pots": [{"amount": 650, "seats": [1], "won": {"1": 625}}],
        "uncalled": {"seat": 1, "amount": 400},
        "shown": [],
    }


def test_three_all_ins_make_three_pots_rws_4_6() -> None:
    cards = {1: "Ah Ad", 2: "Kh Kd", 3: "Qh Qd", 4: "Th 9d"}
    stacks = {1: 300, 2: 700, 3: 2000, 4: 2000}
    answer = settled(record(stacks=stacks, cards=cards, do="4 all_in; 1 all_in; 2 all_in; 3 call"))
    assert answer["pots"] == [
        {"amount": 1200, "seats": [1, 2, 3, 4], "won": {"1": 1200}},
        {"amount": 1200, "seats": [2, 3, 4], "won": {"2": 1200}},
        {"amount": 2600, "seats": [3, 4], "won": {"3": 2600}},
    ]
    assert answer["uncalled"] is None


def test_folded_money_stays_where_it_was_put_wa_7_26() -> None:
    # 2 folds with 500 in, 1 is all-in for 300: 300 of it are in the main pot, 200 in the side pot.
    cards = {1: "Ah Ad", 3: "Qh Qd", 4: "Th 9d"}
    stacks = {1: 300, 2: 5000, 3: 5000, 4: 5000}
    do = "4 raise 500; 1 all_in; 2 call; 3 call; 2 bet 100; 3 raise 400; 4 call; 2 fold"
    checks = "; 3 check; 4 check; 3 check; 4 check"
    answer = settled(record("wa", stacks=stacks, cards=cards, do=do + checks))
    assert answer["pots"] == [
        {"amount": 1200, "seats": [1, 3, 4], "won": {"1": 1200}},
        {"amount": 200 * 3 + 100 + 800, "seats": [3, 4], "won": {"3": 1500}},
    ]


def test_a_new_pot_begins_only_where_the_seats_still_in_differ() -> None:
    assert pots([50, 100, 300, 300], 0b1100) == [Pot(750, 0b1100, 0b1111)]
    assert pots([100, 200, 200], 0b111) == [Pot(300, 0b111, 0b111), Pot(200, 0b110, 0b110)]


def test_a_carried_pot_lies_in_the_main_pot_wa_27_3_c() -> None:
    assert pots([100, 200, 200], 0b111, 50) == [Pot(350, 0b111, 0b111), Pot(200, 0b110, 0b110)]


def test_what_a_folded_seat_had_in_above_all_others_lies_in_the_last_pot() -> None:
    assert pots([500, 100, 200], 0b110) == [Pot(300, 0b110, 0b111), Pot(500, 0b100, 0b101)]


def test_nothing_matched_no_pot_rws_1_7() -> None:
    answer = settled(record(blinds=[100], do="3 fold; 1 fold"))
    assert answer["pots"] == []
    assert answer["uncalled"] == {"seat": 2, "amount": 100}
    assert answer["stacks"] == {"1": 10000, "2": 10000, "3": 10000}


def test_uncalled_counts_folded_seats_blinds_and_antes() -> None:
    answer = settled(record(ante=10, do="1 fold; 2 fold"))
    assert answer["uncalled"] == {"seat": 3, "amount": 50}
    assert answer["pots"] == [{"amount": 130, "seats": [3], "won": {"3": 130}}]


@given(st.lists(st.tuples(st.integers(0, 60), st.booleans()), min_size=2, max_size=7))
def test_every_cent_lies_in_the_pot_of_those_who_can_win_it(seats: list[tuple[int, bool]]) -> None:
    """Cent by cent: the n-th cent of every seat lies with all who are in with n cents or more."""
    put = [amount for amount, _ in seats]
    live = sum(1 << place for place, (_, still_in) in enumerate(seats) if still_in)
    assume(live)
    found = pots(put, live)
    assert sum(pot.amount for pot in found) == sum(put)
    masks = [pot.eligible for pot in found]
    assert len(set(masks)) == len(masks)
    assert all(later & earlier == later for earlier, later in pairwise(masks))
    expected: dict[int, int] = {}
    last = live
    for cent in range(1, max(put) + 1):
        able = sum(1 << place for place, amount in enumerate(put) if amount >= cent and live >> place & 1)
        last = able or last
        expected[last] = expected.get(last, 0) + sum(amount >= cent for amount in put)
    assert {pot.eligible: pot.amount for pot in found} == expected


class TestSplitting:
    def split(self, book: str, pot: int, cards: dict[int, str], chip: int = 100, **more: Any) -> dict[str, int]:
        """Four seats; 2 posts the odd chip and folds; the others share a pot of `pot` on a royal board."""
        stacks = dict.fromkeys((1, 3, 4), (pot - chip) // 3) | {2: 10000}
        hand = record(
            book,
            stacks=stacks,
            cards=cards,
            blinds=[chip, 2 * chip],
            chip=chip,
            on=ROYAL,
            do="4 all_in; 1 call; 2 fold; 3 call",
            **more,
        )
        (found,) = settled(hand)["pots"]
        assert found["amount"] == pot
        won: dict[str, int] = found["won"]
        return won

    CARDS = {1: "9h 2c", 3: "9d 3c", 4: "9c 8h"}

    def test_all_of_it_to_the_first_winner_left_of_the_button_rws_4_5(self) -> None:
        assert self.split("rws", 1600, self.CARDS) == {"1": 500, "3": 600, "4": 500}

    def test_one_chip_each_clockwise_wa_18_2(self) -> None:
        hand = {1: "9h 2c", 3: "9d 3c", 4: "9c 8h"}
        assert self.split("wa", 1600, hand) == {"1": 500, "3": 600, "4": 500}
        # 200 left over after rake: 3 and 4, clockwise from the left of button 1; 10 % of 1900 is 190, down to 100.
        stacks = {"percent": "10"}
        assert self.split("wa", 1900, hand, rake=stacks) == {"1": 600, "3": 600, "4": 600}
        assert self.split("wa", 1900, hand, rake={"percent": "0"}) == {"1": 600, "3": 700, "4": 600}

    def test_a_last_piece_below_a_chip_is_given_like_a_chip_wa_18_2(self) -> None:
        # 1600 less 100 is 1500, in chips of 400: nothing for each, then 400 to 2, 3 and 4, and 300 to 1.
        hand = record(
            "wa",
            stacks={1: 400, 2: 8000, 3: 400, 4: 400},
            cards={**self.CARDS, 2: "8d 7d"},
            blinds=[400],
            chip=400,
            on=ROYAL,
            rake={"percent": "10"},
            do="3 all_in; 4 call; 1 call",
        )
        assert settled(hand)["pots"] == [
            {"amount": 1600, "seats": [1, 2, 3, 4], "won": {"1": 300, "2": 400, "3": 400, "4": 400}}
        ]

    def test_all_of_it_to_the_highest_hole_card_nz13_16_5_e(self) -> None:
        assert self.split("nz", 1600, self.CARDS) == {"1": 600, "3": 500, "4": 500}

    def test_where_it_is_shared_by_rank_the_suit_decides_nz13_16_5_e(self) -> None:
        cards = {1: "9h 2c", 3: "9d 8c", 4: "7c 8h"}
        assert self.split("nz", 1600, cards) == {"1": 600, "3": 500, "4": 500}
        cards = {1: "7h 9c", 3: "9d 2c", 4: "9h 3h"}
        assert self.split("nz", 1600, cards) == {"1": 500, "3": 500, "4": 600}

    def test_the_suit_first_is_the_other_reading_of_nz13_16_5_e(self) -> None:
        book = NZ.model_copy(update={"odd_chip": "highest_suit"})
        terms = Terms(book, VARIANTS["nz"]["holdem"], 52, "no_limit", 100, (100, 200))
        play = Play(terms, (1, 2, 3), [200, 200, 200], [[5, 1], [4, 3], [8, 9]])
        play.board = [51, 47, 43, 39, 35]
        play.call()
        play.fold()
        # A pot of 500: 4 is the three of clubs, 3 the two of spades; 8 the four of clubs, 9 the four of diamonds.
        assert result(play).stacks == [100, 300, 200]

    def test_of_the_hole_cards_used_in_omaha_nz13_17_5_e(self) -> None:
        # Kings up on the board of the flop; both use a king of theirs with a nine or an eight; the ace is not used.
        cards = {1: "Kd 9c 2h 3h", 3: "Kc 9d Ah 4h"}
        hand = record(
            "nz",
            "omaha",
            stacks={1: 700, 2: 10000, 3: 700},
            cards=cards,
            blinds=[100, 200],
            chip=100,
            on="Ks Kh 9s 9h 2c",
            do="1 all_in; 2 fold; 3 call",
        )
        (found,) = settled(hand)["pots"]
        # Kings full of nines: king and nine are used. Kd beats Kc.
        assert found["won"] == {"1": 800, "3": 700}

    def test_of_the_five_cards_in_draw_nz13_11_4_d(self) -> None:
        cards = {1: "Ah Kh Qd Jd 9c", 3: "Ac Kc Qs Js 9d"}
        hand = record(
            "nz",
            "draw",
            stacks={1: 700, 2: 10000, 3: 700},
            cards=cards,
            blinds=[100, 200],
            chip=100,
            do="1 all_in; 2 fold; 3 call; 3 discard; 1 discard",
        )
        (found,) = settled(hand)["pots"]
        assert found["won"] == {"1": 800, "3": 700}

    def test_of_the_five_cards_in_stud_and_the_next_where_one_is_shared_nz13_13_4_e(self) -> None:
        # A K Q 8 7 twice with the community ace; the king of hearts beats the king of clubs.
        hand = record(
            "nz",
            "seven_card_stud",
            stacks={1: 700, 2: 700, 3: 5000},
            cards={1: "Kh Qd 2c 3d 7s 8d", 2: "Kc Qc 3c 2d 7d 8s", 3: "4d 4s 5c"},
            ante=100,
            bring_in=100,
            chip=100,
            do="1 bet 100; 2 raise 600; 3 fold; 1 call",
        )
        answer = settled({**hand, "board": ["Ah"]})
        assert answer["pots"] == [{"amount": 1500, "seats": [1, 2], "won": {"1": 800, "2": 700}}]


class TestBoards:
    """NZ13 18.9: each pot after rake is divided by the number of boards, what is over goes to the first."""

    cards = {1: "Ah Ad", 2: "Kh Kd"}
    aces, kings = "2c 3d 7h 8s 9c", "Ks 4d 5s Jh Qd"

    def run(self, on: str, **more: Any) -> dict[str, Any]:
        hand = record("nz", stacks={1: 900, 2: 900}, cards=self.cards, on=on, do="1 all_in; 2 call", **more)
        return settled(hand)

    def test_each_board_is_won_by_itself(self) -> None:
        assert self.run(f"{self.aces} | {self.kings}")["pots"][0]["won"] == {"1": 900, "2": 900}

    def test_what_the_boards_cannot_divide_goes_to_the_first(self) -> None:
        third = "2d 3h 7c 8c 9d"
        answer = self.run(f"{self.kings} | {self.aces} | {third}", chip=50, rake={"percent": "10"})
        # 1800 less 150 (down to the chip) is 1650: 550 for each board.
        assert answer["rake"] == 150
        assert answer["pots"][0]["won"] == {"2": 550, "1": 1100}
        answer = self.run(f"{self.kings} | {self.aces} | {third}", chip=50, rake={"percent": "5"})
        # 1800 less 50: 1750 is 550 twice, and 650 for the first board.
        assert answer["pots"][0]["won"] == {"2": 650, "1": 1100}

    def test_a_shared_flop_stays(self) -> None:
        on = "2c 3d 7h 8s 9c | 2c 3d 7h Ks Qd"
        assert self.run(on)["pots"][0]["won"] == {"1": 900, "2": 900}

    def test_not_where_somebody_may_still_bet(self) -> None:
        do = "1 call; 2 check" + "; 2 check; 1 check" * 3
        hand = record("nz", stacks={1: 900, 2: 900}, cards=self.cards, on=f"{self.aces} | {self.kings}", do=do)
        assert refused(hand) == ("board", "NZ13 18.9(a)")

    def test_not_where_the_hand_was_won_by_folds(self) -> None:
        hand = record("nz", stacks={1: 900, 2: 900}, on=f"{self.aces} | {self.kings}", do="1 fold")
        assert refused(hand) == ("board", "NZ13 18.9(a)")

    def test_the_cards_that_lay_are_on_every_board(self) -> None:
        do = "1 call; 2 check; 2 all_in; 1 call"
        apart = record("nz", stacks={1: 900, 2: 900}, cards=self.cards, on=f"{self.aces} | {self.kings}", do=do)
        assert refused(apart) == ("board", "NZ13 18.9(a)")
        shared = record("nz", stacks={1: 900, 2: 900}, cards=self.cards, on="2c 3d 7h 8s 9c | 2c 3d 7h Ks Qd", do=do)
        assert settled(shared)["pots"][0]["won"] == {"1": 900, "2": 900}
        later = record("nz", stacks={1: 900, 2: 900}, cards=self.cards, on="2c 3d 7h 8s 9c | 2c 3d 7h 8s Kc", do=do)
        assert settled(later)["pots"][0]["won"] == {"1": 900, "2": 900}

    def test_seven_boards_at_the_most(self) -> None:
        flop = "2c 3d 7h 8s "
        names = ["9c", "9d", "9h", "9s", "Tc", "Td", "Th", "Ts"]
        seven = " | ".join(flop + name for name in names[:7])
        assert self.run(seven)["pots"][0]["won"] == {"1": 1800}
        eight = record(
            "nz", stacks={1: 900, 2: 900}, on=" | ".join(flop + name for name in names), do="1 all_in; 2 call"
        )
        assert refused(eight) == ("board[7]", "NZ13 18.9(b)")

    def test_in_no_other_book(self) -> None:
        for book, clause in (("rws", "RWS 3.16"), ("wa", "WA 28.7")):
            hand = record(book, stacks={1: 900, 2: 900}, on=f"{self.aces} | {self.kings}", do="1 all_in; 2 call")
            assert refused(hand) == ("board", clause)
