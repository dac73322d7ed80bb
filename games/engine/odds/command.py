"""`python -m games.engine odds baccarat|ultimate|snake_eyes|make …`."""

from __future__ import annotations

import argparse
import json
import sys
from fractions import Fraction
from typing import Any

from casino.refused import Refused, refuse_unless
from games.engine.odds import stored
from games.engine.odds.listing import listing

GAMES = ("baccarat", "ultimate", "snake_eyes")
LEAST_DECKS, MOST_DECKS = 4, 8


def main(argv: list[str]) -> int:
    """Exit status: 0 answered, 2 asked wrongly or not possible here."""
    options = parser().parse_args(argv)
    try:
        if options.game == "make":
            make(options.games or list(GAMES))
        else:
            answer(options)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    return 0


def parser() -> argparse.ArgumentParser:
    """What can be asked."""
    top = argparse.ArgumentParser(prog="python -m games.engine odds", description="What each wager is worth.")
    games = top.add_subparsers(dest="game", required=True)
    for game in GAMES:
        asked = games.add_parser(game, help=f"the wagers of {game}")
        asked.add_argument("--json", action="store_true", help="as JSON, decimals as text")
        asked.add_argument("--again", action="store_true", help="made now instead of read from the shipped file")
        if game == "baccarat":
            asked.add_argument("--decks", type=int, default=MOST_DECKS, help="4 to 8; 8 where left out")
        if game == "ultimate":
            asked.add_argument("--pool", type=units, help="the progressive with this pool, in units of its wager")
    making = games.add_parser("make", help="write the shipped figures again")
    making.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES) + "; all where left out")
    return top


def units(text: str) -> Fraction:
    """A pool in units of the wager: 0 or more, whole or decimal."""
    try:
        amount = Fraction(text)
    except (ValueError, ZeroDivisionError):
        amount = Fraction(-1)
    if amount < 0:
        raise argparse.ArgumentTypeError(f"not an amount: {text}")
    return amount


def answer(options: argparse.Namespace) -> None:
    """Print a game's figures."""
    rows = wanted(options)
    if options.json:
        print(json.dumps({"game": options.game, "wagers": rows}, indent=1))
    else:
        print(listing(rows))


def wanted(options: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows that were asked for: shipped, or made now."""
    if options.game == "baccarat":
        within = LEAST_DECKS <= options.decks <= MOST_DECKS
        refuse_unless(within, clause="NZ5 3.4(a)", message="Baccarat is dealt from 4 to 8 decks.", where="--decks")
    made = remade(options) if options.again else stored.read(options.game)
    rows: list[dict[str, Any]] = made[str(options.decks) if options.game == "baccarat" else "wagers"]
    if options.game == "ultimate" and options.pool is not None:
        rows = with_pool(rows, options.pool)
    return rows


def remade(options: argparse.Namespace) -> dict[str, Any]:
    """The figures made now. What makes them is loaded only here: it brings numba with it."""
    from games.engine.odds import making

    if options.game == "baccarat":
        return making.baccarat_made([options.decks])
    return making.MAKERS[options.game]()


def with_pool(rows: list[dict[str, Any]], pool: Fraction) -> list[dict[str, Any]]:
    """The rows with the progressive wager as it stands with this pool."""
    from games.engine.odds.progressive import progressive

    row = progressive(pool).to_json() | {"pool": str(pool)}
    return [row if old["wager"] == row["wager"] else old for old in rows]


def make(games: list[str]) -> None:
    """Make the shipped figures again and write them."""
    from games.engine.odds import making

    for game in games:
        refuse_unless(game in GAMES, clause=None, message=f"No such game: {game}. There are: {', '.join(GAMES)}.")
    for game in games:
        print(stored.write(game, making.MAKERS[game]()))
