"""What the database itself holds, whoever writes and however."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from casino.ledger.models import Transfer
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


def write(*entries: tuple[int, int], lines: int | None = None, reverses: int | None = None, at=NOON) -> int:
    """A transfer as somebody with a database prompt would write it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_transfer (key, kind, at, by, reason, clause, stream, subject, properties, lines, body,"
            " reverses_id) VALUES (gen_random_uuid()::text, 'raw.made', %s, 'staff:1', '', '', 'place:1', '', '{}', %s,"
            " '', %s) RETURNING id",
            [NOON, len(entries) if lines is None else lines, reverses],
        )
        made = cursor.fetchone()[0]
        if entries:
            rows = [(made, line, account, at, cents) for line, (account, cents) in enumerate(entries, 1)]
            values = ", ".join(["(%s, %s, %s, %s, %s)"] * len(rows))
            cursor.execute(
                f"INSERT INTO ledger_entry (transfer_id, line, account_id, at, amount) VALUES {values}",
                [value for row in rows for value in row],
            )
    return int(made)


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


def test_a_balanced_transfer_by_hand_passes_the_check_at_commit(bank, purse):
    write((bank.pk, -5), (purse.pk, 5))
    at_commit()


def test_an_unbalanced_transfer_fails_at_commit_not_before(bank, purse):
    with fails_at_commit("does not sum to zero"):
        write((bank.pk, -5), (purse.pk, 6))


def test_a_transfer_that_balances_only_over_two_properties_fails_at_commit(bank):
    with fails_at_commit("at every property"):
        write((bank.pk, -5), (open_purse(make_property()).pk, 5))


def test_play_money_beside_money_fails_at_commit(bank, purse):
    school = make_property(training=True)
    with fails_at_commit("play money"):
        write((bank.pk, -5), (purse.pk, 5), (open_bank(school).pk, -5), (open_purse(school).pk, 5))


@pytest.mark.parametrize("lines", [0, 1, 2])
def test_a_transfer_without_its_entries_fails_at_commit(lines):
    with fails_at_commit("has 0 entries"):
        write(lines=lines)


def test_one_entry_is_no_transfer(bank):
    with pytest.raises(IntegrityError, match="moves_something"), transaction.atomic():
        write((bank.pk, 0))
    with fails_at_commit("has 1 entries"):
        write((bank.pk, 5))


def test_an_entry_on_an_account_that_does_not_exist_fails_at_commit(bank):
    with fails_at_commit("has 1 entries of 2"):
        write((bank.pk, -5), (999_999, 5))


@pytest.mark.parametrize("line", [1, 3, 7])
def test_nothing_is_added_to_an_old_transfer(bank, purse, line):
    old = move((bank, -5), (purse, 5))
    columns = "INSERT INTO ledger_entry (transfer_id, line, account_id, at, amount) VALUES "
    with pytest.raises(IntegrityError), transaction.atomic():
        run(columns + "(%s, %s, %s, %s, -5)", old.pk, line, bank.pk, NOON)
    with pytest.raises(IntegrityError), transaction.atomic():
        run(
            columns + "(%s, %s, %s, %s, -5), (%s, %s, %s, %s, 5)",
            old.pk, line, bank.pk, NOON, old.pk, line + 1, purse.pk, NOON,
        )  # fmt: skip


def test_entries_without_a_transfer_or_at_another_instant_are_refused(bank, purse):
    with pytest.raises(IntegrityError, match="written together"), transaction.atomic():
        run(
            "INSERT INTO ledger_entry (transfer_id, line, account_id, at, amount) VALUES (999999, 1, %s, %s, 5)",
            bank.pk, NOON,
        )  # fmt: skip
    with pytest.raises(IntegrityError, match="at its instant"), transaction.atomic():
        write((bank.pk, -5), (purse.pk, 5), at=NOON.replace(hour=13))


def test_a_reversal_that_is_not_the_exact_opposite_fails_at_commit(bank, purse):
    old = move((bank, -5), (purse, 5))
    with fails_at_commit("not the reverse"):
        write((bank.pk, 4), (purse.pk, -4), reverses=old.pk)


def test_a_reversal_of_nothing_fails_at_commit(bank, purse):
    with fails_at_commit("not the reverse"):
        write((bank.pk, 4), (purse.pk, -4), reverses=999_999)


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
    assert (kept(purse), Transfer.objects.get().entries.count()) == (5, 2)


def test_a_balance_below_zero_is_refused_by_the_row_itself(purse):
    with pytest.raises(IntegrityError, match="not_below_zero"), transaction.atomic():
        run("UPDATE ledger_account SET balance = -1 WHERE id = %s", purse.pk)
