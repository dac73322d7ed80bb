"""Which irregularities of NZ5 (and of the general rules) can be ruled on now, by whom, and to what effect."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.baccarat.deal import INITIAL, Hand
from games.engine.baccarat.dealing import draws_next
from games.engine.baccarat.handling import offer, places
from games.engine.baccarat.shoe import Stage
from games.engine.baccarat.state import Phase, State
from games.engine.protocol import Ruling

DEALER, GAME, CASINO, OPERATOR = "dealer", "game_supervisor", "casino_supervisor", "operator"


def rulings(state: State) -> list[Ruling]:
    """All that apply now; a round that is over takes none."""
    if state.phase is Phase.OVER:
        return []
    return [*_shoe(state), *_before_the_call(state), *_cards(state), *_hands(state), *_anywhere(state)]


def _shoe(state: State) -> Iterator[Ruling]:
    stage = state.shoe.stage
    if stage is Stage.BURN:
        yield Ruling("burn_forgotten", "NZ5 12.7", DEALER, "Play goes on without the burn.")
    before_cards = state.phase in (Phase.SHOE, Phase.BETTING) and not state.drawn and stage is not Stage.SHUFFLE
    if before_cards:
        yield Ruling("reshuffle", "NZ5 7.1", GAME, "The cards are shuffled again before the first card.")
        yield Ruling("replace_cards", "NZ5 7.9", OPERATOR, "New cards are checked, shuffled and cut first.")
    if state.phase is Phase.RESULT:
        yield Ruling("reshuffle", "NZ5 7.1", GAME, "The cards are shuffled before the next round.")
        yield Ruling("replace_cards", "NZ5 7.9", OPERATOR, "The cards are replaced after this round.")


def _before_the_call(state: State) -> Iterator[Ruling]:
    if state.phase is not Phase.BETTING:
        return
    closed = "Betting counts as closed; nobody makes, handles, alters or withdraws a wager."
    yield Ruling("card_disclosed", "NZ5 12.10(a)", OPERATOR, closed)
    yield Ruling("card_handled", "NZ5 12.10(b)", OPERATOR, closed)


def _cards(state: State) -> Iterator[Ruling]:
    drawing = draws_next(state)
    if drawing is not None:
        yield boxed_card(state)
    if drawing is not None and state.phase is Phase.DEAL and not state.shoe.left:
        yield Ruling("cards_ran_out", "NZ5 12.5", DEALER, "The round is void, stakes go back, the cards are replaced.")
    only_four = len(state.drawn) == INITIAL and state.all_up
    if only_four and drawing is Hand.BANKER:
        yield Ruling("third_card_to_player", "NZ5 12.1(a)", DEALER, "It becomes the Banker's third card.")
    if state.phase is Phase.RESULT and state.shoe.extra is None:
        if only_four:
            yield Ruling("third_card_to_player", "NZ5 12.1(b)", DEALER, EXTRA)
        yield Ruling("excess_card", "NZ5 12.2", DEALER, EXTRA)
    if state.phase in (Phase.DEAL, Phase.RESULT) and state.drawn:
        yield Ruling("reconstruct", "NZ5 12.6", OPERATOR, "The round stands with the cards as they should have come.")
        yield Ruling("cannot_reconstruct", "NZ5 12.6", OPERATOR, "The round is void, stakes go back.")


EXTRA = "Unseen, it begins the next round; disclosed, it begins a Void Hand. Not if the cards are changed before."


def boxed_card(state: State) -> Ruling:
    """NZ5 12.3, 15.11: a card face up in the shoe makes a Void Hand; 12.4: later ones are used."""
    first_cards = len(state.drawn) < INITIAL
    void_hand = "No bets this hand: wagers go back, a Void Hand is dealt."
    if state.rules.form == "international" and first_cards:
        return Ruling("boxed_card", "NZ5 15.11", DEALER, void_hand)
    if not state.drawn:
        return Ruling("boxed_card", "NZ5 12.3", DEALER, void_hand)
    return Ruling("boxed_card", "NZ5 12.4", DEALER, "The card is used in this round.")


def _hands(state: State) -> Iterator[Ruling]:
    """Style B: who turns the cards."""
    if state.rules.style != "B" or state.phase is not Phase.DEAL:
        if state.phase is Phase.RESULT and state.rules.late_wagers:
            yield from _misdelivered(state)
        return
    if not any(state.face_up) and state.out is None and not state.banker_first:
        yield Ruling("banker_first", "NZ5 8.17", CASINO, "The Banker's Hand is turned before the Player's.")
    for hand in Hand:
        yield from _hand(state, hand)
    if state.rules.late_wagers:
        yield from _misdelivered(state)


def _hand(state: State, hand: Hand) -> Iterator[Ruling]:
    holding, waiting = state.holding(hand), offer(state, hand)
    if holding.holder is not None or waiting is not None:
        clause = "NZ5 15.9" if state.rules.form == "international" else "NZ5 8.18(c)"
        yield Ruling("dealer_turns", clause, GAME, "The dealer keeps and turns this hand.", hand.value)
    if state.rules.form != "international":
        return
    if holding.holder is None and waiting is None and state.out is not hand:
        effect = "A seated player who wishes to receives and turns this hand."
        yield Ruling("willing_player", "NZ5 15.8", GAME, effect, hand.value)
    turned = len(state.drawn) >= INITIAL and all(state.face_up[place] for place in places(state, hand))
    if holding.holder is not None and not turned:
        effect = "The first and the second card go to a Nominee or the player, as directed."
        yield Ruling("pass_apart", "NZ5 15.5", GAME, effect, hand.value)


def _misdelivered(state: State) -> Iterator[Ruling]:
    if state.drawn and not state.withdrawing:
        effect = "Each player may withdraw wagers in full; nothing new is placed; the round is completed."
        yield Ruling("misdelivered", "NZ5 15.10", OPERATOR, effect)


def _anywhere(state: State) -> Iterator[Ruling]:
    yield Ruling("late_error", "NZ5 12.8", DEALER, "Hands dealt after the error stand as dealt.")
    yield Ruling("wrong_display", "NZ5 12.9", DEALER, "The cards count, not the display.")
    yield Ruling("unlisted", "NZ1 19.3", OPERATOR, "As the operator decides, in writing; play goes on.")
    if not state.wagers:
        return
    yield Ruling("disruption", "NZ1 18.1(a)", OPERATOR, "The round is invalidated, all wagers go back.")
    yield Ruling("fraud", "NZ1 18.1(b)", OPERATOR, "The round is invalidated, all wagers go back.")
    for player in dict.fromkeys(wager.player for wager in state.wagers):
        effect = "The round is invalidated; this player's wagers are forfeited, all others go back."
        yield Ruling("fraud", "NZ1 18.2", OPERATOR, effect, player)
        yield Ruling("device", "NZ1 17.3", OPERATOR, "This player's wagers are void.", player)
    for wager in state.wagers:
        yield Ruling("unlisted", "NZ1 19.3", OPERATOR, "This wager is void, as the operator decides.", wager.id)
