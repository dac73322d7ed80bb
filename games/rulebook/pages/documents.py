"""Documents in the admin: all of a jurisdiction, one with its versions and text, and the redline of any two."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino import clock
from casino.house.models import Property
from casino.house.pages import Verb
from casino.house.signing_in import here
from casino.refused import Refused, refuse_unless
from games.rulebook import amending, documents, reading, shelf
from games.rulebook.models import Document, Version
from games.rulebook.pages import forms
from games.rulebook.pages.base import DRAFT, SEE, Done, RulebookPage, in_zone, may, me, need, number, typed_local
from games.rulebook.reading import Stated


def open_document(request: HttpRequest, _none: None, data: dict[str, Any]) -> str:
    prop = here(request)
    assert prop is not None
    made = documents.open_document(jurisdiction=prop.jurisdiction, by=me(request), at=clock.now(), **data)
    url = reverse("admin:rulebook_document_change", args=[made.pk])
    return Done(_("%(document)s was opened. Import its first text.") % {"document": made}, url)


def propose(request: HttpRequest, document: Document, data: dict[str, Any]) -> str:
    base = newest(document)
    if base is None:
        raise Refused(None, _("It has no approved version that could be changed: import one first."))
    made = amending.propose(document=document, base=base, by=me(request), at=clock.now(), **data)
    url = reverse("admin:rulebook_application_change", args=[made.pk])
    return Done(_("Drafted on %(base)s. Now add what it changes.") % {"base": base.label}, url)


def newest(document: Document) -> Version | None:
    """What an application builds on: the version that nothing approved follows yet."""
    approved = document.versions.filter(approved_at__isnull=False, withdrawn_at__isnull=True)
    return approved.order_by("-effective_at").first()


def show_document(
    page: RulebookPage, request: HttpRequest, document: Document, version: Version | None, verbs: list[dict[str, Any]]
) -> HttpResponse:  # fmt: skip
    """A document at an instant, with one version of it opened: the one asked for, else the one in force."""
    prop = need(request, SEE, document.jurisdiction)
    at, asked = instant(request, prop)
    stated = shelf.states_of(document, at)
    shown = next((one.version for one in stated if version and one.version.pk == version.pk), None) or version
    shown = shown or shelf.in_force(stated)
    context: dict[str, Any] = {
        "title": document.title, "document": document, "prop": prop, "at": at, "asked": asked, "stated": stated,
        "shown": shown, "state": next((one.state for one in stated if shown and one.version.pk == shown.pk), None),
        "picked": version is not None, "verbs": verbs, "drafts": may(request, DRAFT, document.jurisdiction),
        "applications": list(document.applications.order_by("-drafted_at")[:20]),
    }  # fmt: skip
    if shown is not None:
        context |= opened(shown)
    return page.show(request, "admin/rulebook/document.html", context)


def opened(version: Version) -> dict[str, Any]:
    """All that one version says."""
    lines = shelf.lines(version)
    flags = list(version.flags.select_related("settled_by").order_by("first_line", "pk"))
    said = shelf.values(version)
    return {
        "lines": lines, "values": said, "conditions": list(version.conditions.order_by("pk")), "flags": flags,
        "loose": shelf.place_flags(lines, [flag for flag in flags if flag.settled_at is None]),
        "unsettled": sum(flag.settled_at is None for flag in flags),
        "readings": [one for one in said if one.reading] , "read": [line for line in lines if line.is_reading],
    }  # fmt: skip


def instant(request: HttpRequest, prop: Property) -> tuple[datetime, str]:
    """The instant that a page shows, and as it stands in its field; what cannot be read is now."""
    form = forms.Instant(request.GET or None)
    typed = form.cleaned_data.get("at") if form.is_bound and form.is_valid() else None
    at = in_zone(typed, prop)
    return (at, typed_local(at, prop)) if at else (clock.now(), "")


class DocumentPage(RulebookPage):
    jurisdiction_path = "jurisdiction"
    related = ("over",)
    verbs = (
        Verb("open", lazy("Open a document"), DRAFT, forms.OpenDocument, open_document, on_list=True,
             hint=lazy("For a game or for the general rules; its text is imported then.")),
        Verb("propose", lazy("Propose a change"), DRAFT, forms.Propose, propose,
             hint=lazy("An application on the newest approved version. You add the changes next.")),
    )  # fmt: skip

    def form_arguments(self, request: HttpRequest, verb: Verb, obj: Any) -> dict[str, Any]:
        if verb.name == "open":
            return {"jurisdiction": self.jurisdiction_of(request, None)}
        prop = need(request, verb.duty, obj.jurisdiction)
        return {"initial": {"applicants": prop.name}}

    def get_urls(self) -> list[URLPattern]:
        redline = path("<int:pk>/redline/", self.admin_site.admin_view(self.redline), name="rulebook_document_redline")
        return [redline, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        prop = here(request)
        prop = need(request, SEE, prop.jurisdiction if prop else "")
        at, asked = instant(request, prop)
        context = {
            "title": _("Documents"), "prop": prop, "at": at, "asked": asked, "verbs": self.verbs_for(request, None),
            "rows": reading.documents_then(at, prop.jurisdiction), "drafts": may(request, DRAFT, prop.jurisdiction),
        }  # fmt: skip
        return self.show(request, "admin/rulebook/documents.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        document = self.one(request, number(object_id))
        assert isinstance(document, Document)
        return show_document(self, request, document, None, self.verbs_for(request, document))

    def redline(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Any two versions of a document, in the text or side by side."""
        document = self.one(request, pk)
        assert isinstance(document, Document)
        prop = need(request, SEE, document.jurisdiction)
        stated = shelf.states_of(document, clock.now())
        old, new = chosen(request, stated)
        view = "sides" if request.GET.get("view") == "sides" else "text"
        context: dict[str, Any] = {
            "title": _("Redline"), "document": document, "prop": prop, "stated": stated, "old": old, "new": new,
            "view": view, "only": request.GET.get("only") == "changes",
        }  # fmt: skip
        if old is not None and new is not None:
            refuse_unless(old.pk != new.pk, clause=None, where="to", message=_("Choose two different versions."))
            context["comparison"] = shelf.compare(old, new)
        return self.show(request, "admin/rulebook/redline.html", context)


def chosen(request: HttpRequest, stated: list[Stated]) -> tuple[Version | None, Version | None]:
    """The two that were asked for; else the newest one and its base."""
    known = {str(one.version.pk): one.version for one in stated}
    asked = [request.GET.get(side, "") for side in ("from", "to")]
    if any(pk and pk not in known for pk in asked):
        raise Http404
    new = known.get(asked[1]) or (stated[0].version if stated else None)
    base = known.get(str(new.base_id)) if new else None
    older = next((one.version for one in reversed(stated) if new and one.version.pk != new.pk), None)
    return known.get(asked[0]) or base or older, new
