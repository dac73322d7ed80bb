"""The house edge of each wager before and after: the shipped figures, paired as a reader would pair them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from games.engine.odds import stored
from games.rulebook import effect, parameters
from games.rulebook.charts import LEFT, RIGHT, chart
from games.rulebook.wording import allowance_text, said_text, value_text


def allowed(code: str, **elected) -> dict:
    return effect.narrowed(effect.allowed_by(parameters.standard(code)), elected)


def told(found) -> dict[tuple[str, str], tuple[str, str]]:
    return {(one.wager, one.choice): (one.before_text, one.after_text) for one in found}


def test_tie_at_8_to_1_falls_to_9_to_1_when_8_is_no_longer_allowed_nz5_5_10_c():
    found = told(effect.compare("baccarat", allowed("NZ5"), allowed("NZ5") | {"tie": (9,)}))
    # Eight decks, by the published tables: 14.36 % at 8 to 1, 4.84 % at 9 to 1; Player 1.24 %, Banker 1.06 %.
    assert found["Tie", "8 to 1 → 9 to 1"] == ("14.36 %", "4.84 %")
    assert found["Tie", "9 to 1"] == ("4.84 %", "4.84 %")
    assert found["Player", ""] == ("1.24 %", "1.24 %")
    assert found["Banker", "even money less 5 % commission"] == ("1.06 %", "1.06 %")


def test_another_pay_table_moves_trips_and_nothing_else_uth_5_12():
    before, after = allowed("UTH", hands="any_five", pay_table=1), allowed("UTH", hands="any_five", pay_table=3)
    found = effect.compare("ultimate", before, after)
    assert told(found)["Trips", "any five of seven cards, table 1 → table 3"] == (
        "0.90 %", "3.50 %",
    )  # fmt: skip
    assert [one.wager for one in found if not one.same] == ["Trips"]


def test_another_form_moves_player_and_banker_and_keeps_the_side_bets_nz5_13_3():
    common = {"tie": 8, "perfect_pair": 1, "side_bets": ["perfect_pair"]}
    before = allowed("NZ5", form="standard", banker="commission", **common)
    after = allowed("NZ5", form="two_to_one", banker="even", **common)
    moving = {one.wager for one in effect.compare("baccarat", before, after) if not one.same}
    assert moving == {"Player", "Banker"}


def test_ante_up_combined_with_2_to_1_is_paid_like_it_nz5_14_1():
    plain = allowed("NZ5", form="ante_up", two_to_one=False, banker="commission", tie=8, side_bets=[])
    combined = allowed("NZ5", form="ante_up", two_to_one=True, banker="even", tie=8, side_bets=[])
    assert told(effect.compare("baccarat", plain, combined))["Player", "2 to 1 Baccarat"] == ("1.24 %", "3.62 %")


def test_a_choice_that_is_new_or_gone_has_one_figure_alone():
    one, two = allowed("NZ5", tie=8), allowed("NZ5", tie=None)
    gone = [row for row in effect.compare("baccarat", one, two) if row.wager == "Tie"]
    assert {row.after for row in gone} == {None}
    come = [row for row in effect.compare("baccarat", two, one) if row.wager == "Tie"]
    assert {row.before for row in come} == {None}
    assert "new, 14.36 %" in effect.sentence(come)
    assert "not allowed any more" in effect.sentence(gone)


@pytest.mark.parametrize(("game", "code"), [("baccarat", "NZ5"), ("ultimate", "UTH"), ("snake_eyes", "NZ11A")])
def test_without_a_change_every_figure_stays_and_all_shipped_wagers_are_named(game, code):
    found = effect.compare(game, allowed(code), allowed(code))
    assert found
    assert all(one.same for one in found)
    assert chart(found) is None
    rows = stored.read(game)["8" if game == "baccarat" else "wagers"]
    assert {row["wager"] for row in rows} <= set(effect.WAGERS)


def test_poker_has_no_house_edge():
    assert effect.compare("poker", allowed("NZ13"), allowed("NZ13")) == []


def test_the_chart_puts_marks_to_scale_and_says_them_in_words():
    found = effect.compare("baccarat", allowed("NZ5", form="standard"), allowed("NZ5", form="standard", tie=9))
    drawn = chart(found)
    assert drawn is not None
    tie = next(mark for mark in drawn.marks if not mark.same)
    # The axis runs to 16 %: 14.36 % and 4.84 % of it.
    assert tie.before == LEFT + round((RIGHT - LEFT) * Decimal("0.1435962877872383") / Decimal("0.16"))
    assert tie.after == LEFT + round((RIGHT - LEFT) * Decimal("0.04844031976359809") / Decimal("0.16"))
    assert [tick.text for tick in drawn.ticks] == ["0%", "4%", "8%", "12%", "16%"]
    assert "Tie (8 to 1 → 9 to 1): 14.36 % before, 4.84 % after." in drawn.label


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("tie", 8, "8 to 1"), ("max_payout", 5_000_000, "$50,000"), ("retained_part", 1250, "12.5 %"),
        ("sealed_cards", True, "yes"), ("tie", None, "none"), ("pay_table", 2, "table 2"),
        ("side_bets", ["perfect_pair", "dragon_bonus"], "perfect pair, dragon bonus"),
        ("ante", {"amount": 250, "waived_from": None}, "amount $2.50, waived from none"),
    ],
)  # fmt: skip
def test_values_read_as_people_say_them(name, value, said):
    assert value_text(name, value) == said


def test_what_is_allowed_reads_as_a_choice():
    assert allowance_text("tie", {"choices": [8, 9]}) == "8 to 1 or 9 to 1"
    assert allowance_text("decks", {"least": 4, "most": 8}) == "4 to 8"
    assert allowance_text("chip", {"least": 1, "most": 10**15}) == "$0.01 or more"
    term = parameters.term("NZ5", "decks")
    assert said_text(term, {"least": 4, "most": 8, "default": 8}) == "4 to 8; unless elected 8"
