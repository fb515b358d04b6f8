"""Finds the tables of a page, in markdown and in AsciiDoc."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MAX_COLUMNS = 60
_DELIMITER = re.compile(r"[ \t]*+(?:\|[ \t]*+)?+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+(?:\|[ \t]*+)?+")
_ASCIIDOC_EDGE = re.compile(r"[ \t]*+[|!]={3,}+[ \t]*+")
_ASCIIDOC_BAR = re.compile(r"(?:(?<=[ \t])|^)[\d.+*<^>]{0,6}[adehlmsv]?\|")
_COLUMNS = re.compile(r"\bcols ?= ?\"?([^\"\]\n]{1,200})")


class Cell(NamedTuple):
    """A cell: its text, the line that it begins in, and the offset there."""

    text: str
    line: int
    start: int


class Table(NamedTuple):
    """A table: the names of its columns, and its rows, each with a cell for every column."""

    line: int
    header: list[str]
    rows: list[list[Cell]]


Numbered = Sequence[tuple[int, str]]  # lines with their numbers


def tables_of(lines: Numbered, *, is_asciidoc: bool) -> Iterator[Table]:
    """Give the tables in some lines, in order."""
    yield from _asciidoc(lines) if is_asciidoc else _markdown(lines)


def _markdown(lines: Numbered) -> Iterator[Table]:
    at = 1
    while at < len(lines):
        number, line = lines[at]
        above = lines[at - 1][1]
        is_table = "-" in line and "|" in line and "|" in above and _DELIMITER.fullmatch(line)
        if not is_table or lines[at - 1][0] != number - 1:
            at += 1
            continue
        header = [cell.text for cell in _cells(above, number - 1)]
        rows: list[list[Cell]] = []
        first = number - 1
        at += 1
        while at < len(lines) and "|" in lines[at][1] and lines[at][0] == number + 1 + len(rows):
            cells = _cells(lines[at][1], lines[at][0])[: len(header)]
            rows.append(cells + [Cell("", lines[at][0], 0)] * (len(header) - len(cells)))
            at += 1
        if len(header) <= MAX_COLUMNS:
            yield Table(first, header, rows)


def _cells(line: str, number: int) -> list[Cell]:
    """The cells of a row. A bar in backticks, or behind a backslash, is text."""
    cells: list[Cell] = []
    start = at = 0
    is_code = False
    while at < len(line):
        sign = line[at]
        if sign == "\\":
            at += 1
        elif sign == "`":
            is_code = not is_code and "`" in line[at + 1 :]
        elif sign == "|" and not is_code:
            cells.append(_cell(line, number, start, at))
            start = at + 1
        at += 1
    cells.append(_cell(line, number, start, len(line)))
    if not cells[0].text:
        cells = cells[1:]
    return cells[:-1] if cells and not cells[-1].text and line.rstrip().endswith("|") else cells


def _cell(line: str, number: int, start: int, end: int) -> Cell:
    written = line[start:end]
    return Cell(written.strip(), number, start + len(written) - len(written.lstrip()))


def _asciidoc(lines: Numbered) -> Iterator[Table]:
    at = 0
    while at < len(lines):
        if not _ASCIIDOC_EDGE.fullmatch(lines[at][1]):
            at += 1
            continue
        end = next((i for i in range(at + 1, len(lines)) if _ASCIIDOC_EDGE.fullmatch(lines[i][1])), len(lines))
        attributes = lines[at - 1][1] if at and lines[at - 1][1].startswith("[") else ""
        if found := _table_of_bars(lines[at + 1 : end], lines[at][0], attributes):
            yield found
        at = end + 1


def _table_of_bars(lines: Numbered, first: int, attributes: str) -> Table | None:
    """The table between two edges. Its columns are as many as its attributes say, or as its first line has cells."""
    cells: list[Cell] = []
    of_first_line = 0
    for number, line in lines:
        bars = list(_ASCIIDOC_BAR.finditer(line))
        if not bars:
            if cells and line.strip():
                last = cells[-1]
                cells[-1] = last._replace(text=f"{last.text}\n{line.strip()}".strip())
            continue
        for bar, following in zip(bars, [*bars[1:], None], strict=True):
            cells.append(_cell(line, number, bar.end(), following.start() if following else len(line)))
        of_first_line = of_first_line or len(cells)
    columns = _declared(attributes) or of_first_line
    if not 1 < columns <= MAX_COLUMNS or len(cells) < 2 * columns:
        return None
    rows = [cells[start : start + columns] for start in range(0, len(cells) - columns + 1, columns)]
    return Table(first, [cell.text for cell in rows[0]], rows[1:])


def _declared(attributes: str) -> int:
    """The number of columns that attributes declare: `cols="1,3"`, `cols="2*"`; 0 if they do not."""
    found = _COLUMNS.search(attributes)
    if not found:
        return 0
    count = 0
    for column in re.split("[,;]", found[1].strip()):
        repeated = re.match(r"[ \t]*(\d{1,2})\*", column)
        count += int(repeated[1]) if repeated else 1
    return count
