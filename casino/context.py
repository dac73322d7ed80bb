"""What belongs to the request or task at hand: its id stands in the logs and in the trail."""

from __future__ import annotations

import uuid
from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")


def new_request_id() -> str:
    return uuid.uuid4().hex[:16]
