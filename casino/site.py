"""The admin: Django's own, with the floor as its first page, navigation by job, and doors that ranks open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from casino.house import duties, floor
from casino.house.models import Property, Staff
from casino.house.ranks import REGULATOR, Rank
from casino.house.signing_in import here


@dataclass(frozen=True, slots=True)
class Job:
    """One entry of the navigation: a job, not a model."""

    group: str
    label: str
    url_name: str
    duty: str
    icon: str = ""


_jobs: list[Job] = []


def add_job(group: object, label: object, url_name: str, *, duty: str, icon: str = "") -> None:
    """Apps call this in ready() for each page that belongs into the admin's navigation."""
    job = Job(str(group), str(label), url_name, duty, icon)
    if job not in _jobs:
        _jobs.append(job)


def jobs_for(staff: Staff) -> dict[str, list[dict[str, str]]]:
    """The navigation that this person's ranks open, by group."""
    found: dict[str, list[dict[str, str]]] = {}
    for job in _jobs:
        if not duties.may(staff, job.duty, None):
            continue
        try:
            url = reverse(job.url_name)
        except NoReverseMatch:
            continue
        found.setdefault(job.group, []).append({"label": job.label, "url": url, "icon": job.icon})
    return found


class PitbossSite(AdminSite):
    site_header = site_title = "Pitboss"
    index_title = _("Floor")
    index_template = "admin/floor.html"
    login_template = "sign_in.html"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        if not isinstance(user, Staff) or not user.is_active:
            return False
        return bool(duties.ranks_at(user, None, _now()) - {Rank.INSPECTOR, Rank.DEALER})

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        context = super().each_context(request)
        if isinstance(request.user, Staff):
            context["jobs"] = jobs_for(request.user)
        return context

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        assert isinstance(request.user, Staff)
        prop = here(request)
        context = self.each_context(request) | floor.page(request.user, prop) | {"title": self.index_title}
        return TemplateResponse(request, "admin/floor.html", context)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        from casino.house.views import sign_in, turned_away

        if isinstance(request.user, Staff):
            return turned_away(request)
        return sign_in(request)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        return super().admin_view(view, cacheable)


def _now() -> Any:
    from casino import clock

    return clock.now()


__all__ = ["REGULATOR", "PitbossSite", "Property", "add_job", "jobs_for"]
