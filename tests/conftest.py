"""Fixtures for all tests. PostgreSQL and Redis start when the first test needs them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests import services


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever uses the database gets Redis too: what is committed is published there."""
    for item in items:
        if item.get_closest_marker("django_db"):
            item.fixturenames.insert(0, "redis_server")  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    services.postgres()
    services.redis()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest.FixtureDef) -> None:
    """Every test database gets the regulator's role."""
    from django.core.management import call_command

    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        call_command("audit_role", verbosity=0)


@pytest.fixture(autouse=True, scope="session")
def _flush_past_the_triggers() -> Iterator[None]:
    """Transactional tests end with TRUNCATE, which the trail and the ledger refuse to everybody else."""
    from django.db.backends.base.operations import BaseDatabaseOperations

    flush = BaseDatabaseOperations.execute_sql_flush

    def as_replica(self: Any, statements: list[str]) -> None:
        quiet = ["SET session_replication_role = replica;", *statements, "SET session_replication_role = DEFAULT;"]
        flush(self, quiet)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", as_replica)
        yield


@pytest.fixture(scope="session")
def redis_server() -> str:
    """Redis, one of its databases for each xdist worker."""
    services.redis()
    return os.environ["REDIS_URL"]


@pytest.fixture(autouse=True)
def _no_leftover_request_id() -> None:
    from casino import context

    context.request_id.set("")
