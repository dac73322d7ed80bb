"""The house: properties and their places, staff and the posts they hold, players and exclusions."""

from __future__ import annotations

import builtins
from datetime import UTC, date, datetime, timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeOperators
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Func, Q
from django.utils.translation import gettext_lazy as _

from casino.house.ranks import Rank

CODE = RegexValidator(r"^[A-Za-z0-9][A-Za-z0-9-]{0,31}\Z", _("Letters, digits and hyphens, at most 32."))


class OneId(Func):
    """A range of one id: the wheel has no btree_gist, so that an exclusion over an id is written as a range."""

    function = "int8range"
    template = "%(function)s(%(expressions)s, '[]')"

    def __init__(self, field: str) -> None:
        super().__init__(F(field), F(field))


class OneText(Func):
    """A range of one text, by its hash, for the same reason."""

    template = "int8range(hashtext(%(expressions)s), hashtext(%(expressions)s), '[]')"


class Period(Func):
    function = "tstzrange"
    output_field = DateTimeRangeField()


class Jurisdiction(models.TextChoices):
    NZ = "nz", _("New Zealand")
    WA = "wa", _("Western Australia")
    SG = "sg", _("Singapore")


class Currency(models.TextChoices):
    NZD = "NZD", _("New Zealand dollar")
    AUD = "AUD", _("Australian dollar")
    SGD = "SGD", _("Singapore dollar")


def check_time_zone(value: str) -> None:
    if value not in available_timezones():
        raise ValidationError(_("%(value)s is not a time zone."), params={"value": value})


