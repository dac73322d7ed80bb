"""The arithmetic of the progressive jackpot (UTH 11), as pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from casino.refused import Refused
from games.engine.hands import STANDARD, Category
from games.engine.money import up_to_chip

# UTH 11.9, to one.
FIXED = {Category.FLUSH: 100, Category.FULL_HOUSE: 150, Category.FOUR_OF_A_KIND: 500}
LEAST = {Category.STRAIGHT_FLUSH: 1_000, Category.ROYAL_FLUSH: 10_000}
STRAIGHT_FLUSH_PART = Fraction(1, 10)


@dataclass(frozen=True, slots=True)
class Pool:
    """One prize pool."""

    prize: int


@dataclass(frozen=True, slots=True)
class SubPools:
    """UTH 11.6A: Minor pays flush to four of a kind, Major the straight flushes and royals."""

    minor: int
    major: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A winning progressive wager."""

    stake: int
    hand: Category


@dataclass(frozen=True, slots=True)
class Payment:
    """Prizes by seat, what the pool holds afterwards, and what the house added."""

    prizes: Mapping[int, int]
    pool: Pool | SubPools
    operator: int


def winning_hand(hole: tuple[int, ...] | list[int], flop: tuple[int, ...] | list[int]) -> Category | None:
    """UTH 10.2, 11.7: the hole cards with the first three community cards, if they win."""
    category = STANDARD.category(STANDARD.any_five((*hole, *flop)))
    return category if category in FIXED or category in LEAST else None


def pay(hits: Mapping[int, Hit], pool: Pool | SubPools, chip: int = 1) -> Payment:
    """UTH 11.10, or 11.6D(d) with sub-pools: lower hands, then straight flushes, then royals on what is left."""
    # 11.10(a) speaks of two or more winners; with one the amount comes out of the pool too (our reading).
    lower = {seat: hit.stake * FIXED[hit.hand] for seat, hit in hits.items() if hit.hand in FIXED}
    if isinstance(pool, Pool):
        rest, short = _take(pool.prize, lower)
    else:
        minor, short = _take(pool.minor, lower)
        rest = pool.major
    flushes = straight_flushes(hits, rest, chip)
    rest, short_of_flushes = _take(rest, flushes)
    royal = royals(hits, rest, chip)
    rest, short_of_royals = _take(rest, royal)
    after = Pool(rest) if isinstance(pool, Pool) else SubPools(minor, rest)
    return Payment({**lower, **flushes, **royal}, after, short + short_of_flushes + short_of_royals)


def straight_flushes(hits: Mapping[int, Hit], pool: int, chip: int = 1) -> dict[int, int]:
    """UTH 11.9(b): 1,000 to 1 or 10 % of the pool after the lower hands, each of them of the same amount."""
    return {
        seat: up_to_chip(max(Fraction(hit.stake * LEAST[hit.hand]), pool * STRAIGHT_FLUSH_PART), chip)
        for seat, hit in hits.items()
        if hit.hand is Category.STRAIGHT_FLUSH
    }


def royals(hits: Mapping[int, Hit], pool: int, chip: int = 1) -> dict[int, int]:
    """UTH 11.10(c): 10,000 to 1 or an equal share of what is left, whichever is more."""
    winners = {seat: hit for seat, hit in hits.items() if hit.hand is Category.ROYAL_FLUSH}
    return {
        seat: up_to_chip(max(Fraction(hit.stake * LEAST[hit.hand]), Fraction(pool, len(winners))), chip)
        for seat, hit in winners.items()
    }


def _take(pool: int, prizes: Mapping[int, int]) -> tuple[int, int]:
    """(what is left, what the house adds); a pool never goes below nothing."""
    total = sum(prizes.values())
    return max(0, pool - total), max(0, total - pool)


def contribution(wagers: int, retained: Fraction) -> Fraction:
    """UTH 11.6(a): what wagers add to the pool after the part that the operator may retain, exact."""
    if not 0 <= retained <= 1:
        raise Refused("UTH 11.6(a)", "The retained part lies between nothing and the whole wager.", "retained")
    return wagers * (1 - retained)


def increments(wagers: int, minor: Fraction, major: Fraction) -> tuple[Fraction, Fraction]:
    """UTH 11.6B: what wagers add to each sub-pool at the approved rates; the rest is retained."""
    if minor < 0 or major < 0 or minor + major > 1:
        raise Refused("UTH 11.6B", "The rates together lie between nothing and the whole wager.", "rates")
    return wagers * minor, wagers * major


def divide(pool: Pool, minor: int) -> SubPools:
    """UTH 11.6A: split, nothing lost."""
    if not 0 <= minor <= pool.prize:
        raise Refused("UTH 11.6A", "The Minor pool takes a part of the prize pool.", "minor")
    return SubPools(minor, pool.prize - minor)


def combine(pools: SubPools) -> Pool:
    """UTH 11.6C."""
    return Pool(pools.minor + pools.major)


def deck_is_counted(hand: Category, pool: Pool | SubPools) -> bool:
    """UTH 11.14; with sub-pools for payments from the Major pool only (11.6D(f))."""
    return isinstance(pool, Pool) or hand in LEAST


Linked = TypeVar("Linked", bound="LinkedHit")


@dataclass(frozen=True, slots=True)
class LinkedHit:
    """A hit at one of several linked tables; instants in any unit that rises."""

    round: str
    dealing: str
    first_card: int
    last_card: int


def in_order_of_payment(hits: Iterable[Linked]) -> list[Linked]:
    """UTH 11.11: by the first card dealt to the hand from a shoe, by the completed hand from a shuffler."""
    return sorted(hits, key=lambda hit: (hit.first_card if hit.dealing == "shoe" else hit.last_card, hit.round))
