"""Chips without a word, oversize chips, string bets and words, read by each book."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.poker import acts
from games.engine.poker.game import GAME
from games.engine.poker.setup import Setup
from games.engine.poker.state import State
from games.engine.poker.words import Spoken, read
from tests.engine.poker.dealer import read as read_table

HOLES = acts.Deal(tuple(range(6)))
FLOP = acts.Deal((10, 11, 12, 13))


def at_table(book: str, *done: Any, structure: str = "no_limit", stack: int = 10000, **more: Any) -> State:
    """Three seats, blinds 50 and 100, button 1; it is seat 1's turn, then 2 and 3."""
    obj = {
        "book": book,
        "variant": "holdem",
        "deck": 52,
        "structure": structure,
        "blinds": [50, 100],
        "button": 1,
        "seats": [{"seat": seat, "stack": stack} for seat in (1, 2, 3)],
        **more,
    }
    terms, setup = read_table(obj)
    state = GAME.begin(terms, Setup(setup.button, setup.stacks))
    for act in (HOLES, *done):
        state = GAME.apply(state, act)
    return state


def flop(book: str, *done: Any, **more: Any) -> State:
    """All have called; seat 2 begins."""
    return at_table(book, acts.Call(1), acts.Call(2), acts.Check(3), FLOP, *done, **more)


BOOKS = [("rws", "RWS 3.5.3"), ("nz", "NZ13 7.11"), ("wa", "WA 7.24")]


class TestChipsWithoutAWord:
    @pytest.mark.parametrize(("book", "clause"), BOOKS)
    def test_half_a_raise_or_more_is_made_up(self, book: str, clause: str) -> None:
        found = read(at_table(book), [[100, 25, 25]])
        assert (found.act, found.clause) == (acts.Raise(1, 200), clause)

    @pytest.mark.parametrize(("book", "clause"), BOOKS)
    def test_less_than_half_is_a_call(self, book: str, clause: str) -> None:
        found = read(at_table(book), [[100, 25, 20]])
        assert (found.act, found.clause, found.back) == (acts.Call(1), clause, 45)

    @pytest.mark.parametrize(("book", "clause"), BOOKS)
    def test_a_full_raise_is_one(self, book: str, clause: str) -> None:
        found = read(at_table(book), [[100, 100, 100]])
        assert (found.act, found.clause) == (acts.Raise(1, 300), clause)

    def test_the_exact_call(self) -> None:
        assert read(at_table("nz"), [[50, 50]]).act == acts.Call(1)

    def test_the_whole_stack_is_all_in(self) -> None:
        assert read(at_table("nz", stack=150), [[100, 50]]).act == acts.AllIn(1)

    def test_every_chip_is_needed_rws_3_5_2(self) -> None:
        # 90 and 90: the call is 100, 80 over; without 3.5.2 it would be a raise.
        found = read(at_table("rws"), [[90, 90]])
        assert (found.act, found.clause, found.back) == (acts.Call(1), "RWS 3.5.2", 80)
        assert read(at_table("nz"), [[90, 90]]).act == acts.Raise(1, 200)

    def test_two_equal_chips_below_a_raise_wa_7_25(self) -> None:
        found = read(at_table("wa"), [[90, 90]])
        assert (found.act, found.clause) == (acts.Call(1), "WA 7.25")
        assert read(at_table("wa"), [[100, 100]]).act == acts.Raise(1, 200)
        assert read(at_table("wa"), [[90, 60, 5]]).act == acts.Raise(1, 200)

    def test_half_is_half_of_the_bet_before_rws_1_28(self) -> None:
        done = (acts.Bet(2, 100),)
        assert read(flop("rws", *done), [[100, 20, 30]]).act == acts.Raise(3, 200)
        assert read(flop("rws", *done), [[100, 20, 20]]).act == acts.Call(3)

    @pytest.mark.parametrize(("book", "clause"), [("rws", "RWS 3.5.4"), ("wa", "WA 7.27"), ("nz", None)])
    def test_less_than_a_call_is_made_up_or_folded(self, book: str, clause: str | None) -> None:
        found = read(at_table(book), [[25, 25]])
        assert (found.act, found.clause, found.options) == (None, clause, ("call", "fold"))

    def test_where_a_raise_is_not_open_more_chips_are_a_call(self) -> None:
        state = at_table("wa", structure="fixed_limit", bets=[100, 200])
        for act in (acts.Raise(1, 200), acts.Raise(2, 300), acts.Raise(3, 400)):
            state = GAME.apply(state, act)
        assert read(state, [[100, 100, 100]]).act == acts.Call(1)

    def test_an_opening_bet_is_made_up_to_the_least_wa_7_22(self) -> None:
        assert read(flop("wa"), [[50]]).act == acts.Bet(2, 100)
        assert read(flop("rws"), [[100, 25]]).act == acts.Bet(2, 125)

    def test_nothing_said_nothing_put(self) -> None:
        assert read(at_table("nz")).act is None


