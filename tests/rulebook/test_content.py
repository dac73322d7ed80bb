"""The demo rulebook: whole, in force, cited rightly, and changed by its applications and by nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction

from casino import clock
from casino.house import demo
from casino.house.models import Place, Property, Staff
from games.engine.poker.books import BOOKS
from games.rulebook import amending, elections, versions
from games.rulebook.amending import Stage
from games.rulebook.content import files
from games.rulebook.content.load import load
from games.rulebook.importing.flags import flags_of
from games.rulebook.importing.reader import read
from games.rulebook.in_force import rules_in_force
from games.rulebook.models import Application, Document, Version
from games.rulebook.redline import What, changed, redline
from games.rulebook.versions import clause_texts, in_force_version, parameter_values

ROOT = Path(__file__).parents[2]
SOURCES = ("casino", "games", "jackpots", "tournaments", "templates", "static")
KINDS = {".py", ".html", ".js", ".toml", ".md"}
NUMBER = r"\d+[A-Z]?(?:\.\d+[A-Z]?)*(?:\([a-z]+\))*"
CITED = re.compile(
    rf"\b({'|'.join(sorted(files.CODES, key=len, reverse=True))}) ({NUMBER}(?:(?:, | and | or | to |–){NUMBER})*)"
)
# Cited, and in no text: why each may be.
STALE = {("NZ1", "91"): "an example of a number that is no part of 9"}
AUCKLAND = ZoneInfo("Pacific/Auckland")
DAY = timedelta(days=1)


def numbers(code: str) -> set[str]:
    """Every number that a document has in its base or by an application."""
    proposed = (change for said in files.applications(code) for change in said["change"])
    return {clause.number for clause in files.text(code)} | {
        change.get("new_number", change["clause"]) for change in proposed
    }


def citations() -> Iterator[tuple[str, str, str]]:
    paths = (path for name in SOURCES for path in (ROOT / name).rglob("*") if path.suffix in KINDS)
    for path in paths:
        for code, listed in CITED.findall(path.read_text()):
            for number in re.findall(NUMBER, listed):
                yield code, number, str(path.relative_to(ROOT))


def test_every_clause_that_the_code_cites_is_in_its_document():
    known = {code: numbers(code) for code in files.CODES}
    found = list(citations())
    lost = {
        (code, number, where)
        for code, number, where in found
        if number not in known[code] and f"{number}.0" not in known[code] and (code, number) not in STALE
    }
    assert not lost
    assert len({(code, number) for code, number, _where in found}) > 400


@pytest.mark.parametrize("code", files.CODES)
def test_every_text_imports_whole_and_without_flags(code):
    found = read((files.FOLDER / files.source(code).version["file"]).read_text())
    assert flags_of(found) == []
    assert found.left_over == []
    front = [entry for entry in found.entries if entry.kind == "front"]
    assert [entry.first for entry in front] == [1]
    assert all(
        entry.number or entry.kind in {"front", "heading", "definition", "table", "note"} for entry in found.entries
    )


@pytest.mark.parametrize("code", files.CODES)
def test_every_clause_says_something(code):
    clauses = [clause for clause in files.text(code) if clause.kind == "clause"]
    led = {clause.parent for clause in clauses}
    assert all(clause.text or clause.number in led for clause in clauses)
    assert max(Counter(clause.number for clause in clauses).values()) == 1


@pytest.mark.parametrize(("code", "least"), [("UTH", 200), ("NZ5", 280), ("NZ13", 380), ("WA", 400), ("RWS", 180)])
def test_the_documents_have_the_clauses_of_the_originals(code, least):
    assert len(numbers(code)) > least


@pytest.mark.parametrize("code", files.CODES)
def test_readings_and_values_stand_under_clauses_of_their_own_text(code):
    text = files.text(code)
    assert all(files.has(text, reading["clause"]) for reading in files.source(code).reading)
    assert all(files.has(text, files.number_of(value)) for value in files.values(code))
    assert [clause.heading for clause in text if clause.kind == "note" and clause.heading] == [
        files.READING for _reading in files.source(code).reading
    ]


def test_a_reading_follows_its_clause_and_the_items_of_it():
    text = files.text("NZ13")
    place = next(at for at, one in enumerate(text) if one.kind == "note" and one.parent == "8.2(a)")
    assert text[place - 1].number == "8.2(a)(ii)"
    assert text[place + 1].number == "8.2(b)"


def test_amendment_notes_of_western_australia_are_its_clauses_history():
    text = {clause.number: clause for clause in files.text("WA") if clause.number}
    assert text["12.6"].history == (
        {"did": "inserted", "by": "RAG/381", "on": "2011-03-22"},
        {"did": "amended", "by": "RAG/551", "on": "2019-04-12"},
    )
    assert text["4.3"].touched_by == "RAG/274"
    assert text["41"].touched_by == "RAG/551"
    assert text["10.5"].history == ()


@pytest.fixture(scope="module")
def loaded(django_db_setup, django_db_blocker):
    """The whole demo, loaded once for this file and rolled back after it."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch, transaction.atomic():
        patch.setattr(demo, "_loaders", [load])
        at = clock.now()
        patch.setattr(clock, "now", lambda: at)
        assert demo.load()
        yield at
        transaction.set_rollback(True)


