"""The rows of one source as those of a part of a merged snapshot.

A merged snapshot has one part for each source. The rows of a part are numbered anew, in their order; refs and paths
gain the name of the source. All else stays as it is: native ids, texts, lines.
"""

import marshal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson

from compiler.languages.knowledge.facts import EntityName
from compiler.model.diagnostics import Diagnostic, Related
from compiler.model.facts import Fact, Link, Mention
from compiler.model.source_names import qualified_path, qualified_ref
from compiler.model.spans import Span
from compiler.store.merged.columns import path_fields, ref_fields
from compiler.store.object_tables import SEARCHED
from compiler.store.part_rows import PartObjects, PartRows, Row, digest_of, links_digest, numbered_links
from compiler.store.row_chunks import Chunks
from compiler.store.schema import SPAN_COLUMNS, table_of
from compiler.store.snapshot import Snapshot

Text = Callable[[str], str]
MENTIONS = "mentions"  # the kind of the links of citations in texts
_OBJECTS = f"""
SELECT o.fact_table, o.ref, o.kind, o.id, o.title, o.file, o.start_line, o.end_line, o.fact_row, {SEARCHED}
ORDER BY o.rowid
"""
_LINKS = f"SELECT source, target, kind, dangling, {', '.join(Span._fields)} FROM link_full ORDER BY rowid"


@dataclass(frozen=True, slots=True)
class Renaming(ABC):
    """Gives the refs and paths of the source `name` other names."""

    name: str

    @abstractmethod
    def ref(self, ref: str) -> str:
        """Return the other ref."""

    @abstractmethod
    def path(self, path: str) -> str:
        """Return the other path."""

    def span(self, span: Span) -> Span:
        """Return a span with the other path."""
        return span._replace(file=self.path(span.file))

    def diagnostic(self, found: Diagnostic) -> Diagnostic:
        """Return a diagnostic at the other places."""
        related = tuple(Related(other.message, self.span(other.span)) for other in found.related)
        return replace(found, span=self.span(found.span), related=related)


class Naming(Renaming):
    """Puts the name of a source before its refs and paths."""

    def ref(self, ref: str) -> str:
        """Return a ref as the merged snapshot has it."""
        return qualified_ref(self.name, ref) if ref else ref

    def path(self, path: str) -> str:
        """Return a path as the merged snapshot has it."""
        return qualified_path(self.name, path)


class Resolved(NamedTuple):
    """What a source cites and another source defines: refs of other sources.

    `targets` has them by the ref that a dangling link of the source leads to; `places` by file, line and column of a
    citation in a text.
    """

    targets: Mapping[str, str] = MappingProxyType({})
    places: Mapping[tuple[str, int, int], str] = MappingProxyType({})


NOTHING_RESOLVED = Resolved()


def source_rows(snapshot: Snapshot, naming: Renaming, resolved: Resolved = NOTHING_RESOLVED) -> PartRows:
    """Return all facts, objects and links of a source as rows of a part. What dangles in the source, and is `resolved`,
    leads to the object of another source."""
    links, strings = numbered_links(_links(snapshot, naming, resolved))
    rows = PartRows([], [], Chunks([(links, strings)] if links else ()), [], most=len(links))
    objects = _objects_by_table(snapshot)
    for fact_class in snapshot.fact_classes.values():
        renamed = _Renamed(fact_class, naming, resolved.places if fact_class is Mention else {})
        numbers: dict[int, int] = {}
        numbered = list(_fact_rows(snapshot, fact_class, renamed, numbers))
        if not numbered:
            continue
        rows.facts.append((fact_class.table, Chunks([numbered])))
        if digest := digest_of(numbered, has_floats=table_of(fact_class).has_floats):
            rows.digests.append((fact_class.table, digest))
        if listed := objects.get(fact_class.table):
            rows.objects.append(_part_objects(fact_class.table, listed, naming, numbers))
    if digest := links_digest(links, strings):
        rows.digests.append(("link", digest))
    most = max((rows.most, *(len(found) for _, chunks in rows.facts for found in chunks)))
    return rows._replace(most=most)


