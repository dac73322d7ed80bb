"""Bead plate and big road, drawn by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.engine.baccarat.roads import Bead, bead_plate, big_road

NAMES = {"P": "player", "B": "banker", "T": "tie"}


def results(text: str) -> list[str]:
    return [NAMES[letter] for letter in text]


def drawn(text: str, rows: int = 6) -> list[str]:
    """The big road as rows of letters; ties are left out."""
    road = big_road(results(text), rows)
    return ["".join(bead.result[0].upper() if bead and bead.result else "." for bead in row) for row in road]


def test_the_bead_plate_runs_down_the_columns() -> None:
    plate = bead_plate(results("BBPTPBB"))
    assert plate[0] == ("banker", "banker")
    assert [row[0] for row in plate] == results("BBPTPB")
    assert [row[1] for row in plate] == ["banker", None, None, None, None, None]


def test_an_empty_shoe_has_empty_roads() -> None:
    assert bead_plate([]) == ((),) * 6
    assert big_road([]) == ((),) * 6


def test_a_column_for_each_run() -> None:
    assert drawn("BBPBBB", 4) == ["BPB", "B.B", "..B", "..."]


def test_ties_are_marked_on_the_bead_before() -> None:
    road = big_road(results("BTTPT"))
    assert road[0] == (Bead("banker", 2), Bead("player", 1))


def test_ties_at_the_start_are_kept_for_the_first_bead() -> None:
    assert big_road(results("TT"))[0] == (Bead(None, 2),)
    assert big_road(results("TTPTP"))[0] == (Bead("player", 3),)


def test_a_run_longer_than_the_board_turns_right() -> None:
    assert drawn("BBBBB", 3) == ["B..", "B..", "BBB"]


def test_a_run_turns_right_above_a_tail_that_is_in_its_way() -> None:
    """Banker's tail lies in the third row; Player's run meets it after two beads."""
    assert drawn("BBBBBPPPP", 3) == ["BP..", "BPPP", "BBB."]


def test_a_run_that_turned_stays_in_its_row() -> None:
    """The third run turns in the first row and does not drop again where there is room below."""
    assert drawn("BBBBPPPBBB", 3) == ["BPBBB", "BPP..", "BB..."]


def test_a_new_run_begins_beside_the_last_ones_own_column() -> None:
    assert drawn("BBBBBBP", 3) == ["BP..", "B...", "BBBB"]


@given(st.text("PBT", max_size=90))
def test_every_result_is_on_both_roads(text: str) -> None:
    plate = [bead for row in bead_plate(results(text)) for bead in row if bead]
    assert sorted(plate) == sorted(results(text))
    beads = [bead for row in big_road(results(text)) for bead in row if bead]
    for letter in "PB":
        assert sum(bead.result == NAMES[letter] for bead in beads) == text.count(letter)
    assert sum(bead.ties for bead in beads) == text.count("T")
