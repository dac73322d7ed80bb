"""Form fields for values of the rules: made from a term's type, its choices and its bounds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, get_args

from django import forms
from django.utils.translation import gettext as _

from games.engine.rules import Rules
from games.rulebook.parameters import NOTHING, Term
from games.rulebook.wording import AMOUNTS, PARTS, RATES, value_text

HUNDRED = Decimal(100)


def fields_for(term: Term, allowed: Any, current: Any, currency: str, prefix: str = "") -> dict[str, forms.Field]:
    """The fields in which one value is typed. `allowed` is what the version leaves of what the type would take."""
    key = f"{prefix}{term.name}"
    parts = parts_of(term)
    if parts:
        held = current if isinstance(current, Mapping) else {}
        return {f"{key}__{part}": number_field(part, held.get(part), currency, label=f"{term.label}, {PARTS[part]}")
                for part in parts}  # fmt: skip
    choices = allowed.get("choices") if isinstance(allowed, Mapping) else None
    choices = list(term.choices) if choices is None else list(choices)
    if term.several and choices:
        return {key: several_field(term, choices, current, currency)}
    if term.several:
        typed = "\n".join(current or ())
        return {key: forms.CharField(label=term.label, required=False, initial=typed, widget=forms.Textarea,
                                     help_text=_("One a line."))}  # fmt: skip
    if choices:
        return {key: choice_field(term, choices, current, currency)}
    return {key: number_field(term.name, current, currency, label=term.label)}


def value_from(term: Term, cleaned: Mapping[str, Any], prefix: str = "") -> Any:
    """What was typed, as plain JSON; the domain checks it under its clause."""
    key = f"{prefix}{term.name}"
    parts = parts_of(term)
    if parts:
        typed = {part: whole(part, cleaned.get(f"{key}__{part}")) for part in parts}
        return typed if any(value is not None for value in typed.values()) else None
    raw = cleaned.get(key)
    if term.several and not term.choices:
        return [line.strip() for line in (raw or "").splitlines() if line.strip()]
    if term.several:
        return [json.loads(one) for one in raw or ()]
    return json.loads(raw or "null") if term.choices else whole(term.name, raw)


def parts_of(term: Term) -> list[str]:
    """The parts of a value that has several: an Ante's amount and from where on it is waived."""
    annotation = term.model.model_fields[term.name].annotation
    inner = [one for one in (annotation, *get_args(annotation)) if isinstance(one, type) and issubclass(one, Rules)]
    return list(inner[0].model_fields) if inner else []


def choice_field(term: Term, choices: Sequence[Any], current: Any, currency: str) -> forms.ChoiceField:
    offered = [(json.dumps(one), value_text(term.name, one, currency)) for one in choices]
    if term.optional:
        offered.insert(0, ("null", _("none")))
    elif current in (NOTHING, None):
        offered.insert(0, ("", _("not elected yet")))
    initial = "" if current is NOTHING else json.dumps(current)
    return forms.ChoiceField(label=term.label, choices=offered, required=False, initial=initial)


def several_field(term: Term, choices: Sequence[Any], current: Any, currency: str) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label=term.label, required=False, widget=forms.CheckboxSelectMultiple,
        choices=[(json.dumps(one), value_text(term.name, one, currency)) for one in choices],
        initial=[json.dumps(one) for one in (current if isinstance(current, list | tuple) else ())],
    )  # fmt: skip


def number_field(name: str, current: Any, currency: str, *, label: str) -> forms.Field:
    """Amounts are typed in dollars and rates in percent; both are stored as whole hundredths."""
    held = None if current is NOTHING or isinstance(current, Mapping) else current
    if name in AMOUNTS | RATES:
        unit = "%" if name in RATES else currency
        initial = None if held is None else Decimal(held) / HUNDRED
        return forms.DecimalField(
            label=f"{label} ({unit})", required=False, decimal_places=2, max_digits=18, min_value=Decimal(0),
            initial=initial,
        )  # fmt: skip
    return forms.IntegerField(label=label, required=False, initial=held)


def whole(name: str, typed: Any) -> int | None:
    if typed is None or typed == "":
        return None
    return int(typed * HUNDRED) if name in AMOUNTS | RATES else int(typed)


def allowance_fields(term: Term, current: Any, currency: str) -> dict[str, forms.Field]:
    """What a version allows of something elected: some of the choices or bounds, and what holds unless elected."""
    held = current if isinstance(current, Mapping) else term.allowance
    if term.choices:
        every = list(term.choices)
        found: dict[str, forms.Field] = {
            "choices": several_field(term, every, held.get("choices", every), currency),
        }
        found["choices"].label = _("Allowed")
        offered = [("", _("none: it has to be elected"))]
        offered += [(json.dumps(one), value_text(term.name, one, currency)) for one in every]
        default = held.get("default", NOTHING)
        initial = "" if default is NOTHING or default is None or default == [] else json.dumps(default)
        found["default"] = forms.ChoiceField(
            label=_("Unless elected"), choices=offered, required=False, initial=initial
        )
        return found
    return {
        "least": number_field(term.name, held.get("least"), currency, label=_("Least")),
        "most": number_field(term.name, held.get("most"), currency, label=_("Most")),
        "default": number_field(term.name, held.get("default"), currency, label=_("Unless elected")),
    }


def allowance_from(term: Term, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    if term.choices:
        found: dict[str, Any] = {"choices": [json.loads(one) for one in cleaned.get("choices") or ()]}
        if cleaned.get("default"):
            default = json.loads(cleaned["default"])
            found["default"] = [default] if term.several else default
        elif term.optional or term.several:
            found["default"] = [] if term.several else None
        return found
    typed = {name: whole(term.name, cleaned.get(name)) for name in ("least", "most", "default")}
    return {name: value for name, value in typed.items() if value is not None}
