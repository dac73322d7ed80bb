"""A device is heard, confirms what it displays, or falls silent. Beats are not events; what changes is one."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.dispatch import Signal
from django.utils.translation import gettext as _

from casino.devices import signals, telling
from casino.devices.models import SILENT_AFTER, Device
from casino.live.publish import changed_all
from casino.refused import refuse_unless
from casino.trail import record

HASH = re.compile(r"(?:[0-9a-f]{64})?")
# More often than this a beat says nothing new.
OFTEN = timedelta(seconds=1)
QUIET = ("silent_since", "shows", "shows_hash", "shows_since")

# A beat that a crash loses is none: an outage of ours counts as dark. So it need not wait for the disk.
BEAT = """
UPDATE devices_device AS d SET last_heard_at = %s FROM (
  SELECT set_config('synchronous_commit', CASE WHEN %s THEN 'off' ELSE current_setting('synchronous_commit') END, true)
) AS lazily
WHERE d.id = %s AND d.revoked_at IS NULL AND d.silent_since IS NULL AND d.version = %s AND d.last_heard_at > %s
"""


def heard(device: Device, *, at: datetime, version: str | None = None) -> Device:
    """It lives. Nearly always one short update; under the lock only where there is something to record."""
    version = device.version if version is None else version[:60]
    same = device.version == version and device.silent_since is None and device.last_heard_at is not None
    if same and device.last_heard_at and timedelta(0) <= at - device.last_heard_at < OFTEN:
        return device
    if same and _beat(device, at, version):
        device.last_heard_at = at
        return device
    return _hear(device, at=at, version=version)


def _beat(device: Device, at: datetime, version: str) -> bool:
    alone = not connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(BEAT, [at, alone, device.pk, version, at - SILENT_AFTER])
        return bool(cursor.rowcount == 1)


@transaction.atomic
def _hear(device: Device, *, at: datetime, version: str) -> Device:
    device = _locked(device)
    if device.revoked_at:
        return device
    events, signs = _break_silence(device, at)
    if device.last_heard_at is None:
        events.append(telling.note(device, "device.first_heard", at=at, after={"version": version}))
    elif device.version != version:
        was, now = {"version": device.version}, {"version": version}
        events.append(telling.note(device, "device.version_changed", at=at, before=was, after=now))
    device.version, device.last_heard_at = version, max(at, device.last_heard_at or at)
    device.save(update_fields=["version", "last_heard_at", *QUIET])
    for signal, since in signs:
        signal.send(Device, device=device, since=since, at=at)
    if events:
        telling.say(device, events, "heard")
    return device


def _break_silence(device: Device, at: datetime) -> tuple[list[record.NewEvent], list[tuple[Signal, datetime]]]:
    """A gap that nobody noticed while it lasted, because we were away ourselves, was a silence all the same."""
    last, events, signs = device.last_heard_at, [], []
    if last is not None and device.silent_since is None and at - last > SILENT_AFTER:
        events.append(_silent(device, at))
        signs.append((signals.device_silent, last))
    if device.silent_since is not None:
        since = device.silent_since
        gap = round((at - since).total_seconds(), 3)
        events.append(telling.note(device, "device.heard_again", at=at, after={"since": since, "seconds": gap}))
        signs.append((signals.device_heard_again, since))
        device.silent_since = None
    return events, signs


def _silent(device: Device, at: datetime) -> record.NewEvent:
    """What it last confirmed counts until it was last heard, and no longer."""
    event = telling.note(
        device, "device.silent", at=at, by="system", before={"hash": device.shows_hash or None},
        after={"since": device.last_heard_at},
    )  # fmt: skip
    device.silent_since = device.last_heard_at
    device.shows, device.shows_hash, device.shows_since = "", "", None
    return event


def fell_silent(*, at: datetime) -> list[Device]:
    """Those not heard for ten seconds, each once. Whoever holds a row has just heard it: the next round looks again."""
    found = Device.objects.filter(revoked_at=None, silent_since=None, last_heard_at__lt=at - SILENT_AFTER)
    with transaction.atomic():
        quiet = list(
            found.select_for_update(no_key=True, of=("self",), skip_locked=True)
            .select_related("property")
            .order_by("pk")
        )
        events = [_silent(device, at) for device in quiet]
        Device.objects.bulk_update(quiet, QUIET)
        for device in quiet:
            signals.device_silent.send(Device, device=device, since=device.silent_since, at=at)
        record.append_many(events)
        changed_all([change for device in quiet for change in telling.tell(device, "silent")])
    return quiet


@transaction.atomic
def confirmed(device: Device, *, shows_hash: str, shows: str, at: datetime) -> Device:
    """The device says what stands on its visible page. Empty: it no longer vouches for anything."""
    refuse_unless(HASH.fullmatch(shows_hash), clause=None, message=_("A hash has 64 hex digits."), where="hash")
    device = _hear(device, at=at, version=device.version)
    if device.revoked_at or device.shows_hash == shows_hash:
        return device
    before = {"hash": device.shows_hash or None}
    device.shows_hash, device.shows = shows_hash, shows[:200] if shows_hash else ""
    device.shows_since = at if shows_hash else None
    device.save(update_fields=["shows_hash", "shows", "shows_since"])
    kind = "device.confirmed" if shows_hash else "device.blanked"
    event = telling.note(device, kind, at=at, before=before, after={"hash": shows_hash or None})
    signals.device_confirmed.send(Device, device=device, shows_hash=shows_hash, at=at)
    telling.say(device, [event], "confirmed")
    return device


def _locked(device: Device) -> Device:
    rows = Device.objects.select_for_update(no_key=True, of=("self",)).select_related("property", "place")
    return rows.get(pk=device.pk)
