"""The games of each book: what is dealt, who begins each betting round and how, and which cards make the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.engine.hands import Ranking, ranking
from games.engine.poker import clauses

Opening = Literal["blinds", "open_twice", "bet_or_fold", "bet_or_pass", "low_card", "high_card"]
Later = Literal["button", "last_blind", "opener", "showing"]
Makes = Literal["any_five", "two_and_three"]
OddScope = Literal["hole", "used", "five"]

ALL = ("no_limit", "pot_limit", "half_pot", "fixed_limit", "spread_limit")
HIDDEN = -1


@dataclass(frozen=True)
class Variant:
    """One game of one book. `faces` has a letter per card and street: d down, u up."""

    name: str
    seats: Mapping[int, int]
    faces: tuple[str, ...]
    boards: tuple[int, ...]
    opening: Opening
    cites: Mapping[str, str]
    later: Later = "button"
    makes: Makes = "any_five"
    ace_low: bool = True
    checks: bool = True
    discard_after: int | None = None
    discards: Literal["none", "one", "any"] = "none"
    odd_scope: OddScope = "hole"
    structures: tuple[str, ...] = ALL
    most_blinds: int | None = None
    community: bool = False
    fifth_last: bool = False
    runs: bool = False
    burns: bool = True
    draw_burns: bool = False
    in_pairs: bool = False
    multiples: bool = False
    forced: Literal["never", "always", "elected"] = "never"
    rounds: int = field(init=False)
    dealt: tuple[int, ...] = field(init=False)
    ups: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        """How many cards a seat has in each round, and which of them lie face up."""
        flat = "".join(self.faces)
        dealt = [sum(map(len, self.faces[: number + 1])) for number in range(len(self.boards))]
        ups = [tuple(place for place in range(count) if flat[place] == "u") for count in dealt]
        object.__setattr__(self, "rounds", len(self.boards))
        object.__setattr__(self, "dealt", tuple(dealt))
        object.__setattr__(self, "ups", tuple(ups))

    @property
    def stud(self) -> bool:
        return self.later == "showing"

    @property
    def draw(self) -> bool:
        return self.discards == "any"

    @property
    def by_blinds(self) -> bool:
        return self.opening in ("blinds", "open_twice")

    @property
    def most_cards(self) -> int:
        """Cards that a seat is dealt in all, replacements aside."""
        return self.dealt[-1]

    def ranking(self, deck: int) -> Ranking:
        """The order of hands (NZ13 9.1, 9.3; WA 10)."""
        return ranking(deck, self.ace_low)


FLOP = (0, 3, 4, 5)
ONE_BY_ONE = (1, 2, 3, 4, 5)
FIVE_STUD = ("du", "u", "u", "u")
SIX_STUD = ("ddu", "u", "u", "d")
SEVEN_STUD = ("ddu", "u", "u", "u", "d")

_HOLDEM_NZ = clauses.nz(16, final=5, wagers="16.6", letters="cdf", discard="16.2(d)")
_STUD_5_NZ = clauses.nz(12, final=4, wagers="12.5", letters="bce")
_STUD_7_NZ = clauses.nz(13, final=4, wagers="13.5", letters="bce")
_DRAW_NZ = clauses.nz(
    11, final=4, wagers="11.5", letters="deg", show="11.4(c)", won="11.4(c)", odd="11.4(d)", straddle="11.1(b)"
)
_PASSED = {"check": "27.2", "folds": "27.4", "least": "27.3(a)"}


def _nz() -> list[Variant]:
    return [
        Variant("holdem", {52: 10, 32: 10}, ("dd",), FLOP, "blinds", _HOLDEM_NZ, runs=True),
        Variant(
            "pineapple",
            {52: 10, 32: 6},
            ("ddd",),
            FLOP,
            "blinds",
            _HOLDEM_NZ,
            discard_after=0,
            discards="one",
            runs=True,
        ),
        Variant(
            "crazy_pineapple",
            {52: 10, 32: 6},
            ("ddd",),
            FLOP,
            "blinds",
            _HOLDEM_NZ,
            discard_after=1,
            discards="one",
            runs=True,
        ),
        Variant(
            "omaha",
            {52: 10, 32: 5},
            ("dddd",),
            FLOP,
            "blinds",
            clauses.nz(17, final=5, wagers="17.6", letters="cdf"),
            makes="two_and_three",
            odd_scope="used",
            runs=True,
        ),
        Variant(
            "manila",
            {32: 11},
            ("dd",),
            ONE_BY_ONE,
            "blinds",
            clauses.nz(14, final=4, wagers="14.5", letters="cdf"),
            makes="two_and_three",
            ace_low=False,
        ),
        Variant(
            "three_card_manila",
            {36: 9, 32: 7},
            ("ddd",),
            ONE_BY_ONE,
            "blinds",
            # Section 15 has no rules on wagers: those of 14.5 hold.
            clauses.nz(15, final=4, wagers="14.5", letters="cdf"),
            makes="two_and_three",
            ace_low=False,
            odd_scope="used",
        ),
        Variant(
            "draw",
            {52: 8, 40: 6, 32: 5},
            ("ddddd",),
            (0, 0),
            "blinds",
            _DRAW_NZ,
            later="last_blind",
            discard_after=0,
            discards="any",
            odd_scope="five",
            burns=False,
        ),
        Variant(
            "five_card_stud",
            {52: 10, 40: 8, 32: 6},
            FIVE_STUD,
            (0, 0, 0, 0),
            "low_card",
            _STUD_5_NZ,
            later="showing",
            odd_scope="five",
            community=True,
            forced="always",
        ),
        Variant(
            "seven_card_stud",
            {52: 8, 40: 6, 32: 4},
            SEVEN_STUD,
            (0, 0, 0, 0, 0),
            "low_card",
            _STUD_7_NZ,
            later="showing",
            odd_scope="five",
            community=True,
            forced="always",
        ),
    ]


def _wa_board() -> list[Variant]:
    styles = ALL[:4]
    manila = clauses.wa(24, "24.11", blinds="24.1", structure="24.5", least="24.5", most="24.5", cap="24.5")
    perth = clauses.wa(25, "25.8", open="25.3", check="25.3", folds="25.3(d)")
    return [
        Variant("holdem", {52: 12}, ("dd",), FLOP, "blinds", clauses.wa(28, "28.9", most="7.16"), structures=styles),
        Variant(
            "omaha",
            {52: 10, 32: 5},
            ("dddd",),
            FLOP,
            "blinds",
            clauses.wa(29, "29.9", most="7.16"),
            makes="two_and_three",
            odd_scope="used",
            structures=styles,
            in_pairs=True,
        ),
        Variant(
            "manila",
            {32: 13},
            ("dd",),
            ONE_BY_ONE,
            "blinds",
            manila,
            makes="two_and_three",
            structures=("fixed_limit",),
            most_blinds=1,
            burns=False,
            in_pairs=True,
            multiples=True,
        ),
        Variant(
            "perth_manila",
            {32: 13},
            ("dd",),
            ONE_BY_ONE,
            "bet_or_fold",
            perth,
            makes="two_and_three",
            burns=False,
            in_pairs=True,
        ),
    ]


def _wa_draw_and_stud() -> list[Variant]:
    draw = clauses.wa(26, "26.7", open="26.4", check="26.3", folds="26.4(c)")
    ante = clauses.wa(27, "27.7", open="27.3", **_PASSED)
    five = clauses.wa(21, "21.6", open="21.2", check="21.2")
    six = clauses.wa(22, "22.8", open="22.3", check="22.3", folds="22.3(f)")
    seven = clauses.wa(23, "23.10", bring_in="23.4", open="23.3", check="23.3", folds="23.3(f)")
    two = (0, 0)
    return [
        Variant(
            "draw",
            {52: 8, 32: 4},
            ("ddddd",),
            two,
            "open_twice",
            draw,
            later="opener",
            checks=False,
            discard_after=0,
            discards="any",
            odd_scope="five",
            fifth_last=True,
            burns=False,
            draw_burns=True,
        ),
        Variant(
            "draw_ante",
            {52: 8, 32: 4},
            ("ddddd",),
            two,
            "bet_or_pass",
            ante,
            later="opener",
            checks=False,
            discard_after=0,
            discards="any",
            odd_scope="five",
            fifth_last=True,
            burns=False,
            draw_burns=True,
        ),
        _wa_stud("five_card_stud", {52: 10, 32: 6}, FIVE_STUD, five),
        _wa_stud("six_card_stud", {52: 8, 32: 5}, SIX_STUD, six, in_pairs=True),
        _wa_stud("seven_card_stud", {52: 8, 32: 4}, SEVEN_STUD, seven, community=True, in_pairs=True),
    ]


def _wa_stud(
    name: str,
    seats: Mapping[int, int],
    faces: tuple[str, ...],
    cites: Mapping[str, str],
    *,
    community: bool = False,
    in_pairs: bool = False,
) -> Variant:
    return Variant(
        name,
        seats,
        faces,
        (0,) * len(faces),
        "high_card",
        cites,
        later="showing",
        odd_scope="five",
        community=community,
        forced="elected" if community else "never",
        burns=False,
        in_pairs=in_pairs,
    )


_RWS = [Variant("holdem", {52: 22}, ("dd",), FLOP, "blinds", clauses.RWS, structures=("no_limit",), most_blinds=2)]

VARIANTS: dict[str, dict[str, Variant]] = {
    "rws": {variant.name: variant for variant in _RWS},
    "nz": {variant.name: variant for variant in _nz()},
    "wa": {variant.name: variant for variant in [*_wa_board(), *_wa_draw_and_stud()]},
}
BOOK_CITES = {"rws": clauses.RWS, "nz": _HOLDEM_NZ, "wa": clauses.wa(28, "28.9")}
