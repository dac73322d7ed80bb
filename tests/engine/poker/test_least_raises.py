"""How much at least: the last full bet or raise, straddles, and all-ins below a full raise, book by book."""

from __future__ import annotations

import pytest

from tests.engine.poker.writing import after, record, refused, span, to_act

FOUR = {1: 10000, 2: 10000, 3: 10000, 4: 10000}


def flop(book: str, do: str, stacks: dict[int, int] | None = None, **more: object) -> dict[str, object]:
    """Everybody has called; seats 2, 3, 4, 1 act on the flop. Stacks are what is left after the blind of 100."""
    found = {seat: stack + 100 for seat, stack in (stacks or FOUR).items()}
    return record(book, stacks=found, do=f"4 call; 1 call; 2 call; 3 check; {do}", **more)


def test_a_bet_is_the_big_blind_or_more_rws_1_5() -> None:
    assert span(flop("rws", "")) == (100, 10000)
    assert refused(flop("rws", "2 bet 75"))[0] == "actions[4]"


def test_a_raise_is_by_the_bet_before_it_rws_1_28() -> None:
    assert span(flop("rws", "2 bet 300")) == (600, 10000)


def test_a_raise_is_by_the_raise_before_it_rws_1_28() -> None:
    assert span(flop("rws", "2 bet 300; 3 raise 1000")) == (1700, 10000)


@pytest.mark.parametrize(("book", "least"), [("rws", 400), ("wa", 400), ("nz", 300)])
def test_least_raise_over_a_straddle_rws_1_28_nz13_7_10_wa_7_11(book: str, least: int) -> None:
    hand = record(book, stacks=FOUR, straddle=4)
    assert to_act(after(hand)) == 1
    assert span(hand) == (least, 10000)


def test_least_raise_over_a_straddle_in_fixed_limit_wa_7_16_b() -> None:
    assert span(record("wa", structure="fixed_limit", bets=[100, 200], stacks=FOUR, straddle=4)) == (300, 300)
    assert span(record("nz", structure="fixed_limit", bets=[100, 200], stacks=FOUR, straddle=4)) == (300, 300)


@pytest.mark.parametrize(
    ("book", "least"), [("rws", 200), ("nz", 250), ("wa", 250)], ids=["rws_3_19_3", "nz13_10_3", "wa_7_11"]
)
def test_bet_100_all_in_150_the_next_raise(book: str, least: int) -> None:
    assert span(flop(book, "2 bet 100; 3 all_in", {**FOUR, 3: 150})) == (least, 10000)


def test_all_in_to_200_is_then_a_full_raise_rws_3_19_3() -> None:
    stacks = {**FOUR, 3: 150, 4: 200}
    assert span(flop("rws", "2 bet 100; 3 all_in; 4 all_in", stacks)) == (300, 10000)
    # It reopens the betting for the seat that has bet.
    assert span(flop("rws", "2 bet 100; 3 all_in; 4 all_in; 1 fold", stacks)) == (300, 10000)


def test_raised_to_250_over_an_all_in_it_was_a_raise_of_150_rws_3_19_3() -> None:
    assert span(flop("rws", "2 bet 100; 3 all_in; 4 raise 250", {**FOUR, 3: 150})) == (400, 10000)


def test_raised_to_250_over_an_all_in_it_was_a_raise_of_100_nz13_10_3() -> None:
    assert span(flop("nz", "2 bet 100; 3 all_in; 4 raise 250", {**FOUR, 3: 150})) == (350, 10000)


@pytest.mark.parametrize(
    ("book", "least"), [("rws", 100), ("nz", 140), ("wa", 140)], ids=["rws_3_19_2", "nz13_10_3", "wa_7_11"]
)
def test_over_a_short_opening_bet_of_40(book: str, least: int) -> None:
    hand = flop(book, "2 all_in", {**FOUR, 2: 40})
    assert after(hand).level == 40
    assert span(hand) == (least, 10000)


@pytest.mark.parametrize(
    ("book", "structure", "more"),
    [
        ("nz", "pot_limit", {}),
        ("nz", "half_pot", {}),
        ("nz", "spread_limit", {"spread": [100, 5000]}),
        ("wa", "pot_limit", {}),
        ("wa", "half_pot", {}),
    ],
)
def test_10_3_holds_in_every_structure_but_fixed_limit(book: str, structure: str, more: dict[str, object]) -> None:
    found = span(flop(book, "2 bet 100; 3 all_in", {**FOUR, 3: 150}, structure=structure, **more))
    assert found is not None
    assert found[0] == 250


class TestFixedLimit:
    """NZ13 10.2 and WA 7.12, at bets of 100 and 200."""

    def at(self, book: str, do: str, stacks: dict[int, int]) -> tuple[int, int] | None:
        return span(flop(book, do, stacks, structure="fixed_limit", bets=[100, 200]))

    def test_below_half_it_is_completed_nz13_10_2(self) -> None:
        assert self.at("nz", "2 bet 100; 3 all_in", {**FOUR, 3: 149}) == (200, 200)

    def test_half_or_more_is_raised_from_the_all_in_nz13_10_2(self) -> None:
        assert self.at("nz", "2 bet 100; 3 all_in", {**FOUR, 3: 150}) == (250, 250)

    def test_what_follows_is_measured_from_it_nz13_10_2(self) -> None:
        assert self.at("nz", "2 bet 100; 3 all_in; 4 all_in", {**FOUR, 3: 160, 4: 200}) == (260, 260)

    def test_short_opening_bets_nz13_10_2(self) -> None:
        assert self.at("nz", "2 all_in", {**FOUR, 2: 49}) == (100, 100)
        assert self.at("nz", "2 all_in", {**FOUR, 2: 50}) == (150, 150)

    def test_it_is_completed_whatever_its_size_wa_7_12(self) -> None:
        assert self.at("wa", "2 bet 100; 3 all_in", {**FOUR, 3: 149}) == (200, 200)
        assert self.at("wa", "2 bet 100; 3 all_in", {**FOUR, 3: 199}) == (200, 200)
        assert self.at("wa", "2 all_in", {**FOUR, 2: 99}) == (100, 100)

    def test_over_the_blind_it_is_the_same_nz13_10_2(self) -> None:
        stacks = {**FOUR, 4: 160}
        assert span(record("nz", structure="fixed_limit", bets=[100, 200], stacks=stacks, do="4 all_in")) == (260, 260)
        stacks = {**FOUR, 4: 140}
        assert span(record("nz", structure="fixed_limit", bets=[100, 200], stacks=stacks, do="4 all_in")) == (200, 200)

    def test_the_big_bet_holds_from_the_third_round_nz13_16_6(self) -> None:
        hand = flop("nz", "2 check; 3 check; 4 check; 1 check", structure="fixed_limit", bets=[100, 200])
        assert span(hand) == (200, 200)
