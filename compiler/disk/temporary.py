"""The directory for temporary files.

Compiling needs no place to write, as on a read-only file system. Where there is no directory for temporary files,
Python and SQLite would fall back on the current directory, which may be the source; so it is looked up here.
"""

import os
from pathlib import Path

MEMORY = ":memory:"
_VARIABLES = ("TMPDIR", "SQLITE_TMPDIR")
_DIRECTORIES = ("/tmp", "/var/tmp", "/usr/tmp")  # where SQLite looks too


def directory() -> Path | None:
    """Return the directory for temporary files; None if there is none that can be written."""
    if os.name == "nt":
        import tempfile

        return Path(tempfile.gettempdir())
    named = [os.environ.get(variable) for variable in _VARIABLES]
    for place in filter(None, (*named, *_DIRECTORIES)):
        if Path(place).is_dir() and os.access(place, os.W_OK | os.X_OK):
            return Path(place)
    return None
