"""What the room of a snapshot is taken by: its tables and indexes by kind, beside the size of its source."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from compiler import compile_source
from compiler.store.frozen.frozen_file import write_frozen
from harness.benchmarks.figures import Figure, Table
from harness.benchmarks.generated import Sources, megabytes

FILES = 10_000
MAX_TIMES = 8.0  # the source
LARGEST = 5  # tables of facts that are named
_SIZES = """
SELECT s.name, coalesce(m.tbl_name, s.name), coalesce(m.type, 'table'), sum(s.pgsize)
FROM dbstat AS s LEFT JOIN sqlite_schema AS m ON m.name = s.name GROUP BY s.name"""
_NAMED = (("search_index_body", "texts of the full-text index"), ("search_index", "words of the full-text index"))
_PREFIXES = (
    *_NAMED,
    ("fact_", "facts"),
    ("link_string", "objects, refs and other shared strings"),
    ("link", "links"),
    ("source_text", "source texts"),
)


def figures(sources: Sources) -> Iterator[Figure | Table]:
    """The size of the snapshot of a generated source to that of the source, and its parts."""
    source = sources.of(FILES)
    size = megabytes(source)
    frozen = source.with_suffix(".frieze")
    with compile_source(source) as snapshot:
        write_frozen(snapshot, frozen)
    whole = frozen.stat().st_size / 1e6
    beside = f"{whole:.1f} MB beside {size:.2f} MB"
    yield Figure(f"snapshot to its source, {FILES:,} files", whole / size, "times", MAX_TIMES, beside)
    yield _table(_parts(frozen), size)
    frozen.unlink()


def _parts(frozen: Path) -> Counter[str]:
    """The bytes of each kind of table and index, and of the largest tables of facts, which count among the facts."""
    found: Counter[str] = Counter()
    facts: Counter[str] = Counter()
    with closing(sqlite3.connect(f"{frozen.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        for _, table, kind, size in database.execute(_SIZES):
            named = next((name for prefix, name in _PREFIXES if table.startswith(prefix)), "the rest")
            found[f"{named}, indexes" if kind == "index" else named] += size
            if named == "facts" and kind == "table":
                facts[f"of the facts: {table.removesuffix('_row')}"] += size
    return found + Counter(dict(facts.most_common(LARGEST)))


def _table(parts: Counter[str], size: float) -> Table:
    rows = [(name, f"{taken / 1e6:.2f} MB", f"{taken / 1e6 / size:.2f}") for name, taken in parts.most_common()]
    return Table(("", "size", "times the source"), rows)
