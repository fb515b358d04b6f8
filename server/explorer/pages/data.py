"""The page that counts the objects, and says how the relations are asked."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.relation_rows import select

COUNTS = "SELECT language, kind, count(*) AS objects FROM object GROUP BY language, kind ORDER BY objects DESC, kind"
IN_PAGE = 100


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask how much there is of what."""
    found = select(ask, COUNTS, limit=IN_PAGE, cursor=parameters.get("cursor", ""))
    return {"found": found, "rows": [tuple(row.values()) for row in found.rows]}


DATA = Page("data", "/data", "Data", view, is_exported=False)
