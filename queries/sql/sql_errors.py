"""Errors of a SELECT as answers: the nearest table, column or function, and which ones there are. And hints for a
question that found nothing because it asked for a value that no row has."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from compiler.store.select.bounds import Parameters
from compiler.store.select.check import BASE
from compiler.store.select.errors import SelectError
from compiler.store.select.functions_allowed import FUNCTIONS
from compiler.store.snapshot import Snapshot
from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.sql.relations import RelationContents
from queries.tools.render import unescaped, visible

_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r'"(\w++)"')
_UNEXPECTED = re.compile(r'near "(\w+)": syntax error')
# Words for one column, as other schemas call it. A column that a relation has answers the others.
_MEANINGS = tuple(
    frozenset(words.split())
    for words in (
        "source from from_ref from_id source_ref src origin citing",
        "target to to_ref to_id target_ref dst destination cited",
        "file path file_path filename filepath source_file",
        "line line_number lineno start_line",
        "text body content description message",
        "title name label summary subject",
        "id native_id key uid number",
        "ref object_ref uri object",
        "kind type category",
        "status state",
        "is_done done closed completed",
        "at date time created_at timestamp",
    )
)
_REFS = ("ref", "source", "target", "of")  # columns that hold refs, in most relations
_COMPARED = re.compile(r"\b(\w++)\s*(?:==?|<>|!=|\bIS\b|\bLIKE\b|\bIN\s*\()\s*'((?:[^']|'')*)'", re.IGNORECASE)


def query_error(error: SelectError, sql: str, relations: Mapping[str, Sequence[str]]) -> QueryError:
    """Return the error answer: `invalid_argument` for a wrong statement, `too_large` for one beyond a bound,
    `unavailable` where no process can run it."""
    if error.kind == "unavailable":
        return QueryError("unavailable", f"{error.message}.", hint=error.hint)
    if error.kind == "bound":
        return QueryError("too_large", f"{error.message}.", bound=error.bound, hint=error.hint or None)
    near = _near(error.unknown, sql, relations) if error.unknown is not None else {}
    if not near and (found := _UNEXPECTED.search(error.message)):  # FROM and TO are words of SQL
        near = _column_of_meaning(found[1].lower(), sql, relations)
    hint = None if "relations" in near else error.hint or None  # it would name the relations too
    return QueryError("invalid_argument", f"{error.message}.", hint=hint, **near)


def _near(unknown: tuple[str, str], sql: str, relations: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the near names of an unknown one, and all names of its kind."""
    kind, written = unknown
    name = written.rsplit(".", 1)[-1].strip("\"'`[]")
    if kind == "table":
        if written.lower().startswith(f"{BASE}.") and name in relations:
            return {}
        return {"did_you_mean": nearest(name, relations), "relations": sorted(relations)}
    if kind == "function":
        return {"did_you_mean": nearest(name, FUNCTIONS)}
    if found := _column_of_meaning(name.lower(), sql, relations):
        return found
    known = _named(sql, relations)
    near = nearest(name, {column for columns in (known or relations).values() for column in columns})
    elsewhere = [f"{relation}.{name}" for relation, columns in relations.items() if name in columns][:3]
    return {"did_you_mean": near or elsewhere, "columns": known}


def _named(sql: str, relations: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the columns of the relations that a statement names."""
    named = {word.lower() for word in _WORD.findall(sql)} & relations.keys()
    return {relation: list(relations[relation]) for relation in sorted(named)}


def _column_of_meaning(name: str, sql: str, relations: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the columns that mean what a name means, in the relations that a statement names; {} if there is none."""
    known = _named(sql, relations)
    words = {word for group in _MEANINGS if name in group for word in group}
    meant = dict.fromkeys(column for columns in known.values() for column in columns if column in words)
    return {"did_you_mean": list(meant), "columns": known} if meant else {}


def refs_hint(snapshot: Snapshot, sql: str) -> str:
    """Return which refs have the native ids that a statement compares with refs; "" if it does not."""
    told = {}
    for column, value in _COMPARED.findall(sql):
        begin = value.strip("%")
        if column.lower() in _REFS and begin and begin not in told:
            between = (begin, begin + "\U0010ffff")
            found = snapshot.rows(
                "SELECT id, ref FROM object_row WHERE id >= ? AND id < ? ORDER BY id LIMIT 1", between
            )
            if found and not found[0][1].startswith(begin):
                told[begin] = f"{column} holds refs: that of {found[0][0]} is {found[0][1]}."
    return " ".join(told.values())


def quoted_hint(sql: str, asked: Collection[str], relations: Mapping[str, Sequence[str]]) -> str:
    """Return which names in double quotes SQLite has read as texts though a column is called nearly so; "" if none."""
    columns = {column for relation in asked for column in relations.get(relation, ())}
    told = []
    for found in _QUOTED.finditer(sql):
        is_alias = sql[: found.start()].rstrip().lower().endswith("as")
        if not is_alias and found[1] not in columns and (near := nearest(found[1], columns, 1)):
            told.append(f'"{found[1][:50]}" is no column and was read as a text. Did you mean {near[0]}?')
    return " ".join(dict.fromkeys(told))


def escapes_hint(sql: str, parameters: Parameters | None) -> str:
    """Return how a character is written in SQL that answers show by an escape; "" if none is in a question."""
    asked = parameters.values() if isinstance(parameters, Mapping) else parameters or ()
    for text in (sql, *(value for value in asked if isinstance(value, str))):
        if found := next((sign for sign in unescaped(text) if visible(sign) in text and visible(sign) != sign), ""):
            code = f"char({ord(found)})"
            return f"Answers show a hidden character as {visible(found)}; SQL compares the character itself: {code}."
    return ""


def no_rows_hint(sql: str, asked: Collection[str], known: Mapping[str, RelationContents]) -> str:
    """Return which compared values no row has, with those that there are; "" when all compared values exist."""
    return " ".join(dict.fromkeys(_missing_values(sql, asked, known)))


def _missing_values(sql: str, asked: Collection[str], known: Mapping[str, RelationContents]) -> Iterator[str]:
    for column, value in _COMPARED.findall(sql):
        for relation in sorted(asked):
            for stated in known[relation].columns if relation in known else ():
                values = [str(each) for each, _ in stated.values]
                if stated.name == column.lower() and values and value not in values and "%" not in value:
                    yield f"No {relation} has {column} '{value[:50]}': there are {', '.join(values)}."
