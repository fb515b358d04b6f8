"""What an operation edits: the lines of the files of a snapshot."""

from collections.abc import Callable, Iterable, Iterator

from compiler.languages.diagrams.facts.written import WrittenFlowchart
from compiler.store.snapshot import LinkRow, Snapshot
from compiler.text.patches import opcodes
from compiler.workspace.interface import Edit
from queries.errors.query_error import QueryError
from queries.operations.json_file import JsonFile, Object
from queries.tools.parameters import echoed

WrittenFlowcharts = Callable[[str], WrittenFlowchart | None]


def _unknown(text: str) -> None:  # noqa: ARG001
    return None


class Draft:
    """The files of a snapshot, and what becomes of their lines. All line numbers are those of the snapshot.

    `written_flowchart` is that of the workspace: it tells what stands where in the text of a flowchart. `at_end` are
    called before the edits are told: each drafts lines of a text that is edited in another way.
    """

    def __init__(self, snapshot: Snapshot, written_flowchart: WrittenFlowcharts = _unknown) -> None:
        self.snapshot = snapshot
        self.written_flowchart = written_flowchart
        self.at_end: list[Callable[[], None]] = []
        self._lines: dict[str, list[str]] = {}
        self._replaced: dict[str, dict[int, list[str]]] = {}  # what stands in place of a line, by file
        self._before: dict[str, dict[int, list[str]]] = {}  # what is put in before a line
        self._indented: list[Edit] = []
        self._whole: dict[str, Edit] = {}  # files that come or go, by path
        self._json: dict[str, JsonFile] = {}

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file as they are in the snapshot, without their ends. Raises QueryError if it has no
        such file."""
        if path not in self._lines:
            text = self.snapshot.text(path)
            if text is None:
                raise QueryError("unavailable", "The text of this file is not in the snapshot", file=path)
            lines = text.replace("\r\n", "\n").split("\n")
            self._lines[path] = lines[: None if not text.endswith("\n") else -1] if text else []
        return self._lines[path]

    def lines_without_cr(self, path: str) -> list[str]:
        """Return the lines of a file. Raises QueryError if one ends in CR alone, which other programs take for one."""
        lines = self.lines(path)
        if any("\r" in line for line in lines):
            raise QueryError("unavailable", "A line of this file ends in CR alone: no operation edits it", file=path)
        return lines

    def line(self, path: str, number: int) -> str:
        """Return a line, with what was drafted for it. It must not have been deleted."""
        drafted = self._replaced.get(path, {}).get(number)
        return drafted[0] if drafted else self.lines(path)[number - 1]

    def lines_of(self, links: Iterable[LinkRow]) -> set[tuple[str, int]]:
        """Return the lines in which links stand, each by its file and number."""
        spans = (link.span for link in links)
        return {(span.file, number) for span in spans for number in range(span.start_line, span.end_line + 1)}

    def replace(self, path: str, first: int, last: int, new: Iterable[str]) -> None:
        """Put lines in place of those from `first` to `last`."""
        replaced = self._replaced.setdefault(path, {})
        for number in range(first, last + 1):
            replaced[number] = []
        replaced[first] = [*new]

    def set_line(self, path: str, number: int, new: str) -> None:
        """Put another line in place of one."""
        self.replace(path, number, number, [new])

    def rewrite(self, path: str, number: int, new: Callable[[str], str]) -> None:
        """Put what `new` makes of a line in its place."""
        self.set_line(path, number, new(self.line(path, number)))

    def insert(self, path: str, number: int, new: Iterable[str]) -> None:
        """Put lines in before a line. That after the last one is allowed."""
        self._before.setdefault(path, {}).setdefault(number, []).extend(new)

    def append(self, path: str, new: Iterable[str]) -> None:
        """Put a paragraph in behind the last line of a file, and a blank line before it if text stands there."""
        lines = self.lines(path)
        self.insert(path, len(lines) + 1, [*([""] if lines and lines[-1].strip() else []), *new])

    def json(self, path: str) -> Object:
        """Return what a JSON file states, to be changed in place. Raises QueryError if it is no JSON object."""
        if path not in self._json:
            self._json[path] = JsonFile(path, "\n".join(self.lines_without_cr(path)))
        return self._json[path].value

    def insert_indented(self, path: str, number: int, new: str) -> None:
        """Put a line in before one of any file of the source, with the same indentation. The file need not be one whose
        text the snapshot has."""
        self._indented.append(Edit(path, "", f"{new}\n", line=number, is_indented=True))

    def create(self, path: str, text: str) -> None:
        """Add a file. Raises QueryError if one is there; one that is not read is found when the edit is made."""
        if path in self._whole or self.snapshot.text(path) is not None:
            raise QueryError("invalid_argument", "A file of this name is there", file=echoed(path))
        self._whole[path] = Edit(path, content=text, is_new=True)

    def delete(self, path: str) -> None:
        """Delete a file that is there."""
        self._whole[path] = Edit(path, delete=True)

    def edits(self) -> list[Edit]:
        """Return what was drafted, from the end of each file to its beginning, so that every line number is right when
        its edit is made."""
        for draft_lines in self.at_end:
            draft_lines()
        for path, file in self._json.items():
            written = file.written().split("\n")
            for tag, start, end, new_start, new_end in opcodes(self.lines(path), written):
                if tag == "insert":
                    self.insert(path, start + 1, written[new_start:new_end])
                elif tag != "equal":
                    self.replace(path, start + 1, end, written[new_start:new_end])
        paths = sorted(self._replaced.keys() | self._before.keys())
        return [*self._whole.values(), *self._indented, *(edit for path in paths for edit in self._edits_of(path))]

    def _edits_of(self, path: str) -> Iterator[Edit]:
        old, new = self.lines(path), [*self._new_lines(path)]
        for tag, start, end, new_start, new_end in reversed(opcodes(old, new)):
            if tag != "equal":
                yield Edit(path, _text(old[start:end]), _text(new[new_start:new_end]), line=start + 1)

    def _new_lines(self, path: str) -> Iterator[str]:
        lines, replaced, before = self.lines(path), self._replaced.get(path, {}), self._before.get(path, {})
        for number in range(1, len(lines) + 2):
            yield from before.get(number, ())
            yield from replaced.get(number, lines[number - 1 : number])


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
