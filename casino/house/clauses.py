"""Clauses as pages cite them. The rulebook says in `ready()` whether one has changed since an instant."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse

from casino import clock

# NZ5, NZ11A, UTH: an Act has a clause too, but no page here.
SHORT = re.compile(r"^[A-Z]{2,4}[0-9]{0,2}[A-Z]?\Z")
Changed = Callable[[str, datetime, datetime], bool]
_openers: list[Callable[[], Changed]] = []


def register_changed(opener: Callable[[], Changed]) -> None:
    """`opener()` gives, once a page, `changed(cited, then, now)`: does the clause read otherwise now than then?"""
    _openers[:] = [opener]


def address(document: str, number: str, at: datetime | None, request: HttpRequest | None) -> str:
    """The clause as it was at an instant, or as it is. A kiosk stays among its own pages."""
    at_kiosk = request is not None and request.path.startswith("/kiosk/")
    name = "kiosk_rules_clause" if at_kiosk else "rules_clause"
    try:
        path = reverse(name, args=[document, number.split(",")[0].strip()])
    except NoReverseMatch:
        return ""
    return f"{path}?{urlencode({'at': at.isoformat()})}" if at else path


def has_changed(cited: str, at: datetime, request: HttpRequest | None) -> bool:
    kept: list[Changed] = request.__dict__.setdefault("_clauses", []) if request else []
    if not kept:
        kept += [opener() for opener in _openers]
    return any(changed(cited, at, clock.now()) for changed in kept)
