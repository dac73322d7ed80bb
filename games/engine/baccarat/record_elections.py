"""The elections of a round on the command line, checked by hand because they are read with every round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.engine.baccarat.prices import PAIR_ODDS, Prices
from games.engine.baccarat.side_bets import DRAGON_BONUS, PAIR_BETS
from games.engine.form import absent, fault, flag, integer, one_of, only_keys, optional_integer, table

FORMS = ("standard", "two_to_one", "ante_up", "international")
ELECTIONS = frozenset(
    {"banker", "two_to_one", "tie", "perfect_pair", "any_pair", "lucky_match", "dragon_bonus", "decks", "ante", "chip"}
)
ANTE = frozenset({"amount", "minimum", "waived_from"})
COMMISSION = ("commission", "half_on_six")
NO_COMMISSION = ("even", "half_on_six")


class Fee(NamedTuple):
    """The Ante on the sign (NZ5 14.3) and the wager from which it is waived (14.4)."""

    amount: int
    waived_from: int | None = None


class Elected(NamedTuple):
    """What a round is settled under."""

    form: str
    prices: Prices
    decks: int
    fee: Fee | None

    def waived(self, amount: int) -> bool:
        """NZ5 14.4: no Ante is due on a wager of this amount."""
        return self.fee is not None and self.fee.waived_from is not None and amount >= self.fee.waived_from


def read_elections(obj: Mapping[str, Any]) -> Elected:
    """`form` and `elections` of a record."""
    form = one_of(obj, "form", FORMS)
    elections = table(obj, "elections")
    only_keys(elections, ELECTIONS, "elections")
    two_to_one = _two_to_one(form, elections)
    banker = one_of(
        elections,
        "banker",
        NO_COMMISSION if two_to_one else COMMISSION,
        "elections",
        "NZ5 13.3" if two_to_one else "NZ5 5.10(b)",
    )
    tie = optional_integer(elections, "tie", "elections", 8, 9, "NZ5 5.10(c)")
    pair, scale = _pair(elections)
    dragon = optional_integer(elections, "dragon_bonus", "elections", 1, 3, DRAGON_BONUS.pays)
    decks = optional_integer(elections, "decks", "elections", 4, 8, "NZ5 3.4(a)") or 8
    chip = optional_integer(elections, "chip", "elections", 1) or 1
    prices = Prices(banker, two_to_one, tie, pair, scale, dragon, chip)
    return Elected(form, prices, decks, _fee(form, elections, chip))


def _two_to_one(form: str, elections: Mapping[str, Any]) -> bool:
    """NZ5 14.1: Ante Up may be combined with 2 to 1."""
    both = flag(elections, "two_to_one", "elections")
    if both and form != "ante_up":
        fault("elections.two_to_one", "Only Ante Up is combined with 2 to 1.", "NZ5 14.1")
    return both or form == "two_to_one"


def _pair(elections: Mapping[str, Any]) -> tuple[str | None, int]:
    """At most one pair bet at a table; the later of two is at fault."""
    found, scale = None, 0
    for key in elections:
        if key not in PAIR_BETS or absent(elections[key]):
            continue
        scale = integer(elections, key, "elections", 1, len(PAIR_ODDS[key]), PAIR_BETS[key].pays)
        if found:
            fault(f"elections.{key}", f"Not at one table with {found}.", PAIR_BETS[key].alone)
        found = key
    return found, scale


def _fee(form: str, elections: Mapping[str, Any], chip: int) -> Fee | None:
    """NZ5 1.1: the Ante is at most 12.5 % of the table's minimum."""
    if absent(elections.get("ante")):
        return None
    if form != "ante_up":
        fault("elections.ante", "There is an Ante in Ante Up only.", "NZ5 14.3")
    sign = table(elections, "ante", "elections")
    only_keys(sign, ANTE, "elections.ante")
    amount = integer(sign, "amount", "elections.ante", 1)
    minimum = integer(sign, "minimum", "elections.ante", 1)
    if amount * 8 > minimum:
        fault("elections.ante.amount", "At most 12.5 % of the table's minimum.", "NZ5 1.1")
    if amount % chip:
        fault("elections.ante.amount", f"Not payable in chips of {chip}.", "NZ5 14.3")
    return Fee(amount, optional_integer(sign, "waived_from", "elections.ante", 1))
