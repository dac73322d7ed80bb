"""What live keeps in Redis: one capped stream, the last version published per channel, and an epoch.

The epoch is a random name for this history of the stream. It changes when Redis has lost it, so that an id of an
earlier one is never taken for one of this. Nothing here matters for longer than a reconnect: versions are in the
database.
"""

from __future__ import annotations

import logging
import secrets
import time

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.retry import Retry

from casino.live import figures

STREAM, VERSIONS, COUNT, EPOCH = "{live}:stream", "{live}:versions", "{live}:count", "{live}:epoch"
MOST_KEPT = 10_000
AWAY_FOR = 0.5
TIMEOUT = 1.0

# Versions only rise here; a number that rises by one with each entry shows a reader that it was overtaken.
ADD = """
local n = redis.call('INCR', KEYS[3])
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'n', n, 'c', ARGV[2], 'v', ARGV[3], 'k', ARGV[4], 'd', ARGV[5])
local last = redis.call('HGET', KEYS[2], ARGV[2])
if not last or tonumber(last) < tonumber(ARGV[3]) then redis.call('HSET', KEYS[2], ARGV[2], ARGV[3]) end
return n
"""
log = logging.getLogger(__name__)
_clients: dict[str, tuple[redis.Redis, Script]] = {}
_away_until = 0.0


def _connected() -> tuple[redis.Redis, Script]:
    """One client per process and address; a server that does not answer costs a second at the most."""
    url = settings.REDIS_URL
    if url not in _clients:
        made = redis.Redis.from_url(
            url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=Retry(NoBackoff(), 0)
        )
        _clients[url] = made, made.register_script(ADD)
    return _clients[url]


def client() -> redis.Redis:
    return _connected()[0]


def add(channel: str, version: int, kind: str, data: str) -> None:
    _client, script = _connected()
    script(keys=[STREAM, VERSIONS, COUNT], args=[MOST_KEPT, channel, version, kind, data])


def add_if_there(channel: str, version: int, kind: str, data: str) -> None:
    """Publish, or leave it to `make_up`: the change is committed, and nobody waits for a Redis that is away."""
    global _away_until
    if time.monotonic() < _away_until:
        figures.count("changes_not_published")
        return
    try:
        add(channel, version, kind, data)
    except redis.RedisError as error:
        _away_until = time.monotonic() + AWAY_FOR
        figures.count("changes_not_published")
        log.warning("not published, to be made up: %s %s (%s)", channel, version, error)


def published() -> dict[str, int]:
    """The last version of each channel that went out."""
    found: dict[bytes, bytes] = client().hgetall(VERSIONS)  # type: ignore[assignment]
    return {name.decode(): int(version) for name, version in found.items()}


def begin_epoch(versions: dict[str, int]) -> None:
    """Every screen takes a fresh snapshot: what was published before is not to be resumed from."""
    with client().pipeline(transaction=True) as pipe:
        # The stream begins anew as well: a reader that starts over must not take old entries for new ones.
        pipe.delete(VERSIONS, STREAM)
        if versions:
            pipe.hset(VERSIONS, mapping={name: str(version) for name, version in versions.items()})
        pipe.set(EPOCH, new_epoch())
        pipe.eval(ADD, 3, STREAM, VERSIONS, COUNT, MOST_KEPT, "", 0, "epoch", "")
        pipe.hdel(VERSIONS, "")
        pipe.execute()


def new_epoch() -> str:
    return secrets.token_hex(4)
