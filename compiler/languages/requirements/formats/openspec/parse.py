"""Parses the files of OpenSpec: capabilities, the deltas, the proposal and the tasks of changes, and code that names
requirements."""

from compiler.languages.requirements.formats.openspec.capabilities import read_capability
from compiler.languages.requirements.formats.openspec.changes import read_change
from compiler.languages.requirements.formats.openspec.citations import read_citations
from compiler.languages.requirements.formats.openspec.deltas import read_delta
from compiler.languages.requirements.formats.openspec.places import Located, locate
from compiler.languages.requirements.formats.outline import headings_of, lines_of, place_of
from compiler.languages.requirements.formats.records import Cited, Item, ItemsFile, Tag, Unread
from compiler.languages.requirements.formats.task_lists import tasks_of

NAME = "openspec"


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
