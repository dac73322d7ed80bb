"""Alive, ready, and figures for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Gauge, generate_latest

from casino import clock

WORKER_SILENT_AFTER_SECONDS = 15
# Of this process alone: a new release brings new processes.
_migrated = False

Figures = Callable[[], dict[str, float]]
_figures: list[Figures] = []


def register_figures(figures: Figures) -> Figures:
    """Apps add gauges to /metrics: a function from nothing to names and values."""
    if figures not in _figures:
        _figures.append(figures)
    return figures


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("alive\n", content_type="text/plain")


def readyz(request: HttpRequest) -> JsonResponse:
    """200 when database, Redis, workers and migrations are ready; else 503 and which of them is not."""
    parts = {"database": database(), "redis": redis_answers(), "worker": worker(), "migrations": migrations()}
    return JsonResponse(parts, status=200 if all(state == "ok" for state in parts.values()) else 503)


def database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "does not answer"
    return "ok"


def redis_answers() -> str:
    try:
        redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2).ping()
    except redis.RedisError:
        return "does not answer"
    return "ok"


def worker() -> str:
    """The worker leaves a mark in Redis each second that it sweeps."""
    try:
        mark = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2).get("pitboss:swept")
    except redis.RedisError:
        return "not known: Redis does not answer"
    if mark is None:
        return "no worker has swept yet"
    silent = clock.now().timestamp() - float(mark)
    return "ok" if silent < WORKER_SILENT_AFTER_SECONDS else f"silent for {silent:.0f} s"


def swept(client: redis.Redis | None = None) -> None:
    """Called by the sweep after each run."""
    client = client or redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2)
    client.set("pitboss:swept", clock.now().timestamp(), ex=3600)


def migrations() -> str:
    global _migrated
    if _migrated:
        return "ok"
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return "not known: the database does not answer"
    if waiting:
        return f"{len(waiting)} not applied"
    _migrated = True
    return "ok"


def metrics(request: HttpRequest) -> HttpResponse:
    registry = CollectorRegistry()
    for figures in _figures:
        for name, value in figures().items():
            Gauge(f"pitboss_{name}", name.replace("_", " "), registry=registry).set(value)
    body = generate_latest(REGISTRY) + generate_latest(registry)
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)
