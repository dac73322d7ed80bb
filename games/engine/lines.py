"""The command line's reader: one JSON object a line in, one a line out, in order, whatever the line holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, BinaryIO

from casino.refused import Refused
from games.engine import reading

Settler = Callable[[dict[str, Any]], dict[str, Any]]

GAMES = ("baccarat", "ultimate", "snake_eyes", "poker")
CHUNK = 1 << 16

# Filled as games are met, so that one game's rounds load no other game.
SETTLERS: dict[str, Settler] = {}


def settler(game: object) -> Settler:
    """The function that settles a game's records."""
    found = SETTLERS.get(game) if type(game) is str else None
    if found is not None:
        return found
    if type(game) is not str or game not in GAMES:
        raise Refused(None, f"Must be one of {', '.join(GAMES)}.", "game")
    SETTLERS[game] = import_module(f"games.engine.{game}.record").settle_record
    return SETTLERS[game]


def answer(line: bytes) -> dict[str, Any]:
    """The answer to one line; never raises."""
    identity: str | int | None = None
    try:
        obj = reading.parse(line)
        identity = _identity(obj)
        return {"id": identity, **settler(obj.get("game"))(obj)}
    except Refused as refused:
        if isinstance(refused, reading.KeyTwice) and type(refused.identity) in (str, int):
            identity = refused.identity
        fault = {"where": refused.where, "clause": refused.clause, "message": refused.message}
        return {"id": identity, "error": fault}
    # A line that finds a fault of ours is still answered, and the next one goes on (contracts: never a traceback).
    except Exception as error:
        message = f"The engine failed on this line ({type(error).__name__})."
        return {"id": identity, "error": {"where": "", "clause": None, "message": message}}


def _identity(obj: dict[str, Any]) -> str | int | None:
    value = obj.get("id")
    if type(value) is str or type(value) is int:
        return value
    if value is None or value is False:
        return None
    raise Refused(None, "Must be text, an integer or null.", "id")


def lines(source: BinaryIO) -> Iterator[list[bytes]]:
    """Whole lines as they arrive, as many at a time as are there already; memory is one chunk and one line."""
    pending: list[bytes] = []
    while chunk := _some(source):
        head, *rest = chunk.split(b"\n")
        pending.append(head)
        if rest:
            found = [b"".join(pending), *rest[:-1]]
            pending = [rest[-1]]
            yield found
    if last := b"".join(pending):
        yield [last]


def _some(source: BinaryIO) -> bytes:
    read = getattr(source, "read1", source.read)
    return bytes(read(CHUNK))


def settle_stream(source: BinaryIO, target: BinaryIO) -> None:
    """Answer every line; what is answered is flushed before more is waited for."""
    for found in lines(source):
        target.write(b"".join([reading.write(answer(line)) for line in found]))
        target.flush()
