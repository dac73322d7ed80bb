"""From bytes to text: plain text, Markdown or .docx, at most 20 MB; anything else is refused with what it is."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from casino.refused import Refused

MOST_BYTES = 20 * 1024 * 1024
MOST_UNPACKED = 8 * MOST_BYTES


def text_of(content: bytes, name: str) -> str:
    """The text of an uploaded document. The kind is told by the bytes; the name must agree with them."""
    if len(content) > MOST_BYTES:
        raise Refused(None, "The document is larger than 20 MB.", "file")
    zipped = content.startswith(b"PK\x03\x04")
    if name.lower().endswith(".docx") != zipped:
        raise Refused(None, "This file is not what its name says.", "file")
    return _docx(content) if zipped else _plain(content)


def _plain(content: bytes) -> str:
    if b"\x00" in content[:4096]:
        raise Refused(None, "This is not a text document.", "file")
    text = content.decode("utf-8-sig", errors="replace")
    if not text.strip():
        raise Refused(None, "The document is empty.", "file")
    return text


def _docx(content: bytes) -> str:
    import docx
    from lxml.etree import LxmlError

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
                raise Refused(None, "The document unpacks to more than we read.", "file")
        document = docx.Document(io.BytesIO(content))
    except (zipfile.BadZipFile, KeyError, ValueError, LxmlError) as error:
        raise Refused(None, "This file calls itself .docx but cannot be read as one.", "file") from error
    text = "\n".join(_lines(document))
    if not text.strip():
        raise Refused(None, "The document is empty.", "file")
    return text


def _lines(document: Any) -> Iterator[str]:
    """Paragraphs and table rows in the order in which they stand."""
    for block in document.iter_inner_content():
        if hasattr(block, "rows"):
            yield ""
            for row in block.rows:
                yield "\t" + "\t".join(cell.text.replace("\n", " ").strip() for cell in row.cells)
            yield ""
        else:
            yield block.text.replace("\n", " ")
