"""JSON Schemas of the poker lines that `settle` reads and answers."""

from __future__ import annotations

from games.engine.cards import CARDS
from games.engine.money import MOST
from games.engine.poker.books import BOOKS
from games.engine.poker.variants import ALL, VARIANTS
from games.engine.schema import AMOUNT, CARD, ID, ID_OUT, STAKE, Schema, optional

SEAT: Schema = {"type": "integer", "minimum": 1, "maximum": MOST}
PAIR: Schema = {"type": "array", "items": STAKE, "minItems": 2, "maxItems": 2}
PERHAPS_HIDDEN: Schema = {"enum": [*CARDS, "??"]}
BOARD: Schema = {"type": "array", "items": CARD, "maxItems": 5}
RAKE: Schema = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "percent": optional({"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$"}),
        "cap": optional(AMOUNT),
        "per_hand": optional(AMOUNT),
    },
}


def _act(words: list[str], *more: Schema) -> Schema:
    places: list[Schema] = [{"type": "integer"}, {"enum": words}, *more]
    return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}


ACT: Schema = {
    "oneOf": [
        _act(["fold", "check", "call", "all_in", "muck"]),
        _act(["bet", "raise"], STAKE),
        _act(["discard"], {"type": "array", "items": PERHAPS_HIDDEN}),
    ]
}
SEATS: Schema = {
    "type": "array",
    "minItems": 2,
    "items": {
        "type": "object",
        "required": ["seat", "stack"],
        "additionalProperties": False,
        "properties": {"seat": SEAT, "stack": STAKE},
    },
}

SCHEMA_IN: Schema = {
    "title": "poker",
    "type": "object",
    "required": ["game", "book", "variant", "deck", "structure", "button", "seats", "cards", "actions"],
    "additionalProperties": False,
    "properties": {
        "id": ID,
        "game": {"const": "poker"},
        "book": {"enum": list(BOOKS)},
        "variant": {"enum": sorted({name for variants in VARIANTS.values() for name in variants})},
        "deck": {"enum": [52, 40, 36, 32]},
        "structure": {"enum": list(ALL)},
        "bets": optional(PAIR),
        "spread": optional(PAIR),
        "blinds": optional({"type": "array", "items": STAKE}),
        "ante": optional(AMOUNT),
        "bring_in": optional(STAKE),
        "straddle": optional(SEAT),
        "carried": optional(AMOUNT),
        "rake": optional(RAKE),
        "chip": optional(STAKE),
        "button": SEAT,
        "seats": SEATS,
        "cards": {"type": "object", "additionalProperties": {"type": "array", "items": PERHAPS_HIDDEN}},
        "board": optional({"anyOf": [BOARD, {"type": "array", "items": BOARD, "minItems": 2, "maxItems": 7}]}),
        "actions": {"type": "array", "items": ACT},
    },
}

MONEY: Schema = {"type": "integer", "minimum": 0}
BY_SEAT: Schema = {"type": "object", "propertyNames": {"pattern": "^[1-9][0-9]*$"}, "additionalProperties": MONEY}
POT: Schema = {
    "type": "object",
    "required": ["amount", "seats", "won"],
    "additionalProperties": False,
    "properties": {"amount": MONEY, "seats": {"type": "array", "items": SEAT}, "won": BY_SEAT},
}
UNCALLED: Schema = {
    "type": "object",
    "required": ["seat", "amount"],
    "additionalProperties": False,
    "properties": {"seat": SEAT, "amount": {"type": "integer", "minimum": 1}},
}
SCHEMA_OUT: Schema = {
    "title": "poker",
    "type": "object",
    "required": ["id", "stacks", "rake", "pots", "uncalled", "shown"],
    "additionalProperties": False,
    "properties": {
        "id": ID_OUT,
        "stacks": BY_SEAT,
        "rake": MONEY,
        "pots": {"type": "array", "items": POT},
        "uncalled": {"anyOf": [UNCALLED, {"type": "null"}]},
        "shown": {"type": "array", "items": SEAT},
        "carried": MONEY,
    },
}
