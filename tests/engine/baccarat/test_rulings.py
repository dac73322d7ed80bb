"""Every irregularity of NZ5 12 and 15, and the general ones, as rulings on the state."""

from __future__ import annotations

from typing import Any

import pytest

from casino.refused import Refused
from games.engine.baccarat import acts
from games.engine.baccarat.acts import TurnCards
from games.engine.baccarat.deal import Hand
from games.engine.baccarat.game import GAME
from games.engine.baccarat.shoe import Stage, Stock
from games.engine.baccarat.state import Phase, State
from games.engine.cards import cards
from games.engine.protocol import Act, Ruling
from tests.engine.baccarat.table import begin, blind, card, dealt, draws, play, rules, ruling, shoe, wager

NATURAL = "5c 3c 3d 4d"
P, B = Hand.PLAYER, Hand.BANKER


def refused(state: State, *done: Act) -> tuple[str | None, str]:
    with pytest.raises(Refused) as found:
        play(state, *done)
    return found.value.clause, found.value.where


def listed(state: State, name: str) -> list[Ruling]:
    return [one for one in GAME.rulings(state) if one.name == name]


def one(state: State, name: str) -> Ruling:
    (found,) = listed(state, name)
    return found


def again(state: State) -> State:
    return GAME.begin(state.rules, GAME.next_setup(state))


def staked(**elected: Any) -> State:
    return play(begin(rules(**elected)), wager("player", 1000, id="w"), acts.NoMoreBets())


def test_a_third_card_to_the_player_becomes_the_bankers_nz5_12_1_a() -> None:
    """Player stands on six, Banker has two and is to draw."""
    state = play(staked(), *draws("6c 2c Kc Kd"))
    found = one(state, "third_card_to_player")
    assert (found.clause, found.decides) == ("NZ5 12.1(a)", "dealer")
    assert refused(state, ruling("third_card_to_player")) == ("NZ5 12.1(a)", "detail")
    done = play(state, ruling("third_card_to_player", "dealer", detail="3h"))
    assert GAME.settle(done).answer["banker"] == {"cards": ["2c", "Kd", "3h"], "points": 5}
    assert any(said.clause == "NZ5 12.1(a)" and said.by == "dealer" for said in done.said)


def test_face_down_in_style_b_it_is_turned_as_the_bankers_nz5_12_1_a() -> None:
    state = play(begin(rules(style="B")), acts.NoMoreBets(), *blind())
    state = play(state, TurnCards(P, cards("6c Kc")), TurnCards(B, cards("2c Kd")))
    done = play(state, ruling("third_card_to_player", "dealer"), TurnCards(B, cards("3h")))
    assert GAME.settle(done).answer["banker"]["points"] == 5


def test_unseen_it_begins_the_next_round_nz5_12_1_b() -> None:
    """Player stands on six, Banker on seven."""
    state = play(staked(), *draws("6c 7c Kc Kd"))
    assert one(state, "third_card_to_player").clause == "NZ5 12.1(b)"
    done = play(state, ruling("third_card_to_player", "dealer"), acts.AnnounceResult())
    assert GAME.settle(done).lines["w"].outcome == "lose"
    assert done.shoe.left == 395
    later = again(done)
    assert later.phase is Phase.BETTING
    first = play(later, acts.NoMoreBets(), *draws("5c"))
    assert first.shoe.left == 395
    assert play(first, *draws("3c 3d 4d")).shoe.left == 392


def test_disclosed_it_begins_a_void_hand_nz5_12_1_b() -> None:
    state = play(staked(), *draws("6c 7c Kc Kd"), ruling("third_card_to_player", "dealer", detail="9h"))
    later = again(play(state, acts.AnnounceResult()))
    assert (later.phase, later.void_hand) == (Phase.DEAL, "NZ5 12.1(b)")
    assert refused(later, wager("player", 1000)) == ("NZ5 12.1(b)", "")
    assert refused(later, *draws("5c")) == ("NZ5 12.1(b)", "card")
    assert play(later, acts.DrawCard()).known == cards("9h")
    done = play(later, *draws("9h 3c Kd 4d"), acts.AnnounceResult())
    assert GAME.settle(done).answer["result"] == "player"
    assert GAME.settle(done).lines == {}
    resumed = again(done)
    assert (resumed.phase, resumed.void_hand) == (Phase.BETTING, None)


