"""The slow referee's settlement: pots layer by layer, rake, splits, the order of showing."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "cdhs"
LOWEST = {52: 0, 40: 3, 36: 4, 32: 5}


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


class Settling:
    """What the referee answers once the betting is over; the attributes are the referee's."""

    rec: dict[str, Any]
    book: str
    variant: str
    seats: list[int]
    stack: dict[int, int]
    total: dict[int, int]
    folded: dict[int, int]
    mucked: set[int]
    discarded: dict[int, list[str]]
    events: list[dict[str, Any]]
    last_shower: int | None
    stage: str
    round: int
    chip: int
    carried: int
    wagered: bool
    draw: bool
    stud: bool

    def live(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.folded]

    def left(self, seat: int) -> list[int]:
        """Everybody clockwise after a seat, that seat last."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[: at + 1]

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
            return [
                (five(two + three, deck, low), sorted(map(card_value, two), reverse=True))
                for two in combinations(hand, 2)
                for three in combinations(board, 3)
            ]
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
