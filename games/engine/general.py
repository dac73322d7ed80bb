"""The general rules that every banked game shares (NZ1 9 to 12, 17 and 18), as pure functions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from casino.refused import Refused, refuse_unless
from games.engine.money import dollars
from games.engine.protocol import Line, Outcome


@dataclass(frozen=True, slots=True)
class Limits:
    """What the sign says for one kind of wager; `step` is the increment, 1 where the sign asks for none (NZ1 9.2)."""

    least: int
    most: int
    step: int = 1

    def __post_init__(self) -> None:
        refuse_unless(self.least >= 1, clause="NZ1 9.1", message="The minimum is at least one cent.", where="least")
        refuse_unless(self.most >= self.least, clause="NZ1 9.1", message="Maximum below the minimum.", where="most")
        refuse_unless(
            1 <= self.step <= self.least,
            clause="NZ1 9.5",
            message="The increment may not exceed the minimum.",
            where="step",
        )

    def allows(self, amount: int) -> bool:
        return self.least <= amount <= self.most and amount % self.step == 0


def personal(table: Limits, *, least: int | None = None, most: int | None = None) -> Limits:
    """NZ1 9.4: one player's limits, on a sign of their own, which only widen the table's."""
    least = table.least if least is None else least
    most = table.most if most is None else most
    refuse_unless(least <= table.least, clause="NZ1 9.4", message="A personal minimum is no higher.", where="least")
    refuse_unless(most >= table.most, clause="NZ1 9.4", message="A personal maximum is no lower.", where="most")
    # NZ1 9.5 holds for a personal sign too: its increment may not exceed its minimum.
    return Limits(least, most, min(table.step, least))


def refuse_outside(amount: int, limits: Limits, where: str = "amount") -> None:
    """NZ1 10.1(b), 9.5: a wager outside the limits that hold for the player is not taken."""
    if amount < limits.least:
        raise Refused("NZ1 10.1(b)", f"Below the minimum of {dollars(limits.least)}.", where)
    if amount > limits.most:
        raise Refused("NZ1 10.1(b)", f"Above the maximum of {dollars(limits.most)}.", where)
    if amount % limits.step:
        raise Refused("NZ1 9.5", f"Wagers rise in steps of {dollars(limits.step)}.", where)


def refuse_pooled(amounts: Sequence[int], limits: Limits, where: str = "amount") -> None:
    """NZ1 10.1(c): partners may not together pass a maximum."""
    if len(amounts) > 1 and sum(amounts) > limits.most:
        raise Refused("NZ1 10.1(c)", "Players may not join to pass the maximum.", where)


def refuse_not_payable(winnings: Fraction | int, chip: int, where: str = "amount") -> None:
    """NZ1 10.4: a wager whose winnings chips could not pay exactly may be refused beforehand."""
    if winnings % chip:
        raise Refused("NZ1 10.4", "The winnings could not be paid exactly in chips.", where)


def refuse_after_result(determined: bool, where: str = "") -> None:
    """NZ1 10.6: that nobody called "no more bets" reopens nothing once the result is determined."""
    refuse_unless(not determined, clause="NZ1 10.6", message="The result is determined.", where=where)


class Once(StrEnum):
    """NZ1 10.2(a), "once only": our reading counts per player, table and gaming day; the other, once for ever."""

    PLAYER_TABLE_DAY = "player_table_day"
    PLAYER = "player"

    def key(self, player: str, table: str, day: str) -> tuple[str, ...]:
        """Under which an earlier wager below the minimum counts against the player."""
        return (player, table, day) if self is Once.PLAYER_TABLE_DAY else (player,)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A wager taken by mistake: the part that stands, the part that goes back, and whether the one time is used."""

    valid: int
    void: int
    once_used: bool
    clause: str | None


def accepted_by_mistake(amount: int, levels: Sequence[int] | Limits, *, used_before: bool) -> Accepted:
    """NZ1 10.2, for limits (10.1(b)) and for the levels that a game sets (10.1(d), such as Play multiples)."""
    least = levels.least if isinstance(levels, Limits) else min(levels)
    if amount < least:
        return Accepted(0, amount, False, "NZ1 10.2(a)") if used_before else Accepted(amount, 0, True, "NZ1 10.2(a)")
    valid = _level_below(amount, levels)
    return Accepted(valid, amount - valid, False, "NZ1 10.2(b)" if valid < amount else None)


# Between two levels (3.5 times the Ante) the lower one stands: the rest is in excess of it.
def _level_below(amount: int, levels: Sequence[int] | Limits) -> int:
    if isinstance(levels, Limits):
        return min(amount, levels.most)
    return max(level for level in levels if level <= amount)


def overpaid(due: int, paid: int) -> int:
    """NZ1 11.1: what the operator may recover."""
    return max(0, paid - due)


def held(lines: Mapping[str, Line]) -> int:
    """NZ1 12.2: what is kept for a player who left wagers and winnings behind."""
    return sum(line.paid + line.returned for line in lines.values())


def void_line(stake: int, clause: str) -> Line:
    """A void wager neither wins nor loses (NZ1 1.1): the stake goes back."""
    return Line(Outcome.VOID, 0, stake, 0, clause)


def forfeit_line(clause: str) -> Line:
    """A forfeited wager loses whatever the round shows."""
    return Line(Outcome.LOSE, 0, 0, 0, clause)


def device_used(stakes: Mapping[str, int]) -> dict[str, Line]:
    """NZ1 17.3(a): wagers of a player who used a forbidden device are void."""
    return {wager: void_line(stake, "NZ1 17.3(a)") for wager, stake in stakes.items()}


class Ground(StrEnum):
    """NZ1 18.1: why a round may be invalidated."""

    DISRUPTION = "NZ1 18.1(a)"
    FRAUD = "NZ1 18.1(b)"


def invalidated(stakes: Mapping[str, int], ground: Ground, forfeited: Collection[str] = ()) -> dict[str, Line]:
    """NZ1 18.2: every wager goes back; those of a cheat may be forfeited, which needs a fraud."""
    if forfeited and ground is not Ground.FRAUD:
        raise Refused("NZ1 18.2", "Only a cheat's wagers may be forfeited.", "forfeited")
    return {
        wager: forfeit_line("NZ1 18.2") if wager in forfeited else void_line(stake, "NZ1 18.2")
        for wager, stake in stakes.items()
    }
