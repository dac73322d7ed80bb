"""The rulebook: `rules_in_force` beyond its queries, when kept and when not.

A poker table of New Zealand is asked about: general rules and division, the largest set there is. Time that passes
between sending a query and having its rows is not counted, everything else is.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.measure import Row, row, seconds
from bench.trail import run, server

if TYPE_CHECKING:
    from datetime import datetime

    from casino.house.models import Place

ROUNDS, TIMES = 9, 200


def rows() -> list[Row]:
    return text_rows() + in_force_rows()


def text_rows() -> list[Row]:
    """A made-up document as long as the longest real one, read and compared with an amended one."""
    from games.rulebook.importing.flags import flags_of
    from games.rulebook.importing.reader import read
    from games.rulebook.redline import redline
    from games.rulebook.shapes import ClauseText
    from tests.rulebook.oddities import long_document

    def clauses(text: str) -> list[ClauseText]:
        return [ClauseText(one.number, one.parent, one.kind, one.heading, one.text) for one in read(text).entries]

    text = long_document(1700)
    old = clauses(text)
    new = clauses(text.replace("what is done", "all that is done").replace("item b", "the second item"))
    imported, compared = seconds(lambda: flags_of(read(text))), seconds(lambda: redline(old, new))
    return [
        row("import of 1,700 lines", imported, "s", better="lower", peer=2.0, peer_name="most allowed"),
        row("redline of two such versions", compared, "s", better="lower", peer=1.0, peer_name="most allowed"),
    ]


def in_force_rows() -> list[Row]:
    with server() as var:
        run(var, sys.executable, "manage.py", "migrate", "--verbosity", "0")
        found = json.loads(run(var, sys.executable, "-m", "bench.rulebook").splitlines()[-1])
    return [
        row("rules_in_force kept: beyond its query", found["kept"], "µs", better="lower"),
        row("rules_in_force kept: queries", found["kept_queries"], "queries", better="lower"),
        row("rules_in_force not kept: beyond its queries", found["read"], "µs", better="lower"),
        row("rules_in_force not kept: queries", found["read_queries"], "queries", better="lower"),
        row("rules_in_force in a new process: beyond its queries", found["cold"], "µs", better="lower"),
        row("rules_in_force in a new process: queries", found["cold_queries"], "queries", better="lower"),
        row("its sha256, when first cited", found["hashed"], "µs", better="lower"),
    ]


def measure() -> dict[str, float]:
    """In a process with Django: microseconds and queries, medians of some rounds."""
    import django

    django.setup()
    from games.rulebook import held, in_force

    table, at = poker_table()

    def kept() -> None:
        in_force.rules_in_force(table, at)

    def read() -> None:
        in_force._kept.clear()
        in_force.rules_in_force(table, at)

    def cold() -> None:
        held._texts.clear()
        read()

    def hashed() -> None:
        rules = in_force.rules_in_force(table, at)
        rules.__dict__.pop("content", None)
        rules.__dict__.pop("sha256", None)
        rules.sha256  # noqa: B018

    (kept_us, kept_queries), (read_us, read_queries) = beyond(kept), beyond(read)
    (cold_us, cold_queries), (hashed_us, _queries) = beyond(cold), beyond(hashed)
    return {
        "kept": kept_us, "kept_queries": kept_queries, "read": read_us, "read_queries": read_queries,
        "cold": cold_us, "cold_queries": cold_queries, "hashed": hashed_us - kept_us,
    }  # fmt: skip


def beyond(work: Callable[[], None]) -> tuple[float, float]:
    """Microseconds of one piece of work without its queries, and how many it had."""
    from games.rulebook import held

    one, spent, asked = held._all, 0.0, 0

    def timed(statement: str, values: Any) -> Any:
        nonlocal spent, asked
        start = time.perf_counter()
        found = one(statement, values)
        spent += time.perf_counter() - start
        asked += 1
        return found

    held._all = timed
    work()
    found = []
    for _ in range(ROUNDS):
        spent, asked = 0.0, 0
        start = time.perf_counter()
        for _ in range(TIMES):
            work()
        found.append((time.perf_counter() - start - spent) / TIMES * 1e6)
    held._all = one
    return median(found), asked / TIMES


def poker_table() -> tuple[Place, datetime]:
    """A house in New Zealand with a poker table, its documents in force."""
    from casino import clock
    from casino.house import posts, properties
    from casino.house.ranks import Rank
    from games.rulebook import documents, elections, parameters, versions

    at = clock.now()
    house = properties.open_property(
        code="bench", name="Bench", jurisdiction="nz", regulator="x", time_zone="Pacific/Auckland", currency="NZD",
        by="system", at=at,
    )  # fmt: skip
    ranks = (Rank.COMPLIANCE, Rank.TABLE_GAMES_MANAGER, Rank.AUTHORITY)
    people = [posts.engage(username=rank, name=rank, password="x", by="system", at=at) for rank in ranks]
    for one, rank in zip(people, ranks, strict=True):
        posts.appoint(staff=one, property=house, rank=rank, by="system", at=at)
    author, manager, authority = people
    below = None
    for code, layer, game in (("NZ1", "general", ""), ("NZ13", "division", "poker")):
        below = documents.open_document(
            code=code, title=code, jurisdiction="nz", layer=layer, game=game, authority="x", legal_basis="x",
            over=below, by=author, at=at,
        )  # fmt: skip
        version = versions.draft(
            document=below, label="1", clauses=[], parameters=parameters.standard(code), by=author, at=at,
            applicant=manager,
        )  # fmt: skip
        versions.approve(
            version, by=authority, at=at, instrument="x", effective_at=at, seen_hash=version.content_hash
        )  # fmt: skip
    table = properties.add_place(property=house, kind="table", code="PO-1", name="Poker 1", by="system", at=at)
    choices = {"game": "poker", "variant": "holdem", "structure": "no_limit", "straddles": True}
    elections.elect_all(property=house, place=table, choices=choices, by=manager, at=at, from_at=at)
    return table, at


if __name__ == "__main__":
    print(json.dumps(measure()))
