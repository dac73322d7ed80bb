"""Style B: who is offered the cards, who turns them (NZ5 8.8 to 8.18, 9.8, 15.5 to 15.9)."""

from __future__ import annotations

from dataclasses import replace

from casino.refused import Refused, refuse_unless
from games.engine.baccarat import nominees
from games.engine.baccarat.acts import AcceptHand, AllocateCard, DeclineHand, PassHand, TurnCards
from games.engine.baccarat.deal import INITIAL, Hand, over_the_decks, player_draws, points
from games.engine.baccarat.state import Holding, Phase, State
from games.engine.baccarat.wagering import totals
from games.engine.cards import CARDS


def entitled(state: State, hand: Hand) -> list[str]:
    """NZ5 8.9, 8.10: seated players by wager on the hand, equal ones by seat, counter-clockwise from the lowest."""
    wagered = [(totals(state.wagers, seat.player, hand), seat) for seat in state.seats]
    ordered = sorted(((total, seat) for total, seat in wagered if total), key=lambda one: (-one[0], one[1].number))
    return [seat.player for _, seat in ordered]


def offer(state: State, hand: Hand) -> str | None:
    """To whom the hand is offered now; None when it is settled who turns it."""
    holding = state.holding(hand)
    if state.rules.style != "B" or holding.holder is not None or holding.by_dealer:
        return None
    return next((player for player in entitled(state, hand) if player not in holding.declined), None)


def accept(state: State, act: AcceptHand) -> State:
    """NZ5 8.9(a), (b); a Nominee who receives the cards is seated too (1.1)."""
    _offered_to(state, act.hand, act.player)
    if act.nominee is not None:
        nominees.may_handle(state.nominees, act.nominee, act.player)
    holding = replace(state.holding(act.hand), holder=act.player, receives=(act.nominee or act.player,))
    sentence = f"The {act.hand.value.title()}'s Hand goes to {act.nominee or act.player}."
    return state.with_holding(act.hand, holding).say(sentence, _roles(act.hand), act.player)


def decline(state: State, act: DeclineHand) -> State:
    """NZ5 8.9(b), (c): the next is asked."""
    _offered_to(state, act.hand, act.player)
    holding = state.holding(act.hand)
    return state.with_holding(act.hand, replace(holding, declined=(*holding.declined, act.player)))


def turns_next(state: State) -> Hand | None:
    """The hand whose cards lie face down and are to be turned now: Player's first, unless 8.17 was used."""
    if len(state.drawn) < INITIAL or state.phase is not Phase.DEAL:
        return None
    order = (Hand.BANKER, Hand.PLAYER) if state.banker_first else (Hand.PLAYER, Hand.BANKER)
    return next((hand for hand in order if not all(state.face_up[place] for place in places(state, hand))), None)


def places(state: State, hand: Hand) -> list[int]:
    """Where a hand's cards stand among those drawn."""
    first = 0 if hand is Hand.PLAYER else 1
    found = [place for place in (first, first + 2) if place < len(state.drawn)]
    if len(state.drawn) <= INITIAL:
        return found
    initial = [card for card in state.drawn[:INITIAL] if card is not None]
    player_took = player_draws(points(initial[0::2]), points(initial[1::2]))
    thirds = [Hand.PLAYER, Hand.BANKER] if player_took else [Hand.BANKER]
    return found + [INITIAL + n for n, owner in enumerate(thirds) if owner is hand and INITIAL + n < len(state.drawn)]


def pass_hand(state: State, act: PassHand) -> State:
    """NZ5 8.13, 8.15; 8.16: never both hands at once."""
    refuse_unless(state.rules.style == "B", clause="NZ5 8.7", message="The dealer keeps the cards.", where="hand")
    refuse_unless(state.out is None, clause="NZ5 8.16", message="The other hand is still out.", where="hand")
    _due(state, act.hand)
    if state.holding(act.hand).holder is None:
        raise Refused("NZ5 8.18", "The dealer turns this hand.", "hand")
    return replace(state, out=act.hand)


def allocate(state: State, act: AllocateCard) -> State:
    """NZ5 15.7: to another Nominee of the player, or to the player."""
    holding = state.holding(act.hand)
    refuse_unless(state.rules.form == "international", clause="NZ5 15.7", message="In International only.")
    refuse_unless(state.out is act.hand, clause="NZ5 15.7", message="These cards are not out.", where="hand")
    refuse_unless(act.place in (1, 2), clause="NZ5 15.7", message="The first or the second card.", where="place")
    refuse_unless(_may_receive(state, holding, act.to), clause="NZ5 15.7", message="Not for this player.", where="to")
    receives = list(holding.receives * (2 // len(holding.receives)))
    receives[act.place - 1] = act.to
    return state.with_holding(act.hand, replace(holding, receives=tuple(receives)))


def turn(state: State, act: TurnCards) -> State:
    """NZ5 8.14, 8.15, 8.19: what lies face down of a hand is turned up, and named where nobody knew it."""
    _due(state, act.hand)
    if state.holding(act.hand).holder is not None and state.out is not act.hand:
        raise Refused("NZ5 8.13", "The cards are passed out first.", "hand")
    hidden = [place for place in places(state, act.hand) if not state.face_up[place]]
    drawn, face_up = list(state.drawn), list(state.face_up)
    cards = act.cards or tuple(card for place in hidden if (card := drawn[place]) is not None)
    refuse_unless(len(cards) == len(hidden), clause="NZ5 8.14", message=f"{len(hidden)} to turn.", where="cards")
    for n, place in enumerate(hidden):
        if drawn[place] not in (None, cards[n]):
            raise Refused("NZ5 4.3", f"This card is the {CARDS[drawn[place] or 0]}.", f"cards[{n}]")
        drawn[place], face_up[place] = cards[n], True
    fits = over_the_decks(drawn, state.rules.decks) is None
    refuse_unless(fits, clause="NZ5 3.4(a)", message="The decks do not hold them so often.", where="cards")
    return replace(state, drawn=tuple(drawn), face_up=tuple(face_up), out=None, withdrawing=False)


def pass_apart(state: State, hand: Hand, names: list[str]) -> State:
    """NZ5 15.5: the first card to one, the second to another, each a Nominee or the player."""
    holding = state.holding(hand)
    refuse_unless(len(names) == 2, clause="NZ5 15.5", message="Name who gets the first and the second card.")
    for name in names:
        refuse_unless(_may_receive(state, holding, name), clause="NZ5 15.5", message=f"{name} is not for this player.")
    return state.with_holding(hand, replace(holding, receives=tuple(names)))


def _may_receive(state: State, holding: Holding, name: str) -> bool:
    if holding.holder is None:
        return False
    if name != holding.holder:
        nominees.may_handle(state.nominees, name, holding.holder)
    return True


def _due(state: State, hand: Hand) -> None:
    refuse_unless(turns_next(state) is hand, clause="NZ5 8.17", message="Not this hand now.", where="hand")
    for one in Hand:
        waiting = offer(state, one)
        refuse_unless(waiting is None, clause=_roles(one), message=f"{waiting} has not answered.", where="hand")


def _offered_to(state: State, hand: Hand, player: str) -> None:
    refuse_unless(state.phase is Phase.DEAL, clause="NZ5 8.8", message="Wagers come first.")
    refuse_unless(offer(state, hand) == player, clause=_roles(hand), message="Not offered to them now.", where="player")


def _roles(hand: Hand) -> str:
    return "NZ5 8.10" if hand is Hand.PLAYER else "NZ5 8.9"
