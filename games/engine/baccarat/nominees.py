"""Nominees: who may place wagers or handle cards for a player (NZ5 2.3, 15.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from casino.refused import Refused, refuse_unless


@dataclass(frozen=True, slots=True)
class Nominee:
    """Approved by a supervisor; acts only once announced, with a marker in front of the player."""

    name: str
    player: str
    seat: int | None = None
    announced: bool = False
    places: bool = True
    handles: bool = True


def approve(nominees: Sequence[Nominee], found: Nominee, *, several: bool, works_here: bool) -> tuple[Nominee, ...]:
    """NZ5 2.3(a), (d), (h); 15.3: several for one player in International only."""
    refuse_unless(not works_here, clause="NZ5 2.3(h)", message="Nobody who works at the casino acts as a Nominee.")
    refuse_unless(
        all(other.name != found.name for other in nominees),
        clause="NZ5 2.3(d)",
        message="A Nominee acts for one player at a time.",
    )
    refuse_unless(
        several or all(other.player != found.player for other in nominees),
        clause="NZ5 1.1",
        message="This player has a Nominee already.",
    )
    return (*nominees, found)


def announce(nominees: Sequence[Nominee], name: str, *, marker: bool) -> tuple[Nominee, ...]:
    """NZ5 2.3(b), (c): announced, and a marker on the table, before the role begins."""
    refuse_unless(marker, clause="NZ5 2.3(c)", message="A marker is placed in front of the player first.")
    return _changed(nominees, replace(named(nominees, name), announced=True))


def end(nominees: Sequence[Nominee], name: str, *, confirmed: bool) -> tuple[Nominee, ...]:
    """NZ5 2.3(e): announced after the player has confirmed it."""
    refuse_unless(confirmed, clause="NZ5 2.3(e)", message="The player confirms first that the Nominee ceases to act.")
    found = named(nominees, name)
    return tuple(other for other in nominees if other is not found)


def withdraw(nominees: Sequence[Nominee], what: str, players: Sequence[str]) -> tuple[Nominee, ...]:
    """NZ5 2.3(f), (g): some or all players place their own wagers, or handle their own cards."""
    changed = [
        replace(one, **{what: False}) if not players or one.player in players else one  # type: ignore[arg-type]
        for one in nominees
    ]
    return tuple(one for one in changed if one.places or one.handles)


def named(nominees: Sequence[Nominee], name: str) -> Nominee:
    for nominee in nominees:
        if nominee.name == name:
            return nominee
    raise Refused("NZ5 2.3(a)", f"{name} is not approved as a Nominee.")


def may_place(nominees: Sequence[Nominee], name: str, player: str) -> None:
    """Whether somebody other than the player may place this wager."""
    found = named(nominees, name)
    refuse_unless(found.player == player, clause="NZ5 2.3(d)", message=f"{name} acts for another player.")
    refuse_unless(found.announced, clause="NZ5 2.3(b)", message=f"{name} has not been announced.")
    refuse_unless(found.places, clause="NZ5 2.3(f)", message="The players place their own wagers.")


def may_handle(nominees: Sequence[Nominee], name: str, player: str) -> None:
    """Whether somebody other than the player may turn these cards; seated, by the definitions in 1.1."""
    found = named(nominees, name)
    refuse_unless(found.player == player, clause="NZ5 2.3(d)", message=f"{name} acts for another player.")
    refuse_unless(found.announced, clause="NZ5 2.3(b)", message=f"{name} has not been announced.")
    refuse_unless(found.handles, clause="NZ5 2.3(g)", message="The players turn their own cards.")
    refuse_unless(found.seat is not None, clause="NZ5 1.1", message=f"{name} is not seated at the game.")


def _changed(nominees: Sequence[Nominee], found: Nominee) -> tuple[Nominee, ...]:
    return tuple(found if other.name == found.name else other for other in nominees)
