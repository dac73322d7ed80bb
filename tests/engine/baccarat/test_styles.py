"""Dealing styles A, B and C, and who is offered the cards (NZ5 8, 9.7, 9.8, 15)."""

from __future__ import annotations

from typing import Any

import pytest

from casino.refused import Refused
from games.engine.baccarat import acts
from games.engine.baccarat.acts import AcceptHand, DeclineHand, PassHand, TurnCards
from games.engine.baccarat.deal import Hand
from games.engine.baccarat.game import GAME
from games.engine.baccarat.handling import entitled
from games.engine.baccarat.state import Phase, Seat, State
from games.engine.cards import cards
from games.engine.protocol import Act
from tests.engine.baccarat.table import begin, blind, draws, play, rules, ruling, wager

P, B = Hand.PLAYER, Hand.BANKER


def refused(state: State, *done: Act) -> tuple[str | None, str]:
    with pytest.raises(Refused) as found:
        play(state, *done)
    return found.value.clause, found.value.where


def names(state: State) -> list[tuple[str, Any]]:
    return [(choice.act, choice.by) for choice in GAME.choices(state)]


def test_style_a_deals_face_up_nz5_8_6_9_7() -> None:
    state = play(begin(), acts.NoMoreBets())
    assert refused(state, acts.DrawCard()) == ("NZ5 8.6", "card")
    four = play(state, *draws("2h 3c Kd 4s"))
    assert refused(four, acts.DrawCard()) == ("NZ5 9.7", "card")
    assert refused(four, PassHand(P)) == ("NZ5 8.7", "hand")
    assert play(four, *draws("4c")).phase is Phase.RESULT
    assert refused(play(four, *draws("4c")), *draws("5c")) == ("NZ5 9.1", "card")


def test_style_c_turns_the_players_hand_first_nz5_8_19() -> None:
    state = play(begin(rules(style="C")), acts.NoMoreBets(), *blind())
    assert names(state) == [("turn_cards", None)]
    assert refused(state, TurnCards(B, cards("3c 4s"))) == ("NZ5 8.17", "hand")
    assert refused(state, TurnCards(P, cards("2h"))) == ("NZ5 8.14", "cards")
    both = play(state, TurnCards(P, cards("2h Kd")), TurnCards(B, cards("3c 4s")))
    assert refused(both, acts.DrawCard()) == ("NZ5 9.7", "card")
    done = play(both, *draws("4c"))
    assert GAME.settle(done).answer["player"] == {"cards": ["2h", "Kd", "4c"], "points": 6}
    assert done.known == cards("2h 3c Kd 4s 4c")


def test_cards_that_are_known_are_turned_without_naming_them() -> None:
    state = play(begin(rules(style="C")), acts.NoMoreBets(), *draws("2h 3c Kd 4s"))
    assert state.known == ()
    assert refused(state, TurnCards(P, cards("2h Ks"))) == ("NZ5 4.3", "cards[1]")
    assert play(state, TurnCards(P), TurnCards(B)).known == cards("2h 3c Kd 4s")


def style_b(*placed: Act, **elected: Any) -> State:
    return play(begin(rules(style="B", **elected)), *placed, acts.NoMoreBets())


def test_the_hand_goes_to_the_highest_wager_nz5_8_9_a() -> None:
    state = style_b(wager("banker", 2000, "ann"), wager("banker", 6000, "bob", 2), wager("player", 1000, "cy", 3))
    assert entitled(state, B) == ["bob", "ann"]
    assert entitled(state, P) == ["cy"]
    offers = [("accept_hand", "cy"), ("decline_hand", "cy"), ("accept_hand", "bob"), ("decline_hand", "bob")]
    assert names(state)[:4] == offers


def test_equal_wagers_by_seat_counter_clockwise_nz5_8_9_b() -> None:
    seats = (Seat(7, "ann"), Seat(2, "bob"), Seat(5, "cy"))
    state = begin(rules(style="B"), seats=seats)
    placed = [wager("banker", 2000, player, area) for player, area in (("ann", 7), ("bob", 2), ("cy", 5))]
    state = play(state, *placed, acts.NoMoreBets())
    assert entitled(state, B) == ["bob", "cy", "ann"]
    assert refused(state, AcceptHand(B, "ann")) == ("NZ5 8.9", "player")
    asked = play(state, DeclineHand(B, "bob"), DeclineHand(B, "cy"))
    assert play(asked, AcceptHand(B, "ann")).banker.holder == "ann"


