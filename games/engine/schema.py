"""JSON Schemas of what the command line reads and answers, put together from the games' own."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from games.engine.cards import CARDS
from games.engine.lines import GAMES
from games.engine.money import MOST

Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
ID: Schema = {"type": ["string", "integer", "null", "boolean"], "not": {"const": True}}
ID_OUT: Schema = {"type": ["string", "integer", "null"]}
STAKE: Schema = {"type": "integer", "minimum": 1, "maximum": MOST}
AMOUNT: Schema = {"type": "integer", "minimum": 0, "maximum": MOST}
CARD: Schema = {"enum": list(CARDS)}
CLAUSE: Schema = {"type": "string", "description": "the clause of a ruling"}
LEFT_OUT: Schema = {"enum": [None, False]}
ERROR: Schema = {
    "type": "object",
    "required": ["where", "clause", "message"],
    "additionalProperties": False,
    "properties": {
        "where": {"type": "string"},
        "clause": {"type": ["string", "null"]},
        "message": {"type": "string"},
    },
}
ERROR_ANSWER: Schema = {
    "type": "object",
    "required": ["id", "error"],
    "additionalProperties": False,
    "properties": {"id": ID_OUT, "error": ERROR},
}


def optional(schema: Schema) -> Schema:
    """Null and false are the same as left out."""
    return {"anyOf": [schema, LEFT_OUT]}


def line(**more: Schema) -> Schema:
    """What one wager came to, with a game's own keys beside the four."""
    properties: Schema = {
        "outcome": {"enum": ["win", "lose", "push", "void", "open"]},
        "paid": {"type": "integer", "minimum": 0},
        "returned": {"type": "integer", "minimum": 0},
        "commission": AMOUNT,
        **more,
    }
    return {"type": "object", "required": list(properties), "additionalProperties": False, "properties": properties}


def settle_schema() -> Schema:
    """One document: a line read and a line answered, each one of the games or an error."""
    records = [_module(game) for game in GAMES]
    return {
        "$schema": DRAFT,
        "title": "python -m games.engine settle",
        "description": "A line that settle reads is `reads`; a line that it answers is `answers`.",
        "anyOf": [{"$ref": "#/$defs/reads"}, {"$ref": "#/$defs/answers"}],
        "$defs": {
            "reads": {"oneOf": [record.SCHEMA_IN for record in records]},
            "answers": {"anyOf": [*(record.SCHEMA_OUT for record in records), ERROR_ANSWER]},
        },
    }


def _module(game: str) -> ModuleType:
    """Where a game keeps its schemas: in `record_schema`, else in `record`."""
    name = f"games.engine.{game}.record_schema"
    return import_module(name if find_spec(name) else f"games.engine.{game}.record")
