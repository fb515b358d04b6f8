"""The text of a diagram as an operation edits it: in offsets of its own, whatever file or block it stands in."""

from bisect import bisect_right
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import TypeVar

from compiler.languages.diagrams.facts import Diagram
from compiler.model.spans import Span
from compiler.text.patches import opcodes
from queries.diagrams.selection import diagrams_of, known_id
from queries.operations.arguments import unavailable
from queries.operations.diagrams.sidecar import Sidecar
from queries.operations.draft import Draft

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
        self.replace(at, at, "".join(f"{one}\n" for one in new))

    def remove_lines(self, first: int, last: int) -> None:
        """Take lines out."""
        self.replace(self._starts[first], self._starts[last + 1], "")

    def remove(self, start: int, end: int) -> None:
        """Take a statement out: its lines, if it stands on them alone, else with the `;` behind or before it."""
        first, last = self.line_at(start), self.line_at(max(start, end - 1))
        before = self.text[self._starts[first] : start]
        after = self.text[end : self._starts[last + 1]].rstrip("\n")
        if not before.strip(" \t;") and not after.strip(" \t;"):
            self.remove_lines(first, last)
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
