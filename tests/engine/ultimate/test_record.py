from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import CARDS
from games.engine.lines import answer as answered
from games.engine.ultimate.record import SCHEMA_IN, SCHEMA_OUT, settle_record
from tests.engine.ultimate.rounds import HANDS, a_round, line, refused, settled

BAD_NUMBERS = [True, "500", 2.0, 500.5, -1, 10**15 + 1, [], {}, float("inf")]


def good() -> dict[str, Any]:
    round_ = a_round(*HANDS["straight"], trips=500, progressive=500)
    second = {"seat": 3, "cards": ["2h", "3h"], "ante": 500, "blind": 500, "progressive": 500}
    round_["boxes"].append({**second, "play": {"times": 2, "on": "flop"}})
    return round_


def changed(path: str, value: Any) -> dict[str, Any]:
    """The good round with one value replaced: `changed("boxes.0.ante", 0)`."""
    round_ = good()
    *steps, last = path.split(".")
    spot: Any = round_
    for step in steps:
        spot = spot[int(step)] if isinstance(spot, list) else spot[step]
    spot[int(last) if isinstance(spot, list) else last] = value
    return round_


def without(path: str) -> dict[str, Any]:
    round_ = changed(path, None)
    *steps, last = path.split(".")
    spot: Any = round_
    for step in steps:
        spot = spot[int(step)] if isinstance(spot, list) else spot[step]
    del spot[last]
    return round_


def where_of(path: str) -> str:
    text = ""
    for step in path.split("."):
        text += f"[{step}]" if step.isdigit() else f".{step}" if text else step
    return text


AMOUNTS = ["boxes.0.ante", "boxes.1.blind", "boxes.0.trips", "boxes.1.progressive", "pool.prize"]


@pytest.mark.parametrize("path", AMOUNTS)
@pytest.mark.parametrize("value", BAD_NUMBERS)
def test_an_amount_is_an_integer_of_cents(path, value):
    assert refused(changed(path, value)) == (where_of(path), None)


@pytest.mark.parametrize("path", ["boxes.0.ante", "boxes.0.blind"])
def test_ante_and_blind_are_at_least_one(path):
    assert refused(changed(path, 0)) == (where_of(path), None)


@pytest.mark.parametrize("path", ["elections.max_payout", "elections.progressive", "elections.chip"])
@pytest.mark.parametrize("value", [*BAD_NUMBERS, 0])
def test_amounts_of_the_elections(path, value):
    assert refused(changed(path, value)) == (where_of(path), None)


@pytest.mark.parametrize(
    "path",
    [
        "elections",
        "elections.pay_table",
        "elections.hands",
        "dealer",
        "board",
        "boxes",
        "boxes.0.seat",
        "boxes.0.cards",
        "boxes.0.ante",
        "boxes.1.blind",
        "boxes.0.play.times",
        "boxes.0.play.on",
        "pool",
        "pool.prize",
    ],
)
def test_a_missing_key_is_named_by_its_own_path(path):
    assert refused(without(path)) == (where_of(path), None)
    assert refused(changed(path, None)) == (where_of(path), None)
    assert refused(changed(path, False)) == (where_of(path), None)


@pytest.mark.parametrize("path", ["x", "elections.tie", "boxes.0.x", "boxes.1.play.x", "pool.x", "forfeit"])
@pytest.mark.parametrize("value", [None, False, 1])
def test_unknown_keys_are_errors(path, value):
    assert refused(changed(path, value)) == (where_of(path), None)


@pytest.mark.parametrize(
    "path", ["elections.max_payout", "elections.chip", "boxes.0.trips", "boxes.0.void", "boxes.0.forfeit", "void"]
)
def test_null_and_false_are_the_same_as_left_out(path):
    try:
        left_out = settle_record(without(path))
    except KeyError:
        left_out = settle_record(good())
    assert settle_record(changed(path, None)) == left_out
    assert settle_record(changed(path, False)) == left_out


@pytest.mark.parametrize("value", [0, 5, -1])
def test_pay_table_outside_its_clause_uth_5_11(value):
    assert refused(changed("elections.pay_table", value)) == ("elections.pay_table", "UTH 5.11")


@pytest.mark.parametrize(("value", "clause"), [("any", "UTH 9.7"), (1, None), (True, None)])
def test_hands_outside_their_clause_uth_9_7(value, clause):
    assert refused(changed("elections.hands", value)) == ("elections.hands", clause)


