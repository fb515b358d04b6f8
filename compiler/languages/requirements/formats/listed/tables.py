"""Finds the tables of a page, in markdown, in HTML there, and in AsciiDoc, and the table of a file of values."""

import csv
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

MAX_COLUMNS = 60
MAX_CELLS = 200_000
_MAY_HAVE_ID = re.compile(
    r"\b[A-Z][A-Za-z0-9]{0,15}(?:[-_.\u2010\u2011][A-Za-z0-9]{1,20}){0,5}\b(?:(?<=\d)|(?<=\d[a-z]))|[-_]\*|\b[A-Z]{3,12}-[A-Z]{3}"
)
_NAMED = re.compile(
    r"req|safety|anforder|exigen|requis|需求|要求|要件|\btest|verif|prüf|implement|\bcode\b|module|umsetz|验证|検証|实现|実装",
    re.IGNORECASE,
)
_OF_REQUIREMENT = re.compile(r"REQ|FR[-_.]|SRS|URS|[HL]LR|SWR|RQ[-_.]")
_DELIMITER = re.compile(r"[ \t]*+(?:\|[ \t]*+)?+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+(?:\|[ \t]*+)?+")
_HTML_TABLE = re.compile(r"<table\b(?:(?!</?table\b).){0,100000}+</table>", re.DOTALL | re.IGNORECASE)
_HTML_ROW = re.compile(r"<tr\b(?:(?!</?tr\b).){0,20000}+</tr>", re.DOTALL | re.IGNORECASE)
_HTML_CELL = re.compile(r"<t[dh]\b[^>\n]{0,300}>((?:(?!</?t[dhr]\b).){0,4000}+)</t[dh]>", re.DOTALL | re.IGNORECASE)
_HTML_TAG = re.compile(r"<[^<>]{1,300}>")
_ASCIIDOC_EDGE = re.compile(r"[ \t]*+[|!]={3,}+[ \t]*+")
_ASCIIDOC_BAR = re.compile(r"(?:(?<=[ \t])|^)[\d.+*<^>]{0,6}[adehlmsv]?\|")
_ASCIIDOC_SPAN = re.compile(r"(\d{1,2})?(?:\.(\d{1,2}))?([+*])")
_COLUMNS = re.compile(r"\bcols ?= ?\"?([^\"\]\n]{1,200})")
_SIGNS_OF_VALUES = ",;\t"
_OF_JIRA = re.compile(r"\ACustom field \((.*)\)\Z")  # a header as Jira exports it


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


def tables_of(lines: Numbered, *, is_asciidoc: bool, is_any: bool) -> Iterator[Table]:
    """Give the tables in some lines, in order. Unless any may be asked for, those of markdown are left out that neither
    by their header nor by their ids are about requirements, code or tests."""
    if is_asciidoc:
        yield from _asciidoc(lines)
    else:
        yield from _markdown(lines, is_any=is_any)
        yield from _html(lines) if any("<table" in line for _, line in lines) else ()


def _markdown(lines: Numbered, *, is_any: bool) -> Iterator[Table]:
    at = 1
    while at < len(lines):
        number, line = lines[at]
        above = lines[at - 1][1]
        is_table = "-" in line and "|" in line and "|" in above and _DELIMITER.fullmatch(line)
        if not is_table or lines[at - 1][0] != number - 1:
            at += 1
            continue
        start = end = at + 1
        while end < len(lines) and "|" in lines[end][1] and lines[end][0] == number + 1 + end - start:
            end += 1
        at = end
        rows = lines[start:end]
        may_be = is_any or _NAMED.search(above) or any(_OF_REQUIREMENT.search(row) for _, row in rows)
        if may_be and (_MAY_HAVE_ID.search(above) or any(_MAY_HAVE_ID.search(row) for _, row in rows)):
            names = [cell.text for cell in _cells(above, number - 1)]
            yield from _filled(
                names, number - 1, [_cells(row, number) or [Cell("", number, 0)] for number, row in rows]
            )


