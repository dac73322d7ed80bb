"""Reading what a player does at the table: chips without a word, an oversize chip, several motions, words.

The answer is an act for the state, or what the player still has to choose between. Where the book has no clause,
`clause` is None: the reading is what we suggest, and the supervisor decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.engine.poker import acts
from games.engine.poker.phases import BET
from games.engine.poker.play import Play
from games.engine.poker.state import State
from games.engine.poker.terms import FORCED, FREE, NO_CHECK
from games.engine.protocol import Act

Word = Literal["fold", "check", "call", "bet", "raise", "all_in"]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word, and perhaps the total that was named with it."""

    word: Word
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """`options` stand where the player has to choose; `back` are chips that the player takes back."""

    act: Act | None
    clause: str | None
    sentence: str
    back: int = 0
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Spot:
    """What matters of the state for the seat to act."""

    play: Play
    seat: int
    bet: int
    stack: int
    owed: int
    least: int | None
    most: int | None

    def clause(self, field: str) -> str:
        return self.play.terms.book.clause(field)

    def cite(self, matter: str) -> str:
        return self.play.terms.cite(matter)


def read(
    state: State,
    motions: Sequence[Sequence[int]] = (),
    spoken: Spoken | None = None,
    first: Literal["word", "chips", "together"] = "word",
) -> Reading:
    """What the seat to act has done: the chips of each motion, and what it said."""
    if state.phase is not BET:
        return Reading(None, state.rules.cite("turn"), "Nobody is to act now.")
    spot = _spot(state.play)
    if spoken is None and not motions:
        return Reading(None, None, "Nothing was said and nothing was put in.")
    if spoken is None or (motions and not _word_defines(spot, spoken, first)):
        return _motions(spot, motions)
    return _word(spot, spoken, motions)


def _spot(play: Play) -> _Spot:
    seat = play.turn
    found = play.bounds()
    owed = max(min(play.level - play.bets[seat], play.stacks[seat]), 0)
    least, most = found or (None, None)
    return _Spot(play, play.seats[seat], play.bets[seat], play.stacks[seat], owed, least, most)


def _word_defines(spot: _Spot, spoken: Spoken, first: str) -> bool:
    """RWS 3.20: whichever comes first; together, a clear word that the stack covers. WA 7.23: the word binds."""
    if spot.play.terms.book.word_or_chips == "word_binds":
        return True
    covered = spoken.to is None or spoken.to <= spot.bet + spot.stack
    return first == "word" or (first == "together" and covered)


def _motions(spot: _Spot, motions: Sequence[Sequence[int]]) -> Reading:
    """Without a word: one motion is read; of several the first (RWS 3.20, WA 7.22)."""
    found = _silent(spot, list(motions[0]))
    if len(motions) == 1:
        return found
    back = found.back + sum(sum(motion) for motion in motions[1:])
    clause = None if spot.play.terms.book.string_bet == "silent" else spot.clause("string_bet")
    sentence = f"String bet: only the first motion counts. {found.sentence}"
    return Reading(found.act, clause, sentence, back, found.options)


def _silent(spot: _Spot, chips: list[int]) -> Reading:
    """Chips in one motion and no word."""
    total = sum(chips)
    play = spot.play
    if total >= spot.stack and spot.bet + spot.stack <= max(play.level, spot.most or 0):
        return Reading(acts.AllIn(spot.seat), spot.cite("stake"), "The whole stack: all-in.")
    if not play.level or play.mode > NO_CHECK:
        return _opening(spot, chips)
    if total < spot.owed:
        return _short_call(spot, total)
    over = total - spot.owed
    if not over:
        return _call(spot, 0, spot.cite("call"), "The amount to call.")
    if len(chips) == 1 and (clause := _oversize(spot)):
        return _call(spot, over, clause, "A single oversize chip without a word.")
    if field := _calls_by_its_chips(spot, chips):
        return _call(spot, over, spot.clause(field), "These chips make a call.")
    return _perhaps_raise(spot, spot.bet + total, over)


def _oversize(spot: _Spot) -> str | None:
    """The clause that makes a single oversize chip a call, in limit games and elsewhere."""
    terms = spot.play.terms
    field = "oversize_calls_in_limit" if terms.structure in ("fixed_limit", "spread_limit") else "oversize_calls"
    return spot.clause(field) if getattr(terms.book, field) else None


def _calls_by_its_chips(spot: _Spot, chips: list[int]) -> str | None:
    """RWS 3.5.2: every chip is needed. WA 7.25: two equal chips, together below a raise, one below the last bet."""
    book, play = spot.play.terms.book, spot.play
    total = sum(chips)
    if book.needed_chips_call and len(chips) > 1 and total - min(chips) < spot.owed:
        return "needed_chips_call"
    pair = len(chips) == 2 and chips[0] == chips[1]
    below = spot.least is None or spot.bet + total < spot.least
    if book.equal_pair_calls and pair and below and chips[0] < play.level:
        return "equal_pair_calls"
    return None