def version(code: str, label: str) -> Version:
    return Version.objects.get(document__code=code, label=label)


def shown(change) -> tuple[str, str]:
    clause = change.new or change.old
    return str(change.what), clause.number or clause.heading


@pytest.mark.django_db
def test_each_document_has_one_text_in_force(loaded):
    labels = {document.code: in_force_version(document, loaded).label for document in Document.objects.all()}
    assert labels == {
        "NZ1": "Before November 2016", "UTH": "Division as approved", "NZ5": "As amended 2017",
        "NZ11A": "As amended 2017", "NZ13": "As amended 2017", "NZ14": "As amended 2017", "WA": "RAG/551",
        "RWS": "Version 8",
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("code", "zone", "instant"),
    [("RWS", "Asia/Singapore", "2024-07-25T08:00"), ("WA", "Australia/Perth", "2019-04-12T00:00")],
)
def test_texts_are_in_force_from_their_local_instant(loaded, code, zone, instant):
    document = Document.objects.get(code=code)
    begins = in_force_version(document, loaded).effective_at
    assert begins.astimezone(ZoneInfo(zone)).isoformat(timespec="minutes").startswith(instant)
    assert in_force_version(document, begins - timedelta(seconds=1)) is None


@pytest.mark.django_db
def test_nz5_redline_shows_exactly_what_the_application_asked_for(loaded):
    old, new = (clause_texts(version("NZ5", label)) for label in ("Before November 2016", "As amended 2017"))
    found = {shown(change) for change in changed(redline(old, new))}
    assert found == {
        ("inserted", "Free Hand"), ("inserted", "1.2"), ("amended", "8.3"), ("amended", "8.13"), ("amended", "8.14"),
        ("amended", "9.3"), ("inserted", "12.10"), ("inserted", "12.10(a)"), ("inserted", "12.10(b)"),
        ("amended", "13.2(a)"), ("inserted", "13.2(a)(i)"), ("inserted", "13.2(a)(ii)"), ("amended", "15.4"),
        ("inserted", "15.4(a)"), ("inserted", "15.4(b)"), ("inserted", "15.4(b)(i)"), ("inserted", "15.4(b)(ii)"),
        ("renumbered", "15.5(a)"), ("renumbered", "15.5(b)"), ("amended", "15.10"), ("inserted", "15.10(c)"),
        ("inserted", "15.10(d)"), ("inserted", "15.11"),
    }  # fmt: skip
    assert len(found) == len(files.applications("NZ5")[0]["change"])


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["NZ5", "NZ11A", "NZ13", "NZ14"])
def test_every_change_of_a_decided_application_is_in_the_text_in_force(loaded, code):
    said = files.applications(code)[0]
    old, new = (clause_texts(version(code, label)) for label in ("Before November 2016", "As amended 2017"))
    found = Counter(change.what for change in changed(redline(old, new)))
    asked = Counter(change["kind"] for change in said["change"])
    assert found[What.INSERTED] == asked["insert"]
    assert found[What.DELETED] == asked["delete"]
    assert sum(found.values()) >= sum(asked.values()) - asked["parameter"]
    assert amending.stage(Application.objects.get(version=version(code, "As amended 2017")), loaded) is Stage.DECIDED


@pytest.mark.django_db
def test_nz13_seat_paragraphs_give_way_to_18_8_and_the_letters_move_up(loaded):
    text = {clause.number: clause for clause in clause_texts(version("NZ13", "As amended 2017")) if clause.number}
    for game in range(11, 18):
        assert "choose seats" not in text[f"{game}.1(a)"].text
    assert text["16.1(a)"].text.startswith("the button")
    assert text["11.1(b)(iv)"].text.startswith("and, if the next player likes")
    assert text["16.1(c)(ii)"].text == "three in pineapple and crazy pineapple."
    assert "16.1(d)" not in text
    assert text["18.8"].touched_by == "Amendment Notice 2017/3 (Poker)"


@pytest.mark.django_db
def test_nz13_as_amended_sets_what_the_engine_s_book_says(loaded):
    values = {one.name: one.value for one in parameter_values(version("NZ13", "As amended 2017"))}
    book = BOOKS["nz"].model_dump(mode="json")
    assert {name: values[name] for name in book if name != "name"} == {
        name: value for name, value in book.items() if name != "name"
    }
    before = {one.name for one in parameter_values(version("NZ13", "Before November 2016"))}
    assert {"straddles", "kill", "pick_up_minutes", "most_boards"} & before == set()
    assert (values["seats"], values["pick_up_minutes"]) == ("choice", 20)


@pytest.mark.django_db
def test_values_of_every_version_stand_under_clauses_that_it_has(loaded):
    for one in Version.objects.select_related("document"):
        text = clause_texts(one)
        lost = [value.clause for value in parameter_values(one) if not files.has(text, files.number_of(value))]
        assert not lost, one


