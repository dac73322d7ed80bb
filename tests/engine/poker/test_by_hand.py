"""A file of hands of every variant, dealt and worked out by hand, through the command line itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from games.engine.poker.variants import VARIANTS

HERE = Path(__file__).parent / "by_hand"
ROOT = Path(__file__).parents[3]


def lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (HERE / name).read_text().splitlines()]


def test_the_command_line_answers_every_hand_as_worked_out() -> None:
    command = [sys.executable, "-m", "games.engine", "settle"]
    with (HERE / "hands.jsonl").open("rb") as hands:
        done = subprocess.run(command, stdin=hands, capture_output=True, cwd=ROOT, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found == lines("answers.jsonl")


def test_every_variant_of_every_book_is_among_them() -> None:
    there = {(hand["book"], hand["variant"]) for hand in lines("hands.jsonl")}
    assert there == {(book, name) for book, variants in VARIANTS.items() for name in variants}