@pytest.mark.parametrize("value", [0, 8])
def test_seats_are_one_to_seven_uth_3_1(value):
    assert refused(changed("boxes.1.seat", value)) == ("boxes[1].seat", "UTH 3.1")


def test_a_seat_stands_once():
    assert refused(changed("boxes.1.seat", 1)) == ("boxes[1].seat", "UTH 5.9")


def test_a_round_has_one_to_seven_boxes_uth_3_1():
    assert refused(changed("boxes", [])) == ("boxes", "UTH 5.1")
    eight = [{"seat": seat, "ante": 1, "blind": 1} for seat in range(1, 9)]
    assert refused(changed("boxes", eight)) == ("boxes[7].seat", "UTH 3.1")


@pytest.mark.parametrize("value", [None, 3, "x", [], True])
def test_a_box_is_an_object(value):
    assert refused(changed("boxes.1", value)) == ("boxes[1]", None)


def test_blind_equals_ante_uth_5_1():
    assert refused(changed("boxes.1.blind", 501)) == ("boxes[1].blind", "UTH 5.1(a)")


@pytest.mark.parametrize(
    ("play", "where", "clause"),
    [
        ({"times": 1, "on": "deal"}, "times", "UTH 5.3(b)"),
        ({"times": 2, "on": "deal"}, "times", "UTH 5.3(b)"),
        ({"times": 5, "on": "deal"}, "times", "UTH 5.3(b)"),
        ({"times": 3, "on": "flop"}, "times", "UTH 5.4(b)"),
        ({"times": 1, "on": "flop"}, "times", "UTH 5.4(b)"),
        ({"times": 2, "on": "river"}, "times", "UTH 5.5(b)"),
        ({"times": 0, "on": "river"}, "times", "UTH 5.5(b)"),
        ({"times": -1, "on": "river"}, "times", None),
        ({"times": "4", "on": "deal"}, "times", None),
        ({"times": True, "on": "river"}, "times", None),
        ({"times": 1.0, "on": "river"}, "times", None),
        ({"times": 1, "on": "turn"}, "on", "UTH 5.3"),
        ({"times": 1, "on": 3}, "on", None),
    ],
)
def test_wrong_multiples_of_the_ante(play, where, clause):
    assert refused(changed("boxes.0.play", play)) == (f"boxes[0].play.{where}", clause)


@pytest.mark.parametrize("value", [4, "deal", True, []])
def test_play_is_an_object_or_a_fold(value):
    assert refused(changed("boxes.0.play", value)) == ("boxes[0].play", None)


def test_play_left_out_is_a_fold():
    assert settle_record(without("boxes.0.play")) == settle_record(changed("boxes.0.play", None))
    assert settled(without("boxes.0.play"))["play"] is None


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("dealer", ["Ah"], "dealer"),
        ("dealer", [], "dealer"),
        ("dealer", ["Ah", "Ad", "Ac"], "dealer[2]"),
        ("board", ["7d", "6c", "5s", "Kd"], "board"),
        ("board", ["7d", "6c", "5s", "Kd", "Kc", "Ks", "Kh"], "board[5]"),
        ("boxes.1.cards", ["2h"], "boxes[1].cards"),
        ("boxes.1.cards", ["2h", "3h", "4h"], "boxes[1].cards[2]"),
    ],
)
def test_cards_too_few_or_too_many_uth_8_3(path, value, where):
    assert refused(changed(path, value)) == (where, "UTH 8.3")


@pytest.mark.parametrize("value", ["10h", "Xs", "as", "A", "", "Ass", 12, None, True, ["As"], {}, "\ud800s"])
@pytest.mark.parametrize("path", ["dealer.1", "board.4", "boxes.0.cards.0"])
def test_what_is_no_card(path, value):
    assert refused(changed(path, value)) == (where_of(path), None)


@pytest.mark.parametrize("path", ["dealer", "board", "boxes.0.cards"])
@pytest.mark.parametrize("value", ["AsKd", 5, {"a": 1}, True])
def test_cards_are_a_list(path, value):
    assert refused(changed(path, value)) == (where_of(path), None)


