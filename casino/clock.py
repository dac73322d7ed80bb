"""The one place that reads the clock. Verbs take the instant as an argument."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)
