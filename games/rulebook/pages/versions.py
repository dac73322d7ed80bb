"""Versions in the admin: applied for, approved, gazetted, withdrawn; flags settled, clauses mended, texts exported."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms as plain
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_GET, require_POST

from casino import clock
from casino.house.pages import Reason, Verb
from casino.refused import Refused
from games.rulebook import drafts, exporting, versions
from games.rulebook.models import Version
from games.rulebook.pages import forms
from games.rulebook.pages.base import APPLY, DECIDE, DRAFT, SEE, Done, in_zone, me, need, number, sent
from games.rulebook.pages.documents import show_document
from games.rulebook.pages.importing import Imports
from games.rulebook.versions import State

FORMATS = {"md": ("text/markdown", exporting.to_markdown), "json": ("application/json", exporting.to_json)}


def is_now(*states: State) -> Any:
    return lambda version: versions.state(version, clock.now()) in states


def apply_for(request: HttpRequest, version: Version, data: dict[str, Any]) -> str:
    versions.apply_for(version, by=me(request), at=clock.now())
    return Done(_("Applied for. The authority decides."))


def approve(request: HttpRequest, version: Version, data: dict[str, Any]) -> str:
    prop = need(request, DECIDE, version.document.jurisdiction)
    begins = in_zone(data["effective_at"], prop)
    assert begins is not None
    versions.approve(
        version, by=me(request), at=clock.now(), instrument=data["instrument"], effective_at=begins,
        seen_hash=data["seen_hash"], conditions=data["conditions"],
    )  # fmt: skip
    return Done(_("Approved."))


def gazette(request: HttpRequest, version: Version, data: dict[str, Any]) -> str:
    prop = need(request, DECIDE, version.document.jurisdiction)
    published = in_zone(data["gazetted_at"], prop)
    assert published is not None
    versions.record_gazette(
        version, by=me(request), at=clock.now(), notice=data["notice"], gazetted_at=published,
        effective_at=in_zone(data["effective_at"], prop),
    )  # fmt: skip
    return Done(_("The notice is recorded."))


def withdraw(request: HttpRequest, version: Version, data: dict[str, Any]) -> str:
    versions.withdraw(version, by=me(request), at=clock.now(), reason=data["reason"])
    return Done(_("Withdrawn. What was in force goes on, and the trace of this one stays."))


class VersionPage(Imports):
    related = ("document", "base", "author", "applicant", "approved_by", "withdrawn_by")
    verbs = (
        Verb("apply", lazy("Apply for it"), APPLY, plain.Form, apply_for, open_for=is_now(State.DRAFT)),
        Verb("approve", lazy("Approve"), DECIDE, forms.ApproveVersion, approve, open_for=is_now(State.APPLIED),
             hint=lazy("You approve exactly the text that you have read; if it was changed since, this is refused.")),
        Verb("gazette", lazy("Record the notice"), DECIDE, forms.Gazette, gazette, open_for=is_now(State.APPROVED),
             hint=lazy("Without its notice in the gazette it does not come into force.")),
        Verb("drop", lazy("Withdraw"), DRAFT, Reason, withdraw, danger=True,
             open_for=is_now(State.DRAFT, State.APPLIED)),
        Verb("withdraw", lazy("Withdraw"), DECIDE, Reason, withdraw, danger=True,
             open_for=is_now(State.APPROVED, State.SCHEDULED),
             hint=lazy("Before its effect only. The version before it goes on.")),
    )  # fmt: skip

    def open_to(self, request: HttpRequest, verb: Verb, obj: Any) -> bool:
        if verb.name == "apply":
            return bool(obj.author_id != me(request).pk)
        return True

    def verb_url(self, verb: Verb, obj: Any) -> str:
        url = super().verb_url(verb, obj)
        # What is approved is what the page showed: its hash goes along.
        return f"{url}?seen={obj.content_hash}" if verb.name == "approve" else url

    def form_arguments(self, request: HttpRequest, verb: Verb, obj: Any) -> dict[str, Any]:
        return {"initial": {"seen_hash": request.GET.get("seen", "")}} if verb.name == "approve" else {}

    def get_urls(self) -> list[URLPattern]:
        view, one = self.admin_site.admin_view, "rulebook_version"
        own = [
            path("<int:pk>/export.<str:form>", view(require_GET(self.export)), name=f"{one}_export"),
            path("<int:pk>/flags/<int:flag>/settle/", view(require_POST(self.settle)), name=f"{one}_settle"),
            path("<int:pk>/clauses/<int:position>/", view(self.mend), name=f"{one}_mend"),
        ]
        return own + super().get_urls()

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect("admin:rulebook_document_changelist")

    def version(self, request: HttpRequest, pk: int, duty: str = SEE) -> Version:
        found = self.one(request, pk)
        assert isinstance(found, Version)
        need(request, duty, found.document.jurisdiction)
        return found

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        version = self.version(request, number(object_id))
        return show_document(self, request, version.document, version, self.verbs_for(request, version))

    def export(self, request: HttpRequest, pk: int, form: str) -> HttpResponse:
        version = self.version(request, pk)
        if form not in FORMATS:
            raise Http404
        kind, write = FORMATS[form]
        clauses, values = tuple(versions.clause_texts(version)), tuple(versions.parameter_values(version))
        text = write(exporting.Text(version.document.code, version.label, clauses, values))
        name = "".join(sign if sign.isalnum() else "-" for sign in f"{version.document.code}-{version.label}")
        told = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
        return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=told)

    def settle(self, request: HttpRequest, pk: int, flag: int) -> HttpResponse:
        """One flag of an import: kept as printed, or mended."""
        version = self.version(request, pk, DRAFT)
        found = version.flags.filter(pk=flag).first()
        if found is None:
            raise Http404
        form = forms.Settle(request.POST)
        try:
            how = form.cleaned_data["how"] if form.is_valid() else ""
            drafts.settle(found, how=how, by=me(request), at=clock.now())
            messages.success(request, _("Settled."))
        except Refused as refused:
            messages.error(request, str(refused))
        return redirect(f"{self.back_to(version)}#flags")

    def mend(self, request: HttpRequest, pk: int, position: int) -> HttpResponse:
        """One clause of a draft, written again; what was applied for has to be applied for again."""
        version = self.version(request, pk, DRAFT)
        clauses = versions.clause_texts(version)
        if not 1 <= position <= len(clauses):
            raise Http404
        old = clauses[position - 1]
        names = ("number", "parent", "heading", "text")
        form = forms.EditClause(sent(request)[0], initial={name: getattr(old, name) for name in names})

        def call(data: dict[str, Any]) -> str:
            clauses[position - 1] = replace(old, **{name: data[name] for name in names})
            versions.rewrite(
                version, clauses=clauses, parameters=versions.parameter_values(version), by=me(request), at=clock.now()
            )
            return _("Written again. Settle the flag that it answers.")

        if request.method == "POST" and form.is_valid() and self.attempt(request, form, call):
            return redirect(f"{self.back_to(version)}#p{position}")
        verb = Verb("mend", _("Mend the clause"), DRAFT, forms.EditClause, apply_for)
        back = reverse("admin:rulebook_version_change", args=[version.pk])
        context = {"title": verb.label, "verb": verb, "form": form, "object": version, "back": back}
        return self.show(request, self.verb_template, context, 422 if form.errors else 200)
