"""A fee per hand stands alone (NZ13 8.2(b)): of two keys that clash the later one is named."""

from __future__ import annotations

import pytest

from casino.refused import Refused
from games.engine.poker.record import settle_record

HAND = {
    "game": "poker", "book": "nz", "variant": "holdem", "deck": 52, "structure": "no_limit", "button": 3,
    "seats": [{"seat": seat, "stack": 10000} for seat in (1, 2, 3)], "blinds": [50, 100],
    "cards": {"1": ["As", "Ad"], "2": ["Kh", "Kd"], "3": ["9c", "9d"]}, "board": ["2c", "7h", "Jd", "Qs", "3s"],
    "actions": [],
}  # fmt: skip


@pytest.mark.parametrize(
    ("rake", "where"),
    [
        ({"per_hand": 5, "percent": "5"}, "rake.percent"),
        ({"percent": "5", "per_hand": 5}, "rake.per_hand"),
        ({"cap": 5, "per_hand": 5}, "rake.per_hand"),
        ({"per_hand": 5, "cap": 5}, "rake.cap"),
    ],
)
def test_of_two_keys_that_clash_the_later_is_named(rake, where):
    with pytest.raises(Refused) as refusal:
        settle_record(HAND | {"rake": rake})
    assert refusal.value.where == where
    assert (refusal.value.clause or "").startswith("NZ13")