class TestOversizeChip:
    @pytest.mark.parametrize(("book", "clause"), [("rws", "RWS 3.6"), ("nz", "NZ13 1.0"), ("wa", "WA 7.20(a)")])
    def test_a_call(self, book: str, clause: str) -> None:
        found = read(at_table(book), [[1000]])
        assert (found.act, found.clause, found.back) == (acts.Call(1), clause, 900)

    @pytest.mark.parametrize(("book", "clause"), [("nz", "NZ13 7.12"), ("wa", "WA 7.19")])
    def test_in_limit_games(self, book: str, clause: str) -> None:
        found = read(at_table(book, structure="fixed_limit", bets=[100, 200]), [[1000]])
        assert (found.act, found.clause) == (acts.Call(1), clause)

    def test_first_in_after_the_first_round_it_is_a_bet_wa_7_20_a_ii(self) -> None:
        assert read(flop("wa"), [[1000]]).act == acts.Bet(2, 1000)
        pot = read(flop("wa", structure="pot_limit"), [[1000]])
        assert (pot.act, pot.back) == (acts.Bet(2, 300), 700)

    def test_with_the_word_raise_rws_3_6_1_wa_7_20_b(self) -> None:
        for book in ("rws", "wa"):
            assert read(at_table(book), [[1000]], Spoken("raise")).act == acts.Raise(1, 1000)
            assert read(at_table(book), [[150]], Spoken("raise")).act == acts.Raise(1, 200)
        limited = read(at_table("wa", structure="pot_limit"), [[1000]], Spoken("raise"))
        assert (limited.act, limited.back) == (acts.Raise(1, 350), 650)

    def test_the_big_blind_with_nothing_to_call_checks(self) -> None:
        state = at_table("wa", acts.Call(1), acts.Call(2))
        assert read(state, [[1000]]).act == acts.Check(3)


class TestStringBets:
    def test_only_the_first_motion_rws_3_20_wa_7_22(self) -> None:
        for book, clause in (("rws", "RWS 3.20"), ("wa", "WA 7.22")):
            found = read(at_table(book), [[100], [200]])
            assert (found.act, found.clause, found.back) == (acts.Call(1), clause, 200)

    def test_nz_defines_it_and_says_no_more(self) -> None:
        found = read(at_table("nz"), [[100], [200]])
        assert (found.act, found.clause) == (acts.Call(1), None)

    def test_an_amount_that_was_named_may_come_in_several_motions_rws_3_20(self) -> None:
        assert read(at_table("rws"), [[100], [200]], Spoken("raise", 300)).act == acts.Raise(1, 300)


class TestWords:
    @pytest.mark.parametrize(
        ("word", "act"), [("fold", acts.Fold(1)), ("call", acts.Call(1)), ("all_in", acts.AllIn(1))]
    )
    def test_words_bind_rws_3_20_wa_7_23(self, word: Any, act: Any) -> None:
        for book, clause in (("rws", "RWS 3.20"), ("wa", "WA 7.23")):
            found = read(at_table(book), [], Spoken(word))
            assert (found.act, found.clause) == (act, clause)

    def test_a_raise_below_the_least_is_the_least_rws_3_5_1_a(self) -> None:
        assert read(at_table("rws"), [], Spoken("raise", 150)).act == acts.Raise(1, 200)

    def test_a_raise_above_the_stack_is_all_in_rws_3_5_1_b(self) -> None:
        assert read(at_table("rws"), [], Spoken("raise", 20000)).act == acts.AllIn(1)

    def test_raise_without_an_amount_keeps_the_right_wa_7_21(self) -> None:
        found = read(at_table("wa"), [], Spoken("raise"))
        assert (found.act, found.options) == (None, ("raise",))
        assert "200" in found.sentence

    def test_whichever_comes_first_rws_3_20(self) -> None:
        state = at_table("rws")
        assert read(state, [[300, 100]], Spoken("call"), first="word").act == acts.Call(1)
        assert read(state, [[300, 100]], Spoken("call"), first="chips").act == acts.Raise(1, 400)
        assert read(state, [[300, 100]], Spoken("raise", 600), first="together").act == acts.Raise(1, 600)
        # Together, and the stack does not cover the word: the chips count.
        assert read(state, [[300, 100]], Spoken("raise", 60000), first="together").act == acts.Raise(1, 400)

    def test_the_word_binds_whatever_the_chips_wa_7_23(self) -> None:
        found = read(at_table("wa"), [[300, 100]], Spoken("call"), first="chips")
        assert (found.act, found.back) == (acts.Call(1), 300)

    def test_check_where_there_is_something_to_call(self) -> None:
        found = read(at_table("wa"), [], Spoken("check"))
        assert (found.act, found.options) == (None, ("call", "raise", "fold"))

    def test_call_where_there_is_nothing_to_call_is_a_check(self) -> None:
        assert read(at_table("wa", acts.Call(1), acts.Call(2)), [], Spoken("call")).act == acts.Check(3)

    def test_a_raise_that_is_not_open(self) -> None:
        state = at_table("wa", structure="fixed_limit", bets=[100, 200])
        for act in (acts.Raise(1, 200), acts.Raise(2, 300), acts.Raise(3, 400)):
            state = GAME.apply(state, act)
        found = read(state, [], Spoken("raise"))
        assert (found.act, found.options) == (None, ("call", "fold"))


def test_every_act_that_is_read_is_taken_by_the_state() -> None:
    for book, _ in BOOKS:
        for structure, more in (("no_limit", {}), ("pot_limit", {}), ("fixed_limit", {"bets": [100, 200]})):
            if book == "rws" and structure != "no_limit":
                continue
            for state in (at_table(book, structure=structure, **more), flop(book, structure=structure, **more)):
                for chips in ([25], [100], [100, 50], [100, 100], [500], [500, 500], [10000]):
                    found = read(state, [chips])
                    if found.act is not None:
                        assert GAME.why_not(state, found.act) is None


def test_nobody_is_to_act() -> None:
    obj = {"book": "nz", "variant": "holdem", "deck": 52, "structure": "no_limit", "blinds": [100], "button": 1}
    seats = [{"seat": seat, "stack": 1000} for seat in (1, 2)]
    terms, setup = read_table({**obj, "seats": seats})
    assert read(GAME.begin(terms, setup), [[100]]).act is None
