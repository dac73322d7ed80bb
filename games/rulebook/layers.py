"""Layers: a form beats its division, a division the general rules, a tournament both, and elections fill what is left
to the operator. Pure: from rows to values, each with its clause and where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from games.rulebook import parameters
from games.rulebook.models import Layer
from games.rulebook.parameters import FORMS, TOURNAMENT, Term

CHOOSE_FORM = ("form", "two_to_one")
RULES_OFF = "rules_off"


class Value(NamedTuple):
    """What holds, the clause that says so, and by which version or choice."""

    value: Any
    clause: str
    by: str

    @property
    def source(self) -> str:
        """Where it came from: "NZ5 5.10(c), elected on 12 May 2026"."""
        return f"{self.clause}, {self.by}"


def value_of(value: Any, clause: str, by: str) -> Value:
    """Frozen: sets are shared by all who ask."""
    if type(value) is list:
        value = tuple(value)
    elif type(value) is dict:
        value = MappingProxyType(value)
    return Value(value, clause, by)


class Rule(NamedTuple):
    """What a version says of one thing: a value or, for what is elected, what it allows and perhaps presumes."""

    name: str
    form: str
    value: Any
    clause: str
    document: int
    elected: Term | None
    settled: Value | None
    known_as: str


@dataclass(frozen=True, slots=True)
class Text:
    """A version in force, with what it says."""

    code: str
    layer: str
    document: int
    version: int
    label: str
    content_hash: str
    rules: Sequence[Rule]


def text_of(
    code: str, layer: str, document: int, version: int, label: str, content_hash: str, said: Iterable[Sequence[Any]]
) -> Text:
    """A version from its row and its values: name, form, value, clause, and whether that is a reading."""
    rules = []
    for name, form, value, clause, reading in said:
        term = parameters.find(code, name, form)
        elected = term if term and term.elected else None
        by = f"{label}, a reading" if reading else label
        settled = None
        if elected is None:
            settled = value_of(value, clause, by)
        elif "default" in value:
            settled = value_of(value["default"], clause, by)
        known_as = term.clause if term else clause
        rules.append(Rule(name, form, value, clause, document, elected, settled, known_as))
    return Text(code, layer, document, version, label, content_hash, rules)


class Choice(NamedTuple):
    """An election that holds. `day` is the local day on which it was made."""

    document: int | None
    name: str
    value: Any
    at_place: bool
    day: str


@dataclass(slots=True)
class Laid:
    values: dict[str, Value] = field(default_factory=dict)
    off: dict[str, str] = field(default_factory=dict)
    lapsed: list[Choice] = field(default_factory=list)


def lay(texts: Sequence[Text], choices: Iterable[Choice], *, tournament: bool) -> Laid:
    """All values that hold. `texts` come lowest layer first; a place's own choice beats the property's."""
    chosen = _chosen(choices)
    laid = Laid()
    named = _by_name(texts, chosen, tournament)
    for name, rules in named.items():
        _settle(name, rules, chosen, laid)
    if tournament:
        _switch_off(laid, {name: rules[-1].known_as for name, rules in named.items()})
    return laid


def _chosen(choices: Iterable[Choice]) -> dict[tuple[int | None, str], Choice]:
    found: dict[tuple[int | None, str], Choice] = {}
    for choice in choices:
        key = (choice.document, choice.name)
        if choice.at_place or key not in found:
            found[key] = choice
    return found


def _by_name(texts: Sequence[Text], chosen: Mapping[Any, Choice], tournament: bool) -> dict[str, list[Rule]]:
    """For each name what the texts say of it, what beats what last."""
    found: dict[str, list[Rule]] = {}
    for rule in _in_order(texts, chosen, tournament):
        rules = found.get(rule.name)
        if rules is None:
            found[rule.name] = [rule]
        elif rules[-1].document == rule.document:
            # A form's word on an election replaces what its own division allows.
            rules[-1] = rule
        else:
            rules.append(rule)
    return found


def _in_order(texts: Sequence[Text], chosen: Mapping[Any, Choice], tournament: bool) -> Iterator[Rule]:
    played = [text for text in texts if text.layer != Layer.TOURNAMENT]
    formed = [rule for text in played for rule in text.rules if rule.form]
    for text in played:
        yield from (rule for rule in text.rules if not rule.form) if formed else text.rules
    forms = [*_forms(played, chosen), *([TOURNAMENT] if tournament else [])] if formed else []
    for form in forms:
        yield from (rule for rule in formed if rule.form == form)
    if tournament:
        for text in texts[len(played) :]:
            yield from text.rules


def _forms(texts: Sequence[Text], chosen: Mapping[Any, Choice]) -> list[str]:
    active = set()
    for rule in (rule for text in texts for rule in text.rules):
        if rule.name in CHOOSE_FORM and rule.elected and not rule.form:
            choice = chosen.get((rule.document, rule.name))
            allowed = choice is not None and rule.elected.allows(rule.value, choice.value)
            value = choice.value if choice and allowed else rule.value.get("default")
            active.add(rule.name if value is True else value)
    return [form for form in FORMS if form in active]


def _settle(name: str, rules: list[Rule], chosen: Mapping[Any, Choice], laid: Laid) -> None:
    top = rules[-1]
    for rule in reversed(rules) if top.elected else ():
        choice = chosen.get((rule.document, name))
        if choice is None or rule.elected is None:
            continue
        if rule.elected.allows(rule.value, choice.value):
            laid.values[name] = value_of(choice.value, rule.clause, f"elected on {choice.day}")
            return
        laid.lapsed.append(choice)
    if top.settled is not None:
        laid.values[name] = top.settled


def _switch_off(laid: Laid, known_as: Mapping[str, str]) -> None:
    """NZ14 2.2, WA 39.2: the listed rules do not apply, nor does what they set, whatever its number is by now."""
    listed = laid.values.get(RULES_OFF)
    if listed is None:
        return
    laid.off = dict.fromkeys(listed.value, listed.clause)
    for name, value in list(laid.values.items()):
        clauses = (value.clause, known_as[name])
        if name != RULES_OFF and any(lies_under(clause, rule) for clause in clauses for rule in laid.off):
            del laid.values[name]


def lies_under(clause: str, rule: str) -> bool:
    """Is it the rule itself or a part of it? "NZ1 9.3(a)" lies under "NZ1 9", "NZ1 91" does not."""
    return clause == rule or (clause.startswith(rule) and clause[len(rule)] in ".(")
