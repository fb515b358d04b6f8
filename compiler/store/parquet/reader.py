"""Ask the relations in a folder of Parquet files, by DuckDB. Every file is checked before the first question.

DuckDB opens files by their paths, at each question. Files that another user may replace are copied while they are
checked, and the copies are read.

A relation is a view of its files. A recursive statement reads a relation at every step, and unpacking its files each
time takes ten times as long as all else: so the relations that such a statement names are first read into memory.
"""

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import orjson

from compiler.disk import temporary
from compiler.disk.folder_tree import FolderTree
from compiler.disk.ownership import others_may_replace
from compiler.disk.regular_file import RegularFile, create_new
from compiler.model.reasons import system_reason, words_of
from compiler.model.source import MISSING, Problem, SourceError
from compiler.store.parquet.dialect import for_duckdb
from compiler.store.parquet.engine import connect, exactly, quoted, require_engine
from compiler.store.parquet.functions import BOUND, FUNCTIONS_READ, MARK, READS, macros
from compiler.store.parquet.manifest import MANIFEST, Manifest, RelationFile, damaged, read_manifest
from compiler.store.select.bounds import BOUNDS, Bounds, Parameters
from compiler.store.select.errors import SelectError

if TYPE_CHECKING:
    import duckdb

THREADS = 2
MAX_MESSAGE = 1_000  # characters of what DuckDB says
_FETCHED = 1_000  # rows at once
_CHUNK = 1 << 20
_RECURSIVE = re.compile(r"\brecursive\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_MATCH = re.compile(r"\bmatch\b", re.IGNORECASE)
_NO_MATCH = (
    "The full-text index is SQLite's: ask the source or its `.frieze` file by MATCH, or here "
    "regexp_matches(title, '(?i)words')."
)


class Answer(NamedTuple):
    """The rows of a SELECT: the names of the columns, the rows that were asked for, and how many there are in all."""

    columns: Sequence[str]
    rows: list[tuple[Any, ...]]
    total: int


class ParquetRelations:
    """The relations in a folder. They stay open until `close`."""

    def __init__(self, folder: Path, manifest: Manifest, engine: "duckdb.DuckDBPyConnection") -> None:
        self.manifest = manifest
        self._folder = folder
        self._engine = engine
        self._in_memory: set[str] = set()

    def select(
        self,
        sql: str,
        limit: int | None = None,
        bounds: Bounds = BOUNDS,
        *,
        parameters: Parameters = (),
        skip: int = 0,
    ) -> Answer:
        """Run one SELECT in the SQL of DuckDB and return up to `limit` of its rows behind the first `skip`. Lists and
        maps among the parameters are passed as JSON. Raises SelectError for what is no SELECT or takes too much, and
        SourceError for a file that was damaged meanwhile."""
        import duckdb

        sql = for_duckdb(sql)
        self._check(sql)
        timer = threading.Timer(bounds.seconds, self._engine.interrupt)
        timer.start()
        try:
            self._load(sql)
            found = self._engine.execute(sql, _bound(parameters))
            columns = [one[0] for one in found.description or ()]
            return self._fetched(found, columns, skip, limit, bounds)
        except duckdb.InterruptException:
            raise SelectError("bound", f"It takes more than {bounds.seconds:g} seconds", bound="seconds") from None
        except duckdb.OutOfMemoryException:
            raise SelectError("bound", "It takes too much memory", bound="memory") from None
        except UnicodeDecodeError:
            raise damaged(self._folder, "a text in it is not UTF-8") from None
        except (duckdb.IOException, duckdb.InvalidInputException) as error:
            if own := _own_error(str(error)):
                raise own from None
            raise damaged(self._folder, "a file is not what was written") from None
        except duckdb.Error as error:
            raise SelectError("invalid", words_of(error, MAX_MESSAGE)) from None
        finally:
            timer.cancel()

    def close(self) -> None:
        """Close the files."""
        self._engine.close()

    def _check(self, sql: str) -> None:
        """Raise SelectError unless a text is one SELECT."""
        import duckdb

        try:
            statements = self._engine.extract_statements(sql)
        except duckdb.Error as error:
            hint = _NO_MATCH if _MATCH.search(sql) else ""
            raise SelectError("invalid", words_of(error, MAX_MESSAGE), hint) from None
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise SelectError("invalid", "Only one SELECT, WITH or VALUES statement is answered")

    def _load(self, sql: str) -> None:
        """Read the relations into memory that a recursive statement names. One for which there is no room stays in its
        files: the answer is the same. Raises duckdb.Error."""
        import duckdb

        words = {one.lower() for one in _WORD.findall(sql)}
        read = {name for function in READS.keys() & words for name in READS[function]}
        read |= words if _RECURSIVE.search(sql) else set()
        for name in sorted(self.manifest.columns.keys() & read - self._in_memory):
            self._in_memory.add(name)
            self._engine.execute("BEGIN")
            try:
                self._engine.execute(f'CREATE TABLE "{name} in memory" AS SELECT * FROM "{name}"')
                self._engine.execute(f'DROP VIEW "{name}"')
                self._engine.execute(f'ALTER TABLE "{name} in memory" RENAME TO "{name}"')
                self._engine.execute("COMMIT")
            except duckdb.OutOfMemoryException:
                self._engine.execute("ROLLBACK")
            except duckdb.Error:
                self._engine.execute("ROLLBACK")
                raise

    @staticmethod
    def _fetched(
        found: "duckdb.DuckDBPyConnection", columns: Sequence[str], skip: int, limit: int | None, bounds: Bounds
    ) -> Answer:
        rows: list[tuple[Any, ...]] = []
        total = 0
        while some := found.fetchmany(_FETCHED):
            total += len(some)
            if total > bounds.rows:
                hint = "Add LIMIT, or count: SELECT count(*) … GROUP BY."
                raise SelectError("bound", f"It has more than {bounds.rows:,} rows", hint, bound="rows")
            behind = some[max(0, skip - (total - len(some))) :]
            rows += behind if limit is None else behind[: max(0, limit - len(rows))]
        return Answer(columns, rows, total)


def _bound(parameters: Parameters) -> Any:
    """Return parameters as DuckDB takes them."""
    if isinstance(parameters, Mapping):
        return {name: _plain(value) for name, value in parameters.items()}
    return [_plain(value) for value in parameters]


def _plain(value: Any) -> Any:
    return orjson.dumps(value).decode() if isinstance(value, list | dict) else value


def _own_error(said: str) -> SelectError | None:
    """Return the error that a function of ours raised, by what DuckDB says; None for any other."""
    _, mark, message = said.partition(MARK)
    if not mark:
        return None
    message = words_of(message.split("\n")[0], MAX_MESSAGE)
    if message.startswith(BOUND):
        return SelectError("bound", message.removeprefix(BOUND), "Give a depth.", bound="nodes")
    return SelectError("invalid", message)


@contextmanager
def open_parquet(folder: Path) -> Iterator[ParquetRelations]:
    """Open the relations in a folder, and close them at the end. Raises SourceError without the extra, or if a file is
    missing or is not what was written."""
    require_engine()
    manifest = read_manifest(folder)
    real = folder.resolve()
    tree = FolderTree(real)
    with ExitStack() as stack:
        copies = stack.enter_context(_private_folder(folder)) if _others_may_replace(real, manifest) else None
        for one in manifest.files:
            _check_file(folder, tree, one, copies)
        engine = stack.enter_context(closing(connect(None, THREADS)))
        _set_up(engine, folder, copies or real, manifest)
        yield ParquetRelations(folder, manifest, engine)


def _others_may_replace(real: Path, manifest: Manifest) -> bool:
    """Whether another user may change a file of a folder. Of one that cannot be looked at `_check_file` says why."""
    paths = [real / one.path for one in manifest.files]
    try:
        return any(path != path.resolve() or others_may_replace(path) for path in paths)
    except OSError:
        return True


@contextmanager
def _private_folder(folder: Path) -> Iterator[Path]:
    """A folder of this user alone, which is deleted at the end. Raises SourceError without a place for it."""
    place = temporary.directory()
    if place is None:
        raise SourceError(f"'{folder}' may be written to by others, and there is no temporary directory for a copy.")
    with TemporaryDirectory(prefix="frieze-", dir=place) as made:
        yield Path(made).resolve()


def _set_up(engine: "duckdb.DuckDBPyConnection", folder: Path, real: Path, manifest: Manifest) -> None:
    """Make the views of the files in `real`, and shut the engine in. Raises SourceError if they do not have the columns
    or the rows that the manifest states."""
    import duckdb

    try:
        # By both spellings, since DuckDB looks at a pattern before it looks for files.
        engine.execute(f"SET allowed_directories = [{quoted(str(real))}, {exactly(real)}]")
        engine.execute("SET enable_external_access = false")
        for relation, types in manifest.columns.items():
            files = [one for one in manifest.files if one.relation == relation]
            _create_view(engine, real, relation, [*types], files)
            if _shape(engine, relation) != (types, sum(one.rows for one in files)):
                raise damaged(folder, f"the columns or rows of '{relation}' are not those of {MANIFEST}")
        for macro in macros() if manifest.columns.keys() >= FUNCTIONS_READ else ():
            engine.execute(macro)
        engine.execute("SET lock_configuration = true")
    except (duckdb.Error, UnicodeDecodeError):  # DuckDB decodes names and errors strictly
        raise damaged(folder, "a file is not what was written") from None


def _create_view(
    engine: "duckdb.DuckDBPyConnection",
    folder: Path,
    relation: str,
    columns: Sequence[str],
    files: Sequence[RelationFile],
) -> None:
    paths = ", ".join(exactly(folder / one.path) for one in files)
    listed = ", ".join(f'"{name}"' for name in (*columns, "source_name"))
    reader = f"read_parquet([{paths}], hive_partitioning = false)"
    engine.execute(f'CREATE VIEW "{relation}" AS SELECT {listed} FROM {reader}')


def _shape(engine: "duckdb.DuckDBPyConnection", relation: str) -> tuple[Mapping[str, str], int]:
    """Return the types of the columns of a relation, as its files have them, and the number of its rows."""
    described = engine.execute(f'DESCRIBE "{relation}"').fetchall()
    ((rows,),) = engine.execute(f'SELECT count(*) FROM "{relation}"').fetchall()
    return {name: kind for name, kind, *_ in described if name != "source_name"}, rows


def _check_file(folder: Path, tree: FolderTree, one: RelationFile, copies: Path | None) -> None:
    """Raise SourceError unless a file is what was written, and stands in the folder. With `copies` it is copied to
    there."""
    opened = tree.open(one.path)
    if opened == MISSING:
        raise damaged(folder, f"{one.path} is missing")
    if isinstance(opened, Problem):
        raise damaged(folder, f"{one.path}: {opened.reason}")
    try:
        with closing(opened):
            if opened.size != one.bytes:
                raise damaged(folder, f"{one.path} has {opened.size:,} bytes instead of {one.bytes:,}")
            with _copy(copies, one) if copies else nullcontext() as copy:
                checksum = _digest(opened, copy)
    except OSError as error:
        raise damaged(folder, f"{one.path}: {system_reason(error)}") from None
    if checksum != one.sha256:
        raise damaged(folder, f"{one.path} is not what was written")


def _copy(copies: Path, one: RelationFile) -> BinaryIO:
    """Open the copy of a file for writing. Raises OSError."""
    path = copies / one.path
    path.parent.mkdir(parents=True, exist_ok=True)
    return create_new(path, mode=0o600)


def _digest(file: RegularFile, copy: BinaryIO | None) -> str:
    """Return the SHA-256 of a file as hexadecimal digits, of the bytes that `copy` got. Raises OSError."""
    found, offset = sha256(), 0
    while offset < file.size and (part := file.read(offset, min(_CHUNK, file.size - offset))):  # it may grow meanwhile
        found.update(part)
        if copy:
            copy.write(part)
        offset += len(part)
    return found.hexdigest()
