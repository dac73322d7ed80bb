"""JSON Schema of a round of baccarat on the command line, and of its answer."""

from __future__ import annotations

from games.engine.baccarat.prices import DRAGON_ODDS, MAIN, PAIR_ODDS, WAGERS
from games.engine.baccarat.side_bets import PAIR_BETS
from games.engine.schema import AMOUNT, CARD, CLAUSE, ID, ID_OUT, STAKE, Schema, line, optional

ANTE: Schema = {
    "type": "object",
    "required": ["amount", "minimum"],
    "additionalProperties": False,
    "properties": {
        "amount": {**STAKE, "description": "at most 12.5 % of the minimum (NZ5 1.1)"},
        "minimum": STAKE,
        "waived_from": {**optional(STAKE), "description": "NZ5 14.4"},
    },
}

ELECTIONS: Schema = {
    "type": "object",
    "required": ["banker"],
    "additionalProperties": False,
    "properties": {
        "banker": {"enum": ["commission", "half_on_six", "even"], "description": "NZ5 5.10(b), 5.11, 13.3, 13.4"},
        "two_to_one": {**optional({"const": True}), "description": "with ante_up only (NZ5 14.1)"},
        "tie": {**optional({"enum": [8, 9]}), "description": "NZ5 5.10(c)"},
        **{
            name: {**optional({"enum": list(scales)}), "description": f"{PAIR_BETS[name].pays}; one pair bet at most"}
            for name, scales in PAIR_ODDS.items()
        },
        "dragon_bonus": {**optional({"enum": list(DRAGON_ODDS)}), "description": "NZ5 11B.8"},
        "decks": {
            **optional({"type": "integer", "minimum": 4, "maximum": 8}),
            "description": "8 where left out (NZ5 3.4(a))",
        },
        "ante": {**optional(ANTE), "description": "with ante_up only (NZ5 14.3)"},
        "chip": {**optional(STAKE), "description": "lowest chip, 1 where left out (NZ1 11.3)"},
    },
}

WAGER: Schema = {
    "type": "object",
    "required": ["id", "area", "on", "amount"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string"},
        "area": {"type": "integer", "minimum": 1, "maximum": 14},
        "on": {"enum": list(WAGERS)},
        "amount": STAKE,
        "player": optional({"type": "string"}),
        "ante": {**optional(AMOUNT), "description": f"the fee paid, on {', '.join(MAIN)} in ante_up (NZ5 14.5)"},
        "withdrawn": {**optional({"const": True}), "description": "in international only (NZ5 15.10)"},
        "void": optional(CLAUSE),
        "forfeit": optional(CLAUSE),
    },
}

SCHEMA_IN: Schema = {
    "title": "a round of baccarat",
    "type": "object",
    "required": ["game", "form", "elections", "wagers"],
    "additionalProperties": False,
    "properties": {
        "id": ID,
        "game": {"const": "baccarat"},
        "form": {"enum": ["standard", "two_to_one", "ante_up", "international"]},
        "elections": ELECTIONS,
        "cards": {**optional({"type": "array", "items": CARD}), "description": "in the order they left the shoe"},
        "wagers": {"type": "array", "items": WAGER},
        "void": optional(CLAUSE),
    },
}

_HAND: Schema = {
    "anyOf": [
        {
            "type": "object",
            "required": ["cards", "points"],
            "additionalProperties": False,
            "properties": {
                "cards": {"type": "array", "items": CARD, "minItems": 2, "maxItems": 3},
                "points": {"type": "integer", "minimum": 0, "maximum": 9},
            },
        },
        {"type": "null"},
    ]
}

SCHEMA_OUT: Schema = {
    "title": "the settlement of a round of baccarat",
    "type": "object",
    "required": ["id", "player", "banker", "result", "wagers"],
    "additionalProperties": False,
    "properties": {
        "id": ID_OUT,
        "player": _HAND,
        "banker": _HAND,
        "result": {"enum": ["player", "banker", "tie", None]},
        "wagers": {"type": "object", "additionalProperties": {"anyOf": [line(), line(ante=AMOUNT)]}},
    },
}
