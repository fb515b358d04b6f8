"""The text of a diagram as an operation edits it, in offsets of its own, whatever file or block it stands in; and the
citations that follow objects whose refs change by it: cross-references, the selection of a session, the evidence of
walkthroughs, and refs in other texts."""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property, partial
from itertools import accumulate
from types import MappingProxyType
from typing import Any, TypeVar

from compiler.languages.diagrams.facts import Diagram, Session, Walkthrough
from compiler.model.spans import Span
from compiler.text.patches import opcodes
from queries.diagrams.selection import diagrams_of, known_id
from queries.errors.query_error import QueryError
from queries.operations.arguments import invalid, unavailable
from queries.operations.diagrams.session_files import SessionMeta, Sidecar
from queries.operations.draft import Draft
from queries.operations.json_file import Object, objects_in

IN_JSON = ("xref", "evidence")  # kinds of links that files of sessions state

Lines = tuple[str, int, int]  # a file, and the first and last line of a citation in it
T = TypeVar("T")
NO_NAMES: Mapping[str, str] = MappingProxyType({})
NOT_AS_WRITTEN = "The text of this diagram stands in its file in another spelling, such as HTML: a text edit changes it"


class DiagramText:
    """The text of a diagram, with LF at the ends of its lines, and what becomes of it. Replacements must not
    overlap."""

    def __init__(self, draft: Draft, diagram: Diagram) -> None:
        self.draft, self.diagram, self.text = draft, diagram, diagram.text.replace("\r\n", "\n")
        self._lines = _lines_of(self.text)
        self._starts = list(accumulate((len(line) + 1 for line in self._lines), initial=0))
        self._replaced: dict[tuple[int, int, str, int], None] = {}
        draft.at_end.append(self._draft_lines)

    def replace(self, start: int, end: int, new: str) -> None:
        """Put a text in place of a range. A replacement that is asked for twice is one; a text that is put in twice is
        meant twice."""
        self._replaced[start, end, new, len(self._replaced) if start == end else 0] = None

    def line_at(self, offset: int) -> int:
        """Return the number of the line, from 0, that an offset is on."""
        return min(bisect_right(self._starts, offset), len(self._lines)) - 1

    def line_start(self, line: int) -> int:
        """Return where a line begins. That behind the last one begins behind the text."""
        return self._starts[line]

    @property
    def line_count(self) -> int:
        """How many lines the text has."""
        return len(self._lines)

    def line(self, line: int) -> str:
        """Return a line of the text."""
        return self._lines[line]

    def indentation(self, line: int) -> str:
        """Return the blanks at the start of a line."""
        return self.line(line)[: len(self.line(line)) - len(self.line(line).lstrip(" \t"))]

    def insert_lines(self, line: int, new: list[str]) -> None:
        """Put lines in before a line. That behind the last one is allowed."""
        at = self._starts[line]
        self.replace(at, at, "".join(f"{text}\n" for text in new))

    def remove(self, start: int, end: int) -> None:
        """Take a statement out: its lines, if it stands on them alone, else with the `;` behind or before it."""
        first, last = self.line_at(start), self.line_at(max(start, end - 1))
        before = self.text[self._starts[first] : start]
        after = self.text[end : self._starts[last + 1]].rstrip("\n")
        if not before.strip(" \t;") and not after.strip(" \t;"):
            self.replace(self._starts[first], self._starts[last + 1], "")
        elif after.lstrip(" \t").startswith(";"):
            behind = after.lstrip(" \t")[1:].lstrip(" \t")
            self.replace(start, end + len(after) - len(behind), "")
        else:
            self.replace(start - len(before) + len(before.rstrip(" \t;")) if before.strip() else start, end, "")

    def named(
        self, kind: str, argument: str, value: str, objects: Mapping[str, T], names: Mapping[str, str] = NO_NAMES
    ) -> T:
        """Return the object of a kind that the value of an argument names: by id, by ref, or by its name in the text,
        which `names` maps to ids. Raises QueryError."""
        row = diagrams_of(self.draft.snapshot)[self.diagram.diagram]
        return objects[known_id(self.draft.snapshot, row, kind, (argument, value), objects, names)]

    def place(self, span: Span) -> tuple[int, int]:
        """Return the range of the text that a span of the file means."""
        return self._offset(span.start_line, span.start_col), self._offset(span.end_line, span.end_col)

    @cached_property
    def sidecar(self) -> Sidecar:
        """The sidecar of the diagram."""
        return Sidecar(self.draft, self.diagram)

    def _offset(self, line: int, column: int) -> int:
        number = line - self.diagram.span.start_line
        before = len(self._prefix(number).encode())
        part = self.line(number).encode()[: max(column - 1 - before, 0)].decode(errors="replace")
        return self.line_start(number) + len(part)

    def _draft_lines(self) -> None:
        """Draft the lines that differ. Raises QueryError if a line of the file is not that of the text."""
        path, above = self.diagram.span.file, self.diagram.span.start_line
        text = "".join(f"{line}\n" for line in self._lines)
        parts, done = list[str](), 0
        for start, end, new, _ in sorted(self._replaced, key=lambda range_: range_[:2]):
            parts += [text[done:start], new]
            done = max(done, end)
        lines = _lines_of("".join([*parts, text[done:]]))
        for tag, first, behind, new_first, new_behind in opcodes(self._lines, lines):
            if tag == "equal":
                continue
            prefixes = [self._prefix(line) for line in range(first, behind)]
            further = _as_blanks(prefixes[-1] if prefixes else self._prefix(max(first - 1, 0)))
            written = [
                (prefixes[at] if at < len(prefixes) else further if line else further.rstrip(" \t")) + line
                for at, line in enumerate(lines[new_first:new_behind])
            ]
            if prefixes:
                self.draft.replace(path, above + first, above + behind - 1, written)
            else:
                self.draft.insert(path, above + first, written)

    def _prefix(self, line: int) -> str:
        """What stands before a line of the text in the file: blanks, or the marks of a list or a quote."""
        written = self.draft.lines_without_cr(self.diagram.span.file)[self.diagram.span.start_line + line - 1]
        text = self._lines[line]
        if not written.endswith(text):
            raise unavailable(NOT_AS_WRITTEN, diagram_id=self.diagram.diagram)
        return written[: len(written) - len(text)]


