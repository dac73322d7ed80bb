"""Which rules hold here, at that instant? One frozen set, each value with its clause, known by its sha256.

What a process has read it keeps, for as long as the one number that every change of the rulebook raises stays the
same: one query when kept, three when not. Asking stores nothing; `store` does, when a set is first cited.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from casino.house.models import Place, PlaceKind
from casino.refused import Refused
from games.engine.rules import Rules
from games.rulebook import engine_rules as engine
from games.rulebook import held
from games.rulebook.held import Held
from games.rulebook.layers import Choice, Value, lay, value_of
from games.rulebook.models import RuleSet

# Instants at which one place is asked about again and again are few: now, and what an inspector looks at.
MOST_SPANS = 16
TRIES = 5


class InForce(NamedTuple):
    """A document's version in a rule set."""

    code: str
    label: str
    content_hash: str


@dataclass(frozen=True, eq=False)
class RulesInForce:
    """What holds at a place. Equal sets have equal hashes, wherever and whenever they hold."""

    game: str
    values: Mapping[str, Value]
    documents: tuple[InForce, ...]
    off: frozenset[str] = frozenset()
    off_by: str = ""
    lapsed: tuple[Choice, ...] = ()
    _built: dict[int | None, Rules] = field(default_factory=dict, repr=False)

    def why(self, name: str) -> str:
        """Where a value came from: "NZ5 5.10(c), elected on 12 May 2026"."""
        if name in self.values:
            return self.values[name].source
        raise Refused(self.off_by or None, _("The rules in force here say nothing of %(name)s.") % {"name": name}, name)

    def value(self, name: str) -> Any:
        """What holds; `Refused` where the rules in force say nothing of it."""
        return self.values[name].value if name in self.values else self.why(name)

    @cached_property
    def content(self) -> str:
        """Canonical JSON: what the sha256 covers, and what is stored."""
        whole = {
            "game": self.game, "documents": self.documents, "off": sorted(self.off), "off_by": self.off_by,
            "values": self.values,
        }  # fmt: skip
        return json.dumps(
            whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=dict
        )

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.content.encode()).hexdigest()

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(document.code for document in self.documents)

    def missing(self) -> list[str]:
        """What has to be elected before the game can be played."""
        return engine.missing(self.codes, self.values)

    def engine_rules(self, minimum: int | None = None) -> Rules:
        """The engine's rules object. `minimum` is the table's, where its Ante is to be checked against it."""
        if minimum not in self._built:
            self._built[minimum] = engine.build(self.codes, self.values, minimum)
        return self._built[minimum]


class Span(NamedTuple):
    """From one edge to the next nothing changes."""

    begins: datetime | None
    ends: datetime | None
    rules: RulesInForce

    def covers(self, at: datetime) -> bool:
        return (self.begins is None or self.begins <= at) and (self.ends is None or at < self.ends)


class Kept(NamedTuple):
    number: int
    spans: tuple[Span, ...]


_kept: dict[tuple[str, int, int, str], Kept] = {}


def rules_in_force(place: Place, at: datetime) -> RulesInForce:
    """What holds at a place at an instant."""
    number = held.revision()
    key = (held.alias(), place.pk, place.property_id, place.kind)
    kept = _kept.get(key)
    if kept is not None and kept.number == number:
        for span in kept.spans:
            if span.covers(at):
                return span.rules
    number, span = _read(place, at, number)
    older = kept.spans[: MOST_SPANS - 1] if kept is not None and kept.number == number else ()
    _kept[key] = Kept(number, (span, *older))
    return span.rules


def _read(place: Place, at: datetime, number: int) -> tuple[int, Span]:
    """Read until nothing changed in between: what was put together from two states of the book is no answer."""
    for _try in range(TRIES):
        found = held.read(place, at)
        if found.number == number:
            break
        number = found.number
    return number, Span(found.begins, found.ends, laid_out(found, place))


def laid_out(found: Held, place: Place, choices: Iterable[Choice] | None = None) -> RulesInForce:
    """The set that follows from what was read, or from other choices within it."""
    laid = lay(
        found.texts, found.choices if choices is None else choices, tournament=place.kind == PlaceKind.TOURNAMENT
    )
    return RulesInForce(
        game=found.game, values=MappingProxyType(laid.values), off=frozenset(laid.off),
        documents=tuple(InForce(text.code, text.label, text.content_hash) for text in found.texts),
        off_by=next(iter(laid.off.values()), ""), lapsed=tuple(laid.lapsed),
    )  # fmt: skip


def store(rules: RulesInForce, at: datetime) -> RuleSet:
    """Keep a set under its hash, when something cites it for the first time."""
    known = RuleSet.objects.filter(pk=rules.sha256).first()
    if known is not None:
        return known
    fresh = RuleSet(sha256=rules.sha256, content=rules.content, stored_at=at)
    RuleSet.objects.bulk_create([fresh], ignore_conflicts=True)
    return fresh


def stored(sha256: str) -> RulesInForce:
    """A set that was cited, made again from its content; `Refused` where the content is not what the hash says."""
    row = RuleSet.objects.get(pk=sha256)
    if hashlib.sha256(row.content.encode()).hexdigest() != sha256:
        raise Refused(None, _("The stored rule set %(hash)s was altered.") % {"hash": sha256[:12]})
    whole = json.loads(row.content)
    return RulesInForce(
        game=whole["game"], off=frozenset(whole["off"]), off_by=whole["off_by"],
        values=MappingProxyType({name: value_of(*value) for name, value in whole["values"].items()}),
        documents=tuple(InForce(*document) for document in whole["documents"]),
    )  # fmt: skip
