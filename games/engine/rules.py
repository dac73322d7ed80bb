"""Rules objects: an operator's elections and a version's parameters, each field with its clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from casino.refused import Refused


@dataclass(frozen=True, slots=True)
class Clause:
    """`Annotated[int, Clause("NZ5 5.10(c)")]`: where a field's value is allowed and bounded."""

    text: str


class Rules(BaseModel):
    """Frozen, strict, nothing unknown; a value outside what its clause allows is refused under that clause."""

    # Strict: "500" and 2.0 are no integers here either.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    @classmethod
    def clause(cls, name: str) -> str:
        """The clause that a field answers to."""
        return _clauses(cls)[name]

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Build from plain values, `Refused` where they are not allowed."""
        try:
            return cls(**values)
        except ValidationError as error:
            raise refused_from(error, cls) from None

    def why(self, name: str) -> str:
        """ "pay_table is 2 (UTH 5.11)"."""
        return f"{name} is {getattr(self, name)} ({self.clause(name)})"


@cache
def _clauses(model: type[BaseModel]) -> dict[str, str]:
    found = {}
    for name, info in model.model_fields.items():
        found[name] = next((item.text for item in info.metadata if isinstance(item, Clause)), "")
    return found


def refused_from(error: ValidationError, model: type[BaseModel], where: str = "") -> Refused:
    """The first fault of a validation, with the clause of its field; form faults (missing, unknown) have none."""
    fault = error.errors(include_url=False)[0]
    name = str(fault["loc"][0]) if fault["loc"] else ""
    of_form = fault["type"] in ("missing", "extra_forbidden")
    clause = None if of_form else _clauses(model).get(name) or None
    return Refused(clause, str(fault["msg"]), ".".join(filter(None, [where, _path(fault["loc"])])))


def _path(loc: tuple[int | str, ...]) -> str:
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text
