"""What a game is made of: the deal, who begins each betting round and how, and which cards make the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.engine.hands import Ranking, ranking

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
    in_pairs: bool = False
    multiples: bool = False
    forced: Literal["never", "always", "elected"] = "never"
    checkers_beat: bool = False
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
