"""Values of the rules in words: what a version allows, what was elected, as people read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from casino.house.templatetags.house import money_text
from games.rulebook.parameters import NOTHING, Term

# Amounts are cents, rates hundredths of a percent; prices are "to 1".
AMOUNTS = frozenset(
    ("max_payout", "progressive", "chip", "prize_contribution", "reserve_contribution", "reseed_value", "amount")
) | {"waived_from", "wager", "qualifying_pot"}
RATES = frozenset(("retained_part", "entry_fee_kept", "minor", "major"))
TO_ONE = frozenset(("tie", "hard_4", "hard_6", "hard_8", "hard_10", "craps_2", "craps_12"))
TABLES = frozenset(("pay_table", "perfect_pair", "any_pair", "lucky_match", "dragon_bonus", "field"))

WORDS: dict[str, object] = {
    "commission": lazy("even money less 5 % commission"),
    "half_on_six": lazy("even money, half on a winning six"),
    "even": lazy("even money"),
    "two_to_one": lazy("2 to 1"),
    "ante_up": lazy("Ante Up"),
    "any_five": lazy("any five of seven cards"),
    "two_and_three": lazy("both own cards and three of the board"),
    "ultimate": lazy("Ultimate Texas Hold’em"),
    "less": lazy("less than"),
    "at_most": lazy("at most"),
    "start_again": lazy("starts again"),
    "make_up": lazy("makes up the gap"),
}
PARTS: dict[str, object] = {
    "amount": lazy("amount"),
    "waived_from": lazy("waived from"),
    "minor": lazy("Minor"),
    "major": lazy("Major"),
    "wager": lazy("wager"),
    "qualifying_pot": lazy("qualifying pot"),
}


def value_text(name: str, value: Any, currency: str = "NZD") -> str:
    """One value as a person would say it."""
    if value is None:
        return _("none")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        return ", ".join(value_text(name, one, currency) for one in value) or _("none")
    if isinstance(value, Mapping):
        parts = [f"{PARTS.get(key, key)} {value_text(key, one, currency)}" for key, one in value.items()]
        return ", ".join(parts)
    if isinstance(value, int):
        return _number(name, value, currency)
    return str(WORDS.get(value) or str(value).replace("_", " "))


def _number(name: str, value: int, currency: str) -> str:
    if name in AMOUNTS:
        return money_text(value, currency)
    if name in RATES:
        return f"{value / 100:g} %"
    if name in TO_ONE:
        return _("%(odds)s to 1") % {"odds": value}
    return _("table %(number)s") % {"number": value} if name in TABLES else str(value)


def allowance_text(name: str, allowed: Any, currency: str = "NZD") -> str:
    """What a version leaves to the operator: "8 to 1 or 9 to 1"."""
    if not isinstance(allowed, Mapping) or not {"choices", "least", "most"} & set(allowed):
        return _("anything that its clause allows") if allowed in ({}, None) else value_text(name, allowed, currency)
    if "choices" in allowed:
        words = [value_text(name, one, currency) for one in allowed["choices"]]
        return words[0] if len(words) == 1 else _("%(some)s or %(last)s") % {
            "some": ", ".join(words[:-1]), "last": words[-1]
        } if words else _("nothing")  # fmt: skip
    least, most = allowed.get("least"), allowed.get("most")
    if most is None or most >= 10**15:
        return _("%(least)s or more") % {"least": value_text(name, least, currency)}
    if least is None:
        return _("at most %(most)s") % {"most": value_text(name, most, currency)}
    bounds = {"least": value_text(name, least, currency), "most": value_text(name, most, currency)}
    return _("%(least)s to %(most)s") % bounds


def said_text(term: Term, value: Any, currency: str = "NZD") -> str:
    """A version's word on a term: the value that it sets, or the choice that it leaves."""
    if not term.elected:
        return value_text(term.name, value, currency)
    text = allowance_text(term.name, value, currency)
    default = value.get("default", NOTHING) if isinstance(value, Mapping) else NOTHING
    if default is NOTHING or default is None:
        return text
    return _("%(allowed)s; unless elected %(default)s") % {
        "allowed": text, "default": value_text(term.name, default, currency)
    }  # fmt: skip
