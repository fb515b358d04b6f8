"""DuckDB, which the extra `frieze[parquet]` brings: a connection in memory that stays in the folder it is given."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from compiler.model.source import SourceError

if TYPE_CHECKING:
    import duckdb

MEMORY = "1GB"
_GLOB = re.compile(r"([*?\[])")


def require_engine() -> None:
    """Raise SourceError without the extra."""
    try:
        import duckdb  # noqa: F401
    except ImportError:
        raise SourceError("Parquet needs the extra: install frieze[parquet].") from None


def connect(temporary: Path | None, threads: int) -> "duckdb.DuckDBPyConnection":
    """Return a connection to an empty database in memory. `temporary` is the folder for what does not fit into memory;
    without one that is an error. Call `require_engine` before."""
    import duckdb

    settings: Mapping[str, str | bool | int] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "default_null_order": "NULLS_FIRST_ON_ASC_LAST_ON_DESC",  # as SQLite sorts
        "memory_limit": MEMORY,
        "preserve_insertion_order": True,
        "temp_directory": "" if temporary is None else str(temporary),
        "threads": threads,
    }
    return duckdb.connect(":memory:", config=dict(settings))


def quoted(text: str) -> str:
    """Return a text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def exactly(path: Path) -> str:
    """Return a path as a literal for a reader of files, which would take `*`, `?` and `[` for patterns."""
    return quoted(_GLOB.sub(r"[\1]", str(path)))
