"""JSON Schema of a round of Snake Eyes on the command line, and of its answer."""

from __future__ import annotations

from games.engine.schema import CLAUSE, ID, ID_OUT, STAKE, Schema, line, optional
from games.engine.snake_eyes.wagers import CRAPS_ODDS, FIELD_ODDS, HARDWAY_ODDS, WAGERS

CRAPS: Schema = {"enum": list(CRAPS_ODDS), "description": "NZ11A 4.9"}
EACH: Schema = {
    "type": "object",
    "required": list(HARDWAY_ODDS),
    "additionalProperties": False,
    "properties": {on: {"enum": list(odds)} for on, odds in HARDWAY_ODDS.items()},
}

ELECTIONS: Schema = {
    "type": "object",
    "required": ["hardways", "field", "craps_2", "craps_12"],
    "additionalProperties": False,
    "properties": {
        "hardways": {"anyOf": [{"enum": ["7/9", "6/8"]}, EACH], "description": "NZ11A 4.9"},
        "field": {"enum": list(FIELD_ODDS), "description": "NZ11A 4.9"},
        "craps_2": CRAPS,
        "craps_12": CRAPS,
        "chip": {**optional(STAKE), "description": "lowest chip, 1 where left out (NZ1 11.3)"},
    },
}

WAGER: Schema = {
    "type": "object",
    "required": ["id", "on", "amount"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string"},
        "on": {"enum": list(WAGERS)},
        "amount": STAKE,
        "from": {**optional(STAKE), "description": "the first roll that it sees, 1 where left out"},
        "void": optional(CLAUSE),
        "forfeit": optional(CLAUSE),
    },
}

DIE: Schema = {"type": "integer", "minimum": 1, "maximum": 6}
ROLL: Schema = {
    "anyOf": [{"type": "array", "items": DIE, "minItems": 2, "maxItems": 2}, {"type": "null"}],
    "description": "null is a void roll (NZ11A 6.3, 6.4)",
}

SCHEMA_IN: Schema = {
    "title": "a round of Snake Eyes",
    "type": "object",
    "required": ["game", "elections", "wagers"],
    "additionalProperties": False,
    "properties": {
        "id": ID,
        "game": {"const": "snake_eyes"},
        "elections": ELECTIONS,
        "rolls": optional({"type": "array", "items": ROLL}),
        "wagers": {"type": "array", "items": WAGER},
        "void": optional(CLAUSE),
    },
}

SCHEMA_OUT: Schema = {
    "title": "the settlement of a round of Snake Eyes",
    "type": "object",
    "required": ["id", "wagers"],
    "additionalProperties": False,
    "properties": {
        "id": ID_OUT,
        "wagers": {
            "type": "object",
            "additionalProperties": line(roll={"type": ["integer", "null"], "minimum": 1}),
        },
    },
}
