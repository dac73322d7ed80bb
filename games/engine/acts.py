"""Frozen dataclasses to JSON and back, checked by their annotations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from casino.refused import Refused
from games.engine.cards import CARDS, NUMBER


class Act:
    """Base of acts: frozen values that go to JSON and back; `kind` is the class name in snake case."""

    __slots__ = ()
    kind: ClassVar[str] = ""

    # Runs again for the class that `slots=True` makes, with the same result.
    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


ActT = TypeVar("ActT", bound=Act)


def to_json(act: Act) -> dict[str, Any]:
    """`{"kind": "place_wager", …}`; cards stand as text, tuples as lists."""
    return {"kind": act.kind, **plain(act)}


def from_json(acts: Iterable[type[ActT]], obj: Mapping[str, Any]) -> ActT:
    """The act that `obj` describes, among those that a game knows."""
    found = next((act for act in acts if act.kind == obj.get("kind")), None)
    if found is None:
        raise Refused(None, "No such act.", "kind")
    act: ActT = built(found, {key: value for key, value in obj.items() if key != "kind"}, "")
    return act


# Resolving annotations costs more than all the rest; acts are read and written for every step of a round.
_hints: dict[Any, dict[str, Any]] = {}


def hints(cls: Any) -> dict[str, Any]:
    """Annotations resolved once per class, with what `Annotated` adds."""
    if cls not in _hints:
        _hints[cls] = get_type_hints(cls, include_extras=True)
    return _hints[cls]


def plain(value: Any) -> dict[str, Any]:
    """A frozen dataclass (a set-up, an act without its kind) as JSON's own values."""
    types = hints(type(value))
    return {item.name: _out(getattr(value, item.name), types[item.name]) for item in fields(value)}


def _out(value: Any, kind: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if _is_card(kind):
        return CARDS[value]
    if isinstance(value, tuple):
        return [_out(item, get_args(_inner(kind))[0]) for item in value]
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return plain(value)
    return value


def built(cls: type[Any], obj: Mapping[str, Any], where: str = "") -> Any:
    """The reverse of `plain`, checked field by field."""
    types = hints(cls)
    known = {item.name: item for item in fields(cls)}
    for key in obj:
        if key not in known:
            raise Refused(None, f"{cls.__name__} has no {key}.", _path(where, key))
    values = {}
    for name, item in known.items():
        if name in obj:
            values[name] = _in(obj[name], types[name], _path(where, name))
        elif item.default is MISSING and item.default_factory is MISSING:
            raise Refused(None, f"{name} is missing.", _path(where, name))
    return cls(**values)


def _in(value: Any, kind: Any, where: str) -> Any:
    kinds = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    for one in kinds:
        if _fits(value, one):
            return _convert(value, one, where)
    raise Refused(None, "Not a card." if _is_card(kind) else "Of the wrong kind.", where)


def _fits(value: Any, kind: Any) -> bool:
    if kind is NoneType:
        return value is None
    if _is_card(kind):
        return isinstance(value, str) and value in NUMBER
    if get_origin(kind) is tuple:
        return isinstance(value, list | tuple)
    if is_dataclass(kind):
        return isinstance(value, Mapping)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return value in [member.value for member in kind]
    return type(value) is kind


def _convert(value: Any, kind: Any, where: str) -> Any:
    if _is_card(kind):
        return NUMBER[value]
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return tuple(_in(item, inner, f"{where}[{place}]") for place, item in enumerate(value))
    if is_dataclass(kind) and isinstance(kind, type):
        return built(kind, value, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    return value


def _inner(kind: Any) -> Any:
    """The tuple inside `tuple[X, ...] | None`."""
    if get_origin(kind) in (Union, UnionType):
        return next(one for one in get_args(kind) if get_origin(one) is tuple)
    return kind


def _is_card(kind: Any) -> bool:
    if get_origin(kind) in (Union, UnionType):
        return any(_is_card(one) for one in get_args(kind))
    return get_origin(kind) is Annotated and "card" in kind.__metadata__


def _path(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
