"""What a version may set and an operator may elect: each with its type, its clause and who chooses.

Types and bounds are those of the engine's rules objects and of `figures`; they are written nowhere else. For what is
elected a version says what it allows: `{"choices": [8, 9], "default": 8}` or `{"least": 4, "most": 8}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le
from django.utils.translation import gettext as _
from pydantic import ValidationError, create_model
from pydantic.fields import FieldInfo

from casino.refused import Refused, refuse_unless
from games.engine.rules import Clause, Rules, refused_from
from games.rulebook import figures
from games.rulebook.classified import ELECTED, READINGS, RESHAPED
from games.rulebook.labels import LABELS
from games.rulebook.marks import Elected, Form, Reading, Scope
from games.rulebook.shapes import ParameterValue

ALLOWANCE_KEYS = frozenset({"choices", "least", "most", "default"})
# Ante Up beats 2 to 1 (NZ5 14.1); a tournament beats every form.
FORMS = ("two_to_one", "international", "ante_up")
TOURNAMENT = "tournament"
LONGEST_CLAUSE = 40
OTHERS: tuple[type[Rules], ...] = (
    figures.GeneralFigures, figures.BaccaratFigures, figures.UltimateFigures, figures.PokerNz, figures.TournamentNz,
    figures.PokerWa, figures.TournamentWa, figures.PokerRws,
)  # fmt: skip


def plain_json(value: Any) -> str:
    """JSON that the database can keep; ValueError where a number, a NUL or half a character cannot be written."""
    text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    if "\\u0000" in text:
        raise ValueError("NUL")
    text.encode()
    return text


class Kind(StrEnum):
    PARAMETER = "parameter"
    ELECTION = "election"


class _Nothing:
    """No default: the version or the operator has to say."""

    def __repr__(self) -> str:
        return "NOTHING"


NOTHING = _Nothing()


@dataclass(frozen=True, slots=True)
class Term:
    """One thing that a document settles or leaves to the operator."""

    document: str
    name: str
    clause: str
    model: type[Rules] = field(repr=False)
    default: Any
    choices: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: bool = False
    several: bool = False
    elected: Elected | None = None
    reading: str = ""
    form: str = ""

    @property
    def kind(self) -> Kind:
        return Kind.ELECTION if self.elected else Kind.PARAMETER

    @property
    def scope(self) -> Scope | None:
        return self.elected.scope if self.elected else None

    @property
    def needs_approval(self) -> bool:
        return bool(self.elected and self.elected.approval)

    @property
    def shown(self) -> str:
        """The clause that wants it on a sign, if one does."""
        return self.elected.shown if self.elected else ""

    @property
    def same(self) -> str:
        """The clause that wants it the same at all tables, if one does."""
        return self.elected.same if self.elected else ""

    @property
    def label(self) -> str:
        return str(LABELS.get(self.name) or self.name.replace("_", " ").capitalize())

    def check(self, value: Any, where: str = "") -> Any:
        """The value as plain JSON; `Refused` under the clause where its type or its bounds do not allow it."""
        try:
            found = self.model.model_validate_json(plain_json({self.name: value}))
        except (TypeError, ValueError) as error:
            if isinstance(error, ValidationError):
                raise self._outside(refused_from(error, self.model), where) from None
            raise self._no_value(value, where) from None
        kept = found.model_dump(mode="json")[self.name]
        # A choice of 1 is not the word "true", which a Literal takes for it.
        if isinstance(value, bool) is not isinstance(kept, bool):
            raise self._no_value(value, where)
        return kept

    def _outside(self, refused: Refused, where: str) -> Refused:
        inside = refused.where.removeprefix(self.name)
        return Refused(refused.clause or self.clause, refused.message, (where or self.name) + inside)

    def _no_value(self, value: Any, where: str) -> Refused:
        return Refused(self.clause, _("This is not a value: %(value)r.") % {"value": value}, where)

    def check_allowance(self, allowed: Any) -> dict[str, Any]:
        """What a version allows lies within what its clause can mean; every figure in it is checked."""
        if not isinstance(allowed, Mapping) or not ALLOWANCE_KEYS.issuperset(allowed):
            message = _("For %(name)s say what is allowed: choices, or least and most, and perhaps a default.")
            raise Refused(self.clause, message % {"name": self.name}, self.name)
        for one in _listed(allowed.get("choices", []), self):
            self.check([one] if self.several else one, f"{self.name}.choices")
        for key in ("least", "most"):
            if key in allowed:
                self.check(allowed[key], f"{self.name}.{key}")
        if "default" in allowed:
            self.refuse_outside(allowed, self.check(allowed["default"], f"{self.name}.default"))
        return dict(allowed)

    def refuse_outside(self, allowed: Mapping[str, Any], value: Any, clause: str = "") -> None:
        """`Refused` where a version does not allow what the type would."""
        message = _("%(label)s: the rules in force do not allow %(value)s.")
        refuse_unless(
            _admits(allowed, value, self), clause=clause or self.clause, where=self.name,
            message=message % {"label": self.label, "value": json.dumps(value)},
        )  # fmt: skip

    def allows(self, allowed: Mapping[str, Any], value: Any) -> bool:
        return _admits(allowed, value, self)

    @property
    def allowance(self) -> dict[str, Any]:
        """All that the clause can mean, with the engine's own default."""
        found: dict[str, Any] = {"choices": list(self.choices)} if self.choices else {}
        bounds = {"least": self.least, "most": self.most}
        found |= {key: bound for key, bound in bounds.items() if bound is not None}
        return found if self.default is NOTHING else found | {"default": self.default}


