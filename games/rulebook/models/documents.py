"""The rulebook: documents, their versions and clauses, what they set, and what the operator elected within them."""

from __future__ import annotations

import builtins

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casino.house.models import CODE, Jurisdiction, OneId, OneText, Period, Place, Property, Staff


class Layer(models.TextChoices):
    """What beats what: a form beats its division, a division the general rules, a tournament both."""

    GENERAL = "general", _("General rules")
    DIVISION = "division", _("Division of a game")
    TOURNAMENT = "tournament", _("Tournament rules")


class Document(models.Model):
    """What one regulator says of one game, or of all of them."""

    code = models.CharField(max_length=16, unique=True, validators=[CODE], help_text=_("Short name, as cited: NZ5."))
    title = models.CharField(max_length=160)
    jurisdiction = models.CharField(max_length=8, choices=Jurisdiction)
    layer = models.CharField(max_length=16, choices=Layer)
    game = models.CharField(max_length=32, blank=True, help_text=_("Empty for general rules."))
    authority = models.CharField(max_length=160, help_text=_("Who approves."))
    legal_basis = models.CharField(max_length=160)
    gazette = models.BooleanField(
        default=False, help_text=_("A version needs a notice in the gazette before it holds.")
    )
    over = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="beaten_by",
        help_text=_("The document that it beats where they differ."),
    )  # fmt: skip

    class Meta:
        ordering = ("code",)
        constraints = [
            models.UniqueConstraint(fields=("jurisdiction", "layer", "game"), name="document_once_per_game"),
            models.CheckConstraint(
                condition=Q(layer="general", game="") | ~Q(layer="general") & ~Q(game=""),
                name="document_general_has_no_game",
            ),
            models.CheckConstraint(
                condition=Q(over__isnull=True) | ~Q(layer="general") & ~Q(over=F("id")), name="document_over_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.title}"

    @property
    def stream(self) -> str:
        return f"document:{self.code}"


class Version(models.Model):
    """One text of a document with what it sets. Its state follows from approval and effective range, never stored."""

    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="versions")
    label = models.CharField(max_length=80, help_text=_("As the regulator calls it: Version 8, RAG/551."))
    base = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="successors")
    author = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")
    applicant = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True, blank=True)
    content_hash = models.CharField(max_length=64, blank=True, help_text=_("sha256 of clauses and parameters."))
    instrument = models.CharField(max_length=120, blank=True, help_text=_("By which it was approved."))
    approved_by = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    approved_at = models.DateTimeField(null=True, blank=True)
    needs_gazette = models.BooleanField(default=False, help_text=_("As the document asked when it was approved."))
    gazette_notice = models.CharField(max_length=160, blank=True)
    gazetted_at = models.DateTimeField(null=True, blank=True)
    effective_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True, help_text=_("When the next version takes over."))
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    withdrawn_reason = models.TextField(blank=True)

    class Meta:
        ordering = ("document", "effective_at", "pk")
        constraints = [
            models.UniqueConstraint(fields=("document", "label"), name="version_label_once"),
            models.CheckConstraint(
                condition=Q(effective_at__isnull=True) | Q(approved_at__isnull=False, approved_by__isnull=False),
                name="version_effect_needs_approval",
            ),
            models.CheckConstraint(
                condition=Q(approved_at__isnull=True) | Q(applicant__isnull=False, applied_at__isnull=False),
                name="version_approval_needs_application",
            ),
            models.CheckConstraint(
                condition=Q(approved_by__isnull=True) | ~Q(approved_by=F("author")),
                name="version_author_does_not_approve",
            ),
            models.CheckConstraint(
                condition=Q(approved_by__isnull=True) | Q(applicant__isnull=True) | ~Q(approved_by=F("applicant")),
                name="version_applicant_does_not_approve",
            ),
            models.CheckConstraint(
                condition=Q(author__isnull=True) | Q(applicant__isnull=True) | ~Q(author=F("applicant")),
                name="version_author_does_not_apply",
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("effective_at")),
                name="version_ends_after_it_begins",
            ),
            ExclusionConstraint(
                name="version_one_in_force",
                expressions=[
                    (OneId("document"), RangeOperators.OVERLAPS),
                    (Period("effective_at", "ends_at"), RangeOperators.OVERLAPS),
                ],
                condition=Q(effective_at__isnull=False, withdrawn_at__isnull=True)
                & (Q(needs_gazette=False) | Q(gazetted_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.document.code} {self.label}"


class ClauseKind(models.TextChoices):
    CLAUSE = "clause", _("Clause")
    DEFINITION = "definition", _("Definition")
    HEADING = "heading", _("Heading")
    TABLE = "table", _("Table")
    NOTE = "note", _("Note")
    APPENDIX = "appendix", _("Appendix")
    FRONT = "front", _("Front matter")


class Clause(models.Model):
    """A clause as it stands in one version. `touched_by` is the instrument that last changed it."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="clauses")
    position = models.PositiveIntegerField()
    number = models.CharField(max_length=40, blank=True)
    parent = models.CharField(max_length=40, blank=True)
    kind = models.CharField(max_length=16, choices=ClauseKind, default=ClauseKind.CLAUSE)
    heading = models.CharField(max_length=300, blank=True)
    text = models.TextField(blank=True)
    history = models.JSONField(default=list, help_text=_("What each instrument did to it, oldest first."))
    touched_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ("version", "position")
        constraints = [models.UniqueConstraint(fields=("version", "position"), name="clause_place_once")]
        indexes = [
            models.Index(fields=("version", "number"), name="clause_by_number"),
            GinIndex(SearchVector("number", "heading", "text", config="english"), name="clause_words"),
        ]

    def __str__(self) -> str:
        return f"{self.version.document.code} {self.number}"


class Parameter(models.Model):
    """A typed value that a version sets, under the clause that gives it. Types stand in `parameters.py`."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="parameters")
    name = models.CharField(max_length=80)
    value = models.JSONField(null=True, blank=True)
    clause = models.CharField(max_length=40, help_text=_("In full: NZ5 5.10(c)."))
    form = models.CharField(max_length=32, blank=True, help_text=_("Holds for this form of the game alone."))
    reading = models.BooleanField(default=False, help_text=_("The clause is unclear: this is how we read it."))
    note = models.TextField(blank=True)

    class Meta:
        ordering = ("version", "name")
        constraints = [models.UniqueConstraint(fields=("version", "name", "form"), name="parameter_once")]

    def __str__(self) -> str:
        return self.name


class Condition(models.Model):
    """What the authority attached to its approval; shown with the version for as long as it holds."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="conditions")
    clause = models.CharField(max_length=40, blank=True)
    text = models.TextField()

    def __str__(self) -> str:
        return self.text[:60]


class ImportFlag(models.Model):
    """Something in an imported draft that a person has to settle before it can be applied for."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="flags")
    kind = models.CharField(max_length=24)
    message = models.TextField()
    first_line = models.PositiveIntegerField()
    last_line = models.PositiveIntegerField()
    settled_by = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_how = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.message


class Election(models.Model):
    """An operator's choice that a clause bounds, for a property or for one place, from an instant on."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="elections")
    place = models.ForeignKey(Place, null=True, blank=True, on_delete=models.PROTECT, related_name="elections")
    document = models.ForeignKey(
        Document, null=True, blank=True, on_delete=models.PROTECT, related_name="elections",
        help_text=_("Under which it is made; none for the choice of the game itself."),
    )  # fmt: skip
    name = models.CharField(max_length=80)
    value = models.JSONField(null=True, blank=True)
    clause = models.CharField(max_length=40, blank=True)
    asked_by = models.ForeignKey(Staff, null=True, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    needs_approval = models.BooleanField(default=False)
    approved_by = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    approved_at = models.DateTimeField(null=True, blank=True)
    declined_by = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    declined_at = models.DateTimeField(null=True, blank=True)
    reasons = models.TextField(blank=True)
    from_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("property", "place", "name", "from_at")
        constraints = [
            models.CheckConstraint(
                condition=Q(approved_by__isnull=True) | ~Q(approved_by=F("asked_by")),
                name="election_asker_does_not_approve",
            ),
            models.CheckConstraint(
                condition=Q(approved_at__isnull=True) | Q(declined_at__isnull=True), name="election_decided_one_way"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("from_at")), name="election_ends_later"
            ),
            ExclusionConstraint(
                name="election_one_in_force",
                expressions=[
                    (OneId("property"), RangeOperators.OVERLAPS),
                    (OneId("document"), RangeOperators.OVERLAPS),
                    (OneText("name"), RangeOperators.OVERLAPS),
                    (Period("from_at", "ends_at"), RangeOperators.OVERLAPS),
                ],
                condition=Q(place__isnull=True, withdrawn_at__isnull=True, declined_at__isnull=True)
                & (Q(needs_approval=False) | Q(approved_at__isnull=False)),
            ),
            ExclusionConstraint(
                name="election_one_in_force_at_place",
                expressions=[
                    (OneId("place"), RangeOperators.OVERLAPS),
                    (OneId("document"), RangeOperators.OVERLAPS),
                    (OneText("name"), RangeOperators.OVERLAPS),
                    (Period("from_at", "ends_at"), RangeOperators.OVERLAPS),
                ],
                condition=Q(place__isnull=False, withdrawn_at__isnull=True, declined_at__isnull=True)
                & (Q(needs_approval=False) | Q(approved_at__isnull=False)),
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"

    @builtins.property
    def holds(self) -> bool:
        """Nothing stands between this election and its instant."""
        decided = not self.needs_approval or self.approved_at is not None
        return decided and self.withdrawn_at is None and self.declined_at is None


class RuleSet(models.Model):
    """What held at a place at an instant: every value with its clause, under its sha256. Stored when first cited."""

    sha256 = models.CharField(primary_key=True, max_length=64)
    content = models.TextField()
    stored_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.sha256[:12]


class Revision(models.Model):
    """The one number that every change of the rulebook raises; what is cached is checked against it."""

    number = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="revision_is_one_row")]

    def __str__(self) -> str:
        return str(self.number)
