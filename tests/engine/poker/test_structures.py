"""How much at most: pot, half pot, spread, fixed limit, and the multiples of WA Manila."""

from __future__ import annotations

from typing import Any

from games.engine.poker.books import WA
from games.engine.poker.play import Play
from games.engine.poker.terms import Terms
from games.engine.poker.variants import VARIANTS
from tests.engine.poker.writing import after, record, refused, settled, span

FOUR = {1: 10000, 2: 10000, 3: 10000, 4: 10000}


def test_the_call_is_counted_into_the_pot_first_nz13_16_6_d() -> None:
    # Blinds 50 and 100: call 100, then raise by 250.
    assert span(record("nz", structure="pot_limit", stacks=FOUR)) == (200, 350)
    assert refused(record("nz", structure="pot_limit", stacks=FOUR, do="4 raise 351")) == ("actions[0]", "NZ13 16.6(d)")


def test_pot_limit_on_the_flop_nz13_16_6_d() -> None:
    flop = "4 call; 1 call; 2 call; 3 check; "
    assert span(record("nz", structure="pot_limit", stacks=FOUR, do=flop.rstrip("; "))) == (100, 400)
    # Pot 400, bet 300: call 300, raise by 1000.
    assert span(record("nz", structure="pot_limit", stacks=FOUR, do=flop + "2 bet 300")) == (600, 1300)


def test_half_pot_wa_7_16_a() -> None:
    flop = "4 call; 1 call; 2 call; 3 check; "
    assert span(record("wa", structure="half_pot", stacks=FOUR, do=flop.rstrip("; "))) == (100, 200)
    assert span(record("wa", structure="half_pot", stacks=FOUR, do=flop + "2 bet 200")) == (400, 600)
    assert refused(record("wa", structure="half_pot", stacks=FOUR, do=flop + "2 bet 201")) == ("actions[4]", "WA 7.16")


def test_antes_and_a_carried_pot_are_in_the_pot() -> None:
    assert span(record("nz", structure="pot_limit", stacks=FOUR, ante=25)) == (200, 450)
    assert span(record("wa", "draw_ante", "pot_limit", ante=100, carried=700)) == (100, 1000)


def test_where_the_most_is_below_the_least_the_least_is_allowed() -> None:
    assert span(record("nz", structure="half_pot", stacks=FOUR)) == (200, 225)
    assert span(record("nz", structure="half_pot", stacks=FOUR, blinds=[100])) == (200, 200)


def test_the_call_left_out_of_the_pot_is_the_other_reading_of_wa_7_16_a() -> None:
    book = WA.model_copy(update={"pot_counts_call": False})
    terms = Terms(book, VARIANTS["wa"]["holdem"], 52, "pot_limit", blinds=(50, 100))
    assert Play(terms, (1, 2, 3), [1000, 1000, 1000], [[], [], []]).bounds() == (200, 250)


def test_an_all_in_above_the_most_is_refused() -> None:
    assert refused(record("nz", structure="pot_limit", stacks=FOUR, do="4 all_in")) == ("actions[0]", "NZ13 16.6(d)")
    assert after(record("nz", structure="pot_limit", stacks={**FOUR, 4: 350}, do="4 all_in")).level == 350
    fixed: dict[str, Any] = {"structure": "fixed_limit", "bets": [100, 200]}
    assert refused(record("nz", stacks={**FOUR, 4: 201}, do="4 all_in", **fixed))[0] == "actions[0]"
    assert after(record("nz", stacks={**FOUR, 4: 199}, do="4 all_in", **fixed)).level == 199


def test_spread_limit_least_to_most_nz13_16_6_e() -> None:
    spread: dict[str, Any] = {"structure": "spread_limit", "spread": [100, 500]}
    flop = "4 call; 1 call; 2 call; 3 check"
    assert span(record("nz", stacks=FOUR, do=flop, **spread)) == (100, 500)
    assert span(record("nz", stacks=FOUR, do=flop + "; 2 bet 300", **spread)) == (600, 800)
    assert span(record("nz", stacks=FOUR, **spread)) == (200, 600)
    assert refused(record("nz", stacks=FOUR, do=flop + "; 2 bet 501", **spread))[0] == "actions[4]"


