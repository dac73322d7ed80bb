"""The engine's own settlements of rounds from fixed seeds return what the shipped figures say, within five errors."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest

from games.engine.baccarat.deal import next_hand
from games.engine.cards import CARDS
from games.engine.lines import settler
from games.engine.odds import stored, ultimate
from games.engine.odds.decisions import best_play

STAKE = 1_000
ERRORS = 5
PLAY = {4: "deal", 2: "flop", 1: "river"}

Key = tuple[str, str | None, str]


class Tally:
    """Net results per unit staked of each wager under each choice."""

    def __init__(self) -> None:
        self.results: defaultdict[Key, list[float]] = defaultdict(list)

    def add(self, wager: str, form: str | None, elections: Mapping[str, Any], line: Mapping[str, Any]) -> None:
        net = (line["paid"] + line["returned"] - STAKE) / STAKE
        self.results[wager, form, str(dict(elections))].append(net)

    def agrees_with(self, rows: list[dict[str, Any]], least: int) -> None:
        """Mean and frequency of winning lie within five standard errors for every row."""
        for row in rows:
            found = self.results[row["wager"], row["form"], str(row["elections"])]
            assert len(found) >= least, row
            error = float(row["sd"]) / len(found) ** 0.5
            assert abs(sum(found) / len(found) + float(row["edge"])) < ERRORS * error, row
            win = float(row["win"])
            won = sum(net > 0 for net in found) / len(found)
            assert abs(won - win) < ERRORS * (win * (1 - win) / len(found)) ** 0.5, row


PAIRS = [("perfect_pair", 1), ("perfect_pair", 2), ("perfect_pair", 3), ("any_pair", 1), ("any_pair", 2)]
PAIRS += [("lucky_match", 1), ("lucky_match", 2)]


def baccarat_table(number: int) -> tuple[str, dict[str, Any]]:
    """A form and elections; 84 in a row hold every choice."""
    form = ("standard", "two_to_one")[number % 2]
    banker = {"standard": ("commission", "half_on_six"), "two_to_one": ("even", "half_on_six")}[form][number // 2 % 2]
    pair, scale = PAIRS[number % 7]
    return form, {"banker": banker, "tie": 8 + number // 4 % 2, pair: scale, "dragon_bonus": number % 3 + 1}


def coup(shoe: random.Random) -> list[str]:
    """The cards of one round from a full shoe of eight decks."""
    drawn = [card % 52 for card in shoe.sample(range(416), 6)]
    used = 4
    while next_hand(drawn[:used]) is not None:
        used += 1
    return [CARDS[card] for card in drawn[:used]]


def test_baccarat_returns_what_the_figures_say() -> None:
    shoe, tally, settle = random.Random(5), Tally(), settler("baccarat")
    elected = {"banker": "banker", "tie": "tie"}
    for number in range(33_600):
        form, elections = baccarat_table(number)
        pair = PAIRS[number % 7][0]
        names = {**elected, "player_pair": pair, "banker_pair": pair}
        names |= {"player_dragon": "dragon_bonus", "banker_dragon": "dragon_bonus"}
        wagers = [{"id": on, "area": 1, "on": on, "amount": STAKE} for on in ("player", *names)]
        record = {"game": "baccarat", "form": form, "elections": elections, "cards": coup(shoe), "wagers": wagers}
        for on, line in settle(record)["wagers"].items():
            # side bets do not depend on the form; their figures stand under the ordinary one
            shown = form if on in ("player", "banker", "tie") else "standard"
            tally.add(on, shown, {names[on]: elections[names[on]]} if on in names else {}, line)
    tally.agrees_with(stored.read("baccarat")["8"], least=4_000)


def test_snake_eyes_returns_what_the_figures_say() -> None:
    dice, tally, settle = random.Random(11), Tally(), settler("snake_eyes")
    rows = stored.read("snake_eyes")["wagers"]
    wagers = [{"id": on, "on": on, "amount": STAKE} for on in dict.fromkeys(row["wager"] for row in rows)]
    for number in range(12_000):
        hard = {"hard_4": 6, "hard_6": 8, "hard_8": 8, "hard_10": 6} if number % 2 else "7/9"
        elections = {"hardways": hard, "field": number % 3 + 1, "craps_2": 30 + number % 4, "craps_12": 33 - number % 4}
        rolls = [[dice.randint(1, 6), dice.randint(1, 6)]]
        # a 7 decides whatever is still open
        while sum(rolls[-1]) != 7:
            rolls.append([dice.randint(1, 6), dice.randint(1, 6)])
        record = {"game": "snake_eyes", "elections": elections, "rolls": rolls, "wagers": wagers}
        for on, line in settle(record)["wagers"].items():
            own: dict[str, Any] = {on: elections[on]} if on in elections else {}
            if on.startswith("hard_"):
                pays = hard[on] if isinstance(hard, dict) else (7 if on in ("hard_4", "hard_10") else 9)
                own = {"hardways": {on: pays}}
            tally.add(on, None, own, line)
    tally.agrees_with(rows, least=3_000)


def ultimate_round(cards: list[int], elections: dict[str, Any], times: int, **more: int) -> dict[str, Any]:
    """The answer for one box that wagers so many Antes on Play."""
    names = [CARDS[card] for card in cards]
    play = {"times": times, "on": PLAY[times]} if times else None
    box = {"seat": 1, "cards": names[:2], "ante": STAKE, "blind": STAKE, "play": play, **more}
    record = {"game": "ultimate", "elections": elections, "dealer": names[7:], "board": names[2:7], "boxes": [box]}
    answer: dict[str, Any] = settler("ultimate")(record | {"pool": {"prize": 0}})["boxes"]["1"]
    return answer


def test_trips_and_progressive_return_what_the_figures_say() -> None:
    deck, tally = random.Random(50), Tally()
    for number in range(24_000):
        elections = {"hands": ("any_five", "two_and_three")[number % 2], "pay_table": number // 2 % 4 + 1}
        answer = ultimate_round(deck.sample(range(52), 9), elections, 4, trips=STAKE, progressive=STAKE)
        tally.add("trips", None, elections, answer["trips"])
        tally.add("progressive", None, {}, answer["progressive"])
    tally.agrees_with([row for row in stored.read("ultimate")["wagers"] if row["wager"] != "main"], least=3_000)


@pytest.mark.parametrize(("hands", "deals"), [("any_five", 600), ("two_and_three", 150)])
def test_deals_played_by_best_play_return_what_the_figures_say(hands: str, deals: int) -> None:
    pytest.importorskip("numba", reason="the solver is compiled")
    file = stored.read("ultimate")
    starts = {name: (play, check) for name, (_, play, check) in file[hands]["starts"].items()}
    row = next(row for row in file["wagers"] if row["elections"] == {"hands": hands})
    deck, net, chosen = random.Random(9), [], defaultdict(int)
    for _ in range(deals):
        cards = deck.sample(range(52), 9)
        times = best_play(cards[:2], cards[2:7], ultimate.HANDS[hands], ultimate.blinds(), starts)
        answer = ultimate_round(cards, {"hands": hands, "pay_table": 1}, times)
        lines = [answer[name] for name in ("ante", "blind", "play") if answer[name]]
        staked = (2 + times) * STAKE
        net.append((sum(line["paid"] + line["returned"] for line in lines) - staked) / STAKE)
        chosen[times] += 1
    assert abs(sum(net) / deals + float(row["edge"])) < ERRORS * float(row["sd"]) / deals**0.5
    assert all(chosen[times] > 0.1 * deals for times in (4, 2, 1, 0))
