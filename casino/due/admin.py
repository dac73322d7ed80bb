"""Due work in the admin: what waits, what fails and why, what was done; try again now, or cancel with a reason."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import clock
from casino.due import handlers, lists, rows
from casino.due.models import Due
from casino.house import duties
from casino.house.models import Property, Staff
from casino.house.pages import HousePage, Reason, Verb
from casino.house.signing_in import here
from casino.ledger.actors import named

PER_PAGE = 100


def try_again(request: HttpRequest, due: Due, data: dict[str, Any]) -> str:
    assert isinstance(request.user, Staff)
    rows.retry(due, by=request.user.stream, at=clock.now())
    return _("It is tried again with the next sweep, within a second or two.")


def cancel(request: HttpRequest, due: Due, data: dict[str, Any]) -> str:
    assert isinstance(request.user, Staff)
    rows.cancel(due, by=request.user.stream, reason=data["reason"], at=clock.now())
    return _("Cancelled. It will not be done.")


@admin.register(Due)
class DuePage(HousePage):
    view_duty = "due.see"
    verbs = (
        Verb("retry", gettext_lazy("Try again now"), "due.retry", forms.Form, try_again,
             open_for=lambda due: bool(due.tries and not due.outcome),
             hint=gettext_lazy("It is tried at the next sweep, without waiting for its pause to end.")),
        Verb("cancel", gettext_lazy("Cancel it"), "due.cancel", Reason, cancel, danger=True,
             open_for=lambda due: not due.outcome,
             hint=gettext_lazy("It will never be done. What waits behind it goes on.")),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Due]:
        assert isinstance(request.user, Staff)
        seen = duties.properties_with(request.user, self.view_duty)
        return Due.objects.filter(Q(property__in=seen) | Q(property=None)).select_related("property")

    def decided_at(self, request: HttpRequest, verb: Verb, obj: Any) -> list[Property | None]:
        """Work that belongs to no property belongs to all: only who may touch it everywhere touches it."""
        return [obj.property] if obj is not None and obj.property_id else list(Property.objects.all())

    def show(self, request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
        shared = self.admin_site.each_context(request) | {"opts": self.model._meta}
        return TemplateResponse(request, f"admin/due/{template}.html", shared | context)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        prop = here(request)
        duties.require(request.user, self.view_duty, prop)
        assert prop is not None
        every = Due.objects.filter(lists.of(prop))
        found = lists.counts(every)
        tab = request.GET.get("show", "failing" if found.failing else "waiting")
        context: dict[str, Any] = {"title": _("Due work"), "prop": prop, "counts": found, "tab": tab, "at": clock.now()}
        if tab == "settled":
            context |= self.settled(request, every)
        else:
            shown = lists.failing(every) if tab == "failing" else lists.waiting(every)
            context["page"] = page = Paginator(shown, PER_PAGE).get_page(request.GET.get("page"))
            context["rows"] = list(page)
        context |= self.labels(context["rows"])
        return self.show(request, "rows", context)

    def settled(self, request: HttpRequest, every: QuerySet[Due]) -> dict[str, Any]:
        """By number rather than by page: nobody counts the history of a casino for one screen."""
        before = request.GET.get("before", "")
        found = lists.settled(every)
        if before.isdecimal() and len(before) < 19:
            found = found.filter(pk__lt=int(before))
        shown = list(found[: PER_PAGE + 1])
        more = shown[PER_PAGE - 1].pk if len(shown) > PER_PAGE else None
        return {"rows": shown[:PER_PAGE], "earlier": more, "latest": bool(before)}

    def labels(self, shown: list[Due]) -> dict[str, Any]:
        return {
            "what": {due.what: handlers.label(due.what) for due in shown},
            "names": named(text for due in shown for text in (due.by, due.subject, due.settled_by) if text),
        }

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        number = int(object_id) if object_id.isdecimal() and len(object_id) < 19 else 0
        due = self.get_queryset(request).filter(pk=number).first()
        if due is None:
            raise Http404
        context = {
            "title": handlers.label(due.what), "due": due, "prop": due.property or here(request), "at": clock.now(),
            "verbs": self.verbs_for(request, due), "behind": lists.behind(due) if due.tries and not due.outcome else 0,
        } | self.labels([due])  # fmt: skip
        return self.show(request, "row", context)
