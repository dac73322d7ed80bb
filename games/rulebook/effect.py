"""What a choice or a change does to the house edge of each wager: the engine's shipped figures, before and after."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.engine.odds import stored
from games.rulebook.wording import value_text

# Values that could hold, by name. One value where something was elected, several where a version leaves a choice.
Allowed = Mapping[str, tuple[Any, ...]]

GAMES = frozenset(("baccarat", "ultimate", "snake_eyes"))
USUAL_DECKS = 8
SIDE_BETS = frozenset(("perfect_pair", "any_pair", "lucky_match", "dragon_bonus"))
FORMS = frozenset(("form", "two_to_one"))
WAGERS: dict[str, object] = {
    "player": lazy("Player"), "banker": lazy("Banker"), "tie": lazy("Tie"), "player_pair": lazy("Player pair"),
    "banker_pair": lazy("Banker pair"), "player_dragon": lazy("Dragon Bonus, Player"),
    "banker_dragon": lazy("Dragon Bonus, Banker"), "main": lazy("Ante, Blind and Play, best play"),
    "trips": lazy("Trips"), "progressive": lazy("Progressive, without its pool"), "hard_4": lazy("Hard 4"),
    "hard_6": lazy("Hard 6"), "hard_8": lazy("Hard 8"), "hard_10": lazy("Hard 10"),
    "hardway_combo": lazy("Hardway Combo"), "five": lazy("Five"), "six": lazy("Six"), "eight": lazy("Eight"),
    "field": lazy("Field"), "any_7": lazy("Any 7"), "c_and_e": lazy("C and E"), "craps_2": lazy("Craps 2"),
    "craps_3": lazy("Craps 3"), "craps_12": lazy("Craps 12"), "eleven": lazy("Eleven"),
}  # fmt: skip
BETS: dict[str, object] = {
    "perfect_pair": lazy("Perfect Pair"), "any_pair": lazy("Any Pair"), "lucky_match": lazy("Lucky Match")
}  # fmt: skip
# Both rest on what a player stakes or on the pool: no shipped figure holds them.
OUTSIDE = {
    "max_payout": lazy("The figures hold without a cap: what a maximum payout takes from large wagers is not in them."),
    "ante": lazy("The figures hold without the Ante, which is a fee and no wager."),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A wager under one choice."""

    wager: str
    form: str
    choice: tuple[tuple[str, Any], ...]
    edge: Decimal


@dataclass(frozen=True, slots=True)
class Effect:
    """A wager's edge before and after; without one of them it is not on offer then."""

    wager: str
    choice: str
    before: Decimal | None
    after: Decimal | None

    @property
    def same(self) -> bool:
        return self.before == self.after

    @property
    def before_text(self) -> str:
        return percent(self.before)

    @property
    def after_text(self) -> str:
        return percent(self.after)


def allowed_by(values: Iterable[Any]) -> dict[str, tuple[Any, ...]]:
    """What a version's values leave open: all choices of what is elected, the default of what has bounds only."""
    found: dict[str, tuple[Any, ...]] = {}
    for one in values:
        if one.form:
            continue
        said = one.value
        if not isinstance(said, Mapping):
            found[one.name] = (said,)
        elif "choices" in said:
            found[one.name] = tuple(said["choices"])
        elif "default" in said:
            found[one.name] = (said["default"],)
    return found


