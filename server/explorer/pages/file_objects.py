"""The objects that stand in files, for the pages that show them beside lines.

A relation is read whole for the objects of one file. That is nothing for a page, and much for all pages of a static
site: that asks once for the objects of all files, and looks them up (`KeptObjects`).
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from queries.tools.render import visible
from server.explorer.page import Ask
from server.explorer.pages.relation_rows import Json, Selected, select_all

COLUMNS = ("file", "ref", "kind", "id", "title", "language", "line", "end_line")
END = 1 << 62  # behind every line

ALL = f"SELECT {', '.join(COLUMNS)} FROM object ORDER BY file, line, end_line DESC, ref"
ONE, SEVERAL = (
    "= json_extract(:files, '$[0]')",
    "IN (SELECT value FROM json_each(:files))",
)
IN_FILES = f"""
SELECT {", ".join(COLUMNS)} FROM object
WHERE file {{files}} AND line BETWEEN :first AND :last
  AND substr(ref, 1, length(:within)) = :within AND kind NOT IN (SELECT value FROM json_each(:without))
  AND (:languages = '[]' OR language IN (SELECT value FROM json_each(:languages)))
ORDER BY file, line, end_line DESC, ref
"""


class KeptObjects:
    """The objects of all files of a source, by file."""

    def __init__(self, rows: Iterable[Sequence[Any]]) -> None:
        """`rows` are those of `ALL`."""
        self._rows: dict[str, list[Sequence[Any]]] = {}
        for row in rows:
            self._rows.setdefault(row[0], []).append(row)

    def of(self, file: str) -> list[Json]:
        """Return the objects of a file as `query_facts` answers them."""
        found: list[Json] = visible([dict(zip(COLUMNS, row, strict=True)) for row in self._rows.get(file, ())])
        return found


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
    if ask.file_objects is None:
        return select_all(
            ask,
            IN_FILES.format(files=ONE if len(files) == 1 else SEVERAL),
            most,
            files=[*files],
            first=first,
            last=last,
            within=within,
            without=list(without),
            languages=list(languages),
        )
    rows = [
        one
        for file in sorted(set(files))
        for one in ask.file_objects.of(file)
        if first <= one["line"] <= last
        and one["kind"] not in without
        and one["ref"].startswith(within)
        and (not languages or one["language"] in languages)
    ]
    return Selected(rows[:most], len(rows))
