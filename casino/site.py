"""The admin: Django's own, with the floor as its first page, navigation by job, and doors that ranks open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino import clock
from casino.house import duties, floor
from casino.house.models import Staff
from casino.house.ranks import Rank
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
    index_title = lazy("Floor")
    index_template = "admin/floor.html"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        if not isinstance(user, Staff) or not user.is_active:
            return False
        return bool(duties.ranks_at(user, None, clock.now()) - {Rank.INSPECTOR, Rank.DEALER})

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        context = super().each_context(request)
        if isinstance(request.user, Staff):
            context["jobs"] = jobs_for(request.user)
        return context

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        assert isinstance(request.user, Staff)
        if duties.ranks_at(request.user, None, clock.now()) == {Rank.AUTHORITY}:
            return redirect("home")
        prop = here(request)
        context = self.each_context(request) | floor.page(request.user, prop) | {"title": self.index_title}
        return TemplateResponse(request, "admin/floor.html", context)

    def app_index(self, request: HttpRequest, app_label: str, extra_context: dict[str, Any] | None = None) -> Any:
        """There is no page per app: the navigation is by job."""
        return redirect("admin:index")

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return redirect_to_login(request.GET.get("next", reverse("admin:index")), reverse("sign_in"))

    def get_urls(self) -> list[Any]:
        """Without Django's own password pages: ours are in the trail."""
        return [url for url in super().get_urls() if not str(getattr(url, "name", "")).startswith("password_change")]

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        inner = super().admin_view(view, cacheable)

        def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if isinstance(request.user, Staff) and not self.has_permission(request):
                raise duties.Forbidden(
                    _("Your rank does not open the managers' pages."), duties.who_may("house.view_property", "")
                )
            answer: HttpResponse = inner(request, *args, **kwargs)
            return answer

        return door
