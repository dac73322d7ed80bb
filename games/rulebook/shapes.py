"""What a version is made of, as plain values: clauses and what they set. Readers, redlines and verbs pass these on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause as it stands: `number` is the regulator's ("5.10(c)"), `parent` the number that it stands under.

    Each entry of `history` says what an instrument did: {"did": "amended", "by": "RAG/381", "on": "2011-03-22"}.
    """

    number: str
    parent: str = ""
    kind: str = "clause"
    heading: str = ""
    text: str = ""
    history: tuple[Mapping[str, str], ...] = ()
    touched_by: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number, "parent": self.parent, "kind": self.kind, "heading": self.heading,
            "text": self.text, "history": [dict(entry) for entry in self.history], "touched_by": self.touched_by,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class ParameterValue:
    """What a version sets under a clause, cited in full ("NZ5 5.10(c)").

    For what the operator elects, `value` says what is allowed: {"choices": [8, 9], "default": 8}. `form` names the
    form of the game (`two_to_one`, `ante_up`, `international`) or `tournament` for which alone the value holds.
    """

    name: str
    value: Any
    clause: str
    reading: bool = False
    note: str = ""
    form: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name, "value": self.value, "clause": self.clause, "reading": self.reading, "note": self.note,
            "form": self.form,
        }  # fmt: skip
