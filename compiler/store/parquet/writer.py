"""Write the relations of a snapshot as Parquet files: a folder a relation, below it one for the source, and one for
each kind where the relation has kinds.

    object/source_name=checkout/kind=node/rows.parquet
    task/source_name=checkout/rows.parquet

A file has all columns of its relation, so it can be read without its path. The folder is written beside its place and
renamed when it is whole.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

import orjson

from compiler.disk.regular_file import create_new, open_stream, write_regular
from compiler.model.reasons import system_reason
from compiler.model.relations import Relation
from compiler.model.source import SourceError
from compiler.model.source_names import COLUMN
from compiler.store.parquet.column_types import TEXT, column_types, exported
from compiler.store.parquet.manifest import MANIFEST, Manifest, RelationFile, has_manifest
from compiler.store.snapshot import Snapshot

if TYPE_CHECKING:
    import duckdb

KIND = "kind"
ROWS = "rows.parquet"
NO_KIND = "__HIVE_DEFAULT_PARTITION__"  # as Hive, Spark, DuckDB and Polars call the folder of NULL
MAX_NAME = 120  # characters of the name of a folder
_MIN_LINE = 1 << 20  # bytes of the longest line that DuckDB expects at least
_COPY = "FORMAT parquet, COMPRESSION zstd"
_MEMORY = "1GB"
_GLOB = re.compile(r"([*?\[])")


class Rows(NamedTuple):
    """The rows of a relation as lines of JSON: their file, and the bytes of the longest."""

    file: Path
    longest: int


def write_parquet(snapshot: Snapshot, relations: Sequence[Relation], folder: Path) -> Manifest:
    """Write the relations of a snapshot to a folder, whole or not at all, in place of an export before. Raises
    SourceError without the extra, or if the folder cannot be written or holds anything else."""
    _require_engine()
    if folder.exists() and not has_manifest(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise SourceError(f"'{folder}' is neither empty nor of an export before, so nothing is written there.")
    draft = folder.with_name(f"{folder.name}.{os.getpid()}.draft")
    try:
        draft.mkdir(parents=True)
        manifest = _written(snapshot, relations, draft)
        write_regular(draft / MANIFEST, manifest.json())
        _exchange(draft, folder)
    except (OSError, sqlite3.Error) as error:
        raise SourceError(f"Cannot write '{folder}': {system_reason(error)}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return manifest


def _exchange(draft: Path, folder: Path) -> None:
    """Put a folder that is whole in the place of another one. Raises OSError."""
    old = folder.with_name(f"{folder.name}.{os.getpid()}.old")
    if folder.exists():
        folder.rename(old)
    try:
        draft.rename(folder)
    except OSError:
        if old.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _written(snapshot: Snapshot, relations: Sequence[Relation], folder: Path) -> Manifest:
    import duckdb

    chosen = exported(relations)
    files: list[RelationFile] = []
    source = str(snapshot.meta["source"])
    try:
        with closing(snapshot.open_database()) as database, _connect(folder / "spilled") as engine:
            for relation in chosen:
                for place in _places(folder, snapshot):
                    files += _written_relation(engine, database, relation, place)
    except duckdb.Error as error:
        no_space = "the disk is full" if "space left" in str(error) else "DuckDB could not write a file"
        raise SourceError(f"Cannot write '{folder}': {no_space}") from None
    shutil.rmtree(folder / "spilled", ignore_errors=True)
    return Manifest(
        source=source,
        snapshot=snapshot.id,
        as_of=snapshot.meta.get("as_of"),
        compiler_version=str(snapshot.meta["compiler_version"]),
        columns={relation.name: column_types(relation) for relation in chosen},
        files=files,
    )


class _Place(NamedTuple):
    """The folder of an export, the name of its source, and the id of its snapshot. `is_merged`: the snapshot has other
    sources too; `source` is then None for what is about none of them."""

    folder: Path
    source: str | None
    snapshot: str
    is_merged: bool = False

    def files(self, relation: Relation, kinds: Sequence[str | None] | None) -> dict[Path, list[str | None]]:
        """Return the kinds of the rows of each file; `kinds` is None for a relation without kinds. Kinds that differ
        in case alone cannot have a folder each on every disk: the later ones share that of NULL."""
        of_source = self.folder / relation.name / _partition("source_name", self.source)
        if kinds is None:
            return {of_source / ROWS: []}
        found: dict[Path, list[str | None]] = {}
        taken: set[str] = set()
        for kind in kinds or [None]:
            name = _partition(KIND, kind)
            name = _partition(KIND, None) if name.casefold() in taken else name
            taken.add(name.casefold())
            found.setdefault(of_source / name / ROWS, []).append(kind)
        return found


def _places(folder: Path, snapshot: Snapshot) -> list[_Place]:
    """Return the places of the files of each source."""
    if not snapshot.sources:
        return [_Place(folder, str(snapshot.meta["source"]), snapshot.id)]
    return [
        _Place(folder, name, snapshot.id, True) for name in (None, *(source["name"] for source in snapshot.sources))
    ]


def _partition(name: str, value: str | None) -> str:
    """Return the name of the folder of a value, as Hive writes it. A value whose name would be too long has no folder
    of its own, and shares that of NULL: the value itself is in the file."""
    written = quote(value or NO_KIND, safe=" ")
    return f"{name}={written if len(written) <= MAX_NAME else NO_KIND}"


def _written_relation(
    engine: "duckdb.DuckDBPyConnection", database: sqlite3.Connection, relation: Relation, place: _Place
) -> Iterator[RelationFile]:
    """Write the files of one relation: one at least, so that its columns are known."""
    rows = _lines(database, relation, place)
    types = column_types(relation)
    listed = ", ".join(f"{_quoted(name)}: '{kind}'" for name, kind in types.items())
    reader = f"format = 'newline_delimited', maximum_object_size = {rows.longest}, columns = {{{listed}}}"
    engine.execute(f"CREATE OR REPLACE TABLE rows AS SELECT * FROM read_json({_exactly(rows.file)}, {reader})")
    rows.file.unlink()
    kinds = None
    if KIND in types:
        kinds = [kind for (kind,) in engine.execute(f"SELECT DISTINCT {KIND} FROM rows ORDER BY 1").fetchall()]
    metadata = {
        "frieze_relation": relation.name,
        "frieze_snapshot": place.snapshot,
        "frieze_source": place.source or "",
    }
    described = ", ".join(f"{name}: {_quoted(value)}" for name, value in metadata.items())
    for path, of_file in place.files(relation, kinds).items():
        chosen = " OR ".join(f"{KIND} IS NOT DISTINCT FROM {_literal(kind)}" for kind in of_file) or "true"
        select = f"SELECT *, {_literal(place.source)}::VARCHAR AS source_name FROM rows WHERE {chosen}"
        path.parent.mkdir(parents=True, exist_ok=True)
        copied = engine.execute(f"COPY ({select}) TO {_quoted(str(path))} ({_COPY}, KV_METADATA {{{described}}})")
        ((count,),) = copied.fetchall()
        only = of_file[0] if len(of_file) == 1 else None
        yield _described(place.folder, path, relation, only, count)
    engine.execute("DROP TABLE rows")


def _literal(value: str | None) -> str:
    return "NULL" if value is None else _quoted(value)


def _described(folder: Path, path: Path, relation: Relation, kind: str | None, rows: int) -> RelationFile:
    with open_stream(path) as file:
        checksum = file_digest(file, "sha256").hexdigest()
    below = path.relative_to(folder).as_posix()
    return RelationFile(below, relation.name, kind, rows, path.stat().st_size, checksum)


def _lines(database: sqlite3.Connection, relation: Relation, place: _Place) -> Rows:
    """Write the rows of a relation as lines of JSON. Raises OSError and sqlite3.Error."""
    path = place.folder / f"{relation.name}.json"
    within, values_of = (f" WHERE {COLUMN} IS ?", (place.source,)) if place.is_merged else ("", ())
    types = column_types(relation)
    names = tuple(types)
    is_text = [kind == TEXT for kind in types.values()]
    listed = ", ".join(f'"{name}"' for name in names)
    longest = _MIN_LINE
    with create_new(path) as file:
        for row in database.execute(f'SELECT {listed} FROM "{relation.name}"{within}', values_of):
            values = map(_value, row, is_text)
            line = orjson.dumps(dict(zip(names, values, strict=True)), option=orjson.OPT_APPEND_NEWLINE)
            longest = max(longest, len(line) + 1)
            file.write(line)
    return Rows(path, longest)


def _value(value: Any, is_text: bool) -> Any:
    """Return a value as its column has it: a number in a column of texts is written as text."""
    return str(value) if is_text and isinstance(value, int | float) else value


def _require_engine() -> None:
    """Raise SourceError without the extra."""
    try:
        import duckdb  # noqa: F401
    except ImportError:
        raise SourceError("Parquet needs the extra: install frieze[parquet].") from None


def _connect(spilled: Path) -> "duckdb.DuckDBPyConnection":
    """Return a connection to an empty database in memory. `spilled` is the folder for what does not fit there."""
    import duckdb

    settings: Mapping[str, str | bool | int] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "default_null_order": "NULLS_FIRST_ON_ASC_LAST_ON_DESC",  # as SQLite sorts
        "memory_limit": _MEMORY,
        "preserve_insertion_order": True,
        "temp_directory": str(spilled),
        "threads": 1,
    }
    return duckdb.connect(":memory:", config=dict(settings))


def _quoted(text: str) -> str:
    """Return a text as a literal of SQL."""
    return "'" + text.replace("'", "''") + "'"


def _exactly(path: Path) -> str:
    """Return a path as a literal for a reader of files, which would take `*`, `?` and `[` for patterns."""
    return _quoted(_GLOB.sub(r"[\1]", str(path)))