@pytest.mark.parametrize(
    ("path", "card"),
    [("dealer.1", "Ah"), ("board.0", "Ah"), ("boxes.0.cards.1", "Kd"), ("boxes.1.cards.0", "9s")],
)
def test_of_a_card_that_stands_twice_the_later_is_named_uth_3_4(path, card):
    assert refused(changed(path, card)) == (where_of(path), "UTH 3.4(a)")


def test_a_card_inside_one_hand_twice():
    assert refused(changed("boxes.1.cards", ["2h", "2h"])) == ("boxes[1].cards[1]", "UTH 3.4(a)")


def test_progressive_wagers_are_of_one_amount_uth_11_2():
    assert refused(changed("boxes.1.progressive", 501)) == ("boxes[1].progressive", "UTH 11.2")
    assert refused(changed("elections.progressive", 250)) == ("boxes[0].progressive", "UTH 11.2")
    assert settle_record(changed("elections.progressive", 500)) == settle_record(good())


def test_stakes_are_multiples_of_the_chip():
    for path in ("boxes.0.ante", "boxes.0.trips", "boxes.0.progressive"):
        round_ = changed(path, 1010)
        round_["elections"]["chip"] = 500
        assert refused(round_) == (where_of(path), None)


@pytest.mark.parametrize(
    ("pool", "where", "clause"),
    [
        ({}, "pool.prize", None),
        ({"minor": 5}, "pool.major", None),
        ({"major": 5}, "pool.minor", None),
        ({"prize": 5, "minor": 5}, "pool.minor", "UTH 11.6A"),
        ({"major": 5, "minor": 5, "prize": 5}, "pool.prize", "UTH 11.6A"),
        (5, "pool", None),
    ],
)
def test_a_pool_is_one_or_two(pool, where, clause):
    assert refused(changed("pool", pool)) == (where, clause)


def test_the_pool_may_be_left_out_when_nobody_bet_on_it():
    round_ = a_round(*HANDS["straight"])
    assert settle_record(round_)["pool"] == {"prize": 1_000_000, "operator": 0}
    del round_["pool"]
    assert settle_record(round_)["pool"] is None


def test_sub_pools_are_answered_apart_uth_11_6_a():
    round_ = changed("pool", {"minor": 10, "major": 20})
    assert settle_record(round_)["pool"] == {"minor": 10, "major": 20, "operator": 0}


def test_a_folded_box_may_leave_out_its_cards():
    round_ = changed("boxes.1.play", None)
    del round_["boxes"][1]["cards"]
    assert settled(round_, 3) == {
        "hand": None,
        "ante": line("lose", 0, 0),
        "blind": line("lose", 0, 0),
        "trips": None,
        "play": None,
        "progressive": line("lose", 0, 0),
    }


def test_a_void_round_returns_every_stake_and_reads_nothing_uth_12_10():
    answer = settle_record(changed("void", "UTH 12.10"))
    assert answer["dealer"] == {"hand": None, "qualifies": None}
    assert answer["boxes"]["1"] == {
        "hand": None,
        "ante": line("void", 0, 1000),
        "blind": line("void", 0, 1000),
        "trips": line("void", 0, 500),
        "play": line("void", 0, 3000),
        "progressive": line("void", 0, 500),
    }
    assert answer["pool"] == {"prize": 1_000_000, "operator": 0}


def test_a_void_round_needs_no_cards_and_no_pool():
    round_ = changed("void", "UTH 12.5")
    for key in ("dealer", "board", "pool"):
        del round_[key]
    for box in round_["boxes"]:
        del box["cards"], box["play"]
    answer = settle_record(round_)
    assert answer["boxes"]["3"]["progressive"] == line("void", 0, 500)
    assert answer["boxes"]["3"]["play"] is None
    assert answer["pool"] is None


def test_in_a_void_round_the_cards_may_be_wrong_uth_12_2_and_12_10():
    round_ = changed("void", "UTH 12.10")
    round_["dealer"], round_["board"] = ["As", "As", "As"], ["Kd"]
    round_["boxes"][0]["cards"] = ["As"]
    assert settle_record(round_)["boxes"]["1"]["ante"] == line("void", 0, 1000)
    assert refused({**round_, "board": ["Kd", "?"]}) == ("board[1]", None)


