"""The version of the program that our screens run: what their browsers load from us."""

from __future__ import annotations

import hashlib
from functools import cache

from django.conf import settings


@cache
def version() -> str:
    """Changes with any script or style sheet; a screen that runs another one loads its page again."""
    digest = hashlib.sha256()
    for path in sorted((settings.BASE_DIR / "static").glob("*.*s")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"web {digest.hexdigest()[:12]}"
