from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from casino.live import store
from tests.devices.makers import bearer, make_device
from tests.live.server import OwnRedis, Server, Stream


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One after the other: two servers beside each other on two cores make their timing a matter of luck."""
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.xdist_group("faults"))


@pytest.fixture(scope="session")
def own_redis() -> Iterator[OwnRedis]:
    redis = OwnRedis().start()
    yield redis
    redis.close()


@pytest.fixture
def redis_here(own_redis: OwnRedis, settings) -> OwnRedis:
    """This process publishes where the server under test reads."""
    settings.REDIS_URL = own_redis.url
    store._away_until = 0.0
    # The test's database is empty again: what Redis holds is of another one.
    store.begin_epoch({})
    return own_redis


@pytest.fixture(scope="session")
def _server(own_redis: OwnRedis, django_db_setup: None, django_db_blocker) -> Iterator[list[Server]]:
    """One web server for all these tests; those who stop it leave a new one."""
    with django_db_blocker.unblock():
        running = [Server(own_redis.url).start()]
    yield running
    running[0].close()


@pytest.fixture
def server(_server: list[Server], redis_here: OwnRedis, transactional_db: None) -> Server:
    if _server[0].process.poll() is not None:
        _server[0].close()
        _server[0] = Server(redis_here.url).start()
    return _server[0]


@pytest.fixture
def sign(transactional_db: None, redis_here: OwnRedis):
    return make_device()


@pytest.fixture
def listen(server: Server) -> Iterator[Callable[..., Stream]]:
    opened: list[Stream] = []

    def open_stream(channel: str, token: str = "", **headers: str) -> Stream:
        stream = Stream(server.port, channel, **(bearer(token) if token else {}), **headers)
        opened.append(stream)
        return stream

    yield open_stream
    for stream in opened:
        stream.close()
