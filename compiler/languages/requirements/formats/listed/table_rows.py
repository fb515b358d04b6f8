"""Reads the tables of a page: rows that state a requirement, and rows of a matrix."""

import re
from collections.abc import Sequence

from compiler.languages.requirements.formats.listed.cells import (
    cited_in,
    ids_in,
    is_method,
    is_only_ids,
    plain_text,
    whole_id,
)
from compiler.languages.requirements.formats.listed.entries import HEAD
from compiler.languages.requirements.formats.listed.format import MATRIX, OWN_PLACE
from compiler.languages.requirements.formats.listed.ids import first_word, is_id, is_of_other, is_of_requirement
from compiler.languages.requirements.formats.listed.page import Page, Statement
from compiler.languages.requirements.formats.listed.tables import Cell, Table
from compiler.languages.requirements.formats.listed.words import (
    Meaning,
    meaning_of,
    names_other,
    names_requirements,
    plain_name,
)
from compiler.languages.requirements.formats.outline import place_in
from compiler.languages.requirements.formats.records import Cited, Place

FROM_TABLE, FROM_MATRIX = 3, 1  # ranks of what states a requirement
NAMED_BY_HEADER = "a row of a table whose header names requirements"
_LED = re.compile(rf"{HEAD}(?P<rest>[ \t]*+[^\s,;/|&+].*)", re.DOTALL)
_SHARE = 0.6  # of the rows of a table that have an id, where its column is one of ids
_USED = frozenset({"requirement", "text", "title", "status", "level", "parent", "id"})


def read_table(page: Page, table: Table) -> None:
    """Read a table."""
    rows, table = table.rows, _with_ids_apart(_of_card(page, table))
    is_card = len(table.rows) < len(rows)
    meanings = [meaning_of(name) for name in table.header]
    section, is_list = page.section_of(table.line)[0], page.is_list(table.line)
    own = _own_column(table, meanings, is_list=is_list)
    if own is None:
        return
    page.read_lines.update(range(table.line, table.rows[-1][0].line + 1))
    page.table_starts.append(table.line)
    traces = [
        at
        for at, meaning in enumerate(meanings)
        if meaning in ("test", "code") and at != own and not all(is_method(row[at].text) for row in table.rows)
    ]
    for row in table.rows:
        _read_row(page, row, own, traces, meanings)
    texts = _text_columns(meanings, own)
    ahead = [at for at in range(own) if meanings[at] not in ("id", "none", "level", "status")]
    of_tests = any(meanings[at] in ("test", "code") for at in ahead)  # each row is of a test, not of a requirement
    is_first = not any(row[at].text != row[own].text for row in table.rows for at in ahead)
    is_named = meanings[own] == "requirement" or "req" in plain_name(table.header[own])
    is_first = is_first or (meanings[own] == "id" and (is_list or is_named) and not traces and not of_tests)
    # Beside ids and texts of requirements by their names, a phase or a risk is said of each.
    is_other = "other" in meanings and not (is_named and texts and meanings[texts[0]] == "requirement")
    if not texts or not is_first or is_other:
        return
    is_aside = names_other(section) and not names_requirements(section)
    known = {first_word(item.id) for item in page.items}
    for row in table.rows:
        key = whole_id(row[own].text)
        if not key or is_of_other(key):
            continue
        basis = ""
        if is_named or (meanings[texts[0]] == "requirement" and (not is_aside or first_word(key) in known)):
            basis = NAMED_BY_HEADER
        elif is_of_requirement(key):
            basis = "a row of a table whose ids name requirements"
        elif is_list and not is_aside:
            basis = "a row of a table on a page of requirements"
        if basis and (stated := _stated(page, table, row, key, own, texts, meanings)):
            place = MATRIX if (traces and not is_card) or is_aside else OWN_PLACE
            rank = (FROM_TABLE if place == OWN_PLACE else FROM_MATRIX) + page.is_of_requirements - page.is_lesson
            basis = "a table that is one requirement" if is_card else basis
            page.add(stated._replace(basis=basis, place=place, rank=rank))


def _with_ids_apart(table: Table) -> Table:
    """The table, with a column for the ids that stand before the texts of another one: `REQ-1: The lamp glows.`"""
    for at, name in enumerate(table.header):
        if meaning_of(name) not in ("requirement", "id"):
            continue
        leads = [_LED.fullmatch(row[at].text) for row in table.rows]
        parts = [
            (row[at]._replace(text=lead["id"]), row[at]._replace(text=lead["rest"].strip()))
            if lead and is_id(lead["id"]) and (lead["open"] or lead["stop"] or lead["rest"].strip()[:1].isupper())
            else (row[at]._replace(text=""), row[at])
            for row, lead in zip(table.rows, leads, strict=True)
        ]
        if sum(bool(key.text) for key, _ in parts) >= _SHARE * len(parts):
            rows = [[*row[:at], *both, *row[at + 1 :]] for row, both in zip(table.rows, parts, strict=True)]
            return Table(table.line, [*table.header[:at], "ID", *table.header[at:]], rows)
    return table


