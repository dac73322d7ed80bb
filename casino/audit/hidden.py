"""What the regulator's connection does not hand out: secrets, in whole tables or in single columns.

A model says so itself with `audit_hides = ("salt",)`, or `audit_hides = "*"` for the whole table; the models of other
people are named here. Columns whose name speaks of a secret are hidden without anybody saying so.
"""

from __future__ import annotations

import re

from django.apps import apps
from django.db.models import Model

SECRET = re.compile(r"(^|_)(password|pin|token|secret|salt|session)(_|$)")
ALL = "*"

_said: dict[str, tuple[str, ...]] = {
    "sessions.session": (ALL,),
    # What was typed into a log-in form may be a password in the wrong field.
    "axes.accessattempt": (ALL,),
    "axes.accesslog": (ALL,),
    "axes.accessfailurelog": (ALL,),
    "axes.accessattemptexpiration": (ALL,),
    # Stored answers to devices and kiosks hold what only their caller may see.
    "house.answer": (ALL,),
}


def hide(model: str, *columns: str) -> None:
    """Hide columns of a model that is not ours, or all of it: `hide("otp_totp.totpdevice", "key")`."""
    label = model.lower()
    _said[label] = (*_said.get(label, ()), *(columns or (ALL,)))


def hidden_columns(model: type[Model]) -> set[str]:
    """The columns of a model that are hidden; all of them where the table is."""
    columns = {field.column for field in model._meta.concrete_fields if field.column}
    own = getattr(model, "audit_hides", ())
    said = {own} if isinstance(own, str) else set(own)
    said |= set(_said.get(model._meta.label_lower, ()))
    if ALL in said:
        return columns
    unknown = said - columns
    if unknown:
        raise ValueError(f"{model._meta.label} has no column {', '.join(sorted(unknown))} to hide.")
    return said | {column for column in columns if SECRET.search(column)}


def shown() -> dict[str, tuple[list[str], bool]]:
    """Per table the columns that may be read, and whether they are all that it has."""
    found: dict[str, tuple[list[str], bool]] = {}
    for model in apps.get_models(include_auto_created=True):
        if not model._meta.managed or model._meta.proxy:
            continue
        columns = [field.column for field in model._meta.local_concrete_fields if field.column]
        open_ones = [column for column in columns if column not in hidden_columns(model)]
        found[model._meta.db_table] = (open_ones, open_ones == columns)
    return found
