"""JSON in and out, strictly: no duplicate keys, no NaN, nothing too deep, UTF-8 only."""

from __future__ import annotations

import json
from json.encoder import JSONEncoder
from typing import Any, NoReturn

from casino.refused import Refused
from games.engine.form import path

NOT_JSON = "Not JSON."
NOT_OBJECT = "Not an object."
LONGEST_INTEGER = 4000


class KeyTwice(Refused):
    """A key stands twice in one object; the line's id is known all the same."""

    identity: Any = None


class _Twice(Exception):
    """Met while reading, before the place is known."""


class _Pairs(list[tuple[str, Any]]):
    """An object as written, for finding the place of a key that stands twice."""


def parse(line: bytes) -> dict[str, Any]:
    """The object on a line; `Refused` where it is none."""
    try:
        obj = _decode(line.decode())
    except (UnicodeDecodeError, RecursionError, ValueError):
        raise Refused(None, NOT_JSON) from None
    if type(obj) is not dict:
        raise Refused(None, NOT_OBJECT)
    return obj


def write(answer: dict[str, Any]) -> bytes:
    """One line of ASCII."""
    return _encoder.encode(answer).encode("ascii") + b"\n"


def _decode(line: str) -> Any:
    try:
        return _decoder.decode(line)
    except _Twice:
        _name_twice(line)
    except json.JSONDecodeError:
        raise
    # The interpreter refuses to read integers of thousands of digits: they are JSON, and too large wherever they are.
    except ValueError:
        return _long_decoder.decode(line)


# Of two equal keys JSON readers take one or the other: settling either would be a guess.
def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    obj = dict(pairs)
    if len(obj) != len(pairs):
        raise _Twice
    return obj


def _constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not JSON", name, 0)


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= LONGEST_INTEGER else float("inf")


def _name_twice(line: str) -> NoReturn:
    obj = _pairs_decoder.decode(line)
    if not isinstance(obj, _Pairs):
        raise Refused(None, NOT_OBJECT)
    refused = KeyTwice(None, "The key stands twice.", _find_twice(obj, "") or "")
    ids = [value for key, value in obj if key == "id"]
    refused.identity = ids[0] if len(ids) == 1 else None
    raise refused


def _find_twice(value: Any, where: str) -> str | None:
    if isinstance(value, _Pairs):
        seen: set[str] = set()
        for key, inner in value:
            if key in seen:
                return path(where, key)
            seen.add(key)
            if found := _find_twice(inner, path(where, key)):
                return found
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            if found := _find_twice(inner, path(where, place)):
                return found
    return None


_decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_constant)
_long_decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_constant, parse_int=_integer)
_pairs_decoder = json.JSONDecoder(object_pairs_hook=_Pairs, parse_constant=_constant, parse_int=_integer)
# ASCII out: a lone surrogate in an id comes back as it was written.
_encoder = JSONEncoder(check_circular=False, separators=(",", ":"))
