"""Keeping files and giving them out again. The same bytes are stored once, however often they are kept."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from pathlib import PurePosixPath
from typing import IO

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from casino.files.models import Content, File, Kept
from casino.files.sniffing import sniff
from casino.house.models import Property, Staff
from casino.refused import Refused, refuse_unless
from casino.trail import record

LONGEST_NAME = 200


def keep(
    *, content: bytes | IO[bytes], name: str, by: Staff, at: datetime, property: Property | None = None
) -> File:  # fmt: skip
    """Store bytes under their sha256, for one property or for all; the hash goes into the trail."""
    stored, called = _read(content), _plain_name(name)
    media_type = sniff(stored, called)
    sha256 = hashlib.sha256(stored).hexdigest()
    with transaction.atomic():
        # Two who keep the same bytes at once: the second waits here and finds them stored.
        File.objects.bulk_create([File(sha256=sha256, media_type=media_type, size=len(stored))], ignore_conflicts=True)
        Content.objects.bulk_create([Content(file_id=sha256, stored=stored)], ignore_conflicts=True)
        kept = Kept.objects.create(file_id=sha256, property=property, name=called, by=by, at=at)
        record.append(
            stream=f"property:{property.pk}" if property else "house:files", kind="file.kept",
            subject=f"file:{sha256}", at=at, actor=by.stream, property=property.pk if property else None,
            after={"sha256": sha256, "size": len(stored), "media_type": str(media_type), "kept": kept.pk},
        )  # fmt: skip
    return File.objects.get(pk=sha256)


def read(file: File, *, at: datetime) -> bytes:
    """The bytes, if they are still those that were kept."""
    stored = bytes(Content.objects.values_list("stored", flat=True).get(file=file))
    found = hashlib.sha256(stored).hexdigest()
    if found != file.sha256:
        with transaction.atomic():
            record.append(
                stream="house:files", kind="file.found_changed", subject=f"file:{file.sha256}", at=at,
                before={"sha256": file.sha256}, after={"sha256": found},
            )  # fmt: skip
        raise Refused(None, _("This file is not what was kept: its bytes have changed. It is not given out."))
    return stored


def kept_at(properties: Iterable[Property]) -> QuerySet[Kept]:
    """What was kept for any of these properties, or for all of them."""
    return Kept.objects.filter(property=None) | Kept.objects.filter(property__in=properties)


def _read(content: bytes | IO[bytes]) -> bytes:
    most = settings.FILE_MOST_BYTES
    stored = content if isinstance(content, bytes) else content.read(most + 1)
    refuse_unless(stored, clause=None, message=_("The file is empty."), where="content")
    if len(stored) > most:
        raise Refused(
            None, _("The file is too large: at most %(most)s.") % {"most": filesizeformat(most)}, "content"
        )  # fmt: skip
    return stored


def _plain_name(name: str) -> str:
    """Without folders and characters that no screen shows; a long one keeps its ending."""
    last = PurePosixPath(unicodedata.normalize("NFC", name).replace("\\", "/")).name
    shown = "".join(letter for letter in last if letter.isprintable()).strip()
    ending = PurePosixPath(shown).suffix[:16]
    refuse_unless(shown, clause=None, message=_("The file has no name."), where="name")
    return shown if len(shown) <= LONGEST_NAME else shown[: LONGEST_NAME - len(ending)] + ending
