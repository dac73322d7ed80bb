from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.refused import Refused
from games.engine.general import (
    Accepted,
    Ground,
    Limits,
    Once,
    accepted_by_mistake,
    device_used,
    held,
    invalidated,
    overpaid,
    personal,
    refuse_after_result,
    refuse_not_payable,
    refuse_outside,
    refuse_pooled,
)
from games.engine.money import at_odds, dollars, down_to_chip, share, up_to_chip
from games.engine.protocol import Line, Outcome

TABLE = Limits(2500, 50000, 500)


def clause_of(call) -> str | None:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.clause


@pytest.mark.parametrize(
    ("least", "most", "step", "clause"),
    [(0, 10, 1, "NZ1 9.1"), (10, 9, 1, "NZ1 9.1"), (10, 20, 11, "NZ1 9.5"), (10, 20, 0, "NZ1 9.5")],
)
def test_limits_that_no_sign_may_show_nz1_9(least, most, step, clause):
    assert clause_of(lambda: Limits(least, most, step)) == clause


@pytest.mark.parametrize(
    ("amount", "clause"), [(2000, "NZ1 10.1(b)"), (50500, "NZ1 10.1(b)"), (2600, "NZ1 9.5"), (0, "NZ1 10.1(b)")]
)
def test_a_wager_outside_the_sign_is_not_taken_nz1_10_1_b(amount, clause):
    assert clause_of(lambda: refuse_outside(amount, TABLE)) == clause
    assert not TABLE.allows(amount)


@pytest.mark.parametrize("amount", [2500, 3000, 50000])
def test_a_wager_on_or_between_the_limits_is_taken_nz1_9_2(amount):
    refuse_outside(amount, TABLE)
    assert TABLE.allows(amount)


def test_personal_limits_only_widen_nz1_9_4():
    assert personal(TABLE, least=1000, most=200000) == Limits(1000, 200000, 500)
    assert personal(TABLE, least=100) == Limits(100, 50000, 100)
    assert clause_of(lambda: personal(TABLE, least=3000)) == "NZ1 9.4"
    assert clause_of(lambda: personal(TABLE, most=40000)) == "NZ1 9.4"


def test_partners_may_not_pass_the_maximum_together_nz1_10_1_c():
    refuse_pooled([50000], TABLE)
    refuse_pooled([25000, 25000], TABLE)
    assert clause_of(lambda: refuse_pooled([25000, 25500], TABLE)) == "NZ1 10.1(c)"


def test_below_the_minimum_is_valid_once_nz1_10_2_a():
    assert accepted_by_mistake(2000, TABLE, used_before=False) == Accepted(2000, 0, True, "NZ1 10.2(a)")
    assert accepted_by_mistake(2000, TABLE, used_before=True) == Accepted(0, 2000, False, "NZ1 10.2(a)")


def test_above_the_maximum_the_excess_is_void_nz1_10_2_b():
    assert accepted_by_mistake(60000, TABLE, used_before=True) == Accepted(50000, 10000, False, "NZ1 10.2(b)")
    assert accepted_by_mistake(50000, TABLE, used_before=False) == Accepted(50000, 0, False, None)


@pytest.mark.parametrize(
    ("amount", "levels", "valid", "void"),
    [(5000, (3000, 4000), 4000, 1000), (3500, (3000, 4000), 3000, 500), (4000, (3000, 4000), 4000, 0)],
)
def test_levels_set_by_a_game_are_treated_alike_nz1_10_1_d_and_10_2(amount, levels, valid, void):
    found = accepted_by_mistake(amount, levels, used_before=False)
    assert (found.valid, found.void) == (valid, void)


@given(amount=st.integers(1, 10**6), used=st.booleans())
def test_what_stands_and_what_goes_back_make_the_wager_nz1_10_2(amount, used):
    found = accepted_by_mistake(amount, TABLE, used_before=used)
    assert found.valid + found.void == amount
    assert found.valid <= TABLE.most


def test_once_only_is_counted_as_the_version_says_nz1_10_2_a():
    assert Once.PLAYER_TABLE_DAY.key("p", "t", "d") == ("p", "t", "d")
    assert Once.PLAYER.key("p", "t", "d") == Once.PLAYER.key("p", "u", "e")


def test_a_wager_that_chips_could_not_pay_may_be_refused_nz1_10_4():
    refuse_not_payable(Fraction(4750), 250)
    assert clause_of(lambda: refuse_not_payable(Fraction(9500, 3), 250)) == "NZ1 10.4"


def test_a_missed_call_reopens_nothing_nz1_10_6():
    refuse_after_result(determined=False)
    assert clause_of(lambda: refuse_after_result(determined=True)) == "NZ1 10.6"


def test_overpayment_may_be_recovered_nz1_11_1():
    assert (overpaid(500, 700), overpaid(500, 400)) == (200, 0)


@given(amount=st.integers(0, 10**15), chip=st.sampled_from([1, 5, 50, 250, 500]))
def test_winnings_rise_to_the_next_chip_nz1_11_3(amount, chip):
    raised = up_to_chip(Fraction(amount, 7), chip)
    assert raised % chip == 0
    assert 0 <= raised - Fraction(amount, 7) < chip
    assert raised - down_to_chip(Fraction(amount, 7), chip) in (0, chip)


def test_money_is_exact():
    assert at_odds(1001, 3, 2) == Fraction(3003, 2)
    assert up_to_chip(at_odds(1001, 3, 2)) == 1502
    assert share(1000, 3) == (333, 1)
    assert share(1000, 3, 50) == (300, 100)
    assert (dollars(1234500), dollars(-5)) == ("$12,345.00", "-$0.05")


def test_wagers_left_behind_are_held_nz1_12_2():
    lines = {"a": Line(Outcome.WIN, 500, 1000, 0, ""), "b": Line(Outcome.LOSE, 0, 250, 0, "")}
    assert held(lines) == 1750


def test_a_forbidden_device_makes_wagers_void_nz1_17_3():
    assert device_used({"a": 500}) == {"a": Line(Outcome.VOID, 0, 500, 0, "NZ1 17.3(a)")}


def test_an_invalidated_round_goes_back_and_a_cheats_wager_does_not_nz1_18_2():
    stakes = {"a": 500, "b": 700}
    assert invalidated(stakes, Ground.DISRUPTION) == {
        "a": Line(Outcome.VOID, 0, 500, 0, "NZ1 18.2"),
        "b": Line(Outcome.VOID, 0, 700, 0, "NZ1 18.2"),
    }
    assert invalidated(stakes, Ground.FRAUD, ["b"])["b"] == Line(Outcome.LOSE, 0, 0, 0, "NZ1 18.2")
    assert clause_of(lambda: invalidated(stakes, Ground.DISRUPTION, ["b"])) == "NZ1 18.2"