def test_the_wagers_of_a_tie_are_not_in_the_void_hand_nz5_12_2_b() -> None:
    state = play(staked(), *draws("6c 6d Kc Kd"), ruling("excess_card", "dealer", detail="9h"))
    setup = GAME.next_setup(play(state, acts.AnnounceResult()))
    assert setup.wagers == ()
    assert GAME.begin(rules(), setup).void_hand == "NZ5 12.2(b)"


@pytest.mark.parametrize(("detail", "clause"), [(None, "NZ5 12.2(a)"), ("9h", "NZ5 12.2(b)")])
def test_a_card_in_excess_nz5_12_2(detail: str | None, clause: str) -> None:
    state = play(staked(), *draws("2h 3c Kd 4s 4c"))
    assert listed(state, "third_card_to_player") == []
    done = play(state, ruling("excess_card", "dealer", detail=detail))
    assert done.said[-1].clause == clause
    assert listed(done, "excess_card") == []
    later = again(play(done, acts.AnnounceResult()))
    assert later.void_hand == (clause if detail else None)


def test_not_where_the_cards_are_changed_before_the_next_round_nz5_12_2_a() -> None:
    last = play(begin(), acts.NoMoreBets(), acts.CuttingCard(), *draws(NATURAL), ruling("excess_card", "dealer"))
    later = again(play(last, acts.AnnounceResult()))
    assert (later.shoe.stage, later.shoe.extra) == (Stage.SHUFFLE, None)


def test_a_first_card_face_up_makes_a_void_hand_nz5_12_3() -> None:
    state = staked()
    found = one(state, "boxed_card")
    assert (found.clause, found.decides) == ("NZ5 12.3", "dealer")
    boxed = play(state, ruling("boxed_card", "dealer", detail="5c"))
    assert boxed.void_hand == "NZ5 12.3"
    done = play(boxed, *draws("3c 3d 4d"))
    line = GAME.settle(done).lines["w"]
    assert (line.outcome, line.returned, line.clause) == ("void", 1000, "NZ5 12.3")
    assert GAME.settle(done).answer["result"] == "player"
    assert refused(state, ruling("boxed_card", "dealer")) == (None, "detail")


def test_a_later_card_face_up_is_used_nz5_12_4() -> None:
    state = play(staked(), *draws("5c 3c"))
    assert one(state, "boxed_card").clause == "NZ5 12.4"
    done = play(state, ruling("boxed_card", "dealer", detail="3d"), *draws("4d"))
    assert GAME.settle(done).lines["w"].outcome == "win"


def test_the_hand_goes_on_face_down_after_a_boxed_card_in_style_c_nz5_12_3() -> None:
    boxed = play(staked(style="C"), ruling("boxed_card", "dealer", detail="5c"), *blind(3))
    done = play(boxed, TurnCards(P, cards("3d")), TurnCards(B, cards("3c 4d")))
    assert done.known == cards(NATURAL)


@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_any_of_the_first_four_face_up_in_international_nz5_15_11(before: int) -> None:
    state = play(staked(form="international"), *draws(NATURAL)[:before])
    assert one(state, "boxed_card").clause == "NZ5 15.11"
    boxed = play(state, ruling("boxed_card", "dealer", detail=NATURAL.split()[before]), *draws(NATURAL)[before + 1 :])
    assert GAME.settle(boxed).lines["w"].clause == "NZ5 15.11"


def test_a_third_card_face_up_is_used_in_international_too_nz5_12_4() -> None:
    state = play(staked(form="international"), *draws("2h 3c Kd 4s"))
    assert one(state, "boxed_card").clause == "NZ5 12.4"


