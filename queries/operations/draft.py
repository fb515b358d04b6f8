"""What an operation edits: the texts of a snapshot, by lines."""

from collections.abc import Callable, Container, Iterable

from compiler.languages.diagrams.facts.written import WrittenFlowchart
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Edit
from queries.errors.query_error import QueryError
from queries.tools.parameters import echoed

WrittenFlowcharts = Callable[[str], WrittenFlowchart | None]


def _unknown(text: str) -> None:  # noqa: ARG001
    return None


class Draft:
    """The files of a snapshot, and what becomes of their lines. All line numbers are those of the snapshot.

    `written_flowchart` is that of the workspace: it tells what stands where in the text of a flowchart.
    """

    def __init__(self, snapshot: Snapshot, written_flowchart: WrittenFlowcharts = _unknown) -> None:
        self.snapshot = snapshot
        self.written_flowchart = written_flowchart
        self._lines: dict[str, list[str]] = {}
        self._replaced: dict[str, dict[int, list[str]]] = {}  # what stands in place of a line, by file
        self._before: dict[str, dict[int, list[str]]] = {}  # what is put in before a line
        self._indented: list[Edit] = []
        self._whole: dict[str, Edit] = {}  # files that come or go, by path

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

    def line(self, path: str, number: int) -> str:
        """Return a line, with what was drafted for it. It must not have been deleted."""
        drafted = self._replaced.get(path, {}).get(number)
        return drafted[0] if drafted else self.lines(path)[number - 1]

    def replace(self, path: str, first: int, last: int, new: Iterable[str]) -> None:
        """Put lines in place of those from `first` to `last`."""
        self.lines(path)
        replaced = self._replaced.setdefault(path, {})
        for number in range(first, last + 1):
            replaced[number] = []
        replaced[first] = [*new]

    def set_line(self, path: str, number: int, new: str) -> None:
        """Put another line in place of one."""
        self.replace(path, number, number, [new])

    def insert(self, path: str, number: int, new: Iterable[str]) -> None:
        """Put lines in before a line. That after the last one is allowed."""
        self.lines(path)
        self._before.setdefault(path, {}).setdefault(number, []).extend(new)

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
        return [*self._whole.values(), *self._indented, *self._edits_of_lines()]

    def _edits_of_lines(self) -> list[Edit]:
        return [
            edit
            for path in sorted(self._replaced.keys() | self._before.keys())
            for edit in self._edits_of(path, self._replaced.get(path, {}), self._before.get(path, {}))
        ]

    def _edits_of(self, path: str, replaced: dict[int, list[str]], before: dict[int, list[str]]) -> Iterable[Edit]:
        lines = self.lines(path)
        for run in reversed(_runs(sorted(replaced.keys() | before.keys()), replaced.keys())):
            old = [lines[number - 1] for number in run if number in replaced]
            new = [line for number in run for line in (*before.get(number, ()), *replaced.get(number, ()))]
            if old != new:
                yield Edit(path, _text(old), _text(new), line=run[0])


def _runs(numbers: Iterable[int], replaced: Container[int]) -> list[list[int]]:
    """Return numbers in runs of lines that are replaced one after the other: each run is one edit, so that the end of
    the file is looked at once."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1 and number - 1 in replaced and number in replaced:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
