"""What a file is, from its bytes alone. A short list; everything else is refused."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from pathlib import PurePath

from django.utils.translation import gettext as _

from casino.files.models import MediaType
from casino.refused import Refused, refuse_unless

ENDINGS = {
    ".pdf": MediaType.PDF,
    ".png": MediaType.PNG,
    ".jpg": MediaType.JPEG,
    ".jpeg": MediaType.JPEG,
    ".webp": MediaType.WEBP,
    ".txt": MediaType.TEXT,
    ".md": MediaType.TEXT,
    ".csv": MediaType.TEXT,
    ".docx": MediaType.DOCX,
}
# Tab, line feed, form feed and carriage return are text; the other controls are not.
CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")
WORD = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
MOST_CONTENT_TYPES = 1024 * 1024


def sniff(content: bytes, name: str) -> MediaType:
    """The type that the bytes have, refused where the name says another."""
    claimed = ENDINGS.get(PurePath(name).suffix.lower())
    found = media_type(content)
    kinds = ", ".join(sorted({str(kind.label) for kind in MediaType}))
    if claimed is None or found is None:
        raise Refused(None, _("Only these kinds of files are kept: %(kinds)s.") % {"kinds": kinds}, "content")
    refuse_unless(
        claimed == found,
        clause=None,
        message=_("The file is called %(name)s, but it is %(found)s inside.") % {"name": name, "found": found.label},
        where="content",
    )
    return found


def media_type(content: bytes) -> MediaType | None:
    for kind, fits in TESTS.items():
        if fits(content):
            return kind
    return None


def is_pdf(content: bytes) -> bool:
    return re.match(rb"%PDF-[12]\.\d", content) is not None and b"%%EOF" in content[-2048:]


def is_png(content: bytes) -> bool:
    return content.startswith(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR") and b"IEND\xaeB`\x82" in content[-64:]


def is_jpeg(content: bytes) -> bool:
    return content.startswith(b"\xff\xd8\xff") and b"\xff\xd9" in content[-4096:]


def is_webp(content: bytes) -> bool:
    said = int.from_bytes(content[4:8], "little") + 8
    return content[:4] == b"RIFF" and content[8:12] == b"WEBP" and said <= len(content) <= said + 1


def is_docx(content: bytes) -> bool:
    """A Word document: its table of contents says so, and it carries no macros."""
    if not content.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            names = set(parts.namelist())
            with parts.open("[Content_Types].xml") as listed:
                types = listed.read(MOST_CONTENT_TYPES)
    except (zipfile.BadZipFile, KeyError, RuntimeError, NotImplementedError, zlib.error, EOFError, OSError):
        return False
    macros = any(name.endswith("vbaProject.bin") for name in names)
    return "word/document.xml" in names and WORD in types and not macros


def is_text(content: bytes) -> bool:
    if not content.strip() or CONTROLS.search(content):
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


TESTS = {
    MediaType.PDF: is_pdf,
    MediaType.PNG: is_png,
    MediaType.JPEG: is_jpeg,
    MediaType.WEBP: is_webp,
    MediaType.DOCX: is_docx,
    MediaType.TEXT: is_text,
}
