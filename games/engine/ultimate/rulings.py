"""The rulings that may be given now (UTH 12; NZ1 10.2, 17, 18, 19.3), and giving one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from casino.refused import Refused, refuse_unless
from games.engine.protocol import Rule, Ruling, may_decide
from games.engine.ultimate import irregular
from games.engine.ultimate.state import DECIDING, Phase, State

Subject = str | int | None
Subjects = Callable[[State], Iterable[Subject]]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of ruling: about whom it can be given now, and what it does."""

    name: str
    clause: str
    decides: str
    effect: str
    subjects: Subjects
    give: Callable[[State, Rule], State]


# Until it is settled a round may still be found void, even when the last hand lies open (UTH 11.14, 12.10).
def _begun(state: State) -> bool:
    return state.phase is not Phase.BETTING and state.void is None


def _dealing(state: State) -> bool:
    return state.phase is Phase.DEALING


def _once(when: Callable[[State], bool]) -> Subjects:
    return lambda state: [None] if when(state) else []


def _players(state: State) -> list[str]:
    if not _begun(state):
        return []
    return list(dict.fromkeys(box.player for box in state.boxes if box.ended != "void"))


def _dealt_to(state: State) -> list[Subject]:
    seats: list[Subject] = [box.seat for box in state.live]
    return [*seats, "dealer", "board"] if _begun(state) else []


def _exposed_to(state: State) -> list[Subject]:
    return [*(box.seat for box in state.live), "board"] if _dealing(state) else []


def _empty_areas(state: State) -> list[int]:
    return [seat for seat in range(1, state.rules.boxes + 1) if not state.has(seat)]


def _undecided(state: State) -> list[int]:
    return [box.seat for box in state.undecided]


def _held(state: State) -> list[int]:
    """Boxes whose hand is complete and not yet settled."""
    return [box.seat for box in state.live] if state.phase in (*DECIDING, Phase.SHOWDOWN) else []


def _viewers(state: State, several: bool) -> list[str]:
    if not state.rules.one_hand_seen or state.phase not in (*DECIDING, Phase.SHOWDOWN):
        return []
    found = []
    for player in _players(state):
        seats = irregular.viewed(state, player)
        if (len(seats) > 1) if several else (len(seats) == 1 and seats[0] != state.home(player)):
            found.append(player)
    return found


def _wagers(state: State) -> list[str]:
    return [wager for box in state.live for wager in irregular.wagers(box)] if _begun(state) else []


def _void(clause: str) -> Callable[[State, Rule], State]:
    return lambda state, _rule: irregular.void_round(state, clause)


def _void_player(clause: str) -> Callable[[State, Rule], State]:
    return lambda state, rule: irregular.void_player(state, rule, clause)


# `decides` is the dealer where the clause leaves no choice, the rank that it names where it says "may".
ROUND_VOID = "The round is void and every wager goes back."
BOX_VOID = "The box is void and its wagers go back."
PLAYER_VOID = "The player's wagers are void and go back."
GOES_ON = "The round goes on."

