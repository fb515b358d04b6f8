"""The objects that stand in files, for the pages that show them beside lines.

A relation is read whole for the objects of one file. That is nothing for a page, and much for all pages of a static
site: that asks once for the objects of all files, and looks them up (`KeptObjects`). Most objects are mentioned nowhere
and mention nothing; that is looked up too, so that their pages do not ask for mentions.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from queries.tools.render import visible
from server.explorer.page import Ask
from server.explorer.pages.relation_rows import Json, Selected, select_all

COLUMNS = ("file", "ref", "kind", "id", "title", "language", "line", "end_line")
END = 1 << 62  # behind every line

ALL = f"SELECT {', '.join(COLUMNS)} FROM object ORDER BY file, line, end_line DESC, ref"
CITED = "SELECT DISTINCT target FROM mention WHERE target IS NOT NULL"
CITING = "SELECT DISTINCT source FROM mention"


class KeptObjects:
    """The objects of all files of a source, by file, and the refs of those that mentions join."""

    def __init__(self, rows: Callable[[str], Iterable[Sequence[Any]]]) -> None:
        """`rows` returns the rows of a SELECT over the relations."""
        self._rows: dict[str, list[Sequence[Any]]] = {}
        for row in rows(ALL):
            self._rows.setdefault(row[0], []).append(row)
        self._refs = {row[1] for some in self._rows.values() for row in some}
        self._cited = {row[0] for row in rows(CITED)}
        self._citing = {row[0] for row in rows(CITING)}

    def of(self, file: str) -> list[Json]:
        """Return the objects of a file as `query_facts` answers them."""
        found: list[Json] = visible([dict(zip(COLUMNS, row, strict=True)) for row in self._rows.get(file, ())])
        return found

    def has(self, ref: str) -> bool:
        """Whether there is an object of a ref."""
        return ref in self._refs

    def is_cited(self, ref: str) -> bool:
        """Whether a text mentions an object."""
        return ref in self._cited

    def cites(self, ref: str) -> bool:
        """Whether the text of an object mentions anything."""
        return ref in self._citing


def objects_in(
    ask: Ask,
    files: Collection[str],
    most: int,
    *,
    first: int = 1,
    last: int = END,
    within: str = "",
    without: Sequence[str] = (),
    languages: Sequence[str] = (),
) -> Selected:
    """Return the first `most` objects that begin in files, in the lines `first` to `last`: by file, line and ref, what
    is around another first. Their refs begin with `within`. Those of the kinds `without` are left out, and with
    `languages` those of other languages."""
    if ask.known_objects is None:
        sql, values = _statement(files, first, last, within, without, languages)
        return select_all(ask, sql, most, **values)
    rows = [
        found
        for file in sorted(set(files))
        for found in ask.known_objects.of(file)
        if first <= found["line"] <= last
        and found["kind"] not in without
        and found["ref"].startswith(within)
        and (not languages or found["language"] in languages)
    ]
    return Selected(rows[:most], len(rows))


def _statement(
    files: Collection[str], first: int, last: int, within: str, without: Sequence[str], languages: Sequence[str]
) -> tuple[str, dict[str, Any]]:
    """Return a SELECT of objects in files, and its parameters. It has the conditions that are given and no others,
    since each costs time for every row."""
    values: dict[str, Any] = {}

    def among(name: str, given: Iterable[str]) -> str:
        named = {f"{name}_{number}": path for number, path in enumerate(given)}
        values.update(named)
        return f"({', '.join(f':{name}' for name in named)})"

    # A source has many files, and a statement few parameters. Of one file, equality lets SQLite look the file up.
    values["files"] = next(iter(files)) if len(files) == 1 else [*files]
    conditions = ["file = :files" if len(files) == 1 else "file IN (SELECT value FROM json_each(:files))"]
    if (first, last) != (1, END):
        conditions.append("line BETWEEN :first AND :last")
        values.update(first=first, last=last)
    if within:
        conditions.append("substr(ref, 1, length(:within)) = :within")
        values["within"] = within
    if without:
        conditions.append(f"kind NOT IN {among('without', without)}")
    if languages:
        conditions.append(f"language IN {among('language', languages)}")
    told = " AND ".join(conditions)
    return f"SELECT {', '.join(COLUMNS)} FROM object WHERE {told} ORDER BY file, line, end_line DESC, ref", values
