"""Writes the relation `unread`: what looks like a thing in the files of a source and was not read as one.

The rows of a file depend on its text, on what was read in it, and on the schemes of ids that other rows show. An
incremental build writes again the rows of the files of which one of these changed.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import Any

import orjson

from compiler.languages.documents.facts import Document
from compiler.languages.knowledge.facts import Decision, WorkState
from compiler.model.examples import WORK_KINDS
from compiler.model.facts import ExampleFile, Mention, Unread
from compiler.model.spans import Span
from compiler.pipeline.codes import all_codes
from compiler.pipeline.file_contents import FileContents
from compiler.store.part_rows import part_rows
from compiler.store.row_ranges import OF_CROSS_LINKS, rows_of
from compiler.store.writer import Writer
from compiler.text.examples import is_of_tests, is_readme
from compiler.unread.accounting import Read, ReadDecision, Row, rows_of_file
from compiler.unread.catching import doubts_of, doubts_of_schemes, names_of_pages
from compiler.unread.doubts import Doubt
from compiler.unread.files import is_data, rows_by_name
from compiler.unread.paths import stated_beside, text_beside
from compiler.unread.schemes import schemes_of

Places = set[tuple[str, int, int, int]]
_STRUCTURE = frozenset({"has_section", "has_assertion", "has_step", "contains", "part_of", "documents", "diagram_in"})
_WORK = frozenset({*WORK_KINDS, "dependency"})  # what only seems to be stated in a prompt
_FEW = 500  # files whose facts are read by their paths, not by reading all
_PLACES = ("objects", "links", "places", "mentions", "diagnostics")  # fields of `Read`
_MENTION = ("file", "start_line", "start_col", "end_col")
_OBJECTS = """
SELECT file.string, own.kind, own.start_line, own.end_line FROM link_string AS own
JOIN link_string AS file ON file.id = own.file WHERE own.object IS NOT NULL
"""
_DIAGNOSTICS = """
SELECT file, start_line, start_col, CASE end_line WHEN start_line THEN end_col ELSE 0 END FROM diagnostic_row
"""
_LOST = """
SELECT file, code, start_line FROM diagnostic_row WHERE code IN (SELECT value FROM json_each(?))
ORDER BY file, code, start_line
"""
_LINKS = """
SELECT file.string, kind.string, link_row.start_line, link_row.start_col,
  CASE link_row.more_lines WHEN 0 THEN link_row.end_col ELSE 0 END FROM link_row
