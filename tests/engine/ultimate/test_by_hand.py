"""Rounds worked out by hand, given to the command line as a dispute desk would.

"three winners": 5,053,210 less the flush's 50,000 is 5,003,210; a tenth, 500,321, rises to 500,500 at chip 250, twice.
"royal": the Major pool of 6,000,001 rises to 6,000,500 at chip 500, the house adds 499; the Minor pool is not touched.
"limit": four nines, Blind 10,500 and Trips 10,500, both cut to 9,990. "flush": 3 to 2 on 1,050 is 1,575, paid 1,600.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_the_command_line_settles_the_rounds_as_worked_out_by_hand():
    rounds = (HERE / "by_hand.jsonl").read_bytes()
    expected = [json.loads(line) for line in (HERE / "by_hand.settled.jsonl").read_text().splitlines()]
    command = [sys.executable, "-m", "games.engine", "settle"]
    done = subprocess.run(command, input=rounds, capture_output=True, cwd=HERE.parents[2], check=True)
    assert [json.loads(line) for line in done.stdout.splitlines()] == expected
    assert done.stderr == b""
