"""The frozen snapshot: every fact, link and diagnostic of a source in one read-only SQLite database.

It is in memory, or in a file that is opened in place. Either way SQLite refuses every statement that is not a read.
`Snapshot` is the read API that queries stand on. It knows no language: fact classes say what their tables are.

Beside a table a fact class (`compiler.store.schema`) it holds the two projections of all objects, `object_row` and the
full-text index `search_index`; `link_full`, both ends indexed (`compiler.store.link_table`); `diagnostic_row`;
`source_text`; and `meta`.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import orjson

from compiler.model.diagnostics import Diagnostic, Phase, Related
from compiler.model.facts import Fact, LinkKind, Object
from compiler.model.language import READS_REFS
from compiler.model.spans import Span
from compiler.store.part_rows import LINKS
from compiler.store.replaced_rows import DatabaseName, ReplacedRows
from compiler.store.row_ranges import rows_of
from compiler.store.schema import SPAN_COLUMNS, table_of
from compiler.store.snapshot_connection import Recipe, SnapshotConnection

F = TypeVar("F", bound=Fact)
T = TypeVar("T")


class ObjectRow(NamedTuple):
    """An object as every language shows it."""

    ref: str
    kind: str
    id: str
    title: str
    file: str
    start_line: int
    end_line: int

    @property
    def source(self) -> str:
        return f"{self.file}:{self.start_line}"


class LinkRow(NamedTuple):
    """A link as it stands in the snapshot; `dangling` when no object has the ref `target`."""

    source: str
    target: str
    kind: str
    dangling: bool
    span: Span


OBJECT_COLUMNS = ", ".join(ObjectRow._fields)
LINK_TABLE = LINKS  # by which `part_digests` calls the links
LINK_COLUMNS = f"source, target, kind, dangling, {', '.join(SPAN_COLUMNS)}"


Supplier = Callable[[], Sequence[T]]


def _charge_nobody(steps: int) -> None:
    """The default of `Snapshot.charge`: nobody counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Read access to a finished snapshot: a value. Nothing that it gives out changes, and the same question gets the
    same answer.

    `meta` is what the snapshot says of itself, JSON values by key. `charge(steps)` reports work to whoever counts the
    steps of a request (`for_request`) and may end it by raising. `is_foreign` tells that somebody else may have written
    the database, so that what fails may be its fault. `database` names a database of the cache, None for any other, and
    `replaced` says in which rows it differs from the one that it was built from, if that is known. Threads may share a
    snapshot: they take turns.
    """

    _connection: SnapshotConnection
    meta: Mapping[str, Any]
    _fact_classes: Supplier[type[Fact]]
    _link_kinds: Supplier[LinkKind]
    is_foreign: bool = False
    charge: Callable[[int], None] = _charge_nobody
    _stated: Mapping[str, Any] = field(default_factory=dict)  # what `meta` says otherwise than the database
    _memo: dict[str, Any] = field(default_factory=dict)
    database: DatabaseName | None = None
    replaced: ReplacedRows | None = None

    def __enter__(self) -> "Snapshot":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection to the database, and what was opened with it. Nothing can be read afterwards; closing
        twice is allowed."""
        self._connection.close()

    def close_when_unused(self) -> None:
        """Close the connection once nobody holds this snapshot, or another view of it, any more."""
        self._connection.close_when_unused()

    def close_with_this(self, close: Callable[[], None]) -> None:
        """Call `close` when this snapshot is closed, but not when a reader of it is: `close` closes what was opened for
        the questions of all readers."""
        self._connection.close_with_this(close)

    @property
    def lasting(self) -> "Snapshot":
        """This snapshot, or the one that it is a reader of. What is kept with `memoize` may hold that one only: a
        reader is closed when a question of its thread is stopped."""
        return replace(self, _connection=self._connection.first)

    @property
    def fact_classes(self) -> Mapping[str, type[Fact]]:
        """The classes of facts that a snapshot may hold, by the names of their tables."""
        return self.memoize(
            "fact_classes", lambda _: {fact_class.table: fact_class for fact_class in self._fact_classes()}
        )

    @property
    def link_kinds(self) -> Mapping[str, LinkKind]:
        """The kinds of link that a snapshot may hold, by their names."""
        return self.memoize("link_kinds", lambda _: {kind.name: kind for kind in self._link_kinds()})

    @property
    def id(self) -> str:
        """The sha256 that names this snapshot: same compiler, options and source, same id."""
        return cast(str, self.meta["id"])

    @property
    def sources(self) -> Sequence[Mapping[str, Any]]:
        """What a merged snapshot says of each of its sources; () for the snapshot of one."""
        return cast(Sequence[Mapping[str, Any]], self.meta.get("sources", ()))

    @property
    def serialized(self) -> bytes:
        """The whole database, for `thaw`."""
        return self._connection.serialized()

    def copy_to(self, path: Path) -> None:
        """Writes the whole database into a file, which must be empty or not be there. Raises sqlite3.Error."""
        stated = {name: orjson.dumps(value).decode() for name, value in self._stated.items()}
        self._connection.copy_to(path, stated)

    def rows(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a SELECT. Raises sqlite3.DatabaseError for anything that is not one."""
        found = self._connection.rows(sql, parameters)
        self.charge(len(found))
        return found

    def facts(self, fact_class: type[F], **where: Any) -> list[F]:
        """The facts of one class whose fields equal the given values, in the linker's order."""
        table = table_of(fact_class)
        sql = f"{table.select}{_condition(where)} ORDER BY rowid"
        return [table.fact(row) for row in self.rows(sql, tuple(where.values()))]

    def count(self, fact_class: type[Fact], **where: Any) -> int:
        """How many facts of one class have the given values."""
        sql = f'SELECT count(*) FROM "{table_of(fact_class).name}"{_condition(where)}'
        return cast(int, self.rows(sql, tuple(where.values()))[0][0])

    def object(self, ref: str) -> ObjectRow | None:
        """The object with a canonical ref."""
        found = self.rows(f"SELECT {OBJECT_COLUMNS} FROM object_row WHERE ref = ?", (ref,))
        return ObjectRow(*found[0]) if found else None

    def objects(self, **where: Any) -> list[ObjectRow]:
        """The objects whose columns equal the given values, in the order they were stated."""
        sql = f"SELECT {OBJECT_COLUMNS} FROM object_row{_condition(where)} ORDER BY rowid"
        return [ObjectRow(*row) for row in self.rows(sql, tuple(where.values()))]

    def fact_of(self, ref: str) -> Object | None:
        """The whole fact behind a ref."""
        found = self.rows("SELECT fact_table, fact_row FROM object_row WHERE ref = ?", (ref,))
        if not found:
            return None
        table = table_of(self.fact_classes[found[0][0]])
        return cast(Object, table.fact(self.rows(f"{table.select} WHERE rowid = ?", (found[0][1],))[0]))

    def facts_of(self, refs: Sequence[str]) -> list[Object]:
        """The whole facts behind refs, in their order; a ref of none is left out."""
        listed = "IN (SELECT value FROM json_each(?))"
        sql = "SELECT ref, fact_table, fact_row FROM object_row WHERE ref"
        found_places = self.rows(f"{sql} {listed}", (orjson.dumps(refs).decode(),))
        for ref in refs:
            if "\0" in ref:  # where SQLite ends a text of JSON
                found_places += self.rows(f"{sql} = ?", (ref,))
        places = {ref: (table, row) for ref, table, row in found_places}
        rows: dict[str, list[int]] = {}
        for table, row in places.values():
            rows.setdefault(table, []).append(row)
        found: dict[str, Object] = {}
        for name, numbers in rows.items():
            stored = table_of(self.fact_classes[name])
            for values in self.rows(f"{stored.select} WHERE rowid {listed}", (orjson.dumps(numbers).decode(),)):
                fact = cast(Object, stored.fact(values))
                found[fact.ref] = fact
        return [found[ref] for ref in refs if ref in found]

    def links(self, **where: Any) -> list[LinkRow]:
        """The links whose columns equal the given values (`source=`, `target=`, `kind=`), in stated order."""
        sql = f"SELECT {LINK_COLUMNS} FROM link_full{_condition(where)} ORDER BY rowid"
        return [
            LinkRow(source, target, kind, bool(dangling), Span(*span))
            for source, target, kind, dangling, *span in self.rows(sql, tuple(where.values()))
        ]

    def diagnostics(self, **where: Any) -> list[Diagnostic]:
        """The diagnostics whose columns equal the given values, in order."""
        columns = f"severity, code, message, {', '.join(SPAN_COLUMNS)}, phase, suggestion, related"
        sql = f"SELECT {columns} FROM diagnostic_row{_condition(where)} ORDER BY rowid"
        return [_diagnostic(row) for row in self.rows(sql, tuple(where.values()))]

    def parts(self) -> dict[tuple[str, str], tuple[str, range]]:
        """What was linked together, by language and name: a key, and the rows of its facts and links. Parts of one key
        have the same facts and links, of whichever snapshot they are; only whether a link dangles may differ. A part
        whose facts depend on which objects there are in others has the key ""."""
        found = self.rows("SELECT language, name, key, number FROM linked_part ORDER BY number")
        return {
            (language, name): ("" if key.startswith(READS_REFS) else key, rows_of(number))
            for language, name, key, number in found
        }

    def part_digests(self) -> dict[tuple[str, str, str], bytes]:
        """What names the rows that a part has in a table, by the part's language and name and the table, where they are
        many. The digest of the links (`LINK_TABLE`) does not cover which of them dangle."""
        found = self.rows(
            "SELECT language, linked_part.name, part_digest.name, digest"
            " FROM part_digest JOIN linked_part ON number = part"
        )
        return {(language, name, table): digest for language, name, table, digest in found}

    def text(self, path: str) -> str | None:
        """The text of a file as it was when the snapshot was made."""
        found = self.rows("SELECT text FROM source_text WHERE path = ?", (path,))
        return cast(str, found[0][0]) if found else None

    def memoize(self, key: str, make: Callable[["Snapshot"], T]) -> T:
        """Return what `make` derives from this snapshot, made at the first call. Its work is charged to no request, so
        that it does not matter which request comes first."""
        if key not in self._memo:
            self._memo[key] = make(replace(self, charge=_charge_nobody))
        return cast(T, self._memo[key])

    def with_meta(self, **meta: Any) -> "Snapshot":
        """Return this snapshot with other values of its meta, such as the revision that was asked for."""
        return replace(self, meta={**self.meta, **meta}, _stated={**self._stated, **meta}, _memo={})

    def for_request(self, charge: Callable[[int], None]) -> "Snapshot":
        """Return this snapshot for one request: `charge` is told of its steps (a row read is one) and ends the request
        by raising."""
        return replace(self, charge=charge)

    def reader(self, is_stopped: Callable[[], bool]) -> "Snapshot":
        """Return this snapshot over a connection of its own, for a thread of its own. Whoever asked for it closes it.

        While a statement runs, `is_stopped` is called now and then; when it returns true, the statement ends with
        sqlite3.OperationalError.
        """
        return replace(self, _connection=self._connection.second(is_stopped))

    def open_database(self) -> sqlite3.Connection:
        """Open a connection of its own to the same database, or to a copy in memory where there is no file any more.
        Nothing guards it yet: whoever asked for it does, and closes it."""
        return self._connection.open_database()

    @property
    def recipe(self) -> Recipe:
        """How another process opens the same database."""
        return self._connection.recipe

    def stored_meta(self) -> list[tuple[str, str]]:
        """Return what the database says of itself, by which another process knows it again."""
        return self._connection.meta()


def memoized(make: Callable[[Snapshot], T]) -> Callable[[Snapshot], T]:
    """Decorate a function of a snapshot, so that the snapshot keeps what it returns (`Snapshot.memoize`)."""
    key = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def kept(snapshot: Snapshot) -> T:
        return snapshot.memoize(key, make)

    return kept


def _condition(where: Mapping[str, Any]) -> str:
    return " WHERE " + " AND ".join(f'"{name}" = ?' for name in where) if where else ""


def _diagnostic(row: tuple[Any, ...]) -> Diagnostic:
    severity, code, message, *rest = row
    *span, phase, suggestion, related = rest
    places = tuple(Related(text, Span(*place)) for text, place in orjson.loads(related)) if related else ()
    return Diagnostic(severity, code, message, Span(*span), Phase(phase), suggestion, places)