def _html(lines: Numbered) -> Iterator[Table]:
    """The tables in HTML that have as many cells in each row as in the first one, which is their head."""
    text, ends = "\n".join(line for _, line in lines), [*accumulate(len(line) + 1 for _, line in lines)]

    def cell_at(found: re.Match[str]) -> Cell:
        at = bisect_right(ends, found.start(1))
        start = found.start(1) - (ends[at - 1] if at else 0)
        return Cell(_HTML_TAG.sub("", found[1]).strip(), lines[at][0], start)

    for table in _HTML_TABLE.finditer(text):
        found = [
            [*map(cell_at, _HTML_CELL.finditer(text, *row.span()))] for row in _HTML_ROW.finditer(text, *table.span())
        ]
        if len(found) > 1 and 1 < len(found[0]) <= MAX_COLUMNS and len({len(row) for row in found}) == 1:
            yield Table(found[0][0].line, [cell.text for cell in found[0]], found[1:])


def sheet_of(lines: Sequence[str]) -> Iterator[Table]:
    """Give the table of a file of values, whose first line names the columns; nothing if it cannot be read."""
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=max(_SIGNS_OF_VALUES, key=lines[0].count))
    rows: list[list[Cell]] = []
    first = 1
    try:
        for values in reader:
            if any(values):
                rows.append([Cell(" ".join(value.split()), first, 0) for value in values])
            first = reader.line_num + 1
    except csv.Error:
        return
    if len(rows) > 1:
        names = [_OF_JIRA.sub(r"\1", cell.text) for cell in rows[0]]
        yield from _filled(names, rows[0][0].line, rows[1:])


def _filled(names: list[str], line: int, rows: Sequence[list[Cell]]) -> Iterator[Table]:
    """The table with a cell for every column in each of its rows, none of which is empty."""
    if len(names) <= MAX_COLUMNS:
        blank = [Cell("", 0, 0)] * len(names)
        cells = [[*row, *(cell._replace(line=row[0].line) for cell in blank[len(row) :])] for row in rows]
        yield Table(line, names, [row[: len(names)] for row in cells])


def _cells(line: str, number: int) -> list[Cell]:
    """The cells of a row. A bar in backticks, or behind a backslash, is text."""
    cells: list[Cell] = []
    if "`" not in line and "\\" not in line:
        start = 0
        for part in line.split("|"):
            cells.append(_cell(line, number, start, start + len(part)))
            start += len(part) + 1
        return _without_edges(cells, line)
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
    return _without_edges(cells, line)


def _without_edges(cells: list[Cell], line: str) -> list[Cell]:
    """The cells without what stands outside of the bars at the ends of a row."""
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
    """The table between two edges. Its columns are as many as its attributes say, or as its first line has cells. A
    cell that spans several (`2+|`, `.2+|`, `3*|`) leaves the others blank, or is in each."""
    cells: list[Cell] = []
    spans: list[tuple[int, int, bool]] = []  # of each cell: how many columns and rows, and whether it is in each
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
            span = _ASCIIDOC_SPAN.match(bar[0])
            spans.append((int(span[1] or 1), int(span[2] or 1), span[3] == "*") if span else (1, 1, False))
        of_first_line = of_first_line or sum(across for across, _, _ in spans)
    columns = _declared(attributes) or of_first_line
    if not 1 < columns <= MAX_COLUMNS:
        return None
    grid: list[Cell | None] = []
    at = 0
    for cell, (across, down, is_in_each) in zip(cells, spans, strict=True):
        if across >= columns and not is_in_each:
            continue  # a remark between rows
        while at < len(grid) and grid[at]:
            at += 1
        places = [at + row * columns + column for row in range(down) for column in range(min(across, columns))]
        grid += [None] * (places[-1] + 1 - len(grid))
        if len(grid) > MAX_CELLS:
            return None
        for place in places:
            grid[place] = cell if is_in_each or place == at else cell._replace(text="")
    rows = [[cell for cell in grid[at : at + columns] if cell] for at in range(0, len(grid) - columns + 1, columns)]
    return Table(first, [cell.text for cell in rows[0]], rows[1:]) if len(rows) > 1 else None


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
