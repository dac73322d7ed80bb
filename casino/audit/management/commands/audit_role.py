"""Make the regulator's read-only role, or print its SQL where we may not make roles."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from casino.audit import role


class Command(BaseCommand):
    help = "Makes the read-only role of /audit/ and grants it what is not hidden. Safe to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--print", action="store_true", dest="print_only", help="only print the SQL")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["print_only"]:
            self._print()
        elif role.make():
            if options["verbosity"]:
                self.stderr.write(f"The role {role.name()} may read, and nothing else.")
        else:
            self.stderr.write(
                f"We may not make the role {role.name()}. Let an administrator run this, with a password of their"
                " own, and set AUDIT_DATABASE_URL; until then /audit/ stays closed:"
            )
            self._print()

    def _print(self) -> None:
        for statement in role.statements():
            self.stdout.write(f"{statement};")
