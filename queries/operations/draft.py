"""What an operation edits: the texts of a snapshot, by lines."""

from collections.abc import Iterable

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Edit
from queries.errors import QueryError
from queries.parameters import echoed


class Draft:
    """The files of a snapshot, and what becomes of their lines. All line numbers are those of the snapshot."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._lines: dict[str, list[str]] = {}
        self._replaced: dict[str, dict[int, list[str]]] = {}  # what stands in place of a line, by file
        self._before: dict[str, dict[int, list[str]]] = {}  # what is put in before a line
        self._indented: list[Edit] = []
        self._whole: dict[str, Edit] = {}  # files that come or go, by path

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file as they are in the snapshot. Raises QueryError if it has no such file."""
        if path not in self._lines:
            text = self.snapshot.text(path)
            if text is None:
                raise QueryError("unavailable", "The text of this file is not in the snapshot", file=path)
            self._lines[path] = text.split("\n")[: None if not text.endswith("\n") else -1] if text else []
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
        """Add a file. Raises QueryError if one is there."""
        if path in self._whole or self.snapshot.text(path) is not None:
            raise QueryError("invalid_argument", "A file of this name is there", file=echoed(path))
        self._whole[path] = Edit(path, content=text)

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
        for number in sorted(replaced.keys() | before.keys(), reverse=True):
            old = [lines[number - 1]] if number in replaced else []
            new = [*before.get(number, ()), *replaced.get(number, ())]
            if old != new:
                yield Edit(path, _text(old), _text(new), line=number)


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