def test_a_players_wagers_on_several_areas_count_together_nz5_8_9_a_and_5_9() -> None:
    state = style_b(wager("banker", 2000, "ann", 1), wager("banker", 2000, "ann", 4), wager("banker", 2000, "bob", 2))
    assert entitled(state, B) == ["ann", "bob"]


def test_standing_players_are_not_offered_the_cards_nz5_5_6_c() -> None:
    state = style_b(wager("banker", 6000, "zoe", 4), wager("banker", 2000, "ann"))
    assert entitled(state, B) == ["ann"]


def test_when_all_decline_the_dealer_turns_nz5_8_9_d_8_18_b() -> None:
    state = style_b(wager("player", 1000, "ann"))
    state = play(state, DeclineHand(P, "ann"), *blind())
    turn = next(choice for choice in GAME.choices(state) if choice.act == "turn_cards")
    assert (turn.by, turn.clause) == (None, "NZ5 8.18")
    assert refused(state, PassHand(P)) == ("NZ5 8.18", "hand")
    done = play(state, TurnCards(P, cards("5c 3d")), TurnCards(B, cards("3c 4d")))
    assert done.phase is Phase.RESULT


def test_the_cards_are_passed_one_hand_at_a_time_nz5_8_13_8_15_8_16() -> None:
    state = style_b(wager("player", 1000, "ann"), wager("banker", 2000, "bob", 2))
    assert refused(state, AcceptHand(P, "bob")) == ("NZ5 8.10", "player")
    state = play(state, AcceptHand(P, "ann"), *blind())
    assert refused(state, PassHand(P)) == ("NZ5 8.9", "hand")
    state = play(state, AcceptHand(B, "bob"))
    assert refused(state, TurnCards(P, cards("2h Kd"))) == ("NZ5 8.13", "hand")
    assert refused(state, PassHand(B)) == ("NZ5 8.17", "hand")
    out = play(state, PassHand(P))
    assert refused(out, PassHand(B)) == ("NZ5 8.16", "hand")
    back = play(out, TurnCards(P, cards("2h Kd")), PassHand(B), TurnCards(B, cards("3c 4s")))
    third = play(back, acts.DrawCard())
    assert [choice.act for choice in GAME.choices(third)] == ["pass_hand"]
    done = play(third, PassHand(P), TurnCards(P, cards("4c")))
    assert GAME.settle(done).answer["result"] == "banker"


def test_roles_wait_for_the_wagers_nz5_8_8() -> None:
    state = play(begin(rules(style="B")), wager("player", 1000))
    assert refused(state, AcceptHand(P, "ann")) == ("NZ5 8.8", "")


def test_banker_first_needs_the_casino_supervisor_nz5_8_17() -> None:
    state = play(style_b(), *blind())
    assert refused(state, ruling("banker_first", "game_supervisor")) == ("NZ5 8.17", "by")
    turned = play(state, ruling("banker_first", "casino_supervisor"), TurnCards(B, cards("3c 4s")))
    assert refused(turned, TurnCards(B, cards("3c 4s"))) == ("NZ5 8.17", "hand")
    assert play(turned, TurnCards(P, cards("5c 3d"))).phase is Phase.RESULT


def test_the_supervisor_may_let_the_dealer_turn_nz5_8_18_c() -> None:
    state = play(style_b(wager("player", 1000, "ann")), AcceptHand(P, "ann"), *blind(), PassHand(P))
    assert refused(state, ruling("dealer_turns", "dealer", "player")) == ("NZ5 8.18(c)", "by")
    changed = play(state, ruling("dealer_turns", "game_supervisor", "player"))
    assert changed.out is None
    assert play(changed, TurnCards(P, cards("5c 3d"))).known == cards("5c 3d")