def _perhaps_raise(spot: _Spot, to: int, over: int) -> Reading:
    """RWS 3.5.3, NZ13 7.11, WA 7.24: half the least raise or more is made up to a raise, less is a call."""
    clause, play = spot.clause("half_makes_raise"), spot.play
    if spot.least is None or spot.most is None:
        return _call(spot, over, spot.cite("reopen"), "A raise is not open to this seat.")
    if to >= spot.least:
        capped = min(to, spot.most)
        return Reading(acts.Raise(spot.seat, capped), clause, f"A raise to {capped}.", to - capped)
    if play.terms.book.half_makes_raise and 2 * (to - play.base) >= play.size:
        return Reading(acts.Raise(spot.seat, spot.least), clause, f"Half of a raise or more: made up to {spot.least}.")
    return _call(spot, over, clause, "Less than half of a raise.")


def _call(spot: _Spot, back: int, clause: str, why: str) -> Reading:
    act: Act = acts.Call(spot.seat) if spot.owed else acts.Check(spot.seat)
    return Reading(act, clause, f"{why} A {act.kind}.", back)


def _short_call(spot: _Spot, total: int) -> Reading:
    """WA 7.27: make it up, or fold and lose it; RWS 3.5.4: chips put in stay in."""
    silent = spot.play.terms.book.short_call == "silent"
    clause = None if silent else spot.clause("short_call")
    sentence = f"{spot.owed - total} short of a call: make it up, or fold and leave {total} in the pot."
    return Reading(None, clause, sentence, options=("call", "fold"))


def _opening(spot: _Spot, chips: list[int]) -> Reading:
    """First in: the chips are the bet, an oversize chip too (WA 7.20(a)(ii)), within the limits."""
    if spot.least is None or spot.most is None:
        return Reading(None, spot.cite("bet"), "A bet is not open to this seat.")
    total = spot.bet + sum(chips)
    to = min(max(total, spot.least), spot.most)
    if spot.play.mode == FORCED and spot.play.terms.fixed[0] and to < spot.most:
        to = spot.least
    kind = acts.Raise if spot.play.level else acts.Bet
    return Reading(kind(spot.seat, to), spot.cite("most" if total > to else "least"), f"To {to}.", max(total - to, 0))


PLAIN: dict[str, type[acts.Fold | acts.Check | acts.Call | acts.AllIn]] = {
    "fold": acts.Fold,
    "check": acts.Check,
    "call": acts.Call,
    "all_in": acts.AllIn,
}


def _word(spot: _Spot, spoken: Spoken, motions: Sequence[Sequence[int]]) -> Reading:
    """Words bind (RWS 3.20, WA 7.23)."""
    clause, word = spot.clause("word_or_chips"), spoken.word
    if word not in PLAIN:
        return _word_raise(spot, spoken, motions, clause)
    if word == "check" and spot.owed:
        return Reading(None, spot.cite("check"), f"{spot.owed} is to call.", options=("call", "raise", "fold"))
    if word == "call" and not spot.owed and spot.play.mode == FREE:
        word = "check"
    put = sum(sum(motion) for motion in motions)
    keep = {"fold": 0, "check": 0, "call": spot.owed, "all_in": spot.stack}[word]
    return Reading(PLAIN[word](spot.seat), clause, f"The word binds: {word}.", max(put - keep, 0))


def _word_raise(spot: _Spot, spoken: Spoken, motions: Sequence[Sequence[int]], clause: str) -> Reading:
    """RWS 3.5.1, 3.6.1; WA 7.20(b), 7.21: by the amount named, else by the chips of the first motion."""
    if spot.least is None or spot.most is None:
        return Reading(None, spot.cite("reopen"), "A raise is not open to this seat.", options=("call", "fold"))
    kind = acts.Raise if spot.play.level else acts.Bet
    if spoken.to is None and not motions:
        sentence = f"The right to raise is kept: to {spot.least} or more, {spot.most} at the most."
        return Reading(None, clause, sentence, options=(kind.kind,))
    put = sum(motions[0]) if motions else 0
    wanted = spoken.to if spoken.to is not None else spot.bet + put
    if wanted >= spot.bet + spot.stack <= spot.most:
        return Reading(acts.AllIn(spot.seat), clause, "More than the stack: all-in.")
    to = min(max(wanted, spot.least), spot.most)
    return Reading(kind(spot.seat, to), clause, f"The word binds: to {to}.", max(spot.bet + put - to, 0))
