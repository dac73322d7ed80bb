"""NZ5 4 and 9: every case, against the tables written out a second time."""

from __future__ import annotations

from itertools import product

import pytest

from casino.refused import Refused
from games.engine.baccarat.deal import BURNS, POINTS, Hand, next_hand, play_out, points
from games.engine.cards import NUMBER, cards

# One card for each count 0 to 9, in clubs.
WORTH = [NUMBER[f"{name}c"] for name in "KA23456789"]

# NZ5 9.4 Table 2 as a grid: a row for the Banker's count 0 to 7, a column for the Player's third card 0 to 9.
TABLE_2 = (
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDsD",
    "ssDDDDDDss",
    "ssssDDDDss",
    "ssssssDDss",
    "ssssssssss",
)


def two(count: int) -> tuple[int, int]:
    """Two cards that count so much."""
    return WORTH[count], NUMBER["Qd"]


@pytest.mark.parametrize(("name", "worth"), [*((n, int(n)) for n in "23456789"), *((n, 0) for n in "TJQK"), ("A", 1)])
def test_point_values_nz5_4_1(name: str, worth: int) -> None:
    assert [POINTS[NUMBER[name + suit]] for suit in "cdhs"] == [worth] * 4


@pytest.mark.parametrize(("name", "worth"), [("2", 2), ("9", 9), ("T", 10), ("J", 10), ("Q", 10), ("K", 10), ("A", 1)])
def test_burn_values_nz5_4_1a(name: str, worth: int) -> None:
    assert BURNS[NUMBER[f"{name}h"]] == worth


def test_point_count_is_the_right_digit_nz5_4_2() -> None:
    assert points(cards("7c 8d")) == 5
    assert points(cards("9c 9d 9h")) == 7
    assert points(cards("4c 5d")) == 9


def expected(player: int, banker: int, third: int) -> tuple[bool, bool]:
    """Who draws, by the clauses as written."""
    if player > 7 or banker > 7:
        return False, False
    if player < 6:
        return True, TABLE_2[banker][third] == "D"
    return False, banker <= 5


@pytest.mark.parametrize(("player", "banker"), list(product(range(10), range(10))))
def test_all_third_card_cases_nz5_9_2_to_9_6(player: int, banker: int) -> None:
    initial = [two(player)[0], two(banker)[0], two(player)[1], two(banker)[1]]
    for third in range(10):
        player_draws, banker_draws = expected(player, banker, third)
        whole = initial + [WORTH[third]] * player_draws + [NUMBER["Th"]] * banker_draws
        found = play_out(whole)
        assert (len(found.player), len(found.banker)) == (2 + player_draws, 2 + banker_draws)
        assert found.player_points == (player + third * player_draws) % 10
        assert found.banker_points == banker
        order = [next_hand(whole[:place]) for place in range(len(whole) + 1)]
        thirds = [Hand.PLAYER] * player_draws + [Hand.BANKER] * banker_draws
        assert order == [Hand.PLAYER, Hand.BANKER, Hand.PLAYER, Hand.BANKER, *thirds, None]


@pytest.mark.parametrize(
    ("text", "where", "clause"),
    [
        ("2h 3c Kd", "cards", "NZ5 8.4"),
        ("", "cards", "NZ5 8.4"),
        ("2h 3c Kd 4s", "cards", "NZ5 9.3"),
        ("2h 2c Kd Ks 4c", "cards", "NZ5 9.4"),
        ("6h 2c Kd Ks", "cards", "NZ5 9.5"),
        ("9h 2c Kd Ks 4c", "cards[4]", "NZ5 9.2"),
        ("6h 7c Kd Ks 4c", "cards[4]", "NZ5 9.5"),
        ("2h 7c Kd Ks 4c 4d", "cards[5]", "NZ5 9.4"),
        ("2h 2c Kd Ks 4c 4d 5d", "cards[6]", "NZ5 9.6"),
    ],
)
def test_cards_too_few_or_too_many_are_refused_nz5_9(text: str, where: str, clause: str) -> None:
    with pytest.raises(Refused) as refused:
        play_out(cards(text))
    assert (refused.value.where, refused.value.clause) == (where, clause)


def test_results_and_naturals_nz5_5_1_and_9_2() -> None:
    assert play_out(cards("5c 3c 3d 4d")).result == "player"
    assert play_out(cards("5c 4c 3d 5d")).result == "banker"
    assert play_out(cards("4c 3c 4d 5d")).result == "tie"
    assert play_out(cards("4c 3c 4d 5d")).natural
    assert not play_out(cards("6c 3c Kd 4d")).natural
    assert not play_out(cards("2c 2d Kd Kc 6s 4s")).natural
