"""What every web request shares: its id, its refusals, repeated writes with one effect."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from casino import clock, context
from casino.refused import Refused

Handler = Callable[[HttpRequest], HttpResponseBase]


class request_id_middleware:  # noqa: N801  named like the functions that Django's setting lists
    """Gives each request an id that stands in the log, in the trail and in the answer."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        if iscoroutinefunction(self):
            return self.answer_later(request)
        # Not taken back afterwards: Django logs its warnings when the middleware is done.
        context.request_id.set(context.new_request_id())
        response = self.get_response(request)
        response["X-Request-Id"] = context.request_id.get()
        return response

    async def answer_later(self, request: HttpRequest) -> HttpResponseBase:
        context.request_id.set(context.new_request_id())
        response: HttpResponseBase = await self.get_response(request)
        response["X-Request-Id"] = context.request_id.get()
        return response


class refusal_middleware:  # noqa: N801
    """A refusal that a page did not show itself: a page that says what is wrong and under which clause."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Refused):
            return render(request, "refused.html", {"refused": exception}, status=422)
        if isinstance(exception, PermissionDenied):
            return forbidden(request, exception)
        if isinstance(exception, RequestDataTooBig):
            return render(request, "400.html", {"reason": str(exception)}, status=413)
        return None


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403 with the reason and who could do it."""
    reason = getattr(exception, "reason", "") or str(exception or "")
    told = {"reason": reason, "who": getattr(exception, "who", ()), "clause": getattr(exception, "clause", "")}
    if request.path.startswith("/api/"):
        return JsonResponse({"message": reason, "who": list(told["who"]), "clause": told["clause"] or None}, status=403)
    return render(request, "403.html", told, status=403)


def address(request: HttpRequest) -> str:
    """The client's address: behind N trusted proxies the N-th from the right of X-Forwarded-For."""
    proxies = settings.TRUSTED_PROXIES
    if proxies:
        hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
        if len(hops) >= proxies:
            return str(hops[-proxies])
    return str(request.META.get("REMOTE_ADDR") or "127.0.0.1")


def api_exception_handler(exception: Exception, its_context: dict[str, Any]) -> Response | None:
    """Refusals and permissions in one form: message, clause, where."""
    if isinstance(exception, Refused):
        body = {"message": exception.message, "clause": exception.clause, "where": exception.where}
        return Response(body, status=getattr(exception, "status", status.HTTP_422_UNPROCESSABLE_ENTITY))
    if isinstance(exception, RequestDataTooBig):
        return Response({"message": "The body is too large.", "clause": None, "where": ""}, status=413)
    response = exception_handler(exception, its_context)
    if response is not None and isinstance(exception, PermissionDenied):
        response.data = {
            "message": getattr(exception, "reason", str(exception)),
            "who": list(getattr(exception, "who", ())),
            "clause": getattr(exception, "clause", "") or None,
        }
    return response


def page_context(request: HttpRequest) -> dict[str, Any]:
    """What every template may show: the property at hand, the demo mark, the request's id."""
    from casino.house import signing_in

    prop = signing_in.here(request)
    who = {"here": prop, "properties": signing_in.properties(request), "rank": signing_in.rank_here(request)}
    return who | {"demo": settings.DEMO, "request_id": context.request_id.get()}


def idempotent(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A write that carries `Idempotency-Key`: the same key gives the same answer and one effect.

    The key is taken in the transaction of the effect, so that a second request waits for the first one's end.
    """

    @functools.wraps(view)
    def once(request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        from casino.house.models import Answer

        plain: HttpRequest = getattr(request, "_request", request)
        key = plain.headers.get("Idempotency-Key", "")
        if not 1 <= len(key) <= 128 or not key.isprintable():
            return JsonResponse(
                {
                    "message": "Send an Idempotency-Key of 1 to 128 characters.",
                    "clause": None,
                    "where": "Idempotency-Key",
                },
                status=400,
            )
        scope = f"{plain.path}|{_caller(plain, request)}"
        body = hashlib.sha256(plain.body).hexdigest()
        with transaction.atomic():
            _hold(f"{scope}|{key}")
            kept = Answer.objects.filter(scope=scope, key=key).first()
            if kept is None:
                answer = view(request, *args, **kwargs)
                if answer.status_code >= 400:
                    transaction.set_rollback(True)
                    return answer
                text = _rendered(answer)
                Answer.objects.create(
                    scope=scope, key=key, body=body, status=answer.status_code, text=text, at=clock.now()
                )
                return answer
        if kept.body != body:
            return JsonResponse(
                {
                    "message": "This Idempotency-Key was used with another body.",
                    "clause": None,
                    "where": "Idempotency-Key",
                },
                status=409,
            )
        return HttpResponse(kept.text, status=kept.status, content_type="application/json")

    return once


def _caller(plain: HttpRequest, request: Any) -> str:
    from casino.devices.authentication import device_of

    if device := device_of(plain):
        return f"device:{device.pk}"
    user = getattr(request, "user", None)
    if user is not None and getattr(user, "pk", None):
        return f"staff:{user.pk}"
    return f"session:{plain.session.session_key or address(plain)}"


def _hold(name: str) -> None:
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


def _rendered(answer: Any) -> str:
    if isinstance(answer, Response):
        return json.dumps(answer.data, default=str)
    return str(answer.content.decode())
