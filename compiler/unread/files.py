"""Files whose names tell what they hold, in formats that no language reads: those of other tools for requirements and
for diagrams, documents of office programs, and data with the name of a record."""

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
_DATA = (".json", ".yaml", ".yml", ".toml")
# Data named by numbers in a folder of records, `adr/ADR-0007-ovens.toml`, and a list by its whole name at the root or
# in a folder of documentation: anywhere else `tasks.json` is of a program.
_RECORDS = {
    "decision": re.compile(r"decisions?(?:[-_]log)?|adrs?|rfcs?", re.IGNORECASE),
    "requirement": re.compile(r"requirements?|reqs?|user[-_]?stories", re.IGNORECASE),
    "task": re.compile(r"tasks?|to-?dos?|backlog|stories|tickets?|issues?", re.IGNORECASE),
}
_NUMBERED = re.compile(r"(?:[A-Za-z]{1,12}[-_]){0,4}\d")
_OF_PEOPLE = re.compile(r"(?:(?:.*/)?(?:docs?|plans?|planning|project|management))?", re.IGNORECASE)


def held_by(path: str) -> tuple[str, str]:
    """Return what a file holds by its name, as `unread.looks_like` has it, and why that is not read; "" for both where
    the name does not tell, and of what tests use."""
    folder, _, name = path.rpartition("/")
    stem, dot, suffix = name.rpartition(".")
    suffix = dot + suffix.lower()
    if suffix not in _TOOLS and suffix not in (*_OFFICE, *_DATA):
        return "", ""
    if is_of_tests(path) or is_fixture(path):
        return "", ""
    if tool := _TOOLS.get(suffix):
        return tool[0], f"files of {tool[1]}, whose format is not read"
    if suffix in _OFFICE:
        kind = next((kind for kind, words in _NAMES.items() if words.search(stem)), "")
        return kind, f"documents of an office program, named after a {kind}: their format is not read" if kind else ""
    kind = _record_kind(folder, stem)
    return kind, f"data with the name of a {kind}, whose format is not read" if kind else ""


def _record_kind(folder: str, stem: str) -> str:
    if "/." in f"/{folder}":  # of a program
        return ""
    if _NUMBERED.match(stem):
        return next((kind for kind, words in _RECORDS.items() if words.fullmatch(folder.rpartition("/")[2])), "")
    if not _OF_PEOPLE.fullmatch(folder):
        return ""
    # Packages of programs are listed in `requirements.yml`.
    return next((kind for kind, words in _RECORDS.items() if words.fullmatch(stem) and kind != "requirement"), "")


def is_data(path: str) -> bool:
    """Whether a file is data, in which a language may have read what its name says."""
    return path.lower().endswith(_DATA)


def rows_by_name(paths: Iterable[str]) -> Iterator[tuple[str, Row]]:
    """Give the paths and rows of files, those of one reason as one row at the first of them."""
    told = sorted((held_by(path), path) for path in paths)
    for (kind, reason), same in groupby(told, key=lambda file: file[0]):
        files = [path for _, path in same]
        yield files[0], Row(kind, 1, 1, quoted(f"{len(files):,}: {', '.join(files)}"), reason)
