"""Exports lose nothing, whatever a clause contains."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.refused import Refused
from games.rulebook.exporting import Text, from_json, from_markdown, to_json, to_markdown
from games.rulebook.shapes import ClauseText, ParameterValue

awkward = st.sampled_from(
    ["<!-- clause {} -->", "\\", "-->", "# 1", "", "**", "`x`", "<script>alert(1)</script>", "\t50 to 1"]
)
line = st.one_of(awkward, st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40))
text = st.lists(line, max_size=4).map("\n".join)
histories = st.lists(st.fixed_dictionaries({"did": line, "by": line, "on": line}), max_size=2).map(tuple)
clauses = st.builds(
    ClauseText,
    line,
    line,
    st.sampled_from(["clause", "definition", "heading", "table", "note"]),
    line,
    text,
    histories,
    line,
)
values = st.one_of(st.none(), st.booleans(), st.integers(), line, st.lists(st.integers(), max_size=3))
parameters = st.builds(ParameterValue, line, values, line, st.booleans(), text, line)
versions = st.builds(
    Text, line, line, st.lists(clauses, max_size=4).map(tuple), st.lists(parameters, max_size=2).map(tuple)
)


@given(versions)
def test_markdown_comes_back_as_it_went(version):
    assert from_markdown(to_markdown(version)) == version


@given(versions)
def test_json_comes_back_as_it_went(version):
    assert from_json(to_json(version)) == version


def test_markdown_reads_well_on_its_own():
    shown = to_markdown(
        Text("NZ5", "2016", (ClauseText("5.0", kind="heading", heading="Wagers"), ClauseText("5.1", text="A wager.")))
    )
    assert "## 5.0 Wagers\n" in shown
    assert "**5.1**\nA wager.\n" in shown


@pytest.mark.parametrize("content", ["", "{}", "[]", "# Rules", '{"document": 1}'])
def test_what_we_did_not_export_is_refused(content):
    with pytest.raises(Refused):
        from_json(content)
    with pytest.raises(Refused):
        from_markdown(content)