def test_a_boxed_card_before_the_call_returns_late_wagers_nz5_15_11() -> None:
    state = play(begin(rules(form="international", style="B")), wager("player", 1000, id="w"), *blind(2))
    boxed = play(state, ruling("boxed_card", "dealer", detail="3d"))
    assert boxed.phase is Phase.DEAL
    assert refused(boxed, wager("tie", 500)) == ("NZ5 15.11", "")


def test_cards_run_out_nz5_12_5() -> None:
    table = rules()
    state = play(begin(table, shoe=shoe(table, left=3)), wager("player", 1000, id="w"), acts.NoMoreBets())
    assert listed(play(state, *draws("5c 3c")), "cards_ran_out") == []
    state = play(state, *draws("5c 3c 3d"))
    done = play(state, ruling("cards_ran_out", "dealer"))
    line = GAME.settle(done).lines["w"]
    assert (line.outcome, line.returned, line.clause) == ("void", 1000, "NZ5 12.5")
    assert GAME.settle(done).answer["result"] is None
    assert again(done).shoe.stage is Stage.SHUFFLE


def test_a_continuous_shuffler_can_run_out_too_nz5_12_5() -> None:
    table = rules(equipment="continuous")
    state = play(begin(table, shoe=shoe(table, left=None, behind=None)), acts.NoMoreBets())
    assert one(state, "cards_ran_out").decides == "dealer"


def test_a_round_is_reconstructed_nz5_12_6() -> None:
    state = play(staked(), *draws("5c 3c 4d 3d"))
    assert GAME.settle(state).answer["player"]["points"] == 9
    found = one(state, "reconstruct")
    assert (found.clause, found.decides) == ("NZ5 12.6", "operator")
    assert refused(state, ruling("reconstruct", "senior_supervisor", detail=NATURAL)) == ("NZ5 12.6", "by")
    fixed = play(state, ruling("reconstruct", detail="2c 3c Kd Kc 6d 4h"))
    assert GAME.settle(fixed).answer["player"] == {"cards": ["2c", "Kd", "6d"], "points": 8}
    assert fixed.shoe.left == 394


def test_a_reconstructed_round_may_need_more_cards_nz5_12_6() -> None:
    state = play(staked(), *draws(NATURAL), ruling("reconstruct", detail="2h 3c Kd 4s"))
    assert state.phase is Phase.DEAL
    assert play(state, *draws("4c")).phase is Phase.RESULT


@pytest.mark.parametrize(
    ("detail", "clause"), [("5c 3c 3d 4d 2c", "NZ5 9.6"), ("5c xx", None), ("", None), ("Ac Ac Ac Ac Ac", "NZ5 3.4(a)")]
)
def test_a_reconstruction_that_cannot_have_been_nz5_12_6(detail: str, clause: str | None) -> None:
    state = play(staked(decks=4), *draws(NATURAL))
    assert refused(state, ruling("reconstruct", detail=detail)) == (clause, "detail")


def test_cards_put_right_before_anybody_saw_them_nz5_12_6() -> None:
    state = play(staked(style="C"), *blind(3))
    fixed = play(state, ruling("reconstruct"))
    assert (fixed.drawn, fixed.said[-1].clause) == (state.drawn, "NZ5 12.6")


def test_what_cannot_be_reconstructed_is_void_nz5_12_6() -> None:
    done = play(staked(), *draws("5c 3c"), ruling("cannot_reconstruct"))
    assert GAME.settle(done).lines["w"].clause == "NZ5 12.6"
    assert GAME.choices(done) == []
    assert again(done).shoe.left == 398


def test_the_burn_was_forgotten_nz5_12_7() -> None:
    state = play(begin(shoe=None), acts.Shuffle(), acts.CutCards(60, 1), acts.PlaceCuttingCard(20))
    done = play(state, ruling("burn_forgotten", "dealer"))
    assert (done.phase, done.shoe.left, done.said[-1].clause) == (Phase.BETTING, 416, "NZ5 12.7")
    assert listed(done, "burn_forgotten") == []


