"""Dealing by acts: which cards are due where, burns, and a deck that runs short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casino.refused import Refused
from games.engine.cards import CARDS, LOWEST_RANK
from games.engine.poker import replacing
from games.engine.poker.phases import DEAL, NOBODY, SHOW
from games.engine.poker.tray import Due, Place, Tray
from games.engine.poker.variants import HIDDEN

if TYPE_CHECKING:
    from games.engine.poker.flow import Flow
    from games.engine.poker.play import Play

PLACES: dict[str, Place] = {"d": "down", "u": "up"}


def begin_street(flow: Flow, tray: Tray) -> None:
    """Wait for the cards of the betting round that comes now; after a draw there are none."""
    tray.due = _street(flow, tray)
    if tray.due:
        wait(flow)
    else:
        flow.open_round()


def wait(flow: Flow) -> None:
    flow.phase = DEAL
    flow.turn = NOBODY


def _street(flow: Flow, tray: Tray) -> list[Due]:
    variant, number = flow.variant, flow.round
    if not number:
        return _first_deal(flow) + [Due("board", 0)] * variant.boards[0]
    if variant.stud:
        return _stud_street(flow, tray)
    return board_street(flow, number, 0)


def board_street(flow: Flow, number: int, board: int) -> list[Due]:
    """The community cards before betting round `number`, with their burn."""
    variant = flow.variant
    cards = [Due("board", board)] * (variant.boards[number] - variant.boards[number - 1])
    return [Due("burn"), *cards] if cards and variant.burns else cards


def _first_deal(flow: Flow) -> list[Due]:
    """One card at a time round the table, or two in succession (WA 22.1, 23.1, 24.2, 25.1, 29.1)."""
    faces = flow.variant.faces[0]
    due: list[Due] = []
    while faces:
        at_once = 2 if flow.variant.in_pairs and faces.startswith("dd") else 1
        for seat in range(flow.number):
            due += [Due(PLACES[face], seat) for face in faces[:at_once]]
        faces = faces[at_once:]
    return due


def _stud_street(flow: Flow, tray: Tray) -> list[Due]:
    """A card to every seat still in; where the deck is short of the last one, NZ13 12.4(a), 13.4(a), WA 33.1."""
    burn = [Due("burn")] if flow.variant.burns else []
    place = PLACES[flow.variant.faces[flow.round]]
    cards = [Due(place, seat) for seat in range(flow.number) if flow.live >> seat & 1]
    if tray.stub >= len(burn) + len(cards):
        return burn + cards
    # In a short deck a card is burnt only where one is to spare.
    everything = tray.stub + len(tray.burns)
    if burn and everything >= len(cards):
        return [Due("reshuffle"), *(burn if everything > len(cards) else []), *cards]
    return [*(burn if tray.stub > 1 else []), Due("board", 0)]


def deal(play: Play, tray: Tray, cards: Sequence[int]) -> None:
    """The next cards off the deck, each to the place that is due."""
    if play.phase is not DEAL:
        raise Refused(play.terms.cite("turn"), "No card is due now.", "cards")
    if not cards:
        raise Refused(None, "A card, or several.", "cards")
    for place, card in enumerate(cards):
        if play.phase is not DEAL or (place and not tray.due):
            raise Refused(play.terms.cite("card"), "No more cards are due now.", f"cards[{place}]")
        _deal_one(play, tray, card, f"cards[{place}]")
        if tray.drawing:
            replacing.look_for_reshuffle(play, tray)
    if not tray.due:
        _dealt(play, tray)


def _deal_one(play: Play, tray: Tray, card: int, where: str) -> None:
    due = tray.due[0]
    if due.place == "reshuffle":
        raise Refused(play.terms.cite("reshuffle"), "The deck has run out: reshuffle first.", where)
    check_card(play, tray, card, due.place in ("up", "board"), where)
    tray.due = tray.due[1:]
    tray.stub -= 1
    if card != HIDDEN:
        tray.out.add(card)
    if due.place == "burn":
        tray.burns.append(card)
    elif due.place != "board":
        play.hands[due.to] = [*play.hands[due.to], card]
    elif due.to:
        play.more_boards[due.to - 1].append(card)
    else:
        play.board.append(card)


def check_card(play: Play, tray: Tray, card: int, face_up: bool, where: str) -> None:
    """In the deck, not out already, and known where it lies face up."""
    if card == HIDDEN:
        if face_up:
            raise Refused(play.terms.cite("card"), "A card dealt face up is seen.", where)
        return
    if not LOWEST_RANK[play.terms.deck] * 4 <= card < len(CARDS):
        raise Refused(play.terms.cite("card"), "The card is not in this deck.", where)
    if card in tray.out:
        raise Refused(play.terms.cite("card"), f"{CARDS[card]} is out already.", where)


def _dealt(play: Play, tray: Tray) -> None:
    """Everything due has been dealt: on with the draw, the showdown or the betting."""
    if tray.drawing:
        replacing.go_on(play, tray)
    elif tray.runs > 1:
        play.round = play.variant.rounds - 1
        play.end(SHOW)
    else:
        play.open_round()


def reshuffle(play: Play, tray: Tray) -> None:
    """Discards go back into the stub in draw (NZ13 11.3(b), WA 26.5(d)), burns in stud (NZ13 12.4(a), 13.4(a))."""
    if play.phase is not DEAL or tray.due[0].place != "reshuffle":
        raise Refused(play.terms.cite("reshuffle"), "There are cards enough.")
    tray.due = tray.due[1:]
    if tray.drawing:
        replacing.reshuffle(tray)
    else:
        tray.stub += len(tray.burns)
        tray.out -= set(tray.burns)
        tray.burns = []


def most_runs(play: Play, tray: Tray) -> int:
    """NZ13 18.9: how often the rest of the board may be dealt now; 1 where it is dealt once."""
    discards = play.variant.discard_after
    if not play.variant.runs or play.phase is not DEAL or not play.round or play.able & (play.able - 1):
        return 1
    # Pineapple: not before everybody has discarded.
    if tray.runs > 1 or tray.due != board_street(play, play.round, 0) or (discards or 0) >= play.round:
        return 1
    once = sum(len(board_street(play, number, 0)) for number in range(play.round, play.variant.rounds))
    return max(1, min(play.terms.book.most_boards, tray.stub // once))


def run_it(play: Play, tray: Tray, times: int) -> None:
    """NZ13 18.9(d): the board that lies stays; the rest is dealt `times` times, burns included."""
    most = most_runs(play, tray)
    if not 2 <= times <= most:
        said = f"The board may be run two to {most} times." if most > 1 else "The board cannot be run again now."
        raise Refused(play.terms.cite("boards"), said, "times")
    tray.runs = times
    tray.due = []
    play.more_boards = [play.board.copy() for _ in range(times - 1)]
    for board in range(times):
        for number in range(play.round, play.variant.rounds):
            tray.due += board_street(play, number, board)
