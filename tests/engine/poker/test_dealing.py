"""Cards as acts: where every card lies, short decks, reshuffles, replacements, several boards."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.cards import CARDS, NUMBER, cards
from games.engine.poker import acts
from games.engine.poker.game import GAME
from games.engine.poker.state import State
from games.engine.protocol import Act
from tests.engine.poker.states import begin, choice, deal, do, offered


class TestCardsAndPlaces:
    def test_one_at_a_time_or_two_in_succession_wa_29_1(self) -> None:
        state = begin("wa", "omaha", seats=2)
        assert GAME.choices(state)[0].options == ("down 1", "down 1", "down 2", "down 2") * 2

    def test_burns_in_hold_em_none_in_wa_manila(self) -> None:
        state = do(begin(), deal("?? ?? ?? ?? ?? ??"), acts.Call(3), acts.Call(1), acts.Check(2))
        assert GAME.choices(state)[0].options == ("burn", "board", "board", "board")
        manila = begin("wa", "manila", "fixed_limit", deck=32, blinds=[100])
        manila = do(manila, deal("?? ?? ?? ?? ?? ?? 7c"), acts.Call(2), acts.Call(3), acts.Check(1))
        assert GAME.choices(manila)[0].options == ("board",)

    def test_where_every_card_lies(self) -> None:
        state = do(begin(), deal("As Ks Qs ?? ?? ??"), acts.Fold(3), acts.Call(1), acts.Check(2), deal("2c 3c 4c 5c"))
        placed = state.cards()
        found = {one.card: one for one in placed if one.card}
        assert found["As"].where == "hand"
        assert found["Qs"].where == "muck"
        assert found["Qs"].number == 3
        assert found["2c"].where == "burns"
        assert (found["5c"].where, found["5c"].face_up) == ("board", True)
        assert not found["As"].face_up
        stub = next(one for one in placed if one.where == "stub")
        assert stub.count == 52 - 10

    def test_up_cards_lie_face_up(self) -> None:
        state = do(begin(variant="five_card_stud", ante=10), deal("As Ks Qs 2c 3c 4c"))
        assert {one.card for one in state.cards() if one.face_up} == {"2c", "3c", "4c"}

    @pytest.mark.parametrize(
        ("text", "where"),
        [("As As", "cards[1]"), ("As Ks Qs Js Ts 9s 8s", "cards[6]")],
    )
    def test_a_card_twice_or_too_many(self, text: str, where: str) -> None:
        refused = GAME.why_not(begin(), deal(text))
        assert refused is not None
        assert refused.where == where

    def test_a_card_that_is_not_in_the_deck(self) -> None:
        refused = GAME.why_not(begin(deck=32), deal("6s"))
        assert refused is not None
        assert (refused.where, refused.clause) == ("cards[0]", "NZ13 4.1")

    def test_a_face_up_card_is_seen(self) -> None:
        refused = GAME.why_not(begin(variant="five_card_stud", ante=10), deal("As Ks Qs ??"))
        assert refused is not None
        assert refused.where == "cards[3]"

    def test_no_card_is_due(self) -> None:
        state = do(begin(), deal("?? ?? ?? ?? ?? ??"))
        assert GAME.why_not(state, deal("As")) is not None
        assert GAME.why_not(begin(), acts.Deal(())) is not None


class TestDraw:
    def drawing(self, book: str, seats: int, deck: int, *first: Act) -> State:
        """Everybody is in, five cards each, in the order of the deck."""
        state = begin(book, "draw", seats=seats, deck=deck)
        lowest = {52: 0, 40: 12, 32: 20}[deck]
        return do(state, acts.Deal(tuple(range(lowest, lowest + 5 * seats))), *first)

    def nz(self) -> State:
        calls = [acts.Call(seat) for seat in (3, 4, 5, 6, 1)]
        return self.drawing("nz", 6, 40, *calls, acts.Check(2))

    def test_replacements_are_dealt_at_once_nz13_11_3_a(self) -> None:
        state = self.nz()
        hand = state.play.hands[0]
        state = do(state, acts.Discard(1, tuple(hand[:3])))
        assert GAME.choices(state)[0].options == ("down 1",) * 3
        state = do(state, deal("As Ks Qs"))
        assert state.turn == 2
        assert state.play.hands[0][-3:] == list(cards("As Ks Qs"))

    def test_the_discards_before_are_reshuffled_when_the_deck_is_out_nz13_11_3_b(self) -> None:
        state = self.nz()
        stub = [card for card in range(12, 52) if card not in state.tray.out]
        for seat in (1, 2):
            state = do(state, acts.Discard(seat, tuple(state.play.hands[seat - 1])))
            state = do(state, acts.Deal(tuple(stub[:5])))
            stub = stub[5:]
        assert state.tray.stub == 0
        thrown = [card for _, discarded in state.play.discards for card in discarded]
        state = do(state, acts.Discard(3, tuple(state.play.hands[2][:2])))
        assert offered(state) == {"reshuffle"}
        refused = GAME.why_not(state, acts.Deal((thrown[0],)))
        assert refused is not None
        assert refused.clause == "NZ13 11.3(b)"
        state = do(state, acts.Reshuffle(), acts.Deal((thrown[0], thrown[1])))
        assert state.tray.stub == 8
        # Its own discards stay out.
        assert GAME.why_not(state, acts.Reshuffle()) is not None

    def test_the_last_card_is_shuffled_in_with_them_wa_26_5_d(self) -> None:
        state = self.drawing("wa", 4, 32, acts.Raise(3, 200), acts.Call(4), acts.Call(1), acts.Call(2))
        stub = [card for card in range(20, 52) if card not in state.tray.out]
        assert len(stub) == 12
        state = do(state, acts.Discard(1, tuple(state.play.hands[0][:4])), acts.Deal(tuple(stub[:4])))
        state = do(state, acts.Discard(2, tuple(state.play.hands[1][:4])), acts.Deal(tuple(stub[4:8])))
        state = do(state, acts.Discard(3, tuple(state.play.hands[2][:3])), acts.Deal(tuple(stub[8:11])))
        assert state.tray.stub == 1
        state = do(state, acts.Discard(4, tuple(state.play.hands[3][:2])))
        assert offered(state) == {"reshuffle"}
        assert do(state, acts.Reshuffle()).tray.stub == 1 + 11

    def test_the_fifth_card_comes_after_everybody_elses_wa_26_5_c(self) -> None:
        state = self.drawing("wa", 3, 52, acts.Raise(3, 200), acts.Call(1), acts.Call(2))
        state = do(state, acts.Discard(1, tuple(state.play.hands[0])))
        assert GAME.choices(state)[0].options == ("down 1",) * 4
        state = do(state, deal("As Ks Qs Js"), acts.Discard(2, (state.play.hands[1][0],)), deal("Ah"))
        state = do(state, acts.Discard(3, ()))
        assert GAME.choices(state)[0].options == ("down 1",)
        state = do(state, deal("Ts"))
        assert len(state.play.hands[0]) == 5
        assert state.turn == 3

    def test_who_is_served_last_gets_it_after_a_burn_wa_26_5_c_ii(self) -> None:
        state = self.drawing("wa", 3, 52, acts.Raise(3, 200), acts.Call(1), acts.Call(2))
        state = do(state, acts.Discard(1, ()), acts.Discard(2, ()), acts.Discard(3, tuple(state.play.hands[2])))
        state = do(state, deal("As Ks Qs Js"))
        assert GAME.choices(state)[0].options == ("burn", "down 3")
        state = do(state, deal("2c Ts")) if NUMBER["2c"] not in state.tray.out else do(state, deal("Ac Ts"))
        assert state.phase.name == "BET"


class TestStudShortOfCards:
    def last_street(self, book: str, variant: str, seats: int, deck: int, **more: Any) -> State:
        """Everybody checks or calls down to the last card."""
        state = begin(book, variant, seats=seats, deck=deck, **more)
        lowest = {52: 0, 40: 12, 32: 20}[deck]
        stub = list(range(51, lowest - 1, -1))
        while state.play.round < state.play.variant.rounds - 1:
            if "deal" in offered(state):
                number = choice(state, "deal").most
                assert number is not None
                state = do(state, acts.Deal(tuple(stub.pop(0) for _ in range(number))))
                continue
            words = {found.act: found for found in GAME.choices(state)}
            seat = state.turn
            assert seat is not None
            if "check" in words:
                state = do(state, acts.Check(seat))
            elif "call" in words:
                state = do(state, acts.Call(seat))
            else:
                least = words["bet"].least
                assert least is not None
                state = do(state, acts.Bet(seat, least))
        return state

    def test_the_burns_are_shuffled_in_nz13_12_4_a(self) -> None:
        state = self.last_street("nz", "five_card_stud", 10, 52, ante=10)
        # 40 cards and two burns are out: ten for eleven.
        assert state.tray.stub == 10
        assert offered(state) == {"reshuffle"}
        state = do(state, acts.Reshuffle())
        assert state.tray.stub == 12
        assert GAME.choices(state)[0].options[:2] == ("burn", "up 1")

    def test_without_a_burn_where_it_just_suffices_nz13_12_4_a(self) -> None:
        state = do(self.last_street("nz", "five_card_stud", 8, 40, ante=10), acts.Reshuffle())
        assert state.tray.stub == 8
        assert GAME.choices(state)[0].options[0] == "up 1"

    def test_else_a_community_card_nz13_13_4_a(self) -> None:
        state = self.last_street("nz", "seven_card_stud", 8, 52, ante=10)
        assert state.tray.stub == 1
        assert GAME.choices(state)[0].options == ("board",)

    def test_a_community_card_wa_33_1(self) -> None:
        state = self.last_street("wa", "seven_card_stud", 8, 52, ante=10)
        # Nothing is burnt in WA stud: 48 cards are out, four for eight.
        assert state.tray.stub == 4
        assert GAME.choices(state)[0].options == ("board",)

    def test_enough_cards_nz13_13_4_a(self) -> None:
        state = self.last_street("nz", "seven_card_stud", 4, 32, ante=10)
        assert GAME.choices(state)[0].options == ("burn", "down 1", "down 2", "down 3", "down 4")


class TestRunIt:
    def all_in(self, book: str = "nz", variant: str = "holdem") -> State:
        holes = {"holdem": 2, "crazy_pineapple": 3}[variant]
        state = do(begin(book, variant, seats=2), acts.Deal(tuple(range(2 * holes))))
        return do(state, acts.AllIn(2), acts.Call(1))

    def test_up_to_seven_times_where_the_stub_suffices_nz13_18_9(self) -> None:
        state = self.all_in()
        # 48 cards, eight for each board with its burns: six boards.
        assert choice(state, "run_it").most == 6
        state = do(state, deal("Ac Ad Ah As"))
        assert choice(state, "run_it").most == 7

    def test_the_board_that_lies_stays_nz13_18_9_d(self) -> None:
        state = do(self.all_in(), deal("9c Ad Ah As"), acts.RunIt(2), deal("9d Kc 9h Kd 9s Qc Tc Qd"))
        assert [[CARDS[card] for card in board] for board in (state.play.board, *state.play.more_boards)] == [
            ["Ad", "Ah", "As", "Kc", "Kd"],
            ["Ad", "Ah", "As", "Qc", "Qd"],
        ]
        assert state.over
        assert GAME.settle(state).answer["shown"] == [2, 1]

    def test_not_while_somebody_may_still_bet_nor_in_another_book(self) -> None:
        state = do(begin(seats=2), acts.Deal(tuple(range(4))), acts.Call(2), acts.Check(1))
        refused = GAME.why_not(state, acts.RunIt(2))
        assert refused is not None
        assert refused.clause == "NZ13 18.9(a)"
        assert "run_it" not in offered(self.all_in("wa"))

    def test_crazy_pineapple_only_after_the_discards(self) -> None:
        state = self.all_in(variant="crazy_pineapple")
        assert "run_it" not in offered(state)
        state = do(state, deal("Ac Ad Ah As"), acts.Discard(1, (0,)), acts.Discard(2, (1,)))
        assert "run_it" in offered(state)
