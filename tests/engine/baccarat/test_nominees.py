"""Nominees (NZ5 2.3, 15.3, 15.5, 15.7)."""

from __future__ import annotations

from typing import Any

import pytest

from casino.refused import Refused
from games.engine.baccarat import acts
from games.engine.baccarat.acts import AnnounceNominee, ApproveNominee, EndNominee, WithdrawNominees
from games.engine.baccarat.deal import Hand
from games.engine.baccarat.game import GAME
from games.engine.baccarat.state import State
from games.engine.protocol import Act
from tests.engine.baccarat.table import begin, blind, draws, play, rules, ruling, wager

GS = "game_supervisor"
P = Hand.PLAYER
APPROVED = ApproveNominee("nia", "ann", GS, seat=6)
ANNOUNCED = AnnounceNominee("nia", GS, marker=True)


def refused(state: State, *done: Act) -> tuple[str | None, str]:
    with pytest.raises(Refused) as found:
        play(state, *done)
    return found.value.clause, found.value.where


def by_nia(on: str = "player") -> Act:
    return wager(on, 1000, "ann", placed_by="nia")


def test_approved_beforehand_by_a_supervisor_nz5_2_3_a() -> None:
    assert refused(begin(), by_nia()) == ("NZ5 2.3(a)", "")
    assert refused(begin(), ApproveNominee("nia", "ann", "dealer")) == ("NZ5 2.3(a)", "by")
    assert play(begin(), APPROVED).nominees[0].player == "ann"
    assert play(begin(), ApproveNominee("nia", "ann", "casino_supervisor")).nominees


def test_announced_before_the_role_begins_nz5_2_3_b() -> None:
    state = play(begin(), APPROVED)
    assert refused(state, by_nia()) == ("NZ5 2.3(b)", "")
    assert refused(state, AnnounceNominee("nia", "dealer", marker=True)) == ("NZ5 2.3(b)", "by")
    placed = play(state, ANNOUNCED, by_nia())
    assert (placed.wagers[0].player, placed.wagers[0].placed_by) == ("ann", "nia")


def test_a_marker_is_placed_nz5_2_3_c() -> None:
    assert refused(begin(), APPROVED, AnnounceNominee("nia", GS, marker=False)) == ("NZ5 2.3(c)", "")


def test_one_player_at_a_time_nz5_2_3_d() -> None:
    state = play(begin(), APPROVED, ANNOUNCED)
    assert refused(state, ApproveNominee("nia", "bob", GS)) == ("NZ5 2.3(d)", "")
    assert refused(state, wager("player", 1000, "bob", placed_by="nia")) == ("NZ5 2.3(d)", "")


def test_the_end_is_announced_once_confirmed_nz5_2_3_e() -> None:
    state = play(begin(), APPROVED, ANNOUNCED)
    assert refused(state, EndNominee("nia", GS, confirmed=False)) == ("NZ5 2.3(e)", "")
    assert refused(state, EndNominee("nia", "dealer", confirmed=True)) == ("NZ5 2.3(e)", "by")
    assert refused(state, EndNominee("nia", GS, confirmed=True), by_nia()) == ("NZ5 2.3(a)", "")


def test_players_are_told_to_place_their_own_wagers_nz5_2_3_f() -> None:
    state = play(begin(), APPROVED, ANNOUNCED)
    assert refused(state, WithdrawNominees("places", "dealer")) == ("NZ5 2.3(f)", "by")
    assert refused(state, WithdrawNominees("places", GS), by_nia()) == ("NZ5 2.3(f)", "")
    assert play(state, WithdrawNominees("places", GS, ("bob",)), by_nia()).wagers
    assert refused(state, WithdrawNominees("talks", GS)) == (None, "what")


def style_b(*more: Act, **elected: Any) -> State:
    state = play(begin(rules(style="B", **elected)), APPROVED, ANNOUNCED, *more)
    return play(state, wager("player", 1000, "ann"), acts.NoMoreBets())


def test_players_are_told_to_turn_their_own_cards_nz5_2_3_g() -> None:
    accept = acts.AcceptHand(P, "ann", "nia")
    assert play(style_b(), accept).player.receives == ("nia",)
    assert refused(style_b(WithdrawNominees("handles", GS)), accept) == ("NZ5 2.3(g)", "")
    gone = style_b(WithdrawNominees("handles", GS), WithdrawNominees("places", GS))
    assert gone.nominees == ()


def test_who_works_here_is_no_nominee_nz5_2_3_h() -> None:
    assert refused(begin(), ApproveNominee("nia", "ann", GS, works_here=True)) == ("NZ5 2.3(h)", "")


def test_a_nominee_who_receives_cards_is_seated_nz5_1_1() -> None:
    state = play(begin(rules(style="B")), ApproveNominee("nia", "ann", GS), ANNOUNCED, wager("player", 1000))
    assert refused(state, acts.NoMoreBets(), acts.AcceptHand(P, "ann", "nia")) == ("NZ5 1.1", "")


def test_several_nominees_for_one_player_in_international_only_nz5_15_3() -> None:
    second = ApproveNominee("noa", "ann", GS, seat=5)
    assert refused(begin(), APPROVED, second) == ("NZ5 1.1", "")
    assert len(play(begin(rules(form="international")), APPROVED, second).nominees) == 2


def test_a_nominees_wagers_count_to_the_player_nz5_5_9_b() -> None:
    state = play(begin(), APPROVED, ANNOUNCED, wager("player", 600_000, "ann"))
    late = wager("player", 600_000, "ann", area=2, placed_by="nia")
    assert refused(state, late) == ("NZ5 5.9(b)", "amount")


def test_nominees_stay_for_the_next_round_nz5_2_3_e() -> None:
    state = play(begin(), APPROVED, ANNOUNCED, acts.NoMoreBets(), *draws("5c 3c 3d 4d"), acts.AnnounceResult())
    assert [one.name for one in GAME.next_setup(state).nominees] == ["nia"]


def test_the_supervisor_directs_each_card_to_somebody_nz5_15_5() -> None:
    state = play(style_b(form="international"), acts.AcceptHand(P, "ann"))
    apart = ruling("pass_apart", GS, "player", "nia ann")
    assert play(state, apart).player.receives == ("nia", "ann")
    assert refused(state, ruling("pass_apart", GS, "player", "nia")) == ("NZ5 15.5", "")
    assert refused(state, ruling("pass_apart", GS, "player", "nia bob")) == ("NZ5 2.3(a)", "")
    assert refused(state, ruling("pass_apart", "dealer", "player", "nia ann")) == ("NZ5 15.5", "by")


def test_whoever_holds_the_cards_may_hand_one_on_nz5_15_7() -> None:
    state = play(style_b(form="international"), acts.AcceptHand(P, "ann"), *blind())
    give = acts.AllocateCard(P, 2, "nia")
    assert refused(state, give) == ("NZ5 15.7", "hand")
    out = play(state, acts.PassHand(P))
    assert play(out, give).player.receives == ("ann", "nia")
    assert refused(out, acts.AllocateCard(P, 3, "nia")) == ("NZ5 15.7", "place")
    assert refused(out, acts.AllocateCard(P, 1, "bob")) == ("NZ5 2.3(a)", "")
    plain = play(style_b(), acts.AcceptHand(P, "ann"), *blind(), acts.PassHand(P))
    assert refused(plain, give) == ("NZ5 15.7", "")
