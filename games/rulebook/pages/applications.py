"""Applications in the admin: the work by state, one application with its changes, and every verb on it."""

from __future__ import annotations

from typing import Any

from django import forms as plain
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino import clock
from casino.house.models import Property
from casino.house.pages import Reason, Verb
from casino.house.signing_in import here
from games.rulebook import amending, decisions, desk, panels
from games.rulebook.amending import Stage
from games.rulebook.models import Application, Assessment
from games.rulebook.pages import deciding, forms
from games.rulebook.pages.base import (
    APPLY,
    DECIDE,
    DRAFT,
    SEE,
    Done,
    houses,
    in_zone,
    may,
    me,
    need,
    number,
    typed_local,
)
from games.rulebook.pages.moderating import Moderates
from games.rulebook.pages.writing import WritesChanges, url_of

OPEN = frozenset((Stage.APPLIED, Stage.CONSULTATION, Stage.DECIDING))


def stands(*stages: Stage) -> Any:
    return lambda application: amending.stage(application, clock.now()) in stages


def apply_for(request: HttpRequest, application: Application, data: dict[str, Any]) -> str:
    amending.apply_for(application, by=me(request), at=clock.now())
    return Done(_("Applied for. From here on its text stays as it is."))


def consult(request: HttpRequest, application: Application, data: dict[str, Any]) -> str:
    prop = need(request, DECIDE, application.document.jurisdiction)
    at = clock.now()
    opens, closes = in_zone(data["opens_at"], prop), in_zone(data["closes_at"], prop)
    assert opens is not None and closes is not None
    amending.open_consultation(application, by=me(request), at=at, opens_at=opens, closes_at=closes)
    return Done(_("The consultation is set."))


def split(request: HttpRequest, application: Application, data: dict[str, Any]) -> str:
    part = amending.split(
        application, changes=[change.pk for change in data["changes"]], title=data["title"], by=me(request),
        at=clock.now(),
    )  # fmt: skip
    return Done(_("Split. This part now runs at its own pace."), url_of(part))


def withdraw(request: HttpRequest, application: Application, data: dict[str, Any]) -> str:
    amending.withdraw(application, by=me(request), at=clock.now(), reason=data["reason"])
    return Done(_("Withdrawn. It stays in the record."))


def renew(request: HttpRequest, application: Application, data: dict[str, Any]) -> str:
    fresh = amending.renew(application, by=me(request), at=clock.now())
    return Done(
        _("Made anew on %(base)s. Read it again before it is applied for.") % {"base": fresh.base.label}, url_of(fresh)
    )


def assess(request: HttpRequest, application: Application, data: dict[str, Any]) -> str:
    data = data | {"purpose": Assessment.Purpose(data["purpose"])}
    decisions.assess(application, by=me(request), at=clock.now(), **data)
    return Done(_("The finding is written down."))


