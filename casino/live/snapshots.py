"""A channel as it is in the database at one instant, with the version to which that belongs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, connections, transaction

from casino.live import channels
from casino.live.models import Channel


@contextmanager
def one_instant() -> Iterator[None]:
    """Version and content of the same commit: otherwise a change could be shown twice."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def version_of(name: str) -> int:
    found = Channel.objects.filter(name=name).values_list("version", flat=True).first()
    return found or 0


def take(name: str) -> tuple[int, dict[str, Any]]:
    registered, rest = channels.find(name)
    with one_instant():
        return version_of(name), registered.snapshot(rest)


def take_and_let_go(name: str) -> tuple[int, dict[str, Any]]:
    """In a thread of the streams: a connection that was kept would be kept for the life of the thread."""
    try:
        return take(name)
    finally:
        connections.close_all()
