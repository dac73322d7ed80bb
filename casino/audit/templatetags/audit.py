"""Hashes as pages write them."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def digest(value: bytes | memoryview | None) -> str:
    """All of it, in groups of four that an eye can follow."""
    text = bytes(value or b"").hex()
    return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


@register.filter
def brief(value: bytes | memoryview | None) -> str:
    """The beginning and the end, where the rest stands elsewhere."""
    text = bytes(value or b"").hex()
    return f"{text[:4]} {text[4:8]} … {text[-4:]}" if text else ""
