from __future__ import annotations

from dataclasses import replace

import pytest

from casino.refused import Refused
from games.engine.protocol import STAFF, Rule, from_json, to_json
from games.engine.ultimate.acts import (
    ACTS,
    Check,
    Deal,
    Fold,
    Look,
    MistakenPlay,
    NoMoreBets,
    PlaceWager,
    Play,
    PoolStands,
    Show,
    TakeBack,
    Turn,
)
from games.engine.ultimate.game import GAME
from games.engine.ultimate.state import Phase
from tests.engine.ultimate.rounds import SETUP, acted, betting, clause_of, dealt, line, place

SHOE = "9s Qd Ah 8h Qh Ad 7d 6c 5s Kd Kc"


def names(state) -> set[str]:
    return {ruling.name for ruling in GAME.rulings(state)}


def about(state, name: str) -> list:
    return [ruling.subject for ruling in GAME.rulings(state) if ruling.name == name]


def ruled(state, name: str, subject=None, by: str = "operator", detail=None):
    """Apply, and see that it was listed and that the record says it."""
    listed = [ruling for ruling in GAME.rulings(state) if (ruling.name, ruling.subject) == (name, subject)]
    assert len(listed) == 1
    after = GAME.apply(state, Rule(name, by, subject, detail))
    assert after.said[-1].clause == listed[0].clause
    assert after.said[-1].sentence
    return after


def returned(state) -> dict[str, tuple[str, int]]:
    return {wager: (found.outcome.value, found.returned) for wager, found in GAME.settle(state).lines.items()}


ALL_BACK = {"2.ante": ("void", 1000), "2.blind": ("void", 1000), "5.ante": ("void", 1000), "5.blind": ("void", 1000)}


def in_dealing():
    return acted(betting(2, 5), NoMoreBets(), Deal(None), Deal(None))


def decided():
    """Box 2 has played, box 5 has checked."""
    return acted(dealt(betting(2, 5), SHOE), Play(2, 4), Check(5))


def test_nothing_can_be_ruled_before_the_call():
    assert names(betting(2, 5)) == set()


def test_rulings_during_the_deal():
    assert names(in_dealing()) == {
        "shared_information",
        "wrong_number_of_cards",
        "card_exposed",
        "dealer_card_exposed",
        "dealt_to_empty_area",
        "hand_at_empty_area",
        "deck_not_52",
        "wrong_amount",
        "device_used",
        "game_disrupted",
        "dealer_fraud",
        "player_fraud",
        "not_addressed",
    }


def test_rulings_while_players_decide():
    assert names(dealt(betting(2, 5))) == {
        "shared_information",
        "wrong_number_of_cards",
        "player_exposed_cards",
        "dealer_hand_exposed",
        "hand_at_empty_area",
        "deck_not_52",
        "player_absent",
        "collected_reconstructed",
        "collected_not_reconstructed",
        "laid_down_reconstructed",
        "laid_down_folded",
        "wrong_amount",
        "device_used",
        "game_disrupted",
        "dealer_fraud",
        "player_fraud",
        "not_addressed",
    }


def test_every_ruling_says_its_clause_who_decides_and_what_it_does():
    for state in (in_dealing(), dealt(betting(2, 5)), decided()):
        for ruling in GAME.rulings(state):
            assert ruling.clause.startswith(("UTH 12.", "NZ1 1"))
            assert ruling.decides in STAFF
            assert len(ruling.effect) > 5


def test_a_hand_is_void_for_shared_information_uth_12_1():
    state = acted(ruled(decided(), "shared_information", "player 2"), Turn(), Check(5), Turn(), Fold(5))
    assert returned(state) == {
        "2.ante": ("void", 1000),
        "2.blind": ("void", 1000),
        "2.play": ("void", 4000),
        "5.ante": ("lose", 0),
        "5.blind": ("lose", 0),
    }


def test_only_the_operator_voids_for_shared_information_uth_12_1():
    assert clause_of(decided(), Rule("shared_information", "casino_supervisor", "player 2")) == "UTH 12.1"
    assert clause_of(decided(), Rule("shared_information", "nobody", "player 2")) == "UTH 12.1"


def test_a_wrong_number_voids_the_box_uth_12_2():
    state = ruled(dealt(betting(2, 5), SHOE), "wrong_number_of_cards", 2, by="dealer")
    assert [box.seat for box in state.undecided] == [5]
    assert clause_of(state, Play(2, 4)) == "UTH 9.6"
    state = acted(state, Play(5, 3), Turn(), Turn(), Show())
    assert returned(state)["2.ante"] == ("void", 1000)
    assert GAME.settle(state).lines["2.ante"].clause == "UTH 12.2"
    assert GAME.settle(state).lines["5.ante"].clause == "UTH 10.7(b)"


