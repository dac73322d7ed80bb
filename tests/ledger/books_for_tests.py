"""A property with a few accounts, and short ways to move money between them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from casino.house.models import Property
from casino.ledger.accounts import account
from casino.ledger.models import Account, Transfer
from casino.ledger.transfers import transfer
from tests.factories import make_property

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
_keys = itertools.count(1)


def key() -> str:
    return f"test:{next(_keys)}"


def open_bank(prop: Property | None = None) -> Account:
    """May stand below zero: where the money of a test comes from."""
    return account(property=prop or make_property(), kind="bank", may_go_below_zero=True)


def open_purse(prop: Property, code: str = "1") -> Account:
    return account(property=prop, kind="purse", code=code)


def move(*entries: tuple[Account | int, int], **more: Any) -> Transfer:
    given = {"key": key(), "kind": "test.moved", "by": "staff:1", "at": NOON}
    return transfer(entries=entries, **(given | more))


def kept(account: Account) -> int:
    return Account.objects.get(pk=account.pk).balance


@contextmanager
def triggers_off() -> Iterator[Any]:
    """What somebody with every right on the database can do."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        yield cursor
        cursor.execute("SET session_replication_role = DEFAULT")
