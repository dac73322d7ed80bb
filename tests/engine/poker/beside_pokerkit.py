"""One hand on both engines at once: the same cards, the same acts, compared at every step."""

from __future__ import annotations

import random
import warnings
from typing import Any

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    FixedLimitSevenCardStud,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    Opening,
    PotLimitOmahaHoldem,
    StandardHighHand,
    State,
    Street,
)

from games.engine.cards import CARDS, deck
from games.engine.poker.phases import BET, DISCARD
from games.engine.poker.play import Play
from games.engine.poker.settle import result
from games.engine.poker.terms import Terms

warnings.filterwarnings("ignore", module="pokerkit")

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
SHORT_BLIND = "a short last blind (contract: posting 2; PokerKit opens left of the largest chips)"
RAISE_CAP = "raises heads up (NZ13 16.6(f), WA 7.15)"
ODD_CHIP = "odd chips (NZ13 16.5(e), WA 18.2)"
REOPENED = "who may raise after a short all-in (NZ13 10.2-10.4, WA 7.11-7.13, RWS 3.19.3)"
LEAST_RAISE = "the least raise after a short all-in (RWS 3.19.3, NZ13 10.2), or against a shorter stack"
OPENING = "equal hands showing, and all-in openers (NZ13 13.3(b), 19.17)"
BRING_IN = "a short or completed bring-in (contract: fixed limit; NZ13 13.2(a))"
UNCONTESTED = "a round without anybody to bet against (contract: acts)"


class Differ(Exception):
    """A known difference was met; what follows does not compare."""


class Both:
    """Our play and PokerKit's state."""

    def __init__(self, rng: random.Random, terms: Terms, stacks: list[int]) -> None:
        self.rng = rng
        self.terms = terms
        variant = terms.variant
        cards = list(deck(terms.deck))
        rng.shuffle(cards)
        held = variant.most_cards
        spare = 5 if variant.draw else 0
        self.dealt = [[cards.pop() for _ in range(held + spare)] for _ in stacks]
        self.board = [cards.pop() for _ in range(variant.boards[-1])]
        self.burns = cards
        self.ours = Play(terms, range(1, len(stacks) + 1), stacks, [hand[:held] for hand in self.dealt])
        self.ours.board = self.board
        self.theirs = create(terms, stacks)
        self.next = [0] * len(stacks)

    def deal(self) -> None:
        """Everything that PokerKit waits for."""
        state = self.theirs
        while True:
            if state.can_burn_card():
                state.burn_card(CARDS[self.burns.pop()])
            elif state.can_deal_hole():
                seat = state.hole_dealee_index
                state.deal_hole(CARDS[self.dealt[seat][self.next[seat]]])
                self.next[seat] += 1
            elif state.can_deal_board():
                lie = len(list(state.get_board_cards(0)))
                count = state.board_dealing_counts[0] if hasattr(state, "board_dealing_counts") else None
                count = count or state.street.board_dealing_count
                state.deal_board("".join(CARDS[card] for card in self.board[lie : lie + count]))
            else:
                return

    def step(self) -> None:
        """Compare, then the same random act on both."""
        play, state = self.ours, self.theirs
        if play.phase is DISCARD:
            return self._discard()
        if state.actor_index != play.turn:
            raise Differ(self._why_another_turn())
        owed = max(min(play.level - play.bets[play.turn], play.stacks[play.turn]), 0)
        if state.can_post_bring_in():
            return self._bring_in()
        if owed != state.checking_or_calling_amount:
            raise Differ(SHORT_BLIND if play.round == 0 else BRING_IN)
        found = play.bounds()
        if found is not None and self._calls_nobody():
            # Ours may raise all the same (contract); PokerKit sees no reason to.
            assert not state.can_complete_bet_or_raise_to()
            found = None
        self._compare_raise(found)
        self._act(found, owed)
        return None

    def _calls_nobody(self) -> bool:
        play = self.ours
        others = [seat for seat in range(play.number) if seat != play.turn and play.live >> seat & 1]
        return all(play.bets[seat] + play.stacks[seat] <= play.level for seat in others)

    def _why_another_turn(self) -> str:
        play = self.ours
        if play.round and self.terms.variant.stud:
            return OPENING
        if self.theirs.actor_index is None or play.phase is not BET:
            return UNCONTESTED
        return SHORT_BLIND if play.round == 0 and self.terms.blinds else OPENING

    def _compare_raise(self, found: tuple[int, int] | None) -> None:
        play, state = self.ours, self.theirs
        can = state.can_complete_bet_or_raise_to()
        if found is None or not can:
            if (found is None) != (not can):
                self._explain(found)
            return
        least, most = (
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )
        if found != (least, most):
            short = play.level != play.base or any(
                not stack and play.live >> seat & 1 for seat, stack in enumerate(play.stacks)
            )
            behind = max(
                play.bets[seat] + play.stacks[seat]
                for seat in range(play.number)
                if seat != play.turn and play.live >> seat & 1
            )
            if play.bring or (self.terms.bring_in and play.round == 0):
                raise Differ(BRING_IN)
            if short or behind < max(found[0], least):
                raise Differ(LEAST_RAISE)
            raise AssertionError((found, least, most))

    def _explain(self, found: tuple[int, int] | None) -> None:
        play = self.ours
        others = [seat for seat in range(play.number) if seat != play.turn and play.live >> seat & 1]
        if play.raises >= 3 and self.terms.structure == "fixed_limit":
            raise Differ(RAISE_CAP)
        all_in = any(not play.stacks[seat] for seat in others)
        if all_in or play.acted >> play.turn & 1:
            raise Differ(REOPENED)
        raise AssertionError(found)

    def _act(self, found: tuple[int, int] | None, owed: int) -> None:
        play, state = self.ours, self.theirs
        chance = self.rng.random()
        if owed and chance < 0.15:
            play.fold()
            state.fold()
        elif found is None or chance < 0.7:
            if owed:
                play.call()
            else:
                play.check()
            state.check_or_call()
        else:
            least, most = found
            to = self.rng.choice([least, least, most, self.rng.randint(least, most), min(most, 3 * least)])
            (play.raise_to if play.level else play.bet)(to)
            state.complete_bet_or_raise_to(to)

    def _bring_in(self) -> None:
        play, state = self.ours, self.theirs
        amount = self.terms.bring_in
        assert amount is not None
        if play.stacks[play.turn] <= amount:
            raise Differ(BRING_IN)
        play.bet(amount)
        state.post_bring_in()

    def _discard(self) -> None:
        play, state = self.ours, self.theirs
        if not state.can_stand_pat_or_discard() or state.stand_patter_or_discarder_index != play.turn:
            raise AssertionError("somebody else discards")
        seat = play.turn
        gone = self.rng.sample(play.hands[seat], self.rng.randint(0, 5))
        play.discard(gone)
        play.hands[seat] += self.dealt[seat][5 : 5 + len(gone)]
        state.stand_pat_or_discard("".join(CARDS[card] for card in gone))

    def run(self) -> None:
        """To the end, and the same stacks."""
        self.deal()
        while self.ours.phase in (BET, DISCARD):
            self.step()
            self.deal()
        if self.theirs.status:
            raise Differ(UNCONTESTED)
        found = result(self.ours)
        if found.stacks != list(self.theirs.stacks):
            split = any(len(won) > 1 for won in found.won)
            near = max(abs(a - b) for a, b in zip(found.stacks, self.theirs.stacks, strict=True)) <= 6
            if split and near:
                raise Differ(ODD_CHIP)
            raise AssertionError((found.stacks, self.theirs.stacks))


