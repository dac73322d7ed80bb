"""What is said beside a value's type: who chooses it and for what, and that a clause is read, not plain."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """For the whole property and nothing smaller, or for each place (with the property's choice as its default)."""

    PROPERTY = "property"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Elected:
    """The operator chooses it. `same` is the clause that wants one choice for all tables, `shown` that wants a sign."""

    scope: Scope = Scope.PLACE
    approval: str = ""
    shown: str = ""
    same: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """The clause is unclear or silent: what we build, and what else could be meant."""

    note: str


@dataclass(frozen=True, slots=True)
class Form:
    """The value holds in that form of the game alone."""

    name: str


def everywhere(clause: str, *, shown: str = "", approval: str = "") -> Elected:
    """One choice for all tables."""
    return Elected(Scope.PROPERTY, approval=approval, shown=shown or clause, same=clause)
