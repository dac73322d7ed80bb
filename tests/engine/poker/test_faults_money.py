"""Bad amounts: what a clause bounds, what is no amount, what is no multiple of the chip."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.poker.writing import GOOD, STUD, hand, record, refused, settled


class TestMoney:
    def test_the_chip(self) -> None:
        for chip in (0, -5):
            assert refused(hand(chip=chip)) == ("chip", None)

    def test_multiples_of_the_chip(self) -> None:
        assert refused(hand(chip=30)) == ("seats[0].stack", None)
        assert refused(hand(chip=100)) == ("blinds[0]", None)
        assert refused(hand(chip=50, ante=10)) == ("ante", None)
        assert refused(hand(chip=50, rake={"percent": "5", "cap": 75})) == ("rake.cap", None)
        assert refused(hand(chip=50, rake={"per_hand": 75})) == ("rake.per_hand", None)
        assert refused(hand(chip=50, actions=[[1, "raise", 225]])) == ("actions[0]", None)
        fixed = hand(chip=50, structure="fixed_limit", bets=[100, 225])
        assert refused(fixed) == ("bets[1]", None)
        spread = hand(chip=50, structure="spread_limit", spread=[75, 100])
        assert refused(spread) == ("spread[0]", None)

    def test_bets_and_spread_with_their_structure_only(self) -> None:
        assert refused(hand(bets=[100, 200])) == ("bets", "NZ13 7.2")
        assert refused(hand(spread=[100, 200])) == ("spread", "NZ13 7.2")
        assert refused(hand(structure="fixed_limit")) == ("bets", None)
        assert refused(hand(structure="spread_limit")) == ("spread", None)
        assert refused(hand(structure="fixed_limit", bets=[100])) == ("bets", None)
        assert refused(hand(structure="fixed_limit", bets=[200, 100])) == ("bets[1]", "NZ13 16.6(c)")
        assert refused(hand(structure="fixed_limit", bets=[0, 100])) == ("bets[0]", None)
        manila = record("wa", "manila", "fixed_limit", deck=32, blinds=[100], bets=[100, 200])
        assert refused(manila) == ("bets", "WA 24.5")

    def test_blinds(self) -> None:
        assert refused(hand(blinds=...)) == ("blinds", "NZ13 16.1(b)")
        assert refused(hand(blinds=[])) == ("blinds", "NZ13 16.1(b)")
        assert refused(hand(blinds=[50, 100, 100, 100])) == ("blinds", "NZ13 16.1(b)")
        assert refused(hand(blinds=[100, 50])) == ("blinds[1]", "NZ13 16.1(b)")
        assert refused(hand(blinds=[100, 0])) == ("blinds[1]", None)
        assert refused(hand(blinds=[100, "200"])) == ("blinds[1]", None)
        assert refused(hand("rws", blinds=[50, 150])) == ("blinds[1]", "RWS 1.8")
        assert refused(hand("rws", blinds=[25, 50, 100])) == ("blinds", "RWS 1.8")
        manila = record("wa", "manila", "fixed_limit", deck=32, blinds=[50, 100])
        assert refused(manila) == ("blinds", "WA 24.1")
        for variant in ("five_card_stud", "draw_ante"):
            assert refused(record("wa", variant, ante=100, blinds=[100]))[0] == "blinds"

    def test_the_last_blind_covers_the_bet_nz13_16_6_b(self) -> None:
        assert refused(hand(structure="fixed_limit", bets=[200, 400])) == ("blinds[1]", "NZ13 16.6(b)")
        assert refused(hand(structure="spread_limit", spread=[101, 400])) == ("blinds[1]", "NZ13 16.6(b)")
        assert refused(record("nz", "draw", "fixed_limit", bets=[200, 400])) == ("blinds[1]", "NZ13 11.5(b)")
        wa = record("wa", structure="fixed_limit", bets=[200, 400], do=GOOD)
        assert settled(wa)

    def test_the_ante(self) -> None:
        assert refused(hand(ante=-1)) == ("ante", None)
        assert refused(record("nz", "five_card_stud", cards=STUD)) == ("ante", "NZ13 12.1(a)")
        assert refused(record("nz", "seven_card_stud", ante=0)) == ("ante", "NZ13 13.1(a)")
        assert refused(record("wa", "draw_ante")) == ("ante", "WA 20.4")
        fixed = record("wa", "five_card_stud", "fixed_limit", cards=STUD, ante=50, bets=[100, 200])
        assert refused(fixed) == ("ante", "WA 20.4")
        spread = record("wa", "draw_ante", "spread_limit", ante=50, spread=[100, 200])
        assert refused(spread) == ("ante", "WA 20.4")

    def test_the_bring_in(self) -> None:
        assert refused(hand(bring_in=50)) == ("bring_in", "NZ13 16.2(a)")
        fixed = record("nz", "five_card_stud", "fixed_limit", cards=STUD, ante=10, bets=[100, 200], bring_in=150)
        assert refused(fixed) == ("bring_in", "NZ13 12.2(a)")
        spread = record("nz", "seven_card_stud", "spread_limit", ante=10, spread=[100, 200], bring_in=50)
        assert refused(spread) == ("bring_in", "NZ13 13.2(a)")
        assert refused(record("wa", "five_card_stud", cards=STUD, ante=100, bring_in=100))[0] == "bring_in"
        assert refused(record("wa", "seven_card_stud", ante=100, bring_in=50)) == ("bring_in", "WA 23.4")

    def test_a_carried_pot_in_draw_ante_only(self) -> None:
        for amount in (0, 100):
            where, clause = refused(hand(carried=amount))
            assert (where, str(clause)[:4]) == ("carried", "NZ13")
        assert refused(record("wa", "draw_ante", ante=100, carried=-1)) == ("carried", None)


class TestRake:
    @pytest.mark.parametrize("percent", [5, 5.0, "", "5%", "-5", "5.", ".5", "5,5", "1e1", " 5", "٥", True])
    def test_percent_is_text(self, percent: Any) -> None:
        assert refused(hand(rake={"percent": percent})) == ("rake.percent", None)

    @pytest.mark.parametrize(
        ("book", "percent", "clause"),
        [
            ("rws", "100.01", "RWS 4.1.1"),
            ("nz", "4.99", "NZ13 8.2"),
            ("nz", "10.000001", "NZ13 8.2"),
            ("wa", "10.5", "WA 19.2"),
        ],
    )
    def test_percent_out_of_range(self, book: str, percent: str, clause: str) -> None:
        assert refused(hand(book, rake={"percent": percent})) == ("rake.percent", clause)

    def test_percent_in_range(self) -> None:
        for book, percent in (("rws", "100"), ("nz", "0"), ("nz", "0.0"), ("nz", "5.00"), ("wa", "10.0")):
            assert settled(hand(book, rake={"percent": percent}))
        assert settled(hand("wa", rake={"percent": "5." + "0" * 6000}))

    def test_keys(self) -> None:
        assert refused(hand(rake={})) == ("rake.percent", None)
        assert refused(hand(rake={"cap": 100})) == ("rake.percent", None)
        assert refused(hand(rake={"percent": "5", "tip": 1})) == ("rake.tip", None)
        assert refused(hand(rake={"percent": "5", "cap": -1})) == ("rake.cap", None)
        assert refused(hand(rake={"percent": "5", "per_hand": 100})) == ("rake.per_hand", "NZ13 8.2")
        assert refused(hand(rake={"per_hand": 100, "cap": 50})) == ("rake.cap", "NZ13 8.2")
        assert refused(hand(rake={"per_hand": "100"})) == ("rake.per_hand", None)

    def test_a_fee_per_hand_in_nz_only(self) -> None:
        assert refused(hand("rws", rake={"per_hand": 100})) == ("rake.per_hand", "RWS 4.1")
        assert refused(hand("wa", rake={"per_hand": 100})) == ("rake.per_hand", "WA 19.2")
