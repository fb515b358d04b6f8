"""The text of a diagram as an operation edits it: in offsets of its own, whatever file or block it stands in."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from compiler.languages.diagrams.facts import Diagram, Edge, Node, Subgraph
from queries.errors.query_error import QueryError
from queries.operations.diagrams.session_files import bump_revision
from queries.operations.diagrams.sidecar import Sidecar
from queries.operations.draft import Draft

NOT_AS_WRITTEN = "The text of this diagram stands in its file in another spelling, such as HTML: a text edit changes it"


class Replacement(NamedTuple):
    """The text from `start` to `end` becomes `new`."""

    start: int
    end: int
    new: str


class DiagramText:
    """The text of a diagram, with LF at the ends of its lines, and what becomes of it. Replacements must not
    overlap."""

    def __init__(self, draft: Draft, diagram: Diagram) -> None:
        self.draft, self.diagram, self.text = draft, diagram, diagram.text.replace("\r\n", "\n")
        self._replacements: list[Replacement] = []
        self._lines = self.text.split("\n")
        if len(self._lines) > 1 and not self._lines[-1]:
            self._lines.pop()
        self._starts = list(accumulate((len(line) + 1 for line in self._lines), initial=0))

    def replace(self, start: int, end: int, new: str) -> None:
        """Put a text in place of a range."""
        self._replacements.append(Replacement(start, end, new))

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
        self.replace(at, at, "".join(f"{one}\n" for one in new))

    def remove(self, start: int, end: int) -> None:
        """Take a statement out: its lines, if it stands on them alone, else with the `;` behind or before it."""
        first, last = self.line_at(start), self.line_at(max(start, end - 1))
        before = self.text[self._starts[first] : start]
        after = self.text[end : self._starts[last + 1]].rstrip("\n")
        if not before.strip(" \t;") and not after.strip(" \t;"):
            self.replace(self._starts[first], min(self._starts[last + 1], len(self.text)), "")
        elif after.lstrip(" \t").startswith(";"):
            behind = after.lstrip(" \t")[1:].lstrip(" \t")
            self.replace(start, end + len(after) - len(behind), "")
        else:
            self.replace(start - len(before) + len(before.rstrip(" \t;")) if before.strip() else start, end, "")

    def write(self) -> None:
        """Draft the edits of the file's lines. Raises QueryError if a line of the file is not that of the text."""
        for first, last, start, end, new in self._regions():
            self._write_lines(first, last, start, end, new)

    def _regions(self) -> Iterator[tuple[int, int, int, int, list[Replacement]]]:
        """Yield the lines that change, joined where replacements share a line: first and last line (last < first for
        lines that are only put in), start and end of these lines, and the replacements."""
        region: tuple[int, int, list[Replacement]] | None = None
        for one in sorted(self._replacements):
            first, last = self._lines_of(one)
            if region and first <= region[1]:
                region = (region[0], max(region[1], last), [*region[2], one])
                continue
            if region:
                yield self._region(*region)
            region = (first, last, [one])
        if region:
            yield self._region(*region)

    def _region(self, first: int, last: int, new: list[Replacement]) -> tuple[int, int, int, int, list[Replacement]]:
        return first, last, self._starts[first], self._starts[last + 1], new

    def _lines_of(self, one: Replacement) -> tuple[int, int]:
        """Whole lines that are put in change none of those that are there."""
        at = bisect_right(self._starts, one.start) - 1
        if one.start == one.end == self._starts[at] and (one.new.endswith("\n") or not one.new):
            return at, at - 1
        return at, self.line_at(max(one.start, one.end - 1))

    def _write_lines(self, first: int, last: int, start: int, end: int, replacements: list[Replacement]) -> None:
        new, at = "", start
        for one in replacements:
            new += self.text[at : one.start] + one.new
            at = max(at, one.end)
        new += self.text[at:end] if at < end else ""
        lines = new.removesuffix("\n").split("\n") if new else []
        path = self.diagram.span.file
        number = self.diagram.span.start_line + first
        prefixes = [self._prefix(line) for line in range(first, last + 1)]
        further = self._prefix_near(first) if last < first else _as_blanks(prefixes[-1])
        written = [
            (prefixes[at] if at < len(prefixes) else further if line else further.rstrip(" \t")) + line
            for at, line in enumerate(lines)
        ]
        if last < first:
            self.draft.insert(path, number, written)
        else:
            self.draft.replace(path, number, number + last - first, written)

    def _prefix_near(self, line: int) -> str:
        """What stands before the text on the lines around a new one."""
        return _as_blanks(self._prefix(min(max(line - 1, 0), len(self._lines) - 1)))

    def _prefix(self, line: int) -> str:
        """What stands before a line of the text in the file: blanks, or the marks of a list or a quote."""
        written = self.draft.lines(self.diagram.span.file)[self.diagram.span.start_line - 1 + line].removesuffix("\r")
        text = self._lines[line]
        if not written.endswith(text):
            raise QueryError("unavailable", NOT_AS_WRITTEN, diagram_id=self.diagram.diagram)
        return written[: len(written) - len(text)]


def _as_blanks(prefix: str) -> str:
    """Return what stands before a further line: a quote marks each line, a list or an element only the first."""
    return prefix if not prefix.strip(" \t>") else " " * len(prefix)


class GraphText(DiagramText):
    """The text of a graph: its nodes and groups by their names, and its edges in the order of the text. An edge may end
    at a group, which is a node then, too."""

    def __init__(self, draft: Draft, diagram: Diagram) -> None:
        super().__init__(draft, diagram)
        self.nodes = {node.name: node for node in draft.snapshot.facts(Node, diagram=diagram.diagram)}
        self.groups = {group.name: group for group in draft.snapshot.facts(Subgraph, diagram=diagram.diagram)}
        self.edges = edges_of(draft, diagram)
        self.sidecar = Sidecar(draft, diagram)

    def is_group(self, node: Node) -> bool:
        """Whether a node is a group at which an edge ends."""
        return bool(node.details.get("is_subgraph"))

    def group_of(self, node: Node) -> str:
        """Return the name of the group around a node, "" if it stands at the top."""
        return next((group.name for group in self.groups.values() if group.subgraph == node.parent), "")

    def write(self) -> None:
        """Draft the edits of the text and of the sidecar, and count up the revision."""
        super().write()
        self.sidecar.write()
        bump_revision(self.draft, self.diagram.diagram)


def edges_of(draft: Draft, diagram: Diagram) -> list[Edge]:
    """Return the edges of a graph, in the order of the text."""
    return sorted(draft.snapshot.facts(Edge, diagram=diagram.diagram), key=lambda edge: edge.ordinal)
