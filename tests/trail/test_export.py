"""An export holds by itself: whole, since a checkpoint, or of some streams with their proofs."""

from __future__ import annotations

import json
import tracemalloc
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.db import transaction

from casino.trail import checkpoints, export, record, verify
from casino.trail.checking import Broken, Check

AT = datetime(2026, 11, 14, 7, 42, tzinfo=UTC)


def evening(*, places: int = 3, minutes: int = 4, each: int = 5) -> None:
    """Some tables over some minutes, each minute sealed, and one event that is not."""
    for number in range(minutes):
        with transaction.atomic():
            record.append_many(
                [
                    record.NewEvent(f"place:{place}", "limits.changed", "x", AT, reason=f"{number} “Tāmaki” \u2028")
                    for place in range(places)
                    for _ in range(each)
                    if place <= number
                ]
            )
        checkpoints.seal(at=AT + timedelta(minutes=number))
    with transaction.atomic():
        record.append(stream="place:0", kind="a.b", subject="x", at=AT)


def check(lines, held=None) -> Check:
    found = Check(checkpoints.trusted_keys(), held)
    found.feed(lines)
    found.end()
    return found


def held(number: int) -> dict[int, bytes]:
    row = checkpoints.Checkpoint.objects.get(number=number)
    return {number: checkpoints.signed_text(row).encode()}


@pytest.mark.django_db
def test_the_whole_trail_holds_in_the_order_of_its_checkpoints():
    evening()
    lines = list(export.whole(at=AT))
    found = check(lines, held(2) | held(4))
    assert (found.events, found.checkpoints, found.unsealed, found.matched) == (46, 4, 1, [2, 4])
    assert json.loads(lines[0])["fields"][0] == "stream"
    assert [line for line in lines if line.startswith(b'{"checkpoint":3,')] == [
        checkpoints.as_line(checkpoints.Checkpoint.objects.get(number=3))
    ]


@pytest.mark.django_db
def test_portions_and_great_checkpoints_make_no_difference(monkeypatch):
    evening(places=4, minutes=6, each=7)
    whole = list(export.whole(at=AT))
    monkeypatch.setattr(export, "PORTION", 3)
    monkeypatch.setattr(export, "TOGETHER", 2)
    assert list(export.whole(at=AT)) == whole


@pytest.mark.django_db
def test_an_export_since_a_checkpoint_begins_with_the_heads_that_it_covers():
    evening()
    lines = list(export.whole(at=AT, since=2))
    found = check(lines, held(2) | held(3))
    assert (found.events, found.checkpoints, found.since) == (31, 3, 2)
    assert found.heads["place:0"].seq == 21
    with pytest.raises(Broken, match="checkpoint 1 is not in this export"):
        check(lines, held(1))


@pytest.mark.django_db
def test_heads_at_the_beginning_cannot_be_invented():
    evening()
    lines = list(export.whole(at=AT, since=2))
    lines[1] = lines[1].replace(b'"seq":10', b'"seq":9')
    with pytest.raises(Broken, match="checkpoint 2 does not match"):
        check(lines)


@pytest.mark.django_db
def test_some_streams_come_with_their_proofs_in_the_last_checkpoint_and_in_one_that_is_held():
    evening()
    lines = list(export.of_streams(["place:0", "place:2"], at=AT, against=[1, 3]))
    found = check(lines, held(1) | held(3) | held(4))
    assert (found.events, found.checkpoints, found.unsealed) == (31, 3, 1)
    assert not any(b'"place:1"' in line for line in lines[1:])
    with pytest.raises(Broken, match="checkpoint 2 is not in this export"):
        check(lines, held(2))


@pytest.mark.django_db
def test_a_proof_of_another_head_leads_nowhere():
    evening()
    lines = list(export.of_streams(["place:1"], at=AT))
    at = next(number for number, line in enumerate(lines) if line.startswith(b'{"head"'))
    proof = json.loads(lines[at])
    for wrong in ({"path": proof["path"][:-1]}, {"leaf": 2}, {"path": proof["path"][::-1]}, {"path": ["zz"]}):
        forged = [*lines]
        forged[at] = json.dumps(proof | wrong).encode() + b"\n"
        with pytest.raises(Broken, match="place:1 15 was changed: its proof does not lead to checkpoint 4"):
            check(forged)


@pytest.mark.django_db
def test_a_stream_that_is_promised_and_not_there_is_missing():
    evening()
    with pytest.raises(Broken, match="player:7 1 is missing"):
        check(export.of_streams(["place:1", "player:7"], at=AT))


@pytest.mark.django_db
def test_an_empty_trail_holds_and_vouches_for_nothing():
    found = check(export.whole(at=AT))
    assert (found.events, found.sealed) == (0, None)
    assert "nothing can be vouched for" in "".join(verify.said(found))


@pytest.mark.django_db
def test_memory_stays_flat():
    evening(places=2, minutes=3, each=2000)
    tracemalloc.start()
    lines = sum(1 for _ in export.whole(at=AT))
    found = check(export.whole(at=AT))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (lines, found.events) == (10_011, 10_001)
    # The lines alone would be 4.5 MB; a portion of rows is all that is held.
    assert peak < 3_500_000


@pytest.mark.django_db
def test_the_commands_write_what_the_verifier_reads(tmp_path, capsys):
    evening()
    file, key = tmp_path / "trail.jsonl", tmp_path / "key.pem"
    call_command("export_trail", str(file), "--key", str(key))
    assert verify.main([str(file), "--key", str(key)]) == 0
    assert "The trail holds: 46 events in 3 streams; 4 checkpoints." in capsys.readouterr().out
    call_command("export_trail", str(file), "--stream", "place:1", "--against", "2")
    assert verify.main([str(file), "--key", str(key)]) == 0
    assert "15 events in 1 stream, only these; 2 checkpoints" in capsys.readouterr().out
    call_command("export_trail", str(file), "--since", "3")
    assert verify.main([str(file), "--key", str(key)]) == 0
    assert "It begins at checkpoint 3" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True, databases=["default", "audit"])
def test_the_regulators_role_reads_the_same_export():
    evening()
    assert list(export.whole(at=AT, using="audit")) == list(export.whole(at=AT))
    parts = [list(export.of_streams(["place:1"], at=AT, against=[1], using=using)) for using in ("default", "audit")]
    assert parts[0] == parts[1]
