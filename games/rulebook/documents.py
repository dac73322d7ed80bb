"""Documents: opening one, and laying it over the one that it beats where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from casino.house.models import Staff
from casino.refused import Refused, refuse_unless
from casino.trail import record
from games.rulebook.announcing import actor, show
from games.rulebook.models import Document, Layer

# The order in which layers beat each other; a document lies over one of a lower layer.
RANK = {Layer.GENERAL: 0, Layer.DIVISION: 1, Layer.TOURNAMENT: 2}


@transaction.atomic
def open_document(
    *, code: str, title: str, jurisdiction: str, layer: str, authority: str, legal_basis: str, by: Staff | None,
    at: datetime, game: str = "", gazette: bool = False, over: Document | None = None,
) -> Document:  # fmt: skip
    """A new document, without a version yet."""
    document = Document(
        code=code, title=title, jurisdiction=jurisdiction, layer=layer, game=game, authority=authority,
        legal_basis=legal_basis, gazette=gazette, over=over,
    )  # fmt: skip
    refuse_unclean(document, exclude=["over"])
    _refuse_out_of_order(document, over)
    try:
        with transaction.atomic():
            document.save(force_insert=True)
    except IntegrityError:
        raise Refused(None, _("There is a document of that name, or for that game, already."), "code") from None
    _told(document, "opened", by=by, at=at)
    return document


@transaction.atomic
def lay_over(document: Document, over: Document | None, *, by: Staff | None, at: datetime) -> Document:
    """Say which document this one beats where they differ. No circle, and nothing of another jurisdiction."""
    # Everybody takes the whole jurisdiction's documents in one order: two people cannot close a circle between them.
    locked = Document.objects.select_for_update(no_key=True).filter(jurisdiction=document.jurisdiction).order_by("pk")
    known = {one.pk: one for one in locked}
    document = known[document.pk]
    refuse_unless(
        over is None or over.pk in known, clause=None, where="over",
        message=_("A document lies over one of its own jurisdiction."),
    )  # fmt: skip
    _refuse_circle(document, over, known)
    _refuse_out_of_order(document, over)
    before = {"over": document.over_id}
    document.over = over
    document.save(update_fields=["over"])
    _told(document, "laid_over", by=by, at=at, before=before)
    return document


def refuse_unclean(row: Model, *, exclude: list[str]) -> None:
    """What a field cannot hold, as a refusal."""
    try:
        row.full_clean(exclude=exclude, validate_unique=False, validate_constraints=False)
    except ValidationError as error:
        where, said = next(iter(error.message_dict.items()))
        raise Refused(None, str(said[0]), where) from None


def _refuse_circle(document: Document, over: Document | None, known: dict[int, Document]) -> None:
    below = over.pk if over else None
    while below is not None:
        if below == document.pk:
            message = _("%(code)s would lie over itself: layers run in no circle.")
            raise Refused(None, message % {"code": document.code}, "over")
        below = known[below].over_id


def _refuse_out_of_order(document: Document, over: Document | None) -> None:
    if over is None:
        return
    refuse_unless(
        over.jurisdiction == document.jurisdiction, clause=None, where="over",
        message=_("A document lies over one of its own jurisdiction."),
    )  # fmt: skip
    refuse_unless(
        RANK[Layer(over.layer)] < RANK[Layer(document.layer)], clause=None, where="over",
        message=_("A division lies over general rules, a tournament over a division."),
    )  # fmt: skip


def _told(
    document: Document, kind: str, *, by: Staff | None, at: datetime, before: Mapping[str, object] | None = None
) -> None:
    record.append(
        stream=document.stream, kind=f"document.{kind}", subject=document.stream, at=at, actor=actor(by), before=before,
        after={"code": document.code, "layer": document.layer, "game": document.game, "over": document.over_id},
    )  # fmt: skip
    show(document, kind, {})