class _Renamed:
    """Rewrites the rows of a class of facts."""

    def __init__(
        self,
        fact_class: type[Fact],
        naming: Renaming,
        targets: Mapping[tuple[str, int, int], str] = MappingProxyType({}),
    ) -> None:
        """`targets` are those of mentions that have none, by their places."""
        table = table_of(fact_class)
        refs, paths = ref_fields(fact_class), path_fields(fact_class)
        self._edits: list[tuple[int, Callable[[str], str]]] = []
        for at, name in enumerate((*table.columns, *SPAN_COLUMNS), 1):
            if name in refs or name in paths or name == "file":
                edit = naming.ref if name in refs else naming.path
                self._edits.append((at, _in_json(edit) if name in table.json_columns else edit))
        self._naming = naming
        # A name of an entity that is the path of its file is such a path here, too.
        columns = [*table.columns, *SPAN_COLUMNS]
        self._key = columns.index("key") + 1 if fact_class is EntityName else 0
        self._file = columns.index("file") + 1
        self._target = columns.index("target") + 1 if targets else 0
        self._targets = targets

    def row(self, row: Row) -> Row:
        """Return a row, which begins with its number, with other refs and paths."""
        values = [*row]
        found = self._targets.get(tuple(row[self._file : self._file + 3])) if self._target else None
        if self._key and values[self._key] == values[self._file].casefold():
            values[self._key] = self._naming.path(values[self._file]).casefold()
        for at, edit in self._edits:
            if values[at] is not None:
                values[at] = edit(values[at])
        if found and values[self._target] is None:
            values[self._target] = found
        return tuple(values)


def _in_json(edit: Text) -> Text:
    """Return what edits the texts in a JSON list."""

    def edited(value: Any) -> Any:
        if isinstance(value, str):
            return edit(value)
        return [edited(item) for item in value] if isinstance(value, list) else value

    return lambda text: orjson.dumps(edited(orjson.loads(text))).decode()


def _fact_rows(snapshot: Snapshot, fact_class: type[Fact], renamed: _Renamed, numbers: dict[int, int]) -> Iterator[Row]:
    """Give the rows of a class with their numbers in the part. `numbers` gets these by those that they had."""
    table = table_of(fact_class)
    select = table.select.replace("SELECT", "SELECT rowid,", 1)
    for number, row in enumerate(snapshot.rows(f"{select} ORDER BY rowid")):
        numbers[row[0]] = number
        yield (number, *renamed.row(table.as_made(row))[1:])


def _objects_by_table(snapshot: Snapshot) -> Mapping[str, list[Row]]:
    """Return the rows of all objects, by the tables of their facts."""
    found: dict[str, list[Row]] = {}
    for table, *row in snapshot.rows(_OBJECTS):
        found.setdefault(table, []).append(tuple(row))
    return found


def _part_objects(table: str, listed: Iterable[Row], naming: Renaming, numbers: Mapping[int, int]) -> PartObjects:
    """Return the objects of a class. `numbers` are the rows of their facts in the part, by those that they had."""
    objects: list[Row] = []
    searched: list[Row] = []
    for ref, kind, id_, title, file, start, end, row, *texts in listed:
        objects.append((naming.ref(ref), kind, id_, title, naming.path(file), start, end, table, numbers[row]))
        searched.append((id_, title, *texts))
    return PartObjects(table, marshal.dumps((objects, searched)))


def _links(snapshot: Snapshot, naming: Renaming, resolved: Resolved) -> Iterable[Link]:
    for source, target, kind, dangling, *span in snapshot.rows(_LINKS):
        end = None
        if dangling:
            end = resolved.places.get(tuple(span[:3])) if kind == MENTIONS else resolved.targets.get(target)
        yield Link(naming.ref(source), end or naming.ref(target), kind, naming.span(Span(*span)))
