"""Reading the trail page by page: by stream, by person, by kind and by time, always with the same few questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from casino.audit.doors import Inspector
from casino.audit.names import names_of
from casino.audit.reading import read
from casino.house.models import Place, Player, Property, Staff
from casino.trail.encoding import instant
from casino.trail.models import Event, SealedHead

PAGE = 50
MOST_PEOPLE = 20
FORMS = ("%d %b %Y", "%d %b %Y %H:%M", "%d %b %Y %H:%M:%S", "%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S")
REFERENCE = re.compile(r"^[a-z_]+:[A-Za-z0-9._:/@+-]{1,120}\Z")


@dataclass(slots=True)
class Wish:
    """What somebody asked to see, as they typed it, and what is wrong with that."""

    stream: str = ""
    person: str = ""
    kind: str = ""
    since: str = ""
    until: str = ""
    property: str = ""
    before: str = ""
    errors: dict[str, str] = field(default_factory=dict, init=False)


@dataclass(frozen=True, slots=True)
class Line:
    event: Event
    property: Property | None
    sealed: bool


@dataclass(frozen=True, slots=True)
class Found:
    lines: list[Line]
    names: dict[str, str]
    # Where the next page begins; empty on the last one.
    older: str


def find(wish: Wish, who: Inspector) -> Found:
    """One page of events. A wish with errors finds nothing."""
    rows = filtered(wish, who)
    if wish.errors:
        return Found([], {}, "")
    order = ("seq",) if wish.stream else ("at", "stream", "seq")
    if wish.before and (start := _cursor(wish.before, order)):
        rows = rows.filter(_before(order, start))
    found = list(rows.order_by(*(f"-{name}" for name in order))[: PAGE + 1])
    shown, properties = found[:PAGE], {prop.pk: prop for prop in who.scope}
    sealed = _sealed({event.stream for event in shown})
    lines = [
        Line(event, properties.get(event.property or 0), event.seq <= sealed.get(event.stream, 0)) for event in shown
    ]
    references = {part for event in shown for part in (event.stream, event.actor, event.subject)}
    older = "~".join(_text(getattr(shown[-1], name)) for name in order) if len(found) > PAGE else ""
    return Found(lines, names_of(references), older)


def filtered(wish: Wish, who: Inspector) -> QuerySet[Event]:
    rows = in_scope(who)
    if wish.property:
        rows = rows.filter(property__in=[prop.pk for prop in who.scope if prop.code == wish.property])
    if wish.stream:
        rows = rows.filter(stream=stream_called(wish.stream) or wish.stream)
    if wish.kind:
        rows = rows.filter(kind__startswith=wish.kind) if wish.kind.endswith(".") else rows.filter(kind=wish.kind)
    if wish.person:
        people = people_called(wish.person, who)
        if not people:
            wish.errors["person"] = _("Nobody is known by this name, card number or reference.")
        rows = rows.filter(Q(actor__in=people) | Q(stream__in=people))
    begin, end = _instant(wish, "since", who), _instant(wish, "until", who)
    if begin:
        rows = rows.filter(at__gte=begin[0])
    if end:
        rows = rows.filter(at__lt=end[0] + end[1])
    return rows


def in_scope(who: Inspector) -> QuerySet[Event]:
    """What happened at the inspector's properties, and what belongs to none."""
    rows = read(Event)
    if who.sees_all:
        return rows
    return rows.filter(Q(property__in=[prop.pk for prop in who.scope]) | Q(property__isnull=True))


def may_see(event: Event, who: Inspector) -> bool:
    return who.sees_all or event.property is None or event.property in {prop.pk for prop in who.scope}


def stream_called(text: str) -> str:
    """A stream by its own name, or by the code of a place or property, as people know it."""
    if REFERENCE.match(text):
        return text
    if place := read(Place).filter(code__iexact=text).first():
        return place.stream
    prop = read(Property).filter(code__iexact=text).first()
    return f"property:{prop.pk}" if prop else ""


FIRST_YEAR, LAST_YEAR = 1900, 9000


def people_called(text: str, who: Inspector) -> list[str]:
    """`staff:3`, a name or part of one, a user name, or the number of a player's card."""
    if REFERENCE.match(text) or text == "system":
        return [text]
    staff = read(Staff).filter(Q(name__icontains=text) | Q(username=text))
    players = read(Player).filter(Q(name__icontains=text) | Q(card_number=text))
    if not who.sees_all:
        staff = staff.filter(posts__property__in=who.scope).distinct()
        players = players.filter(property__in=who.scope)
    return [person.stream for person in staff[:MOST_PEOPLE]] + [person.stream for person in players[:MOST_PEOPLE]]


def _instant(wish: Wish, name: str, who: Inspector) -> tuple[datetime, timedelta] | None:
    """An instant in the property's own time, and how long the day, minute or second is that was named."""
    text = " ".join(getattr(wish, name).replace("T", " ").replace(",", " ").split())
    if not text:
        return None
    for form, length in zip(FORMS, 2 * (timedelta(days=1), timedelta(minutes=1), timedelta(seconds=1)), strict=True):
        try:
            there = datetime.strptime(text, form)
        except ValueError:
            continue
        if FIRST_YEAR <= there.year <= LAST_YEAR:
            return there.replace(tzinfo=who.here.zone if who.here else UTC), length
    wish.errors[name] = _("Type a day and perhaps a time, such as 14 Nov 2026 20:42.")
    return None


def _before(order: Sequence[str], values: Sequence[str]) -> Q:
    """Everything that comes later in descending order than a row with these values."""
    condition = Q()
    for place, name in enumerate(order):
        same = {order[earlier]: values[earlier] for earlier in range(place)}
        condition |= Q(**same, **{f"{name}__lt": values[place]})
    # Said twice, so that the index on the first of them is used.
    return condition & Q(**{f"{order[0]}__lte": values[0]})


def _cursor(text: str, order: Sequence[str]) -> list[str] | None:
    values = text.split("~")
    if len(values) != len(order) or not values[-1].isascii() or not values[-1].isdigit() or len(values[-1]) > 18:
        return None
    if len(order) == 3:
        try:
            datetime.fromisoformat(values[0])
        except ValueError:
            return None
        if "\x00" in values[1]:
            return None
    return values


def _text(value: object) -> str:
    return instant(value) if isinstance(value, datetime) else str(value)


def _sealed(streams: set[str]) -> dict[str, int]:
    heads = read(SealedHead).filter(stream__in=streams).values("stream").annotate(last=Max("seq"))
    return {row["stream"]: row["last"] for row in heads}
