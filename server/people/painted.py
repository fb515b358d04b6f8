"""Tables as lines for a terminal: cut to its width, trees drawn, states in colour, places as links."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from server.people.layout import GAP, PLACE, layout
from server.people.links import LinkTo
from server.people.plain_text import cell, is_numeric
from server.people.view import Table

DIM = Style(dim=True)
FOLDED = "value"  # the column of long values, which go on in the next line
INDENT = 4  # blanks before what stands below a row
STATES = {
    "green": ("accepted", "active", "done", "passed", "approved"),
    "yellow": ("proposed", "in_progress", "draft", "high", "review"),
    "red": ("blocked", "failed", "missing", "rejected", "urgent", "error"),
    "bright_black": ("superseded", "deprecated", "cancelled", "archived"),
}
COLOURS = {state: Style(color=colour) for colour, states in STATES.items() for state in states}
STATE_COLUMNS = ("status", "priority", "severity")


class Place(NamedTuple):
    """Where the lines are shown: so many characters wide, with links to the files of a folder or without."""

    width: int
    link: LinkTo
    root: Path | None


def table_lines(table: Table, place: Place) -> Iterator[Text]:
    """Yield the lines of a table, the names of its columns first."""
    columns, rows, guides = _drawn(table)
    needed = [max(map(cell_len, column)) for column in zip(columns, *rows, strict=True)]
    needed[0] = max([needed[0], *(cell_len(guide + row[0]) for guide, row in zip(guides, rows, strict=True))])
    beside, widths, below = layout(columns, needed, place.width)
    if not beside:
        yield from _records(columns, rows, place)
        return
    names = [columns[at] for at in beside]
    right = [is_numeric(table.rows, table.columns.index(name)) for name in names]
    yield _line([Text(name, DIM) for name in names], widths, right)
    for guide, row in zip(guides, rows, strict=True):
        first, *rest = (_cell(columns[at], row[at], place) for at in beside)
        yield from _row([Text.assemble((guide, DIM), first), *rest], widths, right, names)
        if told := [at for at in below if row[at]]:
            yield _below(columns, row, told, guide, place)


def _drawn(table: Table) -> tuple[Sequence[str], list[list[str]], list[str]]:
    """The columns and rows of a table, and what is drawn before each row. A tree begins with the ids, and what it draws
    says how far each row is."""
    order, guides = list(range(len(table.rows))), [""] * len(table.rows)
    columns = list(range(len(table.columns)))
    if table.parents is not None:
        order, guides = _tree(table.parents)
        columns = sorted(
            (at for at in columns if table.columns[at] != "distance"), key=lambda at: table.columns[at] != "id"
        )
    if table.rows and not table.is_exact:
        columns = [at for at in columns if any(row[at] not in (None, "") for row in table.rows)]
    return (
        [table.columns[at] for at in columns],
        [[cell(table.rows[at][column]) for column in columns] for at in order],
        guides,
    )


def _tree(parents: Sequence[int | None]) -> tuple[list[int], list[str]]:
    """The rows of a tree from the top down, and the guides that are drawn before each."""
    children: dict[int | None, list[int]] = {}
    for at, parent in enumerate(parents):
        children.setdefault(parent, []).append(at)
    order, guides = list[int](), list[str]()
    top = children.get(None, [])
    waiting = [(at, "", at == top[-1]) for at in reversed(top)]
    while waiting:
        at, before, is_last = waiting.pop()
        order.append(at)
        guides.append(f"{before}{'└─ ' if is_last else '├─ '}")
        before += "   " if is_last else "│  "
        below = children.get(at, [])
        waiting += [(child, before, child == below[-1]) for child in reversed(below)]
    return order, guides


def _row(cells: Sequence[Text], widths: Sequence[int], right: Sequence[bool], names: Sequence[str]) -> Iterator[Text]:
    """The line of a row; several if it has a long value, which is folded."""
    if FOLDED not in names:
        yield _line(cells, widths, right)
        return
    at = names.index(FOLDED)
    for number, part in enumerate(_folded(cells[at], widths[at])):
        others = [shown if not number else Text() for shown in cells]
        yield _line([*others[:at], part, *others[at + 1 :]], widths, right)


def _folded(text: Text, width: int) -> list[Text]:
    from rich.console import Console

    return list(text.wrap(Console(width=width), width)) or [Text()]


def _line(cells: Sequence[Text], widths: Sequence[int], right: Sequence[bool]) -> Text:
    line = Text(no_wrap=True)
    for at, (text, width, is_right) in enumerate(zip(cells, widths, right, strict=True)):
        blanks = " " * (width - text.cell_len)
        cut = _cut(text, width)
        line.append(" " * GAP if at else "")
        line.append_text(Text(blanks) + cut if is_right else cut + blanks)
    line.rstrip()
    return line


def _cut(text: Text, width: int) -> Text:
    cut = text.copy()
    cut.truncate(width, overflow="ellipsis")
    return cut


def _below(columns: Sequence[str], row: Sequence[str], told: Sequence[int], guide: str, place: Place) -> Text:
    """The line below a row: columns for which there was no room beside the others. A place needs no name, and its end
    is what counts."""
    line = Text(guide.replace("├─", "│ ").replace("└─", "  "), DIM)
    line.append(" " * INDENT)
    for number, at in enumerate(told):
        line.append(" " * GAP if number else "")
        if columns[at] != PLACE:
            line.append(f"{columns[at]}: ", DIM)
        value = _cell(columns[at], row[at], place)
        line.append_text(_end_of(value, place.width - INDENT - cell_len(guide)) if columns[at] == PLACE else value)
    return _cut(line, place.width)


def _end_of(text: Text, width: int) -> Text:
    """A text, or so much of its end as there is room for."""
    return text if text.cell_len <= width else Text("…") + text[-max(width - 1, 1) :]


def _records(columns: Sequence[str], rows: Sequence[Sequence[str]], place: Place) -> Iterator[Text]:
    """Each row as a list of its values, below each other: for tables of many columns on a narrow terminal."""
    names = max(map(cell_len, columns))
    for number, row in enumerate(rows):
        if number:
            yield Text()
        for name, value in zip(columns, row, strict=True):
            if value:
                head = Text(set_cell_size(name, names) + " " * GAP, DIM)
                yield _cut(Text.assemble(head, _cell(name, value, place)), place.width)


def _cell(name: str, value: Any, place: Place) -> Text:
    """A value, with the colour of a state, or the link of a place."""
    text = Text(value, no_wrap=name != FOLDED)
    if name in STATE_COLUMNS and (style := COLOURS.get(value.lower().replace(" ", "_"))):
        text.stylize(style)
    if name == PLACE and (url := place.link(place.root, value)):
        text.stylize(Style(link=url))
    return text
