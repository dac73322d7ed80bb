"""Devices, the codes by which they ask to be let in, and who is on at a table's terminal."""

from __future__ import annotations

import builtins
from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.devices.kinds import EQUIPMENT, ICONS, SCREENS, Kind
from casino.house.models import Place, Property, Staff

SILENT_AFTER = timedelta(seconds=10)


class Device(models.Model):
    """One screen or machine, bound to its purpose and place until it is revoked.

    What changes with every beat is in no index: a beat is a HOT update. It is kept here and not in Redis, so that
    whether a device is silent has one answer, decided under the lock of its row.
    """

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="devices")
    place = models.ForeignKey(Place, on_delete=models.PROTECT, null=True, blank=True, related_name="devices")
    seat = models.PositiveSmallIntegerField(null=True, blank=True, help_text=_("Of a station at its table."))
    kind = models.CharField(max_length=16, choices=Kind)
    name = models.CharField(max_length=60, help_text=_("What staff call it: Sign A."))
    approval = models.CharField(_("type approval"), max_length=60, blank=True)
    approved_on = models.DateField(null=True, blank=True)
    demo = models.BooleanField(default=False, editable=False)

    # Null, since no two tokens may be the same and many devices have none.
    token_hash = models.CharField(max_length=64, null=True, blank=True, unique=True, editable=False)
    accepted_by = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="+")
    accepted_at = models.DateTimeField()
    revoked_by = models.ForeignKey(Staff, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_for = models.CharField(max_length=500, blank=True)

    version = models.CharField(max_length=60, blank=True, help_text=_("Of its program."))
    last_heard_at = models.DateTimeField(null=True, blank=True)
    silent_since = models.DateTimeField(null=True, blank=True)
    shows = models.CharField(max_length=200, blank=True)
    shows_hash = models.CharField(max_length=64, blank=True)
    shows_since = models.DateTimeField(null=True, blank=True)

    is_authenticated = True

    class Meta:
        ordering = ("place__code", "kind", "name")
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind__in=[kind.value for kind in sorted(EQUIPMENT)])
                | Q(revoked_at__isnull=False)
                | (~Q(approval="") & Q(approved_on__isnull=False)),
                name="equipment_in_use_is_approved",
                violation_error_message=_("Gambling equipment needs its type approval and the date of it."),
            ),
            models.CheckConstraint(
                condition=Q(kind=Kind.KIOSK) | Q(place__isnull=False), name="device_stands_somewhere"
            ),
            models.CheckConstraint(
                condition=Q(kind=Kind.STATION, seat__isnull=False) | (~Q(kind=Kind.STATION) & Q(seat__isnull=True)),
                name="stations_have_seats",
            ),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True, revoked_by__isnull=True, revoked_for="")
                | (Q(revoked_at__isnull=False, revoked_by__isnull=False, token_hash__isnull=True) & ~Q(revoked_for="")),
                name="revoked_by_somebody_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(silent_since__isnull=True) | Q(silent_since=F("last_heard_at")),
                name="silent_since_last_heard",
            ),
            models.UniqueConstraint(
                fields=("property", "place", "kind", "name"), condition=Q(revoked_at__isnull=True),
                name="device_name_once_at_a_place", nulls_distinct=False,
                violation_error_message=_("A device of this kind and name stands there already."),
            ),
            models.UniqueConstraint(
                fields=("place", "seat"), condition=Q(revoked_at__isnull=True, kind=Kind.STATION),
                name="one_station_for_a_seat",
                violation_error_message=_("This seat has a station already."),
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.name}, {self.place.code}" if self.place else self.name

    @builtins.property
    def stream(self) -> str:
        return f"device:{self.pk}"

    @builtins.property
    def icon(self) -> str:
        return "sign-off" if self.silent_since else ICONS[Kind(self.kind)]

    @builtins.property
    def address(self) -> str:
        """Where its browser shows it; empty for a program."""
        return screen_address(Kind(self.kind), self.place.code if self.place else "", self.seat)

    @builtins.property
    def channel(self) -> str:
        """What its screen listens to."""
        return f"place/{self.place_id}" if self.place_id else f"device/{self.pk}"

    def state(self, at: datetime) -> str:
        """In a word: revoked, waiting (accepted, not yet heard), silent or heard."""
        if self.revoked_at:
            return "revoked"
        if self.last_heard_at is None:
            return "waiting"
        return "silent" if self.silent_since or at - self.last_heard_at > SILENT_AFTER else "heard"


def screen_address(kind: Kind, place_code: str, seat: int | None) -> str:
    """The page of a kind of screen at a place; empty for a kind that has none."""
    name = SCREENS.get(kind)
    if name is None:
        return ""
    arguments = [place_code, seat] if kind is Kind.STATION else [place_code]
    return reverse(name, args=[] if kind is Kind.KIOSK else arguments)


class Pairing(models.Model):
    """A browser or program that asks to be let in. The code proves to a manager which one it is."""

    code = models.CharField(max_length=8, unique=True, editable=False)
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    asked_at = models.DateTimeField(db_index=True)
    expires_at = models.DateTimeField()
    address = models.GenericIPAddressField(db_index=True)
    agent = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=16, choices=Kind)
    place_code = models.CharField(max_length=32, blank=True)
    seat = models.PositiveSmallIntegerField(null=True)
    device = models.OneToOneField(Device, on_delete=models.PROTECT, null=True, related_name="pairing")

    audit_hides = ("code",)

    class Meta:
        ordering = ("asked_at",)
        constraints = [
            models.CheckConstraint(condition=Q(expires_at__gt=F("asked_at")), name="pairing_expires_after_it_begins")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.place_code}".strip()


class WrongCode(models.Model):
    """Somebody typed a code that no device shows; too many of them in a row are refused."""

    by = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="+")
    address = models.GenericIPAddressField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.by} {self.at}"


class SignOn(models.Model):
    """A dealer at a table's terminal."""

    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="sign_ons")
    staff = models.ForeignKey(Staff, on_delete=models.PROTECT, related_name="sign_ons")
    from_at = models.DateTimeField()
    until_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-from_at",)
        constraints = [
            models.UniqueConstraint(
                fields=("device",), condition=Q(until_at__isnull=True), name="one_dealer_at_a_terminal"
            ),
            models.UniqueConstraint(
                fields=("staff",), condition=Q(until_at__isnull=True), name="one_terminal_for_a_dealer"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.staff}, {self.device}"
