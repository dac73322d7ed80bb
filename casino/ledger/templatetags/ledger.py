"""Amounts as they stand in columns: always with their cents, so that the points are under each other."""

from __future__ import annotations

from django import template

from casino.house.models import Property
from casino.house.templatetags.house import money_text

register = template.Library()


@register.filter
def exact(cents: int | None, prop: Property | None = None) -> str:
    if cents is None:
        return ""
    shown = money_text(cents, prop.currency if prop else "NZD")
    return shown if cents % 100 else f"{shown}.00"
