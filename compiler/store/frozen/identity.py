"""The id of the snapshot in a frozen file, read without opening the snapshot."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import orjson

from compiler.disk.regular_file import RegularFile
from compiler.store.connection import connect


def frozen_id(path: str | os.PathLike[str]) -> str | None:
    """Return the id of the snapshot in a frozen file; None if it cannot be read. The file is not checked."""
    try:
        RegularFile(path).close()
        with closing(connect(f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1")) as database:
            ((value,),) = database.execute("SELECT value FROM meta WHERE key = 'id'")
            found = orjson.loads(value)
    except (OSError, sqlite3.Error, ValueError, TypeError):
        return None
    return found if isinstance(found, str) else None
