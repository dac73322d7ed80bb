"""The inspector's pages of the rulebook: what held at any instant, who approved it, what changed, what was elected."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as lazy

from casino import clock
from casino.audit import pages
from casino.audit.doors import Inspector, inspector_of
from casino.house.models import Place, Property
from casino.refused import Refused
from games.rulebook import opened, public, versions
from games.rulebook.elections import HOLDS
from games.rulebook.in_force import RulesInForce, rules_in_force
from games.rulebook.instants import asked
from games.rulebook.labels import LABELS
from games.rulebook.models import Document, Election, Version
from games.rulebook.views import typed, wish_of
from games.rulebook.wording import value_text

PEOPLE = ("author", "applicant", "approved_by", "withdrawn_by")
CHOOSERS = ("asked_by", "approved_by", "declined_by")


def register() -> None:
    group = lazy("Rules")
    pages.register(
        "rules/", rules, name="rules", label=lazy("Rules"), icon="book", group=group,
        about=lazy("What was in force at any instant, by which instrument, approved by whom; and what changed."),
    )  # fmt: skip
    pages.register(
        "elections/", elections, name="rules_elections", label=lazy("Elections"), icon="check", group=group,
        about=lazy("What the operator had chosen at any instant, and the rule set that held at each place."),
    )  # fmt: skip
    pages.register("rules/<str:code>/", document, name="rules_document")


def rules(request: HttpRequest) -> HttpResponse:
    """Every document of the inspector's jurisdictions, with the version in force then and who is behind it."""
    now, shelves = clock.now(), []
    for jurisdiction in _jurisdictions(inspector_of(request)):
        when = asked(typed(request, "at"), jurisdiction, now)
        held = {one.document_id: one for one in _with_people(_holding(jurisdiction, when.at))}
        documents = Document.objects.filter(jurisdiction=jurisdiction)
        shelves.append({"asked": when, "rows": [(one, held.get(one.pk)) for one in documents]})
    context = {"shelves": shelves, "asked": shelves[0]["asked"] if shelves else None}
    return pages.show(request, "audit/rulebook/rules.html", context)


def document(request: HttpRequest, code: str) -> HttpResponse:
    """One document then: its text or the redline, and all of its approved versions with everybody who signed."""
    found = public.document_called(code)
    if found is None or found.jurisdiction not in _jurisdictions(inspector_of(request)):
        raise Http404
    when = asked(typed(request, "at"), found.jurisdiction, clock.now())
    shown = opened.open_document(found, when, wish_of(request), reverse("rules_document", args=[found.code]))
    every = _with_people(found.versions.filter(approved_at__isnull=False).order_by(F("effective_at").desc()))
    context = {
        "opened": shown, "document": found, "asked": when, "home": when.home,
        "versions": [{"version": one, "state": versions.state(one, when.at)} for one in every],
    }  # fmt: skip
    return pages.show(request, "audit/rulebook/document.html", context)


def elections(request: HttpRequest) -> HttpResponse:
    """What was elected at a property then; with a place, the whole set of rules that held there, under its hash."""
    who = inspector_of(request)
    prop = _property(who, typed(request, "property"))
    if prop is None:
        raise Http404
    when = asked(typed(request, "at"), prop.jurisdiction, clock.now())
    places = list(Place.objects.filter(property=prop))
    place = next((one for one in places if one.code == typed(request, "place")), None)
    context: dict[str, Any] = {
        "prop": prop, "asked": when, "home": when.home, "places": places, "place": place,
        "elections": [
            {"election": one, "label": label(one.name), "said": value_text(one.name, one.value)}
            for one in _elected(prop, place, when.at)
        ],
    }  # fmt: skip
    return pages.show(request, "audit/rulebook/elections.html", context | _rule_set(place, when.at))


def _rule_set(place: Place | None, at: datetime) -> dict[str, Any]:
    if place is None:
        return {}
    try:
        held = rules_in_force(place, at)
    except Refused as refused:
        return {"refused": refused}
    return {"held": held, "values": _values(held), "off": sorted(held.off)}


def _values(held: RulesInForce) -> list[dict[str, str]]:
    return [
        {
            "label": label(name), "said": value_text(name, one.value), "clause": one.clause,
            "source": one.source,
        }
        for name, one in sorted(held.values.items())
    ]  # fmt: skip


def label(name: str) -> str:
    return str(LABELS.get(name) or name.replace("_", " ").capitalize())


def _elected(prop: Property, place: Place | None, at: datetime) -> QuerySet[Election]:
    now = Q(from_at__lte=at) & (Q(ends_at__isnull=True) | Q(ends_at__gt=at))
    found = Election.objects.filter(HOLDS, now, property=prop)
    if place is not None:
        found = found.filter(Q(place=place) | Q(place__isnull=True))
    people = found.select_related("place", "document", *CHOOSERS).defer(*_secrets(CHOOSERS))
    return people.order_by(F("place__code").asc(nulls_first=True), "name")


def _holding(jurisdiction: str, at: datetime) -> QuerySet[Version]:
    then = Q(effective_at__lte=at) & (Q(ends_at__isnull=True) | Q(ends_at__gt=at))
    return public.versions_shown().filter(then, document__jurisdiction=jurisdiction)


def _with_people(found: QuerySet[Version]) -> QuerySet[Version]:
    """With their names; this connection may not see what they sign in with."""
    return found.select_related(*PEOPLE).prefetch_related("conditions").defer(*_secrets(PEOPLE))


def _secrets(people: tuple[str, ...]) -> list[str]:
    return [f"{person}__{column}" for person in people for column in ("password", "pin")]


def _jurisdictions(who: Inspector) -> list[str]:
    return sorted({prop.jurisdiction for prop in who.scope})


def _property(who: Inspector, code: str) -> Property | None:
    """The one asked for among the inspector's own, else where they are."""
    named = next((prop for prop in who.scope if prop.code == code), None)
    if code and named is None:
        return None
    return named or next((prop for prop in who.scope if prop == who.here), who.scope[0] if who.scope else None)
