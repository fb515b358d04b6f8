"""All objects of a kind, a page at a time; without a kind, all kinds."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, ObjectCell, Page, SourceCell

LIMIT = 100
COLUMNS = ("status", "level", "priority")  # shown where objects have them


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for the objects of a kind."""
    kind = parameters.get("kind", "")
    counts = ask("get_snapshot_info", files=True, limit=1)
    if not kind:
        return {"kind": "", "counts": counts}
    found = ask("list_objects", kind=kind, limit=LIMIT, cursor=parameters.get("cursor"))
    rows = found["objects"]
    more = [name for name in COLUMNS if any(row.get(name) or row.get("fields", {}).get(name) for row in rows)]
    table = [
        (
            ObjectCell(row["ref"], row["id"]),
            row.get("title", ""),
            *(row.get(name) or row.get("fields", {}).get(name) for name in more),
            SourceCell(row.get("source", "")),
        )
        for row in rows
    ]
    return {"kind": kind, "counts": counts, "columns": ["id", "title", *more, "source"], "rows": table, "found": found}


KINDS = Page("kinds", "/objects", "Objects", view)
