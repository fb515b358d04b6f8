"""Notes and what cites them."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.backlinks import backlinks
from server.explorer.pages.relation_rows import select

IN_PAGE = 100
MAX_IN_CELL = 6

BY_PLACE = """
SELECT id, ref, title, substr(created_at, 1, 10) AS created, format, file, line FROM note
WHERE NOT is_example ORDER BY file, line, id
"""


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page."""
    found = select(ask, BY_PLACE, limit=IN_PAGE, cursor=parameters.get("cursor", ""))
    return {"found": found, "cited_by": backlinks(ask, [row["ref"] for row in found.rows]), "most": MAX_IN_CELL}


NOTES = Page("notes", "/notes", "Notes", view, pack="knowledge")
