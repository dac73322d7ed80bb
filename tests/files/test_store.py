"""Keeping files: by their hash, once, of the right kind and size, and never changed."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile

import pytest
from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from casino.files.models import Content, File, Kept, MediaType
from casino.files.sniffing import media_type, sniff
from casino.files.store import keep, read
from casino.house.ranks import Rank
from casino.refused import Refused
from casino.trail.models import Event
from tests.factories import make_property, make_staff
from tests.files import samples
from tests.ledger.books_for_tests import NOON
from tests.ledger.together import together

pytestmark = pytest.mark.django_db


@pytest.fixture
def prop():
    return make_property()


@pytest.fixture
def staff(prop):
    return make_staff(Rank.COMPLIANCE, prop)


@pytest.mark.parametrize("name", samples.KEPT)
def test_each_kind_on_the_list_is_kept_and_comes_back_byte_for_byte(prop, staff, name):
    content = samples.KEPT[name]
    file = keep(content=content, name=name, by=staff, at=NOON, property=prop)
    assert file.sha256 == hashlib.sha256(content).hexdigest() and file.size == len(content)
    assert read(file, at=NOON) == content


def test_the_hash_is_in_the_trail_and_the_name_is_not(prop, staff):
    file = keep(content=samples.pdf(), name="Hemi Walker passport.pdf", by=staff, at=NOON, property=prop)
    event = Event.objects.get(kind="file.kept")
    assert (event.stream, event.subject, event.actor) == (f"property:{prop.pk}", f"file:{file.sha256}", staff.stream)
    told = json.loads(event.after)
    assert told["sha256"] == file.sha256 and told["size"] == file.size and "Hemi" not in event.after


def test_the_same_bytes_are_stored_once_however_often_they_are_kept(prop, staff):
    other = make_property()
    first = keep(content=samples.pdf(), name="a.pdf", by=staff, at=NOON, property=prop)
    second = keep(content=io.BytesIO(samples.pdf()), name="b.pdf", by=staff, at=NOON, property=other)
    assert first == second and (File.objects.count(), Content.objects.count(), Kept.objects.count()) == (1, 1, 2)
    assert Event.objects.filter(kind="file.kept").count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_same_bytes_kept_by_two_at_once_are_stored_once():
    prop = make_property()
    staff = make_staff(Rank.COMPLIANCE, prop)
    ended = together(*[lambda: keep(content=samples.pdf(), name="a.pdf", by=staff, at=NOON, property=prop).pk] * 4)
    assert len(set(ended)) == 1 and (Content.objects.count(), Kept.objects.count()) == (1, 4)


def test_twenty_megabytes_are_kept_and_a_byte_more_is_not(staff):
    most = settings.FILE_MOST_BYTES
    assert most == 20 * 1024 * 1024
    body = b"a" * (most - 1) + b"\n"
    assert keep(content=io.BytesIO(body), name="full.txt", by=staff, at=NOON).size == most
    for content in (body + b"a", io.BytesIO(body + b"a" * 1024 * 1024)):
        with pytest.raises(Refused, match="too large: at most 20"):
            keep(content=content, name="more.txt", by=staff, at=NOON)
    assert File.objects.count() == 1


def test_a_huge_file_is_not_read_to_its_end(staff):
    class Endless(io.RawIOBase):
        asked = 0

        def read(self, size: int = -1) -> bytes:
            assert size >= 0, "asked for everything"
            self.asked += size
            return b"a" * size

    endless = Endless()
    with pytest.raises(Refused, match="too large"):
        keep(content=endless, name="x.txt", by=staff, at=NOON)  # type: ignore[arg-type]
    assert endless.asked <= settings.FILE_MOST_BYTES + 1


def test_an_empty_file_and_one_without_a_name_are_refused(staff):
    with pytest.raises(Refused, match="empty"):
        keep(content=b"", name="a.txt", by=staff, at=NOON)
    for name in ("", "   ", "\x00", "/"):
        with pytest.raises(Refused, match="no name"):
            keep(content=samples.TEXT, name=name, by=staff, at=NOON)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("decision.pdf", "layout.png"),
        ("layout.png", "photo.JPG"),
        ("photo.jpeg", "decision.pdf"),
        ("notes.txt", "decision.pdf"),
        ("rules.docx", "notes.txt"),
        ("felt.webp", "layout.png"),
    ],
)
def test_a_file_that_is_not_what_it_says_is_refused(staff, name, found):
    with pytest.raises(Refused, match=f"called {name}, but it is"):
        keep(content=samples.KEPT[found], name=name, by=staff, at=NOON)
    assert not File.objects.exists() and not Event.objects.filter(kind="file.kept").exists()


NOT_KEPT = {
    "page.html": b"<html><script>alert(1)</script></html>",
    "drawing.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "program.exe": b"MZ\x90\x00" + b"\x00" * 60,
    "stuff.zip": samples.archive(a=b"b"),
    "notes": samples.TEXT,
    "binary.txt": b"a\x00b",
    "latin.txt": "café".encode("latin-1"),
    "blank.txt": b" \n\t\n",
    "escape.txt": b"a\x1b[31mred",
    "broken.docx": b"PK\x03\x04" + b"\x00" * 40,
    "sheet.docx": samples.archive(**{"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<x/>"}),
    "macro.docx": samples.docx(**{"word/vbaProject.bin": b"x"}),
    "cut.pdf": samples.pdf()[:-8],
    "cut.png": samples.png()[:-12],
    "cut.jpg": samples.jpeg()[:-2],
    "cut.webp": samples.webp()[:-4],
}


@pytest.mark.parametrize("name", NOT_KEPT)
def test_what_is_not_on_the_list_or_broken_is_refused(staff, name):
    with pytest.raises(Refused):
        keep(content=NOT_KEPT[name], name=name, by=staff, at=NOON)
    assert not File.objects.exists()


def test_a_word_document_is_not_unpacked_to_find_out_what_it_is():
    """A part that unpacks to a gigabyte is only named, never read."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as made:
        with zipfile.ZipFile(io.BytesIO(samples.docx())) as good:
            for name in good.namelist():
                made.writestr(name, good.read(name))
        with made.open("word/media/bomb.bin", "w", force_zip64=True) as bomb:
            for _ in range(64):
                bomb.write(b"\x00" * 1024 * 1024)
    assert media_type(held.getvalue()) == MediaType.DOCX


