"""The state act by act: what may be done and why not, hidden hands, records."""

from __future__ import annotations

from typing import Any

import pytest

from casino.refused import Refused
from games.engine.cards import cards
from games.engine.poker import acts
from games.engine.poker.game import GAME
from games.engine.poker.history import Hand, hand_from_json
from games.engine.poker.showdown import Hands
from games.engine.poker.state import State
from games.engine.poker.written import to_record
from games.engine.protocol import Act, Choice, Outcome
from tests.engine.poker.states import begin, choice, deal, do, offered


class TestChoices:
    def test_the_dealer_deals_where_cards_are_due(self) -> None:
        (found,) = GAME.choices(begin())
        assert found == Choice(
            "deal", None, 1, 6, 1, ("down 1", "down 2", "down 3", "down 1", "down 2", "down 3"), "NZ13 4.1"
        )

    def test_the_seat_to_act_may_fold_call_raise(self) -> None:
        state = do(begin(), deal("?? ?? ?? ?? ?? ??"))
        assert offered(state) == {"fold", "call", "raise", "all_in"}
        assert choice(state, "call") == Choice("call", 3, 100, 100, 1, (), "NZ13 1.0")
        assert choice(state, "raise") == Choice("raise", 3, 200, 1000, 1, (), "NZ13 16.6(c)")

    def test_the_big_blind_may_check(self) -> None:
        state = do(begin(), deal("?? ?? ?? ?? ?? ??"), acts.Call(3), acts.Call(1))
        assert offered(state) == {"fold", "check", "raise", "all_in"}

    def test_everything_offered_is_taken_and_bounds_are_tight(self) -> None:
        state = do(begin(structure="pot_limit"), deal("?? ?? ?? ?? ?? ??"))
        found = choice(state, "raise")
        assert (found.least, found.most) == (200, 350)
        assert "all_in" not in offered(state)
        for to, clause in ((199, "NZ13 16.6(c)"), (351, "NZ13 16.6(d)")):
            refused = GAME.why_not(state, acts.Raise(3, to))
            assert refused is not None
            assert refused.clause == clause
        assert GAME.why_not(state, acts.Raise(3, 200)) is None
        assert GAME.why_not(state, acts.Raise(3, 350)) is None

    def test_two_amounts_only_for_a_bring_in_in_fixed_limit_nz13_13_2_a(self) -> None:
        state = begin(variant="seven_card_stud", structure="fixed_limit", ante=10, bets=[100, 200], bring_in=50)
        state = do(state, deal("Ah Kh Qh Jh Th 9h 2c 3c 4c"))
        assert choice(state, "bet").options == ("50", "100")
        assert offered(state) == {"bet"}

    def test_a_refusal_names_seat_and_clause_and_changes_nothing(self) -> None:
        state = do(begin(), deal("?? ?? ?? ?? ?? ??"))
        view = state.view()
        refused = GAME.why_not(state, acts.Fold(1))
        assert refused is not None
        assert (refused.clause, refused.where, refused.message) == ("NZ13 1.0", "seat", "It is the turn of seat 3.")
        assert state.view() == view

    def test_amounts_are_multiples_of_the_chip(self) -> None:
        state = do(begin(chip=50), deal("?? ?? ?? ?? ?? ??"))
        for to in (225, 0, -50):
            refused = GAME.why_not(state, acts.Raise(3, to))
            assert refused is not None
            assert refused.clause is None

    def test_no_settlement_before_the_end(self) -> None:
        with pytest.raises(Refused):
            GAME.settle(begin())

    def test_rules_are_checked_at_the_beginning(self) -> None:
        state = begin()
        with pytest.raises(Refused) as refused:
            GAME.begin(state.rules, type(state.setup)(9, {1: 100, 2: 100}))
        assert refused.value.where == "button"


class TestShowdown:
    def river(self, *tail: Act) -> State:
        state = do(begin(seats=2), deal("?? ?? ?? ??"), acts.Call(2), acts.Check(1))
        state = do(
            state, deal("2c 3c 4d 5h"), acts.Check(1), acts.Check(2), deal("6c 9s"), acts.Check(1), acts.Check(2)
        )
        return do(state, deal("7c Js"), acts.Check(1), acts.Check(2), *tail)

    def test_hidden_hands_are_shown_or_given_up(self) -> None:
        state = self.river()
        assert {(found.act, found.by) for found in GAME.choices(state)} == {
            ("show", 1),
            ("show", 2),
            ("muck", 1),
            ("muck", 2),
        }
        with pytest.raises(Refused) as refused:
            GAME.settle(state)
        assert refused.value.where == "cards"

    def test_a_shown_hand_wins_and_the_record_knows_it(self) -> None:
        state = self.river(acts.Show(1, cards("As Ac")), acts.Muck(2))
        settlement = GAME.settle(state)
        assert settlement.answer["stacks"] == {"1": 1100, "2": 900}
        assert (settlement.lines["1"].outcome, settlement.lines["1"].paid) == (Outcome.WIN, 100)
        assert (settlement.lines["2"].outcome, settlement.lines["2"].returned) == (Outcome.LOSE, 0)
        record = to_record(Hand(state.rules, state.setup, state.acts))
        assert record["cards"] == {"1": ["As", "Ac"], "2": ["??", "??"]}
        assert {one.card for one in state.cards() if one.face_up and one.where == "hand"} == {"As", "Ac"}

    @pytest.mark.parametrize(
        ("seat", "text", "where"),
        [(1, "As", "cards"), (1, "As Js", "cards[1]"), (1, "As As", "cards[1]"), (3, "As Ks", "seat")],
    )
    def test_what_cannot_be_shown(self, seat: int, text: str, where: str) -> None:
        refused = GAME.why_not(self.river(), acts.Show(seat, cards(text)))
        assert refused is not None
        assert refused.where == where

    def test_the_next_hand(self) -> None:
        state = self.river(acts.Show(1, cards("As Ac")), acts.Muck(2))
        following = GAME.next_setup(state)
        assert following.button == 1
        assert following.stacks == {1: 1100, 2: 900}

    def test_a_passed_pot_is_carried_wa_27_3_c(self) -> None:
        state = begin("wa", "draw_ante", ante=100)
        state = do(state, acts.Deal(tuple(range(15))), acts.Fold(1), acts.Fold(2), acts.Fold(3))
        assert GAME.next_setup(state).carried == 300
        assert {line.outcome for line in GAME.settle(state).lines.values()} == {Outcome.OPEN}


