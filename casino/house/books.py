"""The rulebooks by their short names, whose they are, and what is built of each."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Book:
    short: str
    jurisdiction: str
    title: object
    regulator: object
    act: object
    built: object


_NZ = _("Secretary for Internal Affairs, New Zealand")
_NZ_ACT = _("Gambling Act 2003")
_WA = _("Gaming and Wagering Commission of Western Australia")
_SG = _("Gambling Regulatory Authority of Singapore")

BOOKS: tuple[Book, ...] = (
    Book("NZ1", "nz", _("General rules"), _NZ, _NZ_ACT,
         _("Limits, wagers taken by mistake, rounding and invalid rounds, in the engine.")),
    Book("NZ5", "nz", _("Baccarat"), _NZ, _NZ_ACT, _("Every form, side bet and irregularity, in the engine.")),
    Book("NZ11A", "nz", _("Snake Eyes"), _NZ, _NZ_ACT, _("Every wager, roll and ruling, in the engine.")),
    Book("NZ13", "nz", _("Poker"), _NZ, _NZ_ACT, _("Every variant and structure, in the engine.")),
    Book("NZ14", "nz", _("Tournament poker"), _NZ, _NZ_ACT, _("Not yet.")),
    Book("UTH", "nz", _("Ultimate Texas Hold’em"), _NZ, _NZ_ACT,
         _("Every wager, the progressive and every irregularity, in the engine.")),
    Book("WA", "wa", _("Crown Perth poker"), _WA, _("Casino Control Act 1984, section 22"),
         _("Every variant and structure, in the engine. Tournaments and the jackpot not yet.")),
    Book("RWS", "sg", _("No Limit Hold’em, version 8"), _SG, _("Casino Control Act 2006, section 100(1)"),
         _("The game and its rake, in the engine.")),
)  # fmt: skip
