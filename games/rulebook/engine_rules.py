"""From the rules in force to the engine's own rules object: what the operator left open is refused by its clause."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from pydantic import ValidationError

from casino.refused import Refused
from games.engine.baccarat.rules import BaccaratRules
from games.engine.poker.books import Nz, Rws, Wa
from games.engine.poker.variants import VARIANTS
from games.engine.rules import Rules, refused_from
from games.engine.snake_eyes.rules import SnakeEyesRules
from games.engine.ultimate.rules import UltimateRules
from games.rulebook import parameters
from games.rulebook.layers import Value

# The division of a game and the engine's rules object for it; poker has one for each book.
MODELS: dict[str, type[Rules]] = {
    "NZ5": BaccaratRules, "UTH": UltimateRules, "NZ11A": SnakeEyesRules, "NZ13": Nz, "WA": Wa, "RWS": Rws,
}  # fmt: skip
BOOKS = {"NZ13": "nz", "WA": "wa", "RWS": "rws"}
SIDE_BETS = ("perfect_pair", "any_pair", "lucky_match", "dragon_bonus")
AN_EIGHTH = 8


def division(codes: Sequence[str]) -> str:
    """Which of the documents in force is the game's own."""
    found = next((code for code in codes if code in MODELS), None)
    if found is None:
        raise Refused(None, _("No rules of a game are in force here."), "game")
    return found


def missing(codes: Sequence[str], values: Mapping[str, Value]) -> list[str]:
    """What has to be elected before the game can be played."""
    code = division(codes)
    needed = [name for name, info in MODELS[code].model_fields.items() if info.is_required()]
    needed += ["variant", "structure"] if code in BOOKS else []
    return [name for name in needed if name not in values]


def build(codes: Sequence[str], values: Mapping[str, Value], minimum: int | None = None) -> Rules:
    """The rules object. `minimum` is the table's, an eighth of which the Ante may be (NZ5 1.1)."""
    code = division(codes)
    model = MODELS[code]
    given = {name: values[name].value for name in model.model_fields if name in values}
    if model is BaccaratRules:
        given |= _side_bets(values) | _ante(values, minimum)
    if code in BOOKS:
        _refuse_unplayable(BOOKS[code], values)
    for name in missing(codes, values):
        label = parameters.term(code, name).label
        raise Refused(parameters.term(code, name).clause, _("%(label)s: not elected yet.") % {"label": label}, name)
    try:
        return model.model_validate_json(json.dumps(given, default=_plain))
    except ValidationError as error:
        raise refused_from(error, model) from None


def _side_bets(values: Mapping[str, Value]) -> dict[str, Any]:
    """Which bets a table offers is its own choice; for two of them the scale is the house's (NZ5 11A.8, 11B.9)."""
    offered = values["side_bets"].value if "side_bets" in values else ()
    found: dict[str, Any] = {}
    for name in SIDE_BETS:
        scale = values[name].value if name in values else None
        if name in offered and scale is None:
            clause = BaccaratRules.clause(name)
            raise Refused(clause, _("%(name)s is on offer without a pay scale.") % {"name": name}, name)
        found[name] = scale if name in offered else None
    return found


def _ante(values: Mapping[str, Value], minimum: int | None) -> dict[str, Any]:
    """Without a table the least minimum that the clause allows is taken; the table's limits are checked against it."""
    elected = values["ante"].value if "ante" in values else None
    if not elected:
        return {}
    least = int(elected["amount"]) * AN_EIGHTH
    return {"ante": {**elected, "minimum": least if minimum is None else minimum}}


def _refuse_unplayable(book: str, values: Mapping[str, Value]) -> None:
    """A variant has its structures and its decks (NZ13 5.1, 9.3; WA 4.3, 7.16; RWS 3.4)."""
    if "variant" not in values:
        return
    variant = VARIANTS[book][values["variant"].value]
    for name, known in (("structure", variant.structures), ("deck", tuple(variant.seats))):
        said = values.get(name)
        if said is not None and said.value not in known:
            message = _("%(variant)s is not played so: %(value)s.")
            raise Refused(said.clause, message % {"variant": variant.name, "value": said.value}, name)


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)