def narrowed(allowed: Allowed, elected: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """What is left once something was elected. What is elected as none is not on offer."""
    return dict(allowed) | {name: _only(value) for name, value in elected.items()}


def _only(value: Any) -> tuple[Any, ...]:
    if isinstance(value, list | tuple):
        return tuple(value)
    return () if value is None else (value,)


def compare(game: str, before: Allowed, after: Allowed) -> list[Effect]:
    """Every wager of a game, in the order of the figures. A choice that falls away moves to the only one left."""
    if game not in GAMES:
        return []
    moved = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    old, new = _by_key(_figures(game, before), moved), _by_key(_figures(game, after), moved)
    found: list[Effect] = []
    for key in dict.fromkeys([*old, *new]):
        found += _pair(old.get(key, []), new.get(key, []))
    return found


def _by_key(figures: Sequence[Figure], moved: set[str]) -> dict[tuple[Any, ...], list[Figure]]:
    found: dict[tuple[Any, ...], list[Figure]] = defaultdict(list)
    for one in figures:
        kept = tuple(pair for pair in one.choice if pair[0] not in moved)
        form = "" if moved & FORMS or SIDE_BETS & {name for name, _value in one.choice} else one.form
        found[one.wager, form, kept].append(one)
    return found


def _pair(old: list[Figure], new: list[Figure]) -> list[Effect]:
    now = {(one.form, one.choice): one for one in new}
    left = [one for one in new if (one.form, one.choice) not in {(gone.form, gone.choice) for gone in old}]
    only = new[0] if len(new) == 1 else None
    found = []
    for one in old:
        heir = now.get((one.form, one.choice)) or only
        found.append(_effect(one, heir))
        if heir in left:
            left.remove(heir)
    return found + [_effect(None, one) for one in left]


def _effect(old: Figure | None, new: Figure | None) -> Effect:
    one = old or new
    assert one is not None
    choice = _moved(_words(old), _words(new)) if old and new else ", ".join(_words(one))
    return Effect(str(WAGERS[one.wager]), choice, old.edge if old else None, new.edge if new else None)


def _moved(old: list[str], new: list[str]) -> str:
    """What both say once, then from what to what."""
    both = [word for word in old if word in new]
    sides = [", ".join(word for word in words if word not in both) for words in (old, new)]
    return ", ".join(filter(None, (*both, " → ".join(filter(None, sides)))))


def _words(figure: Figure) -> list[str]:
    words = [_("2 to 1 Baccarat")] if figure.form == "two_to_one" else []
    for name, value in figure.choice:
        text = value_text(name, value)
        words.append(f"{BETS[name]}, {text}" if name in BETS else text)
    return words


def _figures(game: str, allowed: Allowed) -> list[Figure]:
    decks = (allowed.get("decks") or (USUAL_DECKS,))[0]
    return [one for one in _shipped(game, decks if game == "baccarat" else 0) if _on_offer(one, allowed)]


def _on_offer(figure: Figure, allowed: Allowed) -> bool:
    names = {name for name, _value in figure.choice}
    if names & SIDE_BETS:
        offered = allowed.get("side_bets")
        if offered is not None and not names & set(offered):
            return False
    elif figure.form and not _played(figure.form, allowed):
        return False
    return all(value in allowed.get(name, ()) for name, value in figure.choice)


def _played(form: str, allowed: Allowed) -> bool:
    """Ante Up and International pay as the standard form does, unless 2 to 1 is combined with it (NZ5 14.1)."""
    forms, combined = allowed.get("form", ("standard",)), allowed.get("two_to_one", (False,))
    if form == "two_to_one":
        return "two_to_one" in forms or ("ante_up" in forms and True in combined)
    return bool({"standard", "international"} & set(forms)) or ("ante_up" in forms and False in combined)


@cache
def _shipped(game: str, decks: int) -> tuple[Figure, ...]:
    rows = stored.read(game)[str(decks) if decks else "wagers"]
    return tuple(
        Figure(row["wager"], row["form"] or "", tuple(sorted(_flat(row["elections"]).items())), Decimal(row["edge"]))
        for row in rows
    )


def _flat(elections: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in elections.items():
        found |= value if isinstance(value, Mapping) else {name: value}
    return found


def percent(edge: Decimal | None) -> str:
    return "" if edge is None else f"{100 * edge:.2f} %"


def sentence(effects: Sequence[Effect]) -> str:
    """The chart in words, for those who hear it."""
    parts = []
    for one in effects:
        name = f"{one.wager} ({one.choice})" if one.choice else one.wager
        words = {"name": name, "before": percent(one.before), "after": percent(one.after)}
        if one.before is None:
            parts.append(_("%(name)s: new, %(after)s.") % words)
        elif one.after is None:
            parts.append(_("%(name)s: %(before)s before, not allowed any more.") % words)
        elif one.same:
            parts.append(_("%(name)s: %(before)s before and after.") % words)
        else:
            parts.append(_("%(name)s: %(before)s before, %(after)s after.") % words)
    return " ".join(parts)
