"""Elections in the admin: what may be chosen and what holds per property and place, electing, and the approval."""

from __future__ import annotations

from typing import Any

from django import forms as plain
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino import clock
from casino.house import duties
from casino.house.models import Place, Property
from casino.house.pages import Reason, Verb
from casino.house.signing_in import here
from games.rulebook import effect, elections, offers, parameters
from games.rulebook.charts import chart
from games.rulebook.models import Document, Election
from games.rulebook.offers import Group, Offer
from games.rulebook.pages import forms
from games.rulebook.pages.base import DECIDE, ELECT, SEE, Done, RulebookPage, in_zone, me, number, sent
from games.rulebook.pages.fields import fields_for, value_from
from games.rulebook.parameters import GAME, NOTHING, Term
from games.rulebook.wording import value_text


class Elect(plain.Form):
    """Everything that one document leaves open here; what differs from now is elected, all of it together."""

    def __init__(self, *args: Any, offered: list[Offer], currency: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.offered = offered
        for offer in offered:
            for key, field in fields_for(offer.term, offer.allowed, offer.value, currency).items():
                field.help_text = ", ".join(filter(None, (offer.clause, hint(offer.term))))
                self.fields[key] = field
        self.fields["from_at"] = forms.LocalInstant(
            label=_("Holds from"), required=False, help_text=_("Empty: from now.")
        )

    def choices(self) -> dict[str, Any]:
        found = {}
        for offer in self.offered:
            typed = value_from(offer.term, self.cleaned_data)
            held = None if offer.value is NOTHING else offer.value
            if typed != (list(held) if isinstance(held, tuple) else held):
                found[offer.term.name] = typed
        return found


def hint(term: Term) -> str:
    """What a choice brings with it."""
    words = [_("needs approval")] if term.needs_approval else []
    words += [_("on the sign (%(clause)s)") % {"clause": term.shown}] if term.shown else []
    words += [_("the same at all tables")] if term.same else []
    return ", ".join(str(word) for word in words)


def approve(request: HttpRequest, election: Election, data: dict[str, Any]) -> str:
    begins = in_zone(data["from_at"], election.property)
    elections.approve_election(election, by=me(request), at=clock.now(), reasons=data["reasons"], from_at=begins)
    return Done(_("Approved."))


def decline(request: HttpRequest, election: Election, data: dict[str, Any]) -> str:
    elections.decline_election(election, by=me(request), at=clock.now(), reasons=data["reasons"])
    return Done(_("Declined. What held goes on."))


def withdraw(request: HttpRequest, election: Election, data: dict[str, Any]) -> str:
    elections.withdraw_election(election, by=me(request), at=clock.now(), reason=data["reason"])
    return Done(_("Taken back. What held goes on."))


def end(request: HttpRequest, election: Election, data: dict[str, Any]) -> str:
    ends = in_zone(data["ends_at"], election.property)
    assert ends is not None
    elections.end_election(election, by=me(request), at=clock.now(), ends_at=ends, reason=data["reason"])
    return Done(_("It ends then."))


def waits(election: Election) -> bool:
    return bool(election.needs_approval and not (election.approved_at or election.declined_at or election.withdrawn_at))


def may_go_back(election: Election) -> bool:
    gone = election.withdrawn_at or election.declined_at
    return not gone and (not election.holds or election.from_at > clock.now())


def holds_now(election: Election) -> bool:
    now = clock.now()
    return election.holds and election.from_at <= now and (election.ends_at is None or election.ends_at > now)


class ElectionPage(RulebookPage):
    """Scoped to the properties at which one has the duty: what one house elects is no other's business."""

    related = ("property", "place", "document", "asked_by", "approved_by", "declined_by")
    verbs = (
        Verb("approve", lazy("Approve"), DECIDE, forms.ApproveElection, approve, open_for=waits),
        Verb("decline", lazy("Decline"), DECIDE, forms.Reasons, decline, danger=True, open_for=waits),
        Verb("withdraw", lazy("Take it back"), ELECT, Reason, withdraw, danger=True, open_for=may_go_back,
             hint=lazy("What held before goes on.")),
        Verb("end", lazy("End it"), ELECT, forms.EndElection, end, open_for=holds_now,
             hint=lazy("From then on the property’s choice holds, or what the version says.")),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> Any:
        seen = duties.properties_with(me(request), SEE)
        return Election.objects.filter(property__in=seen).select_related(*self.related)

    def jurisdiction_of(self, request: HttpRequest, obj: Any) -> str:
        return str(obj.property.jurisdiction) if obj is not None else super().jurisdiction_of(request, obj)

    def one(self, request: HttpRequest, pk: int) -> Model:
        found = super().one(request, pk)
        assert isinstance(found, Election)
        duties.require(request.user, SEE, found.property)
        return found

    def page_of(self, verb: Verb) -> Any:
        inner = super().page_of(verb)

        def page(request: HttpRequest, pk: int) -> HttpResponse:
            found = self.one(request, pk)
            assert isinstance(found, Election)
            duties.require(request.user, verb.duty, found.property)
            answer: HttpResponse = inner(request, pk)
            return answer

        return page

    def get_urls(self) -> list[URLPattern]:
        own = [path("elect/", self.admin_site.admin_view(self.elect), name="rulebook_election_elect")]
        return own + super().get_urls()

    def place(self, request: HttpRequest, prop: Property) -> Place | None:
        """Which place was asked for; none for the property as a whole."""
        asked = request.GET.get("place", "")
        if not asked:
            return None
        found = Place.objects.filter(property=prop, pk=number(asked)).select_related("property").first()
        if found is None:
            raise Http404
        return found

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        prop = here(request)
        duties.require(request.user, SEE, prop)
        assert prop is not None
        at, place = clock.now(), self.place(request, prop)
        found = offers.standing(prop, at)
        context = {
            "title": _("Elections"), "prop": prop, "place": place, "places": offers.places(prop, found, at),
            "groups": offers.groups(prop, place, found, at), "elects": duties.may(me(request), ELECT, prop),
            "waiting": [self.row(one) for one in found if waits(one)],
            "decides": duties.may(me(request), DECIDE, prop),
        }  # fmt: skip
        return self.show(request, "admin/rulebook/elections.html", context)

    def row(self, one: Election) -> dict[str, Any]:
        return {"election": one, "label": label_of(one), "text": value_text(one.name, one.value, one.property.currency)}

    def elect(self, request: HttpRequest) -> HttpResponse:
        """Choices under one document, for the property or for one place."""
        prop = here(request)
        duties.require(request.user, ELECT, prop)
        assert prop is not None
        at, place = clock.now(), self.place(request, prop)
        group = self.group(request, prop, place)
        form = Elect(sent(request)[0], offered=group.mine, currency=prop.currency)
        forms.in_local_time(form, prop)
        back = reverse("admin:rulebook_election_changelist") + (f"?{urlencode({'place': place.pk})}" if place else "")

        def call(data: dict[str, Any]) -> str:
            document = Document.objects.get(pk=group.document) if group.document else None
            made = elections.elect_all(
                property=prop, place=place, document=document, choices=form.choices(), by=me(request), at=clock.now(),
                from_at=in_zone(data["from_at"], prop) or clock.now(),
            )  # fmt: skip
            return told(made)

        if request.method == "POST" and form.is_valid():
            if not form.choices():
                form.add_error(None, _("Nothing is chosen otherwise than it holds now."))
            elif self.attempt(request, form, call):
                return redirect(back)
        context = {
            "title": _("Elect"),
            "prop": prop,
            "place": place,
            "group": group,
            "form": form,
            "back": back,
            "at": at,
        }
        return self.show(request, "admin/rulebook/elect.html", context, 422 if form.errors else 200)

    def group(self, request: HttpRequest, prop: Property, place: Place | None) -> Group:
        at = clock.now()
        asked = request.GET.get("document", "")
        wanted = number(asked) if asked else None
        for group in offers.groups(prop, place, offers.standing(prop, at), at):
            if group.document == wanted and group.mine:
                return group
        raise Http404

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        one = self.one(request, number(object_id))
        assert isinstance(one, Election)
        at = clock.now()
        game, found = offers.effects(one, at)
        verbs = {verb["name"]: verb for verb in self.verbs_for(request, one)}
        term = next(
            (term for term in parameters.named(one.name) if one.document and term.document == one.document.code), GAME
        )
        context = {
            "title": label_of(one), "object": one, "prop": one.property, "at": at, "game": game, "effects": found,
            "chart": chart(found), "moves": any(not row.same for row in found), "term": term,
            "text": value_text(one.name, one.value, one.property.currency), "note": effect.OUTSIDE.get(one.name, ""),
            "waits": waits(one), "holds": holds_now(one), "main": verbs.pop("approve", None),
            "verbs": list(verbs.values()), "own": one.asked_by_id == me(request).pk,
        }  # fmt: skip
        return self.show(request, "admin/rulebook/election.html", context)


def label_of(one: Election) -> str:
    if one.document is None:
        return GAME.label
    found = next((term for term in parameters.named(one.name) if term.document == one.document.code), None)
    return found.label if found else one.name


def told(made: list[Election]) -> str:
    asked = sum(not one.holds for one in made)
    if not asked:
        return _("Elected.")
    return (
        _("Elected; what needs approval waits for the authority.")
        if asked < len(made)
        else _("Asked for. It waits for the authority.")
    )