def _lines_of(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines


def _as_blanks(prefix: str) -> str:
    """Return what stands before a further line: a quote marks each line, a list or an element only the first."""
    return prefix if not prefix.strip(" \t>") else " " * len(prefix)


def follow(after: Draft, text: DiagramText, refs: Mapping[str, str], gone: Iterable[str] = ()) -> None:
    """Write the new refs of objects wherever an old one is cited, all at once: what one object loses another may have
    got. `text` is that of the diagram before the edit, `after` is of the source after it. Raises QueryError if an
    object that is `gone` is cited, and another one has its ref now: the citation would mean that one."""
    for ref in gone:
        if by := sorted({*_citing(text, ref)}):
            problem = "It is cited, and another object would get its id: let the citations go first"
            raise invalid(problem, ref=ref, cited_by=by[:20])
    renamed = {old: new for old, new in refs.items() if old != new}
    if not renamed:
        return
    listed = "|".join(re.escape(ref) for ref in sorted(renamed, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w/:.%-])(?:{listed})(?![\w:/%]|[.-]\w)")
    in_text = partial(pattern.sub, lambda found: renamed[found[0]])
    snapshot = after.snapshot
    metas = {session.session: SessionMeta(after, session) for session in snapshot.facts(Session)}
    for meta in metas.values():
        rewrite_refs(meta.root, lambda ref, meta=meta: meta.renamed_ref(ref, renamed))  # type: ignore[misc]
    for walkthrough in snapshot.facts(Walkthrough):
        of = metas.get(walkthrough.session)
        root = after.json(walkthrough.span.file)
        rewrite_refs(root, lambda ref, of=of: of.renamed_ref(ref, renamed) if of else renamed.get(ref))  # type: ignore[misc]
        for step in objects_in(root, "nodes"):
            if isinstance(step.get("body_md"), str):
                step["body_md"] = in_text(step["body_md"])
    for path, first, last in sorted(_lines_outside(after, text, renamed)):
        for number in range(first, last + 1):
            after.rewrite(path, number, in_text)


def read_otherwise(text: DiagramText) -> QueryError:
    """Return the error for an edit after which other objects are read than are meant."""
    problem = "Written so, Mermaid would read something else, and citations could not follow"
    hint = "Choose another id or text, or edit the text of the diagram by hand."
    return invalid(problem, diagram_id=text.diagram.diagram, hint=hint)


def rewrite_refs(root: Object, new: Callable[[str], str | None]) -> None:
    """Write other refs in what the file of a session or a walkthrough states: in its cross-references, its selection
    and its steps. `new` gives the ref that takes the place of one, None if it stays."""
    lists = [root.get("selected_object_refs"), *(step.get("refs") for step in objects_in(root, "nodes"))]
    places: list[tuple[Any, Any]] = [(xref, end) for xref in objects_in(root, "xrefs") for end in ("from", "to")]
    places += [(refs, at) for refs in lists if isinstance(refs, list) for at in range(len(refs))]
    for holder, key in places:
        written = holder.get(key) if isinstance(holder, dict) else holder[key]
        if isinstance(written, str) and (ref := new(written)) is not None:
            holder[key] = ref


def _citing(text: DiagramText, ref: str) -> Iterator[str]:
    """Give where an object is cited from outside of its diagram, as `path:line`: by cross-references, by walkthroughs,
    by the selection of a session, and in texts."""
    snapshot, diagram = text.draft.snapshot, text.diagram.span
    for link in snapshot.links(target=ref):
        is_outside = (
            link.span.file != diagram.file or not diagram.start_line <= link.span.start_line <= diagram.end_line
        )
        if link.kind in IN_JSON or is_outside:
            yield str(link.span)
    yield from (str(link.span) for link in snapshot.links(source=ref, kind="xref"))
    yield from (str(session.span) for session in snapshot.facts(Session) if ref in session.selected)


def _lines_outside(after: Draft, text: DiagramText, refs: Collection[str]) -> Iterator[Lines]:
    """Give the lines that cite refs, by their numbers now, but those of the diagram itself, which has no refs, and of
    the files of sessions. Lines behind the diagram have moved with its end."""
    old = text.diagram.span
    (now,) = after.snapshot.facts(Diagram, diagram=text.diagram.diagram)
    links = (link for ref in refs for link in text.draft.snapshot.links(target=ref) if link.kind not in IN_JSON)
    for file, first, last in {(link.span.file, link.span.start_line, link.span.end_line) for link in links}:
        moved = now.span.end_line - old.end_line if file == old.file and first > old.end_line else 0
        if file != old.file or last < old.start_line or first > old.end_line:
            yield file, first + moved, last + moved
