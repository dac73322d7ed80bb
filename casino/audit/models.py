"""A check of the whole trail that somebody asked for: what it has seen so far, and what it found."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.house.models import Staff


class Verification(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting for a worker")
        RUNNING = "running", _("Checking")
        HOLDS = "holds", _("The trail holds")
        BROKEN = "broken", _("The trail is broken")
        FAILED = "failed", _("The check could not be made")

    asked_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(db_index=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    total = models.BigIntegerField(help_text=_("Events when it was asked for."))
    events = models.BigIntegerField(default=0)
    checkpoint = models.BigIntegerField(default=0, help_text=_("The last one that matched."))
    sealed_at = models.DateTimeField(null=True, help_text=_("The instant up to which it vouches."))
    # Whoever is at it, and when it was last heard: after a while of silence another may take over.
    worker = models.CharField(max_length=32, blank=True)
    heard_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    # Checkpoints that the inspector brought along, one line each, and the numbers of those that matched.
    held = models.TextField(blank=True)
    matched = models.TextField(blank=True)
    fault = models.TextField(blank=True)

    class Meta:
        ordering = ("-asked_at",)

    def __str__(self) -> str:
        return f"{self.get_state_display()}, {self.events}/{self.total}"
