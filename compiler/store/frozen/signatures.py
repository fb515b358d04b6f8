"""Signatures of frozen files: who wrote a file, which its checksum does not say.

Ed25519, by the library `cryptography` of the extra `sign`. Keys are files as `ssh-keygen -t ed25519` or `openssl
genpkey -algorithm ed25519` write them. What is signed is a title and the sha256 of the database.
"""

import os
from typing import TYPE_CHECKING, Any

from compiler.disk.regular_file import read_regular
from compiler.model.reasons import system_reason
from compiler.model.source import SourceError

if TYPE_CHECKING:
    from collections.abc import Callable

SIZE = 64
MAX_KEY_BYTES = 16 * 1024
_TITLE = b"frieze frozen file, format of signatures 1\0"  # else a signature of other data might fit
_MAKE = "`ssh-keygen -t ed25519` makes a pair"


def sign(digest: bytes, key: str | os.PathLike[str]) -> bytes:
    """Return the signature of a database by its digest. Raises SourceError if the file has no private key."""
    from_pem, from_ssh, kind = _loaders("private")
    private = _key(key, lambda text: from_pem(text, None), lambda text: from_ssh(text, None), kind, "private")
    signature: bytes = private.sign(_TITLE + digest)
    return signature


def is_signed(digest: bytes, signature: bytes, key: str | os.PathLike[str]) -> bool:
    """Whether a signature of a database is by the owner of a public key. Raises SourceError if the file has none."""
    from_pem, from_ssh, kind = _loaders("public")
    public = _key(key, from_pem, from_ssh, kind, "public")
    from cryptography.exceptions import InvalidSignature

    try:
        public.verify(signature, _TITLE + digest)
    except InvalidSignature:
        return False
    return True


def _loaders(which: str) -> "tuple[Callable[..., Any], Callable[..., Any], type]":
    """The readers of both formats, and the class of keys. Raises SourceError without the extra."""
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise SourceError("Signatures need the extra: install frieze[sign].") from None
    if which == "private":
        return serialization.load_pem_private_key, serialization.load_ssh_private_key, ed25519.Ed25519PrivateKey
    return serialization.load_pem_public_key, serialization.load_ssh_public_key, ed25519.Ed25519PublicKey


def _key(
    path: str | os.PathLike[str], from_pem: "Callable[..., Any]", from_ssh: "Callable[..., Any]", kind: type, which: str
) -> Any:
    """Return the key in a file. Raises SourceError."""
    shown = os.fspath(path)
    try:
        text = read_regular(path, MAX_KEY_BYTES)
    except OSError as error:
        raise SourceError(f"Cannot read the key '{shown}': {system_reason(error)}.") from None
    is_ssh = text.startswith(b"ssh-") or b"OPENSSH PRIVATE KEY" in text
    try:
        key = from_ssh(text) if is_ssh else from_pem(text)
    except TypeError:  # what the library raises of a passphrase that it was not given
        raise SourceError(f"The key '{shown}' has a passphrase: name one without.") from None
    except Exception:  # of several classes, with words about the content
        raise SourceError(f"'{shown}' holds no {which} key of Ed25519: {_MAKE}.") from None
    if not isinstance(key, kind):
        raise SourceError(f"'{shown}' holds a key of another kind: Ed25519 is needed. {_MAKE}.")
    return key