@pytest.mark.django_db
def test_general_rules_19_3_is_in_consultation_around_the_day_of_loading(loaded):
    application = Application.objects.get(document__code="NZ1")
    assert amending.stage(application, loaded) is Stage.CONSULTATION
    closes = application.consultation_closes_at.astimezone(AUCKLAND)
    assert (closes.hour, closes.minute) == (17, 0)
    assert loaded < closes < loaded + 30 * DAY
    assert [change.clause for change in application.changes.filter(kind="insert")] == ["19.3"]
    assert application.submissions.filter(shown_at__isnull=True).count() == 1


@pytest.mark.django_db
def test_until_19_3_holds_the_operator_decides_unlisted_cases_by_a_reading(loaded):
    value = next(
        one for one in parameter_values(version("NZ1", "Before November 2016")) if one.name == "unlisted_cases_by"
    )
    assert (value.value, value.clause, value.reading) == ("table_games_manager", "NZ1 19.0", True)


@pytest.mark.django_db
def test_two_re_buy_texts_stand_side_by_side_undecided_on_a_base_that_says_less_than(loaded):
    application = Application.objects.get(document__code="NZ14", decided_at=None)
    assert amending.stage(application, loaded) is Stage.DECIDING
    assert not amending.moved_on(application, loaded)
    rival, value = amending.rivals(application).values()
    assert {change.applicant for change in rival} == set(application.applicants)
    assert [change.value for change in value] == ["less", "at_most"]
    base = {one.name: one.value for one in parameter_values(application.base)}
    assert base["rebuy_with"] == "less"
    assert any("less than the starting bank" in clause.text for clause in clause_texts(application.base))


PLAYED = {
    "BA-12": ("NZ5", {"tie": 8, "banker": "commission", "perfect_pair": 1}),
    "BA-14": ("NZ5", {"form": "international", "tie": 9, "style": "B", "lucky_match": 2}),
    "UT-03": ("UTH", {"pay_table": 1, "hands": "any_five", "max_payout": 5_000_000, "progressive": 500}),
    "SE-01": ("NZ11A", {"hard_6": 9, "field": 1, "craps_12": 33}),
    "PO-01": ("WA", {"raise_cap": 3, "rake_most": 10}),
    "PO-02": ("WA", {"rake_rounds_to": "dollar"}),
    "NL-01": ("RWS", {"odd_chip": "first_left"}),
    "NL-02": ("RWS", {"button_suits": "cdhs"}),
}


@pytest.mark.django_db
@pytest.mark.parametrize("code", PLAYED)
def test_every_demo_table_has_rules_that_the_engine_takes(loaded, code):
    rules = rules_in_force(Place.objects.get(code=code), loaded)
    document, expected = PLAYED[code]
    built = rules.engine_rules()
    assert document in rules.codes
    assert rules.missing() == []
    assert {name: getattr(built, name) for name in expected} == expected


@pytest.mark.django_db
def test_which_bets_a_table_offers_is_cited_with_the_day_of_the_election(loaded):
    rules = rules_in_force(Place.objects.get(code="BA-12"), loaded)
    day = f"{loaded.astimezone(AUCKLAND):%-d %B %Y}"
    assert rules.why("tie") == f"NZ5 5.10(c), elected on {day}"
    assert rules.why("limit_notice_minutes") == "NZ1 9.3(a), Before November 2016"


@pytest.mark.django_db
def test_the_demo_tournaments_switch_rules_off_nz14_2_2_wa_39_2(loaded):
    friday = rules_in_force(Place.objects.get(code="FRI-H"), loaded)
    assert friday.codes == ("NZ1", "NZ13", "NZ14")
    assert {"NZ13 8", "NZ13 18.8"} <= friday.off
    assert "seats" not in friday.values
    assert friday.value("rebuy_with") == "less"
    sunday = rules_in_force(Place.objects.get(code="SUN-S"), loaded)
    assert "WA 7.17" in sunday.off
    assert sunday.value("hidden_chips") == "out"


@pytest.mark.django_db
def test_what_needs_approval_has_it_and_one_choice_waits_for_the_authority(loaded):
    houses = list(Property.objects.all())
    assert [(one.place.code, one.name) for one in elections.waiting(houses)] == [("UT-PRO", "sub_pools")]
    assert rules_in_force(Place.objects.get(code="UT-PRO"), loaded).value("retained_part") == 1_500


@pytest.mark.django_db
def test_documents_are_loaded_once_however_many_houses_there_are(loaded):
    before = Version.objects.count(), Application.objects.count()
    second = Property.objects.get(code="harbour")
    second.pk, second.code = None, "harbour-2"
    second.save()
    first = Property.objects.get(code="harbour")
    for post in first.posts.filter(until_at=None):
        post.pk, post.property = None, second
        post.save()
    load(second, Staff.objects.get(username="manager"), loaded)
    assert (Version.objects.count(), Application.objects.count()) == before


@pytest.mark.django_db
def test_author_applicant_and_approver_are_three_people(loaded):
    people = Version.objects.values_list("author__username", "applicant__username", "approved_by__username")
    assert set(people) == {("compliance", "manager", "authority")}
    assert versions.state(version("NZ5", "Before November 2016"), loaded) is versions.State.SUPERSEDED
