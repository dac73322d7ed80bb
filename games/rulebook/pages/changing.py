"""One change of an application: what is asked for depends on what kind of change it is."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.refused import Refused
from games.rulebook import parameters, versions
from games.rulebook.models import Application, Change, ChangeKind
from games.rulebook.pages.fields import allowance_fields, allowance_from, fields_for, value_from
from games.rulebook.panels import key_of
from games.rulebook.parameters import Term
from games.rulebook.shapes import ClauseText, ParameterValue

HEADING: dict[str, Any] = {"max_length": 300, "required": False}


class Choose(forms.Form):
    """First: what kind of change, and of what."""

    kind = forms.ChoiceField(choices=ChangeKind.choices, label=lazy("What changes"))
    clause = forms.CharField(
        max_length=40, required=False, label=lazy("Clause"),
        help_text=lazy("As numbered in the base; for an insertion the clause before it."),
    )  # fmt: skip
    parameter = forms.ChoiceField(required=False, label=lazy("Value"), help_text=lazy("For “Set a value” only."))

    def __init__(self, *args: Any, code: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["clause"].widget.attrs["list"] = "clauses"
        known = {one.name: f"{one.label} ({one.clause})" for one in parameters.terms(code) if not one.form}
        self.fields["parameter"].choices = [("", "–"), *known.items()]  # type: ignore[attr-defined]


class Write(forms.Form):
    """Then: the new text, or the new value."""

    def __init__(self, *args: Any, application: Application, kind: ChangeKind, about: About, **more: Any) -> None:
        super().__init__(*args, **more)
        self.kind, self.about, self.application = kind, about, application
        self.fields |= self._fields()
        names = [(name, name) for name in (*application.applicants, application.document.authority)]
        self.fields["applicant"] = forms.ChoiceField(
            required=False, label=_("Asked for by"), initial=about.applicant,
            choices=[("", _("All applicants")), *names],
        )  # fmt: skip

    def _fields(self) -> dict[str, forms.Field]:
        about, kind = self.about, self.kind
        if kind is ChangeKind.PARAMETER:
            return self._value_fields()
        heading = forms.CharField(**HEADING, label=_("Heading"), initial=about.heading)
        text = forms.CharField(
            required=False, label=_("Text"), initial=about.text, widget=forms.Textarea(attrs={"rows": 8})
        )
        if kind is ChangeKind.INSERT:
            number = forms.CharField(max_length=40, label=_("New number"), initial=about.number)
            after = forms.CharField(max_length=40, required=False, label=_("After"), initial=about.after)
            return {"clause": number, "after": after, "heading": heading, "text": text}
        if kind is ChangeKind.AMEND:
            return {"heading": heading, "text": text}
        if kind is ChangeKind.RENUMBER:
            return {"new_number": forms.CharField(max_length=40, label=_("New number"), initial=about.new_number)}
        return {"heading": heading} if kind is ChangeKind.RETITLE else {}

    def _value_fields(self) -> dict[str, forms.Field]:
        term = self.about.term
        if term is None:
            return {}
        clause = forms.CharField(max_length=40, label=_("Under clause"), initial=self.about.number)
        if term.elected:
            return {"clause": clause} | allowance_fields(term, self.about.value, "")
        return {"clause": clause} | fields_for(term, None, self.about.value, "")

    def asked(self) -> dict[str, Any]:
        """What the domain is told."""
        typed = self.cleaned_data
        names = ("clause", "after", "new_number", "heading", "text", "applicant")
        found: dict[str, Any] = {name: typed[name] for name in names if name in typed}
        found |= {"kind": self.kind.value, "clause": typed.get("clause") or self.about.number}
        term = self.about.term
        if term is not None:
            value = allowance_from(term, typed) if term.elected else value_from(term, typed)
            found |= {"parameter": term.name, "value": value}
        return found


class About:
    """What a change is about: the clause or value of the base, or the change as it was written before."""

    def __init__(
        self, application: Application, kind: ChangeKind, clause: str, parameter: str, change: Change | None = None
    ) -> None:  # fmt: skip
        self.term = _term(application.document.code, parameter) if kind is ChangeKind.PARAMETER else None
        self.old = next((one for one in versions.clause_texts(application.base) if key_of(one) == clause), None)
        self.number, self.after, self.new_number, self.applicant = clause, "", "", ""
        self.heading, self.text, self.value = _texts(self.old)
        if kind is ChangeKind.INSERT:
            self.number, self.after, self.heading, self.text = "", clause, "", ""
        if self.term is not None:
            self.number = self.term.clause.partition(" ")[2]
            self.value = _held(versions.parameter_values(application.base), self.term)
        if change is not None:
            self._take(change)

    def _take(self, change: Change) -> None:
        self.number, self.after, self.new_number = change.clause, change.after, change.new_number
        self.heading, self.text = change.heading or self.heading, change.text or self.text
        self.applicant = change.applicant
        if change.kind == ChangeKind.PARAMETER:
            self.value = change.value


def _texts(old: ClauseText | None) -> tuple[str, str, Any]:
    return (old.heading, old.text, None) if old else ("", "", None)


def _term(code: str, name: str) -> Term | None:
    try:
        return parameters.term(code, name)
    except Refused:
        return None


def _held(values: list[ParameterValue], term: Term) -> Any:
    found = next((one.value for one in values if (one.name, one.form) == (term.name, "")), None)
    return (term.allowance if term.elected else term.default) if found is None else found


def ready(kind: ChangeKind, about: About) -> str:
    """Why the second step cannot begin yet, or nothing."""
    if kind is ChangeKind.PARAMETER:
        return "" if about.term else _("Choose the value that is to change.")
    if kind is ChangeKind.INSERT:
        return "" if about.old or not about.after else _("The base has no such clause.")
    return "" if about.old else _("The base has no such clause.")
