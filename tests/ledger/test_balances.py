"""Whatever moves in whatever order: sums are zero, and a balance at an instant is the sum of its entries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import Sum
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from casino.ledger.accounts import balance, stood
from casino.ledger.books import faults, trial_balance
from casino.ledger.models import Account, Entry
from casino.ledger.transfers import reverse
from casino.refused import Refused
from tests.factories import make_property
from tests.ledger.books_for_tests import NOON, kept, key, move, open_bank, open_purse

pytestmark = pytest.mark.django_db

MINUTES = st.integers(0, 600)
STEP = st.tuples(MINUTES, st.integers(0, 3), st.integers(0, 3), st.integers(1, 10_000), st.booleans())


class Moved(TestCase):
    @settings(max_examples=25, deadline=None)
    @given(st.lists(STEP, min_size=1, max_size=12), MINUTES)
    def test_balances_at_instants_are_the_sums_of_entries_and_all_sums_are_zero(self, steps, asked):
        """Instants come in any order: a clock may have been set back between two transfers."""
        prop = make_property()
        accounts = [open_bank(prop), *(open_purse(prop, str(number)) for number in range(3))]
        for minute, source, target, cents, undo in steps:
            at = NOON + timedelta(minutes=minute)
            try:
                made = move((accounts[source], -cents), (accounts[target], cents), at=at)
                if undo:
                    reverse(made, key=key(), by="system", at=at, reason="not meant")
            except Refused:
                continue
        at = NOON + timedelta(minutes=asked)
        for account in accounts:
            entries = Entry.objects.filter(account=account)
            assert kept(account) == (entries.aggregate(sum=Sum("amount"))["sum"] or 0) == balance(account)
            until = entries.filter(at__lte=at).aggregate(sum=Sum("amount"))["sum"] or 0
            assert balance(account, at=at) == until
            assert account.may_go_below_zero or kept(account) >= 0
        (sheet,) = trial_balance(at=at, properties=[prop])
        assert sheet.total == 0 and [line.balance for line in sheet.lines] == [
            balance(line.account, at=at) for line in sheet.lines
        ]
        assert faults() == []


def test_a_balance_counts_what_happened_at_the_instant_itself():
    prop = make_property()
    bank, purse = open_bank(prop), open_purse(prop)
    move((bank, -100), (purse, 100), at=NOON)
    move((bank, -10), (purse, 10), at=NOON + timedelta(seconds=1))
    assert balance(purse, at=NOON) == 100
    assert balance(purse, at=NOON - timedelta(microseconds=1)) == 0
    assert balance(purse, at=NOON + timedelta(days=1)) == balance(purse) == 110


def test_the_balance_of_an_instant_is_found_by_the_index():
    """Not a reading of a table that grows for ever."""
    prop = make_property()
    bank, purse = open_bank(prop), open_purse(prop)
    for _ in range(3):
        move((bank, -1), (purse, 1))
    query = stood(Account.objects.filter(pk=purse.pk), NOON)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = query.explain()
    assert "ledger_entry_pkey" in plan and "Seq Scan on ledger_entry" not in plan
