"""What the database itself holds, whoever writes and however."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from casino.ledger.models import Account, Entry
from casino.trail.models import Event
from tests.factories import make_property
from tests.ledger.books_for_tests import NOON, kept, move, open_bank, open_purse

pytestmark = pytest.mark.django_db


def run(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def at_commit() -> None:
    """Deferred constraints now, as a commit would check them."""
    run("SET CONSTRAINTS ALL IMMEDIATE")
    run("SET CONSTRAINTS ALL DEFERRED")


def write(*entries: tuple[int, int], reverses: int | None = None, properties: list[int] | None = None) -> int:
    """A transfer as somebody with a database prompt would write it."""
    accounts, amounts = [account for account, _ in entries], [cents for _, cents in entries]
    touched = Account.objects.filter(pk__in=accounts).order_by("property").values_list("property", flat=True).distinct()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_transfer (key, kind, at, by, reason, clause, stream, subject, request, properties,"
            " accounts, amounts, body, reverses_id) VALUES (gen_random_uuid()::text, 'raw.made', %s, 'staff:1', '', '',"
            " 'place:1', '', '', %s::bigint[], %s::bigint[], %s::bigint[], '', %s) RETURNING id",
            [NOON, list(touched) if properties is None else properties, accounts, amounts, reverses],
        )
        return int(cursor.fetchone()[0])


@contextmanager
def fails_at_commit(match: str) -> Iterator[None]:
    """What stands inside goes through; the commit after it does not."""
    with pytest.raises(IntegrityError, match=match), transaction.atomic():  # noqa: PT012  two steps are the point
        yield
        at_commit()


@pytest.fixture
def prop():
    return make_property()


@pytest.fixture
def bank(prop):
    return open_bank(prop)


@pytest.fixture
def purse(prop):
    return open_purse(prop)


def test_a_transfer_by_hand_has_its_entries_its_balances_and_its_event_too(bank, purse):
    made = write((bank.pk, -5), (purse.pk, 5))
    at_commit()
    assert Entry.objects.filter(transfer=made).count() == 2 and (kept(bank), kept(purse)) == (-5, 5)
    assert Event.objects.get(kind="ledger.transfer").subject == f"transfer:{made}"


def test_an_unbalanced_transfer_fails_at_commit_not_before(bank, purse):
    with fails_at_commit("does not sum to zero"):
        write((bank.pk, -5), (purse.pk, 6))
    assert (kept(bank), kept(purse)) == (0, 0)


def test_a_transfer_that_balances_only_over_two_properties_fails_at_commit(bank):
    with fails_at_commit("at every property"):
        write((bank.pk, -5), (open_purse(make_property()).pk, 5))


def test_play_money_beside_money_fails_at_commit(bank, purse):
    school = make_property(training=True)
    with fails_at_commit("play money"):
        write((bank.pk, -5), (purse.pk, 5), (open_bank(school).pk, -5), (open_purse(school).pk, 5))


def test_a_transfer_of_less_than_two_entries_or_of_nothing_is_refused(bank, purse):
    for entries in ([], [(bank.pk, 5)], [(bank.pk, 0), (purse.pk, 0)]):
        with pytest.raises(IntegrityError, match="moves nothing"), transaction.atomic():
            write(*entries, properties=[bank.property_id])


def test_a_transfer_with_an_account_twice_is_refused(bank, purse):
    with pytest.raises(IntegrityError, match="ledger_entry_pkey"), transaction.atomic():
        write((bank.pk, -5), (purse.pk, 2), (purse.pk, 3))


def test_accounts_that_do_not_exist_or_stand_elsewhere_are_refused(bank, purse):
    with pytest.raises(IntegrityError, match="does not exist at its properties"), transaction.atomic():
        write((bank.pk, -5), (999_999, 5))
    with pytest.raises(IntegrityError, match="does not exist at its properties"), transaction.atomic():
        write((bank.pk, -5), (purse.pk, 5), properties=[make_property().pk])


def test_a_property_that_a_transfer_does_not_touch_is_not_its_own(bank, purse):
    with fails_at_commit("at every property"):
        write((bank.pk, -5), (purse.pk, 5), properties=[bank.property_id, make_property().pk])


def test_entries_come_with_their_transfer_and_in_no_other_way(bank, purse):
    old = move((bank, -5), (purse, 5))
    with pytest.raises(DatabaseError, match="INSERT of ledger_entry is refused"), transaction.atomic():
        run(
            "INSERT INTO ledger_entry (transfer_id, account_id, at, amount) VALUES (%s, %s, %s, 5)",
            old.pk, open_purse(bank.property, "2").pk, NOON,
        )  # fmt: skip


def test_a_reversal_that_is_not_the_exact_opposite_fails_at_commit(bank, purse):
    old = move((bank, -5), (purse, 5))
    with fails_at_commit("not the reverse"):
        write((bank.pk, 4), (purse.pk, -4), reverses=old.pk)


def test_a_reversal_of_nothing_fails_at_commit(bank, purse):
    with fails_at_commit("not the reverse"):
        write((bank.pk, -4), (purse.pk, 4), reverses=999_999)


def test_a_second_reversal_is_refused_by_the_index(bank, purse):
    old = move((bank, -5), (purse, 5))
    write((bank.pk, 5), (purse.pk, -5), reverses=old.pk)
    with pytest.raises(IntegrityError, match="reversed_once"), transaction.atomic():
        write((bank.pk, 5), (purse.pk, -5), reverses=old.pk)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_transfer SET reason = 'other'",
        "DELETE FROM ledger_transfer",
        "TRUNCATE ledger_transfer",
        "UPDATE ledger_entry SET amount = amount * 2",
        "DELETE FROM ledger_entry",
        "TRUNCATE ledger_entry",
        "TRUNCATE ledger_transfer, ledger_entry, ledger_account CASCADE",
        "DELETE FROM ledger_account",
        "UPDATE ledger_account SET balance = balance + 100",
        "UPDATE ledger_account SET may_go_below_zero = true",
        "UPDATE ledger_account SET kind = 'other'",
        "UPDATE ledger_account SET property_id = property_id",
        "INSERT INTO ledger_account (property_id, kind, code, may_go_below_zero, balance)"
        " SELECT property_id, 'rich', '', false, 1000 FROM ledger_account LIMIT 1",
    ],
)
def test_what_was_written_is_never_changed(bank, purse, statement):
    move((bank, -5), (purse, 5))
    at_commit()
    with pytest.raises(DatabaseError, match="is refused"), transaction.atomic():
        run(statement)
    assert (kept(purse), Entry.objects.count()) == (5, 2)


def test_a_balance_below_zero_is_refused_by_the_row_itself(bank, purse):
    with pytest.raises(IntegrityError, match="not_below_zero"), transaction.atomic():
        write((bank.pk, 1), (purse.pk, -1))
