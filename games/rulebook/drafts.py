"""An imported document saved as a draft, and the settling of what its import flagged."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from casino.house.models import Staff
from casino.refused import refuse_unless
from games.rulebook import versions
from games.rulebook.announcing import told
from games.rulebook.importing.flags import flags_of
from games.rulebook.importing.history import histories, last_touch
from games.rulebook.importing.reader import Document as Read
from games.rulebook.importing.reader import Entry
from games.rulebook.models import Document, ImportFlag, Version
from games.rulebook.shapes import ClauseText, ParameterValue


def clauses_of(found: Read) -> list[ClauseText]:
    """What was read, in order, as clauses with their history. Left-over lines stay where they stood, as notes."""
    deeds = histories(found)
    placed = [(entry.first, _clause(entry, deeds.get(place, []))) for place, entry in enumerate(found.entries)]
    placed += [(first, ClauseText("", kind="note", text=text)) for first, _last, text in found.left_over]
    return [clause for _first, clause in sorted(placed, key=lambda pair: pair[0])]


def _clause(entry: Entry, history: list[dict[str, str]]) -> ClauseText:
    return ClauseText(
        entry.number, entry.parent, entry.kind, entry.heading, entry.text, tuple(history), last_touch(history)
    )


@transaction.atomic
def save(
    found: Read, *, document: Document, label: str, by: Staff, at: datetime, base: Version | None = None,
    parameters: tuple[ParameterValue, ...] = (),
) -> Version:  # fmt: skip
    """A draft of what was read, with its flags waiting for a person."""
    clauses = clauses_of(found)
    refuse_unless(
        any(clause.number for clause in clauses), clause=None, where="file",
        message=_("No numbered clause was found in this document."),
    )  # fmt: skip
    version = versions.draft(
        document=document, label=label, clauses=clauses, parameters=parameters, by=by, at=at, base=base
    )
    ImportFlag.objects.bulk_create(
        ImportFlag(
            version=version, kind=flag.kind, message=flag.message, first_line=flag.lines[0], last_line=flag.lines[1]
        )
        for flag in flags_of(found)
    )
    return version


@transaction.atomic
def settle(flag: ImportFlag, *, how: str, by: Staff, at: datetime) -> ImportFlag:
    """Say what became of a flag: kept as printed, or mended in the text."""
    flag = ImportFlag.objects.select_for_update(no_key=True).select_related("version__document").get(pk=flag.pk)
    refuse_unless(flag.settled_at is None, clause=None, message=_("Somebody has settled this already."))
    refuse_unless(how.strip(), clause=None, message=_("Say how it was settled."), where="how")
    flag.settled_by, flag.settled_at, flag.settled_how = by, at, how.strip()
    flag.save(update_fields=["settled_by", "settled_at", "settled_how"])
    told("flag_settled", flag.version, by=by, at=at, after={"flag": flag.pk, "kind": flag.kind})
    return flag
