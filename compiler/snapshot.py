"""The frozen snapshot: every fact, link and diagnostic of a source in one read-only SQLite database.

`freeze` writes it in one transaction and closes it for writing: SQLite refuses every statement that is not a read.
`Snapshot` is the read API that queries stand on. It knows no language: fact classes say what their tables are.

Beside a table a fact class (`compiler.schema`) it holds the two projections of all objects, `object` and the full-text
index `search`; `link`, both ends indexed; `diagnostic`; `source_text`; and `meta`.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

import orjson

from compiler.diagnostics import Diagnostic, Phase, Related, in_order
from compiler.facts import Fact, Link, LinkKind, Object
from compiler.schema import SPAN_COLUMNS, table_of
from compiler.spans import Span

F = TypeVar("F", bound=Fact)
T = TypeVar("T")

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE source_text (path TEXT PRIMARY KEY, text TEXT);
CREATE TABLE object (ref TEXT PRIMARY KEY, kind TEXT, id TEXT, title TEXT, file TEXT, start_line INTEGER, end_line
INTEGER,
  fact_table TEXT, fact_row INTEGER);
CREATE TABLE link (source TEXT, target TEXT, kind TEXT, dangling INTEGER,
  file TEXT, start_line INTEGER, start_col INTEGER, end_line INTEGER, end_col INTEGER);
CREATE TABLE diagnostic (severity TEXT, code TEXT, message TEXT, phase INTEGER, suggestion TEXT, related TEXT,
  file TEXT, start_line INTEGER, start_col INTEGER, end_line INTEGER, end_col INTEGER);
CREATE VIRTUAL TABLE search USING fts5(id, title, body, context, tokenize = "porter unicode61");
"""
INDEXES = """
CREATE INDEX object_kind ON object (kind);
CREATE INDEX object_id ON object (id);
CREATE INDEX link_source ON link (source);
CREATE INDEX link_target ON link (target);
"""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a snapshot is made of. `meta` holds JSON values, its id among them; `texts` maps path to source text."""

    meta: Mapping[str, Any]
    facts: Sequence[Fact]
    links: Sequence[Link]
    diagnostics: Sequence[Diagnostic]
    texts: Mapping[str, str]
    fact_classes: Sequence[type[Fact]]
    link_kinds: Sequence[LinkKind]


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
LINK_COLUMNS = f"source, target, kind, dangling, {', '.join(SPAN_COLUMNS)}"


def freeze(contents: Contents) -> "Snapshot":
    """Writes everything into a database in memory, in one transaction, and closes it for writing."""
    database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, cached_statements=512)
    database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + SCHEMA)
    for fact_class in contents.fact_classes:
        database.execute(table_of(fact_class).create)
    database.execute("BEGIN")
    _write_facts(database, contents.facts)
    known = {fact.ref for fact in contents.facts if isinstance(fact, Object)}
    _insert(database, "link", ((*link[:3], link.target not in known, *link.span) for link in contents.links))
    _insert(database, "diagnostic", map(_diagnostic_row, in_order(contents.diagnostics)))
    _insert(database, "source_text", contents.texts.items())
    _insert(database, "meta", ((key, orjson.dumps(value).decode()) for key, value in contents.meta.items()))
    database.execute("COMMIT")
    database.executescript(INDEXES)
    for fact_class in contents.fact_classes:
        for statement in table_of(fact_class).create_indexes:
            database.execute(statement)
    return Snapshot(database, lambda: contents.fact_classes, lambda: contents.link_kinds)


def thaw(database: bytes, fact_classes: "Given[type[Fact]]", link_kinds: "Given[LinkKind]") -> "Snapshot":
    """The snapshot whose `serialized` database this is. The classes and kinds are asked for when they are needed."""
    opened = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, cached_statements=512)
    opened.deserialize(database)
    opened.execute(
        "SELECT rowid FROM search LIMIT 0"
    )  # connects the index, which it may not do once only reads are left
    return Snapshot(opened, fact_classes, link_kinds)


def _write_facts(database: sqlite3.Connection, facts: Sequence[Fact]) -> None:
    """Every fact into its table, and every object into the two projections, numbered alike."""
    by_class: dict[type[Fact], list[Fact]] = {}
    for fact in facts:
        by_class.setdefault(type(fact), []).append(fact)
    objects: list[tuple[Any, ...]] = []
    texts: list[tuple[Any, ...]] = []
    for fact_class, members in by_class.items():
        table = table_of(fact_class)
        database.executemany(table.insert, map(table.row, members))
        if issubclass(fact_class, Object):
            for row, one in enumerate(cast(list[Object], members), 1):
                span = one.span
                objects.append(
                    (one.ref, one.kind, one.id, one.title, span.file, span.start_line, span.end_line, table.name, row)
                )
                texts.append((len(objects), one.id, one.title, one.body, one.context))
    _insert(database, "object", objects)
    database.executemany("INSERT INTO search (rowid, id, title, body, context) VALUES (?, ?, ?, ?, ?)", texts)


def _insert(database: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]]) -> None:
    listed = list(rows)
    if listed:
        database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(listed[0]))})", listed)


def _diagnostic_row(one: Diagnostic) -> tuple[Any, ...]:
    related = orjson.dumps([(message, list(span)) for message, span in one.related]).decode() if one.related else None
    return (one.severity, one.code, one.message, int(one.phase), one.suggestion, related, *one.span)


# What SQLite may be asked to do with a finished snapshot. FTS5 and serializing ask for the pragmas of their own accord.
_READ_PRAGMAS = {"data_version", "page_count"}
_READS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
_FORBIDDEN_FUNCTIONS = {"load_extension", "fts3_tokenizer", "writefile", "readfile", "edit"}


def _only_reads(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    if action == sqlite3.SQLITE_FUNCTION and second in _FORBIDDEN_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    if action in _READS or (action == sqlite3.SQLITE_PRAGMA and first in _READ_PRAGMAS and second is None):
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


Given = Callable[[], Sequence[T]]


class Snapshot:
    """Read access to a finished snapshot. Nothing that it gives out changes; the same question gets the same answer.

    It may be shared between threads: SQLite serialises the statements.
    """

    def __init__(
        self, database: sqlite3.Connection, fact_classes: Given[type[Fact]], link_kinds: Given[LinkKind]
    ) -> None:
        database.execute("PRAGMA query_only = ON")
        database.set_authorizer(_only_reads)
        self._database = database
        self._memo: dict[str, Any] = {}
        self._fact_classes, self._link_kinds = fact_classes, link_kinds
        self.meta: Mapping[str, Any] = {
            key: orjson.loads(value) for key, value in self.rows("SELECT key, value FROM meta")
        }

    @cached_property
    def fact_classes(self) -> Mapping[str, type[Fact]]:
        """The classes of facts that a snapshot may hold, by the names of their tables."""
        return {one.table: one for one in self._fact_classes()}

    @cached_property
    def link_kinds(self) -> Mapping[str, LinkKind]:
        """The kinds of link that a snapshot may hold, by their names."""
        return {one.name: one for one in self._link_kinds()}

    @property
    def id(self) -> str:
        """The sha256 that names this snapshot: same compiler, options and source, same id."""
        return cast(str, self.meta["id"])

    @property
    def serialized(self) -> bytes:
        """The whole database, for `thaw`."""
        return self._database.serialize()

    def rows(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a SELECT. Raises sqlite3.DatabaseError for anything that is not one."""
        # The authorizer stops writes. VACUUM it stops too late: the full-text index would be gone.
        if not sql.lstrip()[:6].upper().startswith(("SELECT", "WITH", "VALUES")):
            raise sqlite3.DatabaseError("not authorized: only SELECT is")
        return self._database.execute(sql, parameters).fetchall()

    def facts(self, fact_class: type[F], **where: Any) -> list[F]:
        """The facts of one class whose fields equal the given values, in the linker's order."""
        table = table_of(fact_class)
        sql = f"{table.select}{_condition(where)} ORDER BY rowid"
        return [table.fact(row) for row in self.rows(sql, tuple(where.values()))]

    def count(self, fact_class: type[Fact], **where: Any) -> int:
        """How many facts of one class have the given values."""
        sql = f'SELECT count(*) FROM "{fact_class.table}"{_condition(where)}'
        return cast(int, self.rows(sql, tuple(where.values()))[0][0])

    def object(self, ref: str) -> ObjectRow | None:
        """The object with a canonical ref."""
        found = self.rows(f"SELECT {OBJECT_COLUMNS} FROM object WHERE ref = ?", (ref,))
        return ObjectRow(*found[0]) if found else None

    def objects(self, **where: Any) -> list[ObjectRow]:
        """The objects whose columns equal the given values, in the order they were stated."""
        sql = f"SELECT {OBJECT_COLUMNS} FROM object{_condition(where)} ORDER BY rowid"
        return [ObjectRow(*row) for row in self.rows(sql, tuple(where.values()))]

    def fact_of(self, ref: str) -> Object | None:
        """The whole fact behind a ref."""
        found = self.rows("SELECT fact_table, fact_row FROM object WHERE ref = ?", (ref,))
        if not found:
            return None
        table = table_of(self.fact_classes[found[0][0]])
        return cast(Object, table.fact(self.rows(f"{table.select} WHERE rowid = ?", (found[0][1],))[0]))

    def links(self, **where: Any) -> list[LinkRow]:
        """The links whose columns equal the given values (`source=`, `target=`, `kind=`), in stated order."""
        sql = f"SELECT {LINK_COLUMNS} FROM link{_condition(where)} ORDER BY rowid"
        return [
            LinkRow(source, target, kind, bool(dangling), Span(*span))
            for source, target, kind, dangling, *span in self.rows(sql, tuple(where.values()))
        ]

    def diagnostics(self, **where: Any) -> list[Diagnostic]:
        """The diagnostics whose columns equal the given values, in order."""
        columns = f"severity, code, message, {', '.join(SPAN_COLUMNS)}, phase, suggestion, related"
        sql = f"SELECT {columns} FROM diagnostic{_condition(where)} ORDER BY rowid"
        return [_diagnostic(row) for row in self.rows(sql, tuple(where.values()))]

    def text(self, path: str) -> str | None:
        """The text of a file as it was when the snapshot was made."""
        found = self.rows("SELECT text FROM source_text WHERE path = ?", (path,))
        return cast(str, found[0][0]) if found else None

    def once(self, key: str, make: Callable[["Snapshot"], T]) -> T:
        """What `make` derives from this snapshot, made at the first call: neither ever changes."""
        if key not in self._memo:
            self._memo[key] = make(self)
        return cast(T, self._memo[key])


def _condition(where: Mapping[str, Any]) -> str:
    return " WHERE " + " AND ".join(f'"{name}" = ?' for name in where) if where else ""


def _diagnostic(row: tuple[Any, ...]) -> Diagnostic:
    severity, code, message, *rest = row
    *span, phase, suggestion, related = rest
    places = tuple(Related(text, Span(*place)) for text, place in orjson.loads(related)) if related else ()
    return Diagnostic(severity, code, message, Span(*span), Phase(phase), suggestion, places)
