"""Names trees of requirements that other tools keep in formats of their own: what is not read should not look empty.

A tree is known by the names of its files or, for formats inside pages, by how an item begins. Pages that are not the
project do not count, and of the others the first few hundred that may have an item are looked at.
"""

import re
import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from compiler.model.diagnostics import Code, Phase
from compiler.model.source import Source
from compiler.model.spans import whole_file
from compiler.store.diagnostic_table import PartDiagnostic

OTHER_TOOL = Code(
    "FRZ113",
    "info",
    Phase.DISCOVER,
    "{tool} keeps requirements here ({shown}). Frieze does not read its format: they are no objects and count nowhere.",
)
CODES = (OTHER_TOOL,)
MAX_PAGES = 400
_PAGES = """
SELECT path, text FROM source_text WHERE (path GLOB '*.md' OR path GLOB '*.rst') AND text GLOB ? ORDER BY path LIMIT ?
"""
_SUFFIXES = {".trlc": "TRLC", ".oreqm": "ReqM2"}
# How an item of each tool begins, and a part of that which few other pages have.
_ITEMS = {
    "mlx.traceability": (
        "*item*",
        re.compile(r"^[ \t]*(?:\.\. item::|```\{item\})[ \t]+[\w.-]+(?:[ \t][^\n]*)?\n[ \t]*:\w+:", re.MULTILINE),
    ),
}


class OtherTool(NamedTuple):
    """A tool, a file of its tree ("" if none is read), and what of it was seen."""

    tool: str
    path: str
    shown: str


def other_tools(database: sqlite3.Connection, source: Source) -> list[OtherTool]:
    """Return the tools whose requirements stand in a source, by name. The texts of its files are written already."""
    return sorted([*_by_names(source), *_by_items(database, source)])


def said_of(found: list[OtherTool]) -> list[PartDiagnostic]:
    """Return a diagnostic for each tool."""
    return [PartDiagnostic(0, OTHER_TOOL.at(whole_file(one.path), tool=one.tool, shown=one.shown)) for one in found]


def _by_names(source: Source) -> Iterator[OtherTool]:
    counts = source.passed_over.get("no_language", {}).get("kinds", {})
    for suffix, tool in _SUFFIXES.items():
        if count := counts.get(suffix, 0):
            yield OtherTool(tool, "", f"{count} files *{suffix}" if count > 1 else f"1 file *{suffix}")


def _by_items(database: sqlite3.Connection, source: Source) -> Iterator[OtherTool]:
    """The tools whose items stand in pages, each with the page that has most of them."""
    for tool, (part, item) in _ITEMS.items():
        pages = database.execute(_PAGES, (part, MAX_PAGES))
        counts = {path: len(item.findall(text)) for path, text in pages if path not in source.examples}
        found = [path for path, count in counts.items() if count]
        if found:
            most = min(found, key=lambda path: (-counts[path], path))
            others = "" if len(found) == 1 else f" and {len(found) - 1} more page{'s' if len(found) > 2 else ''}"
            yield OtherTool(tool, most, f"{most}{others}")
