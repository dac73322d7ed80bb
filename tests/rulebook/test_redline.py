"""Redlines: word by word, nothing lost, renumbered clauses recognised."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.rulebook.redline import Kind, Piece, What, changed, redline, words
from games.rulebook.shapes import ClauseText


def clause(number: str, text: str, **more: str) -> ClauseText:
    return ClauseText(number, text=text, **more)


def old_text(pieces: tuple[Piece, ...]) -> str:
    return "".join(piece.text for piece in pieces if piece.kind is not Kind.INSERTED)


def new_text(pieces: tuple[Piece, ...]) -> str:
    return "".join(piece.text for piece in pieces if piece.kind is not Kind.DELETED)


def test_a_changed_word_is_struck_and_written_whole():
    assert words("less than the starting bank", "at most the starting bank") == (
        Piece(Kind.DELETED, "less than "),
        Piece(Kind.INSERTED, "at most "),
        Piece(Kind.SAME, "the starting bank"),
    )


def test_a_comma_never_changes_alone():
    pieces = words("the dealer folds his hand", "the dealer, folds his hand")
    assert [piece.text for piece in pieces if piece.kind is not Kind.SAME] == ["dealer ", "dealer, "]


def test_a_lone_word_between_two_changes_is_not_left_as_an_island():
    kinds = [piece.kind for piece in words("one two three four five", "ONE two THREE four five")]
    assert kinds == [Kind.DELETED, Kind.INSERTED, Kind.SAME]


word = st.sampled_from(["the", "dealer", "shall", "deal", "cards,", "face", "up;", "then", "(a)", "stop.\n"])
texts = st.lists(word, max_size=30).map(" ".join)


@given(texts, texts)
def test_struck_and_written_pieces_give_back_both_texts(old, new):
    pieces = words(old, new)
    assert (old_text(pieces), new_text(pieces)) == (old, new)


numbers = st.lists(st.sampled_from([f"{n}.{m}" for n in range(1, 4) for m in range(1, 5)]), max_size=12)


@given(numbers, numbers, st.data())
def test_every_clause_of_both_texts_stands_in_the_redline_once(before, after, data):
    old = [clause(number, data.draw(texts)) for number in before]
    new = [clause(number, data.draw(texts)) for number in after]
    changes = redline(old, new)
    assert [change.new for change in changes if change.new] == new
    assert sorted(c.old.number for c in changes if c.old) == sorted(c.number for c in old)


def test_what_was_inserted_deleted_amended_retitled_and_renumbered_is_named_so():
    old = [
        clause("1", "", heading="Wagers", kind="heading"),
        clause("1.1", "A player may wager."),
        clause("1.2", "The dealer calls before the first card and no wager is taken after it."),
        clause("1.3", "Spectators keep away."),
    ]
    new = [
        clause("1", "", heading="Wagers and calls", kind="heading"),
        clause("1.1", "A seated player may wager."),
        clause("1.1A", "A standing player may wager where the sign says so."),
        clause("1.4", "The dealer calls before the first card and no wager is taken after it."),
    ]
    what = {change.number: change.what for change in changed(redline(old, new))}
    assert what == {
        "1": What.RETITLED, "1.1": What.AMENDED, "1.1A": What.INSERTED, "1.4": What.RENUMBERED, "1.3": What.DELETED,
    }  # fmt: skip


def test_repeated_numbers_are_paired_in_order():
    old = [clause("19.4", "First of two."), clause("19.4", "Second of two.")]
    new = [clause("19.4", "First of two."), clause("19.4", "Second of the two.")]
    assert [change.what for change in redline(old, new)] == [What.SAME, What.AMENDED]


def test_nothing_changed_is_nothing_to_list():
    text = [clause("1.1", "A player may wager.")]
    assert changed(redline(text, text)) == []
