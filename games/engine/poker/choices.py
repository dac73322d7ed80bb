"""Who may do what now, for how much at least and at most, and under which clause."""

from __future__ import annotations

from games.engine.cards import CARDS
from games.engine.poker import dealing, replacing
from games.engine.poker.phases import BET, DEAL, DISCARD, SHOW
from games.engine.poker.play import Play
from games.engine.poker.pots import contested
from games.engine.poker.showdown import seats_in
from games.engine.poker.state import State
from games.engine.poker.terms import FORCED, NO_CHECK
from games.engine.poker.variants import HIDDEN
from games.engine.protocol import Choice


def choices(state: State) -> list[Choice]:
    """The acts that would be taken now, the dealer's (by None) included."""
    if state.phase is DEAL:
        return _deal(state)
    if state.phase is BET:
        return _bet(state.play)
    if state.phase is DISCARD:
        return _discard(state)
    return _show(state) if state.phase is SHOW else []


def _deal(state: State) -> list[Choice]:
    play, tray, cite = state.play, state.tray, state.rules.cite
    if tray.due[0].place == "reshuffle":
        return [Choice("reshuffle", None, clause=cite("reshuffle"))]
    places = tuple(_place(play, due.place, due.to) for due in tray.due)
    found = [Choice("deal", None, 1, replacing.at_once(play, tray), 1, places, cite("card"))]
    runs = dealing.most_runs(play, tray)
    if runs > 1:
        found.append(Choice("run_it", None, 2, runs, 1, clause=cite("boards")))
    return found


def _place(play: Play, place: str, to: int) -> str:
    """`down 4`, `board`, `burn`: where a card goes."""
    if place in ("down", "up"):
        return f"{place} {play.seats[to]}"
    return f"{place} {to + 1}" if place == "board" and play.more_boards else place


def _bet(play: Play) -> list[Choice]:
    seat, cite, chip = play.seats[play.turn], play.terms.cite, play.terms.chip
    stack = play.stacks[play.turn]
    owed = min(play.level - play.bets[play.turn], stack)
    found = []
    if play.mode != FORCED:
        found.append(Choice("fold", seat, clause=cite("turn")))
    if owed <= 0 and not play.mode:
        found.append(Choice("check", seat, clause=cite("check")))
    elif play.level and play.mode <= NO_CHECK:
        found.append(Choice("call", seat, max(owed, 0), max(owed, 0), chip, clause=cite("call")))
    bounds = play.bounds()
    if bounds is not None:
        word = "raise" if play.level else "bet"
        found.append(Choice(word, seat, *bounds, chip, _amounts(play, *bounds), cite("least")))
    whole = play.bets[play.turn] + stack
    if (bounds is not None and whole <= bounds[1]) or (0 < owed == stack and play.mode <= NO_CHECK):
        found.append(Choice("all_in", seat, whole, whole, chip, clause=cite("stake")))
    return found


def _amounts(play: Play, least: int, most: int) -> tuple[str, ...]:
    """Where not every amount between least and most will do: a bring-in in fixed limit."""
    if play.mode == FORCED and play.terms.fixed[0] and least < most:
        return (str(least), str(most))
    return ()


def _discard(state: State) -> list[Choice]:
    play = state.play
    hand = tuple("??" if card == HIDDEN else CARDS[card] for card in play.hands[play.turn])
    one = play.variant.discards == "one"
    return [Choice("discard", play.seats[play.turn], int(one), 1 if one else 5, 1, hand, state.rules.cite("discard"))]


def _show(state: State) -> list[Choice]:
    play, cite = state.play, state.rules.cite
    left = play.live & ~play.mucked
    pots = contested(play)
    found = []
    for index in seats_in(left):
        seat = play.seats[index]
        if HIDDEN in play.hands[index]:
            found.append(Choice("show", seat, clause=cite("show")))
        if all(left & ~(1 << index) & pot.eligible for pot in pots):
            found.append(Choice("muck", seat, clause=cite("muck")))
    return found
