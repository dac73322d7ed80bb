"""Parallel writers: the race is shown first with nothing against it, then it is gone."""

from __future__ import annotations

from threading import Barrier

import pytest
from django.db import OperationalError, connection, transaction

from casino.ledger.accounts import account
from casino.ledger.books import faults
from casino.ledger.models import Account, Transfer
from casino.ledger.transfers import reverse
from casino.refused import Refused
from casino.trail.models import Event
from tests.factories import make_property
from tests.ledger.books_for_tests import NOON, kept, move, open_bank, open_purse, triggers_off
from tests.ledger.together import together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def prop():
    return make_property()


def test_reading_adding_and_saving_loses_money_and_a_transfer_does_not(prop):
    bank, purse = open_bank(prop), open_purse(prop)
    met = Barrier(2)

    def careless() -> None:
        with transaction.atomic(), triggers_off():
            read = Account.objects.get(pk=purse.pk)
            met.wait(10)
            Account.objects.filter(pk=purse.pk).update(balance=read.balance + 100)

    together(careless, careless)
    assert kept(purse) == 100, "two payments of 100, one of them lost"
    assert len(faults()) == 1
    with transaction.atomic(), triggers_off():
        Account.objects.filter(pk=purse.pk).update(balance=0)

    def careful() -> None:
        for _ in range(25):
            move((bank, -100), (purse, 100))

    assert together(*[careful] * 4) == [None] * 4
    assert kept(purse) == 4 * 25 * 100 and faults() == []


def test_accounts_taken_in_any_order_deadlock_and_transfers_do_not(prop):
    one, other = open_bank(prop), account(property=prop, kind="till", may_go_below_zero=True)
    met = Barrier(2)

    def in_this_order(first: Account, second: Account) -> None:
        with transaction.atomic(), triggers_off():
            Account.objects.filter(pk=first.pk).update(balance=0)
            met.wait(10)
            Account.objects.filter(pk=second.pk).update(balance=0)

    ended = together(lambda: in_this_order(one, other), lambda: in_this_order(other, one))
    assert [type(end) for end in ended].count(OperationalError) == 1, "one of the two was the deadlock's victim"

    def back_and_forth(first: Account, second: Account, stream: str) -> None:
        for _ in range(40):
            move((first, -1), (second, 1), stream=stream)

    ended = together(
        lambda: back_and_forth(one, other, "place:1"), lambda: back_and_forth(other, one, "place:2"),
        lambda: back_and_forth(one, other, "place:3"), lambda: back_and_forth(other, one, "place:4"),
    )  # fmt: skip
    assert ended == [None] * 4 and (kept(one), kept(other)) == (0, 0) and faults() == []


def test_the_last_hundred_is_spent_once(prop):
    bank, purse = open_bank(prop), open_purse(prop)
    move((bank, -100), (purse, 100))
    ended = together(*[lambda: move((purse, -100), (bank, 100))] * 6)
    assert sorted(type(end).__name__ for end in ended) == ["Refused"] * 5 + ["Transfer"]
    assert kept(purse) == 0 and faults() == []


def test_one_who_read_enough_before_another_spent_it_is_still_refused(prop):
    """Both have passed the first look when the second one reaches the row: its constraint speaks."""
    bank, purse = open_bank(prop), open_purse(prop)
    move((bank, -100), (purse, 100))
    met = Barrier(2)

    def spend(stream: str) -> Transfer:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            met.wait(10)
            made = move((purse, -100), (bank, 100), stream=stream)
            cursor.execute("SELECT pg_sleep(0.2)")
            return made

    ended = together(lambda: spend("place:1"), lambda: spend("place:2"))
    assert sorted(type(end).__name__ for end in ended) == ["Refused", "Transfer"]
    assert Event.objects.filter(kind="ledger.transfer").count() == 2


def test_the_same_key_at_once_is_one_transfer(prop):
    bank, purse = open_bank(prop), open_purse(prop)
    streams = ["place:1", "place:1", "place:1", "place:1"]
    ended = together(*[lambda s=s: move((bank, -100), (purse, 100), key="once", stream=s).pk for s in streams])
    assert len(set(ended)) == 1 and Transfer.objects.count() == 1
    assert (kept(purse), Event.objects.filter(kind="ledger.transfer").count()) == (100, 1)


def test_the_same_key_at_once_with_two_bodies_is_one_transfer_and_one_refusal(prop):
    bank, purse = open_bank(prop), open_purse(prop)
    ended = together(
        lambda: move((bank, -100), (purse, 100), key="once"), lambda: move((bank, -200), (purse, 200), key="once")
    )
    assert sorted(type(end).__name__ for end in ended) == ["Refused", "Transfer"]
    assert kept(purse) in {100, 200} and faults() == []


def test_two_reversals_at_once_are_one(prop):
    bank, purse = open_bank(prop), open_purse(prop)
    old = move((bank, -100), (purse, 100))
    move((bank, -500), (purse, 500))
    calls = [lambda n=n: reverse(old, key=f"r{n}", by="staff:1", at=NOON, reason="wrong") for n in range(4)]
    ended = together(*calls)
    assert [isinstance(end, Refused) for end in ended].count(True) == 3
    assert kept(purse) == 500 and Transfer.objects.filter(reverses=old).count() == 1


def test_an_account_asked_for_by_many_at_once_is_opened_once(prop):
    ended = together(*[lambda: account(property=prop, kind="escrow", code="BA-12").pk] * 5)
    assert len(set(ended)) == 1 and Account.objects.count() == 1
    assert Event.objects.filter(kind="ledger.account_opened").count() == 1
