"""The database role of the regulator's pages: a log-in of its own that may SELECT what is not hidden, nothing else.

A role that one connects as, not one that one changes into: no `RESET ROLE` leads out of it. Roles belong to the whole
server, so that another process or another test database may be making this one at the same moment.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import psycopg
from django.conf import settings
from django.db import connection, transaction
from django.db.utils import Error, InternalError, ProgrammingError
from psycopg import sql

from casino.audit.hidden import shown

ATTRIBUTES = "LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS"
ONE_AT_A_TIME = 0x5049_5442_0001
TRIES = 20


def name() -> str:
    return str(settings.DATABASES["audit"]["USER"])


def make() -> bool:
    """Make the role and give it what it may read. False where we may not make roles and there is none."""
    made = _role_is_there() or _create()
    if made:
        _again_if_busy(_set_password)
        _again_if_busy(_grant)
    return made


def statements() -> Iterator[str]:
    """Everything as SQL, for a database administrator to run."""
    role = sql.Identifier(name())
    yield _text(sql.SQL("CREATE ROLE {} " + ATTRIBUTES + " PASSWORD {}").format(role, sql.Literal("choose one")))
    for statement in _grants():
        yield _text(statement)


def _role_is_there() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name()])
        return cursor.fetchone() is not None


def _create() -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_text(sql.SQL("CREATE ROLE {} " + ATTRIBUTES).format(sql.Identifier(name()))))
    except ProgrammingError as error:
        if isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege):
            return False
        if not isinstance(error.__cause__, psycopg.errors.DuplicateObject):
            raise
    except Error as error:
        # Somebody else's CREATE ROLE came first and is not yet committed when we look for it.
        if not isinstance(error.__cause__, psycopg.errors.UniqueViolation):
            raise
    return True


def _set_password() -> None:
    """The role logs in with the password of the connection; a role that others look after is left as it is."""
    role, password = sql.Identifier(name()), settings.DATABASES["audit"].get("PASSWORD") or ""
    alter = sql.SQL("ALTER ROLE {} " + ATTRIBUTES + " PASSWORD {}").format(role, sql.Literal(password))
    read_only = sql.SQL("ALTER ROLE {} SET default_transaction_read_only = on").format(role)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_text(alter))
            cursor.execute(_text(read_only))
    except ProgrammingError as error:
        if not isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege):
            raise


def _grant() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ONE_AT_A_TIME])
        for statement in _grants():
            cursor.execute(_text(statement))


def _grants() -> Iterator[sql.Composed]:
    """One transaction: nobody sees the moment between taking away and giving."""
    role = sql.Identifier(name())
    database = sql.Identifier(str(connection.settings_dict["NAME"]))
    yield sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, role)
    yield sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(database)
    # Everybody may make large objects unless told otherwise; the application has none.
    yield sql.SQL(
        "REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC"
    ).format()
    yield sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(role)
    yield sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(role)
    there = set(connection.introspection.table_names())
    for table, (columns, whole) in sorted(shown().items()):
        if not columns or table not in there:
            continue
        what = sql.SQL("SELECT") if whole else sql.SQL("SELECT ({})").format(_names(columns))
        yield sql.SQL("GRANT {} ON {} TO {}").format(what, sql.Identifier(table), role)


def _names(columns: list[str]) -> sql.Composed:
    return sql.SQL(", ").join(sql.Identifier(column) for column in columns)


def _again_if_busy(step: object) -> None:
    """PostgreSQL refuses two changes of one role or one privilege list at the same moment, and says no more."""
    assert callable(step)
    for left in reversed(range(TRIES)):
        try:
            step()
            return
        except InternalError as error:
            if not left or "concurrently" not in str(error):
                raise
            time.sleep(0.05)


def _text(statement: sql.Composed) -> str:
    return statement.as_string(None)
