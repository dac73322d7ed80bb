"""The one domain error: what is wrong, under which clause, and where in the input."""

from __future__ import annotations


class Refused(Exception):
    """A request that the rules or the state do not allow. Nothing has changed."""

    def __init__(self, clause: str | None, message: str, where: str = "") -> None:
        super().__init__(message)
        self.clause = clause
        self.message = message
        self.where = where

    def __str__(self) -> str:
        return f"{self.message} [{self.clause}]" if self.clause else self.message


def refuse_unless(condition: object, *, clause: str | None, message: str, where: str = "") -> None:
    """Raise Refused where the condition does not hold."""
    if not condition:
        raise Refused(clause, message, where)
