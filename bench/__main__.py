"""`python -m bench [GROUP]`: run the benchmarks, print a table, write var/bench.json."""

from __future__ import annotations

import json
import sys
import traceback
from importlib import import_module
from pathlib import Path

from bench.measure import Row

HERE = Path(__file__).parent
TARGET = HERE.parent / "var" / "bench.json"
COMMON = {"__init__", "__main__", "measure", "simulated"}
# A group is a module of its name; what else belongs to it stands here.
ALSO = {"engine": ("poker",)}


def groups() -> dict[str, list[str]]:
    """The groups that are built, and their modules."""
    there = sorted(file.stem for file in HERE.glob("*.py") if file.stem not in COMMON)
    owner = {module: group for group, modules in ALSO.items() for module in modules}
    found: dict[str, list[str]] = {}
    for module in there:
        found.setdefault(owner.get(module, module), []).append(module)
    return found


def run(module: str) -> list[Row] | None:
    """A module's rows, or None where it failed; its error goes to stderr and the others go on."""
    print(f"… {module}", file=sys.stderr)
    try:
        rows: list[Row] = import_module(f"bench.{module}").rows()
    except Exception:
        traceback.print_exc()
        return None
    return rows


def show(value: float | None) -> str:
    """A figure for people: thousands apart, no more digits than were measured."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def table(rows: list[Row]) -> str:
    """The rows as an aligned table."""
    cells = [("figure", "ours", "unit", "peer", "beside", "ratio")]
    for row in rows:
        beside = row["peer_name"] or ""
        cells.append((row["name"], show(row["ours"]), row["unit"], show(row["peer"]), beside, show(row["ratio"])))
    widths = [max(len(line[column]) for line in cells) for column in range(6)]
    right = (1, 3, 5)
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    )


def main(argv: list[str]) -> int:
    """Exit status: 0 when every module gave its rows, 1 when one failed, 2 for a group that does not exist."""
    there = groups()
    if len(argv) > 1 or any(name not in there for name in argv):
        print(f"No such group: {' '.join(argv)}. There are: {', '.join(there)}.", file=sys.stderr)
        return 2
    wanted = argv or list(there)
    answers = [run(module) for group in wanted for module in there[group]]
    rows = [row for answer in answers if answer for row in answer]
    print(table(rows))
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(rows, indent=1) + "\n")
    return 0 if None not in answers else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
