"""Files in the admin: keep one, find one, download one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import clock
from casino.files import store
from casino.files.models import Kept
from casino.files.sniffing import ENDINGS
from casino.house import duties
from casino.house.models import Staff
from casino.house.pages import HousePage, Verb
from casino.house.signing_in import here

PER_PAGE = 50


class Keep(forms.Form):
    content = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("PDF, PNG, JPEG, WebP, Word or plain text, at most 20 MB. It can never be removed."),
        widget=forms.FileInput(attrs={"accept": ",".join(ENDINGS)}),
    )


def keep(request: HttpRequest, _none: None, data: dict[str, Any]) -> str:
    assert isinstance(request.user, Staff)
    sent = data["content"]
    kept = store.keep(content=sent.file, name=sent.name, by=request.user, at=clock.now(), property=here(request))
    return _("Kept, with the hash %(sha256)s in the trail.") % {"sha256": kept.sha256}


@admin.register(Kept)
class KeptPage(HousePage):
    view_duty = "files.see"
    verbs = (Verb("keep", gettext_lazy("Keep a file"), "files.keep", Keep, keep, on_list=True),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Kept]:
        assert isinstance(request.user, Staff)
        return store.kept_at(duties.properties_with(request.user, self.view_duty))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        prop = here(request)
        duties.require(request.user, self.view_duty, prop)
        assert prop is not None
        sought = request.GET.get("q", "").strip()[:64]
        found = store.kept_at([prop]).select_related("file", "by", "property")
        if sought:
            found = found.filter(name__icontains=sought) | found.filter(file__sha256__startswith=sought.lower())
        context = self.admin_site.each_context(request) | {
            "title": _("Files"), "opts": self.model._meta, "prop": prop, "sought": sought,
            "page": Paginator(found, PER_PAGE).get_page(request.GET.get("page")),
            "verbs": self.verbs_for(request, None),
        }  # fmt: skip
        return TemplateResponse(request, "admin/files/files.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A file has no page of its own: its list says all, its address gives the bytes."""
        raise Http404
