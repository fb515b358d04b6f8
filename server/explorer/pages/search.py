"""Search: objects of every language by id, title or words, narrowed by kind."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page

LIMIT = 25
COUNTED = 100  # of the best that is found, whose kinds are counted


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for what is found, and of which kinds it is. Without words there is only the form."""
    words, kind = parameters.get("q", "").strip(), parameters.get("kind", "")
    if not words:
        return {"words": "", "kind": kind, "found": None, "facets": [], "is_counted": True}
    best = ask("search", query=words, limit=COUNTED, fields=["kind"])
    kinds = Counter(result["kind"] for result in best["results"])
    return {
        "words": words,
        "kind": kind,
        "found": ask(
            "search", query=words, kinds=[kind] if kind else None, limit=LIMIT, cursor=parameters.get("cursor")
        ),
        "facets": sorted(kinds.items()),
        "is_counted": best["total"] <= len(best["results"]),
    }


SEARCH = Page("search", "/search", "Search", view, is_exported=False)