def test_in_international_the_same_is_rule_15_9() -> None:
    state = play(style_b(wager("player", 1000, "ann"), form="international"), AcceptHand(P, "ann"), *blind())
    assert [one.clause for one in GAME.rulings(state) if one.name == "dealer_turns"] == ["NZ5 15.9"]
    turned = play(state, ruling("dealer_turns", "casino_supervisor", "player"))
    assert next(choice.clause for choice in GAME.choices(turned) if choice.act == "turn_cards") == "NZ5 15.9"


INTERNATIONAL = {"form": "international", "style": "B"}


def test_late_wagers_while_four_cards_lie_face_down_nz5_15_4() -> None:
    state = play(begin(rules(**INTERNATIONAL)), *blind())
    assert state.phase is Phase.BETTING
    late = play(state, wager("player", 1000, "ann"), wager("tie", 500, "ann"))
    assert refused(late, acts.DrawCard()) == ("NZ5 9.1", "card")
    called = play(late, acts.NoMoreBets())
    assert refused(called, wager("banker", 2000, "bob", 2)) == ("NZ5 5.14", "")
    done = play(called, DeclineHand(P, "ann"), TurnCards(P, cards("5c 3d")), TurnCards(B, cards("3c 4d")))
    assert GAME.settle(done).lines["ann-player-1"].paid == 1000


def test_the_first_card_names_which_way_of_15_4_it_is() -> None:
    def clause(state: State) -> str:
        return next(choice.clause for choice in GAME.choices(state) if choice.act == "draw_card")

    state = begin(rules(**INTERNATIONAL))
    assert clause(state) == "NZ5 15.4(b)"
    assert clause(play(state, wager("player", 1000))) == "NZ5 15.4(a)"


@pytest.mark.parametrize(
    ("elected", "on", "clause"),
    [
        ({"perfect_pair": 1}, "player_pair", "NZ5 11A.3"),
        ({"any_pair": 1}, "player_pair", "NZ5 11C.4"),
        ({"lucky_match": 1}, "player_pair", "NZ5 11D.4"),
        ({"dragon_bonus": 1}, "player_dragon", "NZ5 11B.4"),
    ],
)
def test_side_wagers_are_never_late_nz5_15_4(elected: dict[str, int], on: str, clause: str) -> None:
    state = play(begin(rules(**INTERNATIONAL, **elected)), wager("player", 1000), acts.DrawCard())
    assert refused(state, wager(on, 500)) == (clause, "on")
    assert on not in [option for choice in GAME.choices(state) for option in choice.options]


@pytest.mark.parametrize("style", ["A", "C"])
def test_no_late_wagers_in_styles_a_and_c_nz5_15_4(style: str) -> None:
    state = play(begin(rules(form="international", style=style)), acts.DrawCard(0))
    assert refused(state, wager("player", 1000)) == ("NZ5 5.14", "")


def test_a_free_hand_without_wagers_in_international_nz5_15_4_b() -> None:
    state = play(begin(rules(**INTERNATIONAL)), acts.AnnounceFreeHand(), *blind(), acts.NoMoreBets())
    assert state.free_hand
    done = play(state, TurnCards(P, cards("5c 3d")), TurnCards(B, cards("3c 4d")), acts.AnnounceResult())
    assert GAME.settle(done).lines == {}


def test_a_willing_player_receives_a_hand_without_wagers_nz5_15_8() -> None:
    state = play(style_b(wager("banker", 2000, "ann"), form="international"), *blind())
    willing = ruling("willing_player", "game_supervisor", "player", "cy")
    assert refused(state, ruling("willing_player", "game_supervisor", "banker", "cy")) == ("NZ5 15.8", "subject")
    assert refused(state, ruling("willing_player", "game_supervisor", "player", "zoe")) == ("NZ5 5.6(c)", "detail")
    changed = play(state, willing, AcceptHand(B, "ann"), PassHand(P), TurnCards(P, cards("5c 3d")))
    assert changed.known == cards("5c 3d")
    assert not [one for one in GAME.rulings(style_b()) if one.name == "willing_player"]
