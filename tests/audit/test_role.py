"""The regulator's role, as itself: it may read what is not hidden, and nothing else."""

from __future__ import annotations

import threading
from io import StringIO

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections, models
from django.db.utils import DatabaseError, ProgrammingError

from casino.audit import hidden, role
from casino.audit.reading import read
from casino.house.models import Player, Staff
from casino.house.ranks import Rank
from tests.factories import make_player, make_staff

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "audit"])


def as_regulator(statement: str) -> list[tuple]:
    with connections["audit"].cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall() if cursor.description else []


@pytest.fixture
def writable() -> None:
    """Somebody who talks to the server as that role can switch its read-only default off; the grants remain."""
    as_regulator("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE")
    yield
    connections["audit"].close()


def tables() -> list[str]:
    return sorted(connection.introspection.table_names())


def test_it_is_a_log_in_of_its_own_that_leads_nowhere_else():
    assert as_regulator("SELECT session_user, current_user") == [(role.name(), role.name())]
    as_regulator("RESET ROLE")
    as_regulator("RESET SESSION AUTHORIZATION")
    assert as_regulator("SELECT current_user") == [(role.name(),)]
    with pytest.raises(ProgrammingError, match="permission denied"):
        as_regulator("SET ROLE postgres")
    rights = "rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolinherit"
    assert as_regulator(f"SELECT {rights} FROM pg_roles WHERE rolname = current_user") == [(False,) * 6]
    assert as_regulator("SHOW default_transaction_read_only") == [("on",)]


def test_by_itself_it_does_not_even_begin_to_write():
    with pytest.raises(Exception, match="read-only transaction"):
        as_regulator("UPDATE house_property SET name = 'x'")


def test_it_cannot_change_any_table(writable):
    assert len(tables()) > 20
    for table in tables():
        for statement in (
            f"INSERT INTO {table} DEFAULT VALUES", f"DELETE FROM {table}", f"TRUNCATE {table} CASCADE",
            f"DROP TABLE {table}", f"ALTER TABLE {table} ADD x int",
        ):  # fmt: skip
            with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"):
                as_regulator(statement)
        column = connection.introspection.get_table_description(connection.cursor(), table)[0].name
        with pytest.raises(ProgrammingError, match="permission denied"):
            as_regulator(f'UPDATE {table} SET "{column}" = NULL')


NOT_ALLOWED = (
    "CREATE TABLE mine (x int)", "CREATE TEMPORARY TABLE mine (x int)", "CREATE SCHEMA mine",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'", "CREATE ROLE other", "CREATE DATABASE other",
    "SELECT trail_append('a:1', now(), 1, 'a', '', 'a.b', 'x', NULL, NULL, '', '', '')",
    "SELECT nextval('house_staff_id_seq')", "SELECT pg_read_file('/etc/passwd')",
    "COPY (SELECT 1) TO PROGRAM 'true'", "ALTER TABLE trail_event DISABLE TRIGGER ALL",
    "SET session_replication_role = replica", "SELECT lo_create(0)", "SELECT lo_from_bytea(0, '')",
)  # fmt: skip


def test_it_cannot_make_or_reach_anything_else(writable):
    for statement in NOT_ALLOWED:
        with pytest.raises(DatabaseError, match=r"permission denied|must be owner"):
            as_regulator(statement)


def test_it_reads_every_column_that_is_not_hidden_and_no_other():
    seen = 0
    for table, (columns, whole) in hidden.shown().items():
        everything = [
            column.name for column in connection.introspection.get_table_description(connection.cursor(), table)
        ]
        for column in everything:
            statement = f'SELECT "{column}" FROM {table} LIMIT 1'
            if column in columns:
                as_regulator(statement)
                seen += 1
            else:
                assert not whole
                with pytest.raises(ProgrammingError, match="permission denied"):
                    as_regulator(statement)
    assert seen > 80


SECRETS = (
    "SELECT password FROM house_staff", "SELECT pin FROM house_staff", "SELECT pin FROM house_player",
    "SELECT * FROM house_staff", "SELECT token_hash FROM devices_device", "SELECT session_data FROM django_session",
    "SELECT session_key FROM django_session", "SELECT 1 FROM axes_accessattempt", "SELECT text FROM house_answer",
    "SELECT count(*) FROM house_staff WHERE password LIKE 'md5%%'", "SELECT name FROM house_staff ORDER BY pin",
    "SELECT rolpassword FROM pg_authid", "SELECT house_staff FROM house_staff",
)  # fmt: skip


def test_secrets_cannot_be_read_in_any_way():
    make_staff(Rank.DEALER)
    for statement in SECRETS:
        with pytest.raises(ProgrammingError, match="permission denied"):
            as_regulator(statement)


def test_reading_as_the_regulator_leaves_hidden_columns_out():
    staff, player = make_staff(Rank.DEALER), make_player()
    assert read(Staff).get(pk=staff.pk).name == staff.name
    assert read(Player).get(pk=player.pk).card_number == player.card_number
    with pytest.raises(ProgrammingError, match="permission denied"):
        _ = read(Staff).get(pk=staff.pk).password


