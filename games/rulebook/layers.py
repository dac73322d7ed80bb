"""Layers: a form beats its division, a division the general rules, a tournament both, and elections fill what is left
to the operator. Pure: from rows to values, each with its clause and where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from games.rulebook import parameters
from games.rulebook.models import Layer
from games.rulebook.parameters import Term

# Ante Up beats 2 to 1 (NZ5 14.1); a tournament beats every form.
FORMS = ("two_to_one", "international", "ante_up")
TOURNAMENT = "tournament"
CHOOSE_FORM = ("form", "two_to_one")
RULES_OFF = "rules_off"


class Value(NamedTuple):
    """What holds, the clause that says so, and where it came from: "NZ5 5.10(c), elected on 12 May 2026"."""

    value: Any
    clause: str
    source: str


def value_of(value: Any, clause: str, source: str) -> Value:
    """Frozen: sets are shared by all who ask."""
    if isinstance(value, list):
        value = tuple(value)
    elif isinstance(value, dict):
        value = MappingProxyType(value)
    return Value(value, clause, source)


class Set(NamedTuple):
    """What a version sets; for what is elected, what it allows."""

    name: str
    form: str
    value: Any
    clause: str
    reading: bool


@dataclass(frozen=True, slots=True)
class Text:
    """A version in force, with what it sets."""

    code: str
    layer: str
    document: int
    version: int
    label: str
    content_hash: str
    sets: Sequence[Set]


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


class Rule(NamedTuple):
    """A value of a version before elections are laid over it."""

    text: Text
    said: Set
    term: Term


def lay(texts: Sequence[Text], choices: Iterable[Choice], *, tournament: bool) -> Laid:
    """All values that hold. `texts` come lowest layer first; a place's own choice beats the property's."""
    chosen = _chosen(choices)
    laid = Laid()
    named = _by_name(texts, chosen, tournament)
    for name, rules in named.items():
        _settle(name, rules, chosen, laid)
    if tournament:
        _switch_off(laid, {name: rules[-1].term.clause for name, rules in named.items()})
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
    for text, said in _in_order(texts, chosen, tournament):
        rules = found.setdefault(said.name, [])
        # A form's word on an election replaces what its own division allows.
        if rules and rules[-1].text is text:
            rules.pop()
        rules.append(Rule(text, said, parameters.term(text.code, said.name, said.form)))
    return found


def _in_order(texts: Sequence[Text], chosen: Mapping[Any, Choice], tournament: bool) -> Iterator[tuple[Text, Set]]:
    played = [text for text in texts if text.layer != Layer.TOURNAMENT]
    for text in played:
        yield from ((text, said) for said in text.sets if not said.form)
    forms = [*_forms(played, chosen), *([TOURNAMENT] if tournament else [])]
    for form in forms:
        for text in played:
            yield from ((text, said) for said in text.sets if said.form == form)
    if tournament:
        for text in texts[len(played) :]:
            yield from ((text, said) for said in text.sets)


def _forms(texts: Sequence[Text], chosen: Mapping[Any, Choice]) -> list[str]:
    active = set()
    for text in texts:
        for said in text.sets:
            if said.name in CHOOSE_FORM and not said.form:
                value = _elected(Rule(text, said, parameters.term(text.code, said.name)), chosen)
                active.add(said.name if value is True else value)
    return [form for form in FORMS if form in active]


def _elected(rule: Rule, chosen: Mapping[Any, Choice]) -> Any:
    choice = chosen.get((rule.text.document, rule.said.name))
    allowed = choice is not None and rule.term.allows(rule.said.value, choice.value)
    return choice.value if choice and allowed else rule.said.value.get("default")


def _settle(name: str, rules: list[Rule], chosen: Mapping[Any, Choice], laid: Laid) -> None:
    top = rules[-1]
    if top.term.elected is None:
        laid.values[name] = value_of(top.said.value, top.said.clause, _source(top))
        return
    for rule in reversed(rules):
        choice = chosen.get((rule.text.document, name))
        if choice is None or rule.term.elected is None:
            continue
        if rule.term.allows(rule.said.value, choice.value):
            source = f"{rule.said.clause}, elected on {choice.day}"
            laid.values[name] = value_of(choice.value, rule.said.clause, source)
            return
        laid.lapsed.append(choice)
    if "default" in top.said.value:
        laid.values[name] = value_of(top.said.value["default"], top.said.clause, _source(top))


def _source(rule: Rule) -> str:
    reading = ", a reading" if rule.said.reading else ""
    return f"{rule.said.clause}, {rule.text.label}{reading}"


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
