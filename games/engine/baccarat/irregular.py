"""What each ruling does: a new state and a sentence for the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.engine.baccarat import shoe as shoes
from games.engine.baccarat.deal import Hand, next_hand, over_the_decks
from games.engine.baccarat.dealing import close_betting, finish, put, shown_up
from games.engine.baccarat.handling import pass_apart
from games.engine.baccarat.rulings import rulings
from games.engine.baccarat.shoe import Extra
from games.engine.baccarat.state import Holding, Phase, State
from games.engine.cards import CARDS, NUMBER
from games.engine.protocol import Rule, Ruling, may_decide


def rule(state: State, act: Rule) -> State:
    """The ruling must apply now, and the rank must reach it."""
    ruling = _found(state, act)
    refuse_unless(
        may_decide(act.by, ruling.decides), clause=ruling.clause, message=f"For the {ruling.decides}.", where="by"
    )
    return _DO[act.name](state, act, ruling)


def _found(state: State, act: Rule) -> Ruling:
    named = [ruling for ruling in rulings(state) if ruling.name == act.name]
    if not named:
        raise Refused(None, f"{act.name} does not apply now.", "name")
    for ruling in named:
        if ruling.subject == act.subject:
            return ruling
    raise Refused(named[0].clause, "It does not apply to this subject now.", "subject")


def _burn_forgotten(state: State, act: Rule, ruling: Ruling) -> State:
    changed = replace(state, shoe=shoes.skip_burn(state.shoe), phase=Phase.BETTING)
    return changed.say("No cards were burnt; play goes on.", ruling.clause, act.by)


def _reshuffle(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ5 7.1(b), (d): at a supervisor's direction."""
    if state.phase is Phase.RESULT:
        changed = replace(state, shoe=shoes.ended(state.shoe))
        return changed.say("The cards will be shuffled before the next round.", ruling.clause, act.by)
    again = replace(shoes.new_shoe(state.rules), number=state.shoe.number)
    changed = replace(state, shoe=again, phase=Phase.SHOE)
    return changed.say("The cards are shuffled again.", ruling.clause, act.by)


def _replace_cards(state: State, act: Rule, ruling: Ruling) -> State:
    if state.phase is Phase.RESULT:
        changed = replace(state, shoe=shoes.ended(state.shoe, leaves=True))
        return changed.say("The cards will be replaced after this round.", ruling.clause, act.by)
    again = replace(shoes.new_shoe(state.rules), number=state.shoe.number, new_only=True)
    changed = replace(state, shoe=again, phase=Phase.SHOE)
    return changed.say("The cards are replaced.", ruling.clause, act.by)


def _deemed_called(state: State, act: Rule, ruling: Ruling) -> State:
    what = "disclosed" if act.name == "card_disclosed" else "handled"
    return close_betting(state, ruling.clause, f"A card was {what} before the call: betting counts as closed.")


def _third_card_to_player(state: State, act: Rule, ruling: Ruling) -> State:
    if ruling.clause == "NZ5 12.1(b)":
        return _extra(state, act, ruling)
    card = _card(act) if act.detail is not None else None
    face_up = shown_up(state)
    refuse_unless(card is not None or not face_up, clause=ruling.clause, message="Which card?", where="detail")
    said = state.say("A third card went to the Player in error; it is the Banker's.", ruling.clause, act.by)
    return put(said, card, face_up=face_up)