@pytest.mark.parametrize("subject", ["dealer", "board"])
def test_a_wrong_number_at_the_dealer_or_the_board_voids_the_round_uth_12_2(subject):
    state = ruled(dealt(betting(2, 5)), "wrong_number_of_cards", subject, by="dealer")
    assert state.phase is Phase.OVER
    assert returned(state) == ALL_BACK


def test_when_every_box_is_void_the_round_is_over_uth_12_2():
    state = ruled(in_dealing(), "wrong_number_of_cards", 2, by="dealer")
    assert state.phase is Phase.DEALING
    state = ruled(state, "wrong_number_of_cards", 5, by="dealer")
    assert state.phase is Phase.OVER
    assert returned(state) == ALL_BACK


def test_one_exposed_card_is_turned_over_uth_12_3_and_a_second_is_a_misdeal_uth_12_5():
    state = ruled(in_dealing(), "card_exposed", 2, by="dealer")
    assert state.phase is Phase.DEALING
    assert "card_exposed" not in names(state)
    state = ruled(state, "second_card_exposed", "board", by="dealer")
    assert returned(state) == ALL_BACK
    assert GAME.settle(state).lines["2.ante"].clause == "UTH 12.5"


def test_an_exposed_card_of_the_dealer_is_a_misdeal_until_the_last_card_uth_12_4():
    state = ruled(in_dealing(), "dealer_card_exposed", by="dealer")
    assert returned(state) == ALL_BACK
    assert "dealer_card_exposed" not in names(dealt(betting(2, 5)))


def test_a_player_s_own_exposure_is_no_misdeal_uth_12_6():
    state = ruled(decided(), "player_exposed_cards", 2, by="dealer")
    assert replace(state, said=()) == replace(decided(), said=())


def test_after_the_last_card_the_dealer_s_exposure_leaves_play_or_fold_uth_12_7():
    """Box 2 has its Play wager; box 5 had checked and is asked again."""
    state = acted(dealt(betting(2, 5), SHOE), Check(5))
    state = ruled(state, "dealer_hand_exposed", by="dealer")
    assert [box.seat for box in state.undecided] == [2, 5]
    assert clause_of(state, Check(2)) == "UTH 12.7"
    assert {(choice.act, choice.by) for choice in GAME.choices(state)} == {
        ("play", 2),
        ("fold", 2),
        ("play", 5),
        ("fold", 5),
    }
    state = acted(state, Play(2, 3), Fold(5), Turn(), Turn(), Show())
    assert returned(state)["2.play"] == ("win", 3000)
    assert returned(state)["5.ante"] == ("lose", 0)


def test_the_option_is_given_only_before_everybody_has_decided_uth_12_7():
    state = acted(dealt(betting(2), "9s Ah 8h Ad 7d 6c 5s Kd Kc"), Play(2, 4))
    assert "dealer_hand_exposed" not in names(state)


def test_cards_at_an_area_without_a_wager_are_a_misdeal_during_the_deal_uth_12_8():
    assert about(in_dealing(), "dealt_to_empty_area") == [1, 3, 4, 6, 7]
    state = ruled(in_dealing(), "dealt_to_empty_area", 3, by="dealer")
    assert returned(state) == ALL_BACK


def test_a_complete_hand_at_an_empty_area_goes_to_the_discards_uth_12_9():
    state = decided()
    plain = ruled(state, "hand_at_empty_area", 3, by="dealer")
    assert plain.boxes == state.boxes
    state = ruled(state, "hand_at_empty_area", 3, by="dealer", detail=500)
    state = acted(state, Turn(), Check(5), Turn(), Fold(5), Show())
    assert GAME.settle(state).answer["boxes"]["3"] == {
        "hand": None,
        "ante": None,
        "blind": None,
        "trips": None,
        "play": None,
        "progressive": line("void", 0, 500),
    }
    assert GAME.settle(state).lines["2.play"].outcome == "win"


@pytest.mark.parametrize("detail", [-1, "x", 10**16])
def test_a_progressive_wager_at_an_empty_area_is_an_amount_uth_12_9(detail):
    with pytest.raises(Refused) as refused:
        GAME.apply(decided(), Rule("hand_at_empty_area", "dealer", 3, detail))
    assert refused.value.where == "detail"


@pytest.mark.parametrize("after", [0, 2, 5])
def test_a_deck_that_is_not_52_voids_the_round_whenever_it_is_found_uth_12_10(after):
    state = dealt(betting(2, 5), SHOE)
    acts = [Play(2, 4), Check(5), Turn(), Check(5), Turn(), Fold(5), Show()]
    state = ruled(acted(state, *acts[:after]), "deck_not_52", by="dealer")
    assert all(outcome == "void" for outcome, _ in returned(state).values())


