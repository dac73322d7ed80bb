"""A demo file at each property, so that its list is not empty."""

from __future__ import annotations

from datetime import datetime

from casino.files.store import keep
from casino.house.models import Property, Staff

NOTE = """Opening checklist, {name}

1. Count the desk's float with a second person.
2. Look at every sign: limits, code, no dark screen.
3. Read the day's due work and what failed overnight.
"""


def load(prop: Property, manager: Staff, at: datetime) -> None:
    keep(content=NOTE.format(name=prop.name).encode(), name="Opening checklist.txt", by=manager, at=at, property=prop)
