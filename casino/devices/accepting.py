"""Accepting a device in two steps: the code, then what it is for. The code is asked again with the second."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from casino import clock
from casino.devices import forms, pairing, tokens
from casino.devices.kinds import Kind
from casino.devices.models import Device, Pairing
from casino.house.models import Property, Staff
from casino.refused import Refused
from casino.web import address


@dataclass(slots=True)
class Step:
    code: forms.Code
    binding: forms.Binding | None = None
    asked: Pairing | None = None
    device: Device | None = None
    refused: bool = False

    @property
    def typed(self) -> str:
        return tokens.shown(self.asked.code) if self.asked else ""


def step(request: HttpRequest, prop: Property) -> Step:
    """Where somebody has got to."""
    assert isinstance(request.user, Staff)
    code = forms.Code(request.POST or None)
    done = Step(code)
    if request.method != "POST" or not code.is_valid():
        done.refused = bool(code.errors)
        return done
    at = clock.now()
    try:
        done.asked = pairing.find(code.cleaned_data["code"], by=request.user, address=address(request), at=at)
    except Refused as refused:
        code.add_error("code", str(refused))
        done.refused = True
        return done
    sent = "kind" in request.POST
    done.binding = forms.Binding(request.POST if sent else None, prop=prop, asked=done.asked)
    if sent:
        _bind(request, prop, done)
    return done


def _bind(request: HttpRequest, prop: Property, done: Step) -> None:
    assert done.binding is not None and done.asked is not None and isinstance(request.user, Staff)
    done.refused = True
    if not done.binding.is_valid():
        return
    wanted = dict(done.binding.cleaned_data)
    kind = Kind(wanted.pop("kind"))
    try:
        done.device = pairing.accept(
            pairing=done.asked, prop=prop, kind=kind, by=request.user, at=clock.now(), **wanted
        )
    except Refused as refused:
        done.binding.add_error(refused.where if refused.where in done.binding.fields else None, str(refused))
        return
    done.refused = False
    messages.success(request, _("%(device)s was accepted.") % {"device": done.device})
