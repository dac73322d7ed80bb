"""What the API of the rulebook answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.rulebook.models import Clause, Condition, Document, Parameter, Version


class VersionSerializer(serializers.ModelSerializer[Version]):
    document = serializers.CharField(source="document.code")

    class Meta:
        model = Version
        fields = (
            "id", "document", "label", "instrument", "approved_at", "gazette_notice", "gazetted_at", "effective_at",
            "ends_at", "content_hash",
        )  # fmt: skip


class DocumentSerializer(serializers.ModelSerializer[Document]):
    """A document, with what is in force of it at the instant asked about and what comes next."""

    over = serializers.CharField(source="over.code", allow_null=True, default=None)
    in_force = VersionSerializer(allow_null=True)
    coming = VersionSerializer(allow_null=True)

    class Meta:
        model = Document
        fields = (
            "code", "title", "jurisdiction", "layer", "game", "authority", "legal_basis", "over", "in_force", "coming",
        )  # fmt: skip


class DeedSerializer(serializers.Serializer[Any]):
    did = serializers.CharField()
    by = serializers.CharField()
    on = serializers.CharField(required=False)


class ClauseSerializer(serializers.ModelSerializer[Clause]):
    history = DeedSerializer(many=True)

    class Meta:
        model = Clause
        fields = ("number", "parent", "kind", "heading", "text", "history", "touched_by")


class ParameterSerializer(serializers.ModelSerializer[Parameter]):
    value = serializers.JSONField(allow_null=True)

    class Meta:
        model = Parameter
        fields = ("name", "form", "value", "clause", "reading", "note")


class ConditionSerializer(serializers.ModelSerializer[Condition]):
    class Meta:
        model = Condition
        fields = ("clause", "text")


class WholeVersionSerializer(VersionSerializer):
    """A version with its text and what it sets."""

    clauses = ClauseSerializer(many=True)
    parameters = ParameterSerializer(many=True)
    conditions = ConditionSerializer(many=True)

    class Meta(VersionSerializer.Meta):
        fields = (*VersionSerializer.Meta.fields, "clauses", "parameters", "conditions")  # type: ignore[assignment]


class PieceSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=("same", "deleted", "inserted"))
    text = serializers.CharField()


class ClauseChangeSerializer(serializers.Serializer[Any]):
    what = serializers.ChoiceField(
        choices=("same", "amended", "inserted", "deleted", "renumbered", "retitled")
    )  # fmt: skip
    number = serializers.CharField()
    was = serializers.CharField()
    heading = PieceSerializer(many=True)
    pieces = PieceSerializer(many=True)


class RedlineSerializer(serializers.Serializer[Any]):
    old = VersionSerializer()
    new = VersionSerializer()
    changes = ClauseChangeSerializer(many=True)


class ValueSerializer(serializers.Serializer[Any]):
    value = serializers.JSONField(allow_null=True)
    clause = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]


class CitedVersionSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    content_hash = serializers.CharField()


class RulesInForceSerializer(serializers.Serializer[Any]):
    """What holds at a place at an instant: each value with its clause, all of them under one sha256."""

    place = serializers.CharField()
    at = serializers.DateTimeField()
    game = serializers.CharField()
    sha256 = serializers.CharField()
    documents = CitedVersionSerializer(many=True)
    values = serializers.DictField(child=ValueSerializer())
    off = serializers.ListField(child=serializers.CharField())
    missing = serializers.ListField(child=serializers.CharField())
