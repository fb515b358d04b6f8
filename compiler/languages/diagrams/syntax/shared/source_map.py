"""The way back from what a grammar reads to the file: offsets in the code to lines and columns."""

import re
from bisect import bisect_left, bisect_right
from itertools import accumulate, pairwise
from operator import itemgetter

from compiler.languages.diagrams.records import Place

WIDE = re.compile(r"[^\x00-\x7f]+")
ENDLESS = 1 << 62


class Origin:
    """The way back from offsets in the code to lines and columns of the file.

    `kept` are the pieces (start in the code, start in the text) that make up the code, in order. A run is what one of
    them has of one line: in it nothing but the column changes, so most places are found with one look-up.
    """

    __slots__ = ("_kept", "_line_starts", "_runs", "_starts", "_text", "_wide", "place")

    def __init__(self, place: Place, text: str, kept: list[tuple[int, int]] | None = None) -> None:
        self.place, self._text, self._kept = place, text, kept or [(0, 0)]
        lines = text.split("\n")
        self._line_starts = list(accumulate([len(line) + 1 for line in lines[:-1]], initial=0))
        self._wide: tuple[list[int], list[int]] | None = None  # found when it is first needed
        self._starts: list[int] = []  # of the runs, in the code
        self._runs: list[tuple[int, int, int]] = []  # end in the code, line, and what makes a column of an offset
        self._find_runs([] if text.isascii() else [number for number, line in enumerate(lines) if not line.isascii()])

    def _find_runs(self, wide_lines: list[int]) -> None:
        starts, place = self._line_starts, self.place
        columns = [1 - start for start in starts]
        for number, more in enumerate(place.columns[: len(columns)]):
            columns[number] += more
        ends = [*starts[1:], len(self._text) + 1]
        for number in wide_lines:
            ends[number] = -1  # its columns are not that simple
        for (start, origin), (end, _) in pairwise([*self._kept, (ENDLESS, 0)]):
            shift = origin - start
            first, last = bisect_right(starts, origin) - 1, bisect_left(starts, end + shift)
            self._starts.append(start)
            self._starts += [at - shift for at in starts[first + 1 : last]]
            run_ends = [at - shift for at in ends[first:last]]
            run_ends[-1] = min(run_ends[-1], end)
            lines = range(place.first_line + first, place.first_line + last)
            self._runs += zip(run_ends, lines, [column + shift for column in columns[first:last]], strict=True)

    def stretch(self, start: int, end: int) -> list[int]:
        """Lines and columns in the file of the two ends of a stretch of the code."""
        run_end, line, column = self._runs[bisect_right(self._starts, start) - 1]
        if start < end < run_end:
            return [line, start + column, line, end + column]
        at = self.source_offset(start)
        # The end is where the last character ends: what was cut out behind it does not belong to it.
        to = max(at, min(self.source_offset(end - 1) + 1, len(self._text))) if end > start else at
        return [*self.position(at), *self.position(to)]

    def source_offset(self, offset: int) -> int:
        """The offset in the text of an offset in the code; behind the end of the code, the end of the text."""
        start, origin = self._kept[bisect_right(self._kept, offset, key=itemgetter(0)) - 1]
        return min(len(self._text), origin + offset - start)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the text."""
        line = bisect_right(self._line_starts, offset) - 1
        start = self._line_starts[line]
        column = offset - start + 1 + self._bytes_more(offset) - self._bytes_more(start)
        columns = self.place.columns
        return line + self.place.first_line, column + (columns[line] if line < len(columns) else 0)

    def _bytes_more(self, offset: int) -> int:
        """How many bytes more than characters there are up to an offset in the text."""
        if self._wide is None:
            self._wide = _wide_characters(self._text)
        places, more = self._wide
        return more[bisect_left(places, offset)]


def _wide_characters(text: str) -> tuple[list[int], list[int]]:
    """Where the characters of more than one byte stand, and how many bytes more there are up to each, and in all."""
    places: list[int] = []
    more: list[int] = []
    if not text.isascii():
        for run in WIDE.finditer(text):
            places += range(*run.span())
            more += [len(character.encode("utf-8", "replace")) - 1 for character in run[0]]
    return places, list(accumulate(more, initial=0))
