"""Server-sent events as bytes. Each is encoded once per process and handed as it is to every listener."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

Message = dict[str, Any]
ID = re.compile(r"([0-9a-f]{1,16})\.([0-9]{1,18})")
RESYNC, EPOCH = "resync", "epoch"


@dataclass(frozen=True, slots=True)
class LastId:
    """What a screen says it has seen: a version of a channel, in one epoch of the stream."""

    epoch: str
    version: int

    @classmethod
    def read(cls, text: str) -> LastId | None:
        found = ID.fullmatch(text)
        return cls(found[1], int(found[2])) if found else None


def message(text: str) -> Message:
    """The ASGI message; listeners share it, so that nobody may change it."""
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}


def change(epoch: str, version: int, kind: str, data: str) -> Message:
    return message(f"id: {epoch}.{version}\nevent: {kind}\ndata: {data}\n\n")


def snapshot(epoch: str, version: int, data: dict[str, Any]) -> Message:
    return change(epoch, version, "snapshot", _json(data))


def beat(at: datetime) -> Message:
    """The reader has just heard from Redis. It has no id: nothing changed."""
    return message(f"event: beat\ndata: {_json({'at': at})}\n\n")


def closed(reason: str, text: str) -> Message:
    return message(f"event: closed\ndata: {_json({'reason': reason, 'text': text})}\n\n")


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, cls=DjangoJSONEncoder, separators=(",", ":"), ensure_ascii=False)
