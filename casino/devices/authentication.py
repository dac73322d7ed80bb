"""Which device asks: by a bearer token, or by a cookie that its browser got when it was paired.

A browser may hold the cookies of several devices (one computer, two walls). Pages find theirs by kind and place; the
API and streams are told by the header `X-Device` or by `?device=`.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino.devices.models import Device
from casino.devices.tokens import LONGEST, hashed
from casino.house.models import Place

COOKIE = "device-"
MOST_COOKIES = 40
# The longest that browsers keep a cookie.
COOKIE_LASTS = 400 * 24 * 3600


def device_of(
    request: HttpRequest, *, kind: str | None = None, place: Place | None = None, seat: int | None = None
) -> Device | None:
    """The device that asks, if it is one of this kind at this place; the chosen one, else the first of them."""
    chosen = chosen_device(request)
    for device in _devices(request):
        if chosen is not None and device.pk != chosen:
            continue
        there = place is None or device.place_id == place.pk
        if there and kind in (None, device.kind) and seat in (None, device.seat):
            return device
    return None


def chosen_device(request: HttpRequest) -> int | None:
    """Which of its devices a browser means; a number that is none of them finds nobody."""
    text = request.headers.get("X-Device") or request.GET.get("device") or ""
    if not text:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else -1


def bearer(request: HttpRequest) -> str:
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _devices(request: HttpRequest) -> list[Device]:
    """Read once a request: those whose token was sent, by their number."""
    if not hasattr(request, "_devices"):
        secrets = [bearer(request)] if bearer(request) else _cookies(request)
        hashes = [hashed(secret) for secret in secrets[:MOST_COOKIES] if 1 <= len(secret) <= LONGEST]
        found = Device.objects.filter(token_hash__in=hashes).select_related("property", "place").order_by("pk")
        request._devices = list(found) if hashes else []  # type: ignore[attr-defined]
    return request._devices  # type: ignore[attr-defined,no-any-return]


def _cookies(request: HttpRequest) -> list[str]:
    return [value for name, value in request.COOKIES.items() if name.startswith(COOKIE)]


def give_cookie(response: HttpResponse, device: Device, token: str) -> None:
    """Not for scripts, not for other sites, not over plain http in production."""
    response.set_cookie(
        f"{COOKIE}{device.pk}", token, max_age=COOKIE_LASTS, httponly=True, samesite="Strict",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip


def keep_cookie(request: HttpRequest, response: HttpResponse, device: Device) -> None:
    """A display that is used keeps its cookie for ever."""
    token = request.COOKIES.get(f"{COOKIE}{device.pk}")
    if token:
        give_cookie(response, device, token)


class DeviceAuthentication(BaseAuthentication):
    """Bearer token; or cookie, together with the header that names the device and Django's CSRF token."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        plain = request._request
        if bearer(plain):
            device = device_of(plain)
            if device is None:
                raise AuthenticationFailed("No device has this token, or it was revoked.")
            return device, device
        if chosen_device(plain) is None:
            return None
        device = device_of(plain)
        if device is None:
            raise AuthenticationFailed("This browser is not that device, or it was revoked.")
        SessionAuthentication().enforce_csrf(request)
        return device, device

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class IsDevice(BasePermission):
    message = "Only a paired device may do this."

    def has_permission(self, request: Request, view: object) -> bool:
        return isinstance(request.auth, Device)


class DeviceScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "casino.devices.authentication.DeviceAuthentication"
    name = "device"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "The token that a device got when it was paired."}
