"""Files whose names tell what they hold, in formats that no language reads: those of other tools for requirements and
for diagrams, and documents of office programs."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from compiler.text.examples import is_fixture, is_of_tests
from compiler.unread.accounting import Row
from compiler.unread.doubts import quoted

_TOOLS = {
    ".trlc": ("requirement", "TRLC"),
    ".oreqm": ("requirement", "ReqM2"),
    ".puml": ("diagram", "PlantUML"),
    ".plantuml": ("diagram", "PlantUML"),
    ".drawio": ("diagram", "draw.io"),
    ".excalidraw": ("diagram", "Excalidraw"),
    ".gv": ("diagram", "Graphviz"),
    ".d2": ("diagram", "D2"),
    ".bpmn": ("diagram", "BPMN"),
    ".vsdx": ("diagram", "Visio"),
}
_OFFICE = (".doc", ".docx", ".odt", ".ods", ".pdf", ".rtf", ".xls", ".xlsx")
_NAMES = {
    "requirement": re.compile(
        r"requirement|requisito|exigence|anforderung|требовани|需求|要件|user[-_ ]?stor(?:y|ies)"
        r"|(?:^|[-_ .])(?:reqs?|srs|prd|rtm|traceability)(?:[-_ .]|$)",
        re.IGNORECASE,
    ),
    "decision": re.compile(r"(?:^|[-_ .])(?:adrs?|decision[-_ ]?(?:log|record)s?)(?:[-_ .\d]|$)", re.IGNORECASE),
    "task": re.compile(r"(?:^|[-_ .])(?:backlog|to-?do|work[-_ ]?breakdown)(?:[-_ .]|$)", re.IGNORECASE),
}


def held_by(path: str) -> tuple[str, str]:
    """Return what a file holds by its name, as `unread.looks_like` has it, and why that is not read; "" for both where
    the name does not tell, and of what tests use."""
    stem, dot, suffix = path.rpartition("/")[2].rpartition(".")
    suffix = dot + suffix.lower()
    if suffix not in _TOOLS and suffix not in _OFFICE:
        return "", ""
    if is_of_tests(path) or is_fixture(path):
        return "", ""
    if tool := _TOOLS.get(suffix):
        return tool[0], f"files of {tool[1]}, whose format is not read"
    kind = next((kind for kind, words in _NAMES.items() if words.search(stem)), "")
    return kind, f"documents of an office program, named after a {kind}: their format is not read" if kind else ""


def rows_by_name(paths: Iterable[str]) -> Iterator[tuple[str, Row]]:
    """Give the paths and rows of files, those of one reason as one row at the first of them."""
    told = sorted((held_by(path), path) for path in paths)
    for (kind, reason), same in groupby(told, key=lambda file: file[0]):
        files = [path for _, path in same]
        yield files[0], Row(kind, 1, 1, quoted(f"{len(files):,}: {', '.join(files)}"), reason)
