"""The table of vectors: one for each fact of a class that is searched by meaning (`Fact.embedded_field`).

A snapshot has the table, and says so in its meta, if it was compiled with an embedder and has such facts. Each vector
stands beside a digest of its text, so that an incremental build computes only the vectors of new texts.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, Protocol

from compiler.model.facts import Fact, sql_table
from compiler.model.source import SourceError

META = "embeddings"  # where the meta of a snapshot says that it has vectors, and of which model
SCHEMA = """
CREATE TABLE IF NOT EXISTS vector (fact_table TEXT, fact_row INTEGER, digest BLOB, value BLOB,
  PRIMARY KEY (fact_table, fact_row)) WITHOUT ROWID
"""
_DIGEST_BYTES = 16
_WRITTEN = "INSERT INTO vector (fact_table, fact_row, digest, value) VALUES (?, ?, ?, ?)"


class EmbedderError(SourceError):
    """The embedding model is installed and cannot be used. The message says why, and what to do."""


class Embedder(Protocol):
    """A model that makes the vector of a text, and whose weights are on this machine.

    `name` and `version` identify the model; vectors of two models cannot be compared. `fingerprint` changes when the
    files of the model do, and does not load it.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def vector(self, text: str) -> bytes | None:
        """Return the direction in which a text points: signed bytes, as many for every text. None for a text without
        one.

        The same text has the same vector, in any order of calls and on any machine. Raises EmbedderError if the
        model cannot be loaded.
        """


def write_vectors(
    database: sqlite3.Connection, fact_classes: Sequence[type[Fact]], embedder: Embedder | None
) -> dict[str, Any] | None:
    """Make the vectors those of the facts in a database. Return what the meta says of them; None if there are none."""
    searched = (
        [fact_class for fact_class in fact_classes if fact_class.embedded_field and any(_texts(database, fact_class))]
        if embedder
        else []
    )
    if embedder is None or not searched:
        database.execute("DROP TABLE IF EXISTS vector")  # that of the previous snapshot
        return None
    database.execute(SCHEMA)
    for fact_class in fact_classes:
        if fact_class.embedded_field:
            _write_class(database, fact_class, embedder)
    (count,) = database.execute("SELECT count(*) FROM vector").fetchone()
    return {"model": embedder.name, "version": embedder.version, "vectors": count}


def _write_class(database: sqlite3.Connection, fact_class: type[Fact], embedder: Embedder) -> None:
    of_table = "FROM vector WHERE fact_table = ?"
    before = database.execute(f"SELECT fact_row, digest, value {of_table}", (fact_class.table,)).fetchall()
    known: dict[bytes, bytes | None] = {digest: value for _, digest, value in before}
    old, new = {row: digest for row, digest, _ in before}, []
    for row, text in _texts(database, fact_class):
        digest = sha256(text.encode(errors="surrogatepass")).digest()[:_DIGEST_BYTES]
        if digest not in known:
            known[digest] = embedder.vector(text)
        if (value := known[digest]) is None:
            continue
        if old.get(row) == digest:
            del old[row]
        else:
            new.append((fact_class.table, row, digest, value))
    database.executemany(f"DELETE {of_table} AND fact_row = ?", [(fact_class.table, row) for row in old])
    database.executemany(_WRITTEN, new)


def _texts(database: sqlite3.Connection, fact_class: type[Fact]) -> Iterator[tuple[int, str]]:
    sql = f'SELECT rowid, "{fact_class.embedded_field}" FROM "{sql_table(fact_class.table)}" ORDER BY rowid'
    return ((row, text) for row, text in database.execute(sql) if text and text.strip())
