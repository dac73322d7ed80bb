"""Who may do what now, between which bounds, under which clause."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.baccarat.deal import INITIAL, Hand
from games.engine.baccarat.dealing import cut_offer, differential_excess, draws_next
from games.engine.baccarat.handling import offer, turns_next
from games.engine.baccarat.prices import MAIN, WAGERS
from games.engine.baccarat.shoe import BEHIND_LEAST, DECK, Stage, Stock
from games.engine.baccarat.state import Phase, State
from games.engine.baccarat.wagering import offered
from games.engine.protocol import Choice


def choices(state: State) -> list[Choice]:
    """Nothing is left to do when the round is over."""
    match state.phase:
        case Phase.SHOE:
            return list(_shoe(state))
        case Phase.BETTING:
            return list(_betting(state))
        case Phase.DEAL:
            return list(_deal(state))
        case Phase.RESULT:
            return [*_withdrawals(state), Choice("announce_result", None, clause="NZ5 10.1")]
        case Phase.OVER:
            return []


def _shoe(state: State) -> Iterator[Choice]:
    shoe, seat = state.shoe, cut_offer(state)
    match shoe.stage:
        case Stage.SHUFFLE:
            yield Choice("shuffle", None, options=_stocks(state), clause="NZ5 7.1(a)")
        case Stage.CUT:
            yield Choice("cut_cards", seat, DECK, shoe.cards - DECK, 1, clause="NZ5 7.6")
            if seat is not None:
                yield Choice("decline_cut", seat, clause="NZ5 7.5")
            if shoe.stock is Stock.PRE_SHUFFLED:
                yield Choice("require_mixing", None, clause="NZ5 7.4(b)")
        case Stage.CUTTING_CARD:
            yield Choice("place_cutting_card", None, BEHIND_LEAST, shoe.cards - 1, 1, clause="NZ5 7.6")
        case _:
            up = state.rules.burn == "first_card_up"
            yield Choice("burn", None, clause="NZ5 7.7(a)" if up else "NZ5 7.7(b)")


def _stocks(state: State) -> tuple[str, ...]:
    barred = {Stock.USED} if state.shoe.new_only else set()
    if not state.rules.sealed_cards:
        barred.add(Stock.SEALED)
    return tuple(stock.value for stock in Stock if stock not in barred)


def _betting(state: State) -> Iterator[Choice]:
    for on in WAGERS:
        limits = state.sign.of(on)
        if limits and offered(state, on) and (on in MAIN or not state.drawn):
            yield Choice("place_wager", None, limits.least, limits.most, limits.step, (on,), "NZ5 5.1")
    for wager in state.wagers:
        clause = "NZ5 5.16" if wager.left else "NZ5 5.14"
        yield Choice("alter_wager", wager.player, options=(wager.id,), clause=clause)
        yield Choice("remove_wager", wager.player, options=(wager.id,), clause=clause)
    if not state.wagers:
        yield Choice("announce_free_hand", None, clause="NZ5 8.3")
    yield Choice("no_more_bets", None, clause="NZ5 8.2" if state.wagers else "NZ5 8.3")
    if state.rules.late_wagers and len(state.drawn) < INITIAL:
        clause = "NZ5 15.4(a)" if state.wagers else "NZ5 15.4(b)"
        yield Choice("draw_card", None, options=_to(state), clause=clause)
        yield from _cutting_card(state)
    if state.shoe.burnt and state.rules.burn == "one_unseen":
        yield Choice("show_burn", None, clause="NZ5 7.7(b)")


def _deal(state: State) -> Iterator[Choice]:
    for hand in Hand:
        waiting = offer(state, hand)
        if waiting is not None:
            clause = "NZ5 8.10" if hand is Hand.PLAYER else "NZ5 8.9"
            yield Choice("accept_hand", waiting, options=(hand.value,), clause=clause)
            yield Choice("decline_hand", waiting, options=(hand.value,), clause=clause)
    if differential_excess(state):
        yield Choice("cut_differential", None, clause="NZ5 5.18")
    if draws_next(state) is not None:
        yield Choice(
            "draw_card", None, options=_to(state), clause="NZ5 8.4" if len(state.drawn) < INITIAL else "NZ5 9.1"
        )
        yield from _cutting_card(state)
    yield from _turns(state)
    yield from _withdrawals(state)


def _turns(state: State) -> Iterator[Choice]:
    hand = turns_next(state)
    if hand is None or any(offer(state, one) is not None for one in Hand):
        return
    holding = state.holding(hand)
    if holding.holder is not None and state.out is None:
        yield Choice("pass_hand", None, options=(hand.value,), clause="NZ5 8.13" if hand is Hand.PLAYER else "NZ5 8.15")
        return
    if holding.holder is not None and state.rules.form == "international":
        yield Choice("allocate_card", holding.holder, 1, 2, 1, (hand.value,), "NZ5 15.7")
    by, clause = (holding.holder, "NZ5 8.14") if holding.holder else (None, _dealer_turns(state))
    yield Choice("turn_cards", by, options=(hand.value,), clause=clause)


def _dealer_turns(state: State) -> str:
    if state.rules.style != "B":
        return "NZ5 8.19"
    return "NZ5 15.9" if state.rules.form == "international" else "NZ5 8.18"


def _withdrawals(state: State) -> Iterator[Choice]:
    if state.withdrawing:
        for wager in state.wagers:
            if wager.valid:
                yield Choice("withdraw_wager", wager.player, options=(wager.id,), clause="NZ5 15.10")


def _cutting_card(state: State) -> Iterator[Choice]:
    shoe = state.shoe
    if shoe.behind is not None and not (shoe.last or shoe.last_after):
        yield Choice("cutting_card", None, clause="NZ5 11.2")


def _to(state: State) -> tuple[str, ...]:
    hand = draws_next(state)
    return () if hand is None else (hand.value,)
