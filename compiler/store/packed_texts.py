"""Long texts that no relation shows are stored compressed: a column of blobs, and a view that has the texts.

Such a view calls the function `UNPACKED`, which every connection of ours has. So no relation may read such a view:
whoever opens a frozen file by other means has no such function.
"""

import sqlite3
import zlib
from collections.abc import Callable

UNPACKED = "unpacked_text"
MAX_BYTES = 256 << 20  # of a text: a foreign file may say anything
_LEVEL = 9


def packed(text: str | None) -> str | bytes | None:
    """Return a text compressed, or as it is where that is shorter."""
    if text is None:
        return None
    plain = text.encode()
    found = zlib.compress(plain, _LEVEL)
    return found if len(found) < len(plain) else text


def unpacked(value: str | bytes | None) -> str | None:
    """Return the text of what `packed` made. Raises ValueError for anything else."""
    if value is None or isinstance(value, str):
        return value
    reader = zlib.decompressobj()
    try:
        found = reader.decompress(value, MAX_BYTES)
    except (zlib.error, TypeError):
        raise ValueError("a packed text is damaged") from None
    if not reader.eof:
        raise ValueError("a text is cut short or too long")
    return found.decode()


def add_function(database: sqlite3.Connection, charge: Callable[[int], None] | None = None) -> None:
    """Give a connection the function that views of packed texts call. `charge` is told how many characters each text
    has; what it raises ends the statement with sqlite3.OperationalError."""

    def unpacked_and_charged(value: str | bytes | None) -> str | None:
        found = unpacked(value)
        if charge is not None:
            charge(len(found or ""))
        return found

    database.create_function(UNPACKED, 1, unpacked_and_charged if charge else unpacked, deterministic=True)
