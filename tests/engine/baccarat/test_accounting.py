"""Whatever is dealt and bet: the money adds up, and a second settlement written apart says the same."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.baccarat.deal import next_hand
from games.engine.cards import CARDS
from tests.engine.baccarat.table import settled

MAIN = ("player", "banker", "tie")
SIDE = ("player_pair", "banker_pair", "player_dragon", "banker_dragon")
PAIRS = {"perfect_pair": 3, "any_pair": 2, "lucky_match": 2}


@st.composite
def dealt_cards(draw: st.DrawFn) -> list[str]:
    """A complete round; few ranks, so that pairs and triples come often."""
    few = draw(st.booleans())
    pool = st.sampled_from([0, 1, 4, 5, 24, 25, 48, 51]) if few else st.integers(0, 51)
    drawn: list[int] = []
    while next_hand(drawn) is not None:
        drawn.append(draw(pool))
    return [CARDS[card] for card in drawn]


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    form = draw(st.sampled_from(["standard", "two_to_one", "ante_up", "international"]))
    both = form == "ante_up" and draw(st.booleans())
    first = "even" if both or form == "two_to_one" else "commission"
    chip = draw(st.sampled_from([1, 25, 100, 250]))
    pair = draw(st.sampled_from(list(PAIRS)))
    elections: dict[str, Any] = {
        "banker": draw(st.sampled_from([first, "half_on_six"])),
        "tie": draw(st.sampled_from([8, 9])),
        pair: draw(st.integers(1, PAIRS[pair])),
        "dragon_bonus": draw(st.integers(1, 3)),
        "chip": chip,
    }
    if both:
        elections["two_to_one"] = True
    wagers = []
    for number, on in enumerate(draw(st.lists(st.sampled_from(MAIN + SIDE), min_size=1, max_size=8))):
        wager = {"id": f"w{number}", "area": 1, "on": on, "amount": chip * draw(st.integers(1, 90))}
        if form == "ante_up" and on in MAIN and draw(st.booleans()):
            wager["ante"] = chip
        if form == "international" and draw(st.booleans()):
            wager["withdrawn"] = True
        ruled = draw(st.sampled_from(["", "", "", "void", "forfeit"]))
        if ruled:
            wager[ruled] = "NZ1 18.2"
        wagers.append(wager)
    if all(wager["on"] in SIDE for wager in wagers):
        wagers.append({"id": "main", "area": 1, "on": "tie", "amount": chip})
    found: dict[str, Any] = {"form": form, "elections": elections, "cards": draw(dealt_cards()), "wagers": wagers}
    if draw(st.integers(0, 9)) == 0:
        found["void"] = "NZ5 12.6"
    return found


def worth(card: str) -> int:
    return {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}.get(card[0], 0) if card[0] in "ATJQK" else int(card[0])


def odds(rnd: dict[str, Any], on: str) -> Fraction | None:
    """What one unit wins: None loses, 0 stands off. From the clauses, with nothing of the engine."""
    elections, cards = rnd["elections"], rnd["cards"]
    double = rnd["form"] == "two_to_one" or elections.get("two_to_one", False)
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    rest = list(cards[4:])
    if sum(map(worth, player)) % 10 < 6 and rest and sum(map(worth, banker)) % 10 < 8:
        player.append(rest.pop(0))
    banker += rest
    counts = {"player": sum(map(worth, player)) % 10, "banker": sum(map(worth, banker)) % 10}
    name, _, bet = on.partition("_")
    if on == "tie":
        return Fraction(elections["tie"]) if counts["player"] == counts["banker"] else None
    mine, hand = counts[name], player if name == "player" else banker
    lead = mine - counts["banker" if name == "player" else "player"]
    if bet == "pair":
        return pair_odds(elections, hand)
    natural = len(cards) == 4 and max(counts.values()) > 7
    if bet == "dragon":
        return dragon_odds(elections["dragon_bonus"], lead, natural)
    if lead <= 0:
        return None if lead or double else Fraction(0)
    if double and len(hand) == 3 and mine > 7:
        return Fraction(2)
    if name == "banker" and mine == 6 and elections["banker"] == "half_on_six":
        return Fraction(1, 2)
    return Fraction(1)


def pair_odds(elections: dict[str, Any], hand: list[str]) -> Fraction | None:
    if hand[0][0] != hand[1][0]:
        return None
    if "any_pair" in elections:
        return Fraction(12 - elections["any_pair"])
    red = [card[1] in "dh" for card in hand]
    kind = 2 if hand[0] == hand[1] else 1 if red[0] == red[1] else 0
    if "perfect_pair" in elections:
        return Fraction([(5, 10, 30), (6, 12, 25), (5, 12, 25)][elections["perfect_pair"] - 1][kind])
    scale = elections["lucky_match"] - 1
    if len(hand) == 3 and hand[0] == hand[1] == hand[2]:
        return Fraction([100, 500][scale])
    return Fraction([(5, 10, 25), (5, 10, 20)][scale][kind])


def dragon_odds(table: int, lead: int, natural: bool) -> Fraction | None:
    if natural:
        return Fraction(1) if lead > 0 else Fraction(0) if lead == 0 else None
    pays = {1: "1 2 4 6 10 30", 2: "1 3 4 7 8 20", 3: "2 2 4 4 10 30"}[table].split()
    return Fraction(int(pays[lead - 4])) if lead >= 4 else None


def second_opinion(rnd: dict[str, Any], wager: dict[str, Any]) -> tuple[str, int, int, int]:
    """Outcome, paid, returned, commission."""
    stake, chip = wager["amount"], rnd["elections"]["chip"]
    if "forfeit" in wager:
        return "lose", 0, 0, 0
    unpaid = rnd["form"] == "ante_up" and wager["on"] in MAIN and not wager.get("ante")
    if "void" in wager or "void" in rnd or wager.get("withdrawn") or unpaid:
        return "void", 0, stake, 0
    taxed = wager["on"] == "banker" and rnd["elections"]["banker"] == "commission"
    valid = max(part for part in range(0, stake + 1, chip) if part * 95 % (100 * chip) == 0) if taxed else stake
    if not valid:
        return "void", 0, stake, 0
    won = odds(rnd, wager["on"])
    if won is None:
        return "lose", 0, stake - valid, 0
    if won == 0:
        return "push", 0, stake, 0
    fee = valid // 20 if taxed else 0
    return "win", ceil(Fraction(valid) * won / chip) * chip - fee, stake, fee


@settings(max_examples=1500, deadline=None)
@given(rounds())
def test_the_command_line_agrees_with_a_settlement_written_apart(rnd: dict[str, Any]) -> None:
    answer = settled(**rnd)["wagers"]
    assert list(answer) == [wager["id"] for wager in rnd["wagers"]]
    for wager in rnd["wagers"]:
        found = answer[wager["id"]]
        keys = ("outcome", "paid", "returned", "commission")
        assert tuple(found[key] for key in keys) == second_opinion(rnd, wager)


@settings(max_examples=500, deadline=None)
@given(rounds())
def test_stake_in_is_kept_returned_or_won_with_commission(rnd: dict[str, Any]) -> None:
    """Nothing is paid but on a win; the stake is kept or goes back; all is payable in chips."""
    chip = rnd["elections"]["chip"]
    for wager, found in zip(rnd["wagers"], settled(**rnd)["wagers"].values(), strict=True):
        stake, outcome = wager["amount"], found["outcome"]
        kept = stake - found["returned"]
        assert 0 <= kept <= stake
        assert (kept > 0) == (outcome == "lose")
        assert (found["paid"] > 0) == (outcome == "win")
        assert found["commission"] == 0 or outcome == "win"
        assert (found["paid"] + found["commission"]) % chip == 0
        assert found["returned"] % chip == 0
        if found["commission"]:
            assert found["paid"] == found["commission"] * 19