@pytest.mark.parametrize(("name", "clause"), [("late_error", "NZ5 12.8"), ("wrong_display", "NZ5 12.9")])
def test_what_changes_nothing_but_the_record_nz5_12_8_12_9(name: str, clause: str) -> None:
    state = dealt(begin(), NATURAL)
    done = play(state, ruling(name, "dealer"))
    assert (done.said[:-1], done.said[-1].clause) == (state.said, clause)
    assert GAME.settle(done) == GAME.settle(state)


@pytest.mark.parametrize(("name", "clause"), [("card_disclosed", "NZ5 12.10(a)"), ("card_handled", "NZ5 12.10(b)")])
def test_a_card_seen_or_handled_before_the_call_closes_the_betting_nz5_12_10(name: str, clause: str) -> None:
    state = play(begin(rules(form="international", style="B")), wager("player", 1000), *blind())
    assert one(state, name).decides == "operator"
    closed = play(state, ruling(name))
    assert (closed.phase, closed.said[-1].clause) == (Phase.DEAL, clause)
    assert refused(closed, acts.RemoveWager("ann-player-1")) == ("NZ5 5.14", "")
    assert listed(closed, name) == []


def international() -> State:
    state = play(begin(rules(form="international", style="B")), wager("player", 1000, "ann", id="p"))
    state = play(state, wager("banker", 2000, "bob", 2, id="b"), acts.NoMoreBets(), acts.DeclineHand(P, "ann"))
    return play(state, acts.DeclineHand(B, "bob"), *blind())


def test_wagers_may_be_withdrawn_after_a_misdelivery_nz5_15_10() -> None:
    state = international()
    assert refused(state, acts.WithdrawWager("p")) == ("NZ5 15.10", "")
    assert one(state, "misdelivered").decides == "operator"
    open_ = play(state, ruling("misdelivered"))
    assert [choice.options for choice in GAME.choices(open_) if choice.act == "withdraw_wager"] == [("p",), ("b",)]
    gone = play(open_, acts.WithdrawWager("p"))
    assert refused(gone, acts.WithdrawWager("p")) == ("NZ5 15.10", "id")
    assert refused(gone, wager("player", 1000, id="new")) == ("NZ5 5.14", "")
    done = play(gone, TurnCards(P, cards("5c 3d")), TurnCards(B, cards("3c 4d")))
    lines = GAME.settle(done).lines
    assert (lines["p"].outcome, lines["p"].returned, lines["p"].clause) == ("void", 1000, "NZ5 15.10")
    assert lines["b"].outcome == "lose"


def test_withdrawal_though_the_result_is_known_but_not_once_announced_nz5_15_10() -> None:
    done = play(international(), TurnCards(P, cards("5c 3d")), TurnCards(B, cards("3c 4d")))
    withdrawn = play(done, ruling("misdelivered"), acts.WithdrawWager("b"))
    assert GAME.settle(withdrawn).lines["b"].outcome == "void"
    assert refused(play(done, acts.AnnounceResult()), ruling("misdelivered")) == ("NZ5 10.2", "")


def test_the_round_is_completed_though_all_wagers_are_withdrawn_nz5_15_10() -> None:
    state = play(international(), ruling("misdelivered"), acts.WithdrawWager("p"), acts.WithdrawWager("b"))
    done = play(state, TurnCards(P, cards("2h Kd")), TurnCards(B, cards("3c 4s")), acts.DrawCard())
    done = play(done, TurnCards(P, cards("4c")), acts.AnnounceResult())
    assert GAME.settle(done).answer["result"] == "banker"


@pytest.mark.parametrize("elected", [{"style": "B"}, {"form": "international", "style": "A"}])
def test_withdrawal_is_for_style_b_of_international_nz5_15_10(elected: dict[str, str]) -> None:
    state = play(begin(rules(**elected)), acts.NoMoreBets(), acts.DrawCard(card("5c")))
    assert listed(state, "misdelivered") == []


def test_a_supervisor_has_the_cards_shuffled_nz5_7_1() -> None:
    state = play(begin(), wager("player", 1000))
    assert refused(state, ruling("reshuffle", "dealer")) == ("NZ5 7.1", "by")
    again_ = play(state, ruling("reshuffle", "game_supervisor"))
    assert (again_.phase, again_.shoe.stage, again_.shoe.left) == (Phase.SHOE, Stage.SHUFFLE, 416)
    assert len(again_.wagers) == 1
    assert listed(play(staked(), *draws("5c")), "reshuffle") == []


