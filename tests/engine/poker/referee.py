"""A second, slow settlement written straight from the contract, to check the engine against.

It keeps a list of events per betting round and works everything out from that list again at every act. Nothing of the
engine is used here.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"
LOWEST = {52: 0, 40: 3, 36: 4, 32: 5}
BOARD = {"holdem": (0, 3, 4, 5), "pineapple": (0, 3, 4, 5), "crazy_pineapple": (0, 3, 4, 5), "omaha": (0, 3, 4, 5)}
ONE_BY_ONE = (1, 2, 3, 4, 5)
STUD = {"five_card_stud": "du u u u", "six_card_stud": "ddu u u d", "seven_card_stud": "ddu u u u d"}
RANGES = {"rws": 4, "nz": 4, "wa": 4}


class Illegal(Exception):
    """The act is not allowed."""


def card_value(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1])


def five(cards: tuple[str, ...], deck: int, ace_low: bool) -> tuple[Any, ...]:
    """A hand of five as something that compares."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    counts = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    shape = [count for count, _ in counts]
    order = [rank for _, rank in counts]
    flush = len({card[1] for card in cards}) == 1
    top = -1
    if len(set(ranks)) == 5:
        if ranks[0] - ranks[4] == 4:
            top = ranks[0]
        low = LOWEST[deck]
        if ace_low and ranks == [12, low + 3, low + 2, low + 1, low]:
            top = low + 3
    full, suited = (6, 5) if deck == 52 else (5, 6)
    if flush and top >= 0:
        return 8, top
    if shape[0] == 4:
        return 7, order
    if shape == [3, 2]:
        return full, order
    if flush:
        return suited, ranks
    if top >= 0:
        return 4, top
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}[tuple(shape)], order


