"""Shuffle, cut, cutting card, burn, last hand (NZ5 7 and 11)."""

from __future__ import annotations

from typing import Any

import pytest

from casino.refused import Refused
from games.engine.baccarat import acts
from games.engine.baccarat.deal import Hand
from games.engine.baccarat.game import GAME
from games.engine.baccarat.shoe import Stage, Stock
from games.engine.baccarat.state import Phase, State
from games.engine.cards import cards
from games.engine.protocol import Act
from tests.engine.baccarat.table import SEATS, begin, card, dealt, draws, play, rules, shoe, wager

NATURAL = "5c 3c 3d 4d"
NEW = Stock.NEW


def fresh(**elected: Any) -> State:
    return begin(rules(**elected), shoe=None)


def refused(state: State, *done: Act) -> tuple[str | None, str]:
    with pytest.raises(Refused) as found:
        play(state, *done)
    return found.value.clause, found.value.where


def names(state: State) -> list[str]:
    return [choice.act for choice in GAME.choices(state)]


def test_a_new_shoe_is_shuffled_cut_and_burnt_before_betting_nz5_7() -> None:
    state = fresh(decks=6)
    assert names(state) == ["shuffle"]
    state = play(state, acts.Shuffle())
    assert names(state) == ["cut_cards", "decline_cut"]
    state = play(state, acts.CutCards(100, 1))
    assert names(state) == ["place_cutting_card"]
    state = play(state, acts.PlaceCuttingCard(20))
    assert names(state) == ["burn"]
    state = play(state, acts.Burn(card("7h")))
    assert state.phase is Phase.BETTING
    assert state.shoe.left == 6 * 52 - 8


@pytest.mark.parametrize(("depth", "fine"), [(51, False), (52, True), (364, True), (365, False), (0, False)])
def test_the_cut_is_a_deck_in_from_either_end_nz5_7_6(depth: int, fine: bool) -> None:
    state = play(fresh(), acts.Shuffle())
    if fine:
        assert play(state, acts.CutCards(depth, 1)).shoe.stage is Stage.CUTTING_CARD
    else:
        assert refused(state, acts.CutCards(depth, 1)) == ("NZ5 7.6", "")


@pytest.mark.parametrize(("behind", "fine"), [(19, False), (20, True), (415, True), (416, False)])
def test_the_cutting_card_is_twenty_in_from_the_back_nz5_7_6(behind: int, fine: bool) -> None:
    state = play(fresh(), acts.Shuffle(), acts.CutCards(60, 1))
    if fine:
        assert play(state, acts.PlaceCuttingCard(behind)).shoe.behind == behind
    else:
        assert refused(state, acts.PlaceCuttingCard(behind)) == ("NZ5 7.6", "")


def test_the_cut_goes_round_and_then_to_an_employee_nz5_7_5() -> None:
    state = play(fresh(), acts.Shuffle())
    assert refused(state, acts.CutCards(60)) == ("NZ5 7.5", "seat")
    assert refused(state, acts.DeclineCut(2)) == ("NZ5 7.5", "seat")
    asked = play(state, *(acts.DeclineCut(seat.number) for seat in SEATS))
    assert GAME.choices(asked)[0].by is None
    assert play(asked, acts.CutCards(60)).shoe.stage is Stage.CUTTING_CARD


def test_nobody_standing_cuts_nz5_5_6_b() -> None:
    assert refused(play(fresh(), acts.Shuffle()), acts.CutCards(60, 9)) == ("NZ5 7.5", "seat")


@pytest.mark.parametrize(("up", "burnt"), [("Ac", 2), ("2c", 3), ("9c", 10), ("Tc", 11), ("Kc", 11)])
def test_the_first_card_says_how_many_are_burnt_nz5_7_7_a(up: str, burnt: int) -> None:
    state = play(fresh(), acts.Shuffle(), acts.CutCards(60, 1), acts.PlaceCuttingCard(20), acts.Burn(card(up)))
    assert (state.shoe.burnt, state.shoe.left) == (burnt, 416 - burnt)
    assert refused(state, acts.ShowBurn(card("2c"), "ann")) == ("NZ5 7.7(b)", "")


