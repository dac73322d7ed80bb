"""The rulebook in the admin's navigation."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.site import add_job

GROUP = _("Rules")


def register() -> None:
    add_job(GROUP, _("Work on the rules"), "admin:rulebook_application_changelist", duty="rulebook.see", icon="redline")
    add_job(GROUP, _("Documents"), "admin:rulebook_document_changelist", duty="rulebook.see", icon="book")
    add_job(GROUP, _("Elections"), "admin:rulebook_election_changelist", duty="rulebook.see", icon="check")
