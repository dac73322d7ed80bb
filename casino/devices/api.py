"""The API of devices: pair, collect the token, beat, confirm. Staff read the list."""

from __future__ import annotations

import json
from io import BytesIO
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from django.db.models import QuerySet
from django.utils.decorators import method_decorator
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ParseError
from rest_framework.generics import ListAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino import clock
from casino.devices import beats, displays, pairing, program, tokens
from casino.devices import serializers as its
from casino.devices.authentication import IsDevice
from casino.devices.kinds import SCREENS, Kind
from casino.devices.models import Device
from casino.house import duties
from casino.house.models import Staff
from casino.refused import Refused
from casino.web import address, idempotent

MOST_BYTES = 16 * 1024
KEY = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, required=True)


class SmallJSON(JSONParser):
    """What a device says is short; a longer body is not read to its end."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise RequestDataTooBig("The body is too large.")
        try:
            parsed = super().parse(BytesIO(body), media_type, parser_context)
            json.dumps(parsed, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError("This is no JSON that makes sense.") from error
        return parsed


class Pair(APIView):
    """A program asks to be let in. It shows the code and waits for its token."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (SmallJSON,)

    @extend_schema(request=its.AskSerializer, responses={201: its.AskedSerializer}, operation_id="devices_pair")
    def post(self, request: Request) -> Response:
        asked = _valid(its.AskSerializer, request)
        wish = pairing.Wish(
            Kind(asked["kind"]), asked["place"], asked.get("seat"), request.headers.get("User-Agent", "")
        )
        made, secret = pairing.ask(wish=wish, address=address(request._request), at=clock.now())
        body = {"code": tokens.shown(made.code), "secret": secret, "expires_at": made.expires_at}
        return Response(its.AskedSerializer(body).data, status=201)


class Collect(APIView):
    """202 while nobody has accepted it; then, once, its token."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (SmallJSON,)

    @extend_schema(
        request=its.CollectSerializer, operation_id="devices_pair_collect",
        responses={200: its.CollectedSerializer, 202: its.CollectedSerializer},
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        at = clock.now()
        asked = pairing.by_secret(_valid(its.CollectSerializer, request)["secret"], at=at)
        if asked is None:
            gone = Refused(None, "This request has expired, or its token was collected. Ask for a new code.", "secret")
            gone.status = 410  # type: ignore[attr-defined]
            raise gone
        if asked.device_id is None:
            return Response({"state": "waiting", "token": "", "device": None}, status=202)
        device, token = pairing.collect(asked, at=at)
        return Response({"state": "accepted", "token": token, "device": its.DeviceSerializer(device).data})


class OfDevice(APIView):
    permission_classes = (IsDevice,)
    parser_classes = (SmallJSON,)

    @staticmethod
    def device(request: Request) -> Device:
        device = request.auth
        assert isinstance(device, Device)
        return device


class Me(OfDevice):
    @extend_schema(responses=its.DeviceSerializer, operation_id="devices_me")
    def get(self, request: Request) -> Response:
        return Response(its.DeviceSerializer(self.device(request)).data)


class Beat(OfDevice):
    """At least every five seconds. It is not stored; ten seconds without one are an event."""

    @extend_schema(request=its.BeatSerializer, responses=its.HeardSerializer, operation_id="devices_beat")
    def post(self, request: Request) -> Response:
        at = clock.now()
        device = beats.heard(self.device(request), at=at, version=_valid(its.BeatSerializer, request).get("version"))
        body = {"at": at, "device": device.pk, "shows_hash": device.shows_hash, "program": program.version()}
        return Response(its.HeardSerializer(body).data)


class Confirm(OfDevice):
    """What the device displays on its visible page. Recorded when it changes."""

    @extend_schema(
        request=its.ConfirmSerializer, responses=its.ConfirmedSerializer, parameters=[KEY],
        operation_id="devices_confirm",
    )  # fmt: skip
    @method_decorator(idempotent)
    def post(self, request: Request) -> Response:
        at, device = clock.now(), self.device(request)
        shows_hash = _valid(its.ConfirmSerializer, request)["hash"]
        expected = displays.shown_by(device, at) if device.kind in SCREENS else None
        says = expected.says if expected and expected.hash == shows_hash else ""
        device = beats.confirmed(device, shows_hash=shows_hash, shows=says, at=at)
        body = {
            "shows_hash": device.shows_hash, "expected": expected.hash if expected else "", "since": device.shows_since,
        }  # fmt: skip
        return Response(its.ConfirmedSerializer(body).data)


class SeesDevices(BasePermission):
    message = "Only staff who may see the devices."

    def has_permission(self, request: Request, view: object) -> bool:
        return isinstance(request.user, Staff) and duties.may(request.user, "devices.see", None)


class ById(CursorPagination):
    ordering = "pk"
    page_size = 100


class Devices(ListAPIView[Device]):
    """The devices of the properties at which one may see them."""

    permission_classes = (SeesDevices,)
    serializer_class = its.DeviceSerializer
    pagination_class = ById
    filterset_fields = ("kind", "property__code", "place__code")
    queryset = Device.objects.none()

    def get_queryset(self) -> QuerySet[Device]:
        staff = self.request.user
        if not isinstance(staff, Staff):
            return Device.objects.none()
        seen = duties.properties_with(staff, "devices.see")
        return Device.objects.filter(property__in=seen).select_related("property", "place")


def _valid(serializer: type[Any], request: Request) -> dict[str, Any]:
    checked = serializer(data=request.data)
    checked.is_valid(raise_exception=True)
    return dict(checked.validated_data)
