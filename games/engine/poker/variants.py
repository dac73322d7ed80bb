"""The games of each book (NZ13 5.1, 11–17; WA 2.1, 4.3, 21–29; RWS)."""

from __future__ import annotations

from dataclasses import replace

from games.engine.poker import clauses
from games.engine.poker.variant import ALL as ALL
from games.engine.poker.variant import HIDDEN as HIDDEN
from games.engine.poker.variant import Variant as Variant

FLOP = (0, 3, 4, 5)
ONE_BY_ONE = (1, 2, 3, 4, 5)
FIVE_STUD = ("du", "u", "u", "u")
SIX_STUD = ("ddu", "u", "u", "d")
SEVEN_STUD = ("ddu", "u", "u", "u", "d")

_HOLDEM_NZ = clauses.nz(16, final=5, wagers="16.6", letters="cdf", discard="16.2(d)")
_OMAHA_NZ = clauses.nz(17, final=5, wagers="17.6", letters="cdf")
_MANILA_NZ = clauses.nz(14, final=4, wagers="14.5", letters="cdf")
# Section 15 has no rules on wagers: those of 14.5 hold.
_THREE_NZ = clauses.nz(15, final=4, wagers="14.5", letters="cdf")
_FIVE_NZ = clauses.nz(12, final=4, wagers="12.5", letters="bce")
_SEVEN_NZ = clauses.nz(13, final=4, wagers="13.5", letters="bce")
_DRAW_NZ = clauses.nz(11, final=4, wagers="11.5", letters="deg", show="11.4(c)", won="11.4(c)", straddle="11.1(b)")

_holdem = Variant("holdem", {52: 10, 32: 10}, ("dd",), FLOP, "blinds", _HOLDEM_NZ, runs=True)
_pineapple = replace(_holdem, name="pineapple", seats={52: 10, 32: 6}, faces=("ddd",), discards="one", discard_after=0)
_omaha = Variant(
    "omaha",
    {52: 10, 32: 5},
    ("dddd",),
    FLOP,
    "blinds",
    _OMAHA_NZ,
    makes="two_and_three",
    odd_scope="used",
    runs=True,
)
_manila = Variant("manila", {32: 11}, ("dd",), ONE_BY_ONE, "blinds", _MANILA_NZ, makes="two_and_three", ace_low=False)
_draw = Variant(
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
)
_five = Variant(
    "five_card_stud",
    {52: 10, 40: 8, 32: 6},
    FIVE_STUD,
    (0, 0, 0, 0),
    "low_card",
    _FIVE_NZ,
    later="showing",
    odd_scope="five",
    community=True,
    forced="always",
)
_seven = replace(
    _five, name="seven_card_stud", seats={52: 8, 40: 6, 32: 4}, faces=SEVEN_STUD, boards=(0,) * 5, cites=_SEVEN_NZ
)
_NZ = [
    _holdem,
    _pineapple,
    replace(_pineapple, name="crazy_pineapple", discard_after=1),
    _omaha,
    _manila,
    replace(_manila, name="three_card_manila", seats={36: 9, 32: 7}, faces=("ddd",), cites=_THREE_NZ, odd_scope="used"),
    _draw,
    _five,
    _seven,
]

_STYLES = ALL[:4]
_MANILA_WA = clauses.wa(24, "24.11", blinds="24.1", structure="24.5", least="24.5", most="24.5", cap="24.5")
_PERTH = clauses.wa(25, "25.8", open="25.3", check="25.3", folds="25.3(d)")
_DRAW_WA = clauses.wa(26, "26.7", open="26.4", check="26.3", folds="26.4(c)")
_ANTE = clauses.wa(27, "27.7", open="27.3", check="27.2", folds="27.4", least="27.3(a)")
_FIVE_WA = clauses.wa(21, "21.6", open="21.2", check="21.2", checkers="21.5(d)")
_SIX_WA = clauses.wa(22, "22.8", open="22.3", check="22.3", folds="22.3(f)", checkers="22.7(d)")
_SEVEN_WA = clauses.wa(23, "23.10", bring_in="23.4", open="23.3", check="23.3", folds="23.3(f)", checkers="23.9(d)")

_manila_wa = replace(
    _manila,
    seats={32: 13},
    cites=_MANILA_WA,
    ace_low=True,
    structures=("fixed_limit",),
    most_blinds=1,
    burns=False,
    in_pairs=True,
    multiples=True,
)
_draw_wa = replace(
    _draw, seats={52: 8, 32: 4}, opening="open_twice", cites=_DRAW_WA, later="opener", checks=False, fifth_last=True
)
_five_wa = replace(
    _five,
    seats={52: 10, 32: 6},
    opening="high_card",
    cites=_FIVE_WA,
    community=False,
    forced="never",
    checkers_beat=True,
    burns=False,
)
_WA = [
    replace(_holdem, seats={52: 12}, cites=clauses.wa(28, "28.9", most="7.16"), structures=_STYLES, runs=False),
    replace(_omaha, cites=clauses.wa(29, "29.9", most="7.16"), structures=_STYLES, runs=False, in_pairs=True),
    _manila_wa,
    replace(
        _manila_wa,
        name="perth_manila",
        opening="bet_or_fold",
        cites=_PERTH,
        structures=ALL,
        most_blinds=None,
        multiples=False,
    ),
    _draw_wa,
    replace(_draw_wa, name="draw_ante", opening="bet_or_pass", cites=_ANTE),
    _five_wa,
    replace(_five_wa, name="six_card_stud", seats={52: 8, 32: 5}, faces=SIX_STUD, cites=_SIX_WA, in_pairs=True),
    replace(
        _five_wa,
        name="seven_card_stud",
        seats={52: 8, 32: 4},
        faces=SEVEN_STUD,
        boards=(0,) * 5,
        cites=_SEVEN_WA,
        in_pairs=True,
        community=True,
        forced="elected",
    ),
]
_RWS = [replace(_holdem, seats={52: 22}, cites=clauses.RWS, structures=("no_limit",), most_blinds=2, runs=False)]

VARIANTS: dict[str, dict[str, Variant]] = {
    book: {variant.name: variant for variant in variants}
    for book, variants in (("rws", _RWS), ("nz", _NZ), ("wa", _WA))
}
BOOK_CITES = {"rws": clauses.RWS, "nz": _HOLDEM_NZ, "wa": clauses.wa(28, "28.9")}
