"""`manage.py verify_trail`: exit 0 when every stream and checkpoint holds, else 1 with the first bad event."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from casino import clock
from casino.trail import checks, verify
from casino.trail.checking import Broken, Check


class Command(BaseCommand):
    help = "Checks every stream and every checkpoint of the trail in the database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--checkpoint", action="append", default=[], metavar="HELD", help="one that you hold")

    def handle(self, *args: Any, **options: Any) -> None:
        check, events = checks.begin(at=clock.now()), checks.total()

        def say(so_far: Check) -> None:
            if options["verbosity"]:
                self.stderr.write(f"{so_far.events:,} of {events:,} events, {so_far.checkpoints:,} checkpoints")

        try:
            check.held = verify.read_held(options["checkpoint"], check)
            checks.go_on(check, say=say)
            checks.finish(check, say=say)
        except verify.Unusable as unusable:
            self.stderr.write(str(unusable))
            sys.exit(2)
        except Broken as broken:
            self.stdout.write(f"BROKEN: {broken}")
            self.stdout.write(verify.vouches(check))
            sys.exit(1)
        for line in verify.said(check):
            self.stdout.write(line)
