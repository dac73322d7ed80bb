"""How a device comes in and goes out: it asks with a code, a manager accepts it, it collects a token of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from casino.devices import dealers, telling, tokens
from casino.devices.authentication import device_of
from casino.devices.kinds import EQUIPMENT, STANDS_AT, Kind
from casino.devices.models import Device, Pairing, WrongCode
from casino.house import duties
from casino.house.models import Place, Property, Staff
from casino.refused import Refused, refuse_unless
from casino.trail import record

__all__ = ["accept", "ask", "collect", "device_of", "find", "revoke"]

LASTS = timedelta(minutes=10)
KEPT = timedelta(days=1)
# All screens of a house may stand behind one address.
MOST_FROM_ADDRESS = 40
MOST_AT_ONCE = 200
MOST_WRONG_BY_ONE = 10
MOST_WRONG_OVERALL = 50
ASKING, GUESSING = 7_301_001, 7_301_002


class TooMany(Refused):
    status = 429


@dataclass(frozen=True, slots=True)
class Wish:
    """What a device says it is for; a manager decides."""

    kind: Kind
    place_code: str = ""
    seat: int | None = None
    agent: str = ""


@transaction.atomic
def ask(*, wish: Wish, address: str, at: datetime) -> tuple[Pairing, str]:
    """A new code and the secret by which the device will collect its token."""
    _one_at_a_time(ASKING)
    Pairing.objects.filter(asked_at__lt=at - KEPT, device=None).delete()
    lately = Pairing.objects.filter(asked_at__gt=at - LASTS)
    if lately.count() >= MOST_AT_ONCE or lately.filter(address=address).count() >= MOST_FROM_ADDRESS:
        raise TooMany(None, _("Too many devices have asked for a code. Try again in ten minutes."))
    secret = tokens.new_token()
    pairing = Pairing.objects.create(
        code=_unused_code(), secret_hash=tokens.hashed(secret), asked_at=at, expires_at=at + LASTS, address=address,
        agent=wish.agent[:200], kind=wish.kind, place_code=wish.place_code[:32], seat=wish.seat,
    )  # fmt: skip
    return pairing, secret


def by_secret(secret: str, *, at: datetime) -> Pairing | None:
    """The request that belongs to a secret, while it may still be accepted or collected."""
    if not 1 <= len(secret) <= tokens.LONGEST:
        return None
    asked = Pairing.objects.select_related("device__property", "device__place")
    pairing = asked.filter(secret_hash=tokens.hashed(secret)).first()
    if pairing is None or (pairing.device is None and pairing.expires_at <= at):
        return None
    if pairing.device and (pairing.device.revoked_at or pairing.device.accepted_at + LASTS <= at):
        return None
    return pairing


def find(code: str, *, by: Staff, address: str, at: datetime) -> Pairing:
    """The request whose code somebody typed. A wrong one is counted, and too many of them are refused."""
    with transaction.atomic():
        _one_at_a_time(GUESSING)
        lately = WrongCode.objects.filter(at__gt=at - LASTS)
        mine = lately.filter(Q(by=by) | Q(address=address)).count()
        if mine >= MOST_WRONG_BY_ONE or lately.count() >= MOST_WRONG_OVERALL:
            raise TooMany(None, _("Too many wrong codes. Try again in ten minutes."), "code")
        pairing = Pairing.objects.filter(code=tokens.typed(code), device=None, expires_at__gt=at).first()
        if pairing is None:
            WrongCode.objects.create(by=by, address=address, at=at)
            record.append(
                stream=by.stream, kind="device.code_refused", subject=by.stream, at=at, actor=by.stream,
                after={"address": address},
            )  # fmt: skip
    if pairing is None:
        raise Refused(None, _("No device shows this code now. Read it again: codes change every ten minutes."), "code")
    return pairing


@transaction.atomic
def accept(
    *, pairing: Pairing, prop: Property, kind: Kind, name: str, by: Staff, at: datetime, place: Place | None = None,
    seat: int | None = None, approval: str = "", approved_on: date | None = None,
) -> Device:  # fmt: skip
    """Bind the device that shows this code to its purpose and place. One code lets in one device."""
    duties.require(by, "devices.accept", prop, at=at)
    pairing = Pairing.objects.select_for_update(no_key=True).get(pk=pairing.pk)
    refuse_unless(
        pairing.device_id is None and pairing.expires_at > at, clause=None, where="code",
        message=_("This code was used already, or has expired."),
    )  # fmt: skip
    device = bind(
        prop=prop, kind=kind, name=name, by=by, at=at, place=place, seat=seat, approval=approval,
        approved_on=approved_on,
    )  # fmt: skip
    Pairing.objects.filter(pk=pairing.pk).update(device=device)
    return device


def bind(
    *, prop: Property, kind: Kind, name: str, by: Staff, at: datetime, place: Place | None = None,
    seat: int | None = None, approval: str = "", approved_on: date | None = None, demo: bool = False,
) -> Device:  # fmt: skip
    """A device with its purpose and place, inside the caller's transaction."""
    _check_place(prop, kind, place, seat)
    _check_approval(prop, kind, approval, approved_on, at)
    device = Device(
        property=prop, place=place, seat=seat, kind=kind, name=name, approval=approval, approved_on=approved_on,
        accepted_by=by, accepted_at=at, demo=demo,
    )  # fmt: skip
    _save(device)
    after = {
        "kind": kind, "place": place.pk if place else None, "seat": seat, "name": name, "approval": approval,
        "approved_on": approved_on,
    }  # fmt: skip
    telling.say(device, [telling.note(device, "device.accepted", at=at, by=by.stream, after=after)], "accepted")
    return device


