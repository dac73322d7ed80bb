"""The devices in the admin: a live list, accepting by code, revoking with a reason, opening a demo device."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from casino import clock
from casino.devices import accepting, displays, lists, pairing, tokens
from casino.devices.authentication import give_cookie
from casino.devices.kinds import SCREENS
from casino.devices.models import Device
from casino.house import duties
from casino.house.models import Staff
from casino.house.pages import HousePage, Reason, Verb
from casino.house.signing_in import here


def revoke(request: HttpRequest, device: Device, data: dict[str, Any]) -> str:
    assert isinstance(request.user, Staff)
    pairing.revoke(device=device, by=request.user, reason=data["reason"], at=clock.now())
    return _("%(device)s was revoked. It is out.") % {"device": device}


@admin.register(Device)
class DevicePage(HousePage):
    view_duty = "devices.see"
    list_select_related = ("property", "place")
    verbs = (
        Verb("revoke", gettext_lazy("Revoke"), "devices.revoke", Reason, revoke, danger=True,
             hint=gettext_lazy("It is out at its next request, and its screen closes at once."),
             open_for=lambda device: device.revoked_at is None),
    )  # fmt: skip

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("accept/", view(self.accept), name="devices_device_accept"),
            path("<int:pk>/open/", view(require_POST(self.open_as)), name="devices_device_open"),
        ]
        return own + super().get_urls()

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Everything on one page, kept up to date under the eyes of whoever looks."""
        prop = here(request)
        duties.require(request.user, "devices.see", prop)
        assert prop is not None and isinstance(request.user, Staff)
        at = clock.now()
        context = self.admin_site.each_context(request) | {
            "title": _("Devices"), "prop": prop, "at": at, "rows": lists.rows(prop, at), "opts": self.model._meta,
            "waiting": lists.waiting(prop, at), "may_accept": duties.may(request.user, "devices.accept", prop),
        }  # fmt: skip
        return TemplateResponse(request, "admin/devices/devices.html", context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not (object_id.isascii() and object_id.isdigit() and len(object_id) < 18):
            raise Http404
        device = self.one(request, int(object_id))
        assert isinstance(device, Device)
        duties.require(request.user, "devices.see", device.property)
        at = clock.now()
        expected = displays.shown_by(device, at) if device.kind in SCREENS and not device.revoked_at else None
        context = self.admin_site.each_context(request) | {
            "title": str(device), "object": device, "prop": device.property, "at": at, "row": lists.row(device, at),
            "expected": expected, "history": lists.history(device), "verbs": self.verbs_for(request, device),
            "opts": self.model._meta,
        }  # fmt: skip
        return TemplateResponse(request, "admin/devices/device.html", context)

    def accept(self, request: HttpRequest) -> HttpResponse:
        prop = here(request)
        duties.require(request.user, "devices.accept", prop)
        assert prop is not None
        step = accepting.step(request, prop)
        if step.device is not None:
            return redirect("admin:devices_device_changelist")
        context = self.admin_site.each_context(request) | {
            "title": _("Accept a device"), "prop": prop, "step": step, "opts": self.model._meta,
            "waiting": lists.waiting(prop, clock.now()), "back": reverse("admin:devices_device_changelist"),
        }  # fmt: skip
        return TemplateResponse(request, "admin/devices/accept.html", context, status=422 if step.refused else 200)

    def open_as(self, request: HttpRequest, pk: int) -> HttpResponse:
        """With demo data only: this browser becomes the demo device, beside whatever it is already."""
        device = self.one(request, pk)
        assert isinstance(device, Device)
        if not (settings.DEMO and device.demo and device.token_hash and device.address):
            raise Http404
        duties.require(request.user, "devices.preview", device.property)
        response = redirect(device.address)
        give_cookie(response, device, tokens.demo_token(device.pk))
        return response
