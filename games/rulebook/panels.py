"""An application as its page shows it: one panel for each decision, with redline, effect and rival texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from casino.refused import Refused
from games.rulebook import amending, building, effect, parameters, versions
from games.rulebook.charts import Chart, chart
from games.rulebook.effect import Effect
from games.rulebook.models import Application, Change, ChangeKind, Decision
from games.rulebook.redline import Kind, Piece, words
from games.rulebook.shapes import ClauseText, ParameterValue
from games.rulebook.wording import said_text

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(slots=True)
class Option:
    """One text that could be approved: what it does to the clause, and to the wagers."""

    letter: str
    change: Change
    summary: str
    heading: tuple[Piece, ...]
    pieces: tuple[Piece, ...]
    effects: tuple[Effect, ...]
    chart: Chart | None
    note: str
    open: bool
    conditions: str = ""

    @property
    def approved(self) -> str:
        """What the form sends for each verdict on this text."""
        return f"{self.change.pk}:{Decision.APPROVED}"

    @property
    def with_conditions(self) -> str:
        return f"{self.change.pk}:{Decision.CONDITIONS}"

    @property
    def declined(self) -> str:
        return f"{self.change.pk}:{Decision.DECLINED}"

    @property
    def counted(self) -> str:
        """How much is written and struck: "1 insertion, 2 deletions"."""
        pieces = (*self.heading, *self.pieces)
        came = sum(piece.kind is Kind.INSERTED for piece in pieces)
        went = sum(piece.kind is Kind.DELETED for piece in pieces)
        found = [_("%(count)s insertions") % {"count": came} if came > 1 else _("1 insertion")] if came else []
        found += [_("%(count)s deletions") % {"count": went} if went > 1 else _("1 deletion")] if went else []
        return ", ".join(found) or _("as it stands")


@dataclass(slots=True)
class Panel:
    """One decision: a change, or rival texts for one clause of which at most one can be approved."""

    number: int
    clause: str
    options: list[Option]
    chosen: str = ""
    reasons: str = ""

    @property
    def rivals(self) -> bool:
        return len(self.options) > 1

    @property
    def key(self) -> str:
        return f"change-{self.options[0].change.pk}"

    @property
    def title(self) -> str:
        return self.options[0].summary

    @property
    def first(self) -> Option:
        return self.options[0]

    @property
    def word(self) -> str:
        """What was decided, or nothing yet."""
        taken = next((one for one in self.options if one.change.decision not in ("", Decision.DECLINED)), None)
        if taken is not None:
            text = _("Text %(letter)s") % {"letter": taken.letter} if self.rivals else ""
            return text or str(Decision(taken.change.decision).label)
        return str(Decision.DECLINED.label) if self.first.change.decision else ""


def panels(application: Application) -> list[Panel]:
    """Three queries: the changes, the base's clauses and what it sets."""
    base = application.base
    clauses = {key_of(one): one for one in versions.clause_texts(base)}
    values = versions.parameter_values(base)
    found = []
    for place, ((clause, _parameter), changes) in enumerate(amending.rivals(application).items(), 1):
        options = [
            _option(letter, change, clauses, values, application)
            for letter, change in zip(LETTERS, changes, strict=False)
        ]
        found.append(Panel(place, clause, options))
    return found


def summary(change: Change, code: str) -> str:
    """The line made from a change; a value is called as people call it."""
    term = parameters.find(code, change.parameter) if change.kind == ChangeKind.PARAMETER else None
    if term is None:
        return amending.summary(change)
    return _("Sets “%(label)s” under %(clause)s.") % {"label": term.label, "clause": change.clause}


def key_of(clause: ClauseText) -> str:
    """How a change names a clause: by its number, a definition by where it stands and its term."""
    return clause.number or f"{clause.parent} “{clause.heading}”"


def _option(
    letter: str, change: Change, clauses: Mapping[str, ClauseText], values: Sequence[ParameterValue], of: Application
) -> Option:  # fmt: skip
    heading, pieces = _redline(change, clauses.get(change.clause), values, of.document.code)
    effects = effects_of(change, values, of) if change.kind == ChangeKind.PARAMETER else []
    note = str(effect.OUTSIDE.get(change.parameter, ""))
    # Once it is applied for, the text is its applicant's; the regulator writes its own changes alone.
    mine = of.applied_at is None or change.applicant == of.document.authority
    return Option(
        letter, change, summary(change, of.document.code), heading, pieces, tuple(effects), chart(effects), note, mine
    )  # fmt: skip


