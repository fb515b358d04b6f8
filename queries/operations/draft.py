"""What an operation edits: the texts of a snapshot, by lines and by ranges."""

from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from compiler.languages.diagrams.facts.written import WrittenFlowchart
from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import Edit
from queries.errors.query_error import QueryError
from queries.operations.json_file import JsonFile, Object
from queries.tools.parameters import echoed

WrittenFlowcharts = Callable[[str], WrittenFlowchart | None]


def _unknown(text: str) -> None:  # noqa: ARG001
    return None


class Spot(NamedTuple):
    """A range of the text of a file, and what stands there after the edit."""

    start: int
    end: int
    new: str


class FileText:
    """The text of a file as lines that end in LF, with the offset at which each begins. Lines count from 1."""

    def __init__(self, path: str, lines: Sequence[str]) -> None:
        self.lines = [line.removesuffix("\r") for line in lines]
        if any("\r" in line for line in self.lines):
            raise QueryError("unavailable", "A line of this file ends in CR alone: no operation edits it", file=path)
        self.text = "\n".join(self.lines)
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    def line(self, number: int) -> str:
        """Return a line without its end."""
        return self.lines[number - 1]

    def line_at(self, offset: int) -> int:
        """Return the number of the line in which an offset is."""
        return min(bisect_right(self.starts, offset), max(len(self.lines), 1))

    def start(self, line: int) -> int:
        """Return the offset at which a line begins."""
        return self.starts[line - 1]

    def end(self, line: int) -> int:
        """Return the offset of the end of a line."""
        return self.starts[line - 1] + len(self.lines[line - 1])


class Draft:
    """The files of a snapshot, and what becomes of their lines. All line numbers and offsets are those of the snapshot.
    A line that is edited as a line is not edited by ranges, too.

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
        self._texts: dict[str, FileText] = {}
        self._json: dict[str, JsonFile] = {}
        self._spots: dict[str, dict[tuple[Spot, int], None]] = {}  # what stands in place of ranges, by file

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

    def rewrite(self, path: str, number: int, new: Callable[[str], str]) -> None:
        """Put what `new` makes of a line in its place, if that is another one."""
        line = self.line(path, number)
        if (changed := new(line)) != line:
            self.set_line(path, number, changed)

    def insert(self, path: str, number: int, new: Iterable[str]) -> None:
        """Put lines in before a line. That after the last one is allowed."""
        self.lines(path)
        self._before.setdefault(path, {}).setdefault(number, []).extend(new)

    def text(self, path: str) -> FileText:
        """Return the text of a file as it is before the edits of ranges. Raises QueryError if the source has none."""
        if path not in self._texts:
            self._texts[path] = FileText(path, self.lines(path))
        return self._texts[path]

    def replace_range(self, path: str, start: int, end: int, new: str) -> None:
        """Put a text in place of a range of the text of a file. A replacement that is asked for twice is one; a text
        that is put in twice is meant twice."""
        spots = self._spots.setdefault(path, {})
        spots[Spot(start, end, new), len(spots) if start == end else 0] = None

    def insert_behind(self, path: str, line: int, new: Sequence[str]) -> None:
        """Put lines in behind a line; behind line 0 they are the first of the file."""
        end = self.text(path).end(line) if line else 0
        self.replace_range(path, end, end, "".join(f"\n{one}" if line else f"{one}\n" for one in new))

    def delete_lines(self, path: str, first: int, last: int) -> None:
        """Delete lines with their ends."""
        text = self.text(path)
        if last < len(text.lines):
            self.replace_range(path, text.start(first), text.start(last + 1), "")
        else:
            self.replace_range(path, text.end(first - 1) if first > 1 else 0, text.end(last), "")

    def json(self, path: str) -> Object:
        """Return what a JSON file states, to be changed in place. Raises QueryError if it is no JSON object."""
        if path not in self._json:
            self._json[path] = JsonFile(path, self.text(path).text)
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
        self._write_ranges()
        paths = sorted(self._replaced.keys() | self._before.keys())
        return [*self._whole.values(), *self._indented, *(edit for path in paths for edit in self._edits_of(path))]

    def _write_ranges(self) -> None:
        """Make the edits of ranges edits of lines."""
        for path, file in self._json.items():
            if (written := file.written()) != file.text:
                self._write_whole(path, written.split("\n"))
        for path, spots in self._spots.items():
            text = self._texts[path]
            for group in _groups(text, sorted((spot for spot, _ in spots), key=lambda spot: spot[:2])):
                first, last = text.line_at(group[0].start), max(text.line_at(spot.end) for spot in group)
                new = _replaced(text.text, text.start(first), text.end(last) if text.lines else 0, group).split("\n")
                if text.lines:
                    self.replace(path, first, last, new)
                else:
                    self.insert(path, 1, new)

    def _write_whole(self, path: str, new: Sequence[str]) -> None:
        """Put other lines in place of those in which they differ."""
        old = self.lines(path)
        most = min(len(old), len(new))
        same = next((at for at in range(most) if old[at] != new[at]), most)
        behind = next((at for at in range(most - same) if old[-1 - at] != new[-1 - at]), most - same)
        if same + behind == len(old):
            self.insert(path, same + 1, new[same : len(new) - behind])
        else:
            self.replace(path, same + 1, len(old) - behind, new[same : len(new) - behind])

    def _edits_of(self, path: str) -> Iterable[Edit]:
        replaced, before = self._replaced.get(path, {}), self._before.get(path, {})
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


def _replaced(text: str, start: int, end: int, spots: Iterable[Spot]) -> str:
    """Return a part of a text with what stands in place of ranges in it."""
    parts: list[str] = []
    for spot in sorted(spots, key=lambda spot: spot[:2]):
        parts += [text[start : spot.start], spot.new]
        start = max(start, spot.end)
    return "".join([*parts, text[start:end]])


def _groups(text: FileText, spots: Iterable[Spot]) -> list[list[Spot]]:
    """Return ranges in groups, of which no two share a line."""
    groups: list[list[Spot]] = []
    last = 0
    for spot in spots:
        if not groups or text.line_at(spot.start) > last:
            groups.append([])
        groups[-1].append(spot)
        last = max(last, text.line_at(spot.end))
    return groups