def _of_card(page: Page, table: Table) -> Table:
    """The table with one row, if it is of two columns with the names of that row on the left: `ID`, `Description`."""
    names = [table.header[0], *(row[0].text for row in table.rows)]
    values = [Cell(table.header[1], table.line, 0), *(row[1] for row in table.rows)] if len(table.header) == 2 else []
    keys = [whole_id(cell.text) for name, cell in zip(names, values, strict=False) if meaning_of(name) == "id" and name]
    if not any(keys) or not (is_of_requirement(keys[0]) or page.is_list(table.line)):
        return table
    section = values[0]._replace(text="" if "title" in map(meaning_of, names) else page.section_of(table.line)[0])
    pairs = sorted(zip(names, values, strict=True), key=lambda pair: meaning_of(pair[0]) != "id")
    return Table(table.line, [*(name for name, _ in pairs), "Title"], [[*(value for _, value in pairs), section]])


def _own_column(table: Table, meanings: Sequence[Meaning], *, is_list: bool) -> int | None:
    """The column with the ids of requirements; None if no column has any. `is_list`: it stands where requirements
    do."""
    for wanted in (("id", "requirement", "parent"), ("none", "title", "text")):
        for at, meaning in enumerate(meanings):
            is_blank = not table.header[at].strip()
            if meaning not in wanted and not (is_blank and wanted[0] == "id"):
                continue
            cells = [row[at].text for row in table.rows if row[at].text]
            found = [cell for cell in cells if is_only_ids(cell)]
            others = [cell for cell in found if is_of_other(cited_in(plain_text(cell))[0][0])]
            is_own = found and len(found) >= _SHARE * len(cells) and 2 * len(others) <= len(found)
            # Elsewhere than under a name for ids, the ids themselves or the place has to say what they are.
            if is_own and (
                wanted[0] == "id"
                or (is_list and at == 0)
                or all(is_of_requirement(cited_in(plain_text(cell))[0][0]) for cell in found)
            ):
                return at
    return None


def _text_columns(meanings: Sequence[Meaning], own: int) -> list[int]:
    """The columns with the text of a requirement, the best first."""
    order = {"requirement": 0, "text": 1, "title": 2}
    found = [at for at, meaning in enumerate(meanings) if at != own and meaning in order]
    return sorted(found, key=lambda at: order[meanings[at]])


def _read_row(page: Page, row: Sequence[Cell], own: int, traces: Sequence[int], meanings: Sequence[Meaning]) -> None:
    """Read what a row of a matrix says: which files implement and test the requirements in it."""
    ids = cited_in(row[own].text)
    for at, meaning in enumerate(meanings):
        if meaning == "decision" and row[at].text:
            for key, start, end in ids:
                page.add_decisions(row[at].text, key, _place_in_cell(page, row[own], start, end))
    for at in traces:
        kind = "verifies" if meanings[at] == "test" else "implements"
        for key, start, end in ids if row[at].text else ():
            place = _place_in_cell(page, row[own], start, end)
            page.add_files(row[at].text, kind, key, place)


def _place_in_cell(page: Page, cell: Cell, start: int, end: int) -> Place:
    line = page.lines[cell.line - 1]
    at = line.find(cell.text[start:end], cell.start)
    return place_in(line, cell.line, at, at + end - start) if at >= 0 else place_in(line, cell.line, 0, len(line))


def _stated(
    page: Page,
    table: Table,
    row: Sequence[Cell],
    key: str,
    own: int,
    texts: Sequence[int],
    meanings: Sequence[Meaning],
) -> Statement | None:
    """The requirement of a row, but for its basis, place and rank; None for one without a text."""
    said = {at: plain_text(row[at].text) for at in range(len(row)) if at != own and row[at].text}
    title = next((said[at] for at in texts if meanings[at] == "title" and at in said), "")
    text = next((said[at] for at in texts if meanings[at] != "title" and at in said), title)
    if not text:
        return None
    parents = [
        Cited("refines", cited, _place_in_cell(page, row[at], start, end))
        for at in said
        if meanings[at] == "parent"
        for cited, start, end in ids_in(row[at].text)
        if cited != key
    ]
    return Statement(
        id=key,
        title=title if title != text else "",
        text=text,
        first=row[own].line,
        last=max(cell.line for cell in row),
        status=next((said[at] for at in said if meanings[at] == "status"), ""),
        level=next((said[at] for at in said if meanings[at] == "level"), ""),
        fields=[(plain_name(table.header[at]), said[at]) for at in said if meanings[at] not in _USED],
        parents=parents,
    )
