"""Antes, blinds, straddle: who posts, what is to call, who is all-in, and that posting is not acting."""

from __future__ import annotations

from games.engine.poker.books import NZ
from games.engine.poker.play import Play
from games.engine.poker.terms import Terms
from games.engine.poker.variants import VARIANTS
from tests.engine.poker.writing import after, record, refused, settled, span, to_act

FOUR = {1: 1000, 2: 1000, 3: 1000, 4: 1000}


def bets(play: Play) -> dict[int, int]:
    return dict(zip(play.seats, play.bets, strict=True))


def test_blinds_from_the_left_of_the_button_nz13_16_1_b() -> None:
    play = after(record("nz", stacks=FOUR, blinds=[25, 50, 100]))
    assert bets(play) == {1: 100, 2: 25, 3: 50, 4: 100} | {1: 0}
    assert to_act(play) == 1


def test_two_players_the_button_posts_the_small_blind_and_acts_first_rws_3_9_wa_6_9() -> None:
    for book in ("rws", "nz", "wa"):
        play = after(record(book, stacks={1: 1000, 2: 1000}, button=2))
        assert bets(play) == {2: 50, 1: 100}
        assert to_act(play) == 2
        assert to_act(after(record(book, stacks={1: 1000, 2: 1000}, button=2, do="2 call; 1 check"))) == 1


def test_two_players_by_the_letter_of_nz13_16_1_b() -> None:
    book = NZ.model_copy(update={"heads_up_button_first": False})
    terms = Terms(book, VARIANTS["nz"]["holdem"], 52, "no_limit", blinds=(50, 100))
    play = Play(terms, (1, 2), [1000, 1000], [[], []])
    assert bets(play) == {1: 50, 2: 100}


def test_two_players_one_blind_the_other_seat_posts_it_wa_24_1() -> None:
    play = after(record("wa", "manila", "fixed_limit", deck=32, stacks={1: 1000, 2: 1000}, blinds=[100], on="8h 9h"))
    assert bets(play) == {2: 100, 1: 0}
    assert to_act(play) == 1


def test_a_dead_button_stands_at_an_empty_seat_rws_5_8() -> None:
    play = after(record(stacks={2: 1000, 5: 1000, 7: 1000}, button=3))
    assert play.seats == (5, 7, 2)
    assert bets(play) == {5: 50, 7: 100, 2: 0}


def test_a_missing_small_blind_is_left_out_wa_6_3() -> None:
    play = after(record("wa", stacks=FOUR, blinds=[100]))
    assert bets(play) == {1: 0, 2: 100, 3: 0, 4: 0}
    assert to_act(play) == 3


def test_antes_do_not_count_towards_a_call() -> None:
    play = after(record(stacks=FOUR, ante=25))
    assert play.level == 100
    assert play.pot == 4 * 25 + 150
    assert bets(play) == {1: 0, 2: 50, 3: 100, 4: 0}


def test_a_short_blind_posts_what_it_has_and_is_called_in_full() -> None:
    play = after(record(stacks={**FOUR, 3: 60}))
    assert bets(play)[3] == 60
    assert play.level == 100
    answer = settled(
        record(
            stacks={**FOUR, 3: 60},
            cards={4: "Ah Ad", 3: "Kh Kd"},
            do="4 call; 1 fold; 2 fold",
        )
    )
    # 4 has 100 in against 60 and 50: 40 come back.
    assert answer["uncalled"] == {"seat": 4, "amount": 40}
    assert answer["pots"] == [{"amount": 170, "seats": [3, 4], "won": {"4": 170}}]


def test_an_ante_may_take_the_whole_stack() -> None:
    play = after(record(stacks={**FOUR, 4: 25}, ante=50))
    assert to_act(play) == 1
    assert play.stacks[play.seats.index(4)] == 0


def test_blinds_and_straddle_keep_their_option_rws_3_12_2() -> None:
    assert span(record(stacks=FOUR, do="4 call; 1 call; 2 call")) == (200, 1000)
    hand = record(stacks=FOUR, straddle=4, do="1 call; 2 call; 3 call")
    assert to_act(after(hand)) == 4
    assert span(hand) == (400, 1000)
    checked = record(stacks=FOUR, straddle=4, do="1 call; 2 call; 3 call; 4 check")
    assert to_act(after(checked)) == 2


def test_who_posts_the_straddle_rws_3_10_nz13_7_9_wa_7_17() -> None:
    for book, clause in (("rws", "RWS 3.10"), ("nz", "NZ13 7.9"), ("wa", "WA 7.17")):
        assert refused(record(book, stacks=FOUR, straddle=1)) == ("straddle", clause)
        assert refused(record(book, stacks={1: 1000, 2: 1000}, straddle=2)) == ("straddle", clause)
        assert refused(record(book, stacks={**FOUR, 4: 199}, straddle=4)) == ("straddle", clause)
        assert refused(record(book, stacks={**FOUR, 4: 200}, ante=1, straddle=4)) == ("straddle", clause)
        assert after(record(book, stacks={**FOUR, 4: 201}, ante=1, straddle=4)).level == 200


def test_no_straddle_where_every_seat_has_a_blind() -> None:
    hand = record("nz", stacks={1: 1000, 2: 1000, 3: 1000}, blinds=[50, 100, 100], straddle=2)
    assert refused(hand) == ("straddle", "NZ13 7.9")


def test_the_over_blind_of_draw_nz13_11_1_b() -> None:
    play = after(record("nz", "draw", stacks=FOUR, straddle=4))
    assert play.level == 200
    assert to_act(play) == 1


def test_over_blinds_are_further_blinds_wa_26_1() -> None:
    stacks = dict.fromkeys(range(1, 6), 5000)
    play = after(record("wa", "draw", stacks=stacks, blinds=[50, 100, 200, 400]))
    assert play.level == 400
    assert play.bounds() == (800, 800)
    # The last of them is the big blind after the draw too.
    assert play.terms.minimum == 400
