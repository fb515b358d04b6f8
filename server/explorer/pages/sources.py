"""The text of a file: each line with an anchor, and with the findings and objects that stand there."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from queries.errors.query_error import QueryError
from server.explorer.page import Ask, Page
from server.explorer.pages.file_objects import objects_in
from server.explorer.pages.relation_rows import grouped, select

MAX_MARKS = 1_000  # objects of a file that its lines link to
MAX_FINDINGS = 500
MAX_DOUBTS = 50  # of a file without a text
UNMARKED = ("file", "document_section")  # kinds of object
DOUBTS = "SELECT line, text, reason FROM unread WHERE file = :file ORDER BY line"


def view(ask: Ask, parameters: Mapping[str, str]) -> Mapping[str, Any]:
    """Ask for the text of a file from a line on, and for what stands in it."""
    file, first = parameters.get("file", ""), parameters.get("line") or "1"
    character = parameters.get("character") or "1"  # a page that begins with a line has none
    at = "" if (first, character) == ("1", "1") else f"?line={quote(first)}&character={quote(character)}"
    findings = ask("get_diagnostics", file=file, limit=MAX_FINDINGS)
    answer = _text(
        ask, f"frieze://source/{quote(file, safe='')}{at}", lambda: bool(file) and _is_named(ask, file, findings)
    )
    lines = answer["text"].split("\n") if answer else []
    start = int(first)
    objects = objects_in(ask, [file], MAX_MARKS, first=start, last=start + len(lines), without=UNMARKED).rows
    return {
        "file": file,
        "lines": list(enumerate(lines, start)),
        "goes_on": answer.get("goes_on"),
        "start": start,
        "objects": grouped(objects, "line"),
        "findings": grouped(findings["diagnostics"], "start_line"),
        "total": findings["total"],
        "doubts": [] if answer else select(ask, DOUBTS, limit=MAX_DOUBTS, file=file).rows,
    }


def _is_named(ask: Ask, file: str, findings: Mapping[str, Any]) -> bool:
    """Whether a finding, an object or a doubt names a file: one that could not be read, or that no language reads, such
    as code in a map of what implements a requirement."""
    return bool(findings["total"] or objects_in(ask, [file], 1).rows or select(ask, DOUBTS, limit=1, file=file).rows)


def _text(ask: Ask, resource: str, is_known: Callable[[], bool]) -> Mapping[str, Any]:
    """Return the text of a file; nothing of a known file without a text."""
    try:
        return ask(resource)
    except QueryError as error:
        if error.code != "not_found" or not is_known():
            raise
        return {}


SOURCE = Page("source", "/source", "", view)
