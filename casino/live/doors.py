"""Who may open a stream: asked in a thread, which gives its database connection back before the stream begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import connections

from casino import context
from casino.live import channels, snapshots, viewers
from casino.live.events import LastId


class Denied(Exception):
    """No stream: the status, a word for programs, a sentence for people."""

    def __init__(self, status: int, reason: str, text: str) -> None:
        super().__init__(text)
        self.status, self.reason, self.text = status, reason, text


@dataclass(frozen=True, slots=True)
class Admitted:
    actor: str
    version: int
    last: LastId | None


def admit(scope: Mapping[str, Any], name: str) -> Admitted:
    context.request_id.set(context.new_request_id())
    try:
        request = ASGIRequest(dict(scope), BytesIO())
        _same_origin(request)
        return _admit(request, name)
    finally:
        connections.close_all()


def _admit(request: ASGIRequest, name: str) -> Admitted:
    try:
        viewer = viewers.identify(request)
    except viewers.Unknown as unknown:
        raise Denied(403, unknown.reason, unknown.text) from None
    if viewer is None:
        raise Denied(403, "nobody", "Sign in, or pair this device, to see this.")
    # Not there and not for you are one answer: an id of another property tells nothing.
    nothing = Denied(404, "not_found", "There is no such channel for you.")
    try:
        registered, rest = channels.find(name)
        allowed = registered.allowed(viewer, rest)
    except LookupError:
        raise nothing from None
    if not allowed:
        raise nothing
    return Admitted(viewer.actor, snapshots.version_of(name), _last_id(request))


def _last_id(request: ASGIRequest) -> LastId | None:
    """The header; or `?last=`, since a script cannot set the header when it begins an EventSource anew."""
    return LastId.read(request.headers.get("Last-Event-ID", "") or request.GET.get("last", ""))


def _same_origin(request: ASGIRequest) -> None:
    if request.method != "GET":
        raise Denied(405, "method", "Only GET.")
    try:
        host = request.get_host()
    except DisallowedHost:
        raise Denied(400, "host", "This host is not served here.") from None
    origin = request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != host
    if foreign or request.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}:
        raise Denied(403, "origin", "Only pages of this house may look.")
    if getattr(settings, "SECURE_SSL_REDIRECT", False) and not request.is_secure():
        raise Denied(403, "https", "Only over https.")
