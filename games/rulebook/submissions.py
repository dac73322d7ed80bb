"""Submissions during a consultation: from anybody, until it closes; the public's are shown after moderation."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from casino.house.models import Staff
from casino.refused import refuse_unless
from games.rulebook import amending
from games.rulebook.models import Application, Submission

MOST_CHARACTERS = 20_000
MOST_AN_HOUR = 60


@transaction.atomic
def submit(
    application: Application,
    *,
    name: str,
    text: str,
    at: datetime,
    contact: str = "",
    public: bool = True,
    by: Staff | None = None,
) -> Submission:
    """Taken while the consultation is open. Nothing of it is shown to the public before somebody has read it."""
    application = amending.locked(application)
    refuse_unless(
        amending.stage(application, at) is amending.Stage.CONSULTATION,
        clause=None,
        message=_("This consultation is closed."),
    )
    refuse_unless(name.strip() and len(name) <= 120, clause=None, where="name", message=_("Give your name."))
    refuse_unless(text.strip(), clause=None, where="text", message=_("Write what you want to say."))
    refuse_unless(
        len(text) <= MOST_CHARACTERS,
        clause=None,
        where="text",
        message=_("At most %(most)s characters.") % {"most": MOST_CHARACTERS},
    )
    lately = application.submissions.filter(public=True, at__gt=at - timedelta(hours=1)).count()
    refuse_unless(
        not public or lately < MOST_AN_HOUR,
        clause=None,
        message=_("Too many submissions right now. Please try again in an hour."),
    )
    submission = Submission.objects.create(
        application=application,
        name=name.strip(),
        contact=contact.strip()[:200],
        text=text.strip(),
        at=at,
        public=public,
        shown_by=None if public else by,
        shown_at=None if public else at,
    )
    amending.tell("submission_received", application, by=by, at=at, after={"submission": submission.pk})
    return submission


@transaction.atomic
def show(submission: Submission, *, by: Staff, at: datetime) -> Submission:
    """The authority has read it and lets it be seen."""
    return _moderate(submission, by=by, at=at, reason="")


@transaction.atomic
def hide(submission: Submission, *, by: Staff, at: datetime, reason: str) -> Submission:
    """Kept, but not shown; the reason is recorded."""
    refuse_unless(reason.strip(), clause=None, where="reason", message=_("Say why it is not shown."))
    return _moderate(submission, by=by, at=at, reason=reason.strip())


def _moderate(submission: Submission, *, by: Staff, at: datetime, reason: str) -> Submission:
    application = amending.locked(submission.application)
    amending.refuse_unless_authority(application, by, at)
    submission = application.submissions.get(pk=submission.pk)
    submission.shown_by, submission.shown_at = (None, None) if reason else (by, at)
    submission.hidden_reason = reason
    submission.save(update_fields=["shown_by", "shown_at", "hidden_reason"])
    kind = "submission_hidden" if reason else "submission_shown"
    amending.tell(kind, application, by=by, at=at, after={"submission": submission.pk}, reason=reason)
    return submission
