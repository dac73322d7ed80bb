"""Small files of every kind that is kept, and of some that are not."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from casino.files.sniffing import WORD


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\x00\x00")) + chunk(b"IEND", b"")
    )


def jpeg() -> bytes:
    return b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" + b"\x00" * 32 + b"\xff\xd9"


def webp() -> bytes:
    body = b"WEBPVP8L" + struct.pack("<I", 4) + b"\x2f\x00\x00\x00"
    return b"RIFF" + struct.pack("<I", len(body)) + body


def pdf(text: str = "Decision 12") -> bytes:
    return f"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Title ({text}) >>\nendobj\ntrailer\n<<>>\n%%EOF\n".encode()


def archive(**parts: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as made:
        for name, content in parts.items():
            made.writestr(name, content)
    return held.getvalue()


def docx(**more: bytes) -> bytes:
    types = b"<Types><Override PartName='/word/document.xml' ContentType='" + WORD + b"'/></Types>"
    return archive(**({"[Content_Types].xml": types, "word/document.xml": b"<w:document/>"} | more))


TEXT = "Te Whanganui-a-Tara: rārangi\n".encode()
KEPT = {
    "decision.pdf": pdf(),
    "layout.png": png(),
    "photo.JPG": jpeg(),
    "photo.jpeg": jpeg(),
    "felt.webp": webp(),
    "notes.txt": TEXT,
    "rules.docx": docx(),
}
