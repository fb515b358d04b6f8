"""The places of the objects of each file, which say what cites where. There is one for nearly every object of a source,
so that they are kept as bytes, in a temporary file if they are many."""

import marshal
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from compiler.disk.spill_file import Piece, SpillFile
from compiler.languages.documents.facts import Document, DocumentSection
from compiler.languages.knowledge.facts import ENTITY_CLASSES
from compiler.languages.registry import fact_classes
from compiler.mentions.containers import PARTS, Place
from compiler.mentions.names import Names
from compiler.model.facts import Object, file_ref, language_of
from compiler.model.spans import Span
from compiler.store.part_rows import Row
from compiler.store.writer import Writer

_TEXT = ("content_line", "content")


class FilePlaces:
    """The places of objects, by file."""

    def __init__(self) -> None:
        self._bodies = SpillFile()
        self._pieces: dict[str, list[tuple[str, Piece]]] = {}  # with the kind of the objects

    def of(self, path: str) -> list[Place]:
        """Return the places of the objects in a file. Raises OSError."""
        return [
            (kind, row) for kind, piece in self._pieces.get(path, ()) for row in marshal.loads(self._bodies.get(piece))
        ]

    def add(self, kind: str, rows: Iterable[Row]) -> None:
        """Add objects of one kind: rows of the file, the ref, the first line and column, the last line and column."""
        for path, of_file in groupby(rows, itemgetter(0)):
            body = marshal.dumps([row[1:] for row in of_file])
            self._pieces.setdefault(path, []).append((kind, self._bodies.put(body)))


def file_places(writer: Writer, paths: Sequence[str], units: Mapping[str, Collection[str]], names: Names) -> FilePlaces:
    """Return the places of the objects in some files: those of the languages that read one of them. A page that is
    itself another object, such as a decision, has no sections here: what it cites is cited by that object."""
    columns = ("file", "ref", *Span._fields[1:])
    chosen = None if writer.is_new else paths
    languages = {name for name, read in units.items() if any(path in read for path in paths)}
    classes = [fact_class for fact_class in fact_classes() if language_of(fact_class) in languages]
    found = FilePlaces()
    for fact_class in classes:
        if issubclass(fact_class, Object) and fact_class is not Document and fact_class.kind not in PARTS:
            rows = writer.columns_in(fact_class, columns, chosen)
            if fact_class is DocumentSection:
                rows = (row for row in rows if names.paths.get(row[0]) == file_ref(row[0]))
            found.add(fact_class.kind, rows)
    # An item of a task list spans its own line; its text may go on below.
    for fact_class in ENTITY_CLASSES if "knowledge" in languages else ():
        found.add(fact_class.kind, _with_texts(writer.columns_in(fact_class, (*columns, *_TEXT), chosen)))
    return found


def _with_texts(rows: Iterable[Row]) -> Iterator[Row]:
    """Give the rows of entities that have a text below, to the end of it."""
    for path, ref, line, column, end, _, first, content in rows:
        if first and content:
            yield path, ref, line, column, max(end, first + content.count("\n") + 1), 1