@hypothesis_settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=400),
    st.sampled_from([b"", b"%PDF-1.4", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF", b"PK\x03\x04"]),
)
def test_whatever_bytes_come_they_are_of_one_kind_or_refused(tail, head):
    for name in ("a.pdf", "a.png", "a.docx", "a.txt", "a.exe"):
        try:
            assert sniff(head + tail, name) in MediaType
        except Refused:
            continue


def test_names_lose_folders_and_what_no_screen_shows(prop, staff):
    for given_name, kept_name in (
        ("../../etc/passwd.txt", "passwd.txt"),
        ("C:\\Temp\\décision.txt", "décision.txt"),
        ("two\nlines\u202e.txt", "twolines.txt"),
        ("x" * 300 + ".txt", "x" * 196 + ".txt"),
    ):
        keep(content=samples.TEXT, name=given_name, by=staff, at=NOON, property=prop)
        assert Kept.objects.first().name == kept_name


def test_bytes_that_were_changed_are_not_given_out_and_the_trail_says_so(staff):
    file = keep(content=samples.pdf(), name="a.pdf", by=staff, at=NOON)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("ALTER TABLE files_content DROP CONSTRAINT file_is_its_sha256")
        cursor.execute("UPDATE files_content SET stored = 'other'::bytea")
        cursor.execute("SET session_replication_role = DEFAULT")
    with pytest.raises(Refused, match="not what was kept"):
        read(file, at=NOON)
    assert Event.objects.filter(kind="file.found_changed", subject=f"file:{file.sha256}").count() == 1


@pytest.mark.parametrize("table", ["files_file", "files_content", "files_kept"])
@pytest.mark.parametrize("verb", ["UPDATE {} SET {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_what_was_kept_is_never_changed(staff, table, verb):
    keep(content=samples.pdf(), name="a.pdf", by=staff, at=NOON)
    column = {"files_file": "size = 1", "files_content": "stored = ''", "files_kept": "name = 'b'"}[table]
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(DatabaseError, match="is refused"), transaction.atomic():
            cursor.execute(verb.format(table, column))


def test_the_database_takes_no_bytes_under_another_hash():
    File.objects.create(sha256="0" * 64, media_type=MediaType.TEXT, size=3)
    with pytest.raises(IntegrityError, match="file_is_its_sha256"), transaction.atomic():
        Content.objects.create(file_id="0" * 64, stored=b"abc")
    for wrong in ("x" * 64, "A" * 64, "0" * 63):
        with pytest.raises(IntegrityError, match="sha256_is_hex"), transaction.atomic():
            File.objects.create(sha256=wrong, media_type=MediaType.TEXT, size=3)
