"""The read-only connection: inside `read_only()` whatever the ORM reads comes through the regulator's role.

So an audit page may call the same reading functions as every other surface. The ordinary connection answers nothing
meanwhile: a page that would use it fails at once instead of reading what the role may not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.db import connections
from django.db.models import Model, QuerySet

from casino.audit.hidden import hidden_columns

ALIAS = "audit"
_reading: ContextVar[bool] = ContextVar("audit_reading", default=False)
M = TypeVar("M", bound=Model)


class OrdinaryConnection(Exception):
    """An audit page tried to use the connection that may write."""


class Router:
    """Django asks here on which connection a query runs."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str | None:
        return ALIAS if _reading.get() else None

    def db_for_write(self, model: type[Model], **hints: Any) -> str | None:
        return ALIAS if _reading.get() else None

    def allow_relation(self, *objects: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db != ALIAS


@contextmanager
def read_only() -> Iterator[None]:
    token = _reading.set(True)
    try:
        with connections["default"].execute_wrapper(_refuse):
            yield
    finally:
        _reading.reset(token)


def _refuse(execute: Callable[..., Any], statement: str, *rest: Any) -> Any:
    raise OrdinaryConnection(f"An audit page reads through the read-only connection: {statement[:200]}")


def read(model: type[M]) -> QuerySet[M]:
    """The rows of a model as the regulator may see them: hidden columns are not asked for."""
    hidden = hidden_columns(model)
    fields = [field.attname for field in model._meta.concrete_fields if field.column in hidden]
    return model._default_manager.using(ALIAS).defer(*fields)
