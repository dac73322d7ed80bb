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
    lines = [f"{json.dumps(key)}: {_block(value)}" for key, value in figures.items()]
    path(game).write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return path(game)


def _block(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(json.dumps(row) for row in value) + "\n]"
    return json.dumps(value)
