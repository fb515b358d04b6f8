"""The findings of the compiler, filtered by severity, code and file."""

from collections.abc import Mapping
from typing import Any

from server.explorer.page import Ask, Page
from server.explorer.pages.relation_rows import select

CODES = """
SELECT code, count(*) AS count FROM diagnostic WHERE :severity IN ('', severity) GROUP BY code ORDER BY code
"""
FILTERS = ("severity", "code", "file")


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for one page of findings."""
    chosen = {name: parameters.get(name) or None for name in FILTERS}
    answer = ask("get_diagnostics", limit=100, cursor=parameters.get("cursor"), **chosen)
    return {"found": answer, "chosen": chosen, "codes": select(ask, CODES, severity=chosen["severity"] or "").rows}


DIAGNOSTICS = Page("diagnostics", "/diagnostics", "Findings", view)
