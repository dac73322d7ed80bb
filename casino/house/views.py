"""Pages that belong to no job: the way in, what one may do, the API's description."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import loader
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from drf_spectacular.generators import SchemaGenerator

from casino import clock, context
from casino.api_docs import operations
from casino.house import demo_logins, duties, forms, posts, signing_in
from casino.house.models import Staff
from casino.house.ranks import Rank, local_name
from casino.refused import Refused
from casino.site import jobs_for


@require_GET
def landing(request: HttpRequest) -> HttpResponse:
    return render(request, "landing.html", {"demo_logins": _demo()})


@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    after = request.POST.get("next") or request.GET.get("next", "")
    shown: dict[str, Any] = {"next": after, "demo_logins": _demo()}
    if request.method == "GET":
        return render(request, "sign_in.html", shown)
    try:
        staff = signing_in.sign_in(
            request, username=request.POST.get("username", ""), password=request.POST.get("password", "")
        )
    except Refused as refused:
        return render(request, "sign_in.html", shown | {"refused": refused}, status=403)
    if url_has_allowed_host_and_scheme(after, {request.get_host()}, require_https=request.is_secure()):
        return redirect(after)
    return redirect(lands_on(staff))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    signing_in.sign_out(request)
    return redirect("sign_in")


def lands_on(staff: Staff) -> str:
    """The page of somebody's work: the inspector's audit, the floor, or what they may do."""
    held = duties.ranks_at(staff, None, clock.now())
    if held == {Rank.INSPECTOR}:
        return reverse("audit:overview")
    if held & {Rank.DEALER, Rank.AUTHORITY} == held:
        return reverse("home")
    return reverse("admin:index")


@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What you may do now, at each property."""
    assert isinstance(request.user, Staff)
    at, here = clock.now(), signing_in.here(request)
    posts = [
        {"property": post.property, "rank": local_name(post.rank, post.property.jurisdiction), "until": post.until_at}
        for post in duties.posts_now(request.user, at)
    ]
    may = duties.duties_of(request.user, here, at=at)
    return render(request, "home.html", {"posts": posts, "may": may, "links": _links(request.user)})


def _links(staff: Staff) -> list[dict[str, str]]:
    links = []
    held = duties.ranks_at(staff, None, clock.now())
    if Rank.INSPECTOR in held:
        links.append({"url": reverse("audit:overview"), "label": _("Inspect the record")})
    if Rank.AUTHORITY in held:
        # The regulator's decider comes for a few pages alone: they stand at the door.
        links += [job for jobs in jobs_for(staff).values() for job in jobs]
    if held - {Rank.INSPECTOR, Rank.DEALER}:
        links.append({"url": reverse("admin:index"), "label": _("The floor")})
    links.append({"url": reverse("rules"), "label": _("The rulebooks")})
    return links


@login_required
@require_http_methods(["GET", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """One's own password: every other session ends, this one stays."""
    assert isinstance(request.user, Staff)
    form = forms.OwnPassword(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        staff = request.user
        posts.set_password(staff=staff, password=form.cleaned_data["new"], by=staff.stream, at=clock.now())
        staff.refresh_from_db()
        update_session_auth_hash(request, staff)
        messages.success(request, _("Your password is changed."))
        return redirect("home")
    return render(request, "password.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_POST
def choose_property(request: HttpRequest) -> HttpResponse:
    signing_in.choose_property(request, code=request.POST.get("property", ""))
    after = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(after, {request.get_host()}, require_https=request.is_secure()):
        after = reverse("home")
    return redirect(after)


@require_GET
def api_docs(request: HttpRequest) -> HttpResponse:
    """The API's description as a page of our own: no script from elsewhere."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return render(request, "api_docs.html", {"operations": operations(schema), "schema": schema})


def server_error(request: HttpRequest) -> HttpResponse:
    """Without the database and without context: only the id under which the log has the reason."""
    page = loader.get_template("500.html").render({"request_id": context.request_id.get()})
    return HttpResponse(page, status=500)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", {"reason": ""}, status=400)


def _demo() -> list[demo_logins.Login]:
    return list(demo_logins.LOGINS) if settings.DEMO and Staff.objects.filter(username="manager").exists() else []
