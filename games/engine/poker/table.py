"""Reading what a hand is played under and by whom, in the contract's order of faults: game, seats, money, rake."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from casino.refused import Refused
from games.engine.form import absent, fault, number, only_keys, path
from games.engine.poker.books import BOOKS, Book
from games.engine.poker.setup import KillWager, Setup
from games.engine.poker.terms import Rake, Terms
from games.engine.poker.variants import ALL, BOOK_CITES, VARIANTS, Variant

PERCENT = re.compile(r"[0-9]+(\.[0-9]+)?")

TERMS_KEYS: dict[str, tuple[type, bool]] = {
    "book": (str, True),
    "variant": (str, True),
    "deck": (int, True),
    "structure": (str, True),
    "bets": (list, False),
    "spread": (list, False),
    "blinds": (list, False),
    "ante": (int, False),
    "bring_in": (int, False),
    "rake": (dict, False),
    "chip": (int, False),
}
SETUP_KEYS: dict[str, tuple[type, bool]] = {
    "button": (int, True),
    "seats": (list, True),
    "straddle": (int, False),
    "carried": (int, False),
}
TABLE_KEYS = TERMS_KEYS | SETUP_KEYS
# Only in the engine's own records: how a version reads a clause otherwise, and kill pots.
READINGS: dict[str, tuple[type, bool]] = {"readings": (dict, False)}
KILL: dict[str, tuple[type, bool]] = {"kill": (dict, False)}
KINDS = {str: "text", int: "an integer", list: "a list", dict: "an object"}


def check_keys(obj: Mapping[str, Any], keys: Mapping[str, tuple[type, bool]]) -> None:
    """Unknown, missing, or of the wrong kind."""
    for key, value in obj.items():
        if key not in keys:
            fault(key, "Unknown key.")
        kind, _ = keys[key]
        if type(value) is not kind and value is not None and value is not False:
            fault(key, f"Must be {KINDS[kind]}.")
    for key, (_, needed) in keys.items():
        if needed and absent(obj.get(key)):
            fault(key, "Missing.")


def read_table(obj: Mapping[str, Any]) -> tuple[Terms, Setup]:
    """The terms and the set-up in `obj`, whose keys have been checked; `Refused` at the first fault."""
    book, variant, deck, structure = _game(obj)
    stacks = _seats(obj["seats"], variant, deck)
    button = number(obj["button"], "button", 1)
    if len(stacks) == 2 and button not in stacks:
        fault("button", "With two seats the button is one of them.", variant.cites["button"])
    chip = 1 if absent(obj.get("chip")) else number(obj["chip"], "chip", 1)
    money = Money(obj, variant, chip)
    money.stacks(stacks)
    bets, spread = money.structure(structure)
    blinds = money.blinds(book, len(stacks), bets or spread)
    ante = money.ante(book, bets or spread)
    bring_in = money.bring_in(ante, bets, spread)
    straddle = money.straddle(stacks, button, blinds, ante)
    setup = Setup(button, stacks, straddle, money.carried(), money.kill(book, stacks, blinds))
    rake = None if absent(obj.get("rake")) else _rake(obj["rake"], book, variant, chip)
    return Terms(book, variant, deck, structure, chip, blinds, ante, bring_in, bets, spread, rake), setup


def _game(obj: Mapping[str, Any]) -> tuple[Book, Variant, int, str]:
    book = BOOKS.get(obj["book"])
    if book is None:
        fault("book", f"Must be one of {', '.join(BOOKS)}.")
    if readings := obj.get("readings"):
        book = _read_otherwise(book, readings)
    variants = VARIANTS[book.name]
    variant = variants.get(obj["variant"])
    if variant is None:
        fault("variant", f"This book has {', '.join(variants)}.", BOOK_CITES[book.name]["variant"])
    deck, structure = obj["deck"], obj["structure"]
    if deck not in variant.seats:
        fault("deck", f"Played with {', '.join(map(str, variant.seats))} cards.", variant.cites["deck"])
    if structure not in ALL:
        fault("structure", f"Must be one of {', '.join(ALL)}.")
    if structure not in variant.structures:
        fault("structure", f"Played at {', '.join(variant.structures)}.", variant.cites["structure"])
    return book, variant, deck, structure


def _read_otherwise(book: Book, readings: Mapping[str, Any]) -> Book:
    try:
        return type(book).of(readings)
    except Refused as refused:
        refused.where = path("readings", refused.where)
        raise


def _seats(seats: list[Any], variant: Variant, deck: int) -> dict[int, int]:
    if not 2 <= len(seats) <= variant.seats[deck]:
        fault("seats", f"Two to {variant.seats[deck]} seats.", variant.cites["seats"])
    stacks: dict[int, int] = {}
    for place, item in enumerate(seats):
        where = f"seats[{place}]"
        if type(item) is not dict:
            fault(where, "Must be an object.")
        only_keys(item, ("seat", "stack"), where)
        seat = number(item.get("seat"), path(where, "seat"), 1)
        if seat in stacks:
            fault(path(where, "seat"), "The seat stands twice.")
        stacks[seat] = number(item.get("stack"), path(where, "stack"), 1)
    return stacks


class Money:
    """The amounts of a hand, each against its clause; all are multiples of the chip."""

    def __init__(self, obj: Mapping[str, Any], variant: Variant, chip: int) -> None:
        self.obj = obj
        self.cites = variant.cites
        self.variant = variant
        self.chip = chip

    def amount(self, value: object, where: str, least: int = 1) -> int:
        found = number(value, where, least)
        if found % self.chip:
            fault(where, f"Must be a multiple of the chip, {self.chip}.")
        return found

    def stacks(self, stacks: Mapping[int, int]) -> None:
        if self.chip > 1:
            for place, stack in enumerate(stacks.values()):
                self.amount(stack, f"seats[{place}].stack")

    def structure(self, structure: str) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        fixed = structure == "fixed_limit" and not self.variant.multiples
        return self._pair("bets", fixed), self._pair("spread", structure == "spread_limit")

    def _pair(self, key: str, wanted: bool) -> tuple[int, int] | None:
        values = self.obj.get(key)
        if not wanted:
            if not absent(values):
                fault(key, "Not in this structure.", self.cites["structure"])
            return None
        if type(values) is not list:
            fault(key, "Missing.")
        if len(values) != 2:
            fault(key, "Must be two amounts.")
        low, high = (self.amount(value, f"{key}[{place}]") for place, value in enumerate(values))
        if low > high:
            fault(f"{key}[1]", f"Must be at least {low}.", self.cites["least"])
        return low, high

    def blinds(self, book: Book, seats: int, bets: tuple[int, int] | None) -> tuple[int, ...]:
        values = self.obj.get("blinds") or []
        cite = self.cites["blinds"]
        if bool(values) != self.variant.by_blinds:
            fault("blinds", "This game has no blinds." if values else "This game has blinds.", cite)
        if len(values) > min(seats, self.variant.most_blinds or seats):
            fault("blinds", f"At most {min(seats, self.variant.most_blinds or seats)} blinds.", cite)
        found: list[int] = []
        for place, value in enumerate(values):
            blind = self.amount(value, f"blinds[{place}]")
            if found and blind < found[-1]:
                fault(f"blinds[{place}]", f"Must be at least {found[-1]}.", cite)
            if found and book.blinds_double and blind != 2 * found[-1]:
                fault(f"blinds[{place}]", f"Must be {2 * found[-1]}.", cite)
            found.append(blind)
        if found and bets and book.last_blind_covers_bet and found[-1] < bets[0]:
            fault(f"blinds[{len(found) - 1}]", f"Must be at least {bets[0]}.", self.cites["last_blind"])
        return tuple(found)

    def ante(self, book: Book, bets: tuple[int, int] | None) -> int:
        ante = self.amount(self.obj.get("ante") or 0, "ante", 0)
        if not self.variant.by_blinds:
            if not ante:
                fault("ante", "This game has an ante.", self.cites["ante"])
            if book.ante_is_minimum and bets and ante != bets[0]:
                fault("ante", f"The ante is the table minimum, {bets[0]}.", self.cites["ante"])
        return ante

    def bring_in(self, ante: int, bets: tuple[int, int] | None, spread: tuple[int, int] | None) -> int | None:
        """NZ13 12.2(a), 13.2(a); WA 23.4: given, the game is low card open."""
        value, forced, cite = self.obj.get("bring_in"), self.variant.forced, self.cites["bring_in"]
        if absent(value):
            return (bets or spread or (ante,))[0] if forced == "always" else None
        if forced == "never":
            fault("bring_in", "This game has no forced opening bet.", cite)
        found = self.amount(value, "bring_in")
        least = max(spread[0] if spread else 1, ante if forced == "elected" else 1)
        most = bets[0] if bets else spread[1] if spread else found
        if not least <= found <= most:
            fault("bring_in", f"Must be between {least} and {most}.", cite)
        return found

    def straddle(self, stacks: Mapping[int, int], button: int, blinds: tuple[int, ...], ante: int) -> int | None:
        """RWS 3.10, NZ13 7.9, 11.1(b), WA 7.17: left of the last blind, three seats or more, twice the big blind."""
        value, cite = self.obj.get("straddle"), self.cites["straddle"]
        if absent(value):
            return None
        seat = number(value, "straddle", 1)
        if not blinds or len(stacks) < 3 or len(blinds) == len(stacks):
            fault("straddle", "No straddle in this hand.", cite)
        left = Setup(button, dict(stacks)).positions()[len(blinds)]
        if seat != left:
            fault("straddle", f"The seat left of the last blind is {left}.", cite)
        if stacks[seat] - ante < 2 * blinds[-1]:
            fault("straddle", "The stack does not cover it.", cite)
        return seat

    def kill(self, book: Book, stacks: Mapping[int, int], blinds: tuple[int, ...]) -> KillWager | None:
        """NZ13 7.13(g): the killer's wager increases the size of the game."""
        obj, cite = self.obj.get("kill"), book.clause("kill_pots")
        if not obj:
            return None
        only_keys(obj, ("seat", "amount"), "kill")
        if not book.kill_pots or not blinds:
            fault("kill", "No kill pots in this game.", cite)
        seat = number(obj.get("seat"), "kill.seat", 1)
        if seat not in stacks:
            fault("kill.seat", "The killer is dealt in.", cite)
        amount = self.amount(obj.get("amount"), "kill.amount")
        if amount <= blinds[-1]:
            fault("kill.amount", f"Must be above the big blind, {blinds[-1]}.", cite)
        return KillWager(seat, amount)

    def carried(self) -> int:
        value = self.obj.get("carried")
        if absent(value):
            return 0
        if self.variant.opening != "bet_or_pass":
            fault("carried", "No pot is passed on in this game.", self.cites["carried"])
        return self.amount(value, "carried", 0)


