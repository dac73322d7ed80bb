"""Checkpoints: signed, linked, each once, over committed events only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from django.db import IntegrityError, connection, connections, transaction

from casino.trail import checkpoints, keys, merkle, record, tasks
from casino.trail.apps import signing_key_is_one
from casino.trail.models import Checkpoint, SealedHead
from tests.trail.test_side_by_side import in_threads

AT = datetime(2026, 11, 14, 7, 42, tzinfo=UTC)


def append(*streams: str) -> None:
    with transaction.atomic():
        record.append_many([record.NewEvent(stream, "a.b", "x", AT) for stream in streams])


def minute(number: int) -> datetime:
    return AT + timedelta(minutes=number)


@pytest.mark.django_db
def test_a_checkpoint_signs_the_root_of_all_heads_and_names_the_one_before():
    append("place:2", "place:1", "place:2")
    first = checkpoints.seal(at=minute(1))
    append("staff:3", "place:1")
    second = checkpoints.seal(at=minute(2))
    assert (first.number, first.events, first.streams) == (1, 3, 2)
    assert (second.number, second.events, second.streams) == (2, 5, 3)
    assert bytes(second.previous) == sha256(checkpoints.signed_text(first).encode()).digest()
    heads = checkpoints.heads_at(2)
    assert [(head.stream, head.seq) for head in heads] == [("place:1", 2), ("place:2", 2), ("staff:3", 1)]
    leaves = [merkle.leaf(head.stream, head.seq, head.hash.hex()) for head in heads]
    assert merkle.root_of(leaves) == bytes(second.root)
    for checkpoint in (first, second):
        key = checkpoints.trusted_keys()[checkpoint.key]
        key.verify(bytes(checkpoint.signature), checkpoints.signed_text(checkpoint).encode())


@pytest.mark.django_db
def test_only_heads_that_moved_are_written_and_leaves_stay():
    append("place:1", "place:2")
    checkpoints.seal(at=minute(1))
    append("place:0", "place:2")
    checkpoints.seal(at=minute(2))
    moved = SealedHead.objects.filter(checkpoint=2).order_by("leaf").values_list("stream", "after", "seq", "leaf")
    assert list(moved) == [("place:2", 1, 2, 1), ("place:0", 0, 1, 2)]


@pytest.mark.django_db
def test_a_quiet_minute_is_sealed_too_because_a_checkpoint_vouches_for_its_instant():
    append("place:1")
    first, second = checkpoints.seal(at=minute(1)), checkpoints.seal(at=minute(2))
    assert (second.number, bytes(second.root)) == (2, bytes(first.root))
    assert SealedHead.objects.filter(checkpoint=second).count() == 0


@pytest.mark.django_db
def test_with_no_event_at_all_the_root_is_that_of_the_empty_tree():
    assert bytes(checkpoints.seal(at=AT).root) == merkle.EMPTY


@pytest.mark.django_db
def test_run_again_at_once_it_finds_the_work_done():
    append("place:1")
    tasks.checkpoint()
    append("place:1")
    tasks.checkpoint()
    assert Checkpoint.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_run_twice_at_once_it_signs_one():
    append("place:1", "place:2")
    found = in_threads(lambda _: checkpoints.seal(at=AT).number, range(4))
    assert found == [1, 1, 1, 1]
    assert Checkpoint.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_what_is_not_committed_is_not_covered():
    append("place:1")
    with transaction.atomic():
        record.append(stream="place:1", kind="a.b", subject="x", at=AT)
        record.append(stream="place:9", kind="a.b", subject="x", at=AT)
        sealed = in_threads(lambda _: checkpoints.seal(at=minute(1)), [0])[0]
    assert (sealed.events, sealed.streams) == (1, 1)
    after = checkpoints.seal(at=minute(2))
    assert (after.events, after.streams) == (3, 2)
    connections.close_all()


@pytest.mark.django_db
def test_a_checkpoint_out_of_sequence_is_refused_by_the_database():
    append("place:1")
    first = checkpoints.seal(at=minute(1))
    for number in (1, 3):
        wrong = Checkpoint(
            number=number, at=AT, events=0, streams=0, root=b"", previous=b"", key="", signature=b""
        )  # fmt: skip
        said = f"checkpoint {number} is out of sequence, the next one is 2"
        with pytest.raises(IntegrityError, match=said), transaction.atomic():
            wrong.save(force_insert=True)
    with pytest.raises(IntegrityError, match="checkpoint 1 is out of sequence"), transaction.atomic():
        SealedHead(stream="place:1", seq=2, after=1, leaf=0, hash=b"", checkpoint=first).save(force_insert=True)


@pytest.mark.django_db
def test_an_earlier_key_is_trusted_when_it_is_named(settings):
    append("place:1")
    first = checkpoints.seal(at=minute(1))
    old = checkpoints.public_key()
    settings.TRAIL_SIGNING_KEY = "33" * 32
    second = checkpoints.seal(at=minute(2))
    assert first.key != second.key
    assert set(checkpoints.trusted_keys()) == {second.key}
    settings.TRAIL_FORMER_KEYS = [old.public_bytes_raw().hex()]
    assert set(checkpoints.trusted_keys()) == {first.key, second.key}


def test_keys_are_read_from_pem_and_from_hex_and_from_nothing_else():
    public = keys.signer("11" * 32).public_key()
    for text in (keys.to_pem(public), public.public_bytes_raw().hex().encode() + b"\n"):
        assert keys.name_of(keys.read_public(text)) == keys.name_of(public)
    for wrong in (b"", b"zz", b"00" * 31, b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"):
        with pytest.raises(ValueError, match=r"."):
            keys.read_public(wrong)
    with pytest.raises(ValueError, match="TRAIL_SIGNING_KEY is not 32 bytes in hex"):
        keys.signer("not a key")


def test_a_key_that_cannot_sign_stops_the_start(settings):
    assert signing_key_is_one(None) == []
    settings.TRAIL_SIGNING_KEY = "too short"
    assert [fault.id for fault in signing_key_is_one(None)] == ["trail.E001"]


@pytest.mark.django_db
def test_sealing_asks_a_constant_number_of_questions(django_assert_max_num_queries):
    append(*[f"place:{n}" for n in range(300)])
    with django_assert_max_num_queries(8):
        checkpoints.seal(at=AT)
    assert connection.cursor().execute("SELECT count(*) FROM trail_sealedhead").fetchone()[0] == 300
