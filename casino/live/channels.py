"""The channels that there are: apps register a prefix with its snapshot and with who may look."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from casino.live.viewers import Viewer

NAME = re.compile(r"[a-z][a-z_]{0,31}/[A-Za-z0-9][A-Za-z0-9_-]{0,63}")

Snapshot = Callable[[str], dict[str, Any]]
Allowed = Callable[[Viewer, str], bool]


@dataclass(frozen=True, slots=True)
class Registered:
    prefix: str
    snapshot: Snapshot
    allowed: Allowed


_registered: dict[str, Registered] = {}


def channel(prefix: str, *, snapshot: Snapshot, allowed: Allowed) -> None:
    """Declare `prefix/…`. Both functions get what stands behind the slash.

    `snapshot` answers all that a screen needs to begin; a name that stands for nothing raises LookupError.
    """
    _registered[prefix] = Registered(prefix, snapshot, allowed)


def find(name: str) -> tuple[Registered, str]:
    """The registration of a channel and what stands behind its slash; LookupError where there is none."""
    if not NAME.fullmatch(name):
        raise LookupError(name)
    prefix, _slash, rest = name.partition("/")
    return _registered[prefix], rest
