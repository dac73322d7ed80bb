"""The shoe made ready, the call, and the cards in the order they leave it (NZ5 7 to 11)."""

from __future__ import annotations

from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.engine.baccarat import shoe as shoes
from games.engine.baccarat.acts import (
    Burn,
    CutCards,
    DeclineCut,
    DrawCard,
    PlaceCuttingCard,
    RequireMixing,
    ShowBurn,
    Shuffle,
)
from games.engine.baccarat.deal import INITIAL, Hand, next_hand, over_the_decks
from games.engine.baccarat.differential import cuts, excess
from games.engine.baccarat.shoe import Stage, Stock
from games.engine.baccarat.state import Phase, State, total_on
from games.engine.cards import CARDS


def shuffle(state: State, act: Shuffle) -> State:
    return replace(state, shoe=shoes.shuffle(state.shoe, state.rules, act.stock))


def require_mixing(state: State, act: RequireMixing) -> State:
    """NZ5 7.4(b): pre-shuffled cards that a player will not take as such are mixed like new ones."""
    shoe = state.shoe
    ready = shoe.stage is Stage.CUT and shoe.stock is Stock.PRE_SHUFFLED
    refuse_unless(ready, clause="NZ5 7.4", message="These are not pre-shuffled cards before their first game.")
    changed = replace(state, shoe=replace(shoe, stock=Stock.NEW))
    return changed.say("The pre-shuffled cards were inspected, mixed and shuffled.", "NZ5 7.4(b)", act.player)


def cut_offer(state: State) -> int | None:
    """NZ5 7.5: the seat to which the cut is offered; None when an employee cuts."""
    return next((seat.number for seat in state.seats if seat.number not in state.shoe.declined), None)


def decline_cut(state: State, act: DeclineCut) -> State:
    refuse_unless(cut_offer(state) == act.seat, clause="NZ5 7.5", message="Not offered to this seat.", where="seat")
    return replace(state, shoe=shoes.decline_cut(state.shoe, act.seat))


def cut(state: State, act: CutCards) -> State:
    """NZ5 7.5: any seated player who takes the cut, an employee when all have declined; 5.6(b): nobody standing."""
    if act.seat is None:
        refuse_unless(cut_offer(state) is None, clause="NZ5 7.5", message="Offered to the players first.", where="seat")
    else:
        seated = any(seat.number == act.seat for seat in state.seats)
        refuse_unless(seated, clause="NZ5 7.5", message="Nobody sits there.", where="seat")
    return replace(state, shoe=shoes.cut(state.shoe, act.depth))


def place_cutting_card(state: State, act: PlaceCuttingCard) -> State:
    return replace(state, shoe=shoes.place_cutting_card(state.shoe, act.behind))


def burn(state: State, act: Burn) -> State:
    shoe = shoes.burn(state.shoe, state.rules, act.card)
    return replace(state, shoe=shoe, phase=Phase.BETTING).say(f"{shoe.burnt} cards were burnt.", "NZ5 7.7")


def show_burn(state: State, act: ShowBurn) -> State:
    unseen = state.shoe.burnt and state.rules.burn == "one_unseen"
    refuse_unless(unseen, clause="NZ5 7.7(b)", message="No card was discarded unseen.")
    return state.say(f"The discarded card was shown: {CARDS[act.card]}.", "NZ5 7.7(b)", act.player)


def announce_free_hand(state: State) -> State:
    """NZ5 8.3, 15.4(b): while nobody has wagered."""
    betting = state.phase is Phase.BETTING and not state.wagers
    refuse_unless(betting, clause="NZ5 8.3", message="There are wagers on the table, or betting is closed.")
    return replace(state, free_hand=True).say("A Free Hand will be dealt.", "NZ5 8.3")


def close_betting(state: State, clause: str = "NZ5 8.2", sentence: str = "No more bets.") -> State:
    """NZ5 8.2; with no wagers on the table it is a Free Hand (8.3)."""
    refuse_unless(state.phase is Phase.BETTING, clause=clause, message="Betting is not open.")
    return replace(state, phase=Phase.DEAL, free_hand=not state.wagers).say(sentence, clause)


def cut_differential(state: State) -> State:
    """NZ5 5.18: before a card is seen, the wagers on the heavier hand are reduced; what is cut goes back."""
    over = differential_excess(state)
    refuse_unless(over, clause="NZ5 5.18", message="The differential is not exceeded, or cards have been seen.")
    hand = _heavier(state)
    reduced = [wager for wager in state.wagers if wager.on == hand and wager.valid]
    rules = state.rules
    less = cuts([wager.valid for wager in reduced], over, rules.chip, rules.differential_rounding)
    by_id = dict(zip((wager.id for wager in reduced), less, strict=True))
    wagers = tuple(replace(one, amount=one.amount - by_id.get(one.id, 0)) for one in state.wagers)
    kept = tuple(one for one in wagers if one.amount)
    sentence = f"Wagers on the {hand.value} were reduced by {sum(less)} in all."
    return replace(state, wagers=kept).say(sentence, "NZ5 5.18")


