"""Odds of baccarat beside a second enumeration, figures by hand and published ones."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import perm

import numpy as np
import pytest

from games.engine.baccarat.deal import Hand
from games.engine.odds import baccarat
from games.engine.odds.coups import coups, matches
from games.engine.odds.figures import Figure

# NZ5 9.4 Table 2 as it is printed: the Banker's count -> the Player's third cards on which the Banker stands.
BANKER_STANDS = {3: [8], 4: [0, 1, 8, 9], 5: [0, 1, 2, 3, 8, 9], 6: [0, 1, 2, 3, 4, 5, 8, 9], 7: list(range(10))}


class Enumeration:
    """All 1,000,000 orders of six point values at once, with third cards by the printed tables."""

    def __init__(self, decks: int) -> None:
        self.decks = decks
        self.cards = cards = np.indices((10,) * 6).reshape(6, -1)
        self.weight = self.orders(decks)
        self.player, self.banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        natural = (self.player > 7) | (self.banker > 7)
        self.player_draws = ~natural & (self.player < 6)
        stands = np.zeros((10, 10), dtype=bool)
        for count, thirds in BANKER_STANDS.items():
            stands[count, thirds] = True
        by_table = ~stands[self.banker, cards[4]]
        self.banker_draws = ~natural & np.where(self.player_draws, by_table, self.banker < 6)
        self.banker_third = np.where(self.player_draws, cards[5], cards[4])
        self.player_end = (self.player + self.player_draws * cards[4]) % 10
        self.banker_end = (self.banker + self.banker_draws * self.banker_third) % 10

    def orders(self, decks: int) -> np.ndarray:
        """In how many orders of actual cards each order of values comes."""
        held = np.array([16 * decks] + [4 * decks] * 9)
        weight = np.ones(10**6, dtype=np.int64)
        for place in range(6):
            used = sum((self.cards[before] == self.cards[place]).astype(np.int64) for before in range(place))
            weight *= held[self.cards[place]] - used
        return weight

    def triples(self, first: int, second: int, third: np.ndarray, drawn: np.ndarray) -> Fraction:
        """Orders in which the three are the same card: of n cards of a value, by their being d copies of n/d cards."""
        total = Fraction(0)
        for value in range(10):
            same = (self.cards[first] == value) & (self.cards[second] == value) & (third == value) & drawn
            held = 16 * self.decks if value == 0 else 4 * self.decks
            total += int(self.weight[same].sum()) * Fraction(held // self.decks * perm(self.decks, 3), perm(held, 3))
        return total


@cache
def enumeration(decks: int) -> Enumeration:
    return Enumeration(decks)


@cache
def figures(decks: int) -> dict[tuple[str, str | None, str], Figure]:
    return {(found.wager, found.form, str(dict(found.elections))): found for found in baccarat.figures(decks)}


def edge(wager: str, elections: dict[str, object], form: str = "standard", decks: int = 8) -> Fraction:
    return figures(decks)[wager, form, str(elections)].edge


@pytest.mark.parametrize("decks", range(4, 9))
def test_every_ending_is_counted_as_by_the_printed_tables_nz5_9_3_to_9_5(decks: int) -> None:
    other = enumeration(decks)
    keys = other.player_end + 10 * other.banker_end + 100 * other.player_draws + 200 * other.banker_draws
    expected = np.zeros(400, dtype=np.int64)
    np.add.at(expected, keys, other.weight)
    found = np.zeros(400, dtype=np.int64)
    for dealt, orders in coups(decks).items():
        more = 100 * (len(dealt.player) - 2) + 200 * (len(dealt.banker) - 2)
        found[dealt.player_points + 10 * dealt.banker_points + more] += orders
    assert (found == expected).all()
    assert found.sum() == perm(52 * decks, 6)


@pytest.mark.parametrize("decks", range(4, 9))
def test_lucky_triples_are_counted_as_by_the_second_enumeration_nz5_11d_6(decks: int) -> None:
    other = enumeration(decks)
    player = other.triples(0, 2, other.cards[4], other.player_draws)
    banker = other.triples(1, 3, other.banker_third, other.banker_draws)
    assert matches(decks, Hand.PLAYER)[0, 0, 0] == player
    assert matches(decks, Hand.BANKER)[0, 0, 0] == banker


def test_eight_decks_give_the_published_numbers_of_orders() -> None:
    ends = {"player": 0, "banker": 0, "tie": 0}
    for dealt, orders in coups(8).items():
        ends[dealt.result] += orders
    assert ends == {"banker": 2292252566437888, "player": 2230518282592256, "tie": 475627426473216}


@pytest.mark.parametrize(
    ("wager", "elections", "published"),
    [
        ("player", {}, "0.012351"),
        ("banker", {"banker": "commission"}, "0.010579"),
        ("banker", {"banker": "half_on_six"}, "0.014581"),
        ("tie", {"tie": 8}, "0.143596"),
        ("tie", {"tie": 9}, "0.048440"),
        ("player_dragon", {"dragon_bonus": 1}, "0.026517"),
        ("banker_dragon", {"dragon_bonus": 1}, "0.093731"),
    ],
)
def test_eight_decks_give_the_published_edges(wager: str, elections: dict[str, object], published: str) -> None:
    assert f"{float(edge(wager, elections)):.6f}" == published


# After one card of an 8-deck shoe 415 are left: 16 pair with it in the other colour, 8 in its colour, 7 in its suit.
@pytest.mark.parametrize(
    ("elections", "by_hand"),
    [
        ({"perfect_pair": 1}, Fraction(384 - 5 * 16 - 10 * 8 - 30 * 7, 415)),
        ({"perfect_pair": 2}, Fraction(384 - 6 * 16 - 12 * 8 - 25 * 7, 415)),
        ({"perfect_pair": 3}, Fraction(384 - 5 * 16 - 12 * 8 - 25 * 7, 415)),
        ({"any_pair": 1}, Fraction(384 - 11 * 31, 415)),
        ({"any_pair": 2}, Fraction(384 - 10 * 31, 415)),
    ],
)
@pytest.mark.parametrize("hand", ["player_pair", "banker_pair"])
def test_pair_bets_by_hand_nz5_11a_7_11c_8(hand: str, elections: dict[str, object], by_hand: Fraction) -> None:
    assert edge(hand, elections) == by_hand


def test_a_triple_is_paid_instead_of_its_match_nz5_11d_9() -> None:
    triple = Fraction(matches(8, Hand.PLAYER)[0, 0, 0], perm(416, 6))
    by_hand = Fraction(384 - 5 * 16 - 10 * 8, 415) - 25 * (Fraction(7, 415) - triple) - 100 * triple
    assert edge("player_pair", {"lucky_match": 1}) == by_hand


def test_two_to_one_by_the_second_enumeration_nz5_13_3_13_4() -> None:
    other = enumeration(8)
    won = other.banker_end > other.player_end
    double = won & other.banker_draws & (other.banker_end > 7)
    half = won & (other.banker_end == 6)
    total = perm(416, 6)
    win, twice, six = (Fraction(int(other.weight[case].sum()), total) for case in (won, double, half))
    assert edge("banker", {"banker": "even"}, "two_to_one") == 1 - 2 * win - twice
    assert edge("banker", {"banker": "half_on_six"}, "two_to_one") == 1 - 2 * win - twice + six / 2


def test_a_dragon_pushes_on_a_natural_tie_only_nz5_11b_8() -> None:
    other = enumeration(8)
    natural_tie = (other.player == other.banker) & (other.player > 7)
    push = Fraction(int(other.weight[natural_tie].sum()), perm(416, 6))
    assert figures(8)["player_dragon", "standard", "{'dragon_bonus': 2}"].push == push


def test_variance_of_even_money_by_hand() -> None:
    player = figures(8)["player", "standard", "{}"]
    assert player.variance == player.win + player.lose - (player.win - player.lose) ** 2


def test_every_choice_that_the_rules_allow_is_there() -> None:
    for decks in range(4, 9):
        assert len(figures(decks)) == 30
