"""What devices send and get."""

from __future__ import annotations

from typing import Any

from django.core.validators import RegexValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino import clock
from casino.devices.kinds import Kind
from casino.devices.models import Device
from casino.house.models import CODE

HASH = RegexValidator(r"^(?:[0-9a-f]{64})?\Z", "64 hex digits, or nothing.")
SEAT = {"min_value": 1, "max_value": 99, "required": False, "allow_null": True}
STATES = ("heard", "silent", "waiting", "revoked")


class AskSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Kind.choices)
    place = serializers.CharField(max_length=32, required=False, default="", allow_blank=True)
    seat = serializers.IntegerField(**SEAT)  # type: ignore[arg-type]

    def validate_place(self, value: str) -> str:
        if value:
            CODE(value)
        return value


class AskedSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Show it: a manager types it to accept the device.")
    secret = serializers.CharField(help_text="Keep it: it collects the token.")
    expires_at = serializers.DateTimeField()


class CollectSerializer(serializers.Serializer[Any]):
    secret = serializers.CharField(max_length=128, trim_whitespace=False)


class DeviceSerializer(serializers.ModelSerializer[Device]):
    property = serializers.SlugRelatedField[Any](slug_field="code", read_only=True)
    place = serializers.SlugRelatedField[Any](slug_field="code", read_only=True, allow_null=True)
    state = serializers.SerializerMethodField()

    class Meta:
        model = Device
        fields = (
            "id", "kind", "name", "property", "place", "seat", "state", "version", "last_heard_at", "silent_since",
            "shows", "shows_hash", "shows_since", "approval", "approved_on",
        )  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(choices=STATES))
    def get_state(self, device: Device) -> str:
        return device.state(clock.now())


class CollectedSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=("waiting", "accepted"))
    token = serializers.CharField(help_text="Given once. Empty while nobody has accepted the device.")
    device = DeviceSerializer(allow_null=True)


class BeatSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(max_length=60, required=False, allow_blank=True, help_text="Of the program.")


class HeardSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField(help_text="The server's clock.")
    device = serializers.IntegerField()
    shows_hash = serializers.CharField(help_text="What we take it to display: confirm again where it differs.")
    program = serializers.CharField(help_text="The version that a browser should run.")


class ConfirmSerializer(serializers.Serializer[Any]):
    hash = serializers.CharField(
        max_length=64, allow_blank=True, validators=[HASH],
        help_text="sha256 of what stands on the visible page; empty when it vouches for nothing.",
    )  # fmt: skip


class ConfirmedSerializer(serializers.Serializer[Any]):
    shows_hash = serializers.CharField()
    expected = serializers.CharField(help_text="The hash of what it should show now.")
    since = serializers.DateTimeField(allow_null=True)
