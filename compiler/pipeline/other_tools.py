"""Names trees of requirements that other tools keep in formats of their own: what is not read should not look empty.

A tree is known by the names of its files or, for formats inside pages, by how an item begins. Pages that are not the
project do not count, and of the others the first few hundred that may have an item are looked at. A process that builds
one source again and again keeps what a page has, and then reads only the pages that are new to it.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import orjson

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
_PAGES = "SELECT path FROM source_text WHERE path GLOB '*.md' OR path GLOB '*.rst' ORDER BY path"
_TEXTS = """
SELECT path, text FROM source_text WHERE path IN (SELECT value FROM json_each(?)) AND text GLOB ? ORDER BY path LIMIT ?
"""
_SUFFIXES = {".trlc": "TRLC", ".oreqm": "ReqM2"}
# How an item of each tool begins, and a part of that which few other pages have.
_ITEMS = {
    "mlx.traceability": (
        "*item*",
        re.compile(r"^[ \t]*(?:\.\. item::|```\{item\})[ \t]+[\w.-]+(?:[ \t][^\n]*)?\n[ \t]*:\w+:", re.MULTILINE),
    ),
}
# How many items of a tool a page has, by the tool and the hash of the page; None if it cannot have any.
ItemCounts = dict[tuple[str, str], int | None]


class OtherTool(NamedTuple):
    """A tool, a file of its tree ("" if none is read), and what of it was seen."""

    tool: str
    path: str
    shown: str


def other_tools(database: sqlite3.Connection, source: Source, kept: ItemCounts) -> list[OtherTool]:
    """Return the tools whose requirements stand in a source, by name. The texts of its files are written already.
    `kept` has the counts of the build before, and is given those of this one."""
    return sorted([*_by_names(source), *_by_items(database, source, kept)])


def said_of(found: list[OtherTool]) -> list[PartDiagnostic]:
    """Return a diagnostic for each tool."""
    return [PartDiagnostic(0, OTHER_TOOL.at(whole_file(tool.path), tool=tool.tool, shown=tool.shown)) for tool in found]


def _by_names(source: Source) -> Iterator[OtherTool]:
    counts = source.passed_over.get("no_language", {}).get("kinds", {})
    for suffix, tool in _SUFFIXES.items():
        if count := counts.get(suffix, 0):
            yield OtherTool(tool, "", f"{count} files *{suffix}" if count > 1 else f"1 file *{suffix}")


def _by_items(database: sqlite3.Connection, source: Source, kept: ItemCounts) -> Iterator[OtherTool]:
    """The tools whose items stand in pages, each with the page that has most of them."""
    hashes = {path: source.files[path].sha256 for (path,) in database.execute(_PAGES)}
    found = [_counts(database, tool, hashes, kept) for tool in _ITEMS]
    kept.clear()
    for counts in found:
        kept.update(counts)
    for tool in _ITEMS:
        known = {path: kept.get((tool, sha256)) for path, sha256 in hashes.items()}
        looked_at = [(path, count) for path, count in known.items() if count is not None][:MAX_PAGES]
        having = {path: count for path, count in looked_at if count and path not in source.examples}
        if having:
            most = min(having, key=lambda path: (-having[path], path))
            others = "" if len(having) == 1 else f" and {len(having) - 1} more page{'s' if len(having) > 2 else ''}"
            yield OtherTool(tool, most, f"{most}{others}")


def _counts(database: sqlite3.Connection, tool: str, hashes: Mapping[str, str], kept: ItemCounts) -> ItemCounts:
    """Return the counts of a tool in the pages. The text of a page is read if nothing was kept of it. Nothing is known
    of those behind the last page that is looked at."""
    part, item = _ITEMS[tool]
    known = {(tool, sha256): kept[tool, sha256] for sha256 in hashes.values() if (tool, sha256) in kept}
    new = [path for path, sha256 in hashes.items() if (tool, sha256) not in known]
    pages = database.execute(_TEXTS, (orjson.dumps(new).decode(), part, MAX_PAGES)).fetchall() if new else []
    is_cut = len(pages) == MAX_PAGES
    counts = {path: len(item.findall(text)) for path, text in pages}
    read = new[: new.index(pages[-1][0]) + 1] if is_cut else new
    return known | {(tool, hashes[path]): counts.get(path) for path in read}
