"""Changes the rows of a part in place, where its files state the same as before in other places or with other texts
(`compiler.model.language.Restated`): nothing is linked again, and the rows are those that linking would give."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from compiler.model.facts import Fact, Object
from compiler.model.language import Restated
from compiler.model.spans import Span, whole_file
from compiler.store.part_rows import LINKS, PartObjects, Row, digest_of, links_digest, numbered_links
from compiler.store.schema import SPAN_COLUMNS, table_of
from compiler.store.writer import Writer

_DIAGNOSTICS = f"""
SELECT rowid, {", ".join(SPAN_COLUMNS)}, message, suggestion, related FROM diagnostic_row WHERE part = ?
"""
_MOVE_DIAGNOSTIC = f"UPDATE diagnostic_row SET {', '.join(f'{name} = ?' for name in SPAN_COLUMNS)} WHERE rowid = ?"


class _UnknownPlaceError(Exception):
    """Something stands at a place that the files do not state, or holds another text than they did."""


class _Changes(NamedTuple):
    """Rows of a class that differ, before and now."""

    fact_class: type[Fact]
    old: list[Row]
    new: list[Row]


def restate(writer: Writer, part: int, files: Mapping[str, Restated], fact_classes: Sequence[type[Fact]]) -> bool:
    """Change what a part of a copied database has in some files. It has facts of these classes only. False, and nothing
    is changed, if a row stands at a place that the files do not state, or a finding quotes the place of another."""
    try:
        facts = [one for fact_class in fact_classes if (one := _facts(writer, part, files, fact_class)).old]
        links = [
            (row, moved)
            for file, stated in files.items()
            for row, span in writer.link_table.places(part, file)
            if (moved := _moved(span, stated)) != span
        ]
        found = list(_diagnostics(writer, part, files))
    except _UnknownPlaceError:
        return False
    for one in facts:
        writer.change(*one, _objects(one))
        _renew_digest(writer, part, one.fact_class)
    if links:
        writer.link_table.move(links)
        digest = links_digest(*numbered_links(writer.links(part)))
        writer.write_digest(part, LINKS, digest)
    writer.database.executemany(_MOVE_DIAGNOSTIC, found)
    return True


def _facts(writer: Writer, part: int, files: Mapping[str, Restated], fact_class: type[Fact]) -> _Changes:
    table = table_of(fact_class)
    changes = _Changes(fact_class, [], [])
    for row in writer.rows(part, fact_class, files):
        span = Span(*row[-len(SPAN_COLUMNS) :])
        stated = files[span.file]
        values = [*row[: -len(SPAN_COLUMNS)], *_moved(span, stated)]
        for name, (before, after) in stated.texts.get(span, {}).items() if issubclass(fact_class, Object) else ():
            column, _, key = name.partition(".")
            at = table.columns.index(column) + 1 if column in table.columns else 0
            if not at:
                raise _UnknownPlaceError
            values[at] = _with_key(values[at], key, before, after) if key else _instead(values[at], before, after)
        if tuple(values) != row:
            changes.old.append(row)
            changes.new.append(tuple(values))
    # The database does not say what such rows were made of.
    if changes.old and (fact_class.only_searched or table.has_floats):
        raise _UnknownPlaceError
    return changes


def _instead(value: Any, before: Any, after: Any) -> Any:
    """The value `after`, where a value is the one before."""
    if value != before:
        raise _UnknownPlaceError
    return after


def _with_key(text: str, key: str, before: Any, after: Any) -> str:
    """A JSON object as text, in which a key has the value `after` in the place of the one before."""
    values = orjson.loads(text)
    if key not in values:
        raise _UnknownPlaceError
    values[key] = _instead(values[key], before, after)
    return orjson.dumps(values).decode()


def _moved(span: Span, stated: Restated) -> Span:
    """Where something stands now. What is said of a whole file stays; it may not stand where something moves from."""
    found = stated.spans.get(span)
    whole = whole_file(span.file)
    if (span == whole and found in (None, whole)) or (found is None and stated.others_stay):
        return span
    if span == whole or found is None:
        raise _UnknownPlaceError
    return found


def _diagnostics(writer: Writer, part: int, files: Mapping[str, Restated]) -> Iterator[tuple[object, ...]]:
    """The places of the findings that move, and their rows."""
    for row, *place, message, suggestion, related in writer.database.execute(_DIAGNOSTICS, (part,)):
        if any(file in text for file in files for text in (message, suggestion, related) if text):
            raise _UnknownPlaceError
        span = Span(*place)
        if span.file in files and (moved := _moved(span, files[span.file])) != span:
            yield *moved, row


def _objects(changes: _Changes) -> list[PartObjects]:
    """The objects among the new facts, as they are listed and searched."""
    fact_class, _, rows = changes
    if not issubclass(fact_class, Object):
        return []
    table = table_of(fact_class)
    facts = [(row[0], table.fact(row[1:])) for row in rows]
    listed = [(number, one) for number, one in facts if one.is_listed]
    return [PartObjects(fact_class.table, members=[one for _, one in listed], numbers=[row for row, _ in listed])]


def _renew_digest(writer: Writer, part: int, fact_class: type[Fact]) -> None:
    table = table_of(fact_class)
    digest = digest_of([table.as_made(row) for row in writer.rows(part, fact_class)])
    writer.write_digest(part, fact_class.table, digest)
