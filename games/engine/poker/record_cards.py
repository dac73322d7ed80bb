"""The cards, boards and acts of a record: their form first, then what only the play shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from casino.refused import Refused
from games.engine.cards import CARDS, LOWEST_RANK, NUMBER
from games.engine.form import fault
from games.engine.money import MOST
from games.engine.poker.phases import SHOW
from games.engine.poker.play import Play
from games.engine.poker.stud import cards_due
from games.engine.poker.terms import Terms
from games.engine.poker.variants import HIDDEN

NAMES = NUMBER | {"??": HIDDEN}
PLAIN = frozenset(["fold", "check", "call", "all_in", "muck"])
AMOUNT = frozenset(["bet", "raise"])


class Written(NamedTuple):
    """An act as written: `value` is an amount for a bet or raise, the cards for a discard."""

    seat: int
    word: str
    value: Any


@dataclass(slots=True)
class Faces:
    """The cards of a record by seat number, and its boards; several boards have `shared` cards in common."""

    cards: dict[int, list[int]]
    boards: list[list[int]]
    shared: int = 0


def read_cards(obj: Mapping[str, Any], terms: Terms, seats: Sequence[int]) -> Faces:
    """Names, number, the deck, and every card once."""
    seen: set[int] = set()
    board = obj.get("board") or []
    cards = _hands(obj["cards"], terms, seats, bool(board) and terms.variant.community, seen)
    if board and type(board[0]) is list:
        return Faces(cards, *_boards(board, terms, seen))
    return Faces(cards, [_board(board, terms, seen)])


def _hands(
    obj: Mapping[str, Any], terms: Terms, seats: Sequence[int], community: bool, seen: set[int]
) -> dict[int, list[int]]:
    by_name = {str(seat): seat for seat in seats}
    for name in obj:
        if name not in by_name:
            fault(f"cards.{name}", "No such seat.")
    found: dict[int, list[int]] = {}
    for name in by_name:
        if name not in obj:
            fault(f"cards.{name}", "Missing.")
    for name, values in obj.items():
        where = f"cards.{name}"
        if type(values) is not list:
            fault(where, "Must be a list.")
        found[by_name[name]] = _hand(values, where, terms, community, seen)
    return found


def _hand(values: list[Any], where: str, terms: Terms, community: bool, seen: set[int]) -> list[int]:
    variant = terms.variant
    most = variant.most_cards - community if not variant.draw else 2 * variant.most_cards
    least = min(variant.dealt[0], most)
    if len(values) < least:
        fault(where, f"Too few cards: {least} are dealt.")
    cards = faces(values, where, terms)
    if len(values) > most:
        fault(f"{where}[{most}]", "Too many cards.")
    for place in variant.ups[-1]:
        if place < len(cards) and cards[place] == HIDDEN:
            fault(f"{where}[{place}]", "A card dealt face up is seen.", terms.cite("card"))
    # Replacements in draw may be cards that others have discarded: the play shows it.
    _once(cards[: variant.most_cards], where, terms, seen)
    return cards


def faces(values: list[Any], where: str, terms: Terms) -> list[int]:
    """Cards by number, HIDDEN for one that nobody saw."""
    lowest = LOWEST_RANK[terms.deck] * 4
    try:
        cards = [NAMES[value] for value in values]
    except (KeyError, TypeError):
        place = next(place for place, value in enumerate(values) if type(value) is not str or value not in NAMES)
        fault(f"{where}[{place}]", "Not a card: rank then suit, as in As Td 7c 2h.")
    if lowest:
        for place, card in enumerate(cards):
            if card != HIDDEN and card < lowest:
                fault(f"{where}[{place}]", "The card is not in this deck.", terms.cite("card"))
    return cards


def _once(cards: Sequence[int], where: str, terms: Terms, seen: set[int], first: int = 0) -> None:
    for place, card in enumerate(cards):
        if card != HIDDEN:
            if card in seen:
                fault(f"{where}[{place + first}]", f"{CARDS[card]} stands twice.", terms.cite("card"))
            seen.add(card)


def _board(values: list[Any], terms: Terms, seen: set[int]) -> list[int]:
    variant = terms.variant
    most = int(variant.community) if variant.stud else variant.boards[-1]
    cards = _open_faces(values, "board", terms)
    if len(cards) > most:
        fault(f"board[{most}]", "Too many cards.", terms.cite("community") if variant.stud and most == 0 else None)
    _once(cards, "board", terms, seen)
    return cards


def _open_faces(values: list[Any], where: str, terms: Terms) -> list[int]:
    cards = faces(values, where, terms)
    if HIDDEN in cards:
        fault(f"{where}[{cards.index(HIDDEN)}]", "A community card is seen.")
    return cards


def _boards(values: list[Any], terms: Terms, seen: set[int]) -> tuple[list[list[int]], int]:
    """NZ13 18.9: two to seven boards of five that share their first three or four cards, or none."""
    cite = terms.cite("boards")
    if not terms.variant.runs or terms.book.most_boards < 2:
        fault("board", "One board in this game.", cite)
    for number, board in enumerate(values):
        if type(board) is not list:
            fault(f"board[{number}]", "Must be a list.")
    if len(values) < 2:
        fault("board", "Two boards or more, or the cards themselves.", cite)
    if len(values) > terms.book.most_boards:
        most = terms.book.most_boards
        fault(f"board[{most}]", f"At most {most} boards.", terms.book.clause("most_boards"))
    boards = []
    for number, board in enumerate(values):
        boards.append(_open_faces(board, f"board[{number}]", terms))
        if len(board) < 5:
            fault(f"board[{number}]", "Too few cards: a board has five.")
        if len(board) > 5:
            fault(f"board[{number}][5]", "Too many cards.")
    shared = next(count for count in (4, 3, 0) if all(board[:count] == boards[0][:count] for board in boards))
    _once(boards[0], "board[0]", terms, seen)
    for number, board in enumerate(boards[1:], 1):
        _once(board[shared:], f"board[{number}]", terms, seen, shared)
    return boards, shared


def read_acts(values: list[Any], terms: Terms) -> list[Written]:
    """Words, lengths and amounts."""
    found = []
    for place, value in enumerate(values):
        where = f"actions[{place}]"
        if type(value) is not list or not 2 <= len(value) <= 3:
            fault(where, "An act is a list: seat, word, and an amount or cards where the word needs them.")
        seat, word, *rest = value
        if type(seat) is not int:
            fault(where, "The seat must be an integer.")
        if type(word) is not str or (word not in PLAIN and word not in AMOUNT and word != "discard"):
            fault(where, "Must be fold, check, call, bet, raise, all_in, discard or muck.")
        found.append(Written(seat, word, _value(word, rest, where, terms)))
    return found


def _value(word: str, rest: list[Any], where: str, terms: Terms) -> Any:
    if bool(rest) == (word in PLAIN):
        fault(where, f"{word} stands {'alone' if rest else 'with a value'}.")
    if not rest:
        return None
    value = rest[0]
    if word in AMOUNT:
        if type(value) is not int or not 1 <= value <= MOST or value % terms.chip:
            fault(where, f"The amount must be a positive integer, a multiple of {terms.chip}.")
        return value
    if type(value) is not list:
        fault(where, "The discards must be a list.")
    try:
        return faces(value, "", terms)
    except Refused as refused:
        fault(where, refused.message, refused.clause)


def check_dealt(play: Play, faces: Faces, lay: int) -> None:
    """Cards and boards against the play: `lay` is how many community cards lay when somebody last could act."""
    if play.variant.stud:
        _check_stud(play, faces)
    elif play.variant.draw:
        _check_draw(play, faces)
    else:
        _check_boards(play, faces, lay)


def _check_stud(play: Play, faces: Faces) -> None:
    """At least what the seat had been dealt when it folded or the hand ended."""
    for index, seat in enumerate(play.seats):
        gone = play.gone[index]
        due = cards_due(play, gone if gone >= 0 else play.round)
        if len(faces.cards[seat]) < due:
            fault(f"cards.{seat}", f"Too few cards: {due} had been dealt.")


def _check_boards(play: Play, faces: Faces, lay: int) -> None:
    if len(faces.boards) > 1:
        cite = play.terms.cite("boards")
        if play.phase is not SHOW or lay == play.variant.boards[-1]:
            fault("board", "The betting must have ended before the last card, in a showdown.", cite)
        if faces.shared < lay:
            fault("board", f"The {lay} cards that lay already are on every board.", cite)
        return
    due = play.variant.boards[-1] if play.phase is SHOW else play.variant.boards[play.round]
    if len(faces.boards[0]) < due:
        fault("board", f"Too few cards: {due} had been dealt.")


def _check_draw(play: Play, faces: Faces) -> None:
    """Five, and as many as were discarded; a replacement may be what a seat before it discarded (NZ13 11.3(b))."""
    number = dict(play.discards)
    out = {card for cards in faces.cards.values() for card in cards[:5]}
    for index, seat in enumerate(play.seats):
        due = 5 + len(number.get(index, ()))
        if len(faces.cards[seat]) < due:
            fault(f"cards.{seat}", f"Too few cards: {due} were dealt.")
        if len(faces.cards[seat]) > due:
            fault(f"cards.{seat}[{due}]", f"Too many cards: {due} were dealt.")
    pool: dict[int, int] = {}
    late = []
    for index, discarded in play.discards:
        cards = faces.cards[play.seats[index]]
        # WA 26.5(c): the fifth replacement comes after everybody else's.
        at_once = 9 if play.variant.fifth_last and len(discarded) == 5 else len(cards)
        for place in range(5, at_once):
            _replace(play, index, cards[place], place, pool, out)
        if at_once < len(cards):
            late.append(index)
        pool |= dict.fromkeys(discarded, index)
    for index in late:
        _replace(play, index, faces.cards[play.seats[index]][9], 9, pool, out)


def _replace(play: Play, index: int, card: int, place: int, pool: dict[int, int], out: set[int]) -> None:
    if card == HIDDEN:
        return
    if card in out:
        if pool.get(card, index) == index:
            fault(f"cards.{play.seats[index]}[{place}]", f"{CARDS[card]} stands twice.", play.terms.cite("card"))
        del pool[card]
    out.add(card)
