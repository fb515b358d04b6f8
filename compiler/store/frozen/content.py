"""What stands in a frozen file, checked before it is believed: its meta, and the kinds of the values in its tables.

The schema is checked before (`compiler.store.frozen.schema`). SQLite stores any kind of value in any column, and JSON
as text that need not be JSON.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import orjson

from compiler.languages.registry import fact_classes
from compiler.store.frozen.schema import DamagedError
from compiler.store.schema import table_of

MAX_META_BYTES = 64 * 1024 * 1024  # of all its values: unread files are listed there
MAX_NUMBER = 2**53  # beyond it, JSON has no exact numbers

Check = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value < MAX_NUMBER


def _one_of(*checks: Check) -> Check:
    return lambda value: any(check(value) for check in checks)


def _listed(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _mapped(check: Check) -> Check:
    return lambda value: isinstance(value, dict) and all(map(check, value.values()))


def _record(optional: bool = False, **fields: Check) -> Check:
    """An object that has these fields and no others; with `optional` some of them."""

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and value.keys() <= fields.keys()
            and (optional or value.keys() == fields.keys())
            and all(fields[name](item) for name, item in value.items())
        )

    return check


def _nothing(value: Any) -> bool:
    return value is None


_HASH = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_PASSED_OVER = _record(optional=True, files=_count, folders=_count, paths=_listed(_text), kinds=_mapped(_count))
_CHECK = {"select": _listed(_text), "ignore": _listed(_text), "fail-on": lambda item: item in ("error", "warning")}
_REQUIRED: Mapping[str, Check] = {
    "id": lambda value: _text(value) and _HASH.fullmatch(value) is not None,
    "source": _text,
    "entry": _one_of(_nothing, _text),
    "revision": _one_of(_nothing, _mapped(_text)),
    "as_of": _one_of(_nothing, lambda value: _text(value) and _TIME.fullmatch(value) is not None),
    "compiler_version": _text,
    "languages": _mapped(_record(version=_text, files=_count)),
    "unread": _mapped(_text),
    "tables": _mapped(_listed(_text)),
}
_OPTIONAL: Mapping[str, Check] = {
    "passed_over": _mapped(_PASSED_OVER),
    "embeddings": _mapped(_one_of(_text, _count)),
    "rules": _listed(_record(code=_text, severity=_text, message=_text)),
    "check": _record(optional=True, baseline=_text, playthroughs=_count, **_CHECK),
    "examples": _record(objects=_count, files=_count),
}


def check_meta(database: sqlite3.Connection) -> None:
    """Raise DamagedError unless the meta of a snapshot is whole. Raises sqlite3.Error too."""
    size = database.execute("SELECT coalesce(sum(length(CAST(value AS BLOB))), 0) FROM meta").fetchone()[0]
    if size > MAX_META_BYTES:
        raise DamagedError("Its meta is too large")
    meta = {key: _json(key, value) for key, value in database.execute("SELECT key, value FROM meta")}
    for key in _REQUIRED:
        if key not in meta:
            raise DamagedError(f"Its meta has no '{key}'")
    for key, value in meta.items():
        if not _text(key) or not {**_REQUIRED, **_OPTIONAL}.get(key, lambda _: True)(value):
            raise DamagedError(f"Its meta has another kind of '{str(key)[:60]}'")


def _json(key: Any, value: Any) -> Any:
    try:
        return orjson.loads(value)
    except (ValueError, TypeError):
        raise DamagedError(f"Its meta has no JSON as '{str(key)[:60]}'") from None


def check_values(database: sqlite3.Connection) -> None:
    """Raise DamagedError if a value in a table is of another kind than Frieze writes. Reads all rows. Raises
    sqlite3.Error too."""
    existing = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    for table, conditions in _wrong_rows():
        if table in existing:
            wrong = " OR ".join(conditions)
            if database.execute(f'SELECT 1 FROM "{table}" WHERE {wrong} LIMIT 1').fetchone():
                raise DamagedError(f"Its table '{table}' has a value of another kind")
    for condition in _BETWEEN_TABLES:
        if database.execute(f"SELECT 1 FROM {condition} LIMIT 1").fetchone():
            raise DamagedError("Its tables do not fit together")
    known = {fact_class.table for fact_class in fact_classes()}
    for (table,) in database.execute("SELECT DISTINCT fact_table FROM object_row"):
        if table not in known:
            raise DamagedError("Its tables do not fit together")
    # A text that is not UTF-8 raises sqlite3.OperationalError when it is read.
    for table in ("object_row", "diagnostic_row", "source_text", "link_string"):
        for _ in database.execute(f"SELECT * FROM {table}"):
            pass


_NUMBER, _TEXT, _REAL = ("integer",), ("text",), ("real", "integer")
_PLACE = {"file": _TEXT, **dict.fromkeys(("start_line", "start_col", "end_line", "end_col"), _NUMBER)}
_KINDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "source_text": {"path": _TEXT, "text": _TEXT},
    "diagnostic_row": {
        **dict.fromkeys(("severity", "code", "message"), _TEXT),
        "phase": _NUMBER,
        "suggestion": (*_TEXT, "null"),
        "related": (*_TEXT, "null"),
        "part": _NUMBER,
        **_PLACE,
    },
    "linked_part": {"number": _NUMBER, "language": _TEXT, "name": _TEXT, "key": _TEXT, "as_of": (*_TEXT, "null")},
    "source_state": {"path": _TEXT, "state": _TEXT, "value": _TEXT},
    "part_digest": {"part": _NUMBER, "name": _TEXT, "digest": ("blob",)},
    "object_row": {
        **dict.fromkeys(("ref", "kind", "id", "title", "file", "fact_table"), _TEXT),
        **dict.fromkeys(("start_line", "end_line", "fact_row"), _NUMBER),
    },
    "link_string": {"id": _NUMBER, "string": _TEXT, "object": (*_NUMBER, "null")},
    "link_row": dict.fromkeys(
        ("source", "target", "kind", "dangling", "file", "start_line", "start_col", "more_lines", "end_col"), _NUMBER
    ),
    "link_count": {"kind": _NUMBER, "count": _NUMBER},
}
_BETWEEN_TABLES = (
    "diagnostic_row WHERE severity NOT IN ('error', 'warning', 'info')"
    " OR related IS NOT NULL AND NOT json_valid(related)",
    "link_row AS l LEFT JOIN link_string AS s ON s.id = l.source LEFT JOIN link_string AS t ON t.id = l.target "
    "LEFT JOIN link_string AS k ON k.id = l.kind LEFT JOIN link_string AS f ON f.id = l.file "
    "WHERE s.id IS NULL OR t.id IS NULL OR k.id IS NULL OR f.id IS NULL",
)
_STORED = {"TEXT": _TEXT, "INTEGER": _NUMBER, "REAL": _REAL}


def _wrong_rows() -> Iterator[tuple[str, list[str]]]:
    """Give each table, and the conditions of which a wrong row meets one."""
    for table, columns in _KINDS.items():
        yield table, [_wrong(name, kinds) for name, kinds in columns.items()]
    for fact_class in fact_classes():
        stored = table_of(fact_class)
        listed = {name: (*_STORED[kind], "null") for name, kind in stored.column_types}
        own = [_of_kind(name, kinds) for name, kinds in listed.items()]
        json = [f'"{name}" IS NOT NULL AND NOT json_valid("{name}")' for name in stored.json_columns]
        yield stored.name, [*own, *json, *(_wrong(name, kinds) for name, kinds in _PLACE.items())]


def _wrong(name: str, kinds: tuple[str, ...]) -> str:
    is_number = kinds == _NUMBER
    return _of_kind(name, kinds) + (f' OR "{name}" NOT BETWEEN -1 AND {MAX_NUMBER}' if is_number else "")


def _of_kind(name: str, kinds: tuple[str, ...]) -> str:
    allowed = ", ".join(f"'{kind}'" for kind in kinds)
    return f'typeof("{name}") NOT IN ({allowed})'