def test_a_void_box_returns_its_stakes_and_the_others_play_on_uth_12_2():
    round_ = changed("boxes.0.void", "UTH 12.2")
    answer = settle_record(round_)
    assert answer["boxes"]["1"]["hand"] == "straight"
    assert [answer["boxes"]["1"][on]["returned"] for on in ("ante", "blind", "trips", "play", "progressive")] == [
        1000,
        1000,
        500,
        3000,
        500,
    ]
    assert {answer["boxes"]["1"][on]["outcome"] for on in ("ante", "blind", "trips", "play", "progressive")} == {"void"}
    assert answer["boxes"]["3"] == settle_record(good())["boxes"]["3"]
    round_["boxes"][0]["cards"] = ["9s", "8h", "2c"]
    assert settled(round_)["hand"] is None


def test_a_forfeit_beats_the_round_s_void_nz1_18_2():
    round_ = changed("void", "NZ1 18.2")
    round_["boxes"][1]["forfeit"] = "NZ1 18.2"
    answer = settle_record(round_)
    assert answer["boxes"]["1"]["ante"] == line("void", 0, 1000)
    assert answer["boxes"]["3"]["ante"] == line("lose", 0, 0)
    assert answer["boxes"]["3"]["play"] == line("lose", 0, 0)


def test_a_forfeited_box_may_leave_out_cards_and_alone_dealer_and_board():
    round_ = changed("boxes.1.forfeit", "NZ1 18.2")
    del round_["boxes"][1]["cards"], round_["boxes"][1]["play"]
    assert settled(round_, 3)["hand"] is None
    round_["boxes"] = round_["boxes"][1:]
    del round_["dealer"], round_["board"], round_["pool"]
    answer = settle_record(round_)
    assert answer["dealer"] == {"hand": None, "qualifies": None}
    assert answer["boxes"]["3"]["progressive"] == line("lose", 0, 0)


def test_void_and_forfeit_on_one_box_name_the_later():
    round_ = good()
    round_["boxes"][0] |= {"void": "a", "forfeit": "b"}
    assert refused(round_) == ("boxes[0].forfeit", None)
    round_ = good()
    round_["boxes"][0] |= {"forfeit": "b", "void": "a"}
    assert refused(round_) == ("boxes[0].void", None)


@pytest.mark.parametrize("path", ["void", "boxes.0.void", "boxes.1.forfeit"])
@pytest.mark.parametrize("value", [True, 5, [], {}])
def test_a_ruling_is_said_by_its_clause(path, value):
    assert refused(changed(path, value)) == (where_of(path), None)


def test_any_text_is_a_clause():
    assert settled(changed("boxes.0.void", ""))["ante"]["outcome"] == "void"


def test_the_round_is_not_changed_by_settling_it():
    round_ = good()
    before = copy.deepcopy(round_)
    settle_record(round_)
    assert round_ == before


def test_the_largest_amounts_are_exact():
    box = settled(a_round(*HANDS["royal_flush"], ante=10**15, blind=10**15, trips=10**15))
    assert box["blind"]["paid"] == 500 * 10**15
    assert box["play"] == line("win", 3 * 10**15, 3 * 10**15)


def test_schemas_accept_what_is_read_and_answered():
    reads = jsonschema.Draft202012Validator(SCHEMA_IN)
    answers = jsonschema.Draft202012Validator(SCHEMA_OUT)
    for round_ in (good(), changed("void", "UTH 12.10"), changed("pool", {"minor": 1, "major": 2})):
        reads.validate(round_)
        answers.validate({"id": None, **json.loads(json.dumps(settle_record(round_)))})
    assert not reads.is_valid(changed("boxes.0.play.times", 5))
    assert not reads.is_valid(changed("x", 5))


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.sampled_from(CARDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
PATHS = [
    "elections",
    "elections.pay_table",
    "elections.chip",
    "dealer",
    "dealer.0",
    "board",
    "board.2",
    "boxes",
    "boxes.0",
    "boxes.1.cards",
    "boxes.1.ante",
    "boxes.0.play",
    "boxes.0.play.times",
    "boxes.1.void",
    "pool",
    "pool.prize",
    "void",
]


@settings(max_examples=300, deadline=None)
@given(path=st.sampled_from(PATHS), value=anything)
def test_whatever_stands_there_it_is_settled_or_refused_at_a_place(path, value):
    round_ = changed(path, value)
    answer = answered(json.dumps(round_).encode())
    if "error" in answer:
        assert answer["error"]["where"]
        assert answer["error"]["message"]
        assert "failed" not in answer["error"]["message"]
    else:
        assert set(answer) == {"id", "dealer", "boxes", "pool"}
