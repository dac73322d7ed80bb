"""Writing an application: a change is added, written again or removed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino import clock
from casino.house.models import Property
from casino.refused import refuse_unless
from games.rulebook import amending, panels, versions
from games.rulebook.amending import Stage
from games.rulebook.models import Application, Change, ChangeKind
from games.rulebook.pages.base import DECIDE, DRAFT, RulebookPage, me, need, sent
from games.rulebook.pages.changing import About, Choose, Write, ready


def url_of(application: Application) -> str:
    return reverse("admin:rulebook_application_change", args=[application.pk])


class WritesChanges(RulebookPage):
    """The author of a draft; after that the regulator, until it has decided."""

    def get_urls(self) -> list[URLPattern]:
        view, one = self.admin_site.admin_view, "rulebook_application"
        own = [
            path("<int:pk>/add-change/", view(self.write), name=f"{one}_add-change"),
            path("<int:pk>/changes/<int:change>/", view(self.write), name=f"{one}_edit-change"),
            path("<int:pk>/changes/<int:change>/remove/", view(require_POST(self.remove)), name=f"{one}_remove-change"),
        ]
        return own + super().get_urls()

    def written(self, request: HttpRequest, pk: int) -> tuple[Application, Property]:
        """The application, if this person's rank may write it at its stage; the domain asks for the author."""
        one = self.one(request, pk)
        assert isinstance(one, Application)
        draft = amending.stage(one, clock.now()) is Stage.DRAFT
        return one, need(request, DRAFT if draft else DECIDE, one.document.jurisdiction)

    def write(self, request: HttpRequest, pk: int, change: int | None = None) -> HttpResponse:
        """First what kind and of what, then the text."""
        one, prop = self.written(request, pk)
        old = self.change_of(one, change) if change else None
        asked = {"kind": old.kind, "clause": old.clause, "parameter": old.parameter} if old else request.GET.dict()
        choose = Choose(asked if "kind" in asked else None, code=one.document.code)
        form = self.second_step(request, one, old, choose) if choose.is_bound and choose.is_valid() else None
        if request.method == "POST" and form is not None and form.is_valid() and self.save(request, one, old, form):
            return redirect(url_of(one))
        keys = [panels.key_of(row) for row in versions.clause_texts(one.base) if row.number or row.heading]
        context = {
            "title": _("Edit a change") if old else _("Add a change"), "object": one, "prop": prop, "choose": choose,
            "change": old, "clauses": keys, "form": form, "about": form.about if form else None,
            "before": self.before(one, form),
        }  # fmt: skip
        failed = bool(choose.errors or (form is not None and form.errors))
        return self.show(request, "admin/rulebook/change.html", context, 422 if failed else 200)

    def second_step(self, request: HttpRequest, one: Application, old: Change | None, choose: Choose) -> Write | None:
        chosen = choose.cleaned_data
        kind = ChangeKind(chosen["kind"])
        about = About(one, kind, chosen["clause"], chosen["parameter"], old)
        if old is None and (hindrance := ready(kind, about)):
            choose.add_error("parameter" if kind is ChangeKind.PARAMETER else "clause", hindrance)
            return None
        return Write(sent(request)[0], application=one, kind=kind, about=about)

    def before(self, one: Application, form: Write | None) -> str:
        """What the base says, to read beside the new text."""
        if form is None or form.kind is ChangeKind.INSERT:
            return ""
        if form.about.term is not None:
            blank = Change(application=one, kind=form.kind, parameter=form.about.term.name, value=None)
            values = versions.parameter_values(one.base)
            return panels.said_before_and_after(blank, values, one.document.code)[0]
        return form.about.old.text if form.about.old else ""

    def save(self, request: HttpRequest, one: Application, old: Change | None, form: Write) -> str | None:
        def call(_data: dict[str, Any]) -> str:
            if old is not None:
                amending.change_change(old, by=me(request), at=clock.now(), **form.asked())
                return _("The change was written again.")
            amending.add_change(one, by=me(request), at=clock.now(), **form.asked())
            return _("The change was added.")

        return self.attempt(request, form, call)

    def change_of(self, one: Application, pk: int) -> Change:
        found = one.changes.filter(pk=pk).first()
        if found is None:
            raise Http404
        refuse_unless(
            one.applied_at is None or found.applicant == one.document.authority, clause=None,
            message=_("It was applied for as it stands: decide it, with conditions or without."),
        )  # fmt: skip
        return found

    def remove(self, request: HttpRequest, pk: int, change: int) -> HttpResponse:
        one, _prop = self.written(request, pk)
        amending.remove_change(self.change_of(one, change), by=me(request), at=clock.now())
        messages.success(request, _("The change was removed."))
        return redirect(url_of(one))
