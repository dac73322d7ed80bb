"""`python -m games.engine settle | odds … | schema settle`."""

from __future__ import annotations

import json
import os
import sys

USAGE = """usage: python -m games.engine settle < rounds.jsonl > settlements.jsonl
       python -m games.engine odds baccarat [--decks N] [--json]
       python -m games.engine odds ultimate|snake_eyes [--json]
       python -m games.engine schema settle"""


def main(argv: list[str]) -> int:
    """Exit status: 0 answered, 2 asked wrongly."""
    match argv:
        case ["settle"]:
            return settle()
        # Imported where they are needed: a round is settled without loading odds or schemas.
        case ["schema", "settle"]:
            from games.engine.schema import settle_schema

            print(json.dumps(settle_schema(), indent=2))
            return 0
        case ["odds", *rest]:
            from games.engine.odds.command import main as odds

            return int(odds(rest) or 0)
        case ["-h" | "--help"]:
            print(USAGE)
            return 0
    print(USAGE, file=sys.stderr)
    return 2


def settle() -> int:
    from games.engine.lines import settle_stream

    settle_stream(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def run() -> int:
    """Whoever reads the answers may leave, and whoever asks may interrupt: neither is worth a traceback."""
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


if __name__ == "__main__":
    sys.exit(run())
