"""For each clause: which instrument last touched it, and when."""

from __future__ import annotations

from dataclasses import dataclass

from games.rulebook.models import Version


@dataclass(frozen=True, slots=True)
class Touch:
    number: str
    instrument: str
    did: str
    on: str


def blame(version: Version) -> list[Touch]:
    """In the order of the text. A clause that nothing touched is as the first version had it."""
    first = _first(version)
    touches = []
    for number, history in version.clauses.exclude(number="").order_by("position").values_list("number", "history"):
        last = max(history, key=lambda deed: deed.get("on", "")) if history else None
        touches.append(
            Touch(number, last["by"], last["did"], last.get("on", "")) if last else Touch(number, first, "", "")
        )
    return touches


def _first(version: Version) -> str:
    seen = version
    while seen.base is not None:
        seen = seen.base
    return seen.instrument or seen.label
