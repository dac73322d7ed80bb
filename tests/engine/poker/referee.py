"""A second, slow settlement written straight from the contract, to check the engine against.

It keeps a list of events per betting round and works everything out from that list again at every act. Nothing of the
engine is used here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.engine.poker.referee_amounts import Measuring
from tests.engine.poker.referee_settles import Illegal, card_value

BOARD = {"holdem": (0, 3, 4, 5), "pineapple": (0, 3, 4, 5), "crazy_pineapple": (0, 3, 4, 5), "omaha": (0, 3, 4, 5)}
ONE_BY_ONE = (1, 2, 3, 4, 5)
STUD = {"five_card_stud": "du u u u", "six_card_stud": "ddu u u d", "seven_card_stud": "ddu u u u d"}


class Referee(Measuring):
    """Plays a record of the contract's form; `Illegal` for an act that is not allowed, and the answer at the end."""

    def __init__(self, rec: dict[str, Any]) -> None:
        self.rec = rec
        self.book, self.variant = rec["book"], rec["variant"]
        self.wa_manila = self.book == "wa" and self.variant == "manila"
        numbers = sorted(item["seat"] for item in rec["seats"])
        after = [n for n in numbers if n > rec["button"]]
        self.seats = after + [n for n in numbers if n <= rec["button"]]
        self.stack = {item["seat"]: item["stack"] for item in rec["seats"]}
        self.brought = dict(self.stack)
        self.total = dict.fromkeys(self.seats, 0)
        self.folded: dict[int, int] = {}
        self.mucked: set[int] = set()
        self.discarded: dict[int, list[str]] = {}
        self.chip = rec.get("chip") or 1
        self.blinds = rec.get("blinds") or []
        self.structure = rec["structure"]
        self.carried = rec.get("carried") or 0
        self.draw = self.variant in ("draw", "draw_ante")
        self.stud = self.variant in STUD
        if self.variant in BOARD:
            self.boards = BOARD[self.variant]
        elif "manila" in self.variant:
            self.boards = ONE_BY_ONE
        else:
            self.boards = (0,) * (2 if self.draw else len(STUD[self.variant].split()))
        self.last_shower: int | None = None
        self.wagered = False
        self.opener: int | None = None
        self.bring_in = self._bring_in()
        self.round = 0
        self.stage = "bet"
        self._post()
        self._begin()

    def _bring_in(self) -> int | None:
        given = self.rec.get("bring_in")
        if given or not self.stud or self.book == "wa":
            return given
        return (self.rec.get("bets") or self.rec.get("spread") or [self.rec["ante"]])[0]

    def _pay(self, seat: int, amount: int) -> int:
        amount = min(amount, self.stack[seat])
        self.stack[seat] -= amount
        self.total[seat] += amount
        return amount

    def _post(self) -> None:
        self.put = dict.fromkeys(self.seats, 0)
        for seat in self.seats:
            self._pay(seat, self.rec.get("ante") or 0)
        order = self.seats
        if len(self.seats) == 2 and len(self.blinds) == 2:
            order = [self.seats[1], self.seats[0]]
        self.last_blind: int | None = None
        self.to_call = 0
        for seat, blind in zip(order, self.blinds, strict=False):
            self.put[seat] += self._pay(seat, blind)
            self.last_blind, self.to_call = seat, blind
        if self.rec.get("straddle"):
            self.last_blind = self.rec["straddle"]
            self.to_call = 2 * self.blinds[-1]
            self.put[self.last_blind] += self._pay(self.last_blind, self.to_call)
        self.last_shower = self.last_blind

    def _begin(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.acted_on: set[int] = set()
        if self.round:
            self.put = dict.fromkeys(self.seats, 0)
            self.to_call = 0
        self.opened = False
        if self._round_over():
            self._end_round()
            return
        if self.round:
            self.last_shower = None
        self.turn = self._first()

    def _first(self) -> int:
        chips = [seat for seat in self.seats if seat not in self.folded and self.stack[seat]]
        if self.round == 0:
            if self.blinds:
                assert self.last_blind is not None
                return next(seat for seat in self.left(self.last_blind) if seat in chips)
            if self.stud:
                return self._by_up_card()[0]
            return chips[0]
        if self.stud:
            best = self._highest_showing()
            return next(seat for seat in [best, *self.left(best)] if seat in chips)
        if self.draw and self.book == "nz":
            assert self.last_blind is not None
            return next(seat for seat in self.left(self.last_blind) if seat in chips)
        if self.draw and self.opener is not None:
            return next(seat for seat in [self.opener, *self.left(self.opener)] if seat in chips)
        return chips[0]

    def _up(self, seat: int) -> list[str]:
        streets = STUD[self.variant].split()[: self.round + 1]
        faces = "".join(streets)
        cards = self.rec["cards"][str(seat)]
        community = len(self.rec.get("board") or [])
        count = min(len(faces), len("".join(STUD[self.variant].split())) - community)
        return [cards[place] for place in range(count) if faces[place] == "u"]

    def _by_up_card(self) -> list[int]:
        chips = [seat for seat in self.live() if self.stack[seat]]
        values = {seat: card_value(self._up(seat)[0]) for seat in chips}
        if self.book == "nz":
            return sorted(chips, key=lambda seat: values[seat])
        sign = 1 if self.bring_in else -1
        return sorted(chips, key=lambda seat: (sign * values[seat][0], self.seats.index(seat)))

    def _highest_showing(self) -> int:
        def worth(seat: int) -> tuple[Any, ...]:
            cards = [card_value(card) for card in self._up(seat)]
            groups = sorted(((n, r) for r, n in Counter(r for r, _ in cards).items()), reverse=True)
            tie = max(cards) if self.book == "nz" else -self.seats.index(seat)
            return groups, tie

        return max(self.live(), key=worth)

    def _round_over(self) -> bool:
        live = self.live()
        chips = [seat for seat in live if self.stack[seat]]
        if len(chips) <= 1:
            others = [self.put[seat] for seat in live if seat not in chips]
            if not chips or self.put[chips[0]] >= max(others, default=0):
                alone = len(live) == 1 and self.variant == "draw_ante" and self.round == 0 and not self.opened
                if not alone:
                    return True
        return all(seat in self.acted_on for seat in chips)

    def _end_round(self) -> None:
        live = self.live()
        if not live:
            self.stage = "passed"
        elif len(live) == 1:
            self.stage = "won"
        elif self._discard_round() == self.round and not self.discarded:
            self.stage = "discard"
            self.to_discard = [seat for seat in self.seats if seat in live]
            self.turn = self.to_discard[0]
        elif self.round + 1 == len(self.boards):
            self.stage = "show"
        else:
            self.round += 1
            self.stage = "bet"
            self._begin()

    def _discard_round(self) -> int | None:
        if self.draw or self.variant == "pineapple":
            return 0
        return 1 if self.variant == "crazy_pineapple" else None

    def act(self, seat: int, word: str, value: Any = None) -> None:
        if self.stage == "discard":
            self._discard(seat, word, value)
            return
        if self.stage == "show":
            self._muck(seat, word)
            return
        if self.stage != "bet" or seat != self.turn:
            raise Illegal
        self._betting(seat, word, value)

    def _unopened(self) -> bool:
        """Bet or fold until one has opened."""
        if self.opened:
            return False
        if self.book != "wa":
            return False
        if self.draw or (self.round == 0 and self.variant == "perth_manila"):
            return True
        return self.stud and self.round == 0 and not self.bring_in

    def _betting(self, seat: int, word: str, value: Any) -> None:
        forced = self.stud and self.round == 0 and bool(self.bring_in) and not self.events
        owed = self.to_call - self.put[seat]
        have = self.put[seat] + self.stack[seat]
        unopened = self._unopened()
        opens_twice = unopened and self.variant == "draw" and self.round == 0
        if word == "fold":
            if forced:
                raise Illegal
            self.folded[seat] = self.round
            self._next(seat, None)
        elif word == "check":
            if owed > 0 or unopened or forced or (self.book == "wa" and self.draw):
                raise Illegal
            self._next(seat, {"kind": "check", "to": 0})
        elif word == "call" or (word in ("all_in", "raise") and self._is_call(word, value, have, opens_twice, forced)):
            if forced or unopened or (owed <= 0 and not (self.book == "wa" and self.draw and self.to_call)):
                raise Illegal
            self.put[seat] += self._pay(seat, max(owed, 0))
            self.wagered = True
            self._next(seat, {"kind": "call", "to": self.put[seat]})
        elif word in ("bet", "raise", "all_in"):
            if (word == "bet" and self.to_call) or (word == "raise" and not self.to_call):
                raise Illegal
            to = have if word == "all_in" else value
            self._wager(seat, to, have, forced, opens_twice)
        else:
            raise Illegal

    def _is_call(self, word: str, value: Any, have: int, opens_twice: bool, forced: bool) -> bool:
        if opens_twice or forced or have > self.to_call or not self.to_call:
            return False
        return word == "all_in" or value == have

    def _wager(self, seat: int, to: int, have: int, forced: bool, opens_twice: bool) -> None:
        whole = to == have
        size = self.measure().size
        if to > have:
            raise Illegal
        if opens_twice:
            if to > 2 * self.to_call or (to < 2 * self.to_call and not whole):
                raise Illegal
        elif forced:
            least, most = self.span(seat)
            most = max(most, self.bring_in)
            if self.structure == "fixed_limit":
                if to > size or (to not in (self.bring_in, size) and not whole):
                    raise Illegal
            elif to > most or (to < self.bring_in and not whole):
                raise Illegal
        else:
            if to <= self.to_call or not self.may_raise(seat):
                raise Illegal
            least, most = self.span(seat)
            if to > most or (to < least and not whole):
                raise Illegal
        event = {"kind": "wager", "to": to, "in": len(self.live()), "opens": opens_twice, "forced": forced}
        self._pay(seat, to - self.put[seat])
        self.put[seat] = to
        self.wagered = True
        if self.opener is None or not self.opened:
            self.opener = seat if self.round == 0 and not self.opened else self.opener
        self.opened = True
        if to > self.to_call:
            self.last_shower = seat
            self.to_call = to
        self.acted_on = set()
        self._next(seat, event)

    def _next(self, seat: int, event: dict[str, Any] | None) -> None:
        if event is not None:
            self.events.append({"seat": seat, **event})
            self.measure()
        self.acted_on.add(seat)
        live = self.live()
        alone = len(live) == 1 and self.variant == "draw_ante" and self.round == 0 and not self.opened
        if not live or (len(live) == 1 and not (alone and self.stack[live[0]])) or self._round_over():
            self._end_round()
            return
        order = self.left(seat)
        if self.stud and self._unopened():
            order = self._by_up_card()
        self.turn = next(one for one in order if one in live and self.stack[one] and one not in self.acted_on)

    def _discard(self, seat: int, word: str, cards: list[str]) -> None:
        if seat != self.turn or word != "discard" or (not self.draw and len(cards) != 1):
            raise Illegal
        held = list(self.rec["cards"][str(seat)][: 5 if self.draw else 3])
        for card in cards:
            if card not in held:
                raise Illegal
            held.remove(card)
        self.discarded[seat] = cards
        self.to_discard.remove(seat)
        if self.to_discard:
            self.turn = self.to_discard[0]
        else:
            self._end_round()

    def _muck(self, seat: int, word: str) -> None:
        if word != "muck" or seat not in self.live() or seat in self.mucked:
            raise Illegal
        left = set(self.live()) - self.mucked - {seat}
        if any(not left & set(pot["seats"]) for pot in self.pots()[0]):
            raise Illegal
        self.mucked.add(seat)


def settle(rec: dict[str, Any]) -> dict[str, Any]:
    """The answer to a record whose acts are all legal; `Illegal` otherwise."""
    referee = Referee(rec)
    for act in rec["actions"]:
        referee.act(*act)
    if referee.stage in ("bet", "discard"):
        raise Illegal
    return referee.answer()
