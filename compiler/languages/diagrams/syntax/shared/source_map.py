"""Source maps: from offsets in the code that a grammar reads to lines and columns of the file."""

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate, pairwise
from operator import itemgetter

from compiler.languages.diagrams.records import TextLocation

WIDE = re.compile(r"[^\x00-\x7f]+")
ENDLESS = 1 << 62


class SourceMap:
    """Maps offsets in the code to offsets in the text, and those to lines and columns of the file.

    `pieces` are the parts of the text that make up the code, in order: (start in the code, start in the text). A run
    is the part of a piece on one line. Within a run only the column changes, so most ranges take a single look-up.
    """

    __slots__ = ("_line_starts", "_pieces", "_runs", "_starts", "_text", "_wide", "location")

    def __init__(self, location: TextLocation, text: str, pieces: list[tuple[int, int]] | None = None) -> None:
        self.location, self._text, self._pieces = location, text, pieces or [(0, 0)]
        lines = text.split("\n")
        self._line_starts = list(accumulate([len(line) + 1 for line in lines[:-1]], initial=0))
        self._wide: tuple[list[int], list[int]] | None = None  # computed when first needed
        self._starts: list[int] = []  # where the runs start in the code
        self._runs: list[tuple[int, int, int]] = []  # end in the code, line, and column minus offset
        self._find_runs([] if text.isascii() else [number for number, line in enumerate(lines) if not line.isascii()])

    def _find_runs(self, wide_lines: list[int]) -> None:
        starts, location = self._line_starts, self.location
        columns = [1 - start for start in starts]
        for number, bytes_before in enumerate(location.columns[: len(columns)]):
            columns[number] += bytes_before
        ends = [*starts[1:], len(self._text) + 1]
        for number in wide_lines:
            ends[number] = -1  # no range fits: the columns of these lines are not offsets plus a constant
        for (start, origin), (end, _) in pairwise([*self._pieces, (ENDLESS, 0)]):
            shift = origin - start
            first, last = bisect_right(starts, origin) - 1, bisect_left(starts, end + shift)
            self._starts.append(start)
            self._starts += [at - shift for at in starts[first + 1 : last]]
            run_ends = [at - shift for at in ends[first:last]]
            run_ends[-1] = min(run_ends[-1], end)
            lines = range(location.first_line + first, location.first_line + last)
            self._runs += zip(run_ends, lines, [column + shift for column in columns[first:last]], strict=True)

    def range(self, start: int, end: int) -> list[int]:
        """Return [start line, start column, end line, end column] in the file of `code[start:end]`."""
        run_end, line, column = self._runs[bisect_right(self._starts, start) - 1]
        if start < end < run_end:
            return [line, start + column, line, end + column]
        first = self.text_offset(start)
        # The range ends with its last character: text that was cut out after it is no part of it.
        last = max(first, min(self.text_offset(end - 1) + 1, len(self._text))) if end > start else first
        return [*self.position(first), *self.position(last)]

    def text_offset(self, offset: int) -> int:
        """The offset in the text of an offset in the code; the end of the text for an offset past the code."""
        start, origin = self._pieces[bisect_right(self._pieces, offset, key=itemgetter(0)) - 1]
        return min(len(self._text), origin + offset - start)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the text."""
        line = bisect_right(self._line_starts, offset) - 1
        start = self._line_starts[line]
        column = offset - start + 1 + self._extra_bytes(offset) - self._extra_bytes(start)
        columns = self.location.columns
        return line + self.location.first_line, column + (columns[line] if line < len(columns) else 0)

    def _extra_bytes(self, offset: int) -> int:
        """How many bytes more than characters precede an offset in the text."""
        if self._wide is None:
            self._wide = _wide_characters(self._text)
        offsets, extra = self._wide
        return extra[bisect_left(offsets, offset)]


def _wide_characters(text: str) -> tuple[list[int], list[int]]:
    """The offsets of the characters of more than one byte, and how many extra bytes precede each, and in all."""
    offsets: list[int] = []
    extra: list[int] = []
    if not text.isascii():
        for run in WIDE.finditer(text):
            offsets += range(*run.span())
            extra += [len(character.encode("utf-8", "replace")) - 1 for character in run[0]]
    return offsets, list(accumulate(extra, initial=0))
