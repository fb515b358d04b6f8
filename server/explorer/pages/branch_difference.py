"""What two branches of the memory differ in."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.memory import branch_names

IN_PAGE = 100


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the values of the page; without `source` and `target` it only asks for them."""
    source, target = parameters.get("source", ""), parameters.get("target", "")
    values: dict[str, Any] = {"source": source, "target": target, "branches": branch_names(ask), "found": None}
    if source and target:
        asked = {"source_branch": source, "target_branch": target, "cursor": parameters.get("cursor")}
        values["found"] = ask("memory_branch_diff", limit=IN_PAGE, **asked)
    return values


BRANCH_DIFFERENCE = Page("branch_difference", "/memory/difference", "", view)
