"""What one guarded SELECT may take, and what it gives (`compiler.store.select.guarded_select`)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

MAX_SQL = 20_000  # characters of a statement
MAX_COPIES = 2_000  # of common table expressions, when it is compiled

Parameters = Sequence[Any] | Mapping[str, Any]


class Bounds(NamedTuple):
    """What one statement may take: steps of SQLite's machine, rows of its result, growth of the process in bytes, and
    seconds of a processor. `kept_bytes` of the rows are given back; the others are only counted."""

    steps: int = 50_000_000
    rows: int = 100_000
    memory: int = 300_000_000
    seconds: float = 20.0
    kept_bytes: int = 1_000_000


BOUNDS = Bounds()


class Selection(NamedTuple):
    """The result of a SELECT: the names of its columns; the rows asked for; how many rows there are in all; the steps
    that it took; and the relations that it read, those of the other snapshot as `base.requirement`."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    total: int
    steps: int
    relations: frozenset[str]
