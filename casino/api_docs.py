"""The OpenAPI description, flattened into what the page at /api/docs/ shows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    summary: str
    description: str
    parameters: list[dict[str, Any]]
    body: str
    answers: list[tuple[str, str, str]]


def operations(schema: dict[str, Any]) -> list[Operation]:
    return [
        _operation(schema, path, method, item[method])
        for path, item in schema["paths"].items()
        for method in METHODS
        if method in item
    ]


def _operation(schema: dict[str, Any], path: str, method: str, told: dict[str, Any]) -> Operation:
    answers = [
        (code, answer.get("description", ""), _shape(schema, answer))
        for code, answer in told.get("responses", {}).items()
    ]
    summary, _newline, rest = told.get("description", "").partition("\n")
    return Operation(
        method.upper(), path, told.get("summary") or summary, rest.strip(), told.get("parameters", []),
        _shape(schema, told.get("requestBody", {})), answers,
    )  # fmt: skip


def _shape(schema: dict[str, Any], holder: dict[str, Any]) -> str:
    content = holder.get("content", {}).get("application/json")
    return json.dumps(_example(schema, content["schema"]), indent=2, ensure_ascii=False) if content else ""


def _example(schema: dict[str, Any], part: dict[str, Any]) -> Any:
    """What a value of this schema looks like: names of kinds in place of values."""
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[1]
        return _example(schema, schema["components"]["schemas"][name])
    if "allOf" in part:
        return _example(schema, part["allOf"][0])
    if "enum" in part:
        return " | ".join(str(value) for value in part["enum"])
    kind = part.get("type", "object")
    if kind == "array":
        return [_example(schema, part.get("items", {}))]
    if kind == "object":
        return {name: _example(schema, inner) for name, inner in part.get("properties", {}).items()}
    return part.get("format", kind)