def _save(device: Device) -> None:
    try:
        device.full_clean()
        with transaction.atomic():
            device.save()
    except ValidationError as error:
        raise Refused(None, " ".join(error.messages)) from None
    except IntegrityError:
        raise Refused(None, _("Somebody else has just put a device there. Look again.")) from None


def _check_place(prop: Property, kind: Kind, place: Place | None, seat: int | None) -> None:
    refuse_unless(
        place is None or place.property_id == prop.pk, clause=None, where="place",
        message=_("This place is not one of this property."),
    )  # fmt: skip
    refuse_unless(
        kind is Kind.KIOSK if place is None else place.kind == STANDS_AT[kind], clause=None, where="place",
        message=_("A device of this kind does not stand there."),
    )  # fmt: skip
    refuse_unless(
        (seat is not None) == (kind is Kind.STATION), clause=None, where="seat",
        message=_("A station has a seat, and nothing else has."),
    )  # fmt: skip


def _check_approval(prop: Property, kind: Kind, approval: str, approved_on: date | None, at: datetime) -> None:
    refuse_unless(
        kind not in EQUIPMENT or (approval and approved_on), clause=None, where="approval",
        message=_("Gambling equipment is used only with its type approval and the date of it."),
    )  # fmt: skip
    refuse_unless(
        approved_on is None or approved_on <= prop.local(at).date(), clause=None, where="approved_on",
        message=_("The type approval lies in the future."),
    )  # fmt: skip


@transaction.atomic
def collect(pairing: Pairing, *, at: datetime) -> tuple[Device, str]:
    """The device takes its token. Until it has been heard it may ask again, should the answer have been lost."""
    pairing = Pairing.objects.select_for_update(no_key=True).get(pk=pairing.pk)
    if pairing.device_id is None:
        raise Refused(None, _("Nobody has accepted this device yet."))
    devices = Device.objects.select_for_update(no_key=True, of=("self",)).select_related("property", "place")
    found = devices.get(pk=pairing.device_id)
    refuse_unless(
        found.revoked_at is None and found.last_heard_at is None and found.accepted_at + LASTS > at, clause=None,
        message=_("This device has its token already. Ask for a new code."),
    )  # fmt: skip
    token = tokens.new_token()
    found.token_hash = tokens.hashed(token)
    found.save(update_fields=["token_hash"])
    telling.say(found, [telling.note(found, "device.collected", at=at)], "collected")
    return found, token


@transaction.atomic
def revoke(*, device: Device, by: Staff, reason: str, at: datetime) -> Device:
    """Out at its next request; its streams close as soon as they hear of it."""
    duties.require(by, "devices.revoke", device.property, at=at)
    refuse_unless(reason.strip(), clause=None, message=_("Say why."), where="reason")
    device = Device.objects.select_for_update(no_key=True, of=("self",)).select_related("property").get(pk=device.pk)
    refuse_unless(device.revoked_at is None, clause=None, message=_("This device was revoked already."))
    dealers.end_all(device, by=by.stream, at=at)
    device.token_hash, device.silent_since = None, None
    device.revoked_by, device.revoked_at, device.revoked_for = by, at, reason.strip()
    device.save(update_fields=["token_hash", "silent_since", "revoked_by", "revoked_at", "revoked_for"])
    event = telling.note(device, "device.revoked", at=at, by=by.stream, reason=device.revoked_for)
    telling.say(device, [event], "revoked")
    return device


def _unused_code() -> str:
    while Pairing.objects.filter(code=(code := tokens.new_code())).exists():
        pass
    return code


def _one_at_a_time(number: int) -> None:
    """What is counted must not be passed by two who count at once."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
