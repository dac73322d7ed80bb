"""Only the fault tests install this: due work that shows when it was done twice or not at all."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.apps import AppConfig


class CountingConfig(AppConfig):
    name = "tests.faults.counting"
    label = "counting"

    def ready(self) -> None:
        from casino.due.handlers import handles
        from casino.due.models import Due
        from casino.ledger.transfers import transfer
        from casino.refused import Refused
        from casino.trail import record

        @handles("counting.count")
        def count(due: Due, at: datetime) -> None:
            """A cent to the counter under a key of its own each time: a second time would be a second cent."""
            if due.tries < due.arguments["fails"]:
                raise Refused(None, "not yet")
            counter, bank = due.arguments["counter"], due.arguments["bank"]
            transfer(
                key=f"counted:{due.pk}:{uuid.uuid4()}", kind="counting.counted", entries=[(bank, -1), (counter, 1)],
                by="system", at=at, stream=due.subject, subject=f"due:{due.pk}",
            )  # fmt: skip
            record.append(stream=due.subject, kind="counting.applied", subject=f"due:{due.pk}", at=at)