KINDS: tuple[Kind, ...] = (
    Kind("shared_information", "UTH 12.1", "operator", PLAYER_VOID, _players, _void_player("UTH 12.1")),
    Kind(
        "wrong_number_of_cards",
        "UTH 12.2",
        "dealer",
        "The box is void; at the dealer's hand or the board the round is.",
        _dealt_to,
        irregular.wrong_number,
    ),
    Kind(
        "card_exposed",
        "UTH 12.3",
        "dealer",
        "The card is turned over and the deal goes on.",
        lambda state: _exposed_to(state) if not state.exposed else [],
        irregular.card_exposed,
    ),
    Kind(
        "second_card_exposed",
        "UTH 12.5",
        "dealer",
        ROUND_VOID,
        lambda state: _exposed_to(state) if state.exposed else [],
        _void("UTH 12.5"),
    ),
    Kind("dealer_card_exposed", "UTH 12.4", "dealer", ROUND_VOID, _once(_dealing), _void("UTH 12.4")),
    Kind("player_exposed_cards", "UTH 12.6", "dealer", GOES_ON, _held, irregular.stands),
    Kind(
        "dealer_hand_exposed",
        "UTH 12.7",
        "dealer",
        "Whoever has made no Play wager now plays or folds.",
        _once(lambda state: bool(state.phase in DECIDING and not state.play_or_fold and state.undecided)),
        irregular.dealer_hand_exposed,
    ),
    Kind(
        "dealt_to_empty_area",
        "UTH 12.8",
        "dealer",
        ROUND_VOID,
        lambda state: _empty_areas(state) if _dealing(state) else [],
        _void("UTH 12.8"),
    ),
    Kind(
        "hand_at_empty_area",
        "UTH 12.9",
        "dealer",
        "The cards go to the discards and the round goes on; a progressive wager there is void.",
        lambda state: _empty_areas(state) if _begun(state) and state.phase is not Phase.OVER else [],
        irregular.hand_at_empty_area,
    ),
    Kind("deck_not_52", "UTH 12.10", "dealer", ROUND_VOID, _once(_begun), _void("UTH 12.10")),
    Kind(
        "player_absent",
        "UTH 12.12",
        "dealer",
        "The hand is deemed folded and its wagers are forfeited.",
        _undecided,
        irregular.absent,
    ),
    Kind("collected_reconstructed", "UTH 12.13", "dealer", GOES_ON, _undecided, irregular.stands),
    Kind("collected_not_reconstructed", "UTH 12.13", "dealer", BOX_VOID, _undecided, irregular.not_reconstructed),
    Kind("laid_down_reconstructed", "UTH 12.14", "dealer", GOES_ON, _held, irregular.stands),
    Kind(
        "laid_down_folded",
        "UTH 12.14",
        "dealer",
        "The hand is deemed folded and its wagers are collected.",
        _held,
        irregular.deemed_folded,
    ),
    Kind(
        "viewed_another_hand",
        "UTH 12.15(a)",
        "game_supervisor",
        "The hand viewed counts as the one dealt where the player sits.",
        lambda state: _viewers(state, several=False),
        irregular.viewed_one,
    ),
    Kind(
        "viewed_several_hands",
        "UTH 12.15(b)",
        "game_supervisor",
        "All hands that the player viewed are void.",
        lambda state: _viewers(state, several=True),
        irregular.viewed_several,
    ),
    Kind(
        "wrong_amount",
        "NZ1 10.2",
        "dealer",
        "Above the most the excess goes back; below the least it stands once for the player.",
        _wagers,
        irregular.wrong_amount,
    ),
    Kind("device_used", "NZ1 17.3", "operator", PLAYER_VOID, _players, _void_player("NZ1 17.3(a)")),
    Kind("game_disrupted", "NZ1 18.1(a)", "operator", ROUND_VOID, _once(_begun), _void("NZ1 18.2")),
    Kind("dealer_fraud", "NZ1 18.1(b)", "operator", ROUND_VOID, _once(_begun), irregular.fraud),
    Kind(
        "player_fraud",
        "NZ1 18.1(b)",
        "operator",
        "The round is void; the player's wagers are forfeited, all others go back.",
        _players,
        irregular.fraud,
    ),
    Kind("not_addressed", "NZ1 19.3", "operator", "As decided:", _once(_begun), irregular.stands),
)


def rulings(state: State) -> list[Ruling]:
    """All that could be ruled now, in the order of the clauses."""
    return [
        Ruling(kind.name, kind.clause, kind.decides, kind.effect, subject)
        for kind in KINDS
        for subject in kind.subjects(state)
    ]


def give(state: State, rule: Rule) -> State:
    """Apply a ruling; the record gets its sentence, the clause and who gave it."""
    kind = next((kind for kind in KINDS if kind.name == rule.name), None)
    if kind is None:
        raise Refused(None, "No such ruling in this game.", "name")
    if rule.subject not in list(kind.subjects(state)):
        raise Refused(kind.clause, "The ruling does not apply now.", "subject")
    high_enough = may_decide(rule.by, kind.decides)
    refuse_unless(high_enough, clause=kind.clause, message=f"For a {kind.decides} or above.", where="by")
    return kind.give(state, rule).say(irregular.sentence(rule, kind.effect), kind.clause, rule.by)