def _rake(obj: Mapping[str, Any], book: Book, variant: Variant, chip: int) -> Rake:
    only_keys(obj, ("percent", "cap", "per_hand"), "rake")
    money = Money(obj, variant, chip)
    cite = variant.cites["rake"]
    percent, cap, per_hand = (obj.get(key) for key in ("percent", "cap", "per_hand"))
    if not absent(per_hand):
        if not book.rake_per_hand:
            fault("rake.per_hand", "No fee per hand in this book.", book.clause("rake_per_hand"))
        given = [key for key in obj if not absent(obj[key])]
        if len(given) > 1:
            fault(f"rake.{given[-1]}", "A fee per hand stands alone, without percentage and cap.", cite)
        return Rake(per_hand=money.amount(per_hand, "rake.per_hand", 0))
    if absent(percent):
        fault("rake.percent", "Missing.")
    if type(percent) is not str or not PERCENT.fullmatch(percent):
        fault("rake.percent", "Must be text: digits, and perhaps a point and more digits.")
    rate = Fraction(Decimal(percent))
    if rate and not book.rake_least <= rate <= book.rake_most:
        fault("rake.percent", f"Must be between {book.rake_least} and {book.rake_most}.", cite)
    return Rake(rate, None if absent(cap) else money.amount(cap, "rake.cap", 0), text=percent)
