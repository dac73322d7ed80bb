"""The trail as it is stored. Rows are only ever added: triggers refuse every other change."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Stream(models.Model):
    """The head of a stream: its last event. Whoever appends locks this row and no other."""

    stream = models.TextField(primary_key=True, db_collation="C")
    seq = models.BigIntegerField()
    previous = models.BinaryField()
    hash = models.BinaryField()

    def __str__(self) -> str:
        return self.stream


class Event(models.Model):
    pk = models.CompositePrimaryKey("stream", "seq")
    stream = models.TextField(db_collation="C")
    seq = models.BigIntegerField()
    at = models.DateTimeField()
    # The trail stands below the house and knows no properties: their number is enough.
    property = models.IntegerField(null=True)
    actor = models.TextField(db_collation="C")
    request = models.TextField()
    kind = models.TextField(db_collation="C")
    subject = models.TextField(db_collation="C")
    before = models.TextField(null=True)  # noqa: DJ001  null and the empty object are not the same
    after = models.TextField(null=True)  # noqa: DJ001
    reason = models.TextField()
    clause = models.TextField()
    rule_set = models.TextField()
    previous = models.BinaryField()
    hash = models.BinaryField()

    class Meta:
        # Few, because every append pays for each: what is read by date, and what somebody did.
        indexes = [
            models.Index(fields=["at", "kind"], name="trail_event_at_kind"),
            models.Index(fields=["actor", "at"], name="trail_event_actor_at"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(actor="") & ~Q(subject=""), name="trail_event_who_and_what"),
            # Its text has four digits for the year and no sign.
            models.CheckConstraint(
                condition=Q(at__gte="1900-01-01T00:00:00Z") & Q(at__lt="9999-12-31T00:00:00Z"), name="trail_event_at"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stream} {self.seq} {self.kind}"


class Checkpoint(models.Model):
    """The signed Merkle root of all stream heads at an instant."""

    number = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField(db_index=True)
    events = models.BigIntegerField()
    streams = models.BigIntegerField()
    root = models.BinaryField()
    previous = models.BinaryField()
    key = models.TextField()
    signature = models.BinaryField()

    def __str__(self) -> str:
        return str(self.number)


class SealedHead(models.Model):
    """A head that moved: `after` is where the checkpoint before this one left it, `leaf` its place in the tree."""

    pk = models.CompositePrimaryKey("stream", "seq")
    stream = models.TextField(db_collation="C")
    seq = models.BigIntegerField()
    after = models.BigIntegerField()
    leaf = models.BigIntegerField()
    hash = models.BinaryField()
    checkpoint = models.ForeignKey(Checkpoint, on_delete=models.PROTECT, related_name="heads")

    class Meta:
        # Each stream once: where a search for the heads at some checkpoint begins.
        indexes = [models.Index(fields=["leaf"], name="trail_sealedhead_first", condition=Q(after=0))]
        constraints = [
            models.UniqueConstraint(fields=["leaf", "seq"], name="trail_sealedhead_leaf"),
            models.CheckConstraint(condition=Q(seq__gt=models.F("after")), name="trail_sealedhead_moved"),
        ]

    def __str__(self) -> str:
        return f"{self.stream} {self.seq} in checkpoint {self.checkpoint_id}"
