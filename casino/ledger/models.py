"""Double entry: accounts, transfers and their entries. Money moves nowhere else.

Transfers are written by `ledger_post` alone and never change; migration 0002 has it and the triggers.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from casino.house.models import Property


class Account(models.Model):
    """Where money stands at a property, in the property's currency. What goes in is above zero."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="accounts", db_index=False)
    kind = models.CharField(max_length=32, help_text=_("What it is for: escrow, player, chips_out."))
    code = models.CharField(max_length=64, blank=True, help_text=_("Which one of its kind; empty where there is one."))
    may_go_below_zero = models.BooleanField(default=False)
    # Kept by ledger_post and in no index, so that its update stays within the row's page (trap 14).
    balance = models.BigIntegerField(default=0, editable=False)

    class Meta:
        ordering = ("kind", "code")
        constraints = [
            models.UniqueConstraint(fields=("property", "kind", "code"), name="ledger_account_once"),
            models.CheckConstraint(
                condition=Q(may_go_below_zero=True) | Q(balance__gte=0), name="ledger_account_not_below_zero"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label} {self.code}".strip()

    @cached_property
    def label(self) -> str:
        return self.kind.replace("_", " ").capitalize()


class TrialBalance(Account):
    """All accounts of a property on one page."""

    class Meta:
        proxy = True
        verbose_name = _("trial balance")
        verbose_name_plural = _("trial balance")


class Transfer(models.Model):
    """Cents for two accounts or more that sum to zero at every property they touch.

    Inserting the row is all there is to do: a trigger spreads it over entries, balances and the trail. It is never
    changed; what was wrong is undone by a new one.
    """

    key = models.CharField(max_length=200)
    kind = models.CharField(max_length=64)
    at = models.DateTimeField()
    by = models.CharField(max_length=64)
    reason = models.TextField(blank=True)
    clause = models.CharField(max_length=64, blank=True)
    stream = models.CharField(max_length=130, help_text=_("The stream of the trail that holds its event."))
    subject = models.CharField(max_length=100, blank=True)
    request = models.CharField(max_length=64, blank=True)
    properties = ArrayField(models.BigIntegerField())
    accounts = ArrayField(models.BigIntegerField())
    amounts = ArrayField(models.BigIntegerField())
    body = models.BinaryField(help_text=_("sha256 of what was asked: the same key with another one is refused."))
    reverses = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="reversals", db_index=False, db_constraint=False
    )

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(fields=("key",), name="ledger_transfer_key_once"),
            models.UniqueConstraint(
                fields=("reverses",), condition=Q(reverses__isnull=False), name="ledger_transfer_reversed_once"
            ),
        ]
        indexes = [BrinIndex(fields=("at",), name="ledger_transfer_at", pages_per_range=32, autosummarize=True)]

    def __str__(self) -> str:
        return f"{self.label} {self.pk}"

    @cached_property
    def label(self) -> str:
        return self.kind.replace("_", " ").replace(".", ": ", 1).capitalize()

    @property
    def moved(self) -> dict[int, int]:
        """Cents by account: above zero came in, below zero went out."""
        return dict(zip(self.accounts, self.amounts, strict=True))


class Entry(models.Model):
    """One account's part of a transfer, as statements and balances read it: by account, then by time.

    Only the transfer's trigger writes here. A transfer's own page reads the transfer, which has no index here.
    """

    pk = models.CompositePrimaryKey("account", "at", "transfer")
    account = models.ForeignKey(
        Account, on_delete=models.PROTECT, related_name="entries", db_constraint=False, db_index=False
    )
    at = models.DateTimeField()
    transfer = models.ForeignKey(
        Transfer, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    amount = models.BigIntegerField()

    class Meta:
        verbose_name_plural = _("entries")

    def __str__(self) -> str:
        return f"{self.account_id}: {self.amount}"
