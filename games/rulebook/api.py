"""The API of the rulebook. What holds, held or will hold is public; what holds at a place is for its own people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino import clock
from casino.devices.models import Device
from casino.house import duties
from casino.house.models import Place, PlaceKind, Property, Staff
from casino.refused import Refused, refuse_unless
from games.rulebook import opened, public, reading, redline
from games.rulebook import serializers as its
from games.rulebook.in_force import RulesInForce, rules_in_force
from games.rulebook.models import Document, Version

AT = OpenApiParameter("at", OpenApiTypes.DATETIME, description="An instant, ISO 8601; now if left out.")
AGAINST = OpenApiParameter("against", int, description="The version to compare with; the one before if left out.")
PLACE = OpenApiParameter("place", str, required=True, description="The code of the place: BA-12.")
KIND = OpenApiParameter("kind", str, enum=PlaceKind.values, description="Where a code is used for two kinds of places.")


class Public(APIView):
    permission_classes = (AllowAny,)


class Documents(Public):
    """Every document, with what is in force of it."""

    @extend_schema(parameters=[AT], responses=its.DocumentSerializer(many=True), operation_id="rules_documents")
    def get(self, request: Request) -> Response:
        found = [_shown(one) for one in reading.documents_then(instant(request))]
        return Response(its.DocumentSerializer(found, many=True).data)


class Versions(Public):
    """A document's versions in the order of time: those that held, hold, or will hold."""

    @extend_schema(responses=its.VersionSerializer(many=True), operation_id="rules_versions")
    def get(self, request: Request, code: str) -> Response:
        line = public.line_of(get_object_or_404(Document, code=code), clock.now())
        return Response(its.VersionSerializer(line.versions, many=True).data)


class OneVersion(Public):
    """A version with its clauses, what it sets, and the conditions of its approval."""

    @extend_schema(responses=its.WholeVersionSerializer, operation_id="rules_version")
    def get(self, request: Request, pk: int) -> Response:
        return Response(its.WholeVersionSerializer(_whole(pk)).data)


class InForce(Public):
    """The version of a document in force at an instant, whole."""

    @extend_schema(parameters=[AT], responses=its.WholeVersionSerializer, operation_id="rules_document_in_force")
    def get(self, request: Request, code: str) -> Response:
        at = instant(request)
        version = public.line_of(get_object_or_404(Document, code=code), at).in_force
        if version is None:
            refused = Refused(None, _("No version of %(code)s is in force at that instant.") % {"code": code}, "at")
            refused.status = 404  # type: ignore[attr-defined]
            raise refused
        return Response(its.WholeVersionSerializer(_whole(version.pk)).data)


class BetweenVersions(Public):
    """What changed between two versions of a document, clause by clause and word by word."""

    @extend_schema(parameters=[AGAINST], responses=its.RedlineSerializer, operation_id="rules_redline")
    def get(self, request: Request, pk: int) -> Response:
        version = get_object_or_404(public.versions_shown().select_related("document"), pk=pk)
        line = public.line_of(version.document, clock.now())
        against = request.query_params.get("against", "")
        other = line.called(against) if against else line.before(version)
        message = _("Name another version of the same document.")
        if other is None or other == version:
            raise Refused(None, message, "against")
        old, new = sorted((other, version), key=line.versions.index)
        changes = [_change(one) for one in redline.changed(opened.between(old, new))]
        return Response(its.RedlineSerializer({"old": old, "new": new, "changes": changes}).data)


class InForceAtPlace(APIView):
    """Which rules hold here, then? For staff and devices of that property."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        parameters=[PLACE, KIND, AT], responses=its.RulesInForceSerializer, operation_id="rules_in_force_at_place"
    )
    def get(self, request: Request) -> Response:
        at = instant(request)
        place = _place(request)
        rules = rules_in_force(place, at)
        return Response(its.RulesInForceSerializer(_told(place, at, rules)).data)


def instant(request: Request) -> datetime:
    text = request.query_params.get("at", "")
    if not text:
        return clock.now()
    try:
        # An unquoted plus sign arrives as a space.
        found = datetime.fromisoformat(text.replace(" ", "+") if text.count(" ") == 1 and "T" in text else text)
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        return found.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refused(None, _("Give an instant such as 2026-11-14T20:42:16+13:00."), "at") from None


def _shown(then: reading.DocumentThen) -> Any:
    document = then.document
    for version in (then.in_force, then.coming):
        if version is not None:
            version.document = document
    document.in_force, document.coming = then.in_force, then.coming  # type: ignore[attr-defined]
    return document


def _whole(pk: int) -> Version:
    found = public.versions_shown().select_related("document")
    return get_object_or_404(found.prefetch_related("clauses", "parameters", "conditions"), pk=pk)


def _change(change: Any) -> dict[str, Any]:
    return {
        "what": change.what, "number": change.number, "was": change.old.number if change.old else "",
        "heading": [asdict(piece) for piece in change.heading], "pieces": [asdict(piece) for piece in change.pieces],
    }  # fmt: skip


def _place(request: Request) -> Place:
    """Among the places of one's own properties: others look as if they were not there."""
    code, kind = request.query_params.get("place", ""), request.query_params.get("kind", "")
    found = Place.objects.filter(code=code.replace("\x00", ""), property__in=_properties(request))
    places = list(found.filter(kind=kind) if kind in PlaceKind.values else found)
    message = _("Several places have this code: say which kind.")
    refuse_unless(len(places) <= 1, clause=None, where="kind", message=message)
    if not places:
        refused = Refused(None, _("No place of yours has this code."), "place")
        refused.status = 404  # type: ignore[attr-defined]
        raise refused
    return places[0]


def _properties(request: Request) -> Any:
    if isinstance(request.auth, Device):
        return [request.auth.property_id]
    return duties.properties_of(request.user) if isinstance(request.user, Staff) else Property.objects.none()


def _told(place: Place, at: datetime, rules: RulesInForce) -> Any:
    values = {
        name: {"value": _plain(one.value), "clause": one.clause, "source": one.source}
        for name, one in rules.values.items()
    }
    documents = [document._asdict() for document in rules.documents]
    return SimpleNamespace(
        place=place.code, at=at, game=rules.game, sha256=rules.sha256, documents=documents, values=values,
        off=sorted(rules.off), missing=rules.missing() if rules.game else [],
    )  # fmt: skip


def _plain(value: Any) -> Any:
    """Sets are frozen; JSON knows lists and objects."""
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
