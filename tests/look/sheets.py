"""Reads our stylesheets: which tokens there are, in which scheme, and how far two colours stand apart."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "static"
SCHEMES = ("light", "dark")

_TOKEN = re.compile(r"--([\w-]+):\s*(?:light-dark\((#\w+),\s*(#\w+)\)|(#\w+));")


def sheets() -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(STATIC.glob("*.css"))}


def colours(scheme: str) -> dict[str, str]:
    """The colour tokens of tokens.css in one scheme, by name."""
    found = {}
    for name, light, dark, both in _TOKEN.findall((STATIC / "tokens.css").read_text()):
        # Print repeats some tokens later in the file: the first one is the screen's.
        found.setdefault(name, both or (light if scheme == "light" else dark))
    return found


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    channels = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
