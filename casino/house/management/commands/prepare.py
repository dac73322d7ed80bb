"""Migrate, make the regulator's role, load the demo data once: what `make run` does before it serves."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from casino import clock
from casino.house import demo
from casino.trail import checkpoints


class Command(BaseCommand):
    help = "Migrate, make the regulator's read-only role and, outside production, load the demo data once."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("audit_role", verbosity=0)
        kept = settings.VAR_DIR / "log-ins.txt"
        if settings.DEMO:
            demo.load()
            checkpoints.seal(at=clock.now())
            kept.write_text("\n".join(demo.log_in_lines()) + "\n")
        else:
            kept.unlink(missing_ok=True)
