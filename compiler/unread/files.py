"""Files that no language reads and whose names tell what they hold: tools for requirements, and office programs."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from compiler.text.examples import is_fixture, is_of_tests
from compiler.unread.accounting import Row
from compiler.unread.doubts import quoted

_TOOLS = {".trlc": "TRLC", ".oreqm": "ReqM2"}
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
    """Return what a file that no language reads holds by its name, as `unread.looks_like` has it, and why; "" for
    both where the name does not tell, and of what tests use."""
    name = path.rpartition("/")[2]
    stem, dot, suffix = name.rpartition(".")
    if is_of_tests(path) or is_fixture(path):
        return "", ""
    if tool := _TOOLS.get(dot + suffix):
        return "requirement", f"a file of {tool}, whose format is not read"
    if (dot + suffix.lower()) not in _OFFICE:
        return "", ""
    kind = next((kind for kind, words in _NAMES.items() if words.search(stem)), "")
    return kind, f"a document of an office program, named after a {kind}: its format is not read" if kind else ""


def rows_of_unread(paths: Iterable[str]) -> Iterator[tuple[str, Row]]:
    """Give the paths and rows of files that no language reads, those of one folder and one reason as one."""
    told = sorted((path.rpartition("/")[0], held_by(path), path) for path in paths)
    for (_, (kind, reason)), same in groupby(told, key=lambda file: file[:2]):
        (*_, first), *others = same
        more = f" (and {len(others):,} more)" if others else ""
        yield first, Row(kind, 1, 1, f"{quoted(first.rpartition('/')[2])}{more}", reason)
