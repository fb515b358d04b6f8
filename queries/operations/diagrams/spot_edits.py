"""Edits of single spots in the files of a draft: a name in a line, a value in a JSON file.

Spots are offsets in the text of a file, whose lines here end in LF; the file keeps its own line ends. All edits of one
step are collected, and become edits of whole lines at the end.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from queries.errors.query_error import QueryError
from queries.operations.draft import Draft


class Spot(NamedTuple):
    """A range of the text of a file, and what stands there after the edit."""

    start: int
    end: int
    new: str


class FileText:
    """The text of a file as lines, with the offset at which each begins. Lines count from 1."""

    def __init__(self, path: str, lines: Sequence[str]) -> None:
        self.path = path
        self.lines = [one.removesuffix("\r") for one in lines]
        if any("\r" in one for one in self.lines):
            raise QueryError("unavailable", "A line of this file ends in CR alone: no operation edits it", file=path)
        self.text = "\n".join(self.lines)
        self.starts = [0, *accumulate(len(one) + 1 for one in self.lines)]

    def line(self, number: int) -> str:
        """Return a line without its end."""
        return self.lines[number - 1]

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and a column in bytes, which counts from 1."""
        before = self.lines[line - 1].encode()[: column - 1]
        return self.starts[line - 1] + len(before.decode(errors="replace"))

    def line_at(self, offset: int) -> int:
        """Return the number of the line in which an offset is."""
        return min(bisect_right(self.starts, offset), max(len(self.lines), 1))

    def start(self, line: int) -> int:
        """Return the offset at which a line begins."""
        return self.starts[line - 1]

    def end(self, line: int) -> int:
        """Return the offset of the end of a line."""
        return self.starts[line - 1] + len(self.lines[line - 1])


class SpotEdits:
    """The edits of one step of an operation. Nothing is drafted before `write`."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._texts: dict[str, FileText] = {}
        self._spots: defaultdict[str, list[Spot]] = defaultdict(list)
        self._settled: dict[str, list[str]] = {}  # the lines of files that `settle` has changed, as they were before

    def file(self, path: str) -> FileText:
        """Return the text of a file as it is before the edits. Raises QueryError if the source has none."""
        if path not in self._texts:
            self._texts[path] = FileText(path, self.draft.lines(path))
        return self._texts[path]

    def replace(self, path: str, start: int, end: int, new: str) -> None:
        """Put a text in place of a range."""
        self._spots[path].append(Spot(start, end, new))

    def insert_lines(self, path: str, behind: int, new: Sequence[str]) -> None:
        """Put lines in behind a line; behind line 0 they are the first of the file."""
        file = self.file(path)
        if behind:
            self.replace(path, file.end(behind), file.end(behind), "".join(f"\n{one}" for one in new))
        else:
            self.replace(path, 0, 0, "".join(f"{one}\n" for one in new))

    def delete_lines(self, path: str, first: int, last: int) -> None:
        """Delete lines with their ends."""
        file = self.file(path)
        if last < len(file.lines):
            self.replace(path, file.start(first), file.start(last + 1), "")
        else:
            self.replace(path, file.end(first - 1) if first > 1 else 0, file.end(last), "")

    def settle(self, path: str) -> None:
        """Make the edits of a file so far, so that offsets of the next ones are those of the text after them."""
        file = self.file(path)
        parts: list[str] = []
        at = 0
        for spot in sorted(self._spots.pop(path, ()), key=lambda one: one[:2]):
            parts += [file.text[at : spot.start], spot.new]
            at = max(at, spot.end)
        self._settled.setdefault(path, file.lines)
        self._texts[path] = FileText(path, "".join([*parts, file.text[at:]]).split("\n"))

    def write(self) -> None:
        """Draft the edits."""
        for path in [*self._settled]:
            self.settle(path)
            self._write_settled(path, self._settled.pop(path), self._texts[path].lines)
        for path, spots in self._spots.items():
            # A text that is put in twice is meant twice; a replacement that is asked for twice is one.
            once = {(one, at if one.start == one.end else 0): one for at, one in enumerate(spots)}
            self._write_file(self._texts[path], sorted(once.values(), key=lambda one: one[:2]))
        self._spots.clear()

    def _write_settled(self, path: str, old: Sequence[str], new: Sequence[str]) -> None:
        """Draft what differs between two states of a file: the lines between those that are the same at both ends."""
        shorter = min(len(old), len(new))
        head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
        tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
        between = new[head : len(new) - tail]
        if len(old) - tail > head:
            self.draft.replace(path, head + 1, len(old) - tail, between)
        else:
            self.draft.insert(path, head + 1, between)

    def _write_file(self, file: FileText, spots: Sequence[Spot]) -> None:
        group: list[Spot] = []
        last = 0
        for spot in spots:
            if group and file.line_at(spot.start) > last:
                self._write_group(file, group, last)
                group = []
            group.append(spot)
            last = max(last, file.line_at(spot.end))
        if group:
            self._write_group(file, group, last)

    def _write_group(self, file: FileText, group: Sequence[Spot], last: int) -> None:
        first = file.line_at(group[0].start)
        at = file.start(first)
        parts: list[str] = []
        for spot in group:
            parts += [file.text[at : spot.start], spot.new]
            at = max(at, spot.end)
        if not file.lines:
            self.draft.insert(file.path, 1, "".join(parts).split("\n"))
            return
        text = "".join([*parts, file.text[at : file.end(last)]])
        self.draft.replace(file.path, first, last, text.split("\n"))
