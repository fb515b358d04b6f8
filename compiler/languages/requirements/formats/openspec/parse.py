"""Parses the files of OpenSpec: capabilities, the deltas, the proposal and the tasks of changes, and code that names
requirements: `Requirement: One boat a berth`, and behind it or in one of the next lines `Scenario: Taken`."""

import re

from compiler.languages.requirements.formats.format import is_page
from compiler.languages.requirements.formats.openspec.capabilities import read_capability
from compiler.languages.requirements.formats.openspec.deltas import read_change, read_delta
from compiler.languages.requirements.formats.openspec.places import Located, locate
from compiler.languages.requirements.formats.outline import headings_of, lines_of, place_in, place_of
from compiler.languages.requirements.formats.records import Cited, Item, ItemsFile, Tag, Unread
from compiler.languages.requirements.formats.task_lists import tasks_of

NAME = "openspec"
_WORD = "Requirement: "
_NAMED = re.compile(r"(?<![\w])Requirement: ([^\n]{1,300})")
_SCENARIO = re.compile(r"(?<![\w])Scenario: ([^\n]{1,300})")
NEAR = 3  # lines below in which a scenario of the requirement may be named
SEPARATOR = "\n"  # between both names in a citation


def parse(path: str, text: str) -> ItemsFile | None:
    """Return the requirements, changes and citations of a file; None if it has none."""
    place = locate(path)
    if place is None:
        tags = read_citations(path, text)
        return ItemsFile(NAME, path, tags=tuple(tags)) if tags else None
    if place.part == "tasks":
        return _tasks(path, text, place)
    lines = lines_of(text)
    items: list[Item] = []
    unread: list[Unread] = []
    if place.part == "proposal":
        items = [read_change(lines, place)]
    elif place.part == "capability":
        items, unread = read_capability(lines, place)
    elif place.part == "delta":
        items, unread = read_delta(lines, place)
    elif not place.is_archived and any(heading.level == 3 for heading in headings_of(lines)):
        reason = "the requirements of a change stand in files named spec.md"
        unread = [Unread(path.rpartition("/")[2], reason, place_of(lines, 1))]
    return ItemsFile(NAME, path, tuple(items), (), tuple(unread)) if items or unread else None


def _tasks(path: str, text: str, place: Located) -> ItemsFile | None:
    """What the tasks of a change cite: the change."""
    tags = []
    for task in tasks_of(path, text):
        number, line = task.lines[0]
        cited = Cited("implements", place.change, place_of([line], 1)._replace(line=number))
        tags.append(Tag("done" if task.is_done else "todo", place.root, cited, task.id))
    return ItemsFile(NAME, path, tags=tuple(tags)) if tags else None


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
