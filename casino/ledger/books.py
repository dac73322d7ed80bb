"""The trial balance, and whether the books hold: everything sums to zero and nothing was changed behind our back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db import connection
from django.db.models import F
from django.utils.translation import gettext as _

from casino.house.models import Property
from casino.ledger.accounts import stood
from casino.ledger.models import Account

MOST_NAMED = 20
KEPT = """
SELECT a.id, a.balance, coalesce(sum(e.amount), 0)
  FROM ledger_account a LEFT JOIN ledger_entry e ON e.account_id = a.id
 GROUP BY a.id HAVING a.balance <> coalesce(sum(e.amount), 0) ORDER BY a.id LIMIT %s
"""
UNBALANCED = """
SELECT DISTINCT e.transfer_id FROM ledger_entry e LEFT JOIN ledger_account a ON a.id = e.account_id
 GROUP BY e.transfer_id, a.property_id HAVING sum(e.amount) <> 0 OR a.property_id IS NULL
 ORDER BY e.transfer_id LIMIT %s
"""
SPREAD = """
SELECT DISTINCT coalesce(t.id, e.transfer_id)
  FROM (SELECT id, at, account, amount FROM ledger_transfer, unnest(accounts, amounts) AS entry(account, amount)) t
  FULL JOIN ledger_entry e ON e.account_id = t.account AND e.at = t.at AND e.transfer_id = t.id
 WHERE e.amount IS DISTINCT FROM t.amount ORDER BY 1 LIMIT %s
"""
CHANGED = """
SELECT id FROM ledger_transfer
 WHERE body IS DISTINCT FROM ledger_body(kind, accounts, amounts, reason, clause, stream, subject, reverses_id)
 ORDER BY id LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class Line:
    account: Account
    balance: int


@dataclass(frozen=True, slots=True)
class Group:
    """The accounts of one kind."""

    label: str
    kind: str
    lines: list[Line]

    @property
    def above(self) -> int:
        return sum(line.balance for line in self.lines if line.balance > 0)

    @property
    def below(self) -> int:
        return sum(line.balance for line in self.lines if line.balance < 0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One property's trial balance: what stands above zero and what stands below cancel out."""

    prop: Property
    groups: list[Group]

    @property
    def lines(self) -> list[Line]:
        return [line for group in self.groups for line in group.lines]

    @property
    def above(self) -> int:
        return sum(group.above for group in self.groups)

    @property
    def below(self) -> int:
        return sum(group.below for group in self.groups)

    @property
    def total(self) -> int:
        return self.above + self.below


def trial_balance(*, at: datetime | None = None, properties: Iterable[Property] | None = None) -> list[Sheet]:
    """Every account of every property (or of these), now or at an instant."""
    accounts = Account.objects.order_by("property__name", "property_id", "kind", "code").select_related("property")
    if properties is not None:
        accounts = accounts.filter(property__in=properties)
    shown: Any = accounts.annotate(stood=F("balance")) if at is None else stood(accounts, at)
    sheets = groupby(shown, key=lambda account: account.property)
    return [Sheet(prop, _groups(list(held))) for prop, held in sheets]


def _groups(accounts: list[Any]) -> list[Group]:
    kinds = groupby(accounts, key=lambda account: (account.kind, account.label))
    return [Group(label, kind, [Line(account, account.stood) for account in held]) for (kind, label), held in kinds]


def faults() -> list[str]:
    """What does not hold, in sentences, with the first accounts and transfers by number."""
    found = [
        _("Account %(id)s keeps a balance of %(kept)s, but its entries sum to %(sum)s.")
        % {"id": pk, "kept": kept, "sum": total}
        for pk, kept, total in _ask(KEPT)
    ]
    found += [_("Transfer %(id)s does not sum to zero.") % {"id": pk} for (pk,) in _ask(UNBALANCED)]
    found += [_("Transfer %(id)s and its entries differ.") % {"id": pk} for (pk,) in _ask(SPREAD)]
    found += [_("Transfer %(id)s is not what was posted.") % {"id": pk} for (pk,) in _ask(CHANGED)]
    return found


def _ask(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, [MOST_NAMED])
        return list(cursor.fetchall())
