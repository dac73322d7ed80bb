"""The engine: settlements from JSON to JSON, simulated rounds, seven-card evaluations, memory of a long file."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from random import Random
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from bench import simulated
from bench.measure import Row, Work, rates, row
from games.engine.cards import CARDS
from games.engine.hands import STANDARD
from games.engine.lines import settle_stream

ROOT = Path(__file__).parents[1]
LINES = 2_000
HANDS = 50_000
FEW, MANY = 10_000, 1_000_000
# What the issue asks for: rounds of seven wagers, and times treys.
LEAST_BACCARAT = 10_000
MEMORY = """
import sys
from games.engine.lines import settle_stream
settle_stream(sys.stdin.buffer, sys.stdout.buffer)
used = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(used[0], file=sys.stderr)
"""


def rows() -> list[Row]:
    return [*settlement_rows(), *simulation_rows(), evaluation_row(), *memory_rows()]


def baccarat_record(shoe: Random) -> dict[str, Any]:
    """One round with all seven wagers (NZ5)."""
    elections = {"banker": "commission", "tie": 8, "perfect_pair": 1, "dragon_bonus": 1, "chip": 250}
    wagers = [{"id": f"w{place}", "area": 3, "on": on, "amount": 10_000} for place, on in enumerate(simulated.ON)]
    cards = [CARDS[card] for card in simulated.coup(shoe)]
    return {"game": "baccarat", "form": "standard", "elections": elections, "cards": cards, "wagers": wagers}


def ultimate_record(deck: Random) -> dict[str, Any]:
    """One round with three boxes (UTH)."""
    names = [CARDS[card] for card in deck.sample(range(52), 13)]
    plays = ({"times": 4, "on": "deal"}, {"times": 2, "on": "flop"}, {"times": 1, "on": "river"})
    stakes = {"ante": 1_000, "blind": 1_000, "trips": 500, "progressive": 500}
    boxes = [
        {"seat": seat, "cards": names[2 * seat - 2 : 2 * seat], **stakes, "play": play}
        for seat, play in zip(simulated.SEATS, plays, strict=True)
    ]
    game = {"game": "ultimate", "elections": {"pay_table": 1, "hands": "any_five"}, "boxes": boxes}
    return game | {"dealer": names[6:8], "board": names[8:], "pool": {"prize": 2_500_000}}


def snake_eyes_record(dice: Random) -> dict[str, Any]:
    """Five rolls and seven wagers (NZ11A)."""
    rolls = [[dice.randint(1, 6), dice.randint(1, 6)] for _ in range(5)]
    wagers = [{"id": f"w{place}", "on": name, "amount": 500} for place, name in enumerate(simulated.ROLLED_ON)]
    elections = {"hardways": "7/9", "field": 1, "craps_2": 30, "craps_12": 30}
    return {"game": "snake_eyes", "elections": elections, "rolls": rolls, "wagers": wagers}


RECORDS: dict[str, tuple[Callable[[Random], dict[str, Any]], float | None]] = {
    "baccarat, seven wagers": (baccarat_record, LEAST_BACCARAT),
    "Ultimate, three boxes": (ultimate_record, None),
    "Snake Eyes, five rolls": (snake_eyes_record, None),
}


def settling(make: Callable[[Random], dict[str, Any]]) -> Work:
    """Settle a file of rounds held in memory."""
    chosen = Random(1)
    lines = b"".join(json.dumps({"id": n} | make(chosen)).encode() + b"\n" for n in range(LINES))
    answers = BytesIO()
    settle_stream(BytesIO(lines), answers)
    if b'"error"' in answers.getvalue():
        raise RuntimeError(f"A benchmark's round was refused: {answers.getvalue()[:300]!r}")

    def work() -> int:
        settle_stream(BytesIO(lines), BytesIO())
        return LINES

    return work


def settlement_rows() -> Iterator[Row]:
    for name, (make, least) in RECORDS.items():
        (found,) = rates(settling(make))
        beside = "least asked" if least else None
        yield row(f"settled JSON to JSON, {name}", found, "rounds/CPU s", peer=least, peer_name=beside)


def simulation_rows() -> Iterator[Row]:
    """Every act through the protocol, then the settlement."""
    rounds = {
        "baccarat, seven wagers": simulated.baccarat_round,
        "Ultimate, three boxes": simulated.ultimate_round,
        "Snake Eyes, seven wagers": simulated.snake_eyes_round,
    }
    for name, play in rounds.items():
        (found,) = rates(playing(play))
        yield row(f"simulated act by act, {name}", found, "rounds/CPU s")


def playing(play: Callable[[Random], object]) -> Work:
    chosen = Random(2)

    def work() -> int:
        for _ in range(100):
            play(chosen)
        return 100

    return work


def evaluation_row() -> Row:
    """Seven cards, one hand at a time, in the same process in turns."""
    chosen = Random(3)
    hands = [tuple(chosen.sample(range(52), 7)) for _ in range(HANDS)]

    def ours() -> int:
        score = STANDARD.any_five
        for hand in hands:
            score(hand)
        return HANDS

    name, unit = "seven-card hands, one at a time", "hands/CPU s"
    if find_spec("treys") is None:
        return row(name, rates(ours)[0], unit)
    found, peer = rates(ours, treys_work(hands))
    return row(name, found, unit, peer=peer, peer_name="treys")


def treys_work(hands: list[tuple[int, ...]]) -> Work:
    from treys import Card, Evaluator

    evaluate = Evaluator().evaluate
    converted = [[Card.new(CARDS[card]) for card in hand] for hand in hands]
    pairs = [(cards[:2], cards[2:]) for cards in converted]

    def work() -> int:
        for hole, board in pairs:
            evaluate(hole, board)
        return len(pairs)

    return work


def memory_rows() -> list[Row]:
    """The settling process's highest memory, a million lines beside ten thousand."""
    if not Path("/proc/self/status").exists():
        return []
    few, many = (settled_memory(lines) for lines in (FEW, MANY))
    name = "memory of settle, a million lines"
    return [row(name, many, "MB", better="lower", peer=few, peer_name="ten thousand lines")]


def settled_memory(lines: int) -> float:
    """MB that `settle` held at most for so many lines through a pipe."""
    chosen = Random(4)
    made = [baccarat_record(chosen) for _ in range(500)]
    records = [json.dumps(record | {"wagers": record["wagers"][:1]})[1:].encode() for record in made]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with Popen([sys.executable, "-c", MEMORY], stdin=PIPE, stdout=DEVNULL, stderr=PIPE, env=environment) as settle:
        assert settle.stdin and settle.stderr
        for number in range(lines):
            settle.stdin.write(b'{"id": "round %d", ' % number + records[number % 500] + b"\n")
        settle.stdin.close()
        return int(settle.stderr.read()) / 1024
