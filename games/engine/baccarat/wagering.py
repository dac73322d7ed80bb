"""Taking wagers, altering and removing them (NZ5 section 5, 11A to 11D, 14, 15.4; NZ1 9 and 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.engine.baccarat import nominees
from games.engine.baccarat.acts import AlterWager, PlaceWager, RemoveWager, WithdrawWager
from games.engine.baccarat.prices import DRAGONS, MAIN, PAIRS, SIDE, WAGERS
from games.engine.baccarat.rules import BaccaratRules
from games.engine.baccarat.settle import exact_part
from games.engine.baccarat.side_bets import SideBet, side_bet
from games.engine.baccarat.state import Phase, State, Wager, is_main
from games.engine.general import Limits, accepted_by_mistake, refuse_outside


def place(state: State, act: PlaceWager) -> State:
    """A new wager; `mistaken` records one that was accepted against the rules and what NZ1 10.2 makes of it."""
    _open(state)
    refuse_unless(all(act.id != one.id for one in state.wagers), clause=None, message="Id in use.", where="id")
    refuse_unless(act.chips, clause="NZ5 5.4", message="A spoken wager comes with chips.", where="chips")
    due = ante_due(state.rules, act.on, act.amount)
    wager = Wager(act.id, act.on, act.amount, act.player, act.area, act.ante, act.placed_by, due)
    _check_place(state, wager)
    if act.mistaken:
        return _accept_mistaken(state, wager)
    _check_amount(state, wager)
    return replace(state, wagers=(*state.wagers, wager))


def alter(state: State, act: AlterWager) -> State:
    """Another amount, another hand, or the Ante added; checked as if it were new."""
    _open(state)
    old = find(state, act.id)
    amount, on = old.amount if act.amount is None else act.amount, old.on if act.on is None else act.on
    wager = replace(
        old,
        amount=amount,
        on=on,
        ante=old.ante if act.ante is None else act.ante,
        ante_due=ante_due(state.rules, on, amount),
        excess=0,
        void=None,
        left=False,
    )
    without = replace(state, wagers=tuple(one for one in state.wagers if one.id != act.id))
    _check_place(without, wager)
    _check_amount(without, wager)
    changed = replace(state, wagers=tuple(wager if one.id == act.id else one for one in state.wagers))
    _check_sides(changed)
    return changed


def remove(state: State, act: RemoveWager) -> State:
    _open(state)
    find(state, act.id)
    left = replace(state, wagers=tuple(one for one in state.wagers if one.id != act.id))
    _check_sides(left)
    return left


def withdraw(state: State, act: WithdrawWager) -> State:
    """NZ5 15.10: in full, and not put back in this round."""
    refuse_unless(state.withdrawing, clause="NZ5 15.10", message="The operator has not allowed withdrawals.")
    wager = find(state, act.id)
    refuse_unless(wager.valid, clause="NZ5 15.10", message="This wager is no longer in the round.", where="id")
    changed = tuple(replace(one, withdrawn=True) if one is wager else one for one in state.wagers)
    return replace(state, wagers=changed).say(f"Wager {wager.id} was withdrawn in full.", "NZ5 15.10", wager.player)


def find(state: State, identity: str) -> Wager:
    for wager in state.wagers:
        if wager.id == identity:
            return wager
    raise Refused(None, "There is no such wager.", "id")


def offered(state: State, on: str) -> bool:
    """Whether the elections and the sign offer a wager."""
    rules = state.rules
    priced = {"tie": rules.tie, **dict.fromkeys(PAIRS, rules.pair), **dict.fromkeys(DRAGONS, rules.dragon_bonus)}
    return on in WAGERS and (on not in priced or priced[on] is not None) and state.sign.of(on) is not None


def room(state: State, wager: Wager) -> int:
    """How much more the player may put there: NZ5 5.9(b) over all areas, 5.8(b) on one."""
    limits, table = state.sign.holds_for(wager.on, wager.player), state.sign.of(wager.on)
    if limits is None or table is None:
        return 0
    rooms = [limits.most - _total(state, wager, same_player=True)]
    if state.rules.area_maximum == "all_players":
        rooms.append(table.most - _total(state, wager, same_area=True))
    if state.rules.area_maximum == "each_player":
        rooms.append(table.most - _total(state, wager, same_player=True, same_area=True))
    return max(0, min(rooms))


def ante_due(rules: BaccaratRules, on: str, amount: int) -> bool:
    """NZ5 14.5, 14.4: one Ante for each main wager, unless it is waived at this amount."""
    if rules.form != "ante_up" or on not in MAIN:
        return False
    return rules.ante is None or not rules.ante.waived(amount)


def _open(state: State) -> None:
    if state.void_hand:
        raise Refused(state.void_hand, "No bets this hand.")
    refuse_unless(state.phase is Phase.BETTING, clause="NZ5 5.14", message="Betting is closed.")


def _check_place(state: State, wager: Wager) -> None:
    if not offered(state, wager.on):
        side = wager.on in SIDE
        raise Refused(_bet(state, wager).offered if side else "NZ1 10.1(a)", "Not offered here.", "on")
    _check_area(state, wager)
    if wager.placed_by is not None and wager.placed_by != wager.player:
        nominees.may_place(state.nominees, wager.placed_by, wager.player)
    refuse_unless(wager.amount >= 1, clause="NZ5 5.3", message="A stake is at least 1.", where="amount")
    refuse_unless(
        wager.amount % state.rules.chip == 0, clause="NZ5 5.3", message="Not payable in chips.", where="amount"
    )
    if wager.on not in MAIN:
        _check_side(state, wager)


def _check_area(state: State, wager: Wager) -> None:
    rules, seated = state.rules, state.seat_of(wager.player) is not None
    if wager.area is None:
        standing = rules.version == "full" and not seated
        refuse_unless(standing, clause="NZ5 5.6(a)", message="A numbered area is needed.", where="area")
        return
    refuse_unless(1 <= wager.area <= rules.most_areas, clause="NZ5 3.1", message="There is no such area.", where="area")
    refuse_unless(
        rules.version != "full" or seated,
        clause="NZ5 5.6(a)",
        message="Numbered areas are for seated players.",
        where="area",
    )
    others = {one.player for one in state.wagers if one.area == wager.area} - {wager.player}
    refuse_unless(
        len(others) < rules.players_on_area,
        clause="NZ5 5.7" if rules.version == "full" else "NZ5 5.8(a)",
        message="No further player may wager on this area.",
        where="area",
    )


def _check_side(state: State, wager: Wager) -> None:
    """Beside a wager of rule 5.1 of the same player, and never once a card is dealt (reading of 15.4)."""
    if state.drawn:
        raise Refused(_bet(state, wager).before_cards, "Cards have been dealt.", "on")
    if not any(is_main(one) and one.player == wager.player for one in state.wagers):
        message = "Only beside a wager on Player, Banker or Tie."
        raise Refused(_bet(state, wager).placed_with, message, "on")


def _check_sides(state: State) -> None:
    """No side wager is left alone when a main wager goes or turns into another."""
    for wager in state.wagers:
        if wager.on not in MAIN:
            _check_side(replace(state, drawn=()), wager)


def _check_amount(state: State, wager: Wager) -> None:
    refuse_outside(wager.amount, _limits(state, wager))
    refuse_unless(
        wager.amount <= room(state, wager),
        clause="NZ5 5.8(b)" if state.rules.area_maximum else "NZ5 5.9(b)",
        message="Above the maximum together with the wagers already there.",
        where="amount",
    )
    refuse_unless(
        wager.on != "banker" or exact_part(wager.amount, state.rules.prices) == wager.amount,
        clause="NZ5 5.12",
        message="After commission it could not be paid exactly in chips.",
        where="amount",
    )
    _check_ante(state, wager)


def _check_ante(state: State, wager: Wager) -> None:
    sign = state.rules.ante
    if not wager.ante_due:
        clause = "NZ5 14.4" if state.rules.form == "ante_up" and is_main(wager) else "NZ5 14.5"
        refuse_unless(wager.ante == 0, clause=clause, message="No Ante is due.", where="ante")
        return
    refuse_unless(wager.ante > 0, clause="NZ5 14.5", message="The Ante is missing.", where="ante")
    refuse_unless(wager.ante % state.rules.chip == 0, clause="NZ5 14.5", message="Not payable in chips.", where="ante")
    refuse_unless(
        sign is None or wager.ante == sign.amount, clause="NZ5 14.3", message="Not the Ante on the sign.", where="ante"
    )


def _accept_mistaken(state: State, wager: Wager) -> State:
    """NZ1 10.2: too little stands once for the player, too much is void for the excess; 5.13 and 14.7 at the end."""
    if wager.ante:
        _check_ante(state, wager)
    found = accepted_by_mistake(wager.amount, _limits(state, wager), used_before=wager.player in state.undersized)
    valid = min(found.valid, room(state, wager))
    clause = found.clause or ("NZ5 5.9(b)" if valid < wager.amount else "NZ5 5.13")
    wager = replace(wager, excess=wager.amount - valid, void=None if valid else clause)
    undersized = (*state.undersized, wager.player) if found.once_used else state.undersized
    changed = replace(state, wagers=(*state.wagers, wager), undersized=undersized)
    sentence = f"Wager {wager.id} of {wager.amount} was accepted by mistake; {valid} of it stands."
    return changed.say(sentence, clause, wager.player)


def _limits(state: State, wager: Wager) -> Limits:
    limits = state.sign.holds_for(wager.on, wager.player)
    if limits is None:
        raise Refused(_bet(state, wager).on_sign, "The sign has no limits for it.", "on")
    return limits


def _total(state: State, wager: Wager, *, same_player: bool = False, same_area: bool = False) -> int:
    return sum(
        one.valid
        for one in state.wagers
        if one.on == wager.on
        and (not same_player or one.player == wager.player)
        and (not same_area or one.area == wager.area)
    )


def _bet(state: State, wager: Wager) -> SideBet:
    return side_bet(wager.on, state.rules.pair)


def totals(wagers: Sequence[Wager], player: str, on: str) -> int:
    """What one player has validly on one hand, over all areas (NZ5 5.9 calls that the wager)."""
    return sum(one.valid for one in wagers if one.player == player and one.on == on)
