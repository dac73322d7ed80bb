"""The four side bets: every line of every pay table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.baccarat.table import bet, line, settled, spread

MIXED, COLOURED, SUITED, NONE = ("6c", "6d"), ("6c", "6s"), ("6c", "6c"), ("6c", "7c")


def pair(hand: str, cards: tuple[str, str], **elections: int) -> dict[str, Any]:
    """A pair bet of 100 on a hand whose first two cards are these; the other hand has a natural nine."""
    first, second = cards
    other = ("9h", "Kh")
    order = [first, other[0], second, other[1]] if hand == "player" else [other[0], first, other[1], second]
    wagers = [bet("tie", 100), bet(f"{hand}_pair", 100)]
    given = {"banker": "commission", "tie": 8, **elections}
    return settled(elections=given, cards=order, wagers=wagers)["wagers"][f"{hand}_pair"]


@pytest.mark.parametrize("hand", ["player", "banker"])
@pytest.mark.parametrize(
    ("scale", "mixed", "coloured", "perfect"), [(1, 500, 1000, 3000), (2, 600, 1200, 2500), (3, 500, 1200, 2500)]
)
def test_perfect_pair_scales_nz5_11a_7(hand: str, scale: int, mixed: int, coloured: int, perfect: int) -> None:
    assert pair(hand, MIXED, perfect_pair=scale) == line("win", mixed, 100)
    assert pair(hand, ("6d", "6s"), perfect_pair=scale) == line("win", mixed, 100)
    assert pair(hand, COLOURED, perfect_pair=scale) == line("win", coloured, 100)
    assert pair(hand, ("6h", "6d"), perfect_pair=scale) == line("win", coloured, 100)
    assert pair(hand, SUITED, perfect_pair=scale) == line("win", perfect, 100)
    assert pair(hand, NONE, perfect_pair=scale) == line("lose")


@pytest.mark.parametrize("hand", ["player", "banker"])
@pytest.mark.parametrize(("scale", "paid"), [(1, 1100), (2, 1000)])
def test_any_pair_scales_nz5_11c_8(hand: str, scale: int, paid: int) -> None:
    for cards in (MIXED, COLOURED, SUITED):
        assert pair(hand, cards, any_pair=scale) == line("win", paid, 100)
    assert pair(hand, NONE, any_pair=scale) == line("lose")


@pytest.mark.parametrize("hand", ["player", "banker"])
@pytest.mark.parametrize(("scale", "lucky"), [(1, 2500), (2, 2000)])
def test_lucky_match_scales_nz5_11d_8(hand: str, scale: int, lucky: int) -> None:
    assert pair(hand, MIXED, lucky_match=scale) == line("win", 500, 100)
    assert pair(hand, COLOURED, lucky_match=scale) == line("win", 1000, 100)
    assert pair(hand, SUITED, lucky_match=scale) == line("win", lucky, 100)
    assert pair(hand, NONE, lucky_match=scale) == line("lose")


@pytest.mark.parametrize(("scale", "triple", "match"), [(1, 10000, 2500), (2, 50000, 2000)])
def test_a_lucky_triple_takes_the_place_of_its_match_nz5_11d_9(scale: int, triple: int, match: int) -> None:
    given = {"banker": "commission", "lucky_match": scale}
    wagers = [bet("player", 100), bet("player_pair", 100), bet("banker_pair", 100)]
    # Player: two ones, then a third one; Banker 7 stands.
    same = settled(elections=given, cards=spread("Ac 7h Ac Kh Ac"), wagers=wagers)["wagers"]
    assert same["player_pair"] == line("win", triple, 100)
    assert same["banker_pair"] == line("lose")
    other = settled(elections=given, cards=spread("Ac 7h Ac Kh Ad"), wagers=wagers)["wagers"]
    assert other["player_pair"] == line("win", match, 100)
    # Banker: three aces of hearts against a Player who stands on seven.
    banker = settled(elections=given, cards=spread("7c Ah Kc Ah Ah"), wagers=wagers)["wagers"]
    assert banker["banker_pair"] == line("win", triple, 100)


def test_a_third_card_makes_no_pair_nz5_11a_5() -> None:
    given = {"banker": "commission", "perfect_pair": 1}
    wagers = [bet("player", 100), bet("player_pair", 100)]
    answer = settled(elections=given, cards=spread("Ac 7h 2c Kh 2c"), wagers=wagers)
    assert answer["wagers"]["player_pair"] == line("lose")


def dragon(hand: str, cards: str, table: int) -> dict[str, Any]:
    given = {"banker": "commission", "tie": 8, "dragon_bonus": table}
    order = cards.split()
    if hand == "banker" and len(order) == 4:
        order = [order[1], order[0], order[3], order[2]]
    wagers = [bet("tie", 100), bet(f"{hand}_dragon", 100)]
    return settled(elections=given, cards=order, wagers=wagers)["wagers"][f"{hand}_dragon"]


# Wins of the Player without a Natural, by so many points: six or seven against a Banker who drew, or three cards.
BY_POINTS = {
    4: "6c 2c Kc Kd Kh",
    5: "6c Ac Kc Kd Kh",
    6: "6c Kc Jc Kd Kh",
    7: "7c Kc Jc Kd Kh",
    8: "2c Kc Jc Kd 6h Kh",
    9: "3c Kc Jc Kd 6h Kh",
}
BANKER_BY_POINTS = {
    4: "Kc 4c Jc Kd Kh",
    5: "Kc 5c Jc Kd Kh",
    6: "Kc 6c Jc Kd Kh",
    7: "Kc 7c Jc Kd Kh",
    8: "Kc 2c Jc Kd Kh 6h",
    9: "Kc 2c Jc Kd Kh 7h",
}
PAYS = {
    1: {4: 100, 5: 200, 6: 400, 7: 600, 8: 1000, 9: 3000},
    2: {4: 100, 5: 300, 6: 400, 7: 700, 8: 800, 9: 2000},
    3: {4: 200, 5: 200, 6: 400, 7: 400, 8: 1000, 9: 3000},
}


@pytest.mark.parametrize("table", [1, 2, 3])
@pytest.mark.parametrize("by", range(4, 10))
def test_dragon_bonus_wins_by_points_nz5_11b_8(table: int, by: int) -> None:
    assert dragon("player", BY_POINTS[by], table) == line("win", PAYS[table][by], 100)
    assert dragon("banker", BANKER_BY_POINTS[by], table) == line("win", PAYS[table][by], 100)


@pytest.mark.parametrize("table", [1, 2, 3])
@pytest.mark.parametrize("hand", ["player", "banker"])
def test_dragon_bonus_naturals_nz5_11b_8(table: int, hand: str) -> None:
    assert dragon(hand, "9c Kc Kd Kh", table) == line("win", 100, 100)
    assert dragon(hand, "9c 8c Kd Kh", table) == line("win", 100, 100)
    assert dragon(hand, "8c 8d Kd Kh", table) == line("push", 0, 100)
    assert dragon(hand, "9c 9d Kd Kh", table) == line("push", 0, 100)
    assert dragon(hand, "8c 9d Kd Kh", table) == line("lose")


@pytest.mark.parametrize("table", [1, 2, 3])
def test_dragon_bonus_loses_below_four_points_nz5_11b_6(table: int) -> None:
    by_three, tie = "6c 3c Kc Kd Kh", "6c 6d Kc Kd"
    assert dragon("player", by_three, table) == line("lose")
    assert dragon("banker", by_three, table) == line("lose")
    assert dragon("player", tie, table) == line("lose")


def test_side_wagers_may_be_on_the_hand_that_was_not_bet_on_nz5_11a_2_11b_3() -> None:
    wagers = [bet("player", 1000), bet("banker_pair", 500), bet("banker_dragon", 250)]
    # Player 7, Banker two sixes of one colour: 2, then a king.
    answer = settled(cards=spread("7d 6d Kc 6h Ks"), wagers=wagers)["wagers"]
    assert answer["player"] == line("win", 1000, 1000)
    assert answer["banker_pair"] == line("win", 5000, 500)
    assert answer["banker_dragon"] == line("lose")


def test_a_side_wager_stands_when_its_main_wager_is_void_reading_of_11b_2() -> None:
    wagers = [bet("banker", 250, void="NZ1 10.2(a)"), bet("player_dragon", 250)]
    answer = settled(cards=spread("9c Kc Kd Kh"), wagers=wagers)["wagers"]
    assert answer == {"banker": line("void", 0, 250), "player_dragon": line("win", 250, 250)}