def test_one_card_is_burnt_unseen_and_shown_on_request_nz5_7_7_b() -> None:
    ready = play(fresh(burn="one_unseen"), acts.Shuffle(), acts.CutCards(60, 1), acts.PlaceCuttingCard(20))
    assert refused(ready, acts.Burn(card("2c"))) == ("NZ5 7.7(b)", "")
    state = play(ready, acts.Burn())
    assert (state.shoe.burnt, state.shoe.left) == (1, 415)
    assert "show_burn" in names(state)
    assert "2c" in play(state, acts.ShowBurn(card("2c"), "ann")).said[-1].sentence
    assert refused(play(fresh(), acts.Shuffle(), acts.CutCards(60, 1), acts.PlaceCuttingCard(20)), acts.Burn()) == (
        "NZ5 7.7(a)",
        "",
    )


def test_each_step_waits_for_the_one_before() -> None:
    state = fresh()
    assert refused(state, acts.CutCards(60, 1)) == ("NZ5 7.5", "")
    assert refused(state, acts.DeclineCut(1)) == ("NZ5 7.5", "")
    assert refused(state, acts.PlaceCuttingCard(20)) == ("NZ5 7.6", "")
    assert refused(state, acts.Burn(0)) == ("NZ5 7.7", "")
    assert refused(state, wager("player", 1000)) == ("NZ5 5.14", "")
    assert refused(play(state, acts.Shuffle()), acts.Shuffle()) == ("NZ5 7.1", "")


def test_a_continuous_shuffler_is_neither_cut_nor_counted_nz5_7_8() -> None:
    state = play(fresh(equipment="continuous"), acts.Shuffle())
    assert names(state) == ["burn"]
    state = play(state, acts.Burn(card("Kc")))
    assert state.shoe.left is None
    closed = play(state, acts.NoMoreBets())
    assert "cutting_card" not in names(closed)
    assert refused(closed, acts.CuttingCard()) == ("NZ5 7.8", "")


def test_sealed_cards_need_the_secretarys_approval_nz5_6_6() -> None:
    assert refused(fresh(), acts.Shuffle(Stock.SEALED)) == ("NZ5 6.6", "")
    assert "sealed" in GAME.choices(fresh(sealed_cards=True))[0].options
    assert play(fresh(sealed_cards=True), acts.Shuffle(Stock.SEALED)).shoe.stock is Stock.SEALED


def test_a_player_may_have_pre_shuffled_cards_mixed_nz5_7_4_b() -> None:
    state = play(fresh(), acts.Shuffle(Stock.PRE_SHUFFLED))
    assert "require_mixing" in names(state)
    mixed = play(state, acts.RequireMixing("ann"))
    assert (mixed.shoe.stock, mixed.said[-1].clause) == (NEW, "NZ5 7.4(b)")
    assert refused(mixed, acts.RequireMixing("ann")) == ("NZ5 7.4", "")


def over(state: State) -> State:
    return play(state, acts.NoMoreBets(), *draws(NATURAL), acts.AnnounceResult())


def test_the_cutting_card_first_means_this_is_the_last_hand_nz5_11_2_a() -> None:
    state = play(begin(), acts.NoMoreBets(), acts.CuttingCard())
    assert (state.said[-1].sentence, state.said[-1].clause) == ("Last hand.", "NZ5 11.2(a)")
    done = play(state, *draws(NATURAL), acts.AnnounceResult())
    later = GAME.begin(rules(), GAME.next_setup(done))
    assert (later.phase, later.shoe.stage) == (Phase.SHOE, Stage.SHUFFLE)


def test_the_cutting_card_later_gives_one_further_round_nz5_11_2_b() -> None:
    state = play(begin(), acts.NoMoreBets(), *draws("5c 3c"), acts.CuttingCard())
    assert state.said[-1].clause == "NZ5 11.2(b)"
    assert refused(state, acts.CuttingCard()) == ("NZ5 11.2", "")
    done = play(state, *draws("3d 4d"), acts.AnnounceResult())
    last = GAME.begin(rules(), GAME.next_setup(done))
    assert (last.phase, last.shoe.last) == (Phase.BETTING, True)
    assert "cutting_card" not in names(play(last, acts.NoMoreBets()))
    after = GAME.begin(rules(), GAME.next_setup(over(last)))
    assert after.shoe.stage is Stage.SHUFFLE


def test_the_cutting_card_does_not_come_while_betting_is_open_nz5_11_2() -> None:
    assert refused(begin(), acts.CuttingCard()) == ("NZ5 11.2", "")