class Referee:
    """Plays a record of the contract's form; `legal` acts only, and the answer at the end."""

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

    # posting

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

    # rounds

    def live(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.folded]

    def left(self, seat: int) -> list[int]:
        """Everybody clockwise after a seat, that seat last."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[: at + 1]

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

    # amounts

    def bet_size(self) -> int:
        if self.wa_manila:
            return [1, 2, 2, 2, 4][self.round] * self.blinds[-1]
        if self.structure == "fixed_limit":
            small, big = self.rec["bets"]
            return small if self.round < (1 if self.draw else 2) else big
        if self.structure == "spread_limit":
            return self.rec["spread"][0]
        if self.blinds:
            return self.blinds[-1]
        return self.rec["ante"] if self.book == "wa" else self.bring_in

    def measure(self) -> dict[str, Any]:
        """From the events: last full level, size of the last full bet or raise, raises counted, and who may raise again."""
        fixed = self.structure == "fixed_limit" and not (self.wa_manila and self.round == 0)
        base, size, level, raises, third_with = 0, self.bet_size(), 0, 0, 0
        blind = 0
        if self.round == 0 and self.blinds:
            level = base = blind = self.blinds[-1]
            if self.rec.get("straddle"):
                level = base = 2 * blind
            if self.structure != "fixed_limit":
                size = blind
                if self.rec.get("straddle") and self.book != "nz":
                    size = 2 * blind
        bring = completing = False
        open_for = set(self.seats)
        short_sum = 0
        wa_draw = self.book == "wa" and self.variant == "draw" and self.round == 0
        last = level
        for event in self.events:
            seat, kind, to = event["seat"], event["kind"], event["to"]
            if kind == "check":
                if self.book != "rws":
                    open_for.discard(seat)
                continue
            if kind == "call":
                open_for.discard(seat)
                continue
            if event.get("opens") and wa_draw:
                if to == 2 * last:
                    level = base = to
                    size = size if fixed else to
                    open_for = set(self.seats) - {seat}
                else:
                    if to > last:
                        short_sum += to - level
                        level = to
                    if fixed:
                        base = 2 * last - size
                    else:
                        base = level
                    if short_sum >= size and not fixed:
                        open_for, short_sum = set(self.seats), 0
                    open_for.discard(seat)
                continue
            if event.get("forced"):
                level = to
                if fixed and to < size:
                    bring = completing = True
                elif not fixed and to < self.bring_in:
                    base = to
                    short_sum = to
                else:
                    base, size = to, (size if fixed else to)
                open_for = set(self.seats) - {seat}
                continue
            full = to >= base + size
            if full:
                if level and not bring:
                    raises += 1
                    if raises == 3:
                        third_with = event["in"]
                if not fixed:
                    size = to - base
                base = level = to
                bring = False
                short_sum = 0
                open_for = set(self.seats) - {seat}
                event["full"] = True
                continue
            if self.book == "wa":
                short_sum += to - level
                if short_sum >= size:
                    open_for, short_sum = set(self.seats), 0
            if self.structure == "fixed_limit":
                if self.book == "nz" and not bring and 2 * (to - base) >= size:
                    base = to
            elif self.book != "rws":
                base = to
            level = to
            open_for.discard(seat)
        del completing
        return {"base": base, "size": size, "raises": raises, "third": third_with, "open": open_for, "fixed": fixed}

    def may_raise(self, seat: int, found: dict[str, Any]) -> bool:
        faces = self.to_call - self.put[seat]
        if seat not in found["open"] and not (
            self.book == "nz" and self.structure != "fixed_limit" and faces >= found["size"]
        ):
            return False
        if self.structure in ("fixed_limit", "spread_limit") and self.book != "rws" and found["raises"] >= 3:
            if len(self.live()) > 2:
                return False
            if self.book == "wa" and found["third"] > 2:
                return False
        return True

    def span(self, seat: int) -> tuple[int, int]:
        """Least and most total of a full bet or raise."""
        found = self.measure()
        least = found["base"] + found["size"]
        pot = sum(self.total.values()) + self.carried
        call = self.to_call - self.put[seat]
        most = 10**16
        if self.wa_manila and self.round == 0:
            most = found["base"] + 2 * self.blinds[-1]
        elif self.structure == "fixed_limit":
            most = least
        elif self.structure == "pot_limit":
            most = self.to_call + pot + call
        elif self.structure == "half_pot":
            most = self.to_call + (pot + call) // 2
        elif self.structure == "spread_limit":
            most = self.to_call + self.rec["spread"][1]
        return least, max(least, most)

    # acts

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
        found = self.measure()
        if to > have:
            raise Illegal
        if opens_twice:
            if to > 2 * self.to_call or (to < 2 * self.to_call and not whole):
                raise Illegal
        elif forced:
            least, most = self.span(seat)
            most = max(most, self.bring_in)
            if self.structure == "fixed_limit":
                if to > found["size"] or (to not in (self.bring_in, found["size"]) and not whole):
                    raise Illegal
            elif to > most or (to < self.bring_in and not whole):
                raise Illegal
        else:
            if to <= self.to_call or not self.may_raise(seat, found):
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

    # settlement

    def uncalled(self) -> tuple[int, int]:
        top, second = sorted(self.total.values(), reverse=True)[:2]
        seat = next(one for one in self.seats if self.total[one] == top)
        return seat, top - second

    def pots(self) -> tuple[list[dict[str, Any]], tuple[int, int]]:
        """Cent by cent: every layer of every seat's money, gathered by who is still in."""
        seat, back = self.uncalled()
        put = dict(self.total)
        put[seat] -= back
        pots: list[dict[str, Any]] = []
        below = 0
        for level in sorted(set(put.values()) - {0}):
            who = [one for one in self.seats if put[one] >= level]
            able = sorted(one for one in who if one not in self.folded)
            amount = (level - below) * len(who)
            if pots and (not able or pots[-1]["seats"] == able):
                pots[-1]["amount"] += amount
                pots[-1]["givers"] |= set(who)
            else:
                pots.append({"amount": amount, "seats": able, "givers": set(who)})
            below = level
        if pots:
            pots[0]["amount"] += self.carried
        return pots, (seat, back)

    def hand_cards(self, seat: int) -> list[str]:
        cards = list(self.rec["cards"][str(seat)])
        gone = self.discarded.get(seat, [])
        if self.draw:
            cards = cards[: 5 + len(gone)]
        for card in gone:
            cards.remove(card)
        return cards

    def ways(self, seat: int, board: list[str]) -> list[tuple[Any, list[tuple[int, int]]]]:
        """Every hand that the seat can make, with the cards that decide on an odd chip."""
        deck = self.rec["deck"]
        low = not (self.book == "nz" and "manila" in self.variant)
        hand = self.hand_cards(seat)
        found = []
        if self.variant == "omaha" or "manila" in self.variant:
            for two in combinations(hand, 2):
                for three in combinations(board, 3):
                    found.append((five(two + three, deck, low), sorted(map(card_value, two), reverse=True)))
            return found
        for cards in combinations(hand + board, 5):
            odd = cards if self.stud or self.draw else hand
            found.append((five(cards, deck, low), sorted(map(card_value, odd), reverse=True)))
        return found

    def answer(self) -> dict[str, Any]:
        stacks = dict(self.stack)
        if self.stage == "passed":
            return {
                "stacks": {str(s): stacks[s] for s in stacks},
                "rake": 0,
                "pots": [],
                "uncalled": None,
                "shown": [],
                "carried": sum(self.total.values()) + self.carried,
            }
        pots, (seat, back) = self.pots()
        stacks[seat] += back
        boards = self.rec.get("board") or []
        boards = boards if boards and isinstance(boards[0], list) else [boards]
        showdown = len(self.live()) > 1
        results = [[self._best(pot, board) for board in boards] for pot in pots]
        rakes = self._rakes(pots, results, showdown)
        out = []
        for pot, result, rake in zip(pots, results, rakes, strict=True):
            won = self._divide(pot["amount"] - rake, result, boards)
            for one, amount in won.items():
                stacks[one] += amount
            out.append(
                {"amount": pot["amount"], "seats": pot["seats"], "won": {str(s): a for s, a in won.items() if a}}
            )
        reply = {
            "stacks": {str(s): stacks[s] for s in stacks},
            "rake": sum(rakes),
            "pots": out,
            "uncalled": {"seat": seat, "amount": back} if back else None,
            "shown": self._shown(pots, seat, back) if showdown else [],
        }
        if self.variant == "draw_ante":
            reply["carried"] = 0
        return reply

    def _best(self, pot: dict[str, Any], board: list[str]) -> list[int]:
        left = [one for one in self.seats if one in pot["seats"] and one not in self.mucked]
        if len(left) == 1:
            return left
        known = [one for one in left if "??" not in self.hand_cards(one)]
        if not known:
            raise Illegal
        scores = {one: max(score for score, _ in self.ways(one, board)) for one in known}
        return [one for one in known if scores[one] == max(scores.values())]

    def _rakes(self, pots: list[dict[str, Any]], results: list[list[list[int]]], showdown: bool) -> list[int]:
        rake = self.rec.get("rake")
        if not rake or not pots:
            return [0] * len(pots)
        if rake.get("per_hand") is not None:
            return [min(rake["per_hand"], pots[0]["amount"]), *[0] * (len(pots) - 1)]
        if (self.book == "wa" and not showdown) or (self.book == "nz" and not self.wagered):
            return [0] * len(pots)
        rate = Fraction(rake["percent"]) / 100
        cap = rake.get("cap")
        taken: list[int] = []
        used = dict.fromkeys(self.seats, Fraction(0))
        for pot, result in zip(pots, results, strict=True):
            due: Fraction = pot["amount"] * rate
            if (
                self.book == "nz"
                and showdown
                and len(pot["givers"]) > 1
                and all(set(r) == pot["givers"] for r in result)
            ):
                due = Fraction(0)
            unit = 100 if self.book == "wa" else self.chip
            if self.book == "wa" and cap is not None:
                winners = result[0]
                due = min([due, Fraction(cap), *[(cap - used[w]) * len(winners) for w in winners]])
            amount = int(due // unit * unit)
            if self.book != "wa" and cap is not None:
                amount = min(amount, cap - sum(taken))
            taken.append(amount)
            for winner in result[0]:
                used[winner] += Fraction(amount, len(result[0]))
        return taken

    def _divide(self, amount: int, result: list[list[int]], boards: list[list[str]]) -> dict[int, int]:
        won: dict[int, int] = {}
        part = amount // len(boards) // self.chip * self.chip
        pieces = [amount - part * (len(boards) - 1), *[part] * (len(boards) - 1)]
        for winners, board, piece in zip(result, boards, pieces, strict=True):
            share = piece // len(winners) // self.chip * self.chip
            over = piece - share * len(winners)
            shares = dict.fromkeys(winners, share)
            if over and self.book == "rws":
                shares[winners[0]] += over
            elif over and self.book == "nz":
                shares[self._highest(winners, board)] += over
            for one in winners:
                if over and self.book == "wa":
                    shares[one] += min(over, self.chip)
                    over -= min(over, self.chip)
            for one, got in shares.items():
                won[one] = won.get(one, 0) + got
        return won

    def _highest(self, winners: list[int], board: list[str]) -> int:
        if len(winners) == 1:
            return winners[0]

        def key(seat: int) -> list[tuple[int, int]]:
            ways = self.ways(seat, board)
            best = max(score for score, _ in ways)
            return max(cards for score, cards in ways if score == best)

        return max(winners, key=key)

    def _shower(self) -> int | None:
        wagers = [event for event in self.events if event["kind"] == "wager"]
        if self.book == "rws" and self.round == 3 and wagers:
            full = [event["seat"] for event in wagers[1:] if event.get("full")]
            return full[-1] if full else wagers[0]["seat"]
        return self.last_shower

    def _shown(self, pots: list[dict[str, Any]], seat: int, back: int) -> list[int]:
        first = self._shower()
        order = self.seats if first is None else [first, *self.left(first)[:-1]]
        live = [one for one in order if one not in self.folded]
        if self.book == "rws":
            named: list[int] = []
            for pot in reversed(pots):
                named += [one for one in live if one in pot["seats"] and one not in named]
            live = named
        if self.book == "wa":
            empty = [s for s in self.seats if s in live and not self.stack[s] and not (s == seat and back)]
            empty.sort(key=lambda s: self.total[s])
            live = empty + [s for s in live if s not in empty]
        return [s for s in live if s not in self.mucked and "??" not in self.hand_cards(s)]


def settle(rec: dict[str, Any]) -> dict[str, Any]:
    """The answer to a record whose acts are all legal; `Illegal` otherwise."""
    referee = Referee(rec)
    for act in rec["actions"]:
        referee.act(*act)
    if referee.stage in ("bet", "discard"):
        raise Illegal
    return referee.answer()
