"""Cards as they are dealt (UTH 8), turned (9.2, 9.4) and shown (9.7, 10.5)."""

from __future__ import annotations

from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.engine.cards import CARDS, show
from games.engine.ultimate.acts import Deal, DealRest, Show, Turn
from games.engine.ultimate.betting import close
from games.engine.ultimate.state import Phase, State

AFTER_TURN = {Phase.DEAL: Phase.FLOP, Phase.FLOP: Phase.RIVER}


def deal(state: State, act: Deal) -> State:
    state = _being_dealt(state)
    if act.card is not None:
        _refuse_seen(state, (act.card,), "card")
    return _to_next(state, act.card)


def deal_rest(state: State, _act: DealRest) -> State:
    state = _being_dealt(state)
    while state.phase is Phase.DEALING:
        state = _to_next(state, None)
    return state


def _being_dealt(state: State) -> State:
    """NZ1 10.6: where the call was missed the first card closes the wagers (UTH 5.1)."""
    if state.phase is Phase.BETTING:
        return close(state).say("The first card was dealt without the call.", "NZ1 10.6")
    refuse_unless(state.phase is Phase.DEALING, clause="UTH 8.1", message="No cards are being dealt now.")
    return state


def _to_next(state: State, card: int | None) -> State:
    target, *rest = state.order
    if isinstance(target, int):
        state = state.with_box(target, cards=(*state.box(target).cards, card))
    elif target == "dealer":
        state = replace(state, dealer=(*state.dealer, card))
    else:
        state = replace(state, board=(*state.board, card))
    return replace(state, order=tuple(rest), phase=Phase.DEALING if rest else Phase.DEAL)


def turn(state: State, act: Turn) -> State:
    """UTH 9.2, 9.4: once everybody has decided."""
    refuse_unless(state.phase in AFTER_TURN, clause="UTH 9.2", message="No community cards are to be turned now.")
    refuse_unless(not state.undecided, clause="UTH 9.2", message="Players have still to decide.")
    first, last = (0, 3) if state.phase is Phase.DEAL else (3, 5)
    turned = _named(state, state.board[first:last], act.cards)
    state = replace(state, board=(*state.board[:first], *turned, *state.board[last:]), phase=AFTER_TURN[state.phase])
    state = state.say(f"Community cards: {show(turned)}.", "UTH 9.2" if first == 0 else "UTH 9.4")
    return after_decisions(state)


def show_cards(state: State, act: Show) -> State:
    """UTH 9.7: the dealer first, then the hands that are compared."""
    refuse_unless(state.phase is Phase.SHOWDOWN, clause="UTH 9.7", message="No hands are compared now.")
    if act.seat is None:
        refuse_unless(not state.dealer_shown, clause="UTH 9.7", message="The dealer's hand lies open.", where="seat")
        shown = _named(state, state.dealer, act.cards)
        state = replace(state, dealer=shown, dealer_shown=True).say(f"Dealer: {show(shown)}.", "UTH 9.7")
    else:
        box = state.box(act.seat)
        refuse_unless(state.dealer_shown, clause="UTH 9.7", message="The dealer's hand comes first.", where="seat")
        refuse_unless(box.ended is None, clause="UTH 9.7", message="The box is no longer in the round.", where="seat")
        shown = _named(state, box.cards, act.cards)
        state = state.with_box(box.seat, cards=shown).say(f"Box {box.seat}: {show(shown)}.", "UTH 10.5")
    return finish(state)


def after_decisions(state: State) -> State:
    """After the river and the last decision the hands are compared, if any is left."""
    if state.phase is Phase.RIVER and not state.undecided:
        state = replace(state, phase=Phase.SHOWDOWN)
    return finish(state)


def finish(state: State) -> State:
    """Over once every hand that is compared is known, or none is left."""
    if state.phase in (Phase.BETTING, Phase.OVER):
        return state
    # Cards from a shoe device are known before they are shown: the dealer's hand must still be turned first.
    known = state.phase is Phase.SHOWDOWN and state.dealer_shown and all(box.known for box in state.live)
    return replace(state, phase=Phase.OVER) if known or not state.live else state


def _named(state: State, dealt: tuple[int | None, ...], given: tuple[int, ...]) -> tuple[int, ...]:
    """Cards dealt unknown are named now; known ones are named alike or not at all."""
    known = tuple(card for card in dealt if card is not None)
    if len(known) == len(dealt) and not given:
        return known
    if len(given) != len(dealt):
        raise Refused("UTH 8.3", f"Needs {len(dealt)} cards.", "cards")
    for place, (before, now) in enumerate(zip(dealt, given, strict=True)):
        if before not in (None, now):
            raise Refused("UTH 8.3", f"{CARDS[before or 0]} was dealt there.", f"cards[{place}]")
    _refuse_seen(state, given, "cards", own=frozenset(known))
    return given


def _refuse_seen(state: State, cards: tuple[int, ...], where: str, own: frozenset[int] = frozenset()) -> None:
    """UTH 3.4(a): one deck, so every card once."""
    seen = set(state.seen - own)
    for place, card in enumerate(cards):
        if card in seen:
            spot = where if where == "card" else f"{where}[{place}]"
            raise Refused("UTH 3.4(a)", f"{CARDS[card]} has been dealt already.", spot)
        seen.add(card)
