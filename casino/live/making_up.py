"""A publish that a crash or an absent Redis swallowed is found by comparing versions, and made up."""

from __future__ import annotations

import logging
import time

from casino.live import events, store
from casino.live.models import Channel

# A publish follows its commit within milliseconds: what is still missing after this will not come by itself.
A_MOMENT = 0.1
TOO_MANY = 100

log = logging.getLogger(__name__)


def make_up() -> int:
    """Publish anew what the database holds and Redis has not heard of; returns of how many channels."""
    seen = _missing()
    if not seen:
        return 0
    time.sleep(A_MOMENT)
    missing = {name: gap for name, gap in _missing().items() if seen.get(name) == gap}
    if missing:
        log.warning("made up: %s", ", ".join(sorted(missing)[:10]))
        _publish(missing)
    return len(missing)


def _missing() -> dict[str, tuple[int, int]]:
    """Per channel what the database holds and what was published, where they differ.

    Redis is read first: what is published in between must not look as if it were ahead of the database.
    """
    published = store.published()
    held = _held()
    pairs = {name: (held.get(name, 0), published.get(name, 0)) for name in held.keys() | published.keys()}
    return {name: (here, there) for name, (here, there) in pairs.items() if here != there}


def _publish(missing: dict[str, tuple[int, int]]) -> None:
    went_back = any(held < published for held, published in missing.values())
    if went_back or len(missing) > TOO_MANY:
        # A restored database, or a Redis that came back empty: no screen may go on from what it had.
        store.begin_epoch(_held())
        return
    for name, (held, _published) in missing.items():
        store.add(name, held, events.RESYNC, "")


def _held() -> dict[str, int]:
    return dict(Channel.objects.values_list("name", "version"))
