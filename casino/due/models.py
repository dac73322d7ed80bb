"""What waits for time: a row per thing to do, one line for each subject, and the clock as the sweep last saw it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from casino.house.models import Property


class Outcome(models.TextChoices):
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Cancelled")


class Due(models.Model):
    """Something to be done at an instant. The row stays as history; nothing that changes is in an index (trap 14)."""

    what = models.CharField(max_length=64)
    subject = models.CharField(max_length=100, help_text=_("What it is about: rows of one subject go in order."))
    at = models.DateTimeField()
    by = models.CharField(max_length=64, default="system")
    arguments = models.JSONField(default=dict)
    property = models.ForeignKey(Property, null=True, on_delete=models.PROTECT, related_name="due", db_index=False)
    key = models.CharField(max_length=200, null=True)  # noqa: DJ001  no key is not the empty key
    tries = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)
    failed_at = models.DateTimeField(null=True)
    next_try_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=16, choices=Outcome, blank=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.CharField(max_length=64, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        verbose_name = _("due work")
        verbose_name_plural = _("due work")
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(fields=("key",), condition=Q(key__isnull=False), name="due_key_once"),
            models.CheckConstraint(
                condition=Q(outcome="", settled_at__isnull=True) | ~Q(outcome="") & Q(settled_at__isnull=False),
                name="due_settled_with_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.subject}"

    @cached_property
    def stream(self) -> str:
        """Where the trail tells of it: at its property, or beside other work that belongs to none."""
        return f"property:{self.property_id}" if self.property_id else "house:due"


class Subject(models.Model):
    """The sweep that holds this row applies the subject's work; every other sweep passes it by."""

    name = models.CharField(max_length=100, primary_key=True)

    def __str__(self) -> str:
        return self.name


class Waiting(models.Model):
    """The work that is still to do: inserted with its row, deleted with its end, never updated."""

    due = models.OneToOneField(Due, on_delete=models.PROTECT, primary_key=True, related_name="waiting")
    subject = models.CharField(max_length=100)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=("at",), name="due_waiting_at"),
            models.Index(fields=("subject", "at", "due"), name="due_waiting_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} {self.at}"


class Clock(models.Model):
    """How far wall time and the time since boot stood apart when last compared, for each boot of each machine."""

    boot = models.CharField(max_length=64, primary_key=True)
    apart = models.DurationField()
    compared_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.boot
