"""Crafted frozen files: changes of a whole file by somebody who can also write its checksum."""

import sqlite3
from contextlib import closing
from pathlib import Path

from compiler.store.frozen.frozen_file import seal

ENDLESS = "WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a)"
_NESTED = "[" * 5_000 + "]" * 5_000


def _as_view(table: str, select: str) -> str:
    return f"DROP TABLE {table}; CREATE VIEW {table} AS {select};"


def _meta(key: str, value: str) -> str:
    return f"INSERT OR REPLACE INTO meta VALUES ('{key}', {value});"


def _rewritten(name: str, find: str, put: str) -> str:
    """Change the text of the schema, which SQLite allows to whoever asks for it."""
    changed = f"UPDATE sqlite_master SET sql = replace(sql, '{find}', '{put}') WHERE name = '{name}'"
    return f"PRAGMA writable_schema = ON; {changed}; PRAGMA writable_schema = RESET;"


# By what was done: statements that are run on the file. All are refused when the file is opened.
REFUSED: dict[str, str] = {
    # Views, triggers and tables that are not Frieze's.
    "endless view for meta": _as_view("meta", f"{ENDLESS} SELECT n AS key, n AS value FROM a"),
    "endless view for texts": _as_view("source_text_row", f"{ENDLESS} SELECT n AS path, n AS text FROM a"),
    "endless view for diagnostics": _as_view("diagnostic_row", f"{ENDLESS} SELECT n AS severity FROM a"),
    "endless view for objects": f"DROP VIEW object_row; CREATE VIEW object_row AS {ENDLESS} SELECT n AS ref FROM a;",
    "endless view for parts": _as_view("linked_part", f"{ENDLESS} SELECT n AS number FROM a"),
    "endless view for links": _as_view("link_row", f"{ENDLESS} SELECT n AS source FROM a"),
    "endless view for strings": _as_view("link_string", f"{ENDLESS} SELECT n AS id, n AS string FROM a"),
    "endless view for files": _as_view("fact_file_read_row", f"{ENDLESS} SELECT n AS path FROM a"),
    "endless relation": f"DROP VIEW object; CREATE VIEW object AS {ENDLESS} SELECT n AS ref FROM a;",
    "endless relation of links": f"DROP VIEW link; CREATE VIEW link AS {ENDLESS} SELECT n AS source FROM a;",
    "endless join view": f"DROP VIEW link_full; CREATE VIEW link_full AS {ENDLESS} SELECT n AS source FROM a;",
    "view that joins with itself": "DROP VIEW tag; CREATE VIEW tag AS SELECT 1 FROM link_row a, link_row b, link_row;",
    "foreign view": "CREATE VIEW extra AS SELECT 1;",
    "foreign table": "CREATE TABLE extra (a);",
    "foreign index": "CREATE INDEX extra ON link_string (title);",
    "index of an expression": "CREATE INDEX extra ON link_string (lower(title));",
    "partial index": "CREATE INDEX extra ON link_string (string) WHERE title > '';",
    "index of the same name": "DROP INDEX object_kind; CREATE INDEX object_kind ON link_string (lower(kind));",
    "trigger": "CREATE TRIGGER extra AFTER INSERT ON meta BEGIN SELECT 1; END;",
    "trigger on a view": "CREATE TRIGGER extra INSTEAD OF INSERT ON object BEGIN SELECT 1; END;",
    "foreign full-text table": "CREATE VIRTUAL TABLE extra USING fts5(a);",
    "foreign virtual table": "CREATE VIRTUAL TABLE extra USING rtree(a, b, c);",
    "full-text table of another tokenizer": "DROP TABLE search_index; CREATE VIRTUAL TABLE search_index USING "
    "fts5(id, title, body, context);",
    "full-text table without content": "DROP TABLE search_index; CREATE VIRTUAL TABLE search_index USING "
    "fts5(id, title, body, context, content='object_row');",
    "plain table for the full-text index": "DROP TABLE search_index; CREATE TABLE search_index (id, title, body);",
    "generated column": "DROP TABLE meta; CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT AS (key || key));",
    "column with a default": "ALTER TABLE link_count ADD COLUMN extra DEFAULT 'x';",
    "column with a check": "DROP TABLE link_count; CREATE TABLE link_count (kind INTEGER PRIMARY KEY, count CHECK (1))"
    ";",
    "table without a key": "DROP TABLE linked_part; CREATE TABLE linked_part (number, language, name, key, as_of);",
    "table of facts with another column": "ALTER TABLE fact_file_read_row RENAME COLUMN path TO way;",
    "rewritten view": _rewritten("object", "FROM object_row", "FROM object_row, object_row AS other, link_row"),
    "rewritten table": _rewritten("meta", "value TEXT", "value BLOB COLLATE nocase"),
    "schema that does not parse": _rewritten("object", "CREATE VIEW", "CREATE WIEV"),
    "many foreign tables": "".join(f"CREATE TABLE extra{at} (a);" for at in range(2_000)),
    # Tables that are missing.
    "no meta": "DROP TABLE meta;",
    "no texts": "DROP TABLE source_text_row;",
    "no diagnostics": "DROP TABLE diagnostic_row;",
    "no objects": "DROP VIEW object_row;",
    "no parts": "DROP TABLE linked_part;",
    "no links": "DROP TABLE link_row;",
    "no strings": "DROP TABLE link_string;",
    "no view of links": "DROP VIEW link_full;",
    "no full-text index": "DROP TABLE search_index;",
    # Meta that is malformed.
    "empty meta": "DELETE FROM meta;",
    "no id": "DELETE FROM meta WHERE key = 'id';",
    "no languages": "DELETE FROM meta WHERE key = 'languages';",
    "no tables in meta": "DELETE FROM meta WHERE key = 'tables';",
    "id of a number": _meta("id", "'12'"),
    "id that is no hash": _meta("id", "'\"../../x\"'"),
    "meta that is no JSON": _meta("unread", "'{'"),
    "meta of a blob": _meta("unread", "x'ff00ff'"),
    "meta of NULL": _meta("unread", "NULL"),
    "meta of a number": _meta("source", "7"),
    "languages of a list": _meta("languages", "'[]'"),
    "languages of texts": _meta("languages", '\'{"world":"1"}\''),
    "files below zero": _meta("languages", '\'{"world":{"version":"1","files":-1}}\''),
    "files of many digits": _meta("languages", '\'{"world":{"version":"1","files":' + "9" * 400 + "}}'"),
    "unread of a list": _meta("unread", "'[1]'"),
    "tables of texts": _meta("tables", '\'{"file_read":"path"}\''),
    "time that is none": _meta("as_of", "'\"soon\"'"),
    "revision of a list": _meta("revision", "'[]'"),
    "source of an object": _meta("source", "'{}'"),
    "nested meta": _meta("rules", f"'{_NESTED}'"),
    "rules of texts": _meta("rules", "'[\"x\"]'"),
    "check of a list": _meta("check", "'[]'"),
    "passed over of a list": _meta("passed_over", "'{\"ignored\":[]}'"),
    "examples of texts": _meta("examples", '\'{"objects":"1","files":"2"}\''),
    "large meta": _meta("unread", "'{\"a\":\"' || hex(zeroblob(40000000)) || '\"}'"),
    # Values of other kinds.
    "blob for a ref": "UPDATE link_string SET string = x'ff' || id WHERE object IS NOT NULL;",
    "blob for a title": "UPDATE link_string SET title = x'41' WHERE object IS NOT NULL;",
    "NULL for an id": "UPDATE link_string SET stored_id = NULL;",
    "text for a line": "UPDATE link_string SET start_line = 'one' WHERE object IS NOT NULL;",
    "line of many digits": "UPDATE link_string SET start_line = 9223372036854775807;",
    "line below zero": "UPDATE link_string SET start_line = -9223372036854775808;",
    "object of a number that is none": "UPDATE link_string SET object = 'x' || id WHERE object IS NOT NULL;",
    "object of no file": "UPDATE link_string SET file = 999999 WHERE object IS NOT NULL;",
    "text that is not packed": "UPDATE source_text_row SET text = x'0102';",
    "packed fact that is cut short": "INSERT INTO fact_diagram_row (ast, file, start_line, start_col, "
    "more_lines, end_col) SELECT x'789c03', file, 1, 1, 0, 1 FROM link_row LIMIT 1;",
    "shared text that is missing": "UPDATE fact_world_choice_row SET file = 999999;",
    "text that is not UTF-8": "UPDATE link_string SET title = CAST(x'fffe80' AS TEXT);",
    "source that is not UTF-8": "UPDATE source_text_row SET text = x'789c3bac010001b000ec';",
    "blob for a source": "UPDATE source_text_row SET text = zeroblob(10);",
    "severity that is none": "UPDATE diagnostic_row SET severity = 'fatal';",
    "severity of a blob": "UPDATE diagnostic_row SET severity = x'00';",
    "phase of a text": "UPDATE diagnostic_row SET phase = 'early';",
    "related that is no JSON": "UPDATE diagnostic_row SET related = '{';",
    "string of a blob": "UPDATE link_string SET string = CAST(string AS BLOB);",
    "link to no string": "UPDATE link_row SET target = 999999;",
    "fact of a blob": "UPDATE fact_file_read_row SET path = x'00';",
    "fact with a line of a text": "UPDATE fact_file_read_row SET start_line = 'x';",
    "fact that is no JSON": "UPDATE fact_world_row SET files = '{[';",
}

