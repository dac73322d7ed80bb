"""Forms of the rulebook's verbs. Times are typed in the property's local time."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.house.models import Property
from games.rulebook.amending import summary
from games.rulebook.importing.loading import MOST_BYTES
from games.rulebook.models import Application, Assessment, Change, Document, Layer
from games.rulebook.parameters import GAMES

# "5.10(c): the text" or "1.0 “Re-buy”: the text"
CONDITION = re.compile(r"^(?P<clause>\d\S*(?: “[^”]+”)?):\s+(?P<text>.+)$")


class LocalInstant(forms.DateTimeField):
    """An instant typed in local time, to the second where it matters."""

    def __init__(self, **more: Any) -> None:
        given = {
            "widget": forms.DateTimeInput(attrs={"type": "datetime-local", "step": "1"}, format="%Y-%m-%dT%H:%M:%S")
        }
        super().__init__(**(given | more))


def words(rows: int = 3, **more: Any) -> forms.CharField:
    return forms.CharField(widget=forms.Textarea(attrs={"rows": rows}), **more)


class Instant(forms.Form):
    """Which instant a page shows; empty: now."""

    at = LocalInstant(label=_("At"), required=False)


class OpenDocument(forms.Form):
    code = forms.RegexField(r"^[A-Z0-9]{1,16}\Z", help_text=_("Capital letters and digits, as cited: NZ5."))
    title = forms.CharField(max_length=160)
    layer = forms.ChoiceField(choices=Layer.choices)
    game = forms.ChoiceField(
        choices=[("", _("None: general rules")), *((game, game) for game in GAMES)], required=False
    )
    authority = forms.CharField(max_length=160, help_text=_("Who approves its versions."))
    legal_basis = forms.CharField(max_length=160)
    gazette = forms.BooleanField(required=False, label=_("A version needs a gazette notice before it holds"))
    over = forms.ModelChoiceField(
        Document.objects.none(), required=False, label=_("Beats"), help_text=_("Where the two differ.")
    )

    def __init__(self, *args: Any, jurisdiction: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["over"].queryset = Document.objects.filter(jurisdiction=jurisdiction)  # type: ignore[attr-defined]


class Propose(forms.Form):
    title = forms.CharField(max_length=200, help_text=_("What it is about, in a few words."))
    applicants = words(label=_("Applicants"), help_text=_("One operator a line."))

    def clean_applicants(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["applicants"].splitlines() if line.strip()]


class ApproveVersion(forms.Form):
    seen_hash = forms.CharField(widget=forms.HiddenInput)
    instrument = forms.CharField(max_length=120, help_text=_("By which you approve: its number and date."))
    effective_at = LocalInstant(label=_("In force from"))
    conditions = words(
        required=False, help_text=_("One a line. Begin with the clause and a colon where it belongs to one: 5.10(c): …")
    )

    def clean_conditions(self) -> list[tuple[str, str]]:
        found = []
        for line in self.cleaned_data["conditions"].splitlines():
            told = CONDITION.match(line.strip())
            if line.strip():
                found.append((told["clause"], told["text"]) if told else ("", line.strip()))
        return found


class Gazette(forms.Form):
    notice = forms.CharField(max_length=160, help_text=_("Number of the notice: 2026-go4411."))
    gazetted_at = LocalInstant(label=_("Published"))
    effective_at = LocalInstant(
        label=_("In force from"), required=False, help_text=_("Empty: as approved. Never a past instant.")
    )


class Consultation(forms.Form):
    opens_at = LocalInstant(label=_("Opens"))
    closes_at = LocalInstant(label=_("Closes"))


class Changes(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Changes by their summary lines."""

    def label_from_instance(self, obj: Change) -> str:
        return f"{summary(obj)} {obj.applicant}".strip()


class Split(forms.Form):
    changes = Changes(
        Change.objects.none(), widget=forms.CheckboxSelectMultiple, label=_("Changes that go on by themselves"),
        help_text=_("Rival texts of one clause stay together."),
    )  # fmt: skip
    title = forms.CharField(max_length=200, label=_("Title of the part"))

    def __init__(self, *args: Any, application: Application, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["changes"].queryset = application.changes.order_by("position")  # type: ignore[attr-defined]
        self.fields["title"].initial = application.title


class Assess(forms.Form):
    purpose = forms.ChoiceField(choices=Assessment.Purpose.choices, label=_("Purpose of the Act"))
    finding = words(4)
    precaution = forms.BooleanField(required=False, label=_("Evidence is missing, so that precaution decides"))


class Decide(forms.Form):
    """What the authority signs with: one instrument and one instant for all that it approves."""

    seen_edition = forms.IntegerField(widget=forms.HiddenInput)
    instrument = forms.CharField(max_length=120)
    label = forms.CharField(
        max_length=80, required=False, label=_("New version is called"), help_text=_("Empty: as the instrument.")
    )
    effective_at = LocalInstant(label=_("In force from"))
    reasons = words(4, required=False, label=_("Reasons, published with the decision"),
                    help_text=_("For every change that has none of its own."))  # fmt: skip

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # Choices and fields stand all over the page; they belong to one form by its name.
        for field in self.fields.values():
            field.widget.attrs["form"] = "decide"


class Settle(forms.Form):
    how = forms.CharField(max_length=500, label=_("How it was settled"))


class EditClause(forms.Form):
    """One clause of a draft, mended where the import read it wrongly or the document is wrong."""

    number = forms.CharField(max_length=40, required=False)
    parent = forms.CharField(max_length=40, required=False, label=_("Stands under"))
    heading = forms.CharField(max_length=300, required=False)
    text = words(8, required=False)


class Import(forms.Form):
    """A regulator's document: uploaded or pasted."""

    document = forms.ModelChoiceField(Document.objects.none())
    label = forms.CharField(max_length=80, help_text=_("As the regulator calls it: Version 8, RAG/551."))
    file = forms.FileField(required=False, help_text=_("Text, Markdown or .docx, at most 20 MB."))
    pasted = words(10, required=False, label=_("Or paste the text"))

    def __init__(self, *args: Any, jurisdiction: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["document"].queryset = Document.objects.filter(jurisdiction=jurisdiction)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, pasted = data.get("file"), data.get("pasted")
        if bool(file) == bool(pasted):
            self.add_error("file", _("Choose a file or paste a text: one of the two."))
        elif file and file.size > MOST_BYTES:
            self.add_error("file", _("The document is larger than 20 MB."))
        return data


class ApproveElection(forms.Form):
    reasons = words(required=False, label=_("Reasons"))
    from_at = LocalInstant(required=False, label=_("Holds from"), help_text=_("Empty: as asked, or from now."))


class Reasons(forms.Form):
    reasons = words(label=_("Reasons"))


class EndElection(forms.Form):
    ends_at = LocalInstant(label=_("Holds until"))
    reason = words(label=_("Why"))


def hint_of(prop: Property) -> str:
    """Which clock a time is typed by."""
    return str(_("Local time of %(house)s (%(zone)s).")) % {"house": prop.name, "zone": prop.time_zone}


def in_local_time(form: forms.BaseForm, prop: Property) -> None:
    """Say at every instant whose time is meant."""
    for field in form.fields.values():
        if isinstance(field, LocalInstant):
            field.help_text = f"{hint_of(prop)} {field.help_text}".strip()
