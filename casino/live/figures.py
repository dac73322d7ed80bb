"""What /metrics says of the streams of this process."""

from __future__ import annotations

from collections import Counter

_counts: Counter[str] = Counter()


def count(name: str, by: int = 1) -> None:
    _counts[name] += by


def now() -> dict[str, float]:
    names = ("streams_open", "streams_dropped_slow", "changes_read", "changes_not_published")
    return {f"live_{name}": float(_counts[name]) for name in names}
