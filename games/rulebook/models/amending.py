"""Applications to change a document: changes, consultation, submissions, assessment, decisions."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casino.house.models import Staff
from games.rulebook.models.documents import Document, Version


class Application(models.Model):
    """Changes to one document against a base version. Its state follows from its instants, never stored."""

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="applications")
    base = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    title = models.CharField(max_length=200)
    applicants = models.JSONField(default=list, help_text=_("Names of the operators that apply."))
    split_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="parts")
    author = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+", help_text=_("Who drafted it."))
    drafted_at = models.DateTimeField()
    applied_by = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    applied_at = models.DateTimeField(null=True, blank=True)
    consultation_opens_at = models.DateTimeField(null=True, blank=True)
    consultation_closes_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.TextField(blank=True)
    version = models.OneToOneField(Version, null=True, blank=True, on_delete=models.PROTECT, related_name="application")
    edition = models.PositiveIntegerField(
        default=1, help_text=_("Raised by every change, so that nobody decides on an old text.")
    )

    class Meta:
        ordering = ("-drafted_at",)
        constraints = [
            models.CheckConstraint(
                condition=Q(applied_by__isnull=True) | ~Q(applied_by=F("author")),
                name="application_author_does_not_apply",
            ),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=True) | (~Q(decided_by=F("author")) & ~Q(decided_by=F("applied_by"))),
                name="application_decided_by_another",
            ),
            models.CheckConstraint(
                condition=Q(consultation_closes_at__isnull=True)
                | Q(consultation_closes_at__gt=F("consultation_opens_at")),
                name="consultation_closes_later",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.title


class ChangeKind(models.TextChoices):
    INSERT = "insert", _("Insert")
    AMEND = "amend", _("Amend")
    DELETE = "delete", _("Delete")
    RENUMBER = "renumber", _("Renumber")
    RETITLE = "retitle", _("Retitle")
    PARAMETER = "parameter", _("Set a value")


class Decision(models.TextChoices):
    APPROVED = "approved", _("Approved")
    CONDITIONS = "conditions", _("Approved with conditions")
    DECLINED = "declined", _("Declined")


class Change(models.Model):
    """One change to one clause or value. Two of one application to the same clause compete: at most one is approved."""

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="changes")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=ChangeKind)
    clause = models.CharField(
        max_length=40, help_text=_("The number in the base version; for an insertion, the new one.")
    )
    after = models.CharField(max_length=40, blank=True, help_text=_("For an insertion: the clause before it."))
    new_number = models.CharField(max_length=40, blank=True)
    heading = models.CharField(max_length=300, blank=True)
    text = models.TextField(blank=True)
    parameter = models.CharField(max_length=80, blank=True)
    value = models.JSONField(null=True, blank=True)
    applicant = models.CharField(
        max_length=160, blank=True, help_text=_("Which applicant, or the regulator, asks for it.")
    )
    decision = models.CharField(max_length=16, choices=Decision, blank=True)
    conditions = models.TextField(blank=True)
    reasons = models.TextField(blank=True)

    class Meta:
        ordering = ("application", "position")
        constraints = [
            models.UniqueConstraint(fields=("application", "position"), name="change_place_once"),
            models.UniqueConstraint(
                fields=("application", "clause", "parameter"), name="change_one_approved_per_clause",
                condition=Q(decision__in=("approved", "conditions")),
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.kind} {self.clause}"


class Submission(models.Model):
    """What somebody wrote during the consultation. From the public page it is shown only after moderation."""

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="submissions")
    name = models.CharField(max_length=120)
    contact = models.CharField(max_length=200, blank=True)
    text = models.TextField()
    at = models.DateTimeField()
    public = models.BooleanField(default=True, help_text=_("Came in from the public page."))
    shown_by = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    shown_at = models.DateTimeField(null=True, blank=True)
    hidden_reason = models.TextField(blank=True)

    class Meta:
        ordering = ("at",)

    def __str__(self) -> str:
        return f"{self.name}, {self.at:%Y-%m-%d}"


class Assessment(models.Model):
    """A finding on one of the Act's purposes."""

    class Purpose(models.TextChoices):
        HARM = "harm", _("Prevent and minimise harm")
        FAIRNESS = "fairness", _("Integrity and fairness of games")
        CRIME = "crime", _("Limit crime and dishonesty")
        RESPONSIBLE = "responsible", _("Responsible gambling")

    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="assessments")
    purpose = models.CharField(max_length=16, choices=Purpose)
    finding = models.TextField()
    precaution = models.BooleanField(default=False, help_text=_("Evidence is missing, so that precaution decides."))
    by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("purpose",)
        constraints = [models.UniqueConstraint(fields=("application", "purpose"), name="assessment_once_per_purpose")]

    def __str__(self) -> str:
        return self.purpose
