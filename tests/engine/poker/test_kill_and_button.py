"""Kill pots (NZ13 7.13) and who has the button first (RWS 3.8, NZ13 16.1(a), WA 4.1, 20.1)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from casino.refused import Refused
from games.engine.cards import NUMBER
from games.engine.poker import acts
from games.engine.poker.books import NZ, RWS, WA
from games.engine.poker.button import first_button, next_button
from games.engine.poker.game import GAME
from games.engine.poker.history import Hand, hand_from_json
from games.engine.poker.kill import NEUTRAL, KillButton, KillRules, after, may_leave, moved, wager
from games.engine.poker.setup import KillWager, Setup
from games.engine.poker.table import KILL, TABLE_KEYS, check_keys, read_table
from games.engine.poker.terms import Terms

RULES = KillRules(wager=200)
LEG_UP, KILLER = KillButton(4, "leg_up"), KillButton(4, "kill")


def table(**changes: Any) -> tuple[Terms, Setup]:
    obj = {
        "book": "nz",
        "variant": "holdem",
        "deck": 52,
        "structure": "fixed_limit",
        "bets": [100, 200],
        "blinds": [50, 100],
        "button": 1,
        "seats": [{"seat": seat, "stack": 5000} for seat in (1, 2, 3, 4)],
        "kill": {"seat": 4, "amount": 200},
        **changes,
    }
    check_keys(obj, TABLE_KEYS | KILL)
    return read_table(obj)


class TestTheButton:
    def test_the_winner_of_the_entire_pot_gets_a_leg_up_7_13_c(self) -> None:
        assert moved(NEUTRAL, RULES, {4}, 1000) == LEG_UP

    def test_in_hi_lo_the_kill_at_once_7_13_c_i(self) -> None:
        assert moved(NEUTRAL, KillRules(wager=200, hi_lo=True), {4}, 1000) == KILLER

    def test_a_qualifying_pot_7_13_d(self) -> None:
        rules = KillRules(wager=200, qualifying_pot=1000)
        assert moved(NEUTRAL, rules, {4}, 999) == NEUTRAL
        assert moved(NEUTRAL, rules, {4}, 1000) == LEG_UP
        assert moved(LEG_UP, rules, {4}, 999) == LEG_UP
        assert moved(KILLER, rules, {2}, 999) == NEUTRAL

    def test_a_leg_up_that_wins_becomes_the_kill_7_13_e(self) -> None:
        assert moved(LEG_UP, RULES, {4}, 1000) == KILLER

    def test_the_killer_who_wins_stays_the_killer_7_13_f(self) -> None:
        assert moved(KILLER, RULES, {4}, 1000) == KILLER
        assert moved(KILLER, KillRules(wager=200, qualifying_pot=5000), {4}, 1000) == KILLER

    def test_a_split_pot_makes_it_neutral_7_13_h_i(self) -> None:
        assert moved(KILLER, RULES, {2, 4}, 1000) == NEUTRAL
        assert moved(LEG_UP, RULES, {2, 3}, 1000) == NEUTRAL

    def test_a_loss_moves_it_to_the_winner_7_13_h_ii(self) -> None:
        assert moved(KILLER, RULES, {2}, 1000) == KillButton(2, "leg_up")
        assert moved(KILLER, KillRules(wager=200, hi_lo=True), {2}, 1000) == KillButton(2, "kill")

    def test_nobody_leaves_with_it_7_13_i(self) -> None:
        with pytest.raises(Refused) as refused:
            may_leave(LEG_UP, 4)
        assert refused.value.clause == "NZ13 7.13(i)"
        may_leave(LEG_UP, 3)

    def test_only_the_killer_posts_7_13_g(self) -> None:
        assert wager(KILLER, RULES) == KillWager(4, 200)
        assert wager(LEG_UP, RULES) is None
        assert wager(NEUTRAL, RULES) is None


class TestTheHand:
    def test_the_wager_is_the_minimum_bet_of_the_first_round_7_13_g_i(self) -> None:
        state = GAME.apply(GAME.begin(*table()), acts.Deal(tuple(range(8))))
        assert state.play.level == 200
        # The killer acts in his turn (7.13(g)(ii)): seat 4 is first, left of the big blind, and may raise.
        assert state.turn == 4
        assert state.play.bounds() == (400, 400)
        state = GAME.apply(state, acts.Check(4))
        assert state.turn == 1
        assert state.play.bounds() == (400, 400)

    def test_in_no_limit_too(self) -> None:
        state = GAME.begin(*table(structure="no_limit", bets=None))
        state = GAME.apply(state, acts.Deal(tuple(range(8))))
        assert state.play.bounds() == (400, 5000)

    def test_a_blind_of_the_killers_counts_towards_it(self) -> None:
        state = GAME.begin(*table(kill={"seat": 2, "amount": 200}))
        assert state.bets() == {2: 200, 3: 100, 4: 0, 1: 0}

    def test_the_game_is_no_larger_after_the_first_round(self) -> None:
        state = GAME.apply(GAME.begin(*table()), acts.Deal(tuple(range(8))))
        for act in (acts.Check(4), acts.Call(1), acts.Call(2), acts.Call(3), acts.Deal((20, 21, 22, 23))):
            state = GAME.apply(state, act)
        assert state.play.bounds() == (100, 100)

    def test_after_the_hand(self) -> None:
        state = GAME.apply(GAME.begin(*table()), acts.Deal(tuple(range(8))))
        for act in (acts.Check(4), acts.Fold(1), acts.Fold(2), acts.Fold(3)):
            state = GAME.apply(state, act)
        assert after(LEG_UP, RULES, state) == KILLER

    @pytest.mark.parametrize(
        ("changes", "where"),
        [
            ({"kill": {"seat": 9, "amount": 200}}, "kill.seat"),
            ({"kill": {"seat": 4, "amount": 100}}, "kill.amount"),
            ({"book": "wa"}, "kill"),
        ],
    )
    def test_refused(self, changes: dict[str, Any], where: str) -> None:
        with pytest.raises(Refused) as refused:
            table(**changes)
        assert refused.value.where == where

    def test_it_goes_to_json_and_back(self) -> None:
        hand = Hand(*table(), (acts.Deal(tuple(range(8))), acts.Check(4)))
        again = hand_from_json(json.loads(json.dumps(hand.to_json())))
        assert again == hand
        assert again.replay() == hand.replay()

    def test_the_size_of_the_wager_is_an_election_7_13_g(self) -> None:
        with pytest.raises(Refused) as refused:
            KillRules.of({"wager": 0})
        assert refused.value.clause == "NZ13 7.13(g)"


class TestFirstButton:
    def draw(self, **cards: str) -> dict[int, int]:
        return {int(seat[1:]): NUMBER[card] for seat, card in cards.items()}

    def test_highest_card_then_spades_hearts_diamonds_clubs_rws_3_8(self) -> None:
        assert first_button(RWS, [1, 4, 6], self.draw(s1="Kc", s4="Ks", s6="Kh")) == 4
        assert first_button(RWS, [1, 4, 6], self.draw(s1="Kc", s4="Qs", s6="Qh")) == 1

    def test_hearts_clubs_diamonds_spades_wa_4_1_b(self) -> None:
        assert first_button(WA, [1, 4, 6], self.draw(s1="Kc", s4="Ks", s6="Kh")) == 6
        assert first_button(WA, [1, 4, 6], self.draw(s1="Kc", s4="Ks", s6="Kd")) == 1
        assert first_button(WA, [1, 4], self.draw(s1="Ks", s4="Kd")) == 4

    def test_no_draw_the_seat_at_the_dealers_right_nz13_16_1_a(self) -> None:
        assert first_button(NZ, [6, 1, 4]) == 6
        with pytest.raises(Refused):
            first_button(NZ, [1, 4], self.draw(s1="Ks", s4="Kd"))

    @pytest.mark.parametrize(
        ("cards", "where"),
        [
            ({"s1": "Kc"}, "cards.4"),
            ({"s1": "Kc", "s4": "Kc"}, "cards.4"),
            ({"s1": "Kc", "s4": "Ks", "s9": "2c"}, "cards.9"),
        ],
    )
    def test_refused(self, cards: dict[str, str], where: str) -> None:
        with pytest.raises(Refused) as refused:
            first_button(RWS, [1, 4], self.draw(**cards))
        assert (refused.value.where, refused.value.clause) == (where, "RWS 3.8")

    def test_nobody_is_seated(self) -> None:
        with pytest.raises(Refused):
            first_button(RWS, [])

    def test_it_moves_clockwise_rws_3_8(self) -> None:
        assert next_button(4, [1, 4, 6]) == 6
        assert next_button(6, [1, 4, 6]) == 1
        assert next_button(5, [1, 4, 6]) == 6