JOIN link_string AS kind ON kind.id = link_row.kind JOIN link_string AS file ON file.id = link_row.file WHERE true
"""
# Numbers of paths are compared, not the paths, which would be looked up for each row of the source.
_OF_FILES = "AND {column} IN (SELECT id FROM link_string WHERE string IN (SELECT value FROM json_each(?)))"


def diagnostic_places(writer: Writer) -> Places:
    """Return where diagnostics stand, as file, line, column, and the column behind them, 0 on another line."""
    return set(writer.database.execute(_DIAGNOSTICS))


def write_unread(writer: Writer, contents: FileContents, told_before: Places, cited: Collection[str]) -> None:
    """Write the rows of all files of a new database, or of those that may have changed in a copied one.
    `told_before` are the places of diagnostics of the snapshot before, `cited` the files that were read for mentions
    again: such as name a file that came or went. All else of the snapshot must be written."""
    told = diagnostic_places(writer)
    examples: dict[str, bool] = dict(writer.columns(ExampleFile, ("path", "only_work")))
    paths = _affected(writer, contents, told ^ told_before, cited)
    before = {} if writer.is_new else _stored(writer)
    caught = _Caught(writer, contents, examples)
    read = _Reading(writer, paths, told)
    sources = {path: caught.rows(path, read, ()) for path in paths}
    now = {path: rows for path, rows in before.items() if path in contents.parts} | sources
    schemes = schemes_of(row for rows in now.values() for row in rows)
    if not writer.is_new and schemes != schemes_of(row for rows in before.values() for row in rows):
        paths = list(contents.parts)
        read = _Reading(writer, paths, told)
    for path in paths:
        _write(writer, contents.parts[path], ((path, row) for row in caught.rows(path, read, schemes)))


def write_rows_by_name(writer: Writer, paths: Collection[str]) -> None:
    """Write the rows of files whose names tell what they hold, in a part of no file. Data in which a language found an
    object was read."""
    asked = orjson.dumps([path for path in paths if is_data(path)]).decode()
    rows = writer.database.execute(_OBJECTS + _OF_FILES.format(column="own.file"), (asked,))
    read = {path for path, kind, _, _ in rows if kind != "file"}
    _write(writer, OF_CROSS_LINKS, rows_by_name(path for path in paths if path not in read))


def _affected(writer: Writer, contents: FileContents, told: Places, cited: Collection[str]) -> list[str]:
    """Return the files whose rows may have changed, in their order."""
    if writer.is_new:
        return list(contents.parts)
    examples = {path for rows in writer.changes.columns(ExampleFile, ("path",)) for (path,) in rows}
    changed = {
        *contents.texts,
        *contents.gone,
        *writer.changes.files(),
        *writer.changed_link_files(),
        *examples,
        *cited,
    }
    changed.update(file for file, *_ in told)
    changed.update([text_beside(path) for path in changed])
    return [path for path in contents.parts if path in changed]


class _Caught:
    """The doubts of files, each caught once."""

    def __init__(self, writer: Writer, contents: FileContents, examples: Mapping[str, bool]) -> None:
        self._writer, self._texts, self._examples = writer, contents.texts, examples
        self._doubts: dict[str, list[Doubt]] = {}
        self._pages = names_of_pages(contents.parts)
        self._lost = _lost(writer)

    def rows(self, path: str, read: "_Reading", schemes: Collection[str]) -> list[Row]:
        """Return the rows of a file; none of an example."""
        only_work = self._examples.get(path)
        if only_work is not None and not only_work:
            return []
        doubts = self._doubts.get(path)
        if doubts is None:
            doubts = self._doubts[path] = doubts_of(path, self._text(path))
        if schemes:
            doubts = [*doubts, *doubts_of_schemes(path, self._text(path), schemes)]
        found, lost = read.of(path) if doubts else read.decisions_of(path), self._lost.get(path, [])
        if not doubts and not found.decisions:
            return lost
        rows = rows_of_file(doubts, found, self._text(path) if found.decisions else "", schemes, self._pages)
        rows = sorted([*rows, *lost], key=lambda row: (row.line, row.looks_like))
        if is_of_tests(path) and not is_readme(path):  # broken links of what tests read are no findings either
            rows = [row for row in rows if row.looks_like != "link"]
        return [row for row in rows if row.looks_like not in _WORK] if only_work else rows

    def _text(self, path: str) -> str:
        return self._texts[path] if path in self._texts else self._writer.text(path)


def _lost(writer: Writer) -> dict[str, list[Row]]:
    """Return by path what the diagnostics say that was not read: one row for those of one code and file."""
    codes = {code.code: code for code in all_codes() if code.loses}
    told = writer.database.execute(_LOST, (orjson.dumps([*codes]).decode(),))
    rows: dict[str, list[Row]] = {}
    for (path, code), places in groupby(told, key=lambda found: found[:2]):
        lines = [line for _, _, line in places]
        text = f"{code} at line {lines[0]}" + (f" and {len(lines) - 1:,} more" if len(lines) > 1 else "")
        for kind in codes[code].loses:
            reason = f"the diagnostic {code} tells why this was not read"
            rows.setdefault(path, []).append(Row(kind, lines[0], lines[-1], text, reason))
    return rows


def _write(writer: Writer, part: int, rows: Iterable[tuple[str, Row]]) -> None:
    """Put the paths and rows of a part in the place of those that it had."""
    facts = [
        Unread(
            span=Span(path, row.line, 1, row.end_line, 1), looks_like=row.looks_like, text=row.text, reason=row.reason
        )
        for path, row in rows
    ]
    first = rows_of(part).start
    new = [(row[0] + first, *row[1:]) for _, chunks in part_rows(facts).facts for chunk in chunks for row in chunk]
    old = [] if writer.is_new else writer.rows(part, Unread)
    if new != old:
        writer.change(Unread, old, new, ())


def _stored(writer: Writer) -> dict[str, list[Row]]:
    """Return the rows of the snapshot before, by path."""
    found: dict[str, list[Row]] = {}
    for path, *row in writer.columns(Unread, ("file", "looks_like", "start_line", "end_line", "text", "reason")):
        found.setdefault(path, []).append(Row(*row))
    return found


class _Reading:
    """What parsers found in some files. Most have no doubts, and decisions are few: so the rest is read when a file of
    them is asked for that has doubts, of all files at once."""

    def __init__(self, writer: Writer, paths: Collection[str], told: Places) -> None:
        self._writer, self._paths, self._told = writer, set(paths), told
        self._few = list(paths) if len(paths) <= _FEW else None
        self._decisions: dict[str, list[ReadDecision]] = {}
        self._status_lines: dict[str, list[int]] = {}  # which may stand above a decision, in front matter
        columns = ("file", "start_line", "end_line", "native", "status", "created_at")
        for path, line, end_line, native, status, date in writer.columns_in(Decision, columns, self._few):
            said = orjson.loads(native)
            # As the relation has it, but for a status that is not understood, of which a diagnostic tells.
            stated = status == "superseded" or said.get("has_status", True)
            self._status_lines.setdefault(path, []).append(said.get("status_line") or line)
            # A proposal and a decision of a log need none, nor do records of which none has one.
            of_template = "recognised_by" not in said and "statuses_unused" not in said
            found = ReadDecision(line, end_line, stated, bool(date), of_template, "day_order" in said)
            self._decisions.setdefault(path, []).append(found)

    def decisions_of(self, path: str) -> Read:
        """Return the decisions of a file alone."""
        return Read(decisions=self._decisions.get(path, ()))

    def of(self, path: str) -> Read:
        """Return all that was found in a file."""
        return self._all[path]

    @cached_property
    def _all(self) -> dict[str, Read]:
        found: dict[str, dict[str, list[Any]]] = {path: {name: [] for name in _PLACES} for path in self._paths}
        for path, kind, line, end_line in self._of_files(_OBJECTS, "own.file"):
            if path in found:
                found[path]["objects"].append((kind, line, end_line))
        for path, lines in self._status_lines.items():
            if path in found:
                found[path]["objects"] += ((Decision.kind, line, line) for line in lines)
        beside = {file: path for path in self._paths if (file := stated_beside(path))}
        few = list(beside) if len(beside) <= _FEW else None
        for (file,) in self._writer.columns_in(Decision, ("file",), few) if beside else ():
            if file in beside:
                found[beside[file]]["objects"].append((Decision.kind, 1, 1))
        for path, kind, line, start, end in self._of_files(_LINKS, "link_row.file"):
            if path in found and kind not in _STRUCTURE:
                found[path]["links"].append((kind, line))
                found[path]["places"].append((line, start, end))
        for path, there in self._writer.columns_in(Document, ("file", "there"), self._few):
            if path in found:
                places = orjson.loads(there)
                found[path]["links"] += (("links_to", line) for line, _, _ in places)
                found[path]["places"] += places
        for path, line, start, end in self._writer.columns_in(Mention, _MENTION, self._few):
            if path in found:
                found[path]["mentions"].append(line)
                found[path]["places"].append((line, start, end))
        finished: dict[str, bool] = {}
        for path, is_done in self._writer.columns_in(WorkState, ("file", "is_done"), self._few):
            finished[path] = finished.get(path, True) and bool(is_done)
        for path, line, start, end in self._told:
            if path in found:
                found[path]["diagnostics"].append(line)
                found[path]["places"].append((line, start, end))
        return {
            path: self.decisions_of(path)._replace(**lists, is_finished=finished.get(path, False))
            for path, lists in found.items()
        }

    def _of_files(self, sql: str, column: str) -> Iterator[tuple[Any, ...]]:
        """Give rows of a SELECT: all, or where files are few those of these files."""
        if self._few is None:
            return self._writer.database.execute(sql)
        few = orjson.dumps(self._few).decode()
        return self._writer.database.execute(sql + _OF_FILES.format(column=column), (few,))