# Their schema and kinds are right, but their rows do not fit together: each answer is one, or says that it is damaged.
ANSWERED: dict[str, str] = {
    "objects without facts": "DELETE FROM fact_world_location_row;",
    "objects of other rows": "UPDATE link_string SET object = object + 1000000;",
    "all refs alike but one letter": "UPDATE link_string SET string = 'w:x/' || id WHERE object IS NOT NULL;",
    "objects of another class": "UPDATE link_string SET object = -object; "
    "UPDATE link_string SET object = -object + (1 << 48);",
    "objects below zero": "UPDATE link_string SET object = -object;",
    "JSON of another shape": "UPDATE fact_world_row SET files = '{\"a\": 1}';",
    "JSON of numbers": "UPDATE fact_world_property_row SET element = '7', \"values\" = '7', \"default\" = '[[]]';",
    "texts that are empty": "UPDATE source_text_row SET text = x'789c030000000001';",
    "no texts": "DELETE FROM source_text_row;",
    "lines behind the end": "UPDATE link_string SET start_line = 1000000000000, more_lines = 0;",
    "ids longer than their refs": "UPDATE link_string SET stored_id = 1000000 WHERE object IS NOT NULL;",
    "columns of zero": "UPDATE diagnostic_row SET start_col = 0, end_col = 0, start_line = 0, end_line = 0;",
    "phases that there are not": "UPDATE diagnostic_row SET phase = 99;",
    "related of another shape": "UPDATE diagnostic_row SET related = '[[1]]';",
    "NULL for facts": "UPDATE fact_world_row SET name = NULL, ref = NULL;",
    "no links": "DELETE FROM link_row;",
    "links to themselves": "UPDATE link_row SET target = source;",
    "full-text index that is not there": "DELETE FROM search_index_data;",
    "full-text index of zeros": "UPDATE search_index_data SET block = zeroblob(length(block));",
    "full-text index of noise": "UPDATE search_index_data SET block = randomblob(length(block));",
    "full-text settings that are none": "UPDATE search_index_config SET v = 'x';",
    "full-text sizes of noise": "UPDATE search_index_docsize SET sz = x'ffffffffffffffffff';",
    "statistics of a lie": "UPDATE sqlite_stat1 SET stat = '1 1 1 1 1 1 1 1 1 1 1';",
    "statistics of noise": "UPDATE sqlite_stat1 SET stat = 'x' || randomblob(9);",
    "files of a size beyond all": "UPDATE fact_file_read_row SET size = 9223372036854775807;",
    "rules of a trap": _meta("rules", '\'[{"code":"X","severity":"x","message":"{x}"}]\''),
    "baseline outside": _meta("check", '\'{"baseline":"../../../../etc/passwd"}\''),
    "meta of another name": _meta("extra", "'{}'"),
}


def craft(path: Path, statements: str) -> None:
    """Run statements on a frozen file, and write its checksum again."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript(
            f"PRAGMA foreign_keys = OFF; BEGIN; {statements} COMMIT;"
            if "writable_schema" not in statements
            else statements
        )
    seal(path)
