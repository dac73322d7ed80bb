"""The trail holds ids, never names: pages look the names up, with one question for each kind of thing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from casino.audit.reading import read
from casino.devices.models import Device
from casino.house.models import Place, Player, Property, Staff

Resolver = Callable[[set[int]], dict[int, str]]
_resolvers: dict[str, Resolver] = {
    "staff": lambda ids: dict(read(Staff).filter(pk__in=ids).values_list("pk", "name")),
    "player": lambda ids: dict(read(Player).filter(pk__in=ids).values_list("pk", "name")),
    "place": lambda ids: dict(read(Place).filter(pk__in=ids).values_list("pk", "code")),
    "device": lambda ids: dict(read(Device).filter(pk__in=ids).values_list("pk", "name")),
    "property": lambda ids: dict(read(Property).filter(pk__in=ids).values_list("pk", "name")),
}


def register(kind: str, resolver: Resolver) -> None:
    """Apps say how `kind:12` is called: a function from ids to names, with one question to the database."""
    _resolvers[kind] = resolver


def names_of(references: Iterable[str]) -> dict[str, str]:
    """What `staff:3`, `place:12` and the others are called; what has no name is left out."""
    wanted: dict[str, set[int]] = {kind: set() for kind in _resolvers}
    for reference in references:
        kind, _, number = reference.partition(":")
        if kind in wanted and number.isascii() and number.isdigit() and len(number) < 18:
            wanted[kind].add(int(number))
    return {
        f"{kind}:{number}": name
        for kind, resolver in _resolvers.items()
        if wanted[kind]
        for number, name in resolver(wanted[kind]).items()
    }
