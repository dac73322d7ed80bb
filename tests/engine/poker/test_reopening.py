"""Who has acted may raise again: after a full raise, and after short all-ins as each book reads them."""

from __future__ import annotations

from typing import Any

from tests.engine.poker.writing import after, record, refused, span, to_act

FIVE = {1: 10100, 2: 10100, 3: 10100, 4: 10100, 5: 10100}


def flop(book: str, do: str, short: dict[int, int], **more: Any) -> dict[str, Any]:
    """Five seats, button 1; `short` are the stacks on the flop, where 2, 3, 4, 5, 1 act in this order."""
    stacks = FIVE | {seat: stack + 100 for seat, stack in short.items()}
    return record(book, stacks=stacks, do=f"4 call; 5 call; 1 call; 2 call; 3 check; {do}", **more)


def test_a_full_raise_reopens_in_every_book() -> None:
    for book in ("rws", "nz", "wa"):
        assert span(flop(book, "2 bet 100; 3 call; 4 raise 300; 5 fold; 1 fold", {})) == (500, 10000)


def test_a_short_all_in_does_not_reopen_rws_3_19_3_nz13_10_4_wa_7_11() -> None:
    for book in ("rws", "nz", "wa"):
        hand = flop(book, "2 bet 100; 3 call; 4 all_in; 5 fold; 1 fold", {4: 150})
        assert to_act(after(hand)) == 2
        assert span(hand) is None
        raised = flop(book, "2 bet 100; 3 call; 4 all_in; 5 fold; 1 fold; 2 raise 400", {4: 150})
        assert refused(raised)[0] == "actions[10]"


def test_who_has_not_bet_may_raise_over_it_rws_3_19_3() -> None:
    assert span(flop("rws", "2 bet 100; 3 all_in", {3: 150})) == (200, 10000)


def test_a_check_is_no_bet_rws_3_19_3() -> None:
    hand = flop("rws", "2 check; 3 all_in; 4 fold; 5 fold; 1 fold", {3: 40})
    assert span(hand) == (100, 10000)


def test_a_check_is_an_act_nz13_10_4_wa_7_11() -> None:
    for book in ("nz", "wa"):
        hand = flop(book, "2 check; 3 all_in; 4 fold; 5 fold; 1 fold", {3: 40})
        assert to_act(after(hand)) == 2
        assert span(hand) is None


def test_facing_a_full_raise_reopens_nz13_10_4() -> None:
    do = "2 bet 100; 3 all_in; 4 all_in; 5 fold; 1 fold"
    # 2 has 100 in and faces 200: a full raise of 100.
    assert span(flop("nz", do, {3: 150, 4: 200})) == (300, 10000)
    assert span(flop("nz", do, {3: 150, 4: 199})) is None


def test_facing_is_per_player_nz13_10_4() -> None:
    do = "2 bet 100; 3 all_in; 4 call; 5 all_in; 1 fold"
    # 2 faces 100 more and may raise; 4 called at 150, faces 50 and may not.
    assert span(flop("nz", do, {3: 150, 5: 200})) == (300, 10000)
    assert span(flop("nz", do + "; 2 call", {3: 150, 5: 200})) is None


def test_facing_does_not_count_in_fixed_limit_nz13_10_2() -> None:
    fixed = {"structure": "fixed_limit", "bets": [100, 200]}
    do = "2 bet 100; 3 all_in; 4 all_in; 5 fold; 1 fold"
    assert span(flop("nz", do, {3: 160, 4: 210}, **fixed)) is None


def test_short_all_ins_that_add_up_reopen_for_everybody_wa_7_13() -> None:
    do = "2 bet 100; 3 all_in; 4 call; 5 all_in; 1 fold"
    assert span(flop("wa", do, {3: 150, 5: 200})) == (300, 10000)
    assert span(flop("wa", do + "; 2 call", {3: 150, 5: 200})) == (300, 10000)
    assert span(flop("wa", do, {3: 150, 5: 199})) is None


def test_they_count_anew_after_a_full_raise_wa_7_13() -> None:
    do = "2 bet 100; 3 all_in; 4 raise 300; 5 all_in; 1 fold; 2 fold"
    # 50 before the full raise to 300 (by 150) and 100 after it: not 150 together.
    assert span(flop("wa", do, {3: 150, 5: 400})) is None
    assert span(flop("wa", do, {3: 150, 5: 450})) == (600, 10000)


def test_short_all_ins_do_not_add_up_rws_3_19_3() -> None:
    do = "2 bet 100; 3 all_in; 4 all_in; 5 fold; 1 fold"
    assert span(flop("rws", do, {3: 150, 4: 199})) is None


def test_a_short_all_in_is_refused_where_a_raise_is() -> None:
    do = "2 bet 100; 3 call; 4 all_in; 5 fold; 1 fold; 2 call; 3 all_in"
    assert refused(flop("wa", do, {3: 170, 4: 150})) == ("actions[11]", "WA 7.11")


def test_blinds_keep_their_option_after_a_short_all_in() -> None:
    # Posting is not acting: the big blind may raise over an all-in of 150.
    stacks = {1: 10000, 2: 10000, 3: 10000, 4: 150}
    assert span(record("wa", stacks=stacks, do="4 all_in; 1 fold; 2 fold")) == (250, 10000)
    assert span(record("rws", stacks=stacks, do="4 all_in; 1 fold; 2 fold")) == (200, 10000)


def test_who_faces_only_all_ins_may_still_raise() -> None:
    stacks = {1: 10000, 2: 500, 3: 10000}
    hand = record("rws", stacks=stacks, do="1 fold; 2 all_in")
    assert span(hand) == (900, 10000)
