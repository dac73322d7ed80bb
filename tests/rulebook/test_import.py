"""Reading regulators' documents: every line has its place, and what is odd is flagged, not lost."""

from __future__ import annotations

import io
import json
import zipfile

import docx
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from casino import clock
from casino.house.ranks import Rank
from casino.refused import Refused
from games.rulebook import documents, drafts, versions
from games.rulebook.importing.flags import flags_of
from games.rulebook.importing.history import histories, last_touch
from games.rulebook.importing.loading import text_of
from games.rulebook.importing.reader import Entry, read
from tests.factories import make_property, make_staff
from tests.rulebook.oddities import DIVISIONS, ODD, long_document


def numbered(text: str) -> dict[str, Entry]:
    return {entry.number: entry for entry in read(text).entries if entry.number}


def covered(text: str) -> dict[int, int]:
    """How many entries each line lies in."""
    found = read(text)
    times = dict.fromkeys((place for place, line in enumerate(text.splitlines(), 1) if line.strip()), 0)
    spans = [(entry.first, entry.last) for entry in found.entries] + [left[:2] for left in found.left_over]
    for first, last in spans:
        for place in range(first, last + 1):
            if place in times:
                times[place] += 1
    return times


@pytest.mark.parametrize("text", [ODD, DIVISIONS, long_document(), "One line.", "1.1 One clause."])
def test_every_line_lies_in_exactly_one_entry(text):
    assert set(covered(text).values()) == {1}


pieces = st.sampled_from(
    [*ODD.splitlines(), *DIVISIONS.splitlines(), "", "\t", "(i) x", "1. y", "Table", "\ufffd", "a\x00b"]
)


@given(st.lists(pieces, max_size=40).map("\n".join))
def test_every_line_lies_in_exactly_one_entry_however_they_are_mixed(text):
    assert set(covered(text).values()) <= {1}


def test_lists_nest_go_on_and_come_back():
    found = numbered(ODD)
    parents = {number: found[number].parent for number in ("2.1(a)", "2.1(b)", "2.1(b)(i)", "2.1(b)(ii)", "2.1(c)")}
    assert parents == {"2.1(a)": "2.1", "2.1(b)": "2.1", "2.1(b)(i)": "2.1(b)", "2.1(b)(ii)": "2.1(b)", "2.1(c)": "2.1"}
    assert found["2.1(c)"].text == "nobody else.\nClosing words of the list."


def test_a_list_that_lost_its_numbers_is_lettered():
    found = numbered(ODD)
    assert (found["3.1(a)"].text, found["3.1(b)"].text) == ("first of it;", "second of it.")


def test_definitions_are_known_quoted_or_not():
    terms = [entry.heading for entry in read(ODD).entries if entry.kind == "definition"]
    assert terms == ["ante", "big blind", "Burn card"]


def test_tables_headings_notes_appendices_and_front_matter_are_told_apart():
    kinds = {entry.kind for entry in read(ODD).entries}
    assert kinds == {"front", "heading", "definition", "clause", "table", "note", "appendix"}
    table = next(entry for entry in read(ODD).entries if entry.kind == "table")
    assert table.parent == "2.2" and table.text.split("\n")[1] == "Draw\t8\t4"


def test_numbers_of_every_style_are_kept():
    assert {"2.1", "3.1A", "11A.7", "Appendix A"} <= set(numbered(ODD))


def test_divisions_count_for_themselves():
    found = read(DIVISIONS)
    assert flags_of(found) == []
    assert [entry.scope for entry in found.entries if entry.number == "1.1"] == ["Division 1", "Division 5"]


def test_what_is_odd_is_flagged_with_its_lines():
    told = {(flag.kind, flag.message.split()[0]) for flag in flags_of(read(ODD))}
    assert ("duplicate_number", "3.2") in told
    assert ("broken_reference", "9.9") in told
    assert ("out_of_order", "3.1A") in told
    assert not any(kind == "broken_reference" and "22" in number for kind, number in told)


def test_an_unreadable_line_is_left_over_and_flagged():
    found = read("1.1 Well.\n1.2 Br\ufffdken.\n1.3 Well again.")
    assert [left[0] for left in found.left_over] == [2]
    assert [flag.kind for flag in flags_of(found)] == ["unreadable"]


def test_amendment_notes_become_the_history_of_their_clauses():
    found = read(ODD)
    told = {found.entries[place].number: deeds for place, deeds in histories(found).items()}
    assert told["2.2"] == [{"did": "amended", "by": "RAG/274", "on": "2007-08-28"}]
    assert told["2.4"] == [{"did": "inserted", "by": "RAG/381", "on": "2011-03-22"}]
    assert last_touch(told["2.2"]) == "RAG/274"