class TestRecords:
    def test_readings_of_a_version_go_to_json_and_back(self) -> None:
        state = begin(readings={"cap_lifts_heads_up": False, "odd_chip": "first_left"})
        assert state.rules.book.odd_chip == "first_left"
        hand = Hand(state.rules, state.setup, (deal("?? ?? ?? ?? ?? ??"),))
        assert hand.to_json()["rules"]["readings"] == {"cap_lifts_heads_up": False, "odd_chip": "first_left"}
        assert hand_from_json(hand.to_json()) == hand

    def test_a_reading_that_no_clause_allows(self) -> None:
        with pytest.raises(Refused) as refused:
            begin(readings={"odd_chip": "dealer"})
        assert (refused.value.where, refused.value.clause) == ("readings.odd_chip", "NZ13 16.5(e)")

    @pytest.mark.parametrize(
        ("change", "where"),
        [
            ({"acts": [{"kind": "jump"}]}, "acts[0].kind"),
            ({"acts": [5]}, "acts[0]"),
            ({"acts": [{"kind": "deal", "cards": ["1x"]}]}, "acts[0].cards[0]"),
            ({"rules": {}}, "rules.book"),
            ({"setup": {"button": 1}}, "setup.seats"),
            ({"colour": 1}, "colour"),
        ],
    )
    def test_faults_in_a_record_name_their_place(self, change: dict[str, Any], where: str) -> None:
        state = begin()
        good = Hand(state.rules, state.setup, (deal("?? ?? ?? ?? ?? ??"),)).to_json()
        with pytest.raises(Refused) as refused:
            hand_from_json({**good, **change})
        assert refused.value.where == where

    def test_an_act_that_is_not_allowed_is_named_in_the_replay(self) -> None:
        state = begin()
        hand = Hand(state.rules, state.setup, (deal("?? ?? ?? ?? ?? ??"), acts.Fold(1)))
        with pytest.raises(Refused) as refused:
            hand.replay()
        assert (refused.value.where, refused.value.clause) == ("acts[1].seat", "NZ13 1.0")

    def test_the_rules_say_why(self) -> None:
        assert begin().rules.book.why("odd_chip") == "odd_chip is highest_card (NZ13 16.5(e))"
        assert begin("wa").rules.book.clause("short_in_fixed") == "WA 7.12"


class TestRemarks:
    """WA 21.5(d): a reminder for the dealer, not a refusal."""

    def last_round(self) -> State:
        state = do(
            begin("wa", "five_card_stud", seats=2, ante=100), deal("?? ?? Kc 9d"), acts.Bet(1, 100), acts.Call(2)
        )
        for street in ("Qc 8d", "Jc 7d", "2c 6d"):
            state = do(state, deal(street))
            if street != "2c 6d":
                state = do(state, acts.Check(1), acts.Check(2))
        return state

    def test_after_a_check_in_the_last_round_wa_21_5_d(self) -> None:
        state = self.last_round()
        assert GAME.remarks(state) == []
        (found,) = GAME.remarks(do(state, acts.Check(1)))
        assert (found.clause, found.by) == ("WA 21.5(d)", 2)
        assert "Kc Qc Jc 2c" in found.sentence
        assert "check" in offered(do(state, acts.Check(1)))

    def test_not_in_other_books_or_rounds(self) -> None:
        state = do(
            begin(variant="five_card_stud", seats=2, ante=100), deal("?? ?? Kc 9d"), acts.Bet(2, 100), acts.Call(1)
        )
        state = do(state, deal("3c Qc 8d"), acts.Check(1))
        assert GAME.remarks(state) == []


def test_hands_have_names_for_people() -> None:
    state = do(begin(seats=2), deal("Ks 2d Kd 2h"), acts.AllIn(2), acts.Call(1), deal("3c Kc 7c 7d"))
    state = do(state, deal("4c 2s"), deal("5c 9h"))
    hands = Hands(state.play)
    assert [hands.name(seat) for seat in (0, 1)] == [
        "Full house, kings full of sevens",
        "Full house, twos full of sevens",
    ]
