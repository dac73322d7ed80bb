"""`/rules/` as anybody reads it: in force to the microsecond, at any date, clause by clause, with what changed."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.rulebook import citing, elections, instants, opened, versions
from games.rulebook.shapes import ClauseText
from tests.rulebook.books import make_document, make_draft
from tests.rulebook.public_world import (
    DAY,
    FIRST,
    JULY,
    NOW,
    SCRIPT,
    World,
    approved,
    as_,
    make_consultation,
    make_world,
)

pytestmark = pytest.mark.django_db
NEW_WORDS = "each one a Free Hand"


@pytest.fixture(autouse=True)
def _now():
    """Pages ask the clock; what the last test kept is forgotten."""
    citing._line.cache_clear()
    opened._redlined.cache_clear()
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def world() -> World:
    return make_world()


def read(client: Client, path: str, **query: str) -> str:
    answer = client.get(path, query)
    assert answer.status_code == 200, (path, answer.status_code)
    return str(answer.content.decode())


@pytest.mark.parametrize(("step", "new"), [(-1, False), (0, True), (1, True)])
def test_a_version_holds_from_its_instant_to_the_microsecond(client, world, step, new):
    at = instants.cited(JULY + timedelta(microseconds=step))
    shown = read(client, "/rules/NZ5/", at=at)
    assert (NEW_WORDS in shown) is new
    assert ("Version 9," in shown) is new


@pytest.mark.parametrize(("typed", "label"), [
    ("30 Jun 2026", "Version 8"), ("1 Jul 2026", "Version 9"), ("30 Jun 2026 23:59:59", "Version 8"),
    ("2026-07-01 00:00", "Version 9"), ("1 July 2026", "Version 9"), ("30/06/2026", "Version 8"), ("", "Version 9"),
])  # fmt: skip
def test_a_day_is_the_jurisdiction_s_own(client, world, typed, label):
    assert f"{label}," in read(client, "/rules/NZ5/", at=typed)


@pytest.mark.parametrize("typed", ["soon", "31 Feb 2026", "0001-01-01T00:00", "9999-12-31T23:59", "x" * 500, "\x00"])
def test_a_date_that_cannot_be_read_is_said_and_now_is_shown(client, world, typed):
    shown = read(client, "/rules/NZ5/", at=typed)
    assert "Version 9," in shown
    assert ("Type a day" in shown) is (typed != "\x00")


def test_before_the_first_version_nothing_was_in_force(client, world):
    shown = read(client, "/rules/NZ5/", at="1 Jan 2001")
    assert "Nothing in force on that day" in shown and "The first version known begins" in shown


def test_a_draft_is_never_public(client, world):
    draft = make_draft(
        world.document, world.people, label="Secret draft", base=world.second, at=NOW - DAY,
        clauses=[*FIRST, ClauseText("99.9", text="A hidden wager.")],
    )  # fmt: skip
    versions.apply_for(draft, by=world.people.manager, at=NOW - DAY)
    for path in ("/rules/", "/rules/NZ5/", f"/rules/NZ5/?changes=on&since={draft.pk}", "/rules/search/?q=hidden"):
        shown = read(client, path)
        assert "Secret draft" not in shown and "A hidden wager" not in shown, path
    assert client.get("/rules/NZ5/99.9/").status_code == 404
    assert "A hidden wager" not in read(client, "/rules/NZ5/text.json")


def test_what_waits_for_its_gazette_notice_is_not_shown_as_in_force(client, world):
    document = make_document("NZ1", gazette=True)
    approved(document, world.people, FIRST[3:4], "Version 1", at=NOW - 9 * DAY, from_at=NOW - 3 * DAY)
    assert "Nothing in force on that day" in read(client, "/rules/NZ1/")


def test_what_is_approved_to_come_is_announced_and_can_be_read(client):
    make_world(from_at=NOW + 3 * DAY)
    assert "Version 9" in read(client, "/rules/")
    assert NEW_WORDS not in read(client, "/rules/NZ5/")
    shown = read(client, "/rules/NZ5/", at="17 Nov 2026 12:00")
    assert NEW_WORDS in shown and "Will be in force" in shown


def test_every_number_is_a_link_and_an_anchor(client, world):
    shown = read(client, "/rules/NZ5/")
    assert 'id="5.10-c"' in shown and 'href="/rules/NZ5/5.10(c)/"' in shown
    assert 'id="appendix-a"' in shown and 'id="definition-tie"' in shown
    assert 'href="#8.3"' in shown, "the tree leads to the clause"


def test_a_permalink_shows_a_clause_as_it_stood_and_how_it_changed(client, world):
    now, then = read(client, "/rules/NZ5/8.3/"), read(client, "/rules/NZ5/8.3/", at="30 Jun 2026")
    assert NEW_WORDS in now.split('id="history"')[0]
    assert NEW_WORDS not in then.split('id="history"')[0], "as it stood then"
    assert "<ins>" in now.split('id="history"')[1], "the history shows what came in"
    assert "Notice 2" in now


def test_an_item_is_read_with_the_clause_that_it_belongs_to(client, world):
    shown = read(client, "/rules/NZ5/5.10(c)/")
    assert "Winning wagers are paid" in shown and "even money" in shown
    assert 'aria-current="true"' in shown
    assert "Tie pays" in shown, "what the clause sets"


def test_a_clause_of_another_time_says_when_it_was(client, world):
    gone = read(client, "/rules/NZ5/9.5/")
    assert "is not in the rules in force" in gone and "deleted" in gone
    assert "is not in the rules in force" in read(client, "/rules/NZ5/8.4/", at="30 Jun 2026")
    assert client.get("/rules/NZ5/77.7/").status_code == 404
    assert client.get("/rules/NOPE/").status_code == 404


def test_a_section_is_found_without_its_zero(client, world):
    assert "Wagers" in read(client, "/rules/NZ5/5/")


def test_citations_in_a_text_are_links(client, world):
    shown = read(client, "/rules/NZ5/")
    assert '<a href="/rules/NZ5/8.3/">8.3</a>' in shown
    assert 'href="/rules/NZ1/9.3(a)/"' in shown


def test_tables_are_tables_and_readings_are_marked(client, world):
    shown = read(client, "/rules/NZ5/")
    assert '<th scope="col">Banker has</th>' in shown and "<td>anything but an 8</td>" in shown
    assert "A round without wagers counts for the shoe." in shown
    assert shown.count(">Reading</span>") >= 2, "the note and the parameter's reading"
    assert "Cut pro rata" not in shown or "5.18" in shown


def test_conditions_stay_with_the_version_and_its_clause(client):
    make_world(conditions=[("8.3", "At most ten such rounds an hour.")])
    shown = read(client, "/rules/NZ5/")
    assert "Conditions of the approval" in shown
    assert shown.count("At most ten such rounds an hour.") == 2
    assert "At most ten" not in read(client, "/rules/NZ5/", at="30 Jun 2026")


def test_script_in_a_clause_does_nothing(client, world):
    for path in ("/rules/NZ5/", "/rules/NZ5/9.5/"):
        shown = read(client, path, at="30 Jun 2026")
        assert SCRIPT not in shown and "&lt;script&gt;" in shown, path
    found = read(client, "/rules/search/", at="30 Jun 2026", q="writes")
    assert "9.5" in found and SCRIPT not in found
    shown = read(client, "/rules/NZ5/", changes="on")
    assert SCRIPT not in shown and "<del>" in shown


def test_changes_are_listed_first_and_then_shown_in_the_text(client, world):
    shown = read(client, "/rules/NZ5/", changes="on")
    listed, text = shown.split("What changed")[1].split('id="division-5"')
    for number in ("8.3", "8.4", "9.4", "9.5"):
        assert f"<b>{number}</b>" in listed, number
    assert "<del>all the same.</del>" in text or "<del>same.</del>" in text
    assert "Free Hand.</ins>" in text
    assert "<del>never</del> <ins>not at all</ins>" in text, "a table changes cell by cell"
    assert "Deleted" in text and "Inserted" in text, "a word, not colour alone"


def test_changes_against_any_other_version_go_forward_in_time(client, world):
    shown = read(client, "/rules/NZ5/", at="30 Jun 2026", changes="on", since=str(world.second.pk))
    assert "From Version 8 to Version 9" in shown
    assert "<ins>" in shown


def test_changes_stand_side_by_side_too(client, world):
    shown = read(client, "/rules/NZ5/", changes="on", view="side")
    pair = shown.split('id="8.3"')[1].split("</section>")[0]
    assert "<del>" in pair.split("<ins>")[0], "the old text first, and struck"
    assert "Not in this version." in shown.split('id="8.4"')[1]


def test_search_finds_words_as_they_stood_then(client, world):
    assert "8.3" in read(client, "/rules/search/", q="free hand")
    assert "Nothing found" in read(client, "/rules/search/", q="free hand", at="30 Jun 2026")
    assert "<mark>" in read(client, "/rules/search/", q="dealing rounds")
    assert "Nothing found" in read(client, "/rules/search/", q="rounds", **{"in": "NZ1"})


@pytest.mark.parametrize(("words", "target"), [("NZ5 5.10(c)", "5.10(c)"), ("9.4", "9.4"), ("5", "5")])
def test_a_clause_that_is_typed_is_opened(client, world, words, target):
    answer = client.get("/rules/search/", {"q": words, "in": "NZ5"})
    assert answer.status_code == 302 and answer.url == f"/rules/NZ5/{target}/"


@pytest.mark.parametrize("words", ["", "'", "a & | !", "\x00", "%", "x" * 5000, "<script>"])
def test_search_takes_whatever_is_typed(client, world, words):
    assert client.get("/rules/search/", {"q": words}).status_code == 200


def test_the_list_names_every_rulebook_its_regulator_and_what_is_built(client, world):
    shown = read(client, "/rules/")
    for short in ("NZ1", "NZ5", "NZ11A", "NZ13", "NZ14", "UTH", "WA", "RWS"):
        assert short in shown
    assert "Gambling Regulatory Authority of Singapore" in shown
    assert "Every form, side bet and irregularity, in the engine." in shown
    assert "Version 8" in read(client, "/rules/", at="30 Jun 2026")


def test_downloads_hold_the_text_in_force_then(client, world):
    answer = client.get("/rules/NZ5/text.md", {"at": "30 Jun 2026"})
    assert answer["Content-Disposition"].startswith("attachment")
    assert "Version 8" in answer.content.decode() and NEW_WORDS not in answer.content.decode()
    assert client.get("/rules/NZ5/text.exe").status_code == 404


@pytest.mark.parametrize("path", [
    "/rules/", "/rules/NZ5/", "/rules/NZ5/?changes=on", "/rules/NZ5/8.3/", "/rules/search/?q=round",
])  # fmt: skip
def test_queries_do_not_grow_with_the_text_nz5(client, world, path):
    def count() -> int:
        opened._redlined.cache_clear()
        with CaptureQueriesContext(connection) as found:
            assert client.get(path).status_code == 200
        return len(found)

    few = count()
    more = [*second_and_more()]
    at, from_at = NOW - 2 * DAY, NOW - DAY
    approved(world.document, world.people, more, "Version 10", at=at, from_at=from_at, base=world.second)
    assert count() <= few <= 14


def second_and_more() -> list[ClauseText]:
    extra = [ClauseText(f"20.{place}", "8.0", heading="More", text="A round more.") for place in range(40)]
    return [*FIRST, *extra]


def test_at_this_casino_shows_what_was_elected(world):
    people = world.people
    elections.elect(
        property=people.property, name="perfect_pair", value=2, by=people.manager, at=NOW - DAY, from_at=NOW - DAY
    )
    shown = read(as_(people.manager), "/rules/NZ5/")
    assert "At this casino" in shown and "Perfect Pair pay scale" in shown
    assert "At this casino" not in read(Client(), "/rules/NZ5/")


def test_a_cited_clause_links_to_its_instant_and_is_struck_once_it_has_changed(world):
    from django.template import Context, Template

    tag = Template("{% clause cited at=at %}")
    then = tag.render(Context({"cited": "NZ5 8.3", "at": JULY - DAY}))
    assert 'class="cite past"' in then and f"?{urlencode({'at': (JULY - DAY).isoformat()})}" in then
    assert 'class="cite"' in tag.render(Context({"cited": "NZ5 5.10(c)", "at": JULY - DAY}))
    assert 'class="cite"' in tag.render(Context({"cited": "NZ5 8.3", "at": JULY}))
    assert tag.render(Context({"cited": "Gambling Act 2003", "at": JULY})) == "Gambling Act 2003"


def test_struck_citations_cost_one_question_a_page(world, rf):
    from django.template import Context, Template

    tag = Template("{% for n in numbers %}{% clause n at=at %}{% endfor %}")
    numbers = [f"NZ5 {number}" for number in ("8.3", "5.10(c)", "5.10(a)", "9.4")]
    context = Context({"numbers": numbers, "at": JULY - DAY, "request": rf.get("/admin/")})
    with CaptureQueriesContext(connection) as found:
        tag.render(context)
    assert len(found) == 2


def test_an_open_consultation_is_announced_beside_the_text(client, world):
    make_consultation(world)
    assert "Free Hands" in read(client, "/rules/").split("You are asked")[1]
    assert "say what you think until" in read(client, "/rules/NZ5/")
