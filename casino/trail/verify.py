"""`python -m casino.trail.verify FILE --key KEYFILE [--checkpoint HELD.json …]`: needs no database and no settings.

Exit status 0 when the export holds, 1 with the first bad event when it does not, 2 when it could not be checked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from casino.trail import keys
from casino.trail.checking import SIGNATURE_TAIL, Broken, Check

BUFFER = 1 << 20
SAY_EVERY = 200_000


class Unusable(Exception):
    """An argument that cannot be used."""


def read_keys(paths: Sequence[str]) -> Iterator[Ed25519PublicKey]:
    for path in paths:
        try:
            yield keys.read_public(Path(path).read_bytes())
        except (OSError, ValueError) as error:
            raise Unusable(f"{path} cannot be used as a public key: {error}") from None


def read_held(paths: Sequence[str], check: Check) -> dict[int, bytes]:
    """Checkpoints held elsewhere. Each must carry a good signature itself, or it proves nothing."""
    held: dict[int, bytes] = {}
    for path in paths:
        try:
            for line in Path(path).read_bytes().splitlines():
                text, found = line[: 1 - SIGNATURE_TAIL], json.loads(line)
                check.signed(text, found, f"checkpoint {found['checkpoint']} in {path}")
                held[int(found["checkpoint"])] = text
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise Unusable(f"{path} cannot be used as a checkpoint: {error}") from None
    return held


def told(lines: Iterable[bytes], *, quiet: bool) -> Iterator[bytes]:
    """The same lines, with a word on stderr now and then."""
    for number, line in enumerate(lines, 1):
        yield line
        if number % SAY_EVERY == 0 and not quiet:
            print(f"{number:,} lines", file=sys.stderr, flush=True)


def check_file(path: str, check: Check, *, quiet: bool = True) -> None:
    with Path(path).open("rb", buffering=BUFFER) as file:
        check.feed(file if quiet else told(file, quiet=quiet))
    check.end()


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def vouches(check: Check) -> str:
    """Up to which instant, and by what."""
    if check.sealed is None:
        return "No checkpoint covers it yet: nothing can be vouched for."
    return f"It vouches up to {check.sealed.at}: checkpoint {check.sealed.number}, signed with key {check.sealed.key}."


def said(check: Check) -> Iterator[str]:
    part = "" if check.streams is None else ", only these"
    streams, sealed = counted(len(check.heads), "stream"), counted(check.checkpoints, "checkpoint")
    yield f"The trail holds: {counted(check.events, 'event')} in {streams}{part}; {sealed}."
    if check.since:
        yield f"It begins at checkpoint {check.since}; what lies before is as good as that checkpoint."
    yield vouches(check)
    if check.unsealed:
        yield f"After it {counted(check.unsealed, 'event')}: chained, but not yet sealed by a checkpoint."
    if check.matched:
        yield f"It matches what you hold: checkpoint {', '.join(map(str, check.matched))}."


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m casino.trail.verify", description="Check an export of the trail.")
    parser.add_argument("file", metavar="FILE", help="the export, JSON Lines")
    parser.add_argument("--key", action="append", required=True, metavar="KEYFILE", help="public key, PEM or hex")
    parser.add_argument(
        "--checkpoint", action="append", default=[], metavar="HELD", help="a checkpoint that you hold, from before"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")
    given = parser.parse_args(arguments)
    try:
        check = Check(keys.by_name(read_keys(given.key)))
        check.held = read_held(given.checkpoint, check)
        check_file(given.file, check, quiet=given.quiet)
    except (Unusable, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except Broken as broken:
        print(f"BROKEN: {broken}" + (f" (line {broken.line})" if broken.line else ""))
        print(vouches(check))
        return 1
    print("\n".join(said(check)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
