"""Reads the documents in an archive. Nothing is written to a disk, and no more is unpacked than the bounds allow."""

import io
import re
import zlib
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from compiler.languages.requirements.formats.records import ItemsFile, Place, Unread
from compiler.languages.requirements.formats.reqif.format import DOCUMENT, NAME, PROOF
from compiler.languages.requirements.formats.reqif.items import items_of
from compiler.languages.requirements.formats.reqif.reading import read_document


class Limits(NamedTuple):
    """How many documents of an archive are read, and how many bytes of each and of all."""

    documents: int = 100
    document: int = 16 * 1024 * 1024
    unpacked: int = 64 * 1024 * 1024


_PLACE = Place(1, 1, 1)
# How members may be compressed. `zipfile` unpacks other methods without a bound on what a few bytes become.
_METHODS = (ZIP_STORED, ZIP_DEFLATED)
_ENCODING = re.compile(rb"""<\?xml[^>]{0,60}encoding=["']([\w.-]{1,30})["']""")
_ENCODINGS = ("utf-8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15",
              "windows-1252")  # fmt: skip
_ERRORS = (BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError, ValueError, LookupError, zlib.error)


def parse_archive(path: str, content: bytes, limits: Limits = Limits()) -> ItemsFile:  # noqa: B008 - it is frozen
    """Return the objects of all documents of an archive, in the order of the documents' names."""
    found = ItemsFile(NAME, path, settings=((PROOF, ""),))
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            names = sorted(
                member.filename for member in archive.infolist() if member.filename.lower().endswith(DOCUMENT)
            )
            if not names:
                return _refused(found, path, f"no {DOCUMENT} is in it")
            if len(names) > limits.documents:
                reason = f"no more than {limits.documents} documents are read"
                found = _refused(found, names[limits.documents], reason)
            left = limits.unpacked
            for name in names[: limits.documents]:
                found, used = _with_document(found, archive, name, min(left, limits.document))
                left -= used
    except _ERRORS as error:
        return _refused(found, path, f"it is no archive that can be read ({type(error).__name__})")
    return found


def _with_document(found: ItemsFile, archive: ZipFile, name: str, limit: int) -> tuple[ItemsFile, int]:
    """What was found, with what a document states, and how many bytes that has."""
    try:
        member = archive.getinfo(name)
        if member.compress_type not in _METHODS:
            return _refused(found, name, "it is compressed by another method than deflate"), 0
        content = _unpacked(archive, member, limit)
        if content is None:
            return _refused(found, name, f"it has more than {limit} bytes"), limit
        text = _decoded(content)
    except _ERRORS as error:
        return _refused(found, name, f"it cannot be unpacked and read ({type(error).__name__})"), 0
    read = items_of(found.path, read_document(text), text, name)
    merged = found._replace(
        items=(*found.items, *read.items),
        unread=(*found.unread, *read.unread),
        settings=(*found.settings, *read.settings),
    )
    return merged, len(content)


def _unpacked(archive: ZipFile, member: ZipInfo, limit: int) -> bytes | None:
    """The bytes of a member; None if they are more than the limit, whatever the archive says of them."""
    with archive.open(member) as stream:
        content = stream.read(limit + 1)
    return content if len(content) <= limit else None


def _decoded(content: bytes) -> str:
    """The text of a document, by its byte order mark, or by the encoding that it declares. Raises ValueError."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16")
    declared = _ENCODING.match(content.removeprefix(b"\xef\xbb\xbf"))
    name = declared[1].decode().lower() if declared else "utf-8"
    return content.decode(name if name in _ENCODINGS and not name.startswith("utf-16") else "utf-8").replace(
        "\r\n", "\n"
    )


def _refused(found: ItemsFile, name: str, reason: str) -> ItemsFile:
    return found._replace(unread=(*found.unread, Unread(name[-80:], reason, _PLACE)))
