"""Consultations: what is proposed, until when, what others said, and a form for anybody. Later, what was decided."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from redis.exceptions import RedisError

from casino import clock
from casino.refused import Refused
from casino.web import address
from games.rulebook import amending, public, submissions
from games.rulebook.forms import SubmissionForm
from games.rulebook.instants import Home
from games.rulebook.models import Application
from games.rulebook.proposals import proposals

MOST_FROM_ADDRESS = 5
WITHIN_SECONDS = 3600
log = logging.getLogger(__name__)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Open ones first; what is closed stays to be read."""
    at = clock.now()
    found = [
        {"application": one, "home": Home(one.document.jurisdiction), "open": public.is_open(one, at),
         "stage": amending.stage(one, at)}
        for one in public.consultations(at)[:200]
    ]  # fmt: skip
    context = {"open": [one for one in found if one["open"]][::-1], "closed": [one for one in found if not one["open"]]}
    return render(request, "rules/consultations.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, pk: int) -> HttpResponse:
    at = clock.now()
    application = get_object_or_404(public.consultations(at), pk=pk)
    form = SubmissionForm(request.POST or None)
    if request.method != "POST":
        return _page(request, application, form)
    if not form.is_valid():
        # Whoever is late learns that first.
        closed = None if public.is_open(application, at) else Refused(None, _("This consultation is closed."))
        return _page(request, application, form, refused=closed, status=422)
    try:
        _refuse_too_many(request)
        submissions.submit(application, at=at, **form.cleaned_data)
    except Refused as refused:
        return _page(request, application, form, refused=refused, status=429 if refused.where == "address" else 422)
    return redirect("consultation_thanks", pk)


@require_safe
def thanks(request: HttpRequest, pk: int) -> HttpResponse:
    application = get_object_or_404(public.consultations(clock.now()), pk=pk)
    return render(
        request, "rules/thanks.html", {"application": application, "home": Home(application.document.jurisdiction)}
    )


def _page(
    request: HttpRequest, application: Application, form: SubmissionForm, *, refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    at = clock.now()
    context: dict[str, Any] = {
        "application": application, "document": application.document, "home": Home(application.document.jurisdiction),
        "open": public.is_open(application, at), "stage": amending.stage(application, at),
        "proposals": proposals(application), "submissions": list(public.submissions_shown(application)),
        "assessments": list(application.assessments.all()) if application.decided_at else [],
        "moved_on": amending.moved_on(application, at), "form": form, "refused": refused, "now": at,
    }  # fmt: skip
    return render(request, "rules/consultation.html", context, status=status)


def _refuse_too_many(request: HttpRequest) -> None:
    """A few an hour from one address. What is counted is a keyed hash: no address is kept."""
    if _sent_from(address(request)) > MOST_FROM_ADDRESS:
        message = _("Too many submissions came from your address. Please try again in an hour.")
        raise Refused(None, message, "address")


def _sent_from(client: str) -> int:
    key = f"submissions:{salted_hmac('rulebook.submissions', client).hexdigest()}"
    try:
        cache.add(key, 0, WITHIN_SECONDS)
        return cache.incr(key)
    except ValueError:
        return 1  # the hour ran out between the two lines
    except RedisError:
        # Without the counter the consultation's own limit still holds.
        log.warning("submissions are not counted by address: Redis is away")
        return 0
