"""The figures that ship with the package: one small JSON file a game, written by `odds make`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "figures"


def path(game: str) -> Path:
    return FOLDER / f"{game}.json"


def read(game: str) -> dict[str, Any]:
    """What was stored for a game."""
    stored: dict[str, Any] = json.loads(path(game).read_text())
    return stored


def write(game: str, figures: dict[str, Any]) -> Path:
    """Store a game's figures, one row a line so that a change can be read."""
    path(game).write_text(_block(figures, depth=2) + "\n")
    return path(game)


def _block(value: Any, depth: int) -> str:
    """JSON with a line for each part, down to a depth."""
    if depth and isinstance(value, dict):
        return (
            "{\n" + ",\n".join(f"{json.dumps(key)}: {_block(part, depth - 1)}" for key, part in value.items()) + "\n}"
        )
    if depth and isinstance(value, list):
        return "[\n" + ",\n".join(_block(part, depth - 1) for part in value) + "\n]"
    return json.dumps(value)
