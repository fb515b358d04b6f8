"""Which files are frozen ones, and what a frozen file says of its snapshot, read without opening that."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast

import orjson

from compiler.disk.regular_file import RegularFile
from compiler.store.connection import connect

SUFFIX = ".frieze"
MAX_STEPS = 100_000  # of SQLite's machine; to look a row up takes some dozens
MAX_VALUE_BYTES = 64_000_000


def is_frozen(path: str | os.PathLike[str]) -> bool:
    """Whether a path has the suffix of a frozen file, and is no folder."""
    return os.fspath(path).endswith(SUFFIX) and not os.path.isdir(path)  # noqa: PTH112


def frozen_id(path: str | os.PathLike[str]) -> str | None:
    """Return the id of the snapshot in a frozen file; None if it cannot be read. The file is not checked."""
    found = _stated(path, "id")
    return found if isinstance(found, str) else None


def has_sources(path: str | os.PathLike[str]) -> bool:
    """Return whether a frozen file holds several sources. The file is not checked."""
    return bool(_stated(path, "sources"))


def _stated(path: str | os.PathLike[str], key: str) -> object:
    """Return what the meta of a frozen file says; None if it cannot be read."""
    try:
        RegularFile(path).close()
        with closing(connect(f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1")) as database:
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
            database.set_progress_handler(lambda: True, MAX_STEPS)  # in place of the table there may be an endless view
            ((value,),) = database.execute("SELECT value FROM meta WHERE key = ?", (key,))
            return cast(object, orjson.loads(value))
    except (OSError, sqlite3.Error, ValueError, TypeError):
        return None
