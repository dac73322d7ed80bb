"""Players: registering them, their PINs, who must sit apart, and who is kept out."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from casino.house.models import Exclusion, Player, Property, Staff
from casino.house.posts import is_pin
from casino.refused import refuse_unless
from casino.trail import record

LOOSENING_TAKES = timedelta(hours=24)


@transaction.atomic
def register(
    *, property: Property, name: str, born: date, card_number: str, document: str, checked_by: Staff, at: datetime,
    contact: str = "", employee: bool = False,
) -> Player:  # fmt: skip
    """A new player, old enough on the property's own calendar, whose document somebody has checked."""
    player = Player(
        property=property, name=name, born=born, card_number=card_number, document=document,
        document_checked_by=checked_by, contact=contact, employee=employee,
    )  # fmt: skip
    player.full_clean()
    today = property.local(at).date()
    refuse_unless(
        born <= today and player.age_on(today) >= property.least_age, clause=None, where="born",
        message=_("Players must be %(age)s or older.") % {"age": property.least_age},
    )  # fmt: skip
    player.save()
    record.append(
        stream=player.stream, kind="player.registered", subject=player.stream, at=at, actor=checked_by.stream,
        property=property.pk, after={"card": card_number[-4:], "employee": employee},
    )  # fmt: skip
    return player


@transaction.atomic
def change(*, player: Player, changes: dict[str, object], by: str, at: datetime) -> Player:
    """Change name, contact, document or the employee flag; the trail says which, not the old and new names."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    changed = sorted(field for field, value in changes.items() if getattr(player, field) != value)
    for field in changed:
        setattr(player, field, changes[field])
    if changed:
        player.full_clean()
        player.save(update_fields=changed)
        record.append(
            stream=player.stream, kind="player.changed", subject=player.stream, at=at, actor=by,
            property=player.property_id, after={"fields": changed},
        )  # fmt: skip
    return player


@transaction.atomic
def set_pin(*, player: Player, pin: str, by: str, at: datetime) -> None:
    refuse_unless(is_pin(pin), clause=None, message=_("A PIN has four to eight digits."), where="pin")
    Player.objects.filter(pk=player.pk).update(pin=make_password(pin))
    record.append(
        stream=player.stream, kind="player.pin_set", subject=player.stream, at=at, actor=by, property=player.property_id
    )


@transaction.atomic
def seat_apart(*, player: Player, other: Player, by: str, at: datetime) -> None:
    """WA 6.8: associates sit at different tables or two seats apart."""
    refuse_unless(player.pk != other.pk, clause=None, message=_("A player is not their own associate."), where="other")
    refuse_unless(player.property_id == other.property_id, clause=None, where="other",
                  message=_("Both must be players of one property."))  # fmt: skip
    player.associates.add(other)
    for one, two in ((player, other), (other, player)):
        record.append(
            stream=one.stream, kind="player.associate_named", subject=one.stream, at=at, actor=by,
            property=one.property_id, after={"player": two.pk}, clause="WA 6.8",
        )  # fmt: skip


@transaction.atomic
def exclude(
    *, player: Player, kind: Exclusion.Kind, by: str, at: datetime, until: datetime | None = None, game: str = "",
    reason: str = "",
) -> Exclusion:  # fmt: skip
    """Keep a player out, at once and everywhere."""
    refuse_unless(until is None or until > at, clause=None, message=_("The end lies in the past."), where="until_at")
    exclusion = Exclusion.objects.create(player=player, kind=kind, game=game, from_at=at, until_at=until, reason=reason)
    record.append(
        stream=player.stream, kind="player.excluded", subject=player.stream, at=at, actor=by,
        property=player.property_id, reason=reason,
        after={"exclusion": exclusion.pk, "kind": kind, "game": game, "until": until},
    )  # fmt: skip
    return exclusion


@transaction.atomic
def change_end(*, exclusion: Exclusion, until: datetime | None, by: str, at: datetime, reason: str) -> Exclusion:
    """A later end holds at once. An earlier one is a loosening: it never comes sooner than 24 hours from now."""
    exclusion = Exclusion.objects.select_for_update(no_key=True).select_related("player").get(pk=exclusion.pk)
    refuse_unless(exclusion.until_at is None or exclusion.until_at > at, clause=None,
                  message=_("This exclusion has already ended."))  # fmt: skip
    before = exclusion.until_at
    loosens = until is not None and (before is None or until < before)
    if loosens:
        assert until is not None
        earliest = at + LOOSENING_TAKES
        until = max(until, earliest) if before is None else min(max(until, earliest), before)
    exclusion.until_at = until
    exclusion.loosened_at = at if loosens and until != before else None
    exclusion.save(update_fields=["until_at", "loosened_at"])
    record.append(
        stream=exclusion.player.stream, kind="player.exclusion_changed", subject=exclusion.player.stream, at=at,
        actor=by, property=exclusion.player.property_id, reason=reason,
        before={"exclusion": exclusion.pk, "until": before}, after={"exclusion": exclusion.pk, "until": until},
    )  # fmt: skip
    return exclusion


def exclusions_in_force(player: Player, *, at: datetime, game: str = "") -> QuerySet[Exclusion]:
    """What keeps this player out at an instant: of everything, and of that game."""
    running = Q(from_at__lte=at) & (Q(until_at__isnull=True) | Q(until_at__gt=at))
    games = Q(game="") | Q(game=game) if game else Q(game="")
    return Exclusion.objects.filter(running & games, player=player)


def refuse_excluded(player: Player, *, at: datetime, game: str = "") -> None:
    """Every surface at which a player may do something asks this first. The reason is never shown."""
    refuse_unless(
        not exclusions_in_force(player, at=at, game=game).exists(), clause=None,
        message=_("Please speak to a member of staff."),
    )  # fmt: skip
