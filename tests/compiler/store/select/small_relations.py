"""A small database with relations as views over private tables, for tests of the guarded SELECT."""

import sqlite3
from collections.abc import Sequence

from compiler.model.facts import LinkKind
from compiler.store.select.guarded_select import GuardedSelect
from tests.closing import closed_later

RELATIONS: dict[str, tuple[str, ...]] = {
    "requirement": ("id", "ref", "title", "level", "file", "line"),
    "task": ("id", "ref", "title", "status", "file", "line"),
    "object": ("ref", "kind", "id", "title"),
    "link": ("source", "kind", "target", "dangling", "file", "line"),
    "file": ("path", "language", "lines", "bytes"),
    "node": ("diagram", "id", "label", "ref"),
    "edge": ("diagram", "id", "source", "target"),
    "search": ("ref", "kind", "search", "rank"),
}
PRIVATE = ("fact_requirement", "fact_task", "object_row", "link_row", "secret", "search_index")
LINK_KINDS = (
    LinkKind("implements", "the source implements the target", "source"),
    LinkKind("writes", "the source writes the target", "target"),
    LinkKind("contains", "the source contains the target", "none", structural=True),
)
SCHEMA = """
CREATE TABLE fact_requirement (name TEXT, ref TEXT, title TEXT, level TEXT, file TEXT, start_line INTEGER);
CREATE TABLE fact_task (name TEXT, ref TEXT, title TEXT, status TEXT, file TEXT, start_line INTEGER);
CREATE TABLE secret (word TEXT);
CREATE TABLE object_row (ref TEXT, kind TEXT, id TEXT, title TEXT);
CREATE TABLE link_row (source TEXT, kind TEXT, target TEXT, dangling INTEGER, file TEXT, start_line INTEGER);
CREATE TABLE fact_file (path TEXT, language TEXT, lines INTEGER, size INTEGER);
CREATE TABLE fact_node (diagram TEXT, name TEXT, label TEXT);
CREATE TABLE fact_edge (diagram TEXT, name TEXT, from_node TEXT, to_node TEXT);
CREATE VIRTUAL TABLE search_index USING fts5(title, tokenize = "porter unicode61");
CREATE VIEW requirement AS SELECT name AS id, ref, title, level, file, start_line AS line FROM fact_requirement;
CREATE VIEW task AS SELECT name AS id, ref, title, status, file, start_line AS line FROM fact_task;
CREATE VIEW object AS SELECT ref, kind, id, title FROM object_row;
CREATE VIEW link_full AS SELECT rowid AS rowid, source, kind, target, dangling, file, start_line FROM link_row;
CREATE VIEW link AS SELECT source, kind, target, dangling, file, start_line AS line FROM link_row;
CREATE VIEW file AS SELECT path, language, lines, size AS bytes FROM fact_file;
CREATE VIEW node AS SELECT diagram, name AS id, label, 'd:' || diagram || '/' || name AS ref FROM fact_node;
CREATE VIEW edge AS SELECT diagram, name AS id, from_node AS source, to_node AS target FROM fact_edge;
CREATE VIEW search AS SELECT o.ref AS ref, o.kind AS kind, s.search_index AS search, s.rank AS rank
  FROM search_index AS s JOIN object_row AS o ON o.rowid = s.rowid;
INSERT INTO secret VALUES ('hidden');
"""


def database(levels: Sequence[str] = ("DEV", "OPS", "PRD")) -> sqlite3.Connection:
    """A database with a requirement of each level, two tasks, a diagram with a loop, and links between them."""
    made = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    made.executescript(SCHEMA)
    requirements = [(f"REQ-{n}", f"r:REQ-{n}", f"Title {n}", level, "spec.md", n) for n, level in enumerate(levels, 1)]
    tasks = [(f"T-{n}", f"k:task/T-{n}", f"Pay {n}", status, "tasks.md", n) for n, status in enumerate("ab", 1)]
    made.executemany("INSERT INTO fact_requirement VALUES (?, ?, ?, ?, ?, ?)", requirements)
    made.executemany("INSERT INTO fact_task VALUES (?, ?, ?, ?, ?, ?)", tasks)
    objects = [(ref, kind, id_, title) for kind, rows in (("requirement", requirements), ("task", tasks))
               for id_, ref, title, *_ in rows]  # fmt: skip
    made.executemany("INSERT INTO object_row VALUES (?, ?, ?, ?)", objects)
    made.execute("INSERT INTO search_index (rowid, title) SELECT rowid, title FROM object_row")
    links = [
        ("k:task/T-1", "implements", "r:REQ-1", 0),
        ("r:REQ-2", "implements", "r:REQ-1", 0),
        ("k:task/T-2", "implements", "r:REQ-2", 0),
        ("k:task/T-2", "implements", "r:REQ-9", 1),
        ("r:REQ-3", "contains", "r:REQ-1", 0),
    ]
    made.executemany("INSERT INTO link_row VALUES (?, ?, ?, ?, 'tasks.md', 1)", links)
    made.execute("INSERT INTO fact_file VALUES ('spec.md', 'requirements', 10, 200)")
    made.executemany("INSERT INTO fact_node VALUES ('flow', ?, ?)", [(name, name.upper()) for name in "abcd"])
    made.executemany(
        "INSERT INTO fact_edge VALUES ('flow', ?, ?, ?)", [("1", *"ab"), ("2", *"bc"), ("3", *"cb"), ("4", *"cd")]
    )
    return made


def guarded(made: sqlite3.Connection | None = None, *, has_base: bool = False) -> GuardedSelect:
    """The guarded SELECT over a small database, closed after the test."""
    relations = RELATIONS
    return closed_later(GuardedSelect(made or database(), relations, lambda: LINK_KINDS, has_base=has_base))
