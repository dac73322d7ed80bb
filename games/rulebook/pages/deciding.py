"""The decision form: one verdict for each panel, all signed at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from casino import clock
from casino.house.models import Property, Staff
from games.rulebook import amending, decisions
from games.rulebook.amending import Stage
from games.rulebook.decisions import Verdict
from games.rulebook.models import Application, Decision
from games.rulebook.pages.base import Done, in_zone, me
from games.rulebook.panels import Panel

WORD_LIMIT = 20_000


def read(posted: Mapping[str, Any], panels: Sequence[Panel]) -> None:
    """Put what was chosen onto the panels, so that a refused form comes back as it was sent."""
    for panel in panels:
        panel.chosen = str(posted.get(panel.key, ""))
        panel.reasons = str(posted.get(f"reasons-{panel.key}", ""))[:WORD_LIMIT]
        for option in panel.options:
            option.conditions = str(posted.get(f"conditions-{option.change.pk}", ""))[:WORD_LIMIT]


def verdicts(panels: Sequence[Panel], common: str) -> dict[int, Verdict]:
    """A verdict for each change. Approving one of several rival texts declines the others."""
    found: dict[int, Verdict] = {}
    for panel in panels:
        pk, _colon, word = panel.chosen.partition(":")
        if word not in Decision.values:
            continue
        for option in panel.options:
            taken = pk == str(option.change.pk)
            decision = Decision(word) if taken else Decision.DECLINED
            conditions = option.conditions if decision is Decision.CONDITIONS else ""
            found[option.change.pk] = Verdict(decision, panel.reasons.strip() or common, conditions)
    return found


def sign(
    request: HttpRequest, application: Application, panels: Sequence[Panel], data: Mapping[str, Any], prop: Property
) -> Done:  # fmt: skip
    decided = decisions.decide(
        application, verdicts=verdicts(panels, data["reasons"]), by=me(request), at=clock.now(),
        seen_edition=data["seen_edition"], instrument=data["instrument"], label=data["label"],
        effective_at=in_zone(data["effective_at"], prop),  # type: ignore[arg-type]
    )  # fmt: skip
    if decided.version is None:
        return Done(_("Signed. Nothing was approved: the text stays as it is."))
    return Done(
        _("Signed. %(version)s was made of what you approved.") % {"version": decided.version.label},
        reverse("admin:rulebook_application_change", args=[application.pk]),
    )


def hindrances(application: Application, staff: Staff, at: datetime) -> list[str]:
    """Why nobody, or not this person, can sign yet."""
    found = []
    if amending.stage(application, at) is Stage.CONSULTATION:
        found.append(_("Its consultation is still open."))
    if staff.pk in {application.author_id, application.applied_by_id}:
        found.append(_("You drafted it or applied for it, so that somebody else decides."))
    if amending.moved_on(application, at):
        found.append(_("Another version has taken the place of its base: its author has to make it anew."))
    return found
