"""Making the shipped figures, with a bar on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.engine.odds import baccarat, snake_eyes, ultimate
from games.engine.odds.progress import Bar


def baccarat_made(decks: Iterable[int] = baccarat.DECKS) -> dict[str, Any]:
    """Rows by the number of decks."""
    numbers = list(decks)
    bar = Bar("baccarat", len(numbers))
    return {
        str(number): [found.to_json() for found in baccarat.figures(number, bar.piece(place))]
        for place, number in enumerate(numbers)
    }


def snake_eyes_made() -> dict[str, Any]:
    """Rows; 36 rolls need no bar."""
    return {"wagers": [found.to_json() for found in snake_eyes.figures()]}


def ultimate_made() -> dict[str, Any]:
    """Rows, and what best play was found to be, so that a part of it can be made again and compared."""
    bar = Bar("ultimate", len(ultimate.HANDS))
    solutions = ultimate.solutions(bar)
    rows = [found.to_json() for found in ultimate.figures(solutions)]
    return {"wagers": rows} | {hands: ultimate.kept(solution) for hands, solution in solutions.items()}


MAKERS: dict[str, Callable[[], dict[str, Any]]] = {
    "baccarat": baccarat_made,
    "ultimate": ultimate_made,
    "snake_eyes": snake_eyes_made,
}
