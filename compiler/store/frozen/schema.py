"""The schema that a frozen file must have: exactly what Frieze writes, by the text of each statement.

Whoever makes a file also makes its checksum, so that this is no proof of who wrote it. SQLite runs the views of a file,
whatever they are. So a file is read only if all that is in its schema is what this Frieze would write: no foreign
view, trigger, virtual table, generated column or index. Tables of facts may be missing: an earlier Frieze did not know
them.
"""

import re
import sqlite3
from collections.abc import Mapping
from functools import cache

from compiler.languages.registry import fact_classes, relations
from compiler.store import empty_snapshot, link_table, object_tables, shared_strings, vectors
from compiler.store.merged.views import merged_statements
from compiler.store.schema import statements, table_of
from compiler.store.views import first_objects

# What FTS5 makes for its table, and SQLite for statistics. Both are the same in all versions that read the file.
OF_SQLITE = """
CREATE TABLE 'search_index_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE 'search_index_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE TABLE 'search_index_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE 'search_index_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE sqlite_stat1(tbl,idx,stat);
"""
_ALWAYS = (
    empty_snapshot.SCHEMA,
    shared_strings.OBJECT_INDEXES,
    shared_strings.STRING_INDEX,
    link_table.LINK_SCHEMA,
    link_table.LINK_INDEXES,
    OF_SQLITE,
)
_CREATE = re.compile(r"CREATE\s+(?:(UNIQUE|VIRTUAL)\s+)?(TABLE|INDEX|VIEW)\s+(?:IF NOT EXISTS\s+)?([\"']?)(\w+)\3")
_AUTOMATIC = re.compile(r"sqlite_autoindex_(\w+)_1")
_KEYED = ("meta", "source_text_row")  # whose primary keys have an index of their own, which has no text

Stored = tuple[str, str, str | None]  # type, name and text, as `sqlite_schema` has them


class DamagedError(sqlite3.DatabaseError):
    """What is in a frozen file is not what Frieze writes. The message says what."""


def check_schema(database: sqlite3.Connection) -> None:
    """Raise DamagedError unless the schema of a database is that of a snapshot. Raises sqlite3.Error too.

    This is the first statement that may run on a foreign file.
    """
    expected, required = _expected()
    found = list(database.execute("SELECT type, name, sql FROM sqlite_master LIMIT ?", (len(expected) + 100,)))
    for stored in found:
        if not _is_known(stored, expected):
            kind, name, _ = stored
            raise DamagedError(f"Its {kind} '{str(name)[:60]}' is not one that this Frieze writes")
    missing = sorted(required - {str(name) for _, name, _ in found})
    if missing:
        raise DamagedError(f"It has no '{missing[0]}'")


def check_pages(database: sqlite3.Connection) -> None:
    """Raise DamagedError if a page of a table or an index stands at several places in it. Raises sqlite3.Error too.

    A few such pages make an index of more rows than anybody can count. Tables are checked one by one, since SQLite
    would look into the full-text index too, which is not made for files of strangers.
    """
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0").fetchall():
        if database.execute(f'PRAGMA quick_check("{name}")').fetchone() != ("ok",):
            raise DamagedError(f"The pages of its table '{name}' do not fit together")


def _is_known(stored: Stored, expected: Mapping[str, frozenset[str]]) -> bool:
    kind, name, sql = stored
    if not isinstance(name, str):
        return False
    if sql is None:
        automatic = _AUTOMATIC.fullmatch(name)
        return kind == "index" and automatic is not None and automatic[1] in _KEYED
    text = sql.strip() if isinstance(sql, str) else sql  # SQLite keeps the line end of a statement, `_stored` does not
    return f"{kind} {text}" in expected.get(name, ())


@cache
def _expected() -> tuple[Mapping[str, frozenset[str]], frozenset[str]]:
    """The texts that each name may have, after its type; and the names that must be there."""
    classes = fact_classes()
    of_classes = shared_strings.string_schema(classes), object_tables.search_schema(classes)
    always = list(statements(*_ALWAYS, *of_classes))
    tables = {
        name
        for fact_class in classes
        for name in (table_of(fact_class).name, table_of(fact_class).plain, table_of(fact_class).stored)
    }
    numbers = first_objects(classes)
    stated = [
        *always,
        vectors.SCHEMA,
        *(statement for fact_class in classes for statement in table_of(fact_class).statements),
        *(relation.create(numbers) for relation in relations() if relation.tables <= tables),
        *(relation.create_empty() for relation in relations()),
        *merged_statements(classes),
    ]
    texts: dict[str, frozenset[str]] = {}
    for statement in stated:
        name, text = _stored(statement)
        texts[name] = texts.get(name, frozenset()) | {text}
    return texts, frozenset(_stored(statement)[0] for statement in always)


def _stored(statement: str) -> tuple[str, str]:
    """The name that a statement creates, and its type and text as SQLite stores them."""
    text = statement.strip()
    found = _CREATE.match(text)
    if found is None:
        raise ValueError(f"no statement that creates: {text[:60]}")
    modifier, kind, quote, name = found.groups()
    modified = f"{modifier} {kind}" if modifier else kind
    return name, f"{kind.lower()} CREATE {modified} {quote}{name}{quote}{text[found.end() :]}"
