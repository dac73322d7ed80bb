"""A bar on stderr while figures are being made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Lock

WIDTH = 40
Progress = Callable[[float], None]


class Bar:
    """Several pieces of work of equal size, drawn as one bar."""

    def __init__(self, title: str, pieces: int) -> None:
        self.title = title
        self.done = [0.0] * pieces
        self.drawn = -1
        self.lock = Lock()

    def piece(self, number: int) -> Progress:
        """What one piece of work calls with the part of it that is done."""

        def advance(part: float) -> None:
            with self.lock:
                self.done[number] = part
                self._draw()

        return advance

    def _draw(self) -> None:
        percent = int(100 * sum(self.done) / len(self.done))
        if percent == self.drawn or (percent % 10 and not sys.stderr.isatty()):
            return
        self.drawn = percent
        filled = WIDTH * percent // 100
        bar = "#" * filled + "." * (WIDTH - filled)
        print(f"\r{self.title} [{bar}] {percent:3d} %", end="\n" if percent == 100 else "", file=sys.stderr, flush=True)
