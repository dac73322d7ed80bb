"""`manage.py export_trail FILE`: the trail as JSON Lines, with what an offline check needs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from casino import clock
from casino.trail import checkpoints, export, keys


class Command(BaseCommand):
    help = "Writes the trail, or some of its streams, to a file that `python -m casino.trail.verify` checks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--stream", action="append", default=[], help="only this stream; may be repeated")
        parser.add_argument("--since", type=int, default=0, metavar="NUMBER", help="only what follows this checkpoint")
        parser.add_argument(
            "--against", type=int, action="append", default=[], metavar="NUMBER",
            help="with --stream: prove it in this checkpoint too, because somebody holds it",
        )  # fmt: skip
        parser.add_argument("--key", metavar="KEYFILE", help="also write the public key")

    def handle(self, *args: Any, **options: Any) -> None:
        at = clock.now()
        if options["stream"]:
            lines = export.of_streams(options["stream"], at=at, against=options["against"])
        else:
            lines = export.whole(at=at, since=options["since"])
        with Path(options["file"]).open("wb") as file:
            file.writelines(lines)
        if options["key"]:
            Path(options["key"]).write_bytes(keys.to_pem(checkpoints.public_key()))
