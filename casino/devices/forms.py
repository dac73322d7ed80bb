"""Forms of the devices page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.devices.kinds import EQUIPMENT, STANDS_AT, Kind
from casino.devices.models import Pairing
from casino.house.models import Place, Property


class Code(forms.Form):
    code = forms.CharField(
        label=_("Code on the device"),
        max_length=32,
        help_text=_("Go to the device and read it there. It proves which device you let in."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class Binding(forms.Form):
    """What the device is for; filled in with what it asked for."""

    kind = forms.ChoiceField(choices=Kind.choices)
    place = forms.ModelChoiceField(queryset=Place.objects.none(), required=False)
    seat = forms.IntegerField(min_value=1, max_value=99, required=False, help_text=_("Stations only."))
    name = forms.CharField(max_length=60, help_text=_("What staff call it: Sign A."))
    approval = forms.CharField(
        label=_("Type approval"), max_length=60, required=False,
        help_text=_("Gambling equipment only: shoes, shufflers, dice readers and stations."),
    )  # fmt: skip
    approved_on = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, prop: Property, asked: Pairing, **kwargs: Any) -> None:
        kwargs["initial"] = _wished(prop, asked)
        super().__init__(*args, **kwargs)
        places = self.fields["place"]
        assert isinstance(places, forms.ModelChoiceField)
        places.queryset = Place.objects.filter(property=prop)
        places.empty_label = str(_("None: a kiosk may stand anywhere"))

    @property
    def equipment(self) -> bool:
        return self["kind"].value() in EQUIPMENT


def _wished(prop: Property, asked: Pairing) -> dict[str, Any]:
    kind = Kind(asked.kind)
    place = Place.objects.filter(property=prop, kind=STANDS_AT[kind], code=asked.place_code).first()
    name = f"{kind.label} {asked.seat}" if asked.seat else f"{kind.label} A" if kind is Kind.SIGN else str(kind.label)
    return {"kind": kind, "place": place, "seat": asked.seat, "name": name}
