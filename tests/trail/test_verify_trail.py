"""`manage.py verify_trail`: with the triggers off somebody can change a row, and it is found."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from casino.trail import checkpoints, record

AT = datetime(2026, 11, 14, 7, 42, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def trail() -> None:
    for minute in range(3):
        with transaction.atomic():
            record.append_many(
                [record.NewEvent(f"place:{n % 2}", "limits.changed", "x", AT, after={"minimum": n}) for n in range(10)]
            )
        checkpoints.seal(at=AT + timedelta(minutes=minute))
    with transaction.atomic():
        record.append_many([record.NewEvent("place:0", "a.b", "x", AT) for _ in range(3)])


def behind_our_back(statement: str) -> None:
    """As somebody who may switch triggers off."""
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement)
        cursor.execute("SET session_replication_role = DEFAULT")


def verified(capsys, *arguments: str) -> tuple[int, str, str]:
    status = 0
    try:
        call_command("verify_trail", *arguments)
    except SystemExit as ended:
        status = int(ended.code or 0)
    said = capsys.readouterr()
    return status, said.out, said.err


def test_every_stream_and_checkpoint_holds(trail, capsys):
    status, out, err = verified(capsys)
    assert status == 0
    assert "The trail holds: 33 events in 2 streams; 3 checkpoints." in out
    assert "33 of 33 events" in err


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE trail_event SET reason = 'other' WHERE stream = 'place:1' AND seq = 7", "place:1 7 was changed"),
        ("UPDATE trail_event SET at = at + interval '1 us' WHERE (stream, seq) = ('place:0', 1)", "place:0 1 was"),
        ("UPDATE trail_event SET after = '{ \"minimum\":0}' WHERE (stream, seq) = ('place:0', 1)", "place:0 1 was"),
        ("UPDATE trail_event SET actor = 'staff:9' WHERE stream = 'place:0' AND seq = 17", "place:0 17 was changed"),
        ("DELETE FROM trail_event WHERE stream = 'place:0' AND seq = 4", "place:0 4 is missing"),
        ("DELETE FROM trail_event WHERE stream = 'place:1' AND seq = 15", "place:1 15 is missing"),
        ("DELETE FROM trail_event WHERE stream = 'place:0' AND seq = 18", "place:0 18 is missing"),
        ("DELETE FROM trail_event WHERE stream = 'place:1'", "place:1 1 is missing"),
        ("UPDATE trail_stream SET seq = 17 WHERE stream = 'place:0'", "place:0 17 was changed"),
        ("DELETE FROM trail_stream WHERE stream = 'place:1'", "place:1 is there twice"),
        ("UPDATE trail_event SET stream = 'place:7' WHERE stream = 'place:0' AND seq = 18", "place:0 18 is missing"),
        ("UPDATE trail_event SET seq = 99 WHERE stream = 'place:1' AND seq = 15", "place:1 15 is missing"),
        ("UPDATE trail_sealedhead SET hash = '' WHERE stream = 'place:1' AND seq = 5", "place:1 5 was changed"),
        ("UPDATE trail_checkpoint SET at = at - interval '1 hour' WHERE number = 2", "checkpoint 2 was changed"),
        ("UPDATE trail_checkpoint SET events = 0 WHERE number = 1", "checkpoint 1 was changed"),
        ("UPDATE trail_checkpoint SET key = 'mine' WHERE number = 3", "checkpoint 3 was signed with another key"),
        ("DELETE FROM trail_checkpoint WHERE number = 2", "checkpoint 2 is missing"),
    ],
)  # fmt: skip
def test_a_change_with_the_triggers_off_is_named(trail, capsys, statement, said):
    behind_our_back(statement)
    status, out, _ = verified(capsys)
    assert status == 1
    assert f"BROKEN: {said}" in out


def test_an_event_put_past_the_head_is_found(trail, capsys):
    behind_our_back(
        "INSERT INTO trail_event SELECT stream, 99, at, property, actor, request, kind, subject, before, after, reason,"
        " clause, rule_set, previous, hash FROM trail_event WHERE stream = 'place:1' AND seq = 15"
    )
    status, out, _ = verified(capsys)
    assert (status, "BROKEN: place:1 99 is there twice" in out) == (1, True)


def test_last_checkpoints_removed_are_found_only_by_one_that_is_held(trail, capsys, tmp_path):
    held = tmp_path / "held.json"
    held.write_bytes(checkpoints.as_line(checkpoints.Checkpoint.objects.get(number=3)))
    assert verified(capsys, "--checkpoint", str(held))[0] == 0
    behind_our_back("DELETE FROM trail_sealedhead WHERE checkpoint_id = 3")
    behind_our_back("DELETE FROM trail_checkpoint WHERE number = 3")
    assert verified(capsys)[0] == 0
    status, out, _ = verified(capsys, "--checkpoint", str(held))
    assert (status, "it ends at checkpoint 2, and you hold 3" in out) == (1, True)


def test_a_checkpoint_that_cannot_be_read_is_said(trail, capsys, tmp_path):
    status, _, err = verified(capsys, "--checkpoint", str(tmp_path / "none"))
    assert (status, "cannot be used as a checkpoint" in err) == (2, True)
