"""What the rulebook tells: each change in the trail, and the screens that show it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from casino.house import duties
from casino.house.models import Jurisdiction, Staff
from casino.live.channels import channel
from casino.live.publish import changed
from casino.live.viewers import Viewer
from casino.trail import record
from games.rulebook.models import Document, Revision, Version

CHANNEL = "rulebook"


def actor(by: Staff | None) -> str:
    return by.stream if by else "system"


def told(
    kind: str, version: Version, *, by: Staff | None, at: datetime, before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None, reason: str = "",
) -> None:  # fmt: skip
    """An event in the document's stream, and the screens hear of it. The last statement of a verb."""
    record.append(
        stream=version.document.stream, kind=f"version.{kind}", subject=f"version:{version.pk}", at=at,
        actor=actor(by), before=before, after={"version": version.pk, **(after or {})}, reason=reason,
    )  # fmt: skip
    show(version.document, kind, {"version": version.pk})


def show(document: Document, kind: str, data: Mapping[str, Any]) -> None:
    changed(f"{CHANNEL}/{document.jurisdiction}", kind, {"document": document.code, **data})


def register_channel() -> None:
    channel(CHANNEL, snapshot=snapshot, allowed=may_see)


def snapshot(jurisdiction: str) -> dict[str, Any]:
    """Pages fetch their own content; the stream only tells them when."""
    if jurisdiction not in Jurisdiction.values:
        raise LookupError(jurisdiction)
    number = Revision.objects.filter(pk=1).values_list("number", flat=True).first()
    return {"jurisdiction": jurisdiction, "revision": number or 0}


def may_see(viewer: Viewer, jurisdiction: str) -> bool:
    return viewer.staff is not None and duties.may(viewer.staff, "rulebook.see", None)
