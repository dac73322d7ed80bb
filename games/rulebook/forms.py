"""What the public sends in."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rulebook.submissions import MOST_CHARACTERS


class SubmissionForm(forms.Form):
    """A submission to a consultation. How to reach somebody is never shown."""

    name = forms.CharField(
        label=_("Your name"), max_length=120, help_text=_("Shown with what you write."),
        error_messages={"required": _("Give your name.")},
        widget=forms.TextInput(attrs={"class": "control", "autocomplete": "name"}),
    )  # fmt: skip
    contact = forms.CharField(
        label=_("How we can reach you"), max_length=200, required=False,
        help_text=_("Optional: e-mail or telephone. Never shown."),
        widget=forms.TextInput(attrs={"class": "control", "autocomplete": "email"}),
    )  # fmt: skip
    text = forms.CharField(
        label=_("What you want to say"), max_length=MOST_CHARACTERS,
        error_messages={"required": _("Write what you want to say.")},
        widget=forms.Textarea(attrs={"class": "control", "rows": 8}),
    )  # fmt: skip
