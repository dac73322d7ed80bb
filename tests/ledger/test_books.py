"""The trial balance and what it finds when somebody changed the books behind our back."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.ledger.books import faults, trial_balance
from tests.factories import make_property
from tests.ledger.books_for_tests import NOON, move, open_bank, open_purse, triggers_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def books():
    """Harbour: 150 to purse 1 at noon, 50 of it on to purse 2 an hour later."""
    prop = make_property(name="Harbour")
    bank, one, two = open_bank(prop), open_purse(prop, "1"), open_purse(prop, "2")
    first = move((bank, -15_000), (one, 15_000))
    second = move((one, -5_000), (two, 5_000), at=NOON + timedelta(hours=1))
    return {"prop": prop, "bank": bank, "one": one, "two": two, "first": first, "second": second}


def told(**options) -> str:
    out = StringIO()
    call_command("trial_balance", stdout=out, **options)
    return out.getvalue()


def balances(sheet) -> list[int]:
    return [line.balance for line in sheet.lines]


def test_each_property_sums_to_zero_now_and_at_an_instant(books):
    (now,) = trial_balance()
    assert (balances(now), now.above, now.below, now.total) == ([-15_000, 10_000, 5_000], 15_000, -15_000, 0)
    (then,) = trial_balance(at=NOON)
    assert balances(then) == [-15_000, 15_000, 0]
    (before,) = trial_balance(at=NOON - timedelta(seconds=1))
    assert balances(before) == [0, 0, 0]


def test_properties_stand_on_sheets_of_their_own_in_one_query(books):
    other = make_property(name="Bay")
    move((open_bank(other), -1), (open_purse(other), 1))
    with CaptureQueriesContext(connection) as queries:
        sheets = trial_balance(at=NOON)
    assert [sheet.prop.name for sheet in sheets] == ["Bay", "Harbour"] and len(queries) == 1
    assert [sheet.prop for sheet in trial_balance(properties=[other])] == [other]


def test_the_command_prints_every_account_and_says_that_it_holds(books):
    said = told()
    assert "Harbour (NZD)" in said and "Purse 2" in said and "$100" in said and "−$150" in said
    assert "The ledger sums to zero now: 3 accounts at 1 properties." in said


def test_the_command_takes_an_instant_and_refuses_what_is_none(books):
    assert "$150" in told(at="2026-11-15T01:00:00+13:00") and "at 2026-11-15T01:00:00+13:00" in told(
        at="2026-11-15T01:00:00+13:00"
    )
    with pytest.raises(CommandError, match="not an instant"):
        told(at="yesterday")


def test_an_empty_ledger_holds():
    assert "0 accounts at 0 properties" in told()


def test_a_kept_balance_that_differs_from_its_entries_is_named_and_ends_with_1(books):
    with triggers_off() as cursor:
        cursor.execute("UPDATE ledger_account SET balance = balance + 7 WHERE id = %s", [books["two"].pk])
    with pytest.raises(CommandError) as error:
        told()
    assert error.value.returncode == 1
    assert f"Account {books['two'].pk} keeps a balance of 5007, but its entries sum to 5000." in str(error.value)
    assert "Harbour is off by 7 cents." in str(error.value)


def test_an_amount_changed_with_the_triggers_off_is_found(books):
    with triggers_off() as cursor:
        cursor.execute("UPDATE ledger_entry SET amount = 5001 WHERE amount = 5000")
        cursor.execute("UPDATE ledger_account SET balance = 5001 WHERE balance = 5000")
    found = faults()
    assert f"Transfer {books['second'].pk} does not sum to zero." in found
    assert f"Transfer {books['second'].pk} and its entries differ." in found


def double(books, cursor) -> None:
    """The second transfer moves twice as much: its entries and both balances agree."""
    cursor.execute("UPDATE ledger_entry SET amount = amount * 2 WHERE transfer_id = %s", [books["second"].pk])
    cursor.execute("UPDATE ledger_account SET balance = 5000 WHERE id = %s", [books["one"].pk])
    cursor.execute("UPDATE ledger_account SET balance = 10000 WHERE id = %s", [books["two"].pk])


def test_amounts_changed_on_both_sides_are_found_too(books):
    """Everything still sums to zero, and every balance matches: only the transfer tells."""
    with triggers_off() as cursor:
        double(books, cursor)
    assert trial_balance()[0].total == 0
    assert faults() == [f"Transfer {books['second'].pk} and its entries differ."]


def test_a_transfer_changed_along_with_its_entries_is_not_what_was_posted(books):
    with triggers_off() as cursor:
        double(books, cursor)
        cursor.execute("UPDATE ledger_transfer SET amounts = '{-10000,10000}' WHERE id = %s", [books["second"].pk])
    assert faults() == [f"Transfer {books['second'].pk} is not what was posted."]


def test_removed_entries_and_a_changed_reason_are_found(books):
    with triggers_off() as cursor:
        cursor.execute("DELETE FROM ledger_entry WHERE transfer_id = %s", [books["second"].pk])
        cursor.execute("UPDATE ledger_transfer SET reason = 'x' WHERE id = %s", [books["first"].pk])
    found = faults()
    assert f"Transfer {books['first'].pk} is not what was posted." in found
    assert f"Transfer {books['second'].pk} and its entries differ." in found
    assert len([sentence for sentence in found if "keeps a balance" in sentence]) == 2


def test_a_transfer_removed_from_under_its_entries_is_found(books):
    with triggers_off() as cursor:
        cursor.execute("DELETE FROM ledger_transfer WHERE id = %s", [books["first"].pk])
    assert faults() == [f"Transfer {books['first'].pk} and its entries differ."]