def differential_excess(state: State) -> int:
    """By how much the differential is exceeded, 0 where the dealer may no longer cut."""
    if state.phase is not Phase.DEAL or any(state.face_up):
        return 0
    heavy = _heavier(state)
    light = Hand.BANKER if heavy is Hand.PLAYER else Hand.PLAYER
    return excess(total_on(state, heavy), total_on(state, light), state.sign.differential)


def reach_cutting_card(state: State) -> State:
    """NZ5 11.2: it lies aside; the last hand is this one or the next."""
    refuse_unless(_dealing(state), clause="NZ5 11.2", message="No card is to be drawn now.")
    first = not state.drawn
    shoe = shoes.reach_cutting_card(state.shoe, first=first)
    sentence = "Last hand." if first else "The cutting card is out: one further round after this one."
    return replace(state, shoe=shoe).say(sentence, "NZ5 11.2(a)" if first else "NZ5 11.2(b)")


def draw(state: State, act: DrawCard) -> State:
    """NZ5 8.4, 9.1 to 9.8; NZ1 10.6: a first card without the call closes the betting all the same."""
    state = _closed_by_first_card(state)
    refuse_unless(_dealing(state), clause="NZ5 9.1", message="No card is to be drawn now.", where="card")
    face_up = shown_up(state)
    if face_up and act.card is None and not _begins_disclosed(state):
        raise Refused("NZ5 8.6" if len(state.drawn) < INITIAL else "NZ5 9.7", "Dealt face up: which card?", "card")
    return put(state, act.card, face_up=face_up)


def put(state: State, card: int | None, *, face_up: bool) -> State:
    """The card joins the round; one drawn in excess before (12.1, 12.2) comes first and is not drawn again."""
    extra = state.shoe.extra if not state.drawn else None
    if extra and extra.card is not None and card not in (None, extra.card):
        raise Refused(extra.clause, f"The round begins with the {CARDS[extra.card]}.", "card")
    shoe = shoes.take_extra(state.shoe) if extra else shoes.draw(state.shoe)
    card = extra.card if extra and card is None else card
    drawn = (*state.drawn, card)
    fits = over_the_decks(drawn, state.rules.decks) is None
    refuse_unless(fits, clause="NZ5 3.4(a)", message="The decks do not hold it so often.", where="card")
    changed = replace(state, shoe=shoe, drawn=drawn, face_up=(*state.face_up, face_up))
    return finish(replace(changed, withdrawing=False))


def shown_up(state: State) -> bool:
    """NZ5 8.6, 9.7: style A deals face up, style C its third cards."""
    style = state.rules.style
    return _begins_disclosed(state) or style == "A" or (style == "C" and len(state.drawn) >= INITIAL)


def draws_next(state: State) -> Hand | None:
    """Whose the next card from the shoe is; None while cards are to be turned, and at the end."""
    if state.phase not in (Phase.BETTING, Phase.DEAL):
        return None
    if len(state.drawn) < INITIAL:
        return next_hand([0] * len(state.drawn))
    return next_hand(state.known) if state.all_up else None


def finish(state: State) -> State:
    """The phase moves on once both hands are complete."""
    return replace(state, phase=Phase.RESULT) if state.phase is Phase.DEAL and state.dealt else state


def announce_result(state: State) -> State:
    """NZ5 10.1."""
    dealt = state.dealt
    if state.phase is not Phase.RESULT or dealt is None:
        raise Refused("NZ5 10.1", "The hands are not complete.")
    sentence = f"Player {dealt.player_points}, Banker {dealt.banker_points}: {dealt.result}."
    return replace(state, phase=Phase.OVER, withdrawing=False).say(sentence, "NZ5 10.1")


def _begins_disclosed(state: State) -> bool:
    """NZ5 12.1(b), 12.2(b): the first card of a Void Hand is the one that everybody has seen."""
    extra = state.shoe.extra
    return not state.drawn and extra is not None and extra.disclosed


def _dealing(state: State) -> bool:
    late = state.rules.late_wagers and len(state.drawn) < INITIAL
    return draws_next(state) is not None and (state.phase is Phase.DEAL or late)


def _closed_by_first_card(state: State) -> State:
    missed = state.phase is Phase.BETTING and not state.rules.late_wagers
    if not missed:
        return state
    return close_betting(state, "NZ1 10.6", "The first card was drawn without a call; betting is closed.")


def _heavier(state: State) -> Hand:
    return Hand.BANKER if total_on(state, Hand.BANKER) > total_on(state, Hand.PLAYER) else Hand.PLAYER
