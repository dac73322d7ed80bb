"""What an application would change, ready to be read: each change as a redline against its base, rivals together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.rulebook import amending, showing
from games.rulebook.models import Application, Change, ChangeKind
from games.rulebook.redline import words
from games.rulebook.shapes import ClauseText
from games.rulebook.versions import clause_texts


@dataclass(frozen=True, slots=True)
class Proposed:
    """One change: its sentence, and the redline of heading and text."""

    change: Change
    sentence: str
    heading: SafeString
    paragraphs: list[SafeString]
    # The value stays what it is, but the clause would say so.
    same: bool = False


@dataclass(frozen=True, slots=True)
class Rivals:
    """All that is proposed for one clause or value. Of several, at most one can be approved."""

    clause: str
    proposed: list[Proposed]

    @property
    def compete(self) -> bool:
        return len(self.proposed) > 1


def proposals(application: Application) -> list[Rivals]:
    """Every change by what it touches, in their order. Three queries."""
    base = clause_texts(application.base)
    values = {row.name: row.value for row in application.base.parameters.filter(form="")}
    return [
        Rivals(clause, [_proposed(change, base, values) for change in changes])
        for (clause, _parameter), changes in amending.rivals(application).items()
    ]


def _proposed(change: Change, base: Sequence[ClauseText], values: dict[str, object]) -> Proposed:
    old, new = _texts(change, base, values)
    text = showing.paragraphs(words(old[1], new[1]))
    return Proposed(
        change, _sentence(change), showing.inline(words(old[0], new[0])), [showing.inline(one) for one in text],
        same=change.kind == ChangeKind.PARAMETER and old == new,
    )  # fmt: skip


def _sentence(change: Change) -> str:
    """For the public a value has its name in words."""
    if change.kind != ChangeKind.PARAMETER:
        return amending.summary(change)
    label = showing.in_words(change.application.document.code, change.parameter, change.value)[0]
    return _("Sets under %(clause)s: %(label)s.") % {"clause": change.clause, "label": label}


def _texts(
    change: Change, base: Sequence[ClauseText], values: dict[str, object]
) -> tuple[tuple[str, str], tuple[str, str]]:
    """Heading and text, before and after."""
    kind, clause, code = ChangeKind(change.kind), _find(base, change.clause), change.application.document.code
    heading, text = (clause.heading, clause.text) if clause else ("", "")
    if kind is ChangeKind.PARAMETER:
        label, said = showing.in_words(code, change.parameter, change.value)
        was = (
            showing.in_words(code, change.parameter, values[change.parameter])[1] if change.parameter in values else ""
        )
        return (label, was), (label, said)
    if kind is ChangeKind.INSERT:
        return ("", ""), (change.heading, change.text)
    if kind is ChangeKind.DELETE:
        return (heading, _whole(base, clause)), ("", "")
    if kind is ChangeKind.RENUMBER:
        number = f"{change.new_number} {change.heading or heading}"
        return (f"{change.clause} {heading}", text), (number, change.text or text)
    if kind is ChangeKind.RETITLE:
        return (heading, text), (change.heading, text)
    return (heading, text), (change.heading or heading, change.text or text)


def _find(base: Sequence[ClauseText], named: str) -> ClauseText | None:
    """By number; a definition by the clause that it stands under and its term."""
    return next((one for one in base if named in {one.number, f"{one.parent} “{one.heading}”"}), None)


def _whole(base: Sequence[ClauseText], clause: ClauseText | None) -> str:
    """A clause with the items that go with it."""
    if clause is None:
        return ""
    kept, found = {clause.number}, [clause.text]
    for one in base:
        if clause.number and one.parent in kept and one is not clause:
            kept.add(one.number or one.parent)
            found.append(f"{one.number} {one.text}".strip())
    return "\n".join(text for text in found if text)