def test_a_shuffle_directed_at_the_end_of_a_round_nz5_7_1() -> None:
    done = play(dealt(begin(), NATURAL), ruling("reshuffle", "game_supervisor"), acts.AnnounceResult())
    assert play(again(done), acts.Shuffle(Stock.USED)).shoe.stage is Stage.CUT


def test_the_operator_has_the_cards_replaced_after_a_round_nz5_7_9() -> None:
    state = dealt(begin(), NATURAL)
    assert refused(state, ruling("replace_cards", "casino_supervisor")) == ("NZ5 7.9", "by")
    later = again(play(state, ruling("replace_cards"), acts.AnnounceResult()))
    assert refused(later, acts.Shuffle(Stock.USED)) == ("NZ5 11.3", "")
    before = play(begin(), ruling("replace_cards"))
    assert (before.phase, before.shoe.new_only) == (Phase.SHOE, True)


def test_a_forbidden_device_voids_that_players_wagers_nz1_17_3() -> None:
    state = play(begin(), wager("player", 1000, "ann", id="a"), wager("player", 1000, "bob", 2, id="b"))
    state = play(state, acts.NoMoreBets(), ruling("device", subject="ann"), *draws(NATURAL))
    lines = GAME.settle(state).lines
    assert (lines["a"].outcome, lines["a"].clause, lines["b"].outcome) == ("void", "NZ1 17.3(a)", "win")


def test_a_disrupted_round_goes_back_nz1_18_1_a() -> None:
    done = play(staked(), *draws("5c"), ruling("disruption"))
    line = GAME.settle(done).lines["w"]
    assert (line.outcome, line.returned, line.clause) == ("void", 1000, "NZ1 18.2")


def test_a_cheats_wager_is_forfeited_nz1_18_2() -> None:
    state = play(begin(), wager("player", 1000, "ann", id="a"), wager("player", 1000, "bob", 2, id="b"))
    done = play(state, acts.NoMoreBets(), *draws(NATURAL), ruling("fraud", subject="bob"))
    lines = GAME.settle(done).lines
    assert (lines["a"].outcome, lines["a"].returned) == ("void", 1000)
    assert (lines["b"].outcome, lines["b"].returned, lines["b"].clause) == ("lose", 0, "NZ1 18.2")
    all_back = play(state, acts.NoMoreBets(), ruling("fraud"))
    assert {line.outcome for line in GAME.settle(all_back).lines.values()} == {"void"}


def test_what_no_rule_covers_the_operator_decides_in_writing_nz1_19_3() -> None:
    state = staked()
    assert refused(state, ruling("unlisted")) == ("NZ1 19.3", "detail")
    done = play(state, ruling("unlisted", detail="Play goes on after the power cut."))
    assert done.said[-1].sentence == "Play goes on after the power cut."
    void = play(state, ruling("unlisted", subject="w", detail="The chip fell from a tray."), *draws(NATURAL))
    assert GAME.settle(void).lines["w"].clause == "NZ1 19.3"


def test_a_ruling_that_does_not_apply_is_refused() -> None:
    assert refused(begin(), ruling("excess_card")) == (None, "name")
    assert refused(begin(), ruling("nonsense")) == (None, "name")
    assert refused(staked(), ruling("device", subject="nobody")) == ("NZ1 17.3", "subject")
    assert refused(staked(), ruling("boxed_card", "porter", detail="5c")) == ("NZ5 12.3", "by")


def test_every_ruling_says_its_clause_who_decides_and_what_it_does() -> None:
    states = [begin(), staked(), dealt(begin(), NATURAL), international(), begin(shoe=None)]
    for state in states:
        for found in GAME.rulings(state):
            assert found.clause.startswith(("NZ5 ", "NZ1 "))
            assert found.decides in ("dealer", "game_supervisor", "casino_supervisor", "operator")
            assert found.effect.endswith(".")
