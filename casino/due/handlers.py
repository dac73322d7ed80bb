"""Who does what is due: apps register a function for each kind of work, in a module that their `ready()` imports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from casino.due.models import Due

Handler = Callable[["Due", datetime], None]


class Unknown(Exception):
    """No app of this installation does that work."""

    def __str__(self) -> str:
        return _("Nothing here knows how to do “%(what)s”.") % {"what": self.args[0]}


@dataclass(frozen=True, slots=True)
class Handling:
    apply: Handler
    label: object
    when_gone: Handler | None


_handlings: dict[str, Handling] = {}


def handles(what: str, *, label: object = "", when_gone: Handler | None = None) -> Callable[[Handler], Handler]:
    """Register the function that does this work, inside the sweep's transaction.

    `when_gone` is the rule for a row whose subject no longer exists; without one such a row fails and is shown.
    """

    def register(apply: Handler) -> Handler:
        _handlings[what] = Handling(apply, label, when_gone)
        return apply

    return register


def handling(what: str) -> Handling:
    if what not in _handlings:
        raise Unknown(what)
    return _handlings[what]


def label(what: str) -> str:
    """What staff call it."""
    known = _handlings.get(what)
    return str(known.label) if known and known.label else what.replace(".", " ").replace("_", " ").capitalize()
