"""The pages of `/audit/`. Apps add theirs in `ready()`; each gets the door, its address and its place in the list.

    pages.register("jackpots/", views.pools, name="jackpots", label=_("Jackpots"), icon="meter", group=_("Games"))

A view takes the request and answers with `pages.show(request, "audit/jackpots.html", {...})`. Whatever it reads comes
through the read-only connection, and the look is in the trail before it runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as lazy

from casino.audit.doors import View, inspector_of, reads

PROOF = lazy("Proof")


@dataclass(frozen=True, slots=True)
class Page:
    address: str
    view: View
    name: str
    label: object = ""
    icon: str = "page"
    group: object = ""
    about: object = ""

    @property
    def address_name(self) -> str:
        return f"audit:{self.name}"


_pages: dict[str, Page] = {}


def register(
    address: str, view: View, *, name: str, label: object = "", icon: str = "page", group: object = "",
    about: object = "", recorded: bool = True,
) -> Page:  # fmt: skip
    """Add a page. With a label it stands in the navigation; without recorded=False every look at it is recorded."""
    page = Page(address, reads(view, name=name, recorded=recorded), name, label, icon, group, about)
    _pages[name] = page
    return page


def all_pages() -> list[Page]:
    return list(_pages.values())


def urlpatterns() -> list[URLPattern]:
    return [path(page.address, page.view, name=page.name) for page in _pages.values()]


def listed() -> list[Page]:
    return [page for page in _pages.values() if page.label]


def navigation() -> dict[str, list[dict[str, str]]]:
    """As the base template lists it: by group in the order in which they were first named, the proof at the end."""
    found: dict[str, list[dict[str, str]]] = {}
    for page in sorted(listed(), key=lambda page: page.group == PROOF):
        entry = {"label": str(page.label), "url": reverse(page.address_name), "icon": page.icon}
        found.setdefault(str(page.group), []).append(entry)
    return found


def show(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """A page in the audit's frame."""
    who = inspector_of(request)
    around = {"jobs": navigation(), "properties": who.scope, "rank": who.rank}
    return TemplateResponse(request, template, around | context)
