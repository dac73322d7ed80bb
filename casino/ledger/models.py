"""Double entry: accounts, transfers and their entries. Money moves nowhere else.

Rows of transfers and entries are written by `ledger_post` alone and never change; migration 0002 has its triggers.
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
    """Two or more entries that sum to zero at every property they touch. Written once; undone by a new one."""

    key = models.CharField(max_length=200)
    kind = models.CharField(max_length=64)
    at = models.DateTimeField()
    by = models.CharField(max_length=64)
    reason = models.TextField(blank=True)
    clause = models.CharField(max_length=64, blank=True)
    stream = models.CharField(max_length=100, help_text=_("The stream of the trail that holds its event."))
    subject = models.CharField(max_length=100)
    properties = ArrayField(models.BigIntegerField())
    lines = models.PositiveSmallIntegerField()
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


class Entry(models.Model):
    """One line of a transfer: cents into an account (above zero) or out of it.

    Its keys are held by the triggers, once a statement: as foreign keys they were twenty checks a transfer.
    """

    pk = models.CompositePrimaryKey("transfer", "line")
    transfer = models.ForeignKey(
        Transfer, on_delete=models.PROTECT, related_name="entries", db_constraint=False, db_index=False
    )
    line = models.PositiveSmallIntegerField()
    account = models.ForeignKey(
        Account, on_delete=models.PROTECT, related_name="entries", db_constraint=False, db_index=False
    )
    at = models.DateTimeField()
    amount = models.BigIntegerField()

    class Meta:
        verbose_name_plural = _("entries")
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="ledger_entry_moves_something")]
        indexes = [models.Index(fields=("account", "at"), include=("amount",), name="ledger_entry_account_at")]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.amount}"
