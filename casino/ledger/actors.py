"""Who did it, for people to read. Records hold `staff:3`; names are looked up when a page is shown."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from casino.house.models import Staff


def named(actors: Iterable[str]) -> dict[str, str]:
    """A name for each actor: one query, however many there are."""
    asked = set(actors)
    numbers = [int(actor[6:]) for actor in asked if actor.startswith("staff:") and actor[6:].isdecimal()]
    staff = dict(Staff.objects.filter(pk__in=numbers).values_list("pk", "name")) if numbers else {}
    return {actor: _name(actor, staff) for actor in asked}


def _name(actor: str, staff: dict[int, str]) -> str:
    kind, _colon, number = actor.partition(":")
    if kind == "system":
        return _("The system")
    if kind == "staff" and number.isdecimal() and int(number) in staff:
        return staff[int(number)]
    return f"{kind.replace('_', ' ').capitalize()} {number}".strip()
