"""Properties and their places."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from casino.house.models import Place, Property
from casino.trail import record


@transaction.atomic
def open_property(*, by: str, at: datetime, **fields: Any) -> Property:
    prop = Property(**fields)
    prop.full_clean()
    prop.save()
    prop.refresh_from_db()
    stream = f"property:{prop.pk}"
    after = {"code": prop.code, "jurisdiction": prop.jurisdiction, "training": prop.training}
    record.append(stream=stream, kind="property.opened", subject=stream, at=at, actor=by, property=prop.pk, after=after)
    return prop


@transaction.atomic
def change_property(*, prop: Property, changes: dict[str, Any], by: str, at: datetime) -> Property:
    prop = Property.objects.select_for_update(no_key=True).get(pk=prop.pk)
    changed = sorted(name for name, value in changes.items() if getattr(prop, name) != value)
    before = {name: str(getattr(prop, name)) for name in changed}
    for name in changed:
        setattr(prop, name, changes[name])
    if changed:
        prop.full_clean()
        prop.save(update_fields=changed)
        stream = f"property:{prop.pk}"
        after = {name: str(changes[name]) for name in changed}
        record.append(
            stream=stream, kind="property.changed", subject=stream, at=at, actor=by, property=prop.pk, before=before,
            after=after,
        )  # fmt: skip
    return prop


@transaction.atomic
def add_place(*, property: Property, kind: str, code: str, name: str, by: str, at: datetime) -> Place:
    place = Place(property=property, kind=kind, code=code, name=name)
    place.full_clean()
    place.save()
    record.append(
        stream=place.stream, kind="place.added", subject=place.stream, at=at, actor=by, property=property.pk,
        after={"kind": kind, "code": code},
    )  # fmt: skip
    return place
