"""What every wager of a round comes to (UTH 5, 9.6, 10 and 11); the state and the command line both end here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from games.engine.general import forfeit_line, void_line
from games.engine.hands import CATEGORY_SHIFT, STANDARD, Category
from games.engine.money import up_to_chip
from games.engine.protocol import Line, Outcome
from games.engine.ultimate.progressive import Hit, Payment, Pool, SubPools, pay, winning_hand
from games.engine.ultimate.rules import BLIND, TRIPS, UltimateRules

WAGERS = ("ante", "blind", "trips", "play", "progressive")
PAIR = Category.PAIR << CATEGORY_SHIFT
HAND_NAMES = tuple(category.key for category in STANDARD.order)


class Stakes(NamedTuple):
    """What lies on the five areas of a box; 0 is no wager."""

    ante: int = 0
    blind: int = 0
    trips: int = 0
    play: int = 0
    progressive: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A box as the round left it: `ended` is fold, void or forfeit, or None for a hand that is compared."""

    seat: int
    stakes: Stakes
    cards: Sequence[int] | None
    ended: str | None = None
    clause: str = ""


@dataclass(frozen=True, slots=True)
class BoxResult:
    hand: int | None
    lines: Mapping[str, Line | None]


@dataclass(frozen=True, slots=True)
class RoundResult:
    """`dealer` is a score, None where it was not read."""

    dealer: int | None
    boxes: Mapping[int, BoxResult]
    pool: Pool | SubPools | None
    operator: int


def score(rules: UltimateRules, hole: Sequence[int], board: Sequence[int]) -> int:
    """UTH 9.7: exactly two and three, or any five of the seven, for player and dealer alike."""
    if rules.hands == "any_five":
        return STANDARD.any_five((*hole, *board))
    return STANDARD.two_and_three(hole, board)


def settle_round(
    rules: UltimateRules,
    dealer: Sequence[int] | None,
    board: Sequence[int] | None,
    boxes: Sequence[Played],
    pool: Pool | SubPools | None,
) -> RoundResult:
    """Compare every hand with the dealer's, pay by the tables, then the progressive (11.12)."""
    # The first three community cards decide the progressive; the hands need all five.
    whole = board if board is not None and len(board) == 5 else None
    against = score(rules, dealer, whole) if dealer and whole else None
    scores = {box.seat: score(rules, box.cards, whole) if box.cards and whole else None for box in boxes}
    payment = _progressive(rules, board, boxes, pool)
    results = {
        box.seat: BoxResult(scores[box.seat], _lines(rules, box, scores[box.seat], against, payment)) for box in boxes
    }
    if payment is None:
        return RoundResult(against, results, pool, 0)
    return RoundResult(against, results, payment.pool, payment.operator)


def _progressive(
    rules: UltimateRules, board: Sequence[int] | None, boxes: Sequence[Played], pool: Pool | SubPools | None
) -> Payment | None:
    """UTH 10.2: only who has made a Play wager can win, whatever the dealer holds (11.8)."""
    if pool is None or board is None:
        return None
    flop = tuple(board[:3])
    hits = {}
    for box in boxes:
        if box.stakes.progressive and box.stakes.play and box.ended is None and box.cards:
            hand = winning_hand(tuple(box.cards), flop)
            if hand is not None:
                hits[box.seat] = Hit(box.stakes.progressive, hand)
    return pay(hits, pool, rules.chip) if hits else None


def _lines(
    rules: UltimateRules, box: Played, hand: int | None, dealer: int | None, payment: Payment | None
) -> dict[str, Line | None]:
    if box.ended is not None:
        return {name: _ended(box, stake) if stake else None for name, stake in zip(WAGERS, box.stakes, strict=True)}
    assert hand is not None and dealer is not None
    stakes = box.stakes
    return {
        "ante": _ante(rules, stakes.ante, hand, dealer) if stakes.ante else None,
        "blind": _blind(rules, stakes.blind, hand, dealer) if stakes.blind else None,
        "trips": _trips(rules, stakes.trips, hand) if stakes.trips else None,
        "play": _play(rules, stakes.play, hand, dealer) if stakes.play else None,
        "progressive": _jackpot(rules, box, payment) if stakes.progressive else None,
    }


def _ended(box: Played, stake: int) -> Line:
    return void_line(stake, box.clause) if box.ended == "void" else forfeit_line(box.clause)