def test_the_shoe_counts_on_from_round_to_round() -> None:
    first = over(begin())
    assert first.shoe.left == 396
    assert over(GAME.begin(rules(), GAME.next_setup(first))).shoe.left == 392


def test_the_style_stays_for_the_shoe_nz5_8_5() -> None:
    setup = GAME.next_setup(over(begin()))
    with pytest.raises(Refused) as found:
        GAME.begin(rules(style="C"), setup)
    assert found.value.clause == "NZ5 8.5"


def test_the_style_may_change_with_the_shoe_nz5_8_5() -> None:
    done = play(begin(), acts.NoMoreBets(), acts.CuttingCard(), *draws(NATURAL), acts.AnnounceResult())
    assert GAME.begin(rules(style="C"), GAME.next_setup(done)).shoe.style == "C"


def test_after_style_b_only_new_cards_nz5_11_3() -> None:
    table = rules(style="B")
    last = play(begin(table), acts.NoMoreBets(), acts.CuttingCard(), *[acts.DrawCard()] * 4)
    last = play(last, acts.TurnCards(Hand.PLAYER, cards("5c 3d")), acts.TurnCards(Hand.BANKER, cards("3c 4d")))
    later = GAME.begin(table, GAME.next_setup(play(last, acts.AnnounceResult())))
    assert "used" not in GAME.choices(later)[0].options
    assert refused(later, acts.Shuffle(Stock.USED)) == ("NZ5 11.3", "")
    assert play(later, acts.Shuffle(Stock.PRE_SHUFFLED)).shoe.stage is Stage.CUT


def test_after_style_a_the_used_cards_are_shuffled_again_nz5_7_3() -> None:
    done = play(begin(), acts.NoMoreBets(), acts.CuttingCard(), *draws(NATURAL), acts.AnnounceResult())
    later = GAME.begin(rules(), GAME.next_setup(done))
    assert play(later, acts.Shuffle(Stock.USED)).shoe.stock is Stock.USED


def test_two_sets_take_turns_at_a_non_continuous_shuffler_nz5_3_4_a() -> None:
    table = rules(equipment="non_continuous")
    done = play(begin(table), acts.NoMoreBets(), acts.CuttingCard(), *draws(NATURAL), acts.AnnounceResult())
    assert GAME.begin(table, GAME.next_setup(done)).shoe.number == 2


def test_no_card_leaves_an_empty_shoe_nz5_12_5() -> None:
    table = rules()
    state = play(begin(table, shoe=shoe(table, left=3)), acts.NoMoreBets(), *draws("5c 3c 3d"))
    assert refused(state, *draws("4d")) == ("NZ5 12.5", "")


def test_more_of_one_card_than_the_decks_hold_nz5_3_4_a() -> None:
    table = rules(decks=4)
    state = play(begin(table), acts.NoMoreBets(), *draws("Ac Ac Ac Ac"))
    assert refused(state, *draws("Ac")) == ("NZ5 3.4(a)", "card")
    hidden = play(begin(rules(decks=4, style="C")), acts.NoMoreBets(), *[acts.DrawCard()] * 4)
    hidden = play(hidden, acts.TurnCards(Hand.PLAYER, cards("Ac Ac")), acts.TurnCards(Hand.BANKER, cards("Ac Ac")))
    assert refused(hidden, *draws("Ac")) == ("NZ5 3.4(a)", "card")


def test_a_free_hand_nz5_8_3() -> None:
    state = play(begin(), acts.AnnounceFreeHand())
    assert state.said[-1].clause == "NZ5 8.3"
    assert len(play(state, wager("player", 1000)).wagers) == 1
    done = dealt(state, NATURAL)
    assert done.free_hand
    assert GAME.settle(done).answer["wagers"] == {}
    assert refused(play(begin(), wager("player", 1000)), acts.AnnounceFreeHand()) == ("NZ5 8.3", "")


def test_the_result_is_announced_when_the_hands_are_complete_nz5_10_1() -> None:
    state = play(begin(), acts.NoMoreBets(), *draws("5c 3c 3d"))
    assert refused(state, acts.AnnounceResult()) == ("NZ5 10.1", "")
    with pytest.raises(Refused):
        GAME.settle(state)
    with pytest.raises(Refused):
        GAME.next_setup(state)
    done = play(state, *draws("4d"))
    assert names(done) == ["announce_result"]
    assert play(done, acts.AnnounceResult()).said[-1].sentence == "Player 8, Banker 7: player."
