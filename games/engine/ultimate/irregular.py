"""What the irregularities do to a round (UTH 12; NZ1 10.2, 17, 18): functions from a state to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from casino.refused import Refused
from games.engine.general import Limits, accepted_by_mistake
from games.engine.money import MOST, dollars
from games.engine.protocol import Rule
from games.engine.ultimate.betting import levels_of, say_taken, used
from games.engine.ultimate.deal import after_decisions
from games.engine.ultimate.settle import WAGERS
from games.engine.ultimate.state import TIMES, Box, Phase, State


def void_round(state: State, clause: str) -> State:
    """UTH 12.11: every wager goes back; wagers forfeited already stay forfeited."""
    return replace(state, void=clause, phase=Phase.OVER, order=())


def void_box(state: State, seat: int, clause: str) -> State:
    return state.with_box(seat, ended="void", clause=clause)


def void_player(state: State, rule: Rule, clause: str) -> State:
    """Every wager of one player (UTH 12.1, NZ1 17.3)."""
    for box in state.of(str(rule.subject)):
        state = void_box(state, box.seat, clause)
    return after_decisions(state)


def wrong_number(state: State, rule: Rule) -> State:
    """UTH 12.2, 12.11, our reading: a box's wrong number voids that box, the dealer's or the board's the round."""
    if isinstance(rule.subject, int):
        return after_decisions(void_box(state, rule.subject, "UTH 12.2"))
    return void_round(state, "UTH 12.2")


def card_exposed(state: State, _rule: Rule) -> State:
    return replace(state, exposed=state.exposed + 1)


def dealer_hand_exposed(state: State, _rule: Rule) -> State:
    """UTH 12.7: from now on whoever has no Play wager plays or folds."""
    return replace(state, play_or_fold=True)


def hand_at_empty_area(state: State, rule: Rule) -> State:
    """UTH 12.9: the cards go to the rack; `detail` is a progressive wager that lay there, void."""
    amount = rule.detail or 0
    if not isinstance(amount, int) or isinstance(amount, bool) or not 0 <= amount <= MOST:
        raise Refused(None, "The progressive wager that lay there, or nothing.", "detail")
    if not amount:
        return state
    # The only box without Ante and Blind: it exists so that the chip has a line in the settlement.
    box = Box(int(rule.subject or 0), "", progressive=amount, ended="void", clause="UTH 12.9")
    return replace(state, boxes=tuple(sorted([*state.boxes, box], key=lambda one: one.seat)))


def absent(state: State, rule: Rule) -> State:
    """UTH 12.12: deemed folded, wagers forfeited."""
    return after_decisions(state.with_box(_seat(rule), ended="fold", clause="UTH 12.12"))


def not_reconstructed(state: State, rule: Rule) -> State:
    """UTH 12.13: the dealer took the cards too early and they cannot be found again."""
    return after_decisions(void_box(state, _seat(rule), "UTH 12.13"))


def deemed_folded(state: State, rule: Rule) -> State:
    """UTH 12.14: the cards laid down are not the top ones of the discards."""
    return after_decisions(state.with_box(_seat(rule), ended="fold", clause="UTH 12.14"))


def stands(state: State, _rule: Rule) -> State:
    """The round goes on as it was."""
    return state


def viewed_one(state: State, rule: Rule) -> State:
    """UTH 12.15(a): the hand that was viewed becomes the one dealt where the player sits."""
    player = str(rule.subject)
    seat = viewed(state, player)[0]
    homes = tuple((name, home) for name, home in state.homes if name != player)
    return replace(state, homes=(*homes, (player, seat)))


def viewed_several(state: State, rule: Rule) -> State:
    """UTH 12.15(b): all hands viewed are void."""
    for seat in viewed(state, str(rule.subject)):
        state = void_box(state, seat, "UTH 12.15(b)")
    return after_decisions(state)


def viewed(state: State, player: str) -> list[int]:
    """Boxes whose hands the player has looked at and that are still in the round."""
    live = {box.seat for box in state.live}
    return [seat for name, seat in state.looked if name == player and seat in live]


def fraud(state: State, rule: Rule) -> State:
    """NZ1 18.1(b), 18.2: the round is refunded; the wagers of a player who cheated are forfeited."""
    if rule.subject is not None:
        for box in state.of(str(rule.subject)):
            state = state.with_box(box.seat, ended="forfeit", clause="NZ1 18.2")
    return void_round(state, "NZ1 18.2")


def wrong_amount(state: State, rule: Rule) -> State:
    """NZ1 10.2, found after the call: `detail` is what really lay there."""
    seat, _, on = str(rule.subject).partition(".")
    box = state.box(int(seat), "subject")
    found = rule.detail
    if not isinstance(found, int) or isinstance(found, bool) or not 1 <= found <= MOST:
        raise Refused(None, "The amount that was found.", "detail")
    levels = _levels(state, box, on)
    taken = accepted_by_mistake(found, levels, used_before=box.player in used(state))
    rest = tuple(part for part in box.back if part[0] != on)
    back = ((on, taken.void, taken.clause or "NZ1 10.2"),) if taken.void else ()
    state = state.with_box(box.seat, **{on: taken.valid}, back=rest + back)
    # A box needs its Ante and its Blind (UTH 5.1): where one of them is void nothing was played there.
    if on in ("ante", "blind") and not taken.valid:
        state = void_box(state, box.seat, "NZ1 10.2(a)")
    return after_decisions(say_taken(state, box, on, taken))


def _levels(state: State, box: Box, on: str) -> Limits | Sequence[int]:
    """The Ante is measured by the sign, the Blind by the Ante, Play by when it was made."""
    if on == "play" and box.played:
        return [box.ante * times for times in TIMES[box.played]]
    return levels_of(state, replace(box, blind=0) if on == "ante" else box, on)


def wagers(box: Box) -> list[str]:
    """ "3.ante" and so on, for what lies there."""
    return [f"{box.seat}.{on}" for on, stake in zip(WAGERS, box.stakes, strict=True) if stake]


def sentence(rule: Rule, effect: str) -> str:
    """What the record says of a ruling."""
    about = "" if rule.subject is None else f" ({_about(rule.subject)})"
    amount = f" {dollars(rule.detail)}." if isinstance(rule.detail, int) and rule.detail else ""
    words = f" {rule.detail}" if isinstance(rule.detail, str) else ""
    return f"{rule.name.replace('_', ' ').capitalize()}{about}: {effect}{amount}{words}"


def _about(subject: str | int) -> str:
    return f"box {subject}" if isinstance(subject, int) else subject


def _seat(rule: Rule) -> int:
    if not isinstance(rule.subject, int):
        raise Refused(None, "A box is meant by its number.", "subject")
    return rule.subject
