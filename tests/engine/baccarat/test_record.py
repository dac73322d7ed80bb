"""Baccarat on the command line, sentence by sentence of the contract."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from games.engine.baccarat.record import SCHEMA_IN, SCHEMA_OUT
from games.engine.lines import answer
from tests.engine.baccarat.table import bet, line, record, settled, spread

NATURAL = spread("4c 2c 5d 5d")


def test_a_round_and_its_answer() -> None:
    wagers = [
        {"id": "w1", "area": 3, "on": "banker", "amount": 10000},
        {"id": "w2", "area": 3, "on": "player_dragon", "amount": 500},
    ]
    # Player 2 and a four make 6; Banker 3 and 4 make 7 and stand.
    assert settled(wagers=wagers) == {
        "id": "b1",
        "player": {"cards": ["2h", "Kd", "4c"], "points": 6},
        "banker": {"cards": ["3c", "4s"], "points": 7},
        "result": "banker",
        "wagers": {"w1": line("win", 9500, 10000, 500), "w2": line("lose")},
    }


def test_a_free_hand_is_answered_with_the_hands_nz5_8_3() -> None:
    answer = settled(wagers=[])
    assert answer["wagers"] == {}
    assert answer["player"]["points"] == 6
    assert settled(wagers=[], cards=None)["error"]["where"] == "cards"


def test_a_tie_is_called_so_nz5_10_1() -> None:
    answer = settled(cards=spread("6c 6d Kc Kd"), wagers=[])
    assert (answer["result"], answer["player"]["points"], answer["banker"]["points"]) == ("tie", 6, 6)


@pytest.mark.parametrize("cards", [None, False, ["2h", "3c"], spread("2h 3c Kd 4s 4c")])
def test_a_void_round_returns_every_stake_and_says_nothing_of_the_cards(cards: Any) -> None:
    answer = settled(void="NZ5 12.5", cards=cards)
    assert answer == {
        "id": "b1",
        "player": None,
        "banker": None,
        "result": None,
        "wagers": {"w1": line("void", 0, 10000)},
    }


def test_a_void_round_without_wagers() -> None:
    assert settled(void="NZ5 12.6", cards=None, wagers=[])["wagers"] == {}


def test_a_forfeit_beats_the_rounds_void_nz1_18_2() -> None:
    wagers = [bet("player", 500, forfeit="NZ1 18.2"), bet("banker", 6250, void="x"), bet("tie", 250)]
    answer = settled(void="NZ1 18.2", cards=None, wagers=wagers)["wagers"]
    assert answer == {"player": line("lose"), "banker": line("void", 0, 6250), "tie": line("void", 0, 250)}


def test_void_and_forfeit_on_a_wager_whatever_the_cards() -> None:
    wagers = [bet("player", 500, void="NZ1 17.3(a)"), bet("banker", 6250, forfeit="NZ1 18.2"), bet("tie", 250)]
    answer = settled(wagers=wagers)["wagers"]
    assert answer == {"player": line("void", 0, 500), "banker": line("lose"), "tie": line("lose")}


def test_cards_may_be_left_out_where_only_ruled_wagers_would_need_them() -> None:
    ruled = [bet("player", 500, void="NZ1 17.3(a)"), bet("banker", 5000, forfeit="NZ1 18.2")]
    answer = settled(wagers=ruled, cards=None)
    assert (answer["player"], answer["banker"], answer["result"]) == (None, None, None)
    assert answer["wagers"] == {"player": line("void", 0, 500), "banker": line("lose")}
    assert settled(wagers=[*ruled, bet("tie", 250)], cards=None)["error"]["where"] == "cards"


def test_cards_that_are_there_are_answered_though_every_wager_is_ruled() -> None:
    assert settled(wagers=[bet("player", 500, void="NZ1 17.3(a)")])["result"] == "banker"


def test_any_text_is_a_clause() -> None:
    assert settled(wagers=[bet("player", 500, void="")])["wagers"]["player"] == line("void", 0, 500)


@pytest.mark.parametrize("nothing", [None, False])
def test_null_and_false_are_the_same_as_left_out(nothing: Any) -> None:
    wager = bet("player", 500, player=nothing, ante=nothing, withdrawn=nothing, void=nothing, forfeit=nothing)
    elections = {
        "banker": "half_on_six",
        **dict.fromkeys(("tie", "perfect_pair", "any_pair", "lucky_match", "dragon_bonus"), nothing),
        **dict.fromkeys(("decks", "ante", "chip", "two_to_one"), nothing),
    }
    answer = settled(wagers=[wager], elections=elections, void=nothing, id=nothing)
    assert answer["id"] is None
    assert answer["wagers"]["player"] == line("lose")


@pytest.mark.parametrize("identity", ["x", "", 0, 7, None])
def test_the_id_is_copied_through(identity: Any) -> None:
    assert settled(id=identity)["id"] == identity


def test_an_object_without_an_id_is_answered_with_null() -> None:
    obj = record()
    del obj["id"]
    assert answer(json.dumps(obj).encode())["id"] is None


def test_a_side_wager_follows_its_player_into_any_area_nz5_11b_2() -> None:
    mains = [bet("player", 500, id="m", area=7, player="ann")]
    side = bet("player_dragon", 250, area=2, player="ann")
    assert settled(wagers=[side, *mains])["wagers"]["player_dragon"] == line("lose")


def test_a_side_wager_without_a_name_needs_a_main_wager_in_its_area() -> None:
    wagers = [bet("banker_pair", 250, area=7), bet("tie", 250, area=7, player="ann")]
    assert settled(wagers=wagers)["wagers"]["banker_pair"] == line("lose")


def test_a_void_main_wager_still_carries_its_side_wager() -> None:
    wagers = [bet("tie", 250, void="NZ1 10.2(a)"), bet("banker_dragon", 250)]
    assert settled(wagers=wagers)["wagers"]["banker_dragon"] == line("lose")


def test_a_card_may_come_as_often_as_there_are_decks_nz5_3_4() -> None:
    fours = ["Ac"] * 6
    four_decks = {"banker": "commission", "decks": 4}
    assert settled(cards=fours, wagers=[], elections={"banker": "commission", "decks": 6})["result"] == "tie"
    assert settled(cards=fours, wagers=[])["result"] == "tie"
    error = settled(cards=fours, wagers=[], elections=four_decks)["error"]
    assert (error["where"], error["clause"]) == ("cards[4]", "NZ5 3.4(a)")


def test_schema_takes_what_is_read_and_answered() -> None:
    rounds = [
        record(),
        record(wagers=[], void=None),
        record(form="international", wagers=[bet("player", 500, withdrawn=True)]),
        record(
            form="ante_up",
            elections={"banker": "even", "two_to_one": True, "ante": {"amount": 1, "minimum": 8}},
            wagers=[bet("player", 500, ante=1)],
        ),
        record(void="NZ5 12.5", cards=None),
    ]
    for obj in rounds:
        jsonschema.validate(obj, SCHEMA_IN)
        found = settled(**obj)
        assert "error" not in found
        jsonschema.validate(found, SCHEMA_OUT)


@pytest.mark.parametrize(
    "change",
    [{"form": "x"}, {"elections": {}}, {"wagers": [{"id": "w"}]}, {"cards": ["1x"]}, {"extra": 1}, {"wagers": None}],
)
def test_schema_refuses_what_settle_refuses(change: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record(**change), SCHEMA_IN)
    assert "error" in settled(**change)
