"""What pages ask, in how many queries."""

from __future__ import annotations

from typing import Any

import pytest

from games.rulebook import reading, versions
from games.rulebook.elections import elect, elect_all
from games.rulebook.shapes import ClauseText
from games.rulebook.versions import State
from tests.factories import make_place
from tests.rulebook.books import AT, DAY, make_approved, make_book, make_document, make_draft, make_people

pytestmark = pytest.mark.django_db
TEXT = [
    ClauseText("", kind="front", heading="Rules of the game"),
    ClauseText("5.0", kind="heading", heading="Wagers"),
    ClauseText("5.10", parent="5.0", text="Winning wagers are paid at these odds."),
    ClauseText("5.10(c)", parent="5.10", text="A Tie pays 8 to 1 or 9 to 1."),
    ClauseText("19.4", text="First of that number."),
    ClauseText("(a)", parent="19.4", text="Under the first."),
    ClauseText("19.4", text="Second of that number."),
    ClauseText("(a)", parent="19.4", text="Under the second <script>alert(1)</script> of them."),
    ClauseText("7.1", parent="7.0", text="Names a parent that is not there."),
]


def numbers(nodes: list[reading.Node]) -> list[Any]:
    return [(node.clause.number, numbers(node.children)) if node.children else node.clause.number for node in nodes]


def test_versions_of_a_document_with_their_states_at_an_instant(django_assert_num_queries: Any) -> None:
    people, document = make_people(), make_document()
    first = make_approved(document, people, at=AT - 9 * DAY)
    second = make_approved(document, people, label="Version 2", base=first, from_at=AT + DAY)
    third = make_draft(document, people, label="Version 3", at=AT + DAY)
    with django_assert_num_queries(1):
        found = reading.versions_of(document, AT)
        names = [one.version.author.name for one in found if one.version.author]
    assert [(one.version, one.state) for one in found] == [(second, State.SCHEDULED), (first, State.IN_FORCE)]
    assert names == [people.compliance.name] * 2
    later = {one.version: one.state for one in reading.versions_of(document, AT + DAY)}
    assert later == {third: State.DRAFT, second: State.IN_FORCE, first: State.SUPERSEDED}


def test_documents_with_what_is_in_force_and_what_comes_next(django_assert_num_queries: Any) -> None:
    people = make_people()
    document, other = make_document("NZ1"), make_document("WA")
    first = make_approved(document, people, at=AT - DAY)
    second = make_approved(document, people, label="Version 2", base=first, from_at=AT + DAY)
    with django_assert_num_queries(2):
        found = reading.documents_then(AT)
    assert [(one.document, one.in_force, one.coming) for one in found] == [
        (document, first, second), (other, None, None),
    ]  # fmt: skip
    assert [one.document for one in reading.documents_then(AT, "wa")] == [other]


def test_a_clause_as_it_stood_at_an_instant(django_assert_num_queries: Any) -> None:
    people, document = make_people(), make_document()
    first = make_approved(document, people, at=AT - DAY, clauses=TEXT)
    after = [ClauseText("5.10(c)", text="A Tie pays 9 to 1.") if one.number == "5.10(c)" else one for one in TEXT]
    make_approved(document, people, label="Version 2", base=first, from_at=AT + DAY, clauses=after)
    with django_assert_num_queries(1):
        clause = reading.clause_at(document, "5.10(c)", AT)
    assert clause is not None
    assert clause.text == "A Tie pays 8 to 1 or 9 to 1."
    assert reading.clauses_at(document, "5.10(c)", AT + DAY).get().text == "A Tie pays 9 to 1."
    assert reading.clause_at(document, "5.10(c)", AT - 2 * DAY) is None
    assert [one.text for one in reading.clauses_at(document, "19.4", AT)] == [
        "First of that number.", "Second of that number.",
    ]  # fmt: skip


def test_the_tree_keeps_every_clause_and_repeated_numbers_apart(django_assert_num_queries: Any) -> None:
    people = make_people()
    version = make_draft(make_document(), people, clauses=TEXT)
    with django_assert_num_queries(1):
        top = reading.tree(version)
    assert numbers(top) == [
        "", ("5.0", [("5.10", ["5.10(c)"])]), ("19.4", ["(a)"]), ("19.4", ["(a)"]), "7.1",
    ]  # fmt: skip
    assert top[3].children[0].clause.text.startswith("Under the second")
    assert versions.clause_texts(version) == TEXT


def test_contents_are_what_has_a_title(django_assert_num_queries: Any) -> None:
    version = make_draft(make_document(), make_people(), clauses=TEXT)
    with django_assert_num_queries(1):
        assert [(one.number, one.heading) for one in reading.contents(version)] == [("5.0", "Wagers")]


def test_search_finds_words_in_force_then_and_marks_them(django_assert_num_queries: Any) -> None:
    people, document = make_people(), make_document()
    make_approved(document, people, at=AT - DAY, clauses=TEXT)
    make_draft(document, people, label="Version 2", clauses=TEXT)
    with django_assert_num_queries(1):
        found = reading.search("paying ties", AT)
        codes = [one.clause.version.document.code for one in found]
    assert [one.clause.number for one in found] == ["5.10(c)"]
    assert codes == ["NZ5"]
    assert [text for marked, text in found[0].pieces if marked] == ["Tie", "pays"]
    assert "".join(text for _marked, text in found[0].pieces) == "A Tie pays 8 to 1 or 9 to 1."
    assert reading.search("paying ties", AT - 2 * DAY) == []
    assert reading.search("tie", AT, jurisdiction="wa") == []
    assert reading.search("tie", AT, document="UTH") == []


@pytest.mark.parametrize("words", ["", "'", "a & | !", "\\", "the", "“", "% _", "<script>", ")("])
def test_search_takes_whatever_is_typed(words: str) -> None:
    make_approved(make_document(), make_people(), at=AT - DAY, clauses=TEXT)
    for one in reading.search(words, AT):
        assert all(text for _marked, text in one.pieces)


def test_a_number_is_found_by_itself_and_script_stays_text() -> None:
    make_approved(make_document(), make_people(), at=AT - DAY, clauses=TEXT)
    assert [one.clause.number for one in reading.search("5.10(c)", AT)] == ["5.10(c)"]
    shown = {one.clause.number: one.pieces for one in reading.search("second", AT)}
    assert set(shown) == {"(a)", "19.4"}
    assert (True, "second") in shown["(a)"]
    assert all(mark not in text for _marked, text in shown["(a)"] for mark in (reading.BEGIN, reading.END))


def test_what_may_be_chosen_and_what_is(django_assert_num_queries: Any) -> None:
    people = make_people()
    documents = make_book(people, "NZ1", "NZ5")
    table = make_place(people.property)
    choose = {"by": people.manager, "at": AT, "from_at": AT, "property": people.property}
    elect_all(place=table, choices={"game": "baccarat", "banker": "commission"}, **choose)
    elect(name="decks", value=7, **choose)
    elect(name="decks", value=6, place=table, **choose)
    with django_assert_num_queries(1):
        found = reading.choices_of(people.property, table, documents["NZ5"], AT)
    chosen = {one.term.name: one.election.value for one in found if one.election}
    assert chosen == {"banker": "commission", "decks": 6}
    assert {"tie", "style", "perfect_pair"} <= {one.term.name for one in found}
    house = reading.choices_of(people.property, None, documents["NZ5"], AT)
    assert {one.term.name: one.election.value for one in house if one.election} == {"decks": 7}
    assert reading.choices_of(people.property, table, documents["NZ5"], AT - DAY)[0].election is None
    assert reading.elections_of(people.property, table).count() == 4
