"""Packs for tests, written byte by byte, sound or not."""

import zlib
from hashlib import sha1
from pathlib import Path

KINDS = {"commit": 1, "tree": 2, "blob": 3, "tag": 4, "by_offset": 6, "by_id": 7}


def header(kind: str, size: int) -> bytes:
    """The head of an entry: its kind and declared size."""
    byte, size = KINDS[kind] << 4 | size & 15, size >> 4
    found = bytearray()
    while size:
        found.append(byte | 0x80)
        byte, size = size & 0x7F, size >> 7
    return bytes([*found, byte])


def number(value: int) -> bytes:
    """A size as a delta states it."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def back(distance: int) -> bytes:
    """How far back the base of a delta is."""
    found = [distance & 0x7F]
    while distance := distance >> 7:
        distance -= 1
        found.insert(0, distance & 0x7F | 0x80)
    return bytes(found)


def copy(start: int, count: int) -> bytes:
    """An instruction of a delta that copies."""
    return bytes([0xFF]) + start.to_bytes(4, "little") + count.to_bytes(3, "little")


def entry(kind: str, content: bytes, *, size: int | None = None, base: bytes = b"") -> bytes:
    """An entry of a pack, which may declare another size than it has."""
    return header(kind, len(content) if size is None else size) + base + zlib.compress(content)


def write_pack(folder: Path, entries: list[tuple[str, bytes]], *, fan_out: bytes | None = None) -> None:
    """Write a pack of ids and entries, with its index."""
    folder.mkdir(parents=True, exist_ok=True)
    pack, offsets = bytearray(b"PACK\0\0\0\2" + len(entries).to_bytes(4, "big")), {}
    for sha, content in entries:
        offsets[bytes.fromhex(sha)] = len(pack)
        pack += content
    pack += sha1(pack).digest()
    ids = sorted(offsets)
    ends = b"".join(sum(one[0] <= first for one in ids).to_bytes(4, "big") for first in range(256))
    index = b"\xfftOc\0\0\0\2" + (fan_out or ends) + b"".join(ids) + bytes(4 * len(ids))
    index += b"".join(offsets[one].to_bytes(4, "big") for one in ids) + bytes(pack[-20:])
    name = sha1(index).hexdigest()
    (folder / f"pack-{name}.pack").write_bytes(pack)
    (folder / f"pack-{name}.idx").write_bytes(index + sha1(index).digest())
