"""Where what is needed for a moment may stand: in a file in the directory for temporary ones, or else in memory.

Nothing has to be writable for a compilation, as on a read-only file system. What Python and SQLite do then is to fall
back on the current directory, which may well be the source; so it is settled here, and by looking only.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

MEMORY = ":memory:"
_VARIABLES = ("TMPDIR", "SQLITE_TMPDIR")
_DIRECTORIES = ("/tmp", "/var/tmp", "/usr/tmp")  # where SQLite looks too


def directory() -> Path | None:
    """The directory for temporary files; None where none can be written."""
    if os.name == "nt":
        import tempfile

        return Path(tempfile.gettempdir())
    named = [os.environ.get(variable) for variable in _VARIABLES]
    for place in filter(None, (*named, *_DIRECTORIES)):
        if Path(place).is_dir() and os.access(place, os.W_OK | os.X_OK):
            return Path(place)
    return None


def scratch_file(buffering: int = -1) -> IO[bytes]:
    """An open file without a name, which is gone when it is closed."""
    place = directory()
    if place is None and hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("frieze"), "w+b", buffering)
    import tempfile  # questions to a kept snapshot do without it

    return tempfile.TemporaryFile(buffering=buffering, dir=place)


@contextlib.contextmanager
def scratch_database() -> Iterator[str]:
    """The name of an empty file, which is gone at the end: to be the database of several connections, or processes. The
    name that SQLite has for one in memory where no file can be had."""
    place = directory()
    if place is None:
        yield MEMORY
        return
    import tempfile

    opened, name = tempfile.mkstemp(prefix="frieze-", suffix=".sqlite", dir=place)
    os.close(opened)
    try:
        yield name
    finally:
        Path(name).unlink(missing_ok=True)
