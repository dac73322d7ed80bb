"""Appending: what the database computes is what the verifier rebuilds, and nothing else gets in."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from hashlib import sha256

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.db.utils import ProgrammingError
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from casino import context
from casino.refused import Refused
from casino.trail import checkpoints, record
from casino.trail.encoding import FIELDS, NOTHING, event_line, event_text
from casino.trail.models import Event, Stream

AT = datetime(2026, 11, 14, 7, 42, 16, 123456, tzinfo=UTC)
NASTY = (
    'quote " backslash \\ slash / tab \t newline \n return \r bell \x07 unit \x1f delete \x7f next line \x85 '
    "line separator \u2028 right-to-left \u202e zero width \u200b\ufeff combining e\u0301 Te Whanganui-a-Tara "
    '👩‍👩‍👧 non-character \uffff \U0010ffff </script> ${x} %s {{y}} ,"hash":"00"}'
)
text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
instants = st.datetimes(datetime(1901, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))


def one(stream: str = "place:12", **fields):
    return record.append(**({"stream": stream, "kind": "limits.changed", "subject": "place:12", "at": AT} | fields))


def rows(stream: str = "place:12"):
    return list(Event.objects.filter(stream=stream).order_by("seq").values_list(*FIELDS))


def assert_chained(stream: str) -> None:
    previous = bytes.fromhex(NOTHING)
    for number, row in enumerate(rows(stream), 1):
        assert row[1] == number
        assert bytes(row[13]) == previous
        previous = sha256(event_text(row).encode()).digest()
        assert bytes(row[14]) == previous


@pytest.mark.django_db
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    reason=text, actor=text.filter(bool), subject=text.filter(bool), clause=text, rule_set=text, at=instants,
    before=st.none() | st.dictionaries(text, values, max_size=4), after=st.none() | st.dictionaries(text, values),
    place=st.none() | st.integers(-(2**31), 2**31 - 1), request=text,
)  # fmt: skip
@example(
    reason=NASTY, actor=NASTY, subject=NASTY, clause=NASTY, rule_set=NASTY, at=AT, before={NASTY: NASTY}, after={},
    place=None, request=NASTY,
)  # fmt: skip
def test_database_and_verifier_agree_on_every_byte(
    reason, actor, subject, clause, rule_set, at, before, after, place, request
):
    context.request_id.set(request)
    seq = one("document:any", reason=reason, actor=actor, subject=subject, clause=clause, rule_set=rule_set, at=at,
              before=before, after=after, property=place)  # fmt: skip
    row = Event.objects.values_list(*FIELDS).get(stream="document:any", seq=seq)
    assert sha256(event_text(row).encode()).digest() == bytes(row[14])
    line = event_line(row)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    read = json.loads(line)
    assert tuple(read) == FIELDS
    assert (read["reason"], read["actor"], read["subject"], read["clause"]) == (reason, actor, subject, clause)
    assert (read["before"], read["after"], read["property"], read["request"]) == (before, after, place, request)
    assert datetime.fromisoformat(read["at"]) == at


@pytest.mark.django_db
def test_numbers_count_up_in_each_stream_and_hashes_chain():
    assert [one("place:1"), one("place:2"), one("place:1"), one("place:1")] == [1, 1, 2, 3]
    assert_chained("place:1")
    assert_chained("place:2")


@pytest.mark.django_db
def test_many_in_one_round_trip_keep_their_order(django_assert_num_queries):
    events = [record.NewEvent(f"place:{n % 3}", "a.b", f"subject:{n}", AT + timedelta(seconds=n)) for n in range(20)]
    with django_assert_num_queries(1):
        numbers = record.append_many(events)
    assert numbers == [n // 3 + 1 for n in range(20)]
    for stream in range(3):
        assert_chained(f"place:{stream}")
        assert [row[7] for row in rows(f"place:{stream}")] == [f"subject:{n}" for n in range(20) if n % 3 == stream]
    assert record.append_many([]) == []


@pytest.mark.django_db
def test_one_append_is_one_round_trip(django_assert_num_queries):
    with django_assert_num_queries(1):
        one()


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_it_is_refused():
    with pytest.raises(RuntimeError, match="open one first"):
        one()
    with pytest.raises(RuntimeError, match="open one first"):
        record.append_many([record.NewEvent("place:1", "a.b", "x", AT)])


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_leaves_no_gap():
    with transaction.atomic():
        one()
    with transaction.atomic():
        assert one() == 2
        transaction.set_rollback(True)
    with transaction.atomic():
        assert one() == 2
    assert_chained("place:12")


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["reason", "actor", "subject", "clause", "rule_set"])
def test_a_nul_character_is_refused_with_its_place(where):
    with pytest.raises(Refused, match="NUL") as refused:
        one(**{where: "a\x00b"})
    assert refused.value.where == where


@pytest.mark.django_db
def test_nul_and_half_pairs_inside_before_and_after_are_refused():
    with pytest.raises(Refused, match="NUL"):
        one(before={"note": ["\x00"]})
    with pytest.raises(Refused, match="NUL"):
        one(after={"a\\\x00": 1})
    with pytest.raises(Refused, match="surrogate"):
        one(after={"note": "\ud800"})
    with pytest.raises(Refused, match="surrogate"):
        one(reason="\udfff")
    assert one(after={"not a NUL": "\\u0000", "nor": "\\\\u0000"}) == 1


@pytest.mark.django_db
def test_what_is_no_event_is_refused():
    for wrong in ({"stream": "place 12"}, {"stream": 'place:"'}, {"stream": "place:1\n"}, {"kind": "changed"},
                  {"kind": "Limits.changed"}, {"kind": "a.b\n"}, {"actor": ""}, {"subject": ""},
                  {"at": datetime(2026, 1, 1)}, {"after": {"x": float("nan")}}):  # fmt: skip
        with pytest.raises(ValueError, match=r"."):
            one(**wrong)
    with pytest.raises(TypeError, match="does not belong into the trail"):
        one(after={"x": object()})
    assert Event.objects.count() == 0


@pytest.mark.django_db
def test_instants_dates_and_exact_numbers_have_one_text():
    auckland = timezone(timedelta(hours=13))
    one(at=AT.astimezone(auckland), after={"from": AT.astimezone(auckland), "day": AT.date(), "rate": Decimal("0.10")})
    assert rows()[0][9] == '{"from":"2026-11-14T07:42:16.123456Z","day":"2026-11-14","rate":"0.10"}'
    assert '"at":"2026-11-14T07:42:16.123456Z"' in event_text(rows()[0])


@pytest.mark.django_db
def test_nothing_and_empty_are_not_the_same():
    one("place:1", before=None)
    one("place:2", before={})
    assert '"before":null' in event_text(rows("place:1")[0])
    assert '"before":{}' in event_text(rows("place:2")[0])


@pytest.mark.django_db
def test_the_request_stands_in_the_event():
    context.request_id.set("5a17c0ffee")
    one()
    assert rows()[0][5] == "5a17c0ffee"


INSERT = """
INSERT INTO trail_event (stream, seq, at, actor, request, kind, subject, before, reason, clause, rule_set, hash)
VALUES ('place:12', %s::bigint, %s, 'system', '', %s::text, 'x', %s::text, '', '', '', %s::bytea)
"""


def insert(seq=None, kind="a.b", before=None, digest=None, at=AT):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(INSERT, [seq, at, kind, before, digest])


@pytest.mark.django_db
def test_the_database_refuses_an_event_out_of_sequence():
    one()
    insert(seq=2)
    for seq in (0, 1, 2, 4, -1):
        with pytest.raises(IntegrityError, match=f"event {seq} of place:12 is out of sequence, the next one is 3"):
            insert(seq=seq)
    insert()
    assert_chained("place:12")


@pytest.mark.django_db
def test_the_database_refuses_a_hash_that_does_not_fit():
    with pytest.raises(IntegrityError, match="does not have the hash that was given"):
        insert(digest=b"\x00" * 32)


@pytest.mark.django_db
@pytest.mark.parametrize("before", ["[]", "3", "nonsense", '{"a":\n1}', '{},"after":{}', "null", ""])
def test_the_database_refuses_what_would_break_the_line(before):
    with pytest.raises((IntegrityError, DataError), match=r"trail_event_before|json"):
        insert(before=before)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["", ".", "a", "a.", ".b", 'a.b"', "A.b", "a.b c", "a.b\n", "a..b", "a.b.c"])
def test_the_database_refuses_a_kind_that_is_none(kind):
    with pytest.raises(IntegrityError, match="trail_event_kind"):
        insert(kind=kind)


@pytest.mark.django_db
@pytest.mark.parametrize("at", ["0044-03-15 BC", "10000-01-01", "infinity"])
def test_the_database_refuses_an_instant_without_four_digits(at):
    with pytest.raises(IntegrityError, match=r"trail_event_at|null value"):
        insert(at=at)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE trail_event SET reason = 'other'", "DELETE FROM trail_event", "TRUNCATE trail_event",
        "UPDATE trail_stream SET seq = 7", "DELETE FROM trail_stream", "TRUNCATE trail_stream",
        "INSERT INTO trail_stream VALUES ('place:77', 5, ''::bytea, ''::bytea)",
        r"INSERT INTO trail_stream VALUES ('place 77', 0, '\x00', decode(repeat('00', 32), 'hex'))",
        "UPDATE trail_checkpoint SET events = 0", "DELETE FROM trail_checkpoint", "TRUNCATE trail_checkpoint CASCADE",
        "UPDATE trail_sealedhead SET seq = 9", "DELETE FROM trail_sealedhead", "TRUNCATE trail_sealedhead",
    ],
)  # fmt: skip
def test_every_other_change_is_refused(statement):
    one()
    checkpoints.seal(at=AT)
    connection.check_constraints()
    with pytest.raises(ProgrammingError, match="the trail is only ever added to"), transaction.atomic():
        connection.cursor().execute(statement)
    assert rows()[0][10] == ""
    assert Stream.objects.get().seq == 1