def test_a_model_says_itself_what_is_hidden():
    class Shoe(models.Model):
        audit_hides = ("order",)
        order = models.TextField()
        api_token = models.TextField()
        spinning = models.TextField()

        class Meta:
            app_label = "audit"

    class Vault(models.Model):
        audit_hides = "*"
        content = models.TextField()

        class Meta:
            app_label = "audit"

    class Wrong(models.Model):
        audit_hides = ("nothing_of_that_name",)

        class Meta:
            app_label = "audit"

    try:
        assert hidden.hidden_columns(Shoe) == {"order", "api_token"}
        assert hidden.hidden_columns(Vault) == {"id", "content"}
        with pytest.raises(ValueError, match="no column nothing_of_that_name"):
            hidden.hidden_columns(Wrong)
    finally:
        for name in ("shoe", "vault", "wrong"):
            del apps.all_models["audit"][name]
        apps.clear_cache()


def test_other_peoples_models_are_hidden_by_name(monkeypatch):
    monkeypatch.setattr(hidden, "_said", dict(hidden._said))
    hidden.hide("house.place", "name")
    hidden.hide("house.Exclusion")
    from casino.house.models import Exclusion, Place

    assert hidden.hidden_columns(Place) == {"name"}
    assert "reason" in hidden.hidden_columns(Exclusion)


def test_what_is_hidden_later_is_taken_away_at_the_next_start(monkeypatch):
    monkeypatch.setattr(hidden, "_said", dict(hidden._said))
    assert as_regulator("SELECT count(name) FROM house_place") == [(0,)]
    hidden.hide("house.place", "name")
    role.make()
    with pytest.raises(ProgrammingError, match="permission denied"):
        as_regulator("SELECT count(name) FROM house_place")
    monkeypatch.undo()
    role.make()
    assert as_regulator("SELECT count(name) FROM house_place") == [(0,)]


def dsn(database: str) -> str:
    given = connection.settings_dict
    return f"host={given['HOST']} user={given['USER']} dbname={database}"


@pytest.fixture
def another_role(settings):
    """A role that nobody has made yet; roles belong to the server, which other test processes share."""
    name = f"race_{connection.settings_dict['NAME']}"
    settings.DATABASES["audit"]["USER"], ours = name, settings.DATABASES["audit"]["USER"]
    yield name
    settings.DATABASES["audit"]["USER"] = ours
    with connection.cursor() as cursor:
        cursor.execute(f"DROP OWNED BY {name}")
        cursor.execute(f"DROP ROLE {name}")


def test_many_processes_make_it_at_the_same_moment(another_role):
    together, failed = threading.Barrier(6), []

    def start() -> None:
        try:
            together.wait()
            assert role.make()
        except Exception as error:
            failed.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with psycopg.connect(
        dsn(connection.settings_dict["NAME"]).replace("user=postgres", f"user={another_role}")
    ) as other:
        assert other.execute("SELECT count(*) FROM trail_event").fetchone() == (0,)


def test_another_database_on_the_server_makes_it_at_the_same_moment(another_role):
    """Roles belong to the server: no lock of one database keeps another from making the same one."""
    name = str(connection.settings_dict["NAME"])
    with psycopg.connect(dsn("postgres"), autocommit=True) as other:
        blocked = other.cursor()
        blocked.execute("BEGIN")
        blocked.execute(f"CREATE ROLE {another_role} LOGIN")
        done = []
        waiting = threading.Thread(target=lambda: (done.append(role.make()), connections.close_all()))
        waiting.start()
        waiting.join(0.5)
        assert done == []
        blocked.execute("COMMIT")
        waiting.join(10)
    assert done == [True]
    assert name


def test_where_we_may_not_make_roles_the_sql_is_printed(monkeypatch):
    monkeypatch.setattr(role, "_role_is_there", lambda: False)
    out, err = StringIO(), StringIO()
    poor = f"poor_{connection.settings_dict['NAME']}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {poor} LOGIN")
        cursor.execute(f"SET ROLE {poor}")
        try:
            call_command("audit_role", stdout=out, stderr=err)
        finally:
            cursor.execute("RESET ROLE")
            cursor.execute(f"DROP ROLE {poor}")
    assert "We may not make the role pitboss_audit" in err.getvalue()
    printed = out.getvalue()
    assert printed.startswith('CREATE ROLE "pitboss_audit" LOGIN NOINHERIT')
    assert 'GRANT SELECT ON "trail_event" TO "pitboss_audit";' in printed
    assert '"password"' not in printed
    assert "django_session" not in printed


def test_the_printed_sql_is_all_that_is_needed(another_role):
    out = StringIO()
    call_command("audit_role", "--print", stdout=out)
    with connection.cursor() as cursor:
        cursor.execute(out.getvalue())
    with psycopg.connect(
        dsn(connection.settings_dict["NAME"]).replace("user=postgres", f"user={another_role}")
    ) as other:
        assert other.execute("SELECT count(*) FROM house_property").fetchone() == (0,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            other.execute("SELECT password FROM house_staff")
