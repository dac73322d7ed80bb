from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import deck, shoe
from games.engine.shuffle import below, check, commit, seeded, shuffle, shuffled


def counting_source() -> Callable[[int], bytes]:
    """Repeatable bytes that look random."""
    counter = iter(range(10**9))
    return lambda size: sha256(next(counter).to_bytes(8, "big")).digest()[:size]


def test_scaling_throws_away_what_would_favour_small_numbers():
    """Below 6 from a byte: 252 to 255 would make 0 to 3 likelier, so they are drawn again."""
    drawn = iter([255, 252, 251])
    assert below(6, lambda size: bytes([next(drawn)])) == 251 % 6
    assert Counter(below(6, lambda size, byte=byte: bytes([byte])) for byte in range(252)) == dict.fromkeys(
        range(6), 42
    )


def test_every_order_of_three_cards_is_equally_likely():
    """6,000 shuffles, 1,000 expected for each order; five standard deviations are 144."""
    source = counting_source()
    orders = Counter(shuffled((0, 1, 2), source) for _ in range(6000))
    assert set(orders) == set(permutations((0, 1, 2)))
    assert all(abs(number - 1000) < 144 for number in orders.values())


def test_a_shuffle_keeps_every_card():
    assert sorted(shuffled(shoe(8))) == sorted(shoe(8))
    assert shuffled(deck()) != shuffled(deck())


def test_the_seeded_shuffle_repeats_itself():
    assert seeded(deck(), 7) == seeded(deck(), 7)
    assert seeded(deck(), 7) != seeded(deck(), 8)
    assert sorted(seeded(deck(), 7)) == list(deck())


@pytest.mark.parametrize("cards", [deck(52), deck(40), shoe(8), (5,), (5, 6, 7)])
def test_every_card_opens_against_the_published_root(cards):
    held = shuffle(cards)
    assert all(check(held.root, len(cards), held.open(place)) for place in range(len(cards)))


def test_the_tree_can_be_built_again_from_what_was_stored():
    held = shuffle(deck())
    assert commit(held.cards, salts=held.salts).root == held.root


def test_another_salt_gives_another_root():
    assert commit(deck()).root != commit(deck()).root


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, 51), data=st.data())
def test_nothing_about_an_opening_can_be_changed(place, data):
    held = commit(deck(), counting_source())
    opening = held.open(place)
    other = data.draw(st.integers(0, 51).filter(lambda number: number != place))
    assert not check(held.root, 52, replace(opening, card=held.open(other).card))
    assert not check(held.root, 52, replace(opening, position=other))
    assert not check(held.root, 52, replace(opening, salt=held.open(other).salt))
    assert not check(held.root, 52, replace(opening, path=opening.path[:-1]))
    assert not check(held.root, 52, replace(opening, path=(*opening.path, opening.path[0])))
    assert not check(held.root, 51, opening)
    assert not check(commit(deck()).root, 52, opening)


@pytest.mark.parametrize(
    "changed", [{"position": -1}, {"position": 52}, {"card": "1s"}, {"salt": "zz"}, {"path": ("not hex",) * 6}]
)
def test_an_opening_that_is_nonsense_is_false_not_an_error(changed):
    held = commit(deck())
    assert check(held.root, 52, replace(held.open(3), **changed)) is False
