"""Forms of the house's verbs."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from casino.house.models import CODE, Exclusion, PlaceKind, Player, Property, Staff
from casino.house.pages import Reason
from casino.house.ranks import REGULATOR, Rank

# The regulator's own people are appointed with `manage.py appoint`, never by those whom they watch.
OPERATOR_RANKS = [(rank.value, rank.label) for rank in Rank if rank not in REGULATOR]

PIN: dict[str, Any] = {
    "min_length": 4,
    "max_length": 8,
    "widget": forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
}


def day(**more: Any) -> forms.DateField:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}), **more)


def instant(**more: Any) -> forms.DateTimeField:
    return forms.DateTimeField(widget=forms.DateTimeInput(attrs={"type": "datetime-local"}), **more)


class NewPlace(forms.Form):
    kind = forms.ChoiceField(choices=PlaceKind.choices)
    code = forms.CharField(max_length=32, validators=[CODE], help_text=_("As on the felt and in addresses: BA-12."))
    name = forms.CharField(max_length=120)


class Engage(forms.Form):
    username = forms.RegexField(r"^[\w.@+-]+\Z", max_length=64)
    name = forms.CharField(max_length=120)
    password = forms.CharField(widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}))
    number = forms.IntegerField(required=False, min_value=1, max_value=999_999, help_text=_("For table terminals."))
    rank = forms.ChoiceField(choices=OPERATOR_RANKS)


class Appoint(forms.Form):
    rank = forms.ChoiceField(choices=OPERATOR_RANKS)
    from_at = instant(label=_("From"), required=False, help_text=_("Local time; empty: now."))
    until_at = instant(label=_("Until"), required=False, help_text=_("Local time; empty: until further notice."))


class NewPassword(forms.Form):
    password = forms.CharField(widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}))


class NewPin(forms.Form):
    pin = forms.CharField(label=_("PIN"), **PIN)


class NewPlayer(forms.Form):
    name = forms.CharField(max_length=160)
    born = day(label=_("Date of birth"))
    card_number = forms.RegexField(r"^[0-9]{6,16}\Z", label=_("Card number"))
    document = forms.CharField(max_length=120, help_text=_("Which document proved name and age, and its number."))
    contact = forms.CharField(max_length=200, required=False)
    employee = forms.BooleanField(required=False, help_text=_("Works for the casino."))


class ChangePlayer(forms.Form):
    name = forms.CharField(max_length=160)
    document = forms.CharField(max_length=120)
    contact = forms.CharField(max_length=200, required=False)
    employee = forms.BooleanField(required=False)


class Exclude(Reason):
    kind = forms.ChoiceField(choices=Exclusion.Kind.choices)
    game = forms.CharField(max_length=32, required=False, help_text=_("Empty: every game."))
    until_at = instant(label=_("Until"), required=False, help_text=_("Local time; empty: until further notice."))


class ChangeEnd(Reason):
    until_at = instant(
        label=_("Until"), required=False,
        help_text=_("An earlier end never comes sooner than 24 hours from now. Empty: until further notice."),
    )  # fmt: skip


class SeatApart(forms.Form):
    card_number = forms.RegexField(r"^[0-9]{6,16}\Z", label=_("The other player's card number"))

    def clean_card_number(self) -> Player:
        found = Player.objects.filter(card_number=self.cleaned_data["card_number"]).first()
        if found is None:
            raise forms.ValidationError(_("No player has this card."))
        return found


class ChangeProperty(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Property
        fields = ("name", "regulator", "time_zone", "language", "least_age", "gaming_day_begins")


class OwnPassword(forms.Form):
    old = forms.CharField(
        label=_("Your password now"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    new = forms.CharField(label=_("The new one"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}))

    def __init__(self, staff: Staff, data: Any = None) -> None:
        super().__init__(data)
        self.staff = staff
        for field in self.fields.values():
            field.widget.attrs["class"] = "control"

    def clean_old(self) -> str:
        if not self.staff.check_password(self.cleaned_data["old"]):
            raise forms.ValidationError(_("That is not your password."))
        return str(self.cleaned_data["old"])

    def clean_new(self) -> str:
        validate_password(self.cleaned_data["new"], self.staff)
        return str(self.cleaned_data["new"])
