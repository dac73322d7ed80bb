from __future__ import annotations

import pytest

from games.engine.cards import CARDS, NUMBER, cards, deck, rank, shoe, show, suit


def test_cards_are_numbered_by_rank_then_suit():
    assert len(CARDS) == 52
    assert (CARDS[0], CARDS[3], CARDS[4], CARDS[51]) == ("2c", "2s", "3c", "As")
    assert all(NUMBER[name] == number for number, name in enumerate(CARDS))
    assert (rank(NUMBER["Td"]), suit(NUMBER["Td"])) == (8, 1)


@pytest.mark.parametrize(("size", "lowest"), [(52, "2c"), (40, "5c"), (36, "6c"), (32, "7c")])
def test_short_decks_begin_with_five_six_or_seven_nz13_9_2(size, lowest):
    cards_of_deck = deck(size)
    assert len(cards_of_deck) == len(set(cards_of_deck)) == size
    assert CARDS[cards_of_deck[0]] == lowest
    assert CARDS[cards_of_deck[-1]] == "As"


@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_a_shoe_holds_every_card_once_per_deck_nz5_3_4(decks):
    held = shoe(decks)
    assert len(held) == 52 * decks
    assert all(held.count(card) == decks for card in range(52))


def test_text_and_back():
    assert cards("As Td 2c") == (51, 33, 0)
    assert show((51, 33, 0)) == "As Td 2c"
