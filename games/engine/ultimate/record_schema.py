"""JSON Schema of a round of Ultimate on the command line, and of its answer."""

from __future__ import annotations

from games.engine.hands import Category
from games.engine.schema import AMOUNT, CARD, CLAUSE, ID, ID_OUT, STAKE, Schema, line, optional

HAND: Schema = {"enum": [*(category.key for category in Category), None]}
HOLE: Schema = {"type": "array", "items": CARD}
TIMES: dict[str, list[int]] = {"deal": [3, 4], "flop": [2], "river": [1]}

ELECTIONS: Schema = {
    "type": "object",
    "required": ["pay_table", "hands"],
    "additionalProperties": False,
    "properties": {
        "pay_table": {"enum": [1, 2, 3, 4], "description": "UTH 5.11"},
        "hands": {"enum": ["any_five", "two_and_three"], "description": "UTH 9.7"},
        "max_payout": {**optional(STAKE), "description": "UTH 5.13"},
        "progressive": {**optional(STAKE), "description": "UTH 11.2"},
        "chip": {**optional(STAKE), "description": "lowest chip, 1 where left out (NZ1 11.3)"},
    },
}

PLAY: Schema = {
    "oneOf": [
        {
            "type": "object",
            "required": ["times", "on"],
            "additionalProperties": False,
            "properties": {"times": {"enum": times}, "on": {"const": when}},
        }
        for when, times in TIMES.items()
    ]
}

BOX: Schema = {
    "type": "object",
    "required": ["seat", "ante", "blind"],
    "additionalProperties": False,
    "properties": {
        "seat": {"type": "integer", "minimum": 1, "maximum": 7},
        "cards": optional(HOLE),
        "ante": STAKE,
        "blind": {**STAKE, "description": "equal to the ante (UTH 5.1)"},
        "trips": optional(AMOUNT),
        "progressive": optional(AMOUNT),
        "play": {**optional(PLAY), "description": "left out or null is a fold"},
        "void": optional(CLAUSE),
        "forfeit": optional(CLAUSE),
    },
}

POOL: Schema = {
    "type": "object",
    "additionalProperties": False,
    "properties": {name: optional(AMOUNT) for name in ("prize", "minor", "major")},
    "description": "prize alone, or minor and major (UTH 11.6A)",
}

SCHEMA_IN: Schema = {
    "title": "a round of Ultimate Texas Hold'em",
    "type": "object",
    "required": ["game", "elections", "boxes"],
    "additionalProperties": False,
    "properties": {
        "id": ID,
        "game": {"const": "ultimate"},
        "elections": ELECTIONS,
        "dealer": optional(HOLE),
        "board": optional(HOLE),
        "boxes": {"type": "array", "minItems": 1, "maxItems": 7, "items": BOX},
        "pool": optional(POOL),
        "void": optional(CLAUSE),
    },
}

_LINE: Schema = {"anyOf": [line(), {"type": "null"}]}

BOX_OUT: Schema = {
    "type": "object",
    "required": ["hand", "ante", "blind", "trips", "play", "progressive"],
    "additionalProperties": False,
    "properties": {
        "hand": HAND,
        **dict.fromkeys(("ante", "blind", "trips", "play", "progressive"), _LINE),
    },
}

POOL_OUT: Schema = {
    "anyOf": [
        {
            "type": "object",
            "required": [*names, "operator"],
            "additionalProperties": False,
            "properties": {name: {"type": "integer", "minimum": 0} for name in (*names, "operator")},
        }
        for names in (("prize",), ("minor", "major"))
    ]
    + [{"type": "null"}]
}

SCHEMA_OUT: Schema = {
    "title": "the settlement of a round of Ultimate Texas Hold'em",
    "type": "object",
    "required": ["id", "dealer", "boxes", "pool"],
    "additionalProperties": False,
    "properties": {
        "id": ID_OUT,
        "dealer": {
            "type": "object",
            "required": ["hand", "qualifies"],
            "additionalProperties": False,
            "properties": {"hand": HAND, "qualifies": {"type": ["boolean", "null"]}},
        },
        "boxes": {"type": "object", "patternProperties": {"^[1-7]$": BOX_OUT}, "additionalProperties": False},
        "pool": POOL_OUT,
    },
}