def term(document: str, name: str, form: str = "") -> Term:
    """What a document may say under that name; `Refused` where it knows no such thing."""
    found = find(document, name, form)
    if found is None:
        message = _("%(document)s has nothing called %(name)s.")
        raise Refused(None, message % {"document": document, "name": name}, "name")
    return found


def find(document: str, name: str, form: str = "") -> Term | None:
    """The same, or None: an approved text may name what this program no longer knows."""
    known = _terms()
    return known.get((document, name, form)) or known.get((document, name, ""))


def terms(document: str) -> list[Term]:
    """All that a document may set or leave to the operator, in the order of the classes that say so."""
    return [one for one in _terms().values() if one.document == document]


def named(name: str) -> list[Term]:
    """Every document's term of that name."""
    return [one for one in _terms().values() if one.name == name]


def check(document: str, value: ParameterValue) -> ParameterValue:
    """A version's value, checked; its clause must be the document's own."""
    known = term(document, value.name, value.form)
    if value.clause.partition(" ")[0] != document or len(value.clause) > LONGEST_CLAUSE:
        message = _("%(clause)s is not a clause of %(document)s.")
        raise Refused(known.clause, message % {"clause": value.clause, "document": document}, value.name)
    if value.form not in ("", *FORMS, TOURNAMENT):
        raise Refused(known.clause, _("There is no form called %(form)s.") % {"form": value.form}, value.name)
    checked = known.check_allowance(value.value) if known.elected else known.check(value.value, value.name)
    return ParameterValue(value.name, checked, value.clause, value.reading, value.note, value.form)


def standard(document: str) -> list[ParameterValue]:
    """What a document says as the engine is shipped: defaults of its values, all that its elections can be."""
    found = []
    for one in terms(document):
        value = one.allowance if one.elected else one.default
        if value is not NOTHING:
            found.append(ParameterValue(one.name, value, one.clause, bool(one.reading), one.reading, one.form))
    return found


def _admits(allowed: Mapping[str, Any], value: Any, known: Term) -> bool:
    if value is None and known.optional:
        return True
    if "choices" in allowed:
        return all(one in allowed["choices"] for one in (value if known.several else [value]))
    above = "least" not in allowed or value >= allowed["least"]
    return above and ("most" not in allowed or value <= allowed["most"])


def _listed(choices: Any, known: Term) -> list[Any]:
    if not isinstance(choices, list):
        raise Refused(known.clause, _("The choices are a list."), f"{known.name}.choices")
    return choices


@cache
def _terms() -> dict[tuple[str, str, str], Term]:
    found: dict[tuple[str, str, str], Term] = {}
    for one in _derived():
        found.setdefault((one.document, one.name, one.form), one)
    return found


def _derived() -> Iterator[Term]:
    for model in (*ELECTED, *OTHERS):
        for name, info in model.model_fields.items():
            clause = next((mark.text for mark in info.metadata if isinstance(mark, Clause)), "")
            if clause and name not in RESHAPED.get(model, ()):
                yield _term(model, name, info, clause)


def _term(model: type[Rules], name: str, info: FieldInfo, clause: str) -> Term:
    marks = {type(mark): mark for mark in info.metadata}
    reading = READINGS.get(model, {}).get(name) or marks.get(Reading)
    form = marks.get(Form)
    choices, bounds = _choices(info.annotation), _bounds(info)
    return Term(
        document=clause.partition(" ")[0], name=name, clause=clause, model=_alone(name, info),
        default=NOTHING if info.is_required() else _plain(model, name, info), choices=choices,
        least=bounds.get("least"), most=bounds.get("most"), optional=NoneType in get_args(info.annotation),
        several=get_origin(info.annotation) is list, elected=ELECTED.get(model, {}).get(name) or marks.get(Elected),
        reading=reading.note if reading else "", form=form.name if form else "",
    )  # fmt: skip


def _alone(name: str, info: FieldInfo) -> type[Rules]:
    """A rules object of that one field, so that one value is checked exactly as the engine checks it."""
    return create_model(f"Only_{name}", __base__=Rules, **{name: (info.annotation, _required(info))})  # type: ignore[call-overload,no-any-return]


def _required(info: FieldInfo) -> FieldInfo:
    return FieldInfo.merge_field_infos(info, default=..., default_factory=None)


def _plain(model: type[Rules], name: str, info: FieldInfo) -> Any:
    return _alone(name, info)(**{name: info.get_default(call_default_factory=True)}).model_dump(mode="json")[name]


def _choices(annotation: Any) -> tuple[Any, ...]:
    origin = get_origin(annotation)
    if origin is Literal:
        return get_args(annotation)
    if origin in (Union, UnionType, list):
        return tuple(choice for inner in get_args(annotation) for choice in _choices(inner))
    if annotation is bool:
        return (False, True)
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return tuple(str(one) for one in annotation)
    return ()


def _bounds(info: FieldInfo) -> dict[str, int]:
    marks = [
        *info.metadata,
        *(mark for inner in get_args(info.annotation) for mark in getattr(inner, "__metadata__", ())),
    ]
    found: dict[str, int] = {}
    for mark in _flat(marks):
        if isinstance(mark, Ge):
            found["least"] = int(mark.ge)  # type: ignore[call-overload]
        if isinstance(mark, Le):
            found["most"] = int(mark.le)  # type: ignore[call-overload]
    return found


def _flat(marks: list[Any]) -> Iterator[Any]:
    for mark in marks:
        yield from mark.metadata if isinstance(mark, FieldInfo) else [mark]


# Which game a place has is a choice like the others, so that no table is asked.
GAME = _term(figures.Chosen, "game", figures.Chosen.model_fields["game"], "")
GAMES: tuple[str, ...] = GAME.choices
