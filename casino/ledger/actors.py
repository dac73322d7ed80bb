"""Who did it and about what, for people to read. Records hold `staff:3` and `place:12`; pages show names and codes."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from casino.house.models import Place, Staff

KNOWN = {"staff": (Staff, "name"), "place": (Place, "code")}


def named(texts: Iterable[str]) -> dict[str, str]:
    """A name for each actor or subject: one query for each kind, however many there are. Players stay numbers."""
    asked = set(texts)
    found: dict[str, str] = {}
    for kind, (model, field) in KNOWN.items():
        numbers = {int(number) for text in asked if (number := number_of(text, kind))}
        if numbers:
            rows = model._default_manager.filter(pk__in=numbers).values_list("pk", field)
            found |= {f"{kind}:{pk}": name for pk, name in rows}
    return {text: found.get(text) or plain(text) for text in asked}


def number_of(text: str, kind: str) -> str:
    """The number behind its kind, or nothing where the text is of another kind or no number a row could have."""
    start, _colon, number = text.partition(":")
    return number if start == kind and number.isdecimal() and len(number) < 19 else ""


def plain(text: str) -> str:
    if text == "system":
        return _("The system")
    kind, _colon, number = text.partition(":")
    return f"{kind.replace('_', ' ').capitalize()} {number}".strip()
