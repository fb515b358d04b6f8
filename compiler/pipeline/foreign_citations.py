"""What the texts of a source cite in other sources, and which of its dangling links another source resolves.

The rules are those inside of one source: the same tokens, the same places that count, the same container of a citation.
A citation of something that the source itself defines stays with the source.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from compiler.languages.documents.facts import Document
from compiler.languages.knowledge.facts import ENTITY_CLASSES
from compiler.languages.requirements.syntax.code import parse_code
from compiler.mentions.containers import PARTS, Place
from compiler.mentions.file_mentions import CitingFile, FoundMention, file_mentions
from compiler.mentions.regions import code_style
from compiler.model.diagnostics import Diagnostic
from compiler.model.facts import Link, Mention
from compiler.model.source_names import qualified_path, qualified_ref, split_ref
from compiler.model.spans import Span
from compiler.pipeline.deadline import FILE_SECONDS
from compiler.pipeline.failures import Culprit, FailedError, finding, guarded
from compiler.pipeline.foreign_codes import AMBIGUOUS, OF_BROKEN_REFERENCES
from compiler.pipeline.foreign_names import ForeignNames, ambiguous_refs
from compiler.pipeline.mentions import DANGLING, KIND
from compiler.store.merged.source_rows import Naming, Resolved
from compiler.store.schema import table_of
from compiler.store.snapshot import Snapshot

SHOWN = 10  # refs that an ambiguity names
_FILES = "SELECT path, language FROM fact_file_read ORDER BY rowid"
_TEXT = "SELECT text FROM source_text WHERE path = ?"
_DANGLING = "SELECT source, target, kind, file, start_line, start_col, end_line, end_col FROM link_full WHERE dangling"
_MENTIONS = "SELECT file, start_line, start_col, target FROM fact_mention_found"
_OBJECTS = "SELECT file, kind, ref, fact_table, fact_row FROM object_row ORDER BY rowid"
_REQUIREMENT = "r:"
_KINDS = {"implements": "implements", "verifies": "verifies", "validates": "verifies"}  # of links, by keyword
_CROSSING = ("r:", "k:")  # spaces of the refs that a link may lead to in another source


class ObjectRow(NamedTuple):
    """An object of a file, and where its fact stands."""

    kind: str
    ref: str
    fact_table: str
    fact_row: int


class Ambiguity(NamedTuple):
    """A citation that objects of several sources fit: what is written, where, and their refs."""

    text: str
    span: Span
    refs: list[str]


@dataclass(slots=True)
class Citations:
    """What one source cites in others: mentions and links with the refs of the merged snapshot; what of its own rows
    is `resolved`; and what is to be reported in place of what the source alone reported."""

    mentions: list[Mention] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    targets: dict[str, str] = field(default_factory=dict)
    places: dict[tuple[str, int, int], str] = field(default_factory=dict)
    ambiguous: list[Ambiguity] = field(default_factory=list)
    lines: set[tuple[str, int]] = field(default_factory=set)  # in which a dangling link is resolved
    failures: list[Diagnostic] = field(default_factory=list)

    @property
    def resolved(self) -> Resolved:
        """What of the rows of the source leads to other sources."""
        return Resolved(self.targets, self.places)


def citations(name: str, snapshots: Mapping[str, Snapshot], names: ForeignNames) -> Citations:
    """Return what a source cites in the others. `names` are those of all sources."""
    reader = _Reader(name, snapshots, names)
    reader.resolve_links()
    reader.read_texts()
    return reader.found


def diagnostics(snapshot: Snapshot, name: str, found: Citations) -> list[Diagnostic]:
    """Return the diagnostics of a source as the merged snapshot has them: without those of references that another
    source resolves, and with those of ambiguous ones."""
    naming = Naming(name)
    ambiguous = {
        (ambiguity.span.file, ambiguity.span.start_line, ambiguity.span.start_col) for ambiguity in found.ambiguous
    }
    kept = []
    for diagnostic in snapshot.diagnostics():
        place = (diagnostic.span.file, diagnostic.span.start_line, diagnostic.span.start_col)
        if diagnostic.code == DANGLING.code and (place in found.places or place in ambiguous):
            continue
        if diagnostic.code in OF_BROKEN_REFERENCES and _is_resolved(diagnostic, found):
            continue
        kept.append(naming.diagnostic(diagnostic))
    for text, span, refs in found.ambiguous:
        shown = ", ".join(refs[:SHOWN]) + (f" and {len(refs) - SHOWN} more" if len(refs) > SHOWN else "")
        count = len({split_ref(ref)[0] for ref in refs})
        hint = "Name the source that is meant under 'near' in the workspace file."
        kept.append(AMBIGUOUS.at(naming.span(span), suggestion=hint, text=text, count=count, refs=shown))
    return [*kept, *found.failures]


def _is_resolved(diagnostic: Diagnostic, found: Citations) -> bool:
    """Whether a finding is about a reference in a line that another source resolves: its message names the id."""
    if (diagnostic.span.file, diagnostic.span.start_line) not in found.lines:
        return False
    return any(target.rpartition("/")[2].removeprefix("r:") in diagnostic.message for target in found.targets)


class _Reader:
    """Reads what one source cites."""

    def __init__(self, name: str, snapshots: Mapping[str, Snapshot], names: ForeignNames) -> None:
        self.found = Citations()
        self._name = name
        self._snapshot = snapshots[name]
        self._snapshots = snapshots
        self._names = names
        self._pairs: set[tuple[str, str, str]] = set()  # file and ends of links that lead to other sources

    def resolve_links(self) -> None:
        """Find the objects of other sources that dangling links lead to."""
        seen: set[tuple[str, str]] = set()
        for source, target, kind, *place in self._snapshot.rows(_DANGLING):
            span = Span(*place)
            if kind == KIND or not target.startswith(_CROSSING):
                continue
            meant = self._of_others(target)
            if meant is None:
                continue
            if refs := ambiguous_refs(meant):
                if (span.file, target) not in seen:
                    text = target.rpartition("/")[2].removeprefix("r:")
                    self.found.ambiguous.append(Ambiguity(text, span, refs))
                seen.add((span.file, target))
                continue
            self.found.targets[target] = meant
            self.found.lines.add((span.file, span.start_line))
            self._pairs.add((span.file, qualified_ref(self._name, source), meant))

    def _of_others(self, ref: str) -> str | None:
        """Return the ref of the object of another source that has the same ref there."""
        having = [name for name, snapshot in self._snapshots.items() if name != self._name and snapshot.object(ref)]
        return self._names.nearest_of([qualified_ref(name, ref) for name in having], self._name)

    def read_texts(self) -> None:
        """Find what texts cite."""
        for path, language in self._snapshot.rows(_FILES):
            for (text,) in self._snapshot.rows(_TEXT, (path,)):
                try:
                    with guarded(FILE_SECONDS, len(text)):
                        self._read_file(path, language, text)
                except FailedError as failure:
                    culprit = Culprit(qualified_path(self._name, path), failure)
                    self.found.failures.append(finding(culprit, "reading what it cites in other sources", "Frieze"))

    def _read_file(self, path: str, language: str, text: str) -> None:
        file = CitingFile(qualified_path(self._name, path), language, text, tuple)
        if not any(self._is_foreign(mention, path) for mention in file_mentions(file, self._names, self._has)):
            return
        placed = file._replace(places=lambda: _places(self._snapshot, self._objects[path], self._name))
        own = self._own_mentions[path]
        stated = _stated_kinds(path, text)
        for mention in file_mentions(placed, self._names, self._has):
            if self._is_foreign(mention, path):
                self._add(mention, path, own, stated)

    def _add(
        self, mention: FoundMention, path: str, own: Mapping[tuple[int, int], bool], stated: Mapping[int, str]
    ) -> None:
        span = mention.span._replace(file=path)
        place = (span.start_line, span.start_col)
        if own.get(place):  # the source has it itself
            return
        if refs := ambiguous_refs(mention.target):
            self.found.ambiguous.append(Ambiguity(mention.text, span, refs))
            return
        if place in own:
            self.found.places[(path, *place)] = mention.target
            self._pairs.add((path, mention.source, mention.target))
            return
        self.found.mentions.append(
            Mention(span=mention.span, source=mention.source, text=mention.text, target=mention.target)
        )
        pair = (path, mention.source, mention.target)
        if pair not in self._pairs:
            self._pairs.add(pair)
            is_requirement = split_ref(mention.target)[1].startswith(_REQUIREMENT)
            kind = stated.get(span.start_line, KIND) if is_requirement else KIND
            self.found.links.append(Link(mention.source, mention.target, kind, mention.span))

    def _is_foreign(self, mention: FoundMention, path: str) -> bool:
        """Whether a mention is one of an object of another source. Code cites no pages of others."""
        if ambiguous_refs(mention.target):
            return True
        source, plain = split_ref(mention.target)
        if source in ("", self._name) or not self._has(mention.target):
            return False
        return not (plain.startswith("f:") and code_style(path) is not None)

    @cached_property
    def _objects(self) -> Mapping[str, Sequence[ObjectRow]]:
        """The objects by file, read at once: no index of a snapshot begins with the file."""
        found: defaultdict[str, list[ObjectRow]] = defaultdict(list)
        for path, *row in self._snapshot.rows(_OBJECTS):
            found[path].append(ObjectRow(*row))
        return found

    @cached_property
    def _own_mentions(self) -> Mapping[str, Mapping[tuple[int, int], bool]]:
        """By file, the places of the mentions that the source alone has, and whether they have a target."""
        found: defaultdict[str, dict[tuple[int, int], bool]] = defaultdict(dict)
        for path, line, column, target in self._snapshot.rows(_MENTIONS):
            found[path][line, column] = target is not None
        return found

    def _has(self, ref: str) -> bool:
        source, plain = split_ref(ref)
        return source in self._snapshots and self._snapshots[source].object(plain) is not None


def _stated_kinds(path: str, text: str) -> dict[int, str]:
    """Return the kinds of link that comments of code state, by line: `# Implements: REQ-d00012`. Code of a source that
    has requirements itself is read by their language."""
    unit = parse_code(path, text) if code_style(path) is not None else None
    found: dict[int, str] = {}
    for citation in (comment.citation for comment in (unit.comments if unit else ())):
        kind = _KINDS.get(citation.keyword)
        if kind and citation.has_colon and not citation.in_sentence:
            found |= dict.fromkeys(range(citation.line, citation.line + citation.text.count("\n") + 1), kind)
    return found


def _places(snapshot: Snapshot, rows: Sequence[ObjectRow], name: str) -> Iterator[Place]:
    """Give the places of the objects of a file that may contain a citation, as `compiler.pipeline.mentions` does."""
    is_page = not any(_is_whole_file(kind) for kind, *_ in rows)
    for kind, ref, table, row in rows:
        fact_class = snapshot.fact_classes[table]
        if fact_class is Document or kind in PARTS or kind == "file" or (kind == "document_section" and not is_page):
            continue
        stored = table_of(fact_class).name
        columns = ", ".join(Span._fields[1:])
        [span] = snapshot.rows(f'SELECT {columns} FROM "{stored}" WHERE rowid = ?', (row,))
        if fact_class in ENTITY_CLASSES:
            span = _with_content(snapshot, stored, row, span)
        yield kind, (qualified_ref(name, ref), *span)


def _is_whole_file(kind: str) -> bool:
    return kind in ("decision",)


def _with_content(snapshot: Snapshot, table: str, row: int, span: tuple[int, ...]) -> tuple[int, ...]:
    """Return the span of an entity to the end of its text, which may go on below its line."""
    [(first, content)] = snapshot.rows(f'SELECT content_line, content FROM "{table}" WHERE rowid = ?', (row,))
    if not first or not content:
        return span
    start_line, start_col, end_line, _ = span
    return start_line, start_col, max(end_line, first + content.count("\n") + 1), 1
