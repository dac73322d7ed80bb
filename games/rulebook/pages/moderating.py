"""Submissions: the authority reads what the public wrote, and shows it or says why not."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino import clock
from casino.house.pages import Reason, Verb
from games.rulebook import submissions
from games.rulebook.models import Application, Submission
from games.rulebook.pages.base import DECIDE, RulebookPage, me, need, sent
from games.rulebook.pages.writing import url_of


class Moderates(RulebookPage):
    def get_urls(self) -> list[URLPattern]:
        view, one = self.admin_site.admin_view, "<int:pk>/submissions/<int:submission>"
        own = [
            path(f"{one}/show/", view(require_POST(self.show_it)), name="rulebook_application_show"),
            path(f"{one}/hide/", view(self.hide_it), name="rulebook_application_hide"),
        ]
        return own + super().get_urls()

    def moderated(self, request: HttpRequest, pk: int, submission: int) -> Submission:
        application = self.one(request, pk)
        assert isinstance(application, Application)
        need(request, DECIDE, application.document.jurisdiction)
        found = application.submissions.filter(pk=submission).first()
        if found is None:
            raise Http404
        return found

    def show_it(self, request: HttpRequest, pk: int, submission: int) -> HttpResponse:
        one = self.moderated(request, pk, submission)
        submissions.show(one, by=me(request), at=clock.now())
        messages.success(request, _("The public sees it now."))
        return redirect(f"{url_of(one.application)}#submissions")

    def hide_it(self, request: HttpRequest, pk: int, submission: int) -> HttpResponse:
        one = self.moderated(request, pk, submission)
        form, back = Reason(sent(request)[0]), f"{url_of(one.application)}#submissions"
        posted = request.method == "POST" and form.is_valid()
        if posted and self.attempt(request, form, lambda data: hide(request, one, data)):
            return redirect(back)
        hint = _("It is kept and counted, but the public does not see it.")
        verb = Verb("hide", _("Do not show it"), DECIDE, Reason, hide, danger=True, hint=hint)
        context = {"title": verb.label, "verb": verb, "form": form, "object": one.application, "back": back}
        return self.show(request, self.verb_template, context, 422 if form.errors else 200)


def hide(request: HttpRequest, submission: Submission, data: dict[str, Any]) -> str:
    submissions.hide(submission, by=me(request), at=clock.now(), reason=data["reason"])
    return _("It is not shown. The reason is recorded.")