def test_the_deck_may_be_found_wrong_when_it_is_counted_for_a_payout_uth_12_10_and_11_14():
    state = acted(dealt(betting(2, 5), SHOE), Play(2, 4), Check(5), Turn(), Check(5), Turn(), Fold(5), Show())
    assert state.phase is Phase.OVER
    state = ruled(state, "deck_not_52", by="dealer")
    assert returned(state)["2.play"] == ("void", 4000)
    assert GAME.settle(state).answer["dealer"] == {"hand": None, "qualifies": None}


def test_a_void_round_is_dealt_again_with_wagers_to_change_uth_12_11():
    state = ruled(in_dealing(), "deck_not_52", by="dealer")
    again = GAME.again(state)
    assert again.phase is Phase.BETTING
    assert [(box.seat, box.ante, box.cards) for box in again.boxes] == [(2, 1000, ()), (5, 1000, ())]
    again = acted(again, TakeBack(2, "blind"), TakeBack(2, "ante"), PlaceWager(2, "player 2", "ante", 2000))
    assert again.box(2).ante == 2000
    with pytest.raises(Refused) as refused:
        GAME.again(in_dealing())
    assert refused.value.clause == "UTH 12.11"


def test_an_absent_player_is_deemed_folded_and_loses_everything_uth_12_12():
    state = dealt(place(place(betting(), 2, trips=500, progressive=500), 5), SHOE)
    state = acted(ruled(state, "player_absent", 2, by="dealer"), Play(5, 4), Turn(), Turn(), Show())
    state = acted(state, PoolStands(prize=0))
    lines = GAME.settle(state).lines
    assert {wager: (found.outcome, found.clause) for wager, found in lines.items() if wager.startswith("2.")} == {
        f"2.{on}": ("lose", "UTH 12.12") for on in ("ante", "blind", "trips", "progressive")
    }


def test_a_player_who_has_decided_is_not_absent_uth_12_12():
    assert about(decided(), "player_absent") == []
    assert clause_of(decided(), Rule("player_absent", "dealer", 2)) == "UTH 12.12"


def test_cards_collected_too_early_are_put_back_or_the_hand_is_void_uth_12_13():
    state = dealt(betting(2, 5), SHOE)
    back = ruled(state, "collected_reconstructed", 5, by="dealer")
    assert back.box(5).ended is None
    void = acted(ruled(state, "collected_not_reconstructed", 5, by="dealer"), Play(2, 4), Turn(), Turn(), Show())
    assert returned(void)["5.ante"] == ("void", 1000)
    assert GAME.settle(void).lines["5.blind"].clause == "UTH 12.13"


def test_cards_laid_down_are_put_back_or_deemed_folded_uth_12_14():
    state = decided()
    assert about(state, "laid_down_folded") == [2, 5]
    assert ruled(state, "laid_down_reconstructed", 2, by="dealer").box(2).play == 4000
    state = acted(ruled(state, "laid_down_folded", 2, by="dealer"), Turn(), Check(5), Turn(), Fold(5))
    lines = GAME.settle(state).lines
    assert {(lines[f"2.{on}"].outcome, lines[f"2.{on}"].clause) for on in ("ante", "blind", "play")} == {
        ("lose", "UTH 12.14")
    }


def blind_hands():
    """One player at boxes 1, 3 and 4, seated at 1; only that hand may be seen."""
    state = betting(several_boxes=True, one_hand_seen=True)
    for seat in (1, 3, 4):
        state = place(state, seat, "p")
    return dealt(state)


def test_one_other_hand_viewed_becomes_the_player_s_own_uth_12_15_a():
    state = acted(blind_hands(), Look(3))
    assert about(state, "viewed_another_hand") == ["p"]
    assert about(state, "viewed_several_hands") == []
    assert clause_of(state, Rule("viewed_another_hand", "dealer", "p")) == "UTH 12.15(a)"
    state = ruled(state, "viewed_another_hand", "p", by="game_supervisor")
    assert state.home("p") == 3
    assert [state.hidden(state.box(seat)) for seat in (1, 3, 4)] == [True, False, True]
    assert about(state, "viewed_another_hand") == []


def test_several_hands_viewed_are_void_uth_12_15_b():
    state = acted(blind_hands(), Look(1))
    assert "viewed_another_hand" not in names(state)
    assert "viewed_several_hands" not in names(state)
    state = acted(state, Look(4))
    state = ruled(state, "viewed_several_hands", "p", by="game_supervisor")
    assert [(box.seat, box.ended, box.clause) for box in state.boxes] == [
        (1, "void", "UTH 12.15(b)"),
        (3, None, ""),
        (4, "void", "UTH 12.15(b)"),
    ]