def _redline(
    change: Change, old: ClauseText | None, values: Sequence[ParameterValue], code: str
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    kind = ChangeKind(change.kind)
    heading, text = (old.heading, old.text) if old else ("", "")
    if kind is ChangeKind.PARAMETER:
        before, after = said_before_and_after(change, values, code)
        return (), words(before, after)
    if kind is ChangeKind.DELETE:
        return words(heading, ""), words(text, "")
    if kind is ChangeKind.RENUMBER:
        return words(f"{change.clause} ", f"{change.new_number} "), words(text, text)
    if kind is ChangeKind.RETITLE:
        return words(heading, change.heading), words(text, text)
    if kind is ChangeKind.INSERT:
        return words("", change.heading), words("", change.text)
    return words(heading, change.heading or heading), words(text, change.text or text)


def said_before_and_after(change: Change, values: Sequence[ParameterValue], code: str) -> tuple[str, str]:
    """What the base says of a value, and what the change would say."""
    try:
        term = parameters.term(code, change.parameter)
    except Refused:
        return "", str(change.value)
    old = next((one for one in values if (one.name, one.form) == (change.parameter, "")), None)
    before = f"{term.label}: {said_text(term, old.value)}" if old else ""
    return before, f"{term.label}: {said_text(term, change.value)}"


def effects_of(change: Change, values: Sequence[ParameterValue], of: Application) -> list[Effect]:
    """House edges under the base, and with this one change. A value that no figure knows gives none."""
    before = effect.allowed_by(values)
    after = effect.allowed_by(building.set_values(values, [change], of.document.code))
    found = effect.compare(of.document.game, before, after)
    return found if any(not one.same for one in found) else []


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an application's way, done, under way or ahead."""

    word: str
    small: str
    at: datetime | None
    state: str


def steps(application: Application, at: datetime, assessed: int) -> list[Step]:
    """The way of an application, with what is known of each step."""
    one, stage = application, amending.stage(application, at)
    opens, closes = one.consultation_opens_at, one.consultation_closes_at
    version = one.version
    listed: list[tuple[str, str, datetime | None, bool]] = [
        (_("Drafted"), _("by %(name)s") % {"name": one.author.name}, one.drafted_at, True),
        (_("Applied for"), one.applied_by.name if one.applied_by else "", one.applied_at, bool(one.applied_at)),
    ]
    if opens or not one.decided_at:
        word = _("closes") if stage is amending.Stage.CONSULTATION else _("closed")
        small = word if opens and opens <= at else _("opens") if opens else ""
        shown = closes if opens and opens <= at else opens
        listed.append((_("Consultation"), small, shown, bool(closes and closes <= at)))
    found = _("%(count)s of 4 purposes") % {"count": assessed}
    listed.append((_("Assessed"), found, None, assessed == 4 or bool(one.decided_at)))
    listed.append((_("Decision"), one.decided_by.name if one.decided_by else "", one.decided_at, bool(one.decided_at)))
    listed += _after(version, at, one.document.gazette)
    return _with_states(listed, ended=stage is amending.Stage.WITHDRAWN or bool(one.decided_at and not version))


def _after(version: Any, at: datetime, gazette: bool) -> list[tuple[str, str, datetime | None, bool]]:
    found: list[tuple[str, str, datetime | None, bool]] = []
    if version.needs_gazette if version else gazette:
        notice = version.gazette_notice if version else _("notice number and date")
        when = version.gazetted_at if version else None
        found.append((_("Gazette"), notice or _("notice number and date"), when, bool(when)))
    begins = version.effective_at if version else None
    holds = bool(version and versions.state(version, at) in {versions.State.IN_FORCE, versions.State.SUPERSEDED})
    found.append((_("In force"), "", begins, holds))
    return found


def _with_states(listed: Sequence[tuple[str, str, datetime | None, bool]], *, ended: bool) -> list[Step]:
    """The first step that is not done is the one under way."""
    found: list[Step] = []
    current = False
    for word, small, when, done in listed:
        now = not done and not current and not ended
        current = current or now
        found.append(Step(word, small, when, "done" if done else "now" if now else "ahead"))
    return found