class Property(models.Model):
    code = models.CharField(max_length=32, unique=True, validators=[CODE], help_text=_("Short code, as in addresses."))
    name = models.CharField(max_length=120)
    jurisdiction = models.CharField(max_length=8, choices=Jurisdiction, help_text=_("Whose rulebooks hold here."))
    regulator = models.CharField(max_length=160)
    time_zone = models.CharField(
        max_length=64, validators=[check_time_zone], help_text=_("For example Pacific/Auckland.")
    )
    currency = models.CharField(max_length=3, choices=Currency)
    language = models.CharField(max_length=16, default="en-NZ", help_text=_("How dates and money are written."))
    least_age = models.PositiveSmallIntegerField(default=18, help_text=_("Nobody younger plays."))
    gaming_day_begins = models.TimeField(default="06:00", help_text=_("Local time at which a new gaming day begins."))
    training = models.BooleanField(
        default=False, help_text=_("Play money: said on every page and record. Cannot be changed later.")
    )

    class Meta:
        verbose_name_plural = _("properties")
        ordering = ("name",)
        constraints = [
            models.CheckConstraint(condition=Q(least_age__gte=16) & Q(least_age__lte=99), name="property_least_age")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def local(self, at: datetime) -> datetime:
        return at.astimezone(self.zone)

    def gaming_day(self, at: datetime) -> date:
        """The day to which an instant belongs: it begins at the property's hour, not at midnight."""
        local = self.local(at)
        day = local.date()
        return day if local.time() >= self.gaming_day_begins else day - timedelta(days=1)

    def gaming_day_start(self, day: date) -> datetime:
        return datetime.combine(day, self.gaming_day_begins, tzinfo=self.zone).astimezone(UTC)


class PlaceKind(models.TextChoices):
    TABLE = "table", _("Table")
    POOL = "pool", _("Jackpot pool")
    LIST = "list", _("Waiting list")
    DESK = "desk", _("Desk")
    TOURNAMENT = "tournament", _("Tournament")


class Place(models.Model):
    """Where something happens. Tables, pools, lists, desks and tournaments above are one-to-one with one."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="places")
    kind = models.CharField(max_length=16, choices=PlaceKind)
    code = models.CharField(max_length=32, validators=[CODE], help_text=_("As on the felt and in addresses: BA-12."))
    name = models.CharField(max_length=120)

    class Meta:
        ordering = ("property", "kind", "code")
        constraints = [models.UniqueConstraint(fields=("kind", "code"), name="place_code_once_per_kind")]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @builtins.property
    def stream(self) -> str:
        return f"place:{self.pk}"


class StaffManager(BaseUserManager["Staff"]):
    def get_by_natural_key(self, username: str | None) -> Staff:
        return self.get(username=username)


class Staff(AbstractBaseUser):
    """Somebody who signs in. What they may do follows from the posts they hold, and from nothing else."""

    username = models.CharField(max_length=64, unique=True, validators=[RegexValidator(r"^[\w.@+-]+\Z")])
    name = models.CharField(max_length=120)
    number = models.PositiveIntegerField(
        unique=True, null=True, blank=True, help_text=_("Typed at a table terminal together with the PIN.")
    )
    pin = models.CharField(max_length=128, blank=True, editable=False)
    is_active = models.BooleanField(_("active"), default=True)

    objects: ClassVar[StaffManager] = StaffManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name_plural = _("staff")
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @property
    def stream(self) -> str:
        return f"staff:{self.pk}"

    @property
    def is_staff(self) -> bool:
        return self.is_active

    @property
    def is_superuser(self) -> bool:
        return False

    def has_perm(self, perm: str, obj: object = None) -> bool:
        from casino.house.duties import has_django_permission

        return has_django_permission(self, perm)

    def has_module_perms(self, app_label: str) -> bool:
        return self.is_active


class Post(models.Model):
    """A rank held at a property for a time."""

    staff = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="posts")
    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="posts")
    rank = models.CharField(max_length=32, choices=Rank)
    from_at = models.DateTimeField(_("from"))
    until_at = models.DateTimeField(_("until"), null=True, blank=True, help_text=_("Empty: until further notice."))

    class Meta:
        ordering = ("property", "staff", "from_at")
        constraints = [
            models.CheckConstraint(
                condition=Q(until_at__isnull=True) | Q(until_at__gt=F("from_at")), name="post_ends_after_it_begins"
            ),
            ExclusionConstraint(
                name="post_once_at_a_time",
                expressions=[
                    (OneId("staff"), RangeOperators.OVERLAPS),
                    (OneId("property"), RangeOperators.OVERLAPS),
                    (OneText("rank"), RangeOperators.OVERLAPS),
                    (Period("from_at", "until_at"), RangeOperators.OVERLAPS),
                ],
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.staff}: {self.get_rank_display()}, {self.property}"


class Player(models.Model):
    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=160)
    born = models.DateField(_("date of birth"))
    card_number = models.CharField(
        max_length=16, unique=True, validators=[RegexValidator(r"^[0-9]{6,16}\Z", _("Six to sixteen digits."))]
    )
    pin = models.CharField(max_length=128, blank=True, editable=False)
    document = models.CharField(max_length=120, help_text=_("Which document proved name and age, and its number."))
    document_checked_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    contact = models.CharField(max_length=200, blank=True, help_text=_("Telephone or e-mail."))
    employee = models.BooleanField(default=False, help_text=_("Works for the casino."))
    associates = models.ManyToManyField("self", blank=True, help_text=_("Seated apart (WA 6.8)."))

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @builtins.property
    def stream(self) -> str:
        return f"player:{self.pk}"

    def age_on(self, day: date) -> int:
        return day.year - self.born.year - ((day.month, day.day) < (self.born.month, self.born.day))


class Exclusion(models.Model):
    """Keeps a player out of all games or of one. It holds at once; ending one early takes at least 24 hours."""

    class Kind(models.TextChoices):
        SELF = "self", _("At the player's own wish")
        CASINO = "casino", _("By the casino")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="exclusions")
    kind = models.CharField(max_length=8, choices=Kind)
    game = models.CharField(max_length=32, blank=True, help_text=_("Empty: every game."))
    from_at = models.DateTimeField(_("from"))
    until_at = models.DateTimeField(_("until"), null=True, blank=True, help_text=_("Empty: until further notice."))
    loosened_at = models.DateTimeField(null=True, editable=False)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ("-from_at",)
        constraints = [
            models.CheckConstraint(
                condition=Q(until_at__isnull=True) | Q(until_at__gt=F("from_at")), name="exclusion_ends_after_it_begins"
            ),
            models.CheckConstraint(
                condition=Q(loosened_at__isnull=True) | Q(until_at__gte=F("loosened_at") + timedelta(hours=24)),
                name="exclusion_loosened_after_24_hours",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.game or _('every game')}"


class Lockout(models.Model):
    """Too many wrong attempts by one user from one address: somebody has to look at it."""

    username = models.CharField(max_length=255)
    address = models.GenericIPAddressField(null=True)
    at = models.DateTimeField(db_index=True)
    seen_by = models.ForeignKey(Staff, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-at",)

    def __str__(self) -> str:
        return f"{self.username} ({self.address})"


class Answer(models.Model):
    """The answer that a repeated write gets again: one row per caller, address and idempotency key."""

    scope = models.CharField(max_length=255)
    key = models.CharField(max_length=128)
    body = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    text = models.TextField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("scope", "key"), name="answer_once_per_key")]