def _extra(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ5 12.1(b), 12.2: `detail` is the card where it was disclosed."""
    disclosed = act.detail is not None
    clause = f"{ruling.clause}({'b' if disclosed else 'a'})" if act.name == "excess_card" else ruling.clause
    extra = Extra(_card(act) if disclosed else None, disclosed, clause)
    changed = replace(state, shoe=replace(shoes.draw(state.shoe), extra=extra))
    begins = f"the {CARDS[_card(act)]} begins a Void Hand" if disclosed else "unseen, it begins the next round"
    return changed.say(f"A card was drawn in excess; {begins}.", clause, act.by)


def _boxed_card(state: State, act: Rule, ruling: Ruling) -> State:
    card = _card(act)
    if ruling.clause == "NZ5 12.4":
        used = state.say(f"The {CARDS[card]} lay face up in the shoe and is used.", ruling.clause, act.by)
        return put(used, card, face_up=True)
    sentence = f"The {CARDS[card]} lay face up in the shoe. No bets this hand: a Void Hand is dealt."
    return put(_void_hand(state, ruling.clause).say(sentence, ruling.clause, act.by), card, face_up=True)


def _void_hand(state: State, clause: str) -> State:
    """Wagers already down go back; the hand is dealt without any."""
    wagers = tuple(replace(wager, void=wager.void or clause) for wager in state.wagers)
    none = Holding()
    return replace(state, wagers=wagers, phase=Phase.DEAL, void_hand=clause, player=none, banker=none, out=None)


def _cards_ran_out(state: State, act: Rule, ruling: Ruling) -> State:
    changed = replace(state, phase=Phase.OVER, void=ruling.clause, shoe=shoes.ended(state.shoe))
    return changed.say("The cards ran out: the round is void.", ruling.clause, act.by)


def _reconstruct(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ5 12.6: `detail` holds the cards in the order in which they should have come; none: nothing was seen yet."""
    if act.detail is None:
        return state.say("The cards were put in their right places.", ruling.clause, act.by)
    cards = _sequence(act)
    fits = over_the_decks(cards, state.rules.decks) is None
    refuse_unless(fits, clause="NZ5 3.4(a)", message="The decks do not hold them so often.", where="detail")
    left = None if state.shoe.left is None else state.shoe.left + len(state.drawn) - len(cards)
    refuse_unless(left is None or left >= 0, clause="NZ5 12.5", message="So many are not left.", where="detail")
    changed = replace(
        state,
        drawn=cards,
        face_up=(True,) * len(cards),
        phase=Phase.DEAL,
        out=None,
        shoe=replace(state.shoe, left=left),
    )
    return finish(changed).say(f"The round was reconstructed: {act.detail}.", ruling.clause, act.by)


def _cannot_reconstruct(state: State, act: Rule, ruling: Ruling) -> State:
    changed = replace(state, phase=Phase.OVER, void=ruling.clause)
    return changed.say("The round cannot be reconstructed and is void.", ruling.clause, act.by)


def _banker_first(state: State, act: Rule, ruling: Ruling) -> State:
    return replace(state, banker_first=True).say("The Banker's Hand is turned first.", ruling.clause, act.by)


def _dealer_turns(state: State, act: Rule, ruling: Ruling) -> State:
    hand = Hand(str(act.subject))
    changed = state.with_holding(hand, Holding(declined=state.holding(hand).declined, by_dealer=True))
    changed = replace(changed, out=None if state.out is hand else state.out)
    return changed.say(f"The dealer turns the {hand.value}'s hand.", ruling.clause, act.by)


def _willing_player(state: State, act: Rule, ruling: Ruling) -> State:
    hand, player = Hand(str(act.subject)), str(act.detail)
    seated = state.seat_of(player) is not None
    refuse_unless(seated, clause="NZ5 5.6(c)", message="Only a seated player receives cards.", where="detail")
    changed = state.with_holding(hand, Holding(holder=player, receives=(player,)))
    return changed.say(f"{player} receives the {hand.value}'s hand.", ruling.clause, act.by)


def _pass_apart(state: State, act: Rule, ruling: Ruling) -> State:
    names = str(act.detail).split()
    changed = pass_apart(state, Hand(str(act.subject)), names)
    return changed.say(f"First card to {names[0]}, second to {names[1]}.", ruling.clause, act.by)


def _misdelivered(state: State, act: Rule, ruling: Ruling) -> State:
    sentence = "Cards went to the wrong hand; players may withdraw wagers in full."
    return replace(state, withdrawing=True).say(sentence, ruling.clause, act.by)


def _nothing_changes(state: State, act: Rule, ruling: Ruling) -> State:
    detail = f" {act.detail}" if act.detail else ""
    return state.say(f"{ruling.effect}{detail}", ruling.clause, act.by)


def _unlisted(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ1 19.3; that it is written down is our rule."""
    refuse_unless(act.detail, clause=ruling.clause, message="Write the decision down.", where="detail")
    void = [replace(one, void=ruling.clause) if one.id == act.subject else one for one in state.wagers]
    return replace(state, wagers=tuple(void)).say(str(act.detail), ruling.clause, act.by)


def _invalidated(state: State, act: Rule, ruling: Ruling) -> State:
    """NZ1 18.2: a fraud's wagers may be forfeited."""
    wagers = tuple(
        replace(one, forfeit="NZ1 18.2") if act.subject is not None and one.player == act.subject else one
        for one in state.wagers
    )
    changed = replace(state, wagers=wagers, phase=Phase.OVER, void="NZ1 18.2")
    return changed.say(ruling.effect, ruling.clause, act.by)


def _device(state: State, act: Rule, ruling: Ruling) -> State:
    wagers = tuple(replace(one, void="NZ1 17.3(a)") if one.player == act.subject else one for one in state.wagers)
    return replace(state, wagers=wagers).say(f"{act.subject}: {ruling.effect}", ruling.clause, act.by)


def _card(act: Rule) -> int:
    if not isinstance(act.detail, str) or act.detail not in NUMBER:
        raise Refused(None, "Name the card, as in As.", "detail")
    return NUMBER[act.detail]


def _sequence(act: Rule) -> tuple[int, ...]:
    """Cards that could have come in this order: each was drawn because the one before asked for it."""
    names = str(act.detail).split()
    if not names or any(name not in NUMBER for name in names):
        raise Refused(None, "Name the cards in order, as in 2h 3c.", "detail")
    cards = tuple(NUMBER[name] for name in names)
    if any(next_hand(cards[:place]) is None for place in range(len(cards))):
        raise Refused("NZ5 9.6", "The round was complete before the last of these cards.", "detail")
    return cards


_DO: dict[str, Callable[[State, Rule, Ruling], State]] = {
    "burn_forgotten": _burn_forgotten,
    "reshuffle": _reshuffle,
    "replace_cards": _replace_cards,
    "card_disclosed": _deemed_called,
    "card_handled": _deemed_called,
    "third_card_to_player": _third_card_to_player,
    "excess_card": _extra,
    "boxed_card": _boxed_card,
    "cards_ran_out": _cards_ran_out,
    "reconstruct": _reconstruct,
    "cannot_reconstruct": _cannot_reconstruct,
    "banker_first": _banker_first,
    "dealer_turns": _dealer_turns,
    "willing_player": _willing_player,
    "pass_apart": _pass_apart,
    "misdelivered": _misdelivered,
    "late_error": _nothing_changes,
    "wrong_display": _nothing_changes,
    "unlisted": _unlisted,
    "disruption": _invalidated,
    "fraud": _invalidated,
    "device": _device,
}
