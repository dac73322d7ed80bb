"""Secrets of devices: random, known to the device alone, stored as their sha256."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata

from django.conf import settings

# Letters and digits that nobody takes for one another, read aloud or typed from a wall.
ALPHABET = "2346789ABCDEFGHJKMNPQRTVWXYZ"
CODE_LENGTH = 8
LONGEST = 128


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def hashed(secret: str) -> str:
    """No salt and no stretching: a token has 256 bits of its own, and is looked up by its hash."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def demo_token(pk: int) -> str:
    """Any browser of a demo may stand in for a demo device: they share a token that the server can make again."""
    return hmac.new(settings.SECRET_KEY.encode(), f"demo device {pk}".encode(), hashlib.sha256).hexdigest()


def shown(code: str) -> str:
    return f"{code[:4]}-{code[4:]}"


def typed(text: str) -> str:
    """A code as somebody typed it: capitals, spaces and hyphens do not matter."""
    plain = unicodedata.normalize("NFKC", text[:64]).upper()
    letters = "".join(letter for letter in plain if not letter.isspace() and letter not in "-‐‑–—_.")
    return letters if set(letters) <= set(ALPHABET) else ""