def create(terms: Terms, stacks: list[int]) -> Any:
    """The same table in PokerKit."""
    number = len(stacks)
    common = (AUTOMATIONS, True, terms.ante)
    game = (terms.variant.name, terms.structure)
    if game == ("seven_card_stud", "fixed_limit"):
        return FixedLimitSevenCardStud.create_state(*common, terms.bring_in, *terms.bets, stacks, number)
    blinds = terms.blinds
    if game == ("holdem", "fixed_limit"):
        return FixedLimitTexasHoldem.create_state(*common, blinds, *terms.bets, stacks, number)
    if game == ("holdem", "no_limit"):
        return NoLimitTexasHoldem.create_state(*common, blinds, blinds[-1], stacks, number)
    if game == ("omaha", "pot_limit"):
        return PotLimitOmahaHoldem.create_state(*common, blinds, blinds[-1], stacks, number)
    return _custom(terms, stacks)


def _custom(terms: Terms, stacks: list[int]) -> Any:
    """Games for which PokerKit has no class: pot limit hold'em, and draw with high hands."""
    least = terms.blinds[-1]
    draw = terms.variant.draw
    first = Street(False, (False,) * terms.variant.most_cards, 0, False, Opening.POSITION, least, None)
    later = [Street(not draw, (), 0 if draw else count, draw, Opening.POSITION, least, None) for count in (3, 1, 1)]
    streets = (first, *later[: terms.variant.rounds - 1])
    structure = BettingStructure.POT_LIMIT if terms.structure == "pot_limit" else BettingStructure.NO_LIMIT
    return State(
        AUTOMATIONS,
        Deck.STANDARD,
        (StandardHighHand,),
        streets,
        structure,
        True,
        terms.ante,
        terms.blinds,
        0,
        stacks,
        len(stacks),
    )
