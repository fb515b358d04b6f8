"""The files that were read, and what was passed over."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page, SourceCell

LIMIT = 100


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for the files, a page at a time."""
    found = ask("get_snapshot_info", files=True, limit=LIMIT, cursor=parameters.get("cursor"))
    rows = [(SourceCell(file["path"]), file["language"], file["lines"], file["size"]) for file in found["files"]]
    return {"found": found, "rows": rows, "columns": ["file", "language", "lines", "bytes"]}


FILES = Page("files", "/files", "Files", view)
