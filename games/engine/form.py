"""Checks of form that every game's record shares: kinds, bounds, unknown keys, cards. Hand-written for speed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NoReturn

from casino.refused import Refused
from games.engine.cards import NUMBER
from games.engine.money import MOST


def path(where: str, key: str | int) -> str:
    """`path("wagers[3]", "amount")`, `path("cards", 0)`."""
    if isinstance(key, int):
        return f"{where}[{key}]"
    return f"{where}.{key}" if where else key


def fault(where: str, message: str, clause: str | None = None) -> NoReturn:
    """Refuse; without a clause it is a fault of form."""
    raise Refused(clause, message, where)


def absent(value: object) -> bool:
    """Null and false are the same as left out."""
    return value is None or value is False


def only_keys(obj: Mapping[str, Any], allowed: Collection[str], where: str = "") -> None:
    """Unknown keys are errors; `allowed` is a set or a dict."""
    for key in obj:
        if key not in allowed:
            fault(path(where, key), "Unknown key.")


def integer(
    obj: Mapping[str, Any], key: str, where: str = "", least: int = 0, most: int = MOST, clause: str | None = None
) -> int:
    """A needed integer; `clause` is cited where it is out of bounds."""
    value = obj.get(key)
    # `type(…) is int`, not isinstance: true is no number.
    if type(value) is int and least <= value <= most:
        return value
    return _not_integer(value, path(where, key), least, most, clause)


def optional_integer(
    obj: Mapping[str, Any], key: str, where: str = "", least: int = 0, most: int = MOST, clause: str | None = None
) -> int | None:
    """The same, None where it is left out."""
    value = obj.get(key)
    if value is None or value is False:
        return None
    return integer(obj, key, where, least, most, clause)


def number(value: object, where: str, least: int = 0, most: int = MOST, clause: str | None = None) -> int:
    """An integer that stands in a list."""
    if type(value) is int and least <= value <= most:
        return value
    return _not_integer(value, where, least, most, clause)


def text(obj: Mapping[str, Any], key: str, where: str = "") -> str:
    """A needed text."""
    value = obj.get(key)
    if type(value) is str:
        return value
    fault(path(where, key), "Missing." if absent(value) else "Must be text.")


def optional_text(obj: Mapping[str, Any], key: str, where: str = "") -> str | None:
    value = obj.get(key)
    return None if value is None or value is False else text(obj, key, where)


def one_of(
    obj: Mapping[str, Any], key: str, options: Collection[str], where: str = "", clause: str | None = None
) -> str:
    """A needed text out of a few."""
    value = text(obj, key, where)
    if value not in options:
        fault(path(where, key), f"Must be one of {', '.join(options)}.", clause)
    return value


def flag(obj: Mapping[str, Any], key: str, where: str = "") -> bool:
    """True, or left out."""
    value = obj.get(key)
    if value is True:
        return True
    if value is None or value is False:
        return False
    fault(path(where, key), "Must be true, or left out.")


def table(obj: Mapping[str, Any], key: str, where: str = "") -> dict[str, Any]:
    """A needed object."""
    value = obj.get(key)
    if type(value) is dict:
        return value
    fault(path(where, key), "Missing." if absent(value) else "Must be an object.")


def items(obj: Mapping[str, Any], key: str, where: str = "") -> list[Any]:
    """A needed list."""
    value = obj.get(key)
    if type(value) is list:
        return value
    fault(path(where, key), "Missing." if absent(value) else "Must be a list.")


def each_object(values: list[Any], where: str) -> list[dict[str, Any]]:
    """A list whose every place holds an object."""
    for place, value in enumerate(values):
        if type(value) is not dict:
            fault(path(where, place), "Must be an object.")
    return values


def card(value: object, where: str) -> int:
    """A card's number; hands of cards in bulk go faster through `cards`."""
    if type(value) is str and value in NUMBER:
        return NUMBER[value]
    fault(where, "Not a card: rank then suit, as in As Td 7c 2h.")


def cards(values: list[Any], where: str) -> list[int]:
    """Every card of a list, by number."""
    # The place of a fault is worked out only when there is one.
    try:
        return [NUMBER[value] for value in values]
    except (KeyError, TypeError):
        return [card(value, path(where, place)) for place, value in enumerate(values)]


def _not_integer(value: object, where: str, least: int, most: int, clause: str | None) -> NoReturn:
    if absent(value):
        fault(where, "Missing.")
    if type(value) is not int:
        fault(where, "Must be an integer.")
    if least == most:
        fault(where, f"Must be {least}.", clause)
    fault(where, f"Must be between {least} and {most}.", clause)
