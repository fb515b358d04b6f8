"""The text of a diagram as an operation edits it: in offsets of its own, whatever file or block it stands in."""

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from compiler.languages.diagrams.facts import Diagram
from compiler.model.spans import Span
from queries.operations.arguments import unavailable
from queries.operations.diagrams.session_files import bump_revision
from queries.operations.diagrams.sidecar import Sidecar
from queries.operations.draft import Draft

NOT_AS_WRITTEN = "The text of this diagram stands in its file in another spelling, such as HTML: a text edit changes it"


class DiagramText:
    """The text of a diagram, with LF at the ends of its lines, and what becomes of it. Replacements must not
    overlap."""

    def __init__(self, draft: Draft, diagram: Diagram) -> None:
        self.draft, self.diagram, self.text = draft, diagram, diagram.text.replace("\r\n", "\n")
        self._lines = self.text.split("\n")
        if len(self._lines) > 1 and not self._lines[-1]:
            self._lines.pop()
        self._starts = list(accumulate((len(line) + 1 for line in self._lines), initial=0))

    def replace(self, start: int, end: int, new: str) -> None:
        """Put a text in place of a range. Raises QueryError if a line of the file is not that of the text."""
        first = bisect_right(self._starts, start) - 1
        is_whole = start == self._starts[first] and (end in (len(self.text), start) or end in self._starts)
        if is_whole and (not new or new.endswith("\n")):
            self._replace_lines(first, self.line_at(end - 1) if end > start else first - 1, new)
            return
        further = _as_blanks(self._prefix(self.line_at(max(start, end - 1))))
        lines = new.split("\n")
        written = "\n".join([lines[0], *((further if line else further.rstrip(" \t")) + line for line in lines[1:])])
        self.draft.replace_range(self.diagram.span.file, self._place(start), self._place(end), written)

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
        self.replace(self._starts[first], min(self._starts[last + 1], len(self.text)), "")

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

    def place(self, span: Span) -> tuple[int, int]:
        """Return the range of the text that a span of the file means."""
        return self._offset(span.start_line, span.start_col), self._offset(span.end_line, span.end_col)

    @cached_property
    def sidecar(self) -> Sidecar:
        """The sidecar of the diagram."""
        return Sidecar(self.draft, self.diagram)

    def write(self) -> None:
        """Draft a new sidecar, and count up the revision."""
        self.sidecar.write()
        bump_revision(self.draft, self.diagram)

    def _offset(self, line: int, column: int) -> int:
        number = line - self.diagram.span.start_line
        before = len(self._prefix(number).encode())
        part = self.line(number).encode()[: max(column - 1 - before, 0)].decode(errors="replace")
        return self.line_start(number) + len(part)

    def _replace_lines(self, first: int, last: int, new: str) -> None:
        """Put lines in place of those from `first` to `last`; in before `first` if that is behind `last`."""
        path, above = self.diagram.span.file, self.diagram.span.start_line
        prefixes = [self._prefix(line) for line in range(first, last + 1)]
        further = _as_blanks(prefixes[-1] if prefixes else self._prefix(min(max(first - 1, 0), len(self._lines) - 1)))
        written = [
            (prefixes[at] if at < len(prefixes) else further if line else further.rstrip(" \t")) + line
            for at, line in enumerate(new.removesuffix("\n").split("\n") if new else [])
        ]
        if last < first:
            self.draft.insert_behind(path, above + first - 1, written)
        elif not written:
            self.draft.delete_lines(path, above + first, above + last)
        else:
            file = self.draft.text(path)
            self.draft.replace_range(path, file.start(above + first), file.end(above + last), "\n".join(written))

    def _place(self, offset: int) -> int:
        """Return the offset in the text of the file."""
        line = self.line_at(offset)
        start = self.draft.text(self.diagram.span.file).start(self.diagram.span.start_line + line)
        return start + len(self._prefix(line)) + offset - self._starts[line]

    def _prefix(self, line: int) -> str:
        """What stands before a line of the text in the file: blanks, or the marks of a list or a quote."""
        written = self.draft.text(self.diagram.span.file).line(self.diagram.span.start_line + line)
        text = self._lines[line]
        if not written.endswith(text):
            raise unavailable(NOT_AS_WRITTEN, diagram_id=self.diagram.diagram)
        return written[: len(written) - len(text)]


def _as_blanks(prefix: str) -> str:
    """Return what stands before a further line: a quote marks each line, a list or an element only the first."""
    return prefix if not prefix.strip(" \t>") else " " * len(prefix)
