"""Reads what code and tests say of requirements by their names: `Requirement: One boat a berth`, and behind it or in
one of the next lines `Scenario: Taken`."""

import re

from compiler.languages.requirements.formats.format import is_page
from compiler.languages.requirements.formats.outline import place_in
from compiler.languages.requirements.formats.records import Cited, Tag

_WORD = "Requirement: "
_NAMED = re.compile(r"(?<![\w])Requirement: ([^\n]{1,300})")
_SCENARIO = re.compile(r"(?<![\w])Scenario: ([^\n]{1,300})")
NEAR = 3  # lines below in which a scenario of the requirement may be named
SEPARATOR = "\n"  # between both names in a citation


def read_citations(path: str, text: str) -> list[Tag]:
    """Return the citations of a file of code. Whether the names are those of requirements, other files decide."""
    if _WORD not in text or is_page(path):
        return []
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    tags = []
    for at, line in enumerate(lines):
        if not (found := _NAMED.search(line)):
            continue
        scenario = _SCENARIO.search(line)
        for below in lines[at + 1 : at + 1 + NEAR]:
            scenario = scenario or (None if _WORD in below else _SCENARIO.search(below))
        named = found[1] if scenario is None or scenario.string is not line else line[found.start(1) : scenario.start()]
        written = named.strip() + (f"{SEPARATOR}{scenario[1].strip()}" if scenario else "")
        place = place_in(line, at + 1, found.start(1), found.end(1))
        tags.append(Tag("cites", "", Cited("implements", written, place)))
    return tags
