"""Documents, versions and imports in the admin: states at an instant, blame, redline, export, flags, approval."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.html import escape

from casino import clock
from casino.house.ranks import Rank
from games.rulebook import exporting, versions
from games.rulebook.models import Document, Version
from games.rulebook.shapes import ClauseText
from tests.factories import make_staff
from tests.rulebook.books import make_applied, make_approved, make_draft
from tests.rulebook.staff import TEXT, Desk, local, make_desk, url
from tests.rulebook.test_desk import page, queries

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
IMPORTED = """Baccarat
1. Terms
1.1 The following words are used, see rule 9.9.
1.2 A Tie is a round of equal points.
1.2 A Tie pays 8 to 1.
1.3 Nothing else.
"""


@pytest.fixture
def book() -> Desk:
    return make_desk()


@pytest.fixture
def second(book) -> Version:
    """In force an hour from now, with a condition, a clause amended and one inserted."""
    now = clock.now()
    amended = ClauseText(
        "5.10(c)", "5.10", text="A Tie is paid at 9 to 1.", touched_by="Notice 2",
        history=({"did": "amended", "by": "Notice 2", "on": "2026-11-01"},),
    )  # fmt: skip
    clauses = [*TEXT[:2], amended, *TEXT[3:], ClauseText("5.12", "5.0", text="Layouts are replaced.")]
    draft = make_applied(book.document, book.people, label="Version 2", base=book.base, at=now, clauses=clauses)
    return versions.approve(
        draft, by=book.people.authority, at=now, instrument="Notice 2", effective_at=now + HOUR,
        seen_hash=draft.content_hash, conditions=[("5.12", "Within a month.")],
    )  # fmt: skip


def test_a_document_shows_what_is_in_force_at_any_instant(book, second):
    path = url("document_change", book.document.pk)
    now = page(book.manager, path)
    assert "Version 1" in now
    assert "A Tie is paid at 8 to 1 or 9 to 1." in now
    later = page(book.manager, f"{path}?at={quote(local(book.people, clock.now() + 2 * HOUR))}")
    assert "A Tie is paid at 9 to 1." in later
    assert "Within a month." in later
    before = page(book.manager, f"{path}?at=2001-01-01T00:00")
    assert "Nothing was in force then" in before


def test_each_clause_says_what_last_touched_it(book, second):
    shown = page(book.authority, url("version_change", second.pk))
    assert "amended Notice 2, 2026-11-01" in " ".join(shown.split())
    assert "Notice Version 1" in shown


def test_script_in_a_clause_is_shown_as_text(book):
    shown = page(book.authority, url("version_change", book.base.pk))
    assert escape("<script>alert(1)</script>") in shown
    assert "<script>alert" not in shown


@pytest.mark.parametrize("view", ["text", "sides"])
def test_the_redline_of_two_versions_strikes_underlines_and_lists(book, second, view):
    shown = page(book.compliance, f"{url('document_redline', book.document.pk)}?view={view}")
    assert "<del>8 to 1 or </del>" in shown
    assert "<ins>Layouts are replaced.</ins>" in shown
    assert "1 amended" in " ".join(shown.split())
    assert 'href="#r' in shown
    only = page(book.compliance, f"{url('document_redline', book.document.pk)}?view={view}&only=changes")
    assert "Winning wagers are paid:" in shown
    assert "Winning wagers are paid:" not in only


def test_any_two_versions_are_compared_either_way_round(book, second):
    path = url("document_redline", book.document.pk)
    back = page(book.compliance, f"{path}?from={second.pk}&to={book.base.pk}")
    assert "<del>Layouts are replaced.</del>" in back
    assert book.compliance.get(f"{path}?from={second.pk}&to={second.pk}").status_code == 422
    assert book.compliance.get(f"{path}?from=999999&to={second.pk}").status_code == 404


@pytest.mark.parametrize("form", ["md", "json"])
def test_an_export_loses_nothing(book, form):
    answer = book.manager.get(url("version_export", book.base.pk, form))
    assert "attachment" in answer["Content-Disposition"]
    read = exporting.read_any(answer.content.decode())
    assert list(read.clauses) == versions.clause_texts(book.base)
    assert list(read.parameters) == versions.parameter_values(book.base)
    assert book.manager.get(url("version_export", book.base.pk, "exe")).status_code == 404


def test_a_document_asks_the_same_number_of_questions_however_long_its_line(book, second):
    path = url("version_change", second.pk)
    few = queries(book.authority, path)
    base = second
    for place in range(3, 7):
        base = make_approved(
            book.document, book.people, label=f"Version {place}", base=base, at=clock.now(),
            from_at=clock.now() + place * HOUR,
        )  # fmt: skip
    assert queries(book.authority, path) == few
    assert queries(book.authority, url("document_changelist")) <= few


def paste(book: Desk, text: str = IMPORTED, label: str = "Version 9"):
    typed = {"document": book.document.pk, "label": label, "pasted": text}
    return book.compliance.post(url("version_import"), typed)


def test_an_import_is_looked_at_saved_settled_and_mended(book):
    taken = paste(book)
    assert taken.status_code == 302
    assert not Version.objects.filter(label="Version 9").exists()
    shown = page(book.compliance, taken["Location"])
    assert "1.2 stands twice" in shown
    assert "9.9 is cited here, and there is no such clause." in shown
    saved = book.compliance.post(url("version_preview"), dict(_asked(taken["Location"])))
    draft = Version.objects.get(label="Version 9")
    assert saved["Location"] == url("version_change", draft.pk)
    assert draft.base == book.base
    assert draft.parameters.count() == book.base.parameters.count()
    flagged = page(book.compliance, url("version_change", draft.pk))
    assert flagged.count("alert notice flagged") == draft.flags.count() == 3
    assert "3 flags are to be settled" in " ".join(page(book.manager, url("version_change", draft.pk)).split())
    assert book.manager.post(url("version_apply", draft.pk)).status_code == 422
    place = draft.clauses.get(text__contains="9.9").position
    mended = {"number": "1.1", "parent": "1", "heading": "", "text": "The following words are used."}
    assert book.compliance.post(url("version_mend", draft.pk, place), mended).status_code == 302
    for flag in draft.flags.all():
        assert book.compliance.post(url("version_settle", draft.pk, flag.pk), {"how": "Kept."}).status_code == 302
    assert book.manager.post(url("version_apply", draft.pk)).status_code == 302
    assert "9.9" not in draft.clauses.get(position=place).text


def _asked(location: str) -> dict[str, str]:
    from urllib.parse import parse_qsl, urlsplit

    return dict(parse_qsl(urlsplit(location).query))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("rules.docx", b"\x00\x01binary", "not what its name says"),
        ("rules.docx", b"PK\x03\x04broken", "cannot be read"),
        ("rules.txt", b"\x00\x00\x00", "not a text document"),
        ("rules.txt", b"   ", "empty"),
    ],
)
def test_what_is_no_document_is_refused_at_the_file(book, name, content, said):
    typed = {"document": book.document.pk, "label": "X", "file": SimpleUploadedFile(name, content)}
    answer = book.compliance.post(url("version_import"), typed)
    assert answer.status_code == 422
    assert said in " ".join(answer.context["form"].errors["file"])


def test_a_file_and_a_pasted_text_at_once_are_refused(book):
    typed = {
        "document": book.document.pk,
        "label": "X",
        "pasted": "1.1 A.",
        "file": SimpleUploadedFile("a.txt", b"1.1 B"),
    }
    assert book.compliance.post(url("version_import"), typed).status_code == 422
    assert book.compliance.post(url("version_import"), {"document": book.document.pk, "label": "X"}).status_code == 422


def test_a_document_of_one_line_without_a_number_is_not_saved(book):
    taken = paste(book, "Just one line", "One line")
    answer = book.compliance.post(url("version_preview"), _asked(taken["Location"]))
    assert answer.status_code == 422
    assert "No numbered clause was found" in answer.content.decode()


def test_nobody_previews_what_somebody_else_uploaded_or_imports_into_another_jurisdiction(book):
    taken = paste(book)
    other = book.client(make_staff(Rank.COMPLIANCE, book.people.property))
    assert other.get(taken["Location"]).status_code == 404
    abroad = make_desk("RWS", "sg")
    assert abroad.compliance.get(taken["Location"]).status_code == 404
    assert (
        abroad.compliance.post(
            url("version_import"), {"document": book.document.pk, "label": "X", "pasted": "1.1 A."}
        ).status_code
        == 422
    )
    assert book.manager.get(url("version_import")).status_code == 403


def test_the_authority_approves_the_text_that_it_has_read_with_conditions(book):
    draft = make_applied(book.document, book.people, label="Version 2", base=book.base, at=clock.now(), clauses=TEXT)
    shown = page(book.authority, url("version_change", draft.pk))
    assert f"{url('version_approve', draft.pk)}?seen={draft.content_hash}" in shown
    typed = {
        "seen_hash": draft.content_hash, "instrument": "Notice 2", "conditions": "5.11: On paper too.\nAnd a report.",
        "effective_at": local(book.people, clock.now() + HOUR),
    }  # fmt: skip
    old = book.authority.post(url("version_approve", draft.pk), typed | {"seen_hash": "0" * 64})
    assert old.status_code == 422
    assert "The text was changed since you read it." in old.content.decode()
    assert book.authority.post(url("version_approve", draft.pk), typed).status_code == 302
    assert list(draft.conditions.order_by("pk").values_list("clause", "text")) == [
        ("5.11", "On paper too."), ("", "And a report."),
    ]  # fmt: skip


def test_a_second_version_for_the_same_time_is_refused_at_the_instant(book, second):
    rival = make_applied(book.document, book.people, label="Rival", base=book.base, at=clock.now())
    typed = {
        "seen_hash": rival.content_hash, "instrument": "N", "conditions": "",
        "effective_at": local(book.people, clock.now() + HOUR / 2),
    }  # fmt: skip
    answer = book.authority.post(url("version_approve", rival.pk), typed)
    assert "is already to come into force" in " ".join(answer.context["form"].errors["effective_at"])


def test_a_withdrawal_before_effect_leaves_its_trace(book, second):
    assert book.manager.post(url("version_withdraw", second.pk), {"reason": "x"}).status_code == 403
    assert book.authority.post(url("version_withdraw", second.pk), {"reason": "A slip."}).status_code == 302
    shown = page(book.compliance, url("version_change", second.pk))
    assert "A slip." in shown
    assert versions.in_force_version(book.document, clock.now() + 2 * HOUR) == book.base


def test_a_clause_of_an_approved_version_is_not_mended(book):
    typed = {"number": "5.0", "parent": "", "heading": "Else", "text": ""}
    answer = book.compliance.post(url("version_mend", book.base.pk, 1), typed)
    assert answer.status_code == 422
    assert "its text stays as it is" in answer.content.decode()


def test_a_document_is_opened_for_a_game_once(book):
    typed = {"code": "UTH", "title": "Ultimate", "layer": "division", "game": "ultimate", "authority": "The Secretary",
             "legal_basis": "An Act"}  # fmt: skip
    assert book.compliance.post(url("document_open"), typed).status_code == 302
    assert Document.objects.get(code="UTH").jurisdiction == "nz"
    again = book.compliance.post(url("document_open"), typed | {"code": "UTH2"})
    assert again.context["form"].errors["code"]
    assert book.manager.post(url("document_open"), typed).status_code == 403


def test_a_draft_belongs_to_its_rank(book):
    draft = make_draft(book.document, book.people, label="Draft", at=clock.now())
    assert "Apply for it" not in page(book.compliance, url("version_change", draft.pk))
    assert "Apply for it" in page(book.manager, url("version_change", draft.pk))
    assert book.authority.post(url("version_approve", draft.pk), {}).status_code == 422
    assert json.loads(book.manager.get(url("version_export", draft.pk, "json")).content)["label"] == "Draft"