def _won(rules: UltimateRules, stake: int, to: int, one: int, clause: str) -> Line:
    """Raised to the chip (NZ1 11.3); the payout limit comes last (UTH 5.13)."""
    # Fractions only where the odds ask for them: this is the busiest line of a settlement.
    winnings = stake * to if one == 1 else Fraction(stake * to, one)
    paid = up_to_chip(winnings, rules.chip)
    if rules.max_payout is not None and paid > rules.max_payout:
        return Line(Outcome.WIN, rules.max_payout, stake, 0, "UTH 5.13")
    return Line(Outcome.WIN, paid, stake, 0, clause)


# UTH 10.1(a): the Ante alone depends on whether the dealer qualifies; Play and Blind go by the comparison.
def _ante(rules: UltimateRules, stake: int, hand: int, dealer: int) -> Line:
    if dealer < PAIR:
        return Line(Outcome.PUSH, 0, stake, 0, "UTH 10.1(a)")
    if hand > dealer:
        return _won(rules, stake, 1, 1, "UTH 5.10")
    return _not_won(stake, hand, dealer)


def _play(rules: UltimateRules, stake: int, hand: int, dealer: int) -> Line:
    if hand > dealer:
        return _won(rules, stake, 1, 1, "UTH 5.10")
    if dealer < PAIR and rules.unqualified == "pay":
        return _won(rules, stake, 1, 1, "UTH 10.1(b)")
    return _not_won(stake, hand, dealer)


def _blind(rules: UltimateRules, stake: int, hand: int, dealer: int) -> Line:
    """UTH 5.11: by the table from a straight up; a lower winning hand pushes."""
    if hand > dealer or (dealer < PAIR and rules.unqualified == "pay"):
        odds = BLIND.get(STANDARD.category(hand))
        if odds is None:
            return Line(Outcome.PUSH, 0, stake, 0, "UTH 5.11")
        return _won(rules, stake, *odds, "UTH 5.11")
    return _not_won(stake, hand, dealer)


def _not_won(stake: int, hand: int, dealer: int) -> Line:
    if hand == dealer:
        return Line(Outcome.PUSH, 0, stake, 0, "UTH 10.9")
    return Line(Outcome.LOSE, 0, 0, 0, "UTH 10.7(b)")


def _trips(rules: UltimateRules, stake: int, hand: int) -> Line:
    """UTH 10.4: whether the hand wins, loses or pushes."""
    odds = TRIPS[rules.pay_table].get(STANDARD.category(hand))
    if odds is None:
        return Line(Outcome.LOSE, 0, 0, 0, "UTH 5.11")
    return _won(rules, stake, odds, 1, "UTH 10.4")


def _jackpot(rules: UltimateRules, box: Played, payment: Payment | None) -> Line:
    """UTH 11.9, 11.12: outside the payout limit; the stake is taken, or goes back by the other reading."""
    if payment is None or box.seat not in payment.prizes:
        return Line(Outcome.LOSE, 0, 0, 0, "UTH 11.7")
    returned = box.stakes.progressive if rules.progressive_stake == "returned" else 0
    return Line(Outcome.WIN, payment.prizes[box.seat], returned, 0, "UTH 11.9")


def answer(result: RoundResult) -> dict[str, Any]:
    """The round as the command line answers it."""
    dealer = result.dealer
    return {
        "dealer": {
            "hand": _hand_name(dealer),
            "qualifies": None if dealer is None else dealer >= PAIR,
        },
        "boxes": {str(seat): _box_answer(box) for seat, box in result.boxes.items()},
        "pool": pool_answer(result.pool, result.operator),
    }


def _box_answer(box: BoxResult) -> dict[str, Any]:
    return {"hand": _hand_name(box.hand), **{name: _line_answer(line) for name, line in box.lines.items()}}


def _hand_name(hand: int | None) -> str | None:
    return None if hand is None else HAND_NAMES[hand >> CATEGORY_SHIFT]


def _line_answer(line: Line | None) -> dict[str, Any] | None:
    if line is None:
        return None
    return {
        "outcome": line.outcome,
        "paid": line.paid,
        "returned": line.returned,
        "commission": line.commission,
    }


def pool_answer(pool: Pool | SubPools | None, operator: int) -> dict[str, int] | None:
    if pool is None:
        return None
    if isinstance(pool, Pool):
        return {"prize": pool.prize, "operator": operator}
    return {"minor": pool.minor, "major": pool.major, "operator": operator}