def test_a_wrong_amount_found_later_nz1_10_2():
    """A Blind of 1,500 beside an Ante of 1,000: 500 goes back. A Blind of 500 stands once, then is void."""
    state = dealt(betting(2), "Ad Qh Kh Qd 9s 7c 4d 3h 2c")
    over = ruled(state, "wrong_amount", "2.blind", by="dealer", detail=1500)
    assert (over.box(2).blind, over.box(2).back) == (1000, (("blind", 500, "NZ1 10.2(b)"),))
    over = acted(over, Play(2, 4), Turn(), Turn(), Show())
    assert GAME.settle(over).answer["boxes"]["2"]["blind"] == line("lose", 0, 500)
    below = ruled(state, "wrong_amount", "2.blind", by="dealer", detail=500)
    assert (below.box(2).blind, below.once_used) == (500, ("player 2",))


def test_a_second_wager_below_the_least_is_void_and_with_it_the_box_nz1_10_2_a_and_uth_5_1():
    state = dealt(betting(2, 5, setup=replace(SETUP, once_used=("player 2",))), SHOE)
    state = ruled(acted(state, Play(2, 4)), "wrong_amount", "2.blind", by="dealer", detail=500)
    state = acted(state, Play(5, 4), Turn(), Turn(), Show())
    found = returned(state)
    assert (found["2.ante"], found["2.blind"], found["2.play"]) == (("void", 1000), ("void", 500), ("void", 4000))
    assert found["5.ante"] == ("lose", 0)


def test_a_wrong_play_wager_found_later_is_measured_by_when_it_was_made_nz1_10_1_d():
    state = acted(dealt(betting(2), "9s Ah 8h Ad 7d 6c 5s Kd Kc"), Check(2), Turn(), Play(2, 2), Turn())
    state = ruled(state, "wrong_amount", "2.play", by="dealer", detail=2500)
    assert (state.box(2).play, state.box(2).back) == (2000, (("play", 500, "NZ1 10.2(b)"),))
    with pytest.raises(Refused):
        GAME.apply(state, Rule("wrong_amount", "dealer", "2.play", None))


def test_a_forbidden_device_voids_the_player_s_wagers_nz1_17_3():
    state = acted(ruled(decided(), "device_used", "player 5"), Turn(), Turn(), Show())
    assert returned(state)["5.ante"] == ("void", 1000)
    assert returned(state)["2.play"] == ("win", 4000)


def test_a_disrupted_game_is_refunded_nz1_18_1_a():
    state = ruled(decided(), "game_disrupted")
    assert returned(state) == {**ALL_BACK, "2.play": ("void", 4000)}


def test_a_cheat_s_wagers_are_forfeited_and_the_others_go_back_nz1_18_2():
    state = ruled(decided(), "player_fraud", "player 2")
    assert returned(state) == {
        "2.ante": ("lose", 0),
        "2.blind": ("lose", 0),
        "2.play": ("lose", 0),
        "5.ante": ("void", 1000),
        "5.blind": ("void", 1000),
    }
    assert GAME.again(state).has(2) is False


def test_a_cheat_s_excess_is_forfeited_too_nz1_18_2():
    state = acted(dealt(betting(2, 5), SHOE), MistakenPlay(2, 5000))
    assert returned(ruled(state, "player_fraud", "player 2"))["2.play"] == ("lose", 0)


def test_a_dealer_s_fraud_refunds_everybody_nz1_18_1_b():
    assert returned(ruled(in_dealing(), "dealer_fraud")) == ALL_BACK


def test_an_unlisted_case_is_the_operator_s_and_is_written_down_nz1_19_3():
    state = ruled(decided(), "not_addressed", detail="A drink was spilt; cards wiped, play continues.")
    assert "drink" in state.said[-1].sentence
    assert clause_of(decided(), Rule("not_addressed", "senior_supervisor")) == "NZ1 19.3"


def test_no_such_ruling():
    assert clause_of(decided(), Rule("do_over", "operator")) is None


def test_nothing_more_is_ruled_on_a_void_round():
    assert names(ruled(decided(), "game_disrupted")) == set()


def test_rulings_go_to_json_and_back():
    rule = Rule("wrong_amount", "dealer", "2.blind", 1500)
    assert from_json(ACTS, to_json(rule)) == rule
    assert to_json(rule) == {
        "kind": "rule",
        "name": "wrong_amount",
        "by": "dealer",
        "subject": "2.blind",
        "detail": 1500,
    }
