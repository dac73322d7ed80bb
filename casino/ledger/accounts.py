"""Accounts: opening them, and what stands on them now or stood on them at an instant."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import BigIntegerField, F, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce
from django.utils.translation import gettext as _

from casino import clock
from casino.house.models import Property
from casino.ledger.models import Account, Entry
from casino.refused import refuse_unless
from casino.trail import record


def account(*, property: Property, kind: str, code: str = "", may_go_below_zero: bool = False) -> Account:
    """The account of this kind and code, opened when it is first asked for."""
    found = Account.objects.filter(property=property, kind=kind, code=code).first()
    if found is None:
        found = _open(property, kind, code, may_go_below_zero)
    refuse_unless(
        found.may_go_below_zero == may_go_below_zero,
        clause=None,
        message=_("The account %(account)s is open already, with another rule on going below zero.")
        % {"account": found},
        where="may_go_below_zero",
    )
    return found


@transaction.atomic
def _open(prop: Property, kind: str, code: str, may_go_below_zero: bool) -> Account:
    found, opened = Account.objects.get_or_create(
        property=prop, kind=kind, code=code, defaults={"may_go_below_zero": may_go_below_zero}
    )
    if opened:
        record.append(
            stream=f"property:{prop.pk}", kind="ledger.account_opened", subject=f"account:{found.pk}",
            at=clock.now(), property=prop.pk,
            after={"account": found.pk, "kind": kind, "code": code, "may_go_below_zero": may_go_below_zero},
        )  # fmt: skip
    return found


def balance(account: Account, *, at: datetime | None = None) -> int:
    """Cents on the account now, or as they stood after everything that had happened at that instant."""
    one = Account.objects.filter(pk=account.pk)
    if at is not None:
        one = stood(one, at)
    return int(one.values_list("stood" if at is not None else "balance", flat=True).get())


def stood(accounts: QuerySet[Account], at: datetime) -> QuerySet[Account]:
    """Accounts with what `stood` on them: today's balance without what came later, quick for recent instants."""
    later = Entry.objects.filter(account=OuterRef("pk"), at__gt=at).order_by().values("account")
    moved = later.annotate(moved=Cast(Sum("amount"), BigIntegerField())).values("moved")
    return accounts.annotate(stood=F("balance") - Coalesce(Subquery(moved), Value(0), output_field=BigIntegerField()))