@pytest.mark.parametrize(
    ("note", "number", "deeds"),
    [
        ("[Amended by RAG/381 on 22/03/2011]", "1", ["amended"]),
        ("[Rules 1.1-1.3 renumbered by RAG/9 on 1 May 2015]", "1.2", ["renumbered"]),
        ("[Rule 1.1 amended and following rules renumbered by RAG/9]", "1", ["renumbered"]),
        ("[Rule 1.1 amended by RAG/1 on 1/2/03 and by RAG/2 on 3/4/05]", "1.1", ["amended", "amended"]),
    ],
)
def test_notes_in_all_their_wordings(note, number, deeds):
    found = read(f"1 SEATS\n\n1.1 One.\n1.2 Two.\n1.3 Three.\n\n{note}\n")
    told = {found.entries[place].number: [deed["did"] for deed in said] for place, said in histories(found).items()}
    assert told[number] == deeds


def as_docx(*paragraphs: str, rows: list[list[str]] | None = None) -> bytes:
    document = docx.Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if rows:
        table = document.add_table(len(rows), len(rows[0]))
        for row, cells in zip(table.rows, rows, strict=True):
            for cell, text in zip(row.cells, cells, strict=True):
                cell.text = text
    kept = io.BytesIO()
    document.save(kept)
    return kept.getvalue()


def test_a_word_document_reads_like_its_text():
    text = text_of(as_docx("1 WAGERS", "1.1 A wager.", rows=[["Game", "Most"], ["Draw", "8"]]), "rules.docx")
    found = read(text)
    assert [entry.kind for entry in found.entries] == ["heading", "clause", "table"]


def zip_bomb() -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("word/document.xml", b"0" * (200 * 1024 * 1024))
    return kept.getvalue()


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"\x00\x01binary", "rules.docx"),
        (b"PK\x03\x04broken", "rules.docx"),
        (as_docx("1.1 A"), "rules.txt"),
        (b"\x89PNG\x00\x00", "rules.txt"),
        (b"", "rules.txt"),
        (b"  \n ", "rules.txt"),
        (b"x" * (20 * 1024 * 1024 + 1), "rules.txt"),
        (zip_bomb(), "rules.docx"),
    ],
)
def test_what_is_no_document_is_refused_with_a_sentence(content, name):
    with pytest.raises(Refused):
        text_of(content, name)


def test_the_command_prints_clauses_flags_and_what_is_left(tmp_path, capsys):
    file = tmp_path / "odd.txt"
    file.write_text(ODD)
    call_command("import_rules", str(file), "--json")
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"clauses", "flags", "left_over"}
    assert set(told["clauses"][0]) == {"number", "parent", "kind", "heading", "text", "lines"}
    assert {flag["kind"] for flag in told["flags"]} == {"duplicate_number", "broken_reference", "out_of_order"}


def test_the_command_says_what_is_wrong_with_a_file(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_rules", str(tmp_path / "nothing.txt"), "--json")
    (tmp_path / "empty.txt").write_text("")
    with pytest.raises(CommandError, match="empty"):
        call_command("import_rules", str(tmp_path / "empty.txt"), "--json")


@pytest.mark.django_db
def test_an_import_is_saved_as_a_draft_whose_flags_wait_for_a_person(tmp_path):
    prop = make_property()
    author, manager = make_staff(Rank.COMPLIANCE, prop), make_staff(Rank.TABLE_GAMES_MANAGER, prop)
    document = documents.open_document(
        code="ODD", title="Odd", jurisdiction="nz", layer="division", authority="A", legal_basis="B", by=author,
        at=clock.now(), game="odd",
    )  # fmt: skip
    file = tmp_path / "odd.txt"
    file.write_text(ODD)
    call_command("import_rules", str(file), "--document", "ODD", "--by", author.username, "--label", "First")
    version = document.versions.get()
    texts = "\n".join(f"{clause.heading}\n{clause.text}" for clause in version.clauses.all())
    assert all(word in texts for word in ("Closing words of the list.", "A drawing of the table.", "ante means"))
    assert version.clauses.get(number="2.2").touched_by == "RAG/274"
    with pytest.raises(Refused, match="flagged"):
        versions.apply_for(version, by=manager, at=clock.now())
    for flag in version.flags.all():
        drafts.settle(flag, how="Kept as printed.", by=author, at=clock.now())
    with pytest.raises(Refused, match="already"):
        drafts.settle(version.flags.first(), how="Again.", by=author, at=clock.now())
    versions.apply_for(version, by=manager, at=clock.now())


@pytest.mark.django_db
def test_only_compliance_saves_an_import(tmp_path):
    prop = make_property()
    file = tmp_path / "odd.txt"
    file.write_text(ODD)
    documents.open_document(
        code="ODD", title="Odd", jurisdiction="nz", layer="division", authority="A", legal_basis="B", by=None,
        at=clock.now(), game="odd",
    )  # fmt: skip
    with pytest.raises(CommandError, match="compliance"):
        call_command("import_rules", str(file), "--document", "ODD", "--by", make_staff(Rank.CASHIER, prop).username)
