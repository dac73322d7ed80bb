"""Bad rounds of baccarat on the command line: place and clause are named, nothing is settled."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.lines import answer
from tests.engine.baccarat.table import bet, record, settled

ANTE = {"amount": 250, "minimum": 2000, "waived_from": 5000}


def fault(**change: Any) -> tuple[str, str | None]:
    found = settled(**change)
    assert set(found) == {"id", "error"}, found
    assert set(found["error"]) == {"where", "clause", "message"}
    assert found["error"]["message"]
    return found["error"]["where"], found["error"]["clause"]


def elections(**change: Any) -> dict[str, Any]:
    given = {**record()["elections"], **change}
    return {key: value for key, value in given.items() if value != "drop"}


@pytest.mark.parametrize("amount", [0, -1, -10000, 2.0, 1e3, 250.5, "500", True, None, [], {}, 10**15 + 250])
def test_amounts_that_are_none(amount: Any) -> None:
    assert fault(wagers=[bet("player", amount)]) == ("wagers[0].amount", None)


def test_a_stake_that_chips_cannot_make_nz5_5_3() -> None:
    assert fault(wagers=[bet("player", 250), bet("banker", 300)]) == ("wagers[1].amount", "NZ5 5.3")


def test_the_largest_stake_is_settled() -> None:
    assert settled(wagers=[bet("player", 10**15)])["wagers"]["player"]["outcome"] == "lose"


@pytest.mark.parametrize(
    ("cards", "where", "clause"),
    [
        (["2h", "3c", "Kd"], "cards", "NZ5 8.4"),
        ([], "cards", "NZ5 8.4"),
        (["2h", "3c", "Kd", "4s"], "cards", "NZ5 9.3"),
        (["2h", "3c", "Kd", "4s", "4c", "5c"], "cards[5]", "NZ5 9.4"),
        (["9h", "3c", "Kd", "4s", "4c"], "cards[4]", "NZ5 9.2"),
        (["2h", "3c", "Kd", "4s", "1c"], "cards[4]", None),
        (["2h", "3c", "KD", "4s", "4c"], "cards[2]", None),
        (["2h", "3c", "10d", "4s", "4c"], "cards[2]", None),
        (["2h", 3, "Kd", "4s", "4c"], "cards[1]", None),
        (["2h", None, "Kd", "4s", "4c"], "cards[1]", None),
        (["2h", [], "Kd", "4s", "4c"], "cards[1]", None),
        ("2h 3c", "cards", None),
        ({}, "cards", None),
        (None, "cards", None),
        (True, "cards", None),
    ],
)
def test_cards(cards: Any, where: str, clause: str | None) -> None:
    assert fault(cards=cards) == (where, clause)


def test_bad_cards_are_bad_in_a_void_round_too() -> None:
    assert fault(void="NZ5 12.5", cards=["2h", "xx"]) == ("cards[1]", None)
    five = elections(decks=4)
    assert fault(void="NZ5 12.6", cards=["2h"] * 5, elections=five) == ("cards[4]", "NZ5 3.4(a)")


@pytest.mark.parametrize(
    ("change", "where", "clause"),
    [
        ({"banker": "drop"}, "elections.banker", None),
        ({"banker": None}, "elections.banker", None),
        ({"banker": "even"}, "elections.banker", "NZ5 5.10(b)"),
        ({"banker": 5}, "elections.banker", None),
        ({"tie": 10}, "elections.tie", "NZ5 5.10(c)"),
        ({"tie": 7}, "elections.tie", "NZ5 5.10(c)"),
        ({"tie": "8"}, "elections.tie", None),
        ({"tie": True}, "elections.tie", None),
        ({"tie": 8.0}, "elections.tie", None),
        ({"perfect_pair": 4}, "elections.perfect_pair", "NZ5 11A.7"),
        ({"perfect_pair": 0}, "elections.perfect_pair", "NZ5 11A.7"),
        ({"perfect_pair": "drop", "any_pair": 3}, "elections.any_pair", "NZ5 11C.8"),
        ({"perfect_pair": "drop", "lucky_match": 3}, "elections.lucky_match", "NZ5 11D.8"),
        ({"dragon_bonus": 4}, "elections.dragon_bonus", "NZ5 11B.8"),
        ({"decks": 3}, "elections.decks", "NZ5 3.4(a)"),
        ({"decks": 9}, "elections.decks", "NZ5 3.4(a)"),
        ({"chip": 0}, "elections.chip", None),
        ({"chip": "1"}, "elections.chip", None),
        ({"two_to_one": True}, "elections.two_to_one", "NZ5 14.1"),
        ({"two_to_one": 1}, "elections.two_to_one", None),
        ({"ante": ANTE}, "elections.ante", "NZ5 14.3"),
        ({"five": 1}, "elections.five", None),
    ],
)
def test_elections(change: dict[str, Any], where: str, clause: str | None) -> None:
    assert fault(elections=elections(**change)) == (where, clause)


@pytest.mark.parametrize(
    ("first", "second", "clause"),
    [
        ("perfect_pair", "any_pair", "NZ5 11C.2"),
        ("any_pair", "perfect_pair", "NZ5 11A.1A"),
        ("any_pair", "lucky_match", "NZ5 11D.2"),
        ("lucky_match", "any_pair", "NZ5 11C.2"),
        ("lucky_match", "perfect_pair", "NZ5 11A.1A"),
        ("perfect_pair", "lucky_match", "NZ5 11D.2"),
    ],
)
def test_two_pair_bets_at_one_table_the_later_is_named(first: str, second: str, clause: str) -> None:
    given = {"banker": "commission", first: 1, second: 1}
    assert fault(elections=given) == (f"elections.{second}", clause)


def test_a_pair_bet_that_is_off_excludes_nothing() -> None:
    assert "error" not in settled(elections={"banker": "commission", "any_pair": None, "perfect_pair": 1})


@pytest.mark.parametrize("form", ["two_to_one", "ante_up"])
def test_there_is_no_commission_in_two_to_one_nz5_13_3(form: str) -> None:
    given = {"banker": "commission", **({"two_to_one": True} if form == "ante_up" else {})}
    assert fault(form=form, elections=given) == ("elections.banker", "NZ5 13.3")


def test_two_to_one_is_no_election_of_its_own_form() -> None:
    given = {"banker": "even", "two_to_one": True}
    assert fault(form="two_to_one", elections=given) == ("elections.two_to_one", "NZ5 14.1")


@pytest.mark.parametrize(
    ("on", "missing", "where", "clause"),
    [
        ("tie", "tie", "elections.tie", "NZ5 5.10(c)"),
        ("player_dragon", "dragon_bonus", "elections.dragon_bonus", "NZ5 11B.1"),
        ("banker_dragon", "dragon_bonus", "elections.dragon_bonus", "NZ5 11B.1"),
        ("player_pair", "perfect_pair", "wagers[1].on", "NZ1 10.1(a)"),
    ],
)
def test_a_wager_that_the_elections_do_not_price(on: str, missing: str, where: str, clause: str) -> None:
    given = elections(**{missing: "drop"})
    assert fault(elections=given, wagers=[bet("player", 250), bet(on, 250)]) == (where, clause)
    ruled = [bet("player", 250, void="x"), bet(on, 250, void="x")]
    assert fault(elections=given, wagers=ruled, void="x", cards=None) == (where, clause)


@pytest.mark.parametrize(
    ("change", "where", "clause"),
    [
        ({"id": 1}, "id", None),
        ({"id": None}, "id", None),
        ({"on": "dragon"}, "on", None),
        ({"on": 1}, "on", None),
        ({"on": None}, "on", None),
        ({"area": 0}, "area", "NZ5 3.1"),
        ({"area": 15}, "area", "NZ5 3.1"),
        ({"area": "1"}, "area", None),
        ({"area": None}, "area", None),
        ({"area": True}, "area", None),
        ({"player": 1}, "player", None),
        ({"withdrawn": True}, "withdrawn", "NZ5 15.10"),
        ({"withdrawn": 1}, "withdrawn", None),
        ({"ante": 250}, "ante", "NZ5 14.5"),
        ({"ante": 0}, "ante", "NZ5 14.5"),
        ({"void": 1}, "void", None),
        ({"void": True}, "void", None),
        ({"forfeit": 1}, "forfeit", None),
        ({"void": "a", "forfeit": "b"}, "forfeit", None),
        ({"forfeit": "b", "void": "a"}, "void", None),
        ({"colour": "red"}, "colour", None),
    ],
)
def test_keys_of_a_wager(change: dict[str, Any], where: str, clause: str | None) -> None:
    assert fault(wagers=[bet("tie", 250), {**bet("player", 250), **change}]) == (f"wagers[1].{where}", clause)


@pytest.mark.parametrize("key", ["id", "on", "amount", "area"])
def test_a_missing_key_is_named_by_its_path(key: str) -> None:
    wager = bet("player", 250)
    del wager[key]
    assert fault(wagers=[wager]) == (f"wagers[0].{key}", None)


@pytest.mark.parametrize("wager", [None, 5, "x", [], False])
def test_a_wager_that_is_no_object(wager: Any) -> None:
    assert fault(wagers=[bet("player", 250), wager]) == ("wagers[1]", None)


@pytest.mark.parametrize("wagers", [None, {}, "x", 1, False])
def test_wagers_that_are_no_list(wagers: Any) -> None:
    assert fault(wagers=wagers) == ("wagers", None)


def test_two_wagers_with_one_id_the_later_is_named() -> None:
    assert fault(wagers=[bet("player", 250), bet("tie", 250), bet("banker", 5000, id="player")]) == (
        "wagers[2].id",
        None,
    )


@pytest.mark.parametrize(
    ("on", "clause"), [("player_dragon", "NZ5 11B.2"), ("banker_pair", "NZ5 11A.2"), ("player_pair", "NZ5 11A.2")]
)
def test_a_side_wager_alone_nz5_11(on: str, clause: str) -> None:
    assert fault(wagers=[bet("player", 250, area=2), bet(on, 250, area=3)]) == ("wagers[1].area", clause)
    named = [bet("player", 250, player="ann"), bet(on, 250, player="bob")]
    assert fault(wagers=named) == ("wagers[1].player", clause)
    other = [bet("player", 250, area=2), bet("player_dragon", 250, id="d", area=2), bet(on, 250, area=3)]
    assert fault(wagers=other) == ("wagers[2].area", clause)


@pytest.mark.parametrize(("pair", "clause"), [("any_pair", "NZ5 11C.3"), ("lucky_match", "NZ5 11D.3")])
def test_a_side_wager_alone_cites_the_bet_on_offer(pair: str, clause: str) -> None:
    given = {"banker": "commission", pair: 1}
    assert fault(elections=given, wagers=[bet("banker_pair", 250)]) == ("wagers[0].area", clause)


@pytest.mark.parametrize(
    ("sign", "wager", "where", "clause"),
    [
        (ANTE, {"ante": 100}, "wagers[0].ante", "NZ5 14.3"),
        (ANTE, {"ante": 250, "amount": 5000}, "wagers[0].ante", "NZ5 14.4"),
        (ANTE, {"ante": -250}, "wagers[0].ante", None),
        (ANTE, {"ante": "250"}, "wagers[0].ante", None),
        (None, {"ante": 75}, "wagers[0].ante", "NZ5 14.5"),
        ({**ANTE, "amount": 300}, {"ante": 300}, "elections.ante.amount", "NZ5 1.1"),
        ({**ANTE, "amount": 0}, {}, "elections.ante.amount", None),
        ({**ANTE, "amount": 60}, {}, "elections.ante.amount", "NZ5 14.3"),
        ({"amount": 250}, {}, "elections.ante.minimum", None),
        ({"minimum": 2000}, {}, "elections.ante.amount", None),
        ({**ANTE, "waived_from": "5000"}, {}, "elections.ante.waived_from", None),
        ({**ANTE, "more": 1}, {}, "elections.ante.more", None),
        (5, {}, "elections.ante", None),
    ],
)
def test_antes_nz5_14(sign: Any, wager: dict[str, Any], where: str, clause: str | None) -> None:
    given = {"banker": "commission", "chip": 50, "ante": sign}
    wagers = [{**bet("player", 2000), **wager}]
    assert fault(form="ante_up", elections=given, wagers=wagers) == (where, clause)


def test_a_side_wager_has_no_ante_nz5_14_5() -> None:
    given = {"banker": "commission", "dragon_bonus": 1}
    wagers = [bet("player", 100, ante=5), bet("player_dragon", 100, ante=5)]
    assert fault(form="ante_up", elections=given, wagers=wagers) == ("wagers[1].ante", "NZ5 14.5")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"form": "punto"}, "form"),
        ({"form": None}, "form"),
        ({"form": 1}, "form"),
        ({"elections": None}, "elections"),
        ({"elections": []}, "elections"),
        ({"void": 12}, "void"),
        ({"void": True}, "void"),
        ({"forfeit": "NZ1 18.2"}, "forfeit"),
        ({"rolls": []}, "rolls"),
        ({"game": "punto"}, "game"),
        ({"id": 1.5}, "id"),
        ({"id": []}, "id"),
    ],
)
def test_keys_of_a_round(change: dict[str, Any], where: str) -> None:
    assert fault(**change) == (where, None)


@pytest.mark.parametrize("key", ["form", "elections", "cards", "wagers", "game"])
def test_a_round_without_one_of_its_keys(key: str) -> None:
    obj = record()
    del obj[key]
    found = answer(json.dumps(obj).encode())
    assert (found["id"], found["error"]["where"], found["error"]["clause"]) == ("b1", key, None)