class ApplicationPage(WritesChanges, Moderates):
    related = ("document", "base", "author", "applied_by", "decided_by", "version", "split_from")
    verbs = (
        Verb("apply", lazy("Apply for it"), APPLY, plain.Form, apply_for, open_for=stands(Stage.DRAFT),
             hint=lazy("From then on its text stays as it is, and the authority decides.")),
        Verb("consult", lazy("Open the consultation"), DECIDE, forms.Consultation, consult,
             open_for=stands(Stage.APPLIED, Stage.CONSULTATION),
             hint=lazy("The public reads the changes and may write until it closes.")),
        Verb("assess", lazy("Write a finding"), DECIDE, forms.Assess, assess, open_for=stands(*OPEN)),
        Verb("split", lazy("Split it"), DECIDE, forms.Split, split, open_for=stands(*OPEN),
             hint=lazy("Some of the changes go on by themselves, at their own pace.")),
        Verb("renew", lazy("Make it anew"), DRAFT, plain.Form, renew,
             open_for=lambda one: stands(Stage.DRAFT, *OPEN)(one) and amending.moved_on(one, clock.now()),
             hint=lazy("Its changes are laid onto the version that took its base’s place; what no longer fits is left "
                       "out, and this one is withdrawn.")),
        Verb("drop", lazy("Withdraw"), DRAFT, Reason, withdraw, danger=True, open_for=stands(Stage.DRAFT)),
        Verb("withdraw", lazy("Withdraw"), APPLY, Reason, withdraw, danger=True, open_for=stands(*OPEN)),
    )  # fmt: skip

    def open_to(self, request: HttpRequest, verb: Verb, obj: Any) -> bool:
        author = obj is not None and obj.author_id == me(request).pk
        return {"renew": author, "drop": author, "apply": not author}.get(verb.name, True)

    def form_arguments(self, request: HttpRequest, verb: Verb, obj: Any) -> dict[str, Any]:
        if verb.name == "split":
            return {"application": obj}
        if verb.name == "assess" and request.GET.get("purpose") in Assessment.Purpose.values:
            held = obj.assessments.filter(purpose=request.GET["purpose"]).values("purpose", "finding", "precaution")
            return {"initial": held.first() or {"purpose": request.GET["purpose"]}}
        if verb.name == "consult":
            prop = need(request, DECIDE, obj.document.jurisdiction)
            opens, closes = obj.consultation_opens_at or clock.now(), obj.consultation_closes_at
            initial = {"opens_at": typed_local(opens, prop), "closes_at": typed_local(closes, prop) if closes else ""}
            return {"initial": initial}
        return {}

    def get_urls(self) -> list[URLPattern]:
        own = [path("<int:pk>/decide/", self.admin_site.admin_view(self.decide), name="rulebook_application_decide")]
        return own + super().get_urls()

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The work by state."""
        prop = here(request)
        prop = need(request, SEE, prop.jurisdiction if prop else "")
        at = clock.now()
        there = [one for one in houses(request) if one.jurisdiction == prop.jurisdiction]
        mine = desk.Duties.of(me(request), there, at)
        sections = desk.work(prop.jurisdiction, mine, at)
        context = {
            "title": _("Rules"), "prop": prop, "sections": sections, "mine": mine,
            "waiting": desk.waiting_count(sections),
        }  # fmt: skip
        return self.show(request, "admin/rulebook/work.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        application = self.one(request, number(object_id))
        assert isinstance(application, Application)
        prop = need(request, SEE, application.document.jurisdiction)
        form = forms.Decide(initial={"seen_edition": application.edition})
        return self.page(request, application, prop, form, panels.panels(application))

    def page(
        self, request: HttpRequest, one: Application, prop: Property, form: forms.Decide, shown: list[panels.Panel]
    ) -> HttpResponse:
        """One application, whatever its stage, with what this person may do with it."""
        at, whose = clock.now(), one.document.jurisdiction
        now = amending.stage(one, at)
        decides = may(request, DECIDE, whose)
        found = {row.purpose: row for row in one.assessments.select_related("by")}
        forms.in_local_time(form, prop)
        at_once = now is Stage.APPLIED and bool(request.GET.get("decide"))
        signs = decides and (now is Stage.DECIDING or at_once or form.is_bound)
        context = {
            "title": one.title, "object": one, "prop": prop, "at": at, "stage": now, "panels": shown, "form": form,
            "steps": panels.steps(one, at, len(found)), "decides": decides, "signs": signs,
            "hindrances": deciding.hindrances(one, me(request), at) if signs else [],
            "purposes": [(choice, found.get(choice.value)) for choice in Assessment.Purpose],
            "submissions": list(one.submissions.order_by("-at")), "verbs": self.verbs_for(request, one),
            "moved": now not in {Stage.DECIDED, Stage.WITHDRAWN} and amending.moved_on(one, at),
            "writes": self.writes(request, one, now), "parts": list(one.parts.all()),
            "next": self.next_step(request, one, now, bool(shown)),
        }  # fmt: skip
        return self.show(request, "admin/rulebook/application.html", context, 422 if form.errors else 200)

    def writes(self, request: HttpRequest, one: Application, now: Stage) -> bool:
        """May this person add and change changes now? The author of a draft; later the regulator alone."""
        if now is Stage.DRAFT:
            return one.author_id == me(request).pk and may(request, DRAFT, one.document.jurisdiction)
        return now in OPEN and may(request, DECIDE, one.document.jurisdiction)

    def next_step(self, request: HttpRequest, one: Application, now: Stage, written: bool) -> dict[str, str]:
        """The one main button of the page, or in words whom it waits for."""
        verbs = {verb["name"]: verb for verb in self.verbs_for(request, one)}
        if "renew" in verbs:
            return {"label": str(verbs["renew"]["label"]), "url": verbs["renew"]["url"]}
        if now is Stage.DRAFT and self.writes(request, one, now) and not written:
            return {"label": _("Add a change"), "url": reverse("admin:rulebook_application_add-change", args=[one.pk])}
        if now is Stage.DRAFT and "apply" in verbs and written:
            return {"label": str(verbs["apply"]["label"]), "url": verbs["apply"]["url"]}
        if now is Stage.APPLIED and "consult" in verbs and not (one.consultation_opens_at or request.GET.get("decide")):
            return {"label": str(verbs["consult"]["label"]), "url": verbs["consult"]["url"]}
        waits = {
            Stage.DRAFT: _("It waits for the table games manager, who applies for it.") if written
            else _("It waits for its author: it changes nothing yet."),
            Stage.APPLIED: _("It waits for its consultation to open.") if one.consultation_opens_at
            else _("It waits for %(who)s.") % {"who": one.document.authority},
            Stage.CONSULTATION: _("The public may write until the consultation closes. Then it is decided."),
            Stage.DECIDING: _("It waits for the decision of %(who)s.") % {"who": one.document.authority},
        }  # fmt: skip
        return {"waits": waits.get(now, "")}

    def decide(self, request: HttpRequest, pk: int) -> HttpResponse:
        application = self.one(request, pk)
        assert isinstance(application, Application)
        prop = need(request, DECIDE, application.document.jurisdiction)
        if request.method != "POST":
            return redirect(url_of(application))
        shown, form = panels.panels(application), forms.Decide(request.POST)
        deciding.read(request.POST, shown)
        if form.is_valid() and (
            done := self.attempt(request, form, lambda data: deciding.sign(request, application, shown, data, prop))
        ):
            return redirect(getattr(done, "url", "") or url_of(application))
        return self.page(request, application, prop, form, shown)
