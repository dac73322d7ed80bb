"""Ed25519 keys as they are kept: a seed in hex for signing, PEM or hex for checking. No Django here."""

from __future__ import annotations

from collections.abc import Iterable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from casino.trail.encoding import key_name


def signer(seed: str) -> Ed25519PrivateKey:
    try:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seed))
    except ValueError:
        raise ValueError("TRAIL_SIGNING_KEY is not 32 bytes in hex.") from None


def name_of(key: Ed25519PublicKey) -> str:
    return key_name(key.public_bytes(Encoding.Raw, PublicFormat.Raw))


def to_pem(key: Ed25519PublicKey) -> bytes:
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def read_public(text: bytes) -> Ed25519PublicKey:
    """A public key from PEM or from 64 hex digits; ValueError where it is neither."""
    if b"-----BEGIN" in text:
        key = load_pem_public_key(text)
        if not isinstance(key, Ed25519PublicKey):
            raise ValueError("this is not an Ed25519 public key")
        return key
    return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text.decode("ascii").strip()))


def by_name(keys: Iterable[Ed25519PublicKey]) -> dict[str, Ed25519PublicKey]:
    return {name_of(key): key for key in keys}
