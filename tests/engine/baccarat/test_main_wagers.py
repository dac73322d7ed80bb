"""Player, Banker and Tie in every form: figures worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.baccarat.table import bet, line, settled, spread

PLAYER_9 = spread("4c 2c 5d 5d")
BANKER_9 = spread("2c 4c 5d 5d")
TIE_6 = spread("6c 6d Kc Kd")
# Player 5 draws a king and stays at 5; Banker 3 draws on it and takes a three: six with three cards.
BANKER_SIX = spread("5c 3c Kc Kd Ks 3h")
# Player 2 draws a six: 8 with three cards; Banker 5 draws on a six and takes a king.
PLAYER_THREE_CARD_8 = spread("2c 5c Kc Kd 6s Kh")
# Player 0 draws a seven; Banker 2 draws a seven: 9 with three cards.
BANKER_THREE_CARD_9 = spread("Jc 2c Kc Kd 7s 7h")
# Two-card six of the Banker against a three-card five of the Player.
BANKER_TWO_CARD_SIX = spread("2c 6c Kc Kd 3s")


def one(on: str, amount: int, cards: list[str], form: str = "standard", **elections: Any) -> dict[str, Any]:
    given = {"banker": "commission", "tie": 8, **elections}
    return settled(form=form, elections=given, cards=cards, wagers=[bet(on, amount)])["wagers"][on]


def test_player_pays_one_to_one_nz5_5_10_a() -> None:
    assert one("player", 700, PLAYER_9) == line("win", 700, 700)
    assert one("player", 700, BANKER_9) == line("lose")
    assert one("player", 700, TIE_6) == line("push", 0, 700)


def test_banker_pays_one_to_one_less_five_percent_nz5_5_10_b() -> None:
    assert one("banker", 10000, BANKER_9) == line("win", 9500, 10000, 500)
    assert one("banker", 10000, BANKER_SIX) == line("win", 9500, 10000, 500)
    assert one("banker", 10000, PLAYER_9) == line("lose")
    assert one("banker", 10000, TIE_6) == line("push", 0, 10000)


@pytest.mark.parametrize(("tie", "paid"), [(8, 4000), (9, 4500)])
def test_tie_pays_eight_or_nine_to_one_nz5_5_10_c(tie: int, paid: int) -> None:
    assert one("tie", 500, TIE_6, tie=tie) == line("win", paid, 500)
    assert one("tie", 500, BANKER_9, tie=tie) == line("lose")


def test_half_on_six_nz5_5_11() -> None:
    assert one("banker", 10000, BANKER_SIX, banker="half_on_six") == line("win", 5000, 10000)
    assert one("banker", 10000, BANKER_TWO_CARD_SIX, banker="half_on_six") == line("win", 5000, 10000)
    assert one("banker", 10000, BANKER_9, banker="half_on_six") == line("win", 10000, 10000)
    assert one("banker", 10000, TIE_6, banker="half_on_six") == line("push", 0, 10000)


def test_half_of_an_odd_number_of_chips_is_raised_to_the_chip_nz1_11_3() -> None:
    assert one("banker", 750, BANKER_SIX, banker="half_on_six", chip=250) == line("win", 500, 750)
    assert one("banker", 3, BANKER_SIX, banker="half_on_six") == line("win", 2, 3)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (BANKER_9, line("win", 4750, 6250, 250)),
        (PLAYER_9, line("lose", 0, 1250)),
        (TIE_6, line("push", 0, 6250)),
    ],
)
def test_a_part_that_chips_cannot_pay_is_void_nz5_5_13(cards: list[str], expected: dict[str, Any]) -> None:
    """5000 of 6250 is payable in chips of 250 after five percent, 1250 is not."""
    assert one("banker", 6250, cards, chip=250) == expected


@pytest.mark.parametrize("cards", [BANKER_9, PLAYER_9, TIE_6])
def test_with_no_valid_part_the_wager_is_void_nz5_5_13(cards: list[str]) -> None:
    assert one("banker", 4750, cards, chip=250) == line("void", 0, 4750)
    assert one("banker", 19, cards) == line("void", 0, 19)


def test_where_half_is_paid_on_six_no_part_is_void_nz5_5_12() -> None:
    assert one("banker", 6250, PLAYER_9, chip=250, banker="half_on_six") == line("lose")


@pytest.mark.parametrize(
    ("on", "cards", "banker", "expected"),
    [
        ("player", PLAYER_9, "even", line("win", 1000, 1000)),
        ("player", PLAYER_THREE_CARD_8, "even", line("win", 2000, 1000)),
        ("player", BANKER_9, "even", line("lose")),
        ("player", TIE_6, "even", line("lose")),
        ("banker", BANKER_9, "even", line("win", 1000, 1000)),
        ("banker", BANKER_THREE_CARD_9, "even", line("win", 2000, 1000)),
        ("banker", BANKER_THREE_CARD_9, "half_on_six", line("win", 2000, 1000)),
        ("banker", BANKER_SIX, "even", line("win", 1000, 1000)),
        ("banker", BANKER_SIX, "half_on_six", line("win", 500, 1000)),
        ("banker", PLAYER_9, "half_on_six", line("lose")),
        ("banker", TIE_6, "half_on_six", line("lose")),
        ("tie", TIE_6, "even", line("win", 8000, 1000)),
        ("tie", PLAYER_9, "even", line("lose")),
    ],
)
def test_two_to_one_nz5_13_2_to_13_4(on: str, cards: list[str], banker: str, expected: dict[str, Any]) -> None:
    assert one(on, 1000, cards, form="two_to_one", banker=banker) == expected


def test_there_is_no_exact_chip_rule_in_two_to_one_nz5_13() -> None:
    assert one("banker", 6250, PLAYER_9, form="two_to_one", banker="even", chip=250) == line("lose")


def ante_up(amount: int, fee: Any, cards: list[str], on: str = "player", **elections: Any) -> dict[str, Any]:
    wager = bet(on, amount) if fee is None else bet(on, amount, ante=fee)
    given = {"banker": "commission", "tie": 8, **elections}
    return settled(form="ante_up", elections=given, cards=cards, wagers=[wager])["wagers"][on]


def test_the_ante_is_taken_win_or_lose_nz5_14_6() -> None:
    assert ante_up(2000, 250, PLAYER_9) == line("win", 2000, 2000, ante=250)
    assert ante_up(2000, 250, BANKER_9) == line("lose", ante=250)
    assert ante_up(2000, 250, TIE_6) == line("push", 0, 2000, ante=250)
    assert ante_up(2000, 250, BANKER_9, on="banker") == line("win", 1900, 2000, 100, ante=250)


@pytest.mark.parametrize("ante", [None, 0, False])
def test_a_wager_without_its_ante_is_void_nz5_14_7(ante: Any) -> None:
    assert ante_up(2000, ante, PLAYER_9) == line("void", 0, 2000, ante=0)


SIGN = {"amount": 250, "minimum": 2000, "waived_from": 5000}


def test_the_ante_is_waived_from_a_threshold_nz5_14_4() -> None:
    assert ante_up(5000, None, PLAYER_9, ante=SIGN) == line("win", 5000, 5000, ante=0)
    assert ante_up(4999, None, PLAYER_9, ante=SIGN) == line("void", 0, 4999, ante=0)
    assert ante_up(4999, 250, PLAYER_9, ante=SIGN) == line("win", 4999, 4999, ante=250)
    assert ante_up(5000, None, PLAYER_9, ante={**SIGN, "waived_from": None}) == line("void", 0, 5000, ante=0)


def test_ante_up_with_two_to_one_nz5_14_1() -> None:
    both = {"two_to_one": True, "banker": "half_on_six"}
    assert ante_up(1000, 100, PLAYER_THREE_CARD_8, **both) == line("win", 2000, 1000, ante=100)
    assert ante_up(1000, 100, TIE_6, **both) == line("lose", ante=100)
    assert ante_up(1000, 100, BANKER_SIX, on="banker", **both) == line("win", 500, 1000, ante=100)


def test_ante_up_alone_keeps_stand_off_and_commission_nz5_14_1() -> None:
    assert ante_up(1000, 100, PLAYER_THREE_CARD_8) == line("win", 1000, 1000, ante=100)
    assert ante_up(1000, 100, BANKER_SIX, on="banker", banker="half_on_six") == line("win", 500, 1000, ante=100)


def test_international_settles_like_the_division_nz5_15_1() -> None:
    assert one("banker", 10000, BANKER_9, form="international") == line("win", 9500, 10000, 500)
    assert one("player", 700, TIE_6, form="international") == line("push", 0, 700)


def test_a_withdrawn_wager_goes_back_nz5_15_10() -> None:
    answer = settled(form="international", cards=PLAYER_9, wagers=[bet("player", 1000, withdrawn=True)])
    assert answer["wagers"]["player"] == line("void", 0, 1000)
    assert answer["result"] == "player"
