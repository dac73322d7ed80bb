"""Bad input: the place, the clause or none, and the order of faults; the next line goes on."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest

from games.engine.lines import settle_stream
from games.engine.poker.variants import VARIANTS
from tests.engine.poker.writing import GOOD, STUD, hand, record, refused, settled

NEEDED = ["book", "variant", "deck", "structure", "button", "seats", "cards", "actions"]


@pytest.mark.parametrize("key", NEEDED)
@pytest.mark.parametrize("value", [..., None, False])
def test_a_needed_key_is_missing(key: str, value: Any) -> None:
    assert refused(hand(**{key: value})) == (key, None)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("book", 1),
        ("variant", ["holdem"]),
        ("deck", "52"),
        ("deck", 52.0),
        ("deck", True),
        ("structure", 5),
        ("button", "1"),
        ("seats", {}),
        ("cards", []),
        ("board", "As"),
        ("actions", {}),
        ("blinds", 100),
        ("bets", {"small": 1}),
        ("spread", "100"),
        ("ante", "5"),
        ("ante", 2.5),
        ("bring_in", [5]),
        ("straddle", True),
        ("carried", "0"),
        ("rake", "5"),
        ("chip", 0.5),
    ],
)
def test_a_key_of_the_wrong_kind(key: str, value: Any) -> None:
    assert refused(hand(**{key: value})) == (key, None)


def test_an_unknown_key() -> None:
    assert refused(hand(colour="red")) == ("colour", None)


def test_null_and_false_are_the_same_as_left_out() -> None:
    optional = ["bets", "spread", "ante", "bring_in", "straddle", "carried", "rake", "chip"]
    for value in (None, False):
        assert settled(hand(**dict.fromkeys(optional, value)))
    assert settled(record("wa", "five_card_stud", ante=5, blinds=False, do="3 fold; 2 fold", cards=STUD))


class TestBookToStructure:
    def test_no_such_book(self) -> None:
        assert refused(hand(book="uk")) == ("book", None)

    @pytest.mark.parametrize(("book", "clause"), [("rws", "RWS 3.4"), ("nz", "NZ13 5.1"), ("wa", "WA 2.1")])
    def test_a_variant_that_the_book_does_not_have(self, book: str, clause: str) -> None:
        others = {name for variants in VARIANTS.values() for name in variants} - set(VARIANTS[book])
        for name in others:
            assert refused(hand(book, variant=name)) == ("variant", clause)

    @pytest.mark.parametrize(
        ("book", "variant", "deck", "clause"),
        [("rws", "holdem", 32, "RWS 2.2.1"), ("nz", "manila", 52, "NZ13 5.1"), ("wa", "holdem", 32, "WA 4.3")],
    )
    def test_a_deck_that_the_variant_is_not_played_with(self, book: str, variant: str, deck: int, clause: str) -> None:
        assert refused(hand(book, variant=variant, deck=deck)) == ("deck", clause)
        assert refused(hand(book, variant=variant, deck=50)) == ("deck", clause)

    def test_structures(self) -> None:
        assert refused(hand(structure="no limit")) == ("structure", None)
        assert refused(hand("rws", structure="pot_limit")) == ("structure", "RWS 3.4")
        assert refused(hand("wa", structure="spread_limit")) == ("structure", "WA 7.16")
        assert refused(hand("wa", variant="manila", deck=32)) == ("structure", "WA 24.5")


# Book, variant, deck and the most seats: the contract's table, row by row.
SEATS = [
    ("rws", "holdem", 52, 22),
    ("nz", "holdem", 52, 10),
    ("nz", "holdem", 32, 10),
    ("wa", "holdem", 52, 12),
    ("nz", "pineapple", 52, 10),
    ("nz", "pineapple", 32, 6),
    ("nz", "crazy_pineapple", 52, 10),
    ("nz", "crazy_pineapple", 32, 6),
    ("nz", "omaha", 52, 10),
    ("nz", "omaha", 32, 5),
    ("wa", "omaha", 52, 10),
    ("wa", "omaha", 32, 5),
    ("nz", "manila", 32, 11),
    ("wa", "manila", 32, 13),
    ("nz", "three_card_manila", 36, 9),
    ("nz", "three_card_manila", 32, 7),
    ("wa", "perth_manila", 32, 13),
    ("nz", "draw", 52, 8),
    ("nz", "draw", 40, 6),
    ("nz", "draw", 32, 5),
    ("wa", "draw", 52, 8),
    ("wa", "draw", 32, 4),
    ("wa", "draw_ante", 52, 8),
    ("wa", "draw_ante", 32, 4),
    ("nz", "five_card_stud", 52, 10),
    ("nz", "five_card_stud", 40, 8),
    ("nz", "five_card_stud", 32, 6),
    ("wa", "five_card_stud", 52, 10),
    ("wa", "five_card_stud", 32, 6),
    ("wa", "six_card_stud", 52, 8),
    ("wa", "six_card_stud", 32, 5),
    ("nz", "seven_card_stud", 52, 8),
    ("nz", "seven_card_stud", 40, 6),
    ("nz", "seven_card_stud", 32, 4),
    ("wa", "seven_card_stud", 52, 8),
    ("wa", "seven_card_stud", 32, 4),
]
CLAUSES = {"rws": "RWS 2.2.1", "nz": "NZ13 5.1", "wa": "WA 4.3"}


@pytest.mark.parametrize(("book", "variant", "deck", "most"), SEATS)
def test_too_many_seats_rws_2_2_1_nz13_5_1_wa_4_3(book: str, variant: str, deck: int, most: int) -> None:
    structure = "fixed_limit" if (book, variant) == ("wa", "manila") else "no_limit"
    found = hand(book, variant=variant, deck=deck, structure=structure)
    seats = [{"seat": seat, "stack": 1000} for seat in range(1, most + 2)]
    assert refused({**found, "seats": seats}) == ("seats", CLAUSES[book])
    # One seat fewer is allowed: the next fault is named.
    assert refused({**found, "seats": seats[:-1], "chip": 0}) == ("chip", None)


def test_the_table_of_seats_is_whole() -> None:
    table = {
        (book, name, deck, most)
        for book, all_ in VARIANTS.items()
        for name, v in all_.items()
        for deck, most in v.seats.items()
    }
    assert table == set(SEATS)


class TestSeats:
    def seats(self, *seats: Any) -> tuple[str, str | None]:
        return refused(hand(seats=[{"seat": 2, "stack": 100}, *seats]))

    def test_too_few(self) -> None:
        assert self.seats() == ("seats", "NZ13 5.1")

    def test_form(self) -> None:
        assert self.seats(5) == ("seats[1]", None)
        assert self.seats({"seat": 1}) == ("seats[1].stack", None)
        assert self.seats({"stack": 1}) == ("seats[1].seat", None)
        assert self.seats({"seat": 1, "stack": 1, "name": "x"}) == ("seats[1].name", None)
        assert self.seats({"seat": 0, "stack": 1}) == ("seats[1].seat", None)

    def test_a_seat_twice(self) -> None:
        assert self.seats({"seat": 2, "stack": 1}) == ("seats[1].seat", None)

    @pytest.mark.parametrize("stack", [0, -100, 1.5, 100.0, "100", True, 10**15 + 1])
    def test_stacks(self, stack: Any) -> None:
        assert self.seats({"seat": 1, "stack": stack}) == ("seats[1].stack", None)

    def test_the_button(self) -> None:
        assert refused(hand(button=0)) == ("button", None)
        two = record("nz", stacks={1: 1000, 2: 1000}, button=3, do="1 fold")
        assert refused(two) == ("button", "NZ13 16.1(a)")


class TestCards:
    def cards(self, **cards: Any) -> tuple[str, str | None]:
        found = hand()
        found["cards"] |= cards
        return refused(found)

    def test_entries(self) -> None:
        found = hand()
        del found["cards"]["2"]
        assert refused(found) == ("cards.2", None)
        assert self.cards(**{"9": ["As", "Ks"]}) == ("cards.9", None)
        assert self.cards(**{"02": ["As", "Ks"]}) == ("cards.02", None)
        assert self.cards(**{"2": "As Ks"}) == ("cards.2", None)

    def test_names(self) -> None:
        for name in ("1s", "as", "AS", "Asx", "", 5, None, ["As"]):
            assert self.cards(**{"2": ["Ks", name]}) == ("cards.2[1]", None)

    def test_twice(self) -> None:
        assert self.cards(**{"2": ["Ks", "Ks"]}) == ("cards.2[1]", "NZ13 4.1")
        assert self.cards(**{"2": ["Ks", "Qs"], "3": ["Js", "Qs"]}) == ("cards.3[1]", "NZ13 4.1")
        assert self.cards(**{"2": ["Ks", "9h"]}) == ("board[2]", "NZ13 4.1")

    def test_not_in_the_deck(self) -> None:
        found = record("nz", deck=32, on="", cards={2: "Ks 6s"}, do=GOOD)
        assert refused(found) == ("cards.2[1]", "NZ13 4.1")
        assert refused(record("nz", deck=32, on="7c 8c 2d", do=GOOD)) == ("board[2]", "NZ13 4.1")

    def test_the_board(self) -> None:
        assert refused(hand(board=["??", "Ks", "Qs"])) == ("board[0]", None)
        assert refused(hand(board=["As", ["Ks"]])) == ("board[1]", None)
        assert refused(hand(board=[["As"], "Ks"])) == ("board[1]", None)
        assert refused(hand(board=[["As", "Ks", "Qs", "Js", "Ts"]])) == ("board", "NZ13 18.9(a)")
        two = ["As", "Ks", "Qs", "Js", "Ts"]
        assert refused(hand(board=[two, ["2c", "3c", "4c", "5c"]])) == ("board[1]", None)
        assert refused(hand(board=[two, ["2c", "3c", "4c", "5c", "6c", "7c"]])) == ("board[1][5]", None)
        assert refused(hand(board=[two, ["2c", "3c", "4c", "Js", "6c"]])) == ("board[1][3]", "NZ13 4.1")
        assert refused(hand(board=[two, ["As", "Ks", "4c", "5c", "6c"]])) == ("board[1][0]", "NZ13 4.1")
        assert refused(hand(board=[two, two])) == ("board[1][4]", "NZ13 4.1")


class TestActs:
    @pytest.mark.parametrize(
        "act",
        [
            5,
            "1 fold",
            {},
            [],
            [1],
            [1, "fold", 100],
            [1, "raise"],
            [1, "raise", 100, 200],
            ["1", "fold"],
            [True, "fold"],
            [1, "Fold"],
            [1, "limp"],
            [1, None],
            [1, "raise", 0],
            [1, "raise", -200],
            [1, "raise", 200.0],
            [1, "raise", "200"],
            [1, "raise", True],
            [1, "raise", 10**15 + 1],
            [1, "discard"],
            [1, "discard", "As"],
            [1, "discard", ["xx"]],
        ],
    )
    def test_form(self, act: Any) -> None:
        assert refused(hand(actions=[act])) == ("actions[0]", None)

    def test_out_of_turn(self) -> None:
        for book, clause in (("rws", "RWS 5.13"), ("nz", "NZ13 1.0"), ("wa", "WA 20.5")):
            assert refused(hand(book, actions=[[2, "fold"]])) == ("actions[0]", clause)
            assert refused(hand(book, actions=[[9, "fold"]])) == ("actions[0]", clause)

    def test_below_the_least_raise(self) -> None:
        for book, clause in (("rws", "RWS 1.28"), ("nz", "NZ13 16.6(c)"), ("wa", "WA 7.11")):
            assert refused(hand(book, actions=[[1, "raise", 199]])) == ("actions[0]", clause)
            assert refused(hand(book, actions=[[1, "raise", 100]])) == ("actions[0]", clause)

    def test_above_the_stack(self) -> None:
        for book, clause in (("rws", "RWS 1.49"), ("nz", "NZ13 1.0"), ("wa", "WA 8.1")):
            assert refused(hand(book, actions=[[1, "raise", 10001]])) == ("actions[0]", clause)

    def test_the_wrong_word(self) -> None:
        assert refused(hand(actions=[[1, "bet", 300]])) == ("actions[0]", "NZ13 1.0")
        assert refused(hand(actions=[[1, "check"]])) == ("actions[0]", "NZ13 1.0")
        flop = [[1, "call"], [2, "call"], [3, "check"]]
        assert refused(hand(actions=[*flop, [2, "raise", 300]])) == ("actions[3]", "NZ13 1.0")
        assert refused(hand(actions=[*flop, [2, "call"]])) == ("actions[3]", "NZ13 1.0")
        assert refused(hand(actions=[[1, "call"], [2, "call"], [3, "call"]])) == ("actions[2]", "NZ13 1.0")
        assert refused(hand(actions=[[1, "discard", []]]))[0] == "actions[0]"

    def test_acts_are_missing_and_it_says_who_is_to_act(self) -> None:
        found = hand(actions=[[1, "fold"]])
        assert refused(found) == ("actions", None)
        target = BytesIO()
        settle_stream(BytesIO(json.dumps(found).encode() + b"\n"), target)
        assert "seat 2 is to act" in json.loads(target.getvalue())["error"]["message"]
        assert refused(hand(actions=[])) == ("actions", None)

    def test_acts_after_the_end(self) -> None:
        assert refused(hand(actions=[[1, "fold"], [2, "fold"], [3, "check"]])) == ("actions[2]", None)
        allin = [[1, "all_in"], [2, "call"], [3, "fold"]]
        assert refused(hand(actions=[*allin, [1, "check"]])) == ("actions[3]", None)


def test_the_order_of_faults() -> None:
    """Game, keys, book to structure, seats, money, rake, cards, board, acts: each hides those after it."""
    faults: list[tuple[dict[str, Any], str]] = [
        ({"game": "whist"}, "game"),
        ({"colour": 1}, "colour"),
        ({"structure": "pot"}, "structure"),
        ({"seats": [{"seat": 1, "stack": 0}, {"seat": 2, "stack": 1}]}, "seats[0].stack"),
        ({"blinds": [100, 50]}, "blinds[1]"),
        ({"rake": {"percent": "1"}}, "rake.percent"),
        ({"cards": {}}, "cards.1"),
        ({"board": ["xx"]}, "board[0]"),
        ({"actions": [[1, "limp"]]}, "actions[0]"),
    ]
    for place, (_, where) in enumerate(faults):
        found = hand()
        for changes, _ in faults[place:]:
            found |= changes
        assert refused(found)[0] == where


def test_the_next_line_goes_on() -> None:
    lines = [json.dumps(found).encode() for found in (hand(id=1, deck=51), hand(id=2))]
    target = BytesIO()
    settle_stream(BytesIO(b"\n".join([lines[0], b"nonsense", lines[1]]) + b"\n"), target)
    first, second, third = map(json.loads, target.getvalue().splitlines())
    assert first["id"] == 1
    assert first["error"]["where"] == "deck"
    assert second["error"]["where"] == ""
    assert third["stacks"] == {"1": 10000, "2": 9950, "3": 10050}
