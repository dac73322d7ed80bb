"""What the rulebook's pages share: whose jurisdiction, who may, and a form page for each verb."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from casino import clock
from casino.house import duties
from casino.house.models import Property, Staff
from casino.house.pages import HousePage, Verb
from casino.house.signing_in import here
from casino.refused import Refused

SEE, DRAFT, APPLY, DECIDE, ELECT = (f"rulebook.{verb}" for verb in ("see", "draft", "apply", "decide", "elect"))
LONGEST_PK = 18


class Done(str):
    """What a verb did, in a sentence, and where to go now (else back to the object)."""

    url: str

    def __new__(cls, sentence: str, url: str = "") -> Done:
        done = super().__new__(cls, sentence)
        done.url = url
        return done


def me(request: HttpRequest) -> Staff:
    assert isinstance(request.user, Staff)
    return request.user


def houses(request: HttpRequest) -> list[Property]:
    """The properties at which somebody holds a post, the one at hand first. One query a request."""
    if not hasattr(request, "_houses"):
        now = here(request)
        held = sorted(duties.properties_of(me(request)), key=lambda one: one != now)
        request._houses = held  # type: ignore[attr-defined]
    return request._houses  # type: ignore[attr-defined,no-any-return]


def home(request: HttpRequest, duty: str, jurisdiction: str) -> Property | None:
    """A property of that jurisdiction at which this person has the duty."""
    return next(
        (one for one in houses(request) if one.jurisdiction == jurisdiction and duties.may(me(request), duty, one)),
        None,
    )


def may(request: HttpRequest, duty: str, jurisdiction: str) -> bool:
    return home(request, duty, jurisdiction) is not None


def need(request: HttpRequest, duty: str, jurisdiction: str) -> Property:
    """The property through which this person acts; `Forbidden` where there is none in that jurisdiction."""
    found = home(request, duty, jurisdiction)
    if found is None:
        wanted = duties.duty(duty)
        raise duties.Forbidden(
            _("You may not do this here: %(duty)s.") % {"duty": wanted.label},
            duties.who_may(duty, jurisdiction),
            wanted.clause,
        )
    return found


def jurisdictions(request: HttpRequest) -> set[str]:
    """Whose rulebooks this person sees here."""
    return {one.jurisdiction for one in houses(request) if duties.may(me(request), SEE, one)}


def in_zone(typed: datetime | None, prop: Property) -> datetime | None:
    """What was typed is the property's local time, whatever the server's zone."""
    return typed.replace(tzinfo=prop.zone) if typed else None


def typed_local(at: datetime, prop: Property) -> str:
    """An instant as a field for local times wants it."""
    return prop.local(at).strftime("%Y-%m-%dT%H:%M:%S")


def number(text: str) -> int:
    """A key from an address; what is none finds nothing."""
    if not (text.isascii() and text.isdigit() and len(text) < LONGEST_PK):
        raise Http404
    return int(text)


def sent(request: HttpRequest) -> tuple[Any, Any]:
    """What a form is bound to: everything that was posted, even if that is nothing."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


def is_seen(form: Any, name: str) -> bool:
    """Is there a field of that name at which a reason would be read?"""
    return name in form.fields and not form.fields[name].widget.is_hidden


class RulebookPage(HousePage):
    """Objects that belong to a document: seen and changed by those who have the duty in its jurisdiction."""

    view_duty = SEE
    jurisdiction_path = "document__jurisdiction"
    related: tuple[str, ...] = ("document",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found: QuerySet[Any] = self.model._default_manager.filter(
            **{f"{self.jurisdiction_path}__in": jurisdictions(request)}
        )
        return found.select_related(*self.related)

    def jurisdiction_of(self, request: HttpRequest, obj: Any) -> str:
        if obj is not None:
            return str(getattr(obj, "document", obj).jurisdiction)
        prop = here(request)
        return prop.jurisdiction if prop else ""

    def verbs_for(self, request: HttpRequest, obj: Any) -> list[dict[str, Any]]:
        whose = self.jurisdiction_of(request, obj)
        return [
            {"name": verb.name, "label": verb.label, "danger": verb.danger, "url": self.verb_url(verb, obj)}
            for verb in self.verbs
            if verb.on_list == (obj is None)
            and may(request, verb.duty, whose)
            and (obj is None or verb.open_for(obj))
            and self.open_to(request, verb, obj)
        ]

    def open_to(self, request: HttpRequest, verb: Verb, obj: Any) -> bool:
        """Whether this very person may, where the duty alone does not say it."""
        return True

    def page_of(self, verb: Verb) -> Callable[..., HttpResponse]:
        def page(request: HttpRequest, pk: int | None = None) -> HttpResponse:
            obj = self.one(request, pk) if pk is not None else None
            prop = need(request, verb.duty, self.jurisdiction_of(request, obj))
            if obj is not None and not verb.open_for(obj):
                raise Refused(None, _("This cannot be done here now."))
            form = verb.form(*sent(request), **self.form_arguments(request, verb, obj))
            if request.method == "POST" and form.is_valid() and (done := self.carry_out(request, verb, obj, form)):
                return done
            context = {"title": verb.label, "verb": verb, "form": form, "object": obj, "prop": prop}
            return self.show(
                request, self.verb_template, context | {"back": self.back_to(obj)}, 422 if form.errors else 200
            )

        return page

    def carry_out(self, request: HttpRequest, verb: Verb, obj: Any, form: Any) -> HttpResponse | None:
        done = self.attempt(request, form, lambda data: verb.call(request, obj, data))
        return redirect(getattr(done, "url", "") or self.back_to(obj)) if done is not None else None

    def attempt(self, request: HttpRequest, form: Any, call: Callable[[dict[str, Any]], str]) -> str | None:
        """Call one verb; what it refuses stands at the field that it names."""
        try:
            sentence = call(form.cleaned_data)
        except Refused as refused:
            form.add_error(refused.where if is_seen(form, refused.where) else None, str(refused))
            return None
        except ValidationError as error:
            for text in error.messages:
                form.add_error(None, text)
            return None
        messages.success(request, str(sentence))
        return sentence

    def show(self, request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
        shared = self.admin_site.each_context(request) | {"opts": self.model._meta, "at": clock.now()}
        return TemplateResponse(request, template, shared | context, status=status)
