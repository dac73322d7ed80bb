"""Files from outside: who gets them, and how they are given out."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.files.models import File, Kept
from casino.files.store import keep
from casino.house.ranks import Rank
from tests.factories import make_property, make_staff
from tests.files import samples
from tests.ledger.books_for_tests import NOON

pytestmark = pytest.mark.django_db

LIST = "/admin/files/kept/"
KEEP = "/admin/files/kept/keep/"


def as_(rank: Rank | None, prop) -> Client:
    client = Client()
    client.force_login(make_staff(rank, prop), backend="casino.house.signing_in.StaffBackend")
    return client


@pytest.fixture
def prop():
    return make_property(name="Harbour")


@pytest.fixture
def kept(prop):
    return keep(content=samples.pdf(), name="Decision “12”.pdf", by=make_staff(name="Mere"), at=NOON, property=prop)


def address(file: File) -> str:
    return f"/files/{file.sha256}/"


@pytest.mark.parametrize("rank", [Rank.COMPLIANCE, Rank.TABLE_GAMES_MANAGER])
def test_it_is_given_out_as_an_attachment_that_no_browser_runs(prop, kept, rank):
    answer = as_(rank, prop).get(address(kept))
    assert answer.status_code == 200 and answer.content == samples.pdf()
    assert answer["Content-Type"] == "application/pdf" and answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Disposition"].startswith("attachment; filename")
    assert "sandbox" in answer["Content-Security-Policy"] and "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("rank", [Rank.DEALER, Rank.CASHIER, Rank.CASINO_SUPERVISOR, Rank.INSPECTOR, None])
def test_those_without_the_duty_get_neither_list_nor_bytes(prop, kept, rank):
    client = as_(rank, prop)
    for path in (LIST, KEEP, address(kept)):
        assert client.get(path).status_code == 403
    assert client.post(KEEP, {"content": SimpleUploadedFile("a.txt", b"hello")}).status_code == 403
    assert Kept.objects.count() == 1


def test_nobody_gets_it_without_signing_in(kept):
    assert Client().get(address(kept)).status_code == 302
    assert "“12”" not in Client().get(LIST, follow=True).content.decode()


def test_another_propertys_file_does_not_exist_for_me(kept):
    client = as_(Rank.COMPLIANCE, make_property())
    assert client.get(address(kept)).status_code == 404
    assert "“12”" not in client.get(LIST).content.decode()


def test_what_two_properties_kept_has_at_each_its_own_name(kept, prop):
    other = make_property()
    keep(content=samples.pdf(), name="theirs.pdf", by=make_staff(), at=NOON, property=other)
    assert "theirs.pdf" in as_(Rank.COMPLIANCE, other).get(address(kept))["Content-Disposition"]
    assert "theirs" not in as_(Rank.COMPLIANCE, prop).get(address(kept))["Content-Disposition"]


def test_what_was_kept_for_all_is_seen_at_each(prop):
    file = keep(content=samples.TEXT, name="all.txt", by=make_staff(), at=NOON)
    client = as_(Rank.COMPLIANCE, prop)
    assert client.get(address(file)).content == samples.TEXT and "all.txt" in client.get(LIST).content.decode()


@pytest.mark.parametrize("sha256", ["0" * 64, "0" * 63, "x" * 64, "A" * 64, "..%2f..%2fetc"])
def test_a_hash_that_nobody_kept_is_not_found(prop, sha256):
    assert as_(Rank.COMPLIANCE, prop).get(f"/files/{sha256}/").status_code == 404


def test_only_reading_is_possible_at_its_address(prop, kept):
    client = as_(Rank.COMPLIANCE, prop)
    for method in (client.post, client.put, client.delete):
        assert method(address(kept)).status_code == 405


def test_a_changed_file_is_refused_with_a_page_that_says_so(prop, kept):
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("ALTER TABLE files_content DROP CONSTRAINT file_is_its_sha256")
        cursor.execute("UPDATE files_content SET stored = 'other'::bytea")
        cursor.execute("SET session_replication_role = DEFAULT")
    answer = as_(Rank.COMPLIANCE, prop).get(address(kept))
    assert answer.status_code == 422 and "not what was kept" in answer.content.decode()


def test_a_file_is_kept_by_its_form_and_stands_in_the_list(prop):
    client = as_(Rank.COMPLIANCE, prop)
    answer = client.post(KEEP, {"content": SimpleUploadedFile("notes.txt", samples.TEXT, "image/png")}, follow=True)
    file = File.objects.get()
    assert answer.status_code == 200 and file.sha256 in answer.content.decode()
    assert Kept.objects.get().property == prop and "notes.txt" in client.get(LIST, {"q": "note"}).content.decode()
    assert "No file matches" in client.get(LIST, {"q": "zzz"}).content.decode()
    assert "notes.txt" in client.get(LIST, {"q": file.sha256[:10].upper()}).content.decode()


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.txt", b"", "empty"),
        ("a.png", samples.pdf(), "it is PDF inside"),
        ("a.html", b"<p>hello", "Only these kinds"),
        ("a.txt", b"a" * (21 * 1024 * 1024), "too large"),
    ],
)
def test_a_bad_file_is_refused_on_the_form(prop, name, content, sentence):
    answer = as_(Rank.COMPLIANCE, prop).post(KEEP, {"content": SimpleUploadedFile(name, content)})
    assert answer.status_code == 422 and sentence in answer.content.decode()
    assert not File.objects.exists()


def test_a_form_without_a_file_is_refused(prop):
    assert as_(Rank.COMPLIANCE, prop).post(KEEP, {"sent": "1"}).status_code == 422


def test_the_list_asks_the_database_as_often_for_many_as_for_few(prop, kept):
    client = as_(Rank.COMPLIANCE, prop)

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get(LIST).status_code == 200
        return len(found)

    queries()
    few = queries()
    for number in range(8):
        keep(content=samples.pdf(str(number)), name=f"{number}.pdf", by=make_staff(), at=NOON, property=prop)
    assert queries() == few <= 12


def test_no_list_ever_reads_the_bytes(prop, kept):
    client = as_(Rank.COMPLIANCE, prop)
    with CaptureQueriesContext(connection) as found:
        client.get(LIST)
    assert not any("files_content" in query["sql"] for query in found)