def test_a_blind_above_the_least_of_the_spread_is_the_bet_to_raise_by() -> None:
    assert span(record("nz", stacks=FOUR, structure="spread_limit", spread=[50, 500])) == (200, 600)


def test_fixed_limit_is_exact() -> None:
    fixed: dict[str, Any] = {"structure": "fixed_limit", "bets": [100, 200]}
    for amount in (150, 250):
        assert refused(record("wa", stacks=FOUR, do=f"4 raise {amount}", **fixed))[0] == "actions[0]"


class TestManila:
    """WA 24: one blind b; by b to 2b in the first round, then 2b, in the last round 4b."""

    base: dict[str, Any] = {"deck": 32, "blinds": [100], "stacks": FOUR, "on": "7c 8d 9h Js Qs"}

    def at(self, do: str, **more: Any) -> tuple[int, int] | None:
        return span(record("wa", "manila", "fixed_limit", do=do, **self.base, **more))

    def test_first_round_by_b_to_2b_wa_24_5(self) -> None:
        assert self.at("") == (200, 300)

    def test_not_less_than_the_raise_before_wa_7_11(self) -> None:
        assert self.at("3 raise 250") == (400, 450)
        assert self.at("3 raise 300") == (500, 500)

    def test_short_all_ins_are_left_out_wa_7_12(self) -> None:
        base = {**self.base, "stacks": {**FOUR, 3: 150}}
        assert span(record("wa", "manila", "fixed_limit", do="3 all_in", **base)) == (200, 300)

    def test_the_straddle_wa_20_3(self) -> None:
        assert self.at("", straddle=3) == (300, 400)

    def test_three_raises_wa_24_5(self) -> None:
        assert self.at("3 raise 200; 4 raise 300; 1 raise 400") is None

    def test_later_rounds_wa_24_7_and_24_9(self) -> None:
        called = "3 call; 4 call; 1 call; 2 check"
        checks = "; 2 check; 3 check; 4 check; 1 check"
        assert self.at(called) == (200, 200)
        assert self.at(called + "; 2 bet 200") == (400, 400)
        assert self.at(called + checks * 2) == (200, 200)
        assert self.at(called + checks * 3) == (400, 400)
        assert self.at(called + checks * 3 + "; 2 bet 400") == (800, 800)

    def test_no_cap_when_two_contest_the_final_round_wa_24_10(self) -> None:
        do = "3 call; 4 fold; 1 fold; 2 check" + "; 2 check; 3 check" * 3
        raised = do + "; 2 bet 400; 3 raise 800; 2 raise 1200; 3 raise 1600"
        assert self.at(raised) == (2000, 2000)


def test_draw_has_the_big_bet_after_the_draw() -> None:
    do = "1 call; 2 call; 3 check; 2 discard; 3 discard; 1 discard"
    assert span(record("nz", "draw", "fixed_limit", bets=[100, 300], do=do)) == (300, 300)


def test_the_table_minimum_without_blinds_is_the_ante_in_wa_the_bring_in_in_nz() -> None:
    cards = {1: "Ah 7s 9c", 2: "Ad 6c Ac", 3: "Kc 8d 8h"}
    nz = record("nz", "five_card_stud", ante=100, bring_in=300, cards=cards, do="2 bet 300; 3 call; 1 call")
    assert span(nz) == (300, 9600)
    wa = record("wa", "five_card_stud", ante=100, cards=cards, do="3 bet 300; 1 call; 2 call")
    assert span(wa) == (100, 9600)


def test_a_whole_stack_named_as_bet_or_raise_is_all_in() -> None:
    stacks = {**FOUR, 4: 80}
    for do in ("4 all_in", "4 raise 80", "4 call"):
        play = after(record(stacks=stacks, do=do))
        assert play.level == 100
        assert play.bets[play.seats.index(4)] == 80
    assert refused(record(stacks=stacks, do="4 bet 80"))[0] == "actions[0]"
    answer = settled(record(stacks=stacks, cards={3: "2d 2h", 4: "Ad Ac"}, do="4 raise 80; 1 fold; 2 fold"))
    assert answer["uncalled"] == {"seat": 3, "amount": 20}
