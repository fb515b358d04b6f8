"""Cells of Datasette's tables as links to the pages of the explorer: objects by their refs, files by their lines."""

import re
from typing import Any

from markupsafe import Markup, escape

from compiler.store.select.pool import declared_relations
from server.explorer.pages.objects import OBJECT
from server.explorer.pages.sources import SOURCE
from server.explorer.site.addresses import ServedAddresses
from server.transport.pages import MOUNT

ADDRESSES = ServedAddresses(MOUNT)
REF = re.compile(r"[a-z]:\S")
LINES_OF_PAGE = 400  # of a file, as templates of the explorer address them
_OF_OBJECT = ("ref of", "canonical reference")  # how meanings of columns of refs begin


def linked(row: Any, value: Any, column: str, table: str | None) -> Markup | None:
    """Return a cell as a link, or None for one that is none. `table` is None for a statement of one's own, whose
    columns are known by their names only."""
    if not isinstance(value, str) or not value:
        return None
    names = row.keys()
    if column == "file":
        return _link(_place(value, row["line"] if "line" in names else None), value)
    if column == "id" and "ref" in names and isinstance(row["ref"], str):
        return _link(ADDRESSES.page(OBJECT, {"id": row["ref"]}), value)
    is_known = column in REF_COLUMNS.get(table, ()) if table else column in ANY_REF_COLUMN
    if not is_known or not REF.match(value) or ("dangling" in names and column == "target" and row["dangling"]):
        return None
    return _link(ADDRESSES.page(OBJECT, {"id": value}), value)


def _place(file: str, line: Any) -> str:
    if not isinstance(line, int) or line < 1:
        return ADDRESSES.page(SOURCE, {"file": file})
    block = (line - 1) // LINES_OF_PAGE * LINES_OF_PAGE + 1
    within = {"line": str(block)} if block > 1 else {}
    return ADDRESSES.page(SOURCE, {"file": file, **within}, f"L{line}")


def _link(address: str, text: str) -> Markup:
    return Markup(f'<a href="{escape(address)}">{escape(text)}</a>')  # both are escaped


REF_COLUMNS = {
    relation.name: frozenset(one.name for one in relation.columns if one.meaning.startswith(_OF_OBJECT))
    for relation in declared_relations()
}
ANY_REF_COLUMN = frozenset().union(*REF_COLUMNS.values())
