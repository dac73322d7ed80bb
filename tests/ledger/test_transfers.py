"""Moving money: what a transfer writes, what it refuses, and how it is undone."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from casino.ledger.accounts import account, balance
from casino.ledger.models import Account, Entry, Transfer
from casino.ledger.transfers import reverse, transfer
from casino.refused import Refused
from casino.trail.models import Event
from tests.factories import make_property
from tests.ledger.books_for_tests import NOON, kept, key, move, open_bank, open_purse

pytestmark = pytest.mark.django_db


@pytest.fixture
def prop():
    return make_property()


@pytest.fixture
def bank(prop):
    return open_bank(prop)


@pytest.fixture
def purse(prop):
    return open_purse(prop)


def test_a_transfer_moves_cents_from_one_account_to_another(prop, bank, purse):
    made = move((bank, -2_500), (purse, 2_500))
    assert (kept(bank), kept(purse)) == (-2_500, 2_500)
    assert made.moved == {bank.pk: -2_500, purse.pk: 2_500}
    assert (made.properties, made.stream) == ([prop.pk], f"property:{prop.pk}")
    assert set(Entry.objects.values_list("account", "at", "transfer", "amount")) == {
        (bank.pk, NOON, made.pk, -2_500), (purse.pk, NOON, made.pk, 2_500)
    }  # fmt: skip


def test_what_is_returned_is_what_stands_in_the_database(bank, purse):
    made = move((bank, -1), (purse, 1), reason="why", clause="NZ5 10.1", subject="round:5", stream="place:12")
    read = Transfer.objects.get(pk=made.pk)
    for field in Transfer._meta.fields:
        assert getattr(made, field.attname) == getattr(read, field.attname), field.name


def test_it_is_one_statement_with_its_event_and_its_balances(bank, purse):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        move((bank, -1), (purse, 1))
    assert len(queries) == 1


def test_its_event_in_the_trail_names_accounts_and_amounts(prop, bank, purse):
    made = move(
        (bank, -700), (purse, 700), by="staff:9", clause="NZ5 10.1", reason="paid", subject="round:5", stream="place:12"
    )
    event = Event.objects.get(kind="ledger.transfer")
    assert (event.stream, event.subject, event.actor, event.at) == ("place:12", "round:5", "staff:9", NOON)
    assert (event.clause, event.reason, event.property) == ("NZ5 10.1", "paid", prop.pk)
    assert json.loads(event.after) == {
        "transfer": made.pk, "kind": "test.moved", "accounts": [bank.pk, purse.pk], "amounts": [-700, 700]
    }  # fmt: skip


def test_a_refused_transfer_leaves_nothing_behind_and_the_callers_transaction_goes_on(bank, purse):
    with transaction.atomic():
        with pytest.raises(Refused):
            move((purse, -1), (bank, 1))
        move((bank, -5), (purse, 5))
    assert (kept(purse), Transfer.objects.count(), Event.objects.filter(kind="ledger.transfer").count()) == (5, 1, 1)


def test_entries_of_one_account_are_added_up(bank, purse):
    made = move((bank, -100), (purse, 70), (bank, -10), (purse, 40))
    assert made.moved == {bank.pk: -110, purse.pk: 110} and Entry.objects.count() == 2


def test_fractions_of_a_cent_and_other_figures_are_refused(bank, purse):
    for amount in (1.0, "1", True, 10**15 + 1):
        with pytest.raises(Refused, match="whole number of cents"):
            move((bank, -1), (purse, amount))  # type: ignore[arg-type]
    assert not Transfer.objects.exists()


@pytest.mark.parametrize("amounts", [(-100, 101), (1, 1), (-1, -1)])
def test_an_unbalanced_transfer_is_refused(bank, purse, amounts):
    with pytest.raises(Refused, match="sum to zero"):
        move((bank, amounts[0]), (purse, amounts[1]))
    assert not Entry.objects.exists()


def test_a_transfer_that_moves_nothing_is_refused(bank, purse):
    for entries in ([], [(bank, 5)], [(bank, 5), (bank, -5)], [(bank, 0), (purse, 0)]):
        with pytest.raises(Refused, match="two accounts"):
            move(*entries)


def test_an_account_that_may_not_go_below_zero_does_not(bank, purse):
    move((bank, -100), (purse, 100))
    with pytest.raises(Refused, match="not enough on the account Purse 1"):
        move((purse, -101), (bank, 101))
    move((purse, -100), (bank, 100))
    assert kept(purse) == 0


def test_money_that_comes_in_the_same_transfer_counts(bank, purse):
    move((bank, -100), (purse, 100), (purse, -60), (bank, 60))
    assert kept(purse) == 40


def test_an_account_that_does_not_exist_is_refused(bank):
    with pytest.raises(Refused, match="no account 999999"):
        move((bank, -1), (999_999, 1))


@pytest.mark.parametrize(
    ("field", "value"),
    [("key", ""), ("key", "k" * 201), ("kind", ""), ("by", ""), ("reason", "a\x00b"), ("subject", "s" * 101)],
)
def test_texts_that_do_not_fit_are_refused_by_name(bank, purse, field, value):
    with pytest.raises(Refused) as refused:
        move((bank, -1), (purse, 1), **{field: value})
    assert refused.value.where == field


def test_an_instant_without_a_zone_is_a_mistake_of_the_program(bank, purse):
    with pytest.raises(ValueError, match="time zone"):
        move((bank, -1), (purse, 1), at=NOON.replace(tzinfo=None))


def test_the_same_key_and_body_is_the_same_transfer_whoever_asks_and_when(bank, purse):
    first = move((bank, -100), (purse, 100), key="k")
    again = transfer(
        key="k", kind="test.moved", entries=[(purse, 100), (bank, -100)], by="system", at=NOON + timedelta(hours=1)
    )
    assert (again.pk, again.by, again.at) == (first.pk, "staff:1", NOON)
    assert (kept(purse), Transfer.objects.count()) == (100, 1)


def test_a_repeated_key_gives_the_old_transfer_even_where_the_money_is_gone(bank, purse):
    move((bank, -100), (purse, 100))
    first = move((purse, -100), (bank, 100), key="spend")
    assert move((purse, -100), (bank, 100), key="spend").pk == first.pk


@pytest.mark.parametrize(
    "other",
    [{"kind": "test.other"}, {"reason": "x"}, {"clause": "NZ5 1.1"}, {"subject": "round:6"}, {"stream": "place:1"}],
)
def test_the_same_key_with_another_body_is_refused(bank, purse, other):
    move((bank, -100), (purse, 100), key="k")
    with pytest.raises(Refused, match="used for another transfer"):
        move((bank, -100), (purse, 100), key="k", **other)
    with pytest.raises(Refused, match="used for another transfer"):
        move((bank, -101), (purse, 101), key="k")
    assert (kept(purse), Transfer.objects.count()) == (100, 1)


def test_a_transfer_between_properties_balances_at_each(bank, purse):
    there = make_property(currency="AUD")
    owed_there = open_bank(there)
    till = open_purse(there)
    made = move((bank, -100), (purse, 100), (owed_there, -90), (till, 90))
    assert made.properties == sorted([bank.property_id, there.pk])
    with pytest.raises(Refused, match="sum to zero at every property"):
        move((bank, -100), (till, 100))


def test_play_money_never_meets_money(bank, purse):
    school = make_property(training=True)
    with pytest.raises(Refused, match="Play money"):
        move((bank, -100), (purse, 100), (open_bank(school), -50), (open_purse(school), 50))
    assert not Entry.objects.exists()


def test_a_reversal_is_the_opposite_and_names_what_it_undoes(bank, purse):
    old = move((bank, -300), (purse, 300), subject="round:5", stream="place:12", clause="NZ5 10.1")
    back = reverse(old, key=key(), by="staff:2", at=NOON + timedelta(minutes=1), reason="Wrong player")
    assert back.reverses_id == old.pk and (kept(bank), kept(purse)) == (0, 0)
    assert (back.stream, back.subject, back.clause) == ("place:12", "round:5", "NZ5 10.1")
    event = Event.objects.get(kind="ledger.reversal")
    assert json.loads(event.after)["reverses"] == old.pk and event.reason == "Wrong player"


def test_a_transfer_is_reversed_once(bank, purse):
    old = move((bank, -300), (purse, 300))
    first = reverse(old, key="a", by="staff:2", at=NOON, reason="wrong")
    assert reverse(old, key="a", by="staff:2", at=NOON, reason="wrong").pk == first.pk
    with pytest.raises(Refused, match=f"reversed already, by transfer {first.pk}"):
        reverse(old, key="b", by="staff:2", at=NOON, reason="wrong")
    assert Transfer.objects.count() == 2


def test_a_reversal_can_itself_be_reversed(bank, purse):
    old = move((bank, -300), (purse, 300))
    back = reverse(old, key=key(), by="staff:2", at=NOON, reason="wrong")
    reverse(back, key=key(), by="staff:2", at=NOON, reason="it was right after all")
    assert kept(purse) == 300


def test_a_reversal_needs_a_reason_the_money_and_its_time(bank, purse):
    old = move((bank, -300), (purse, 300))
    with pytest.raises(Refused, match="Say why"):
        reverse(old, key=key(), by="staff:2", at=NOON, reason="  ")
    with pytest.raises(Refused, match="before it was made"):
        reverse(old, key=key(), by="staff:2", at=NOON - timedelta(seconds=1), reason="wrong")
    move((purse, -1), (bank, 1))
    with pytest.raises(Refused, match="not enough on the account Purse 1"):
        reverse(old, key=key(), by="staff:2", at=NOON, reason="wrong")
    assert Transfer.objects.count() == 2


def test_an_account_is_opened_once_and_its_rule_stays(prop):
    first = account(property=prop, kind="escrow", code="BA-12")
    assert account(property=prop, kind="escrow", code="BA-12").pk == first.pk
    with pytest.raises(Refused, match="another rule"):
        account(property=prop, kind="escrow", code="BA-12", may_go_below_zero=True)
    assert Event.objects.filter(kind="ledger.account_opened").count() == 1
    assert balance(first) == 0 and Account.objects.count() == 1
