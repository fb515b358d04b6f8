"""Parses the files of Kiro: requirements, design and tasks of a feature, and code that cites them."""

import re

from compiler.languages.requirements.formats.format import is_page
from compiler.languages.requirements.formats.kiro.citations import (
    PROPERTY,
    code_citations,
    tasks_citations,
    validated,
)
from compiler.languages.requirements.formats.kiro.requirements import read_requirements
from compiler.languages.requirements.formats.outline import last_written, lines_of, outside_fences, section_text
from compiler.languages.requirements.formats.records import Cited, Item, ItemsFile, Place, Unread

NAME = "kiro"
FOLDER = ".kiro/specs/"
_STATING = ("requirements.md", "bugfix.md")
_NO_REQUIREMENT = "it has no requirement with a number, such as '### Requirement 1'"
_PROPERTY = re.compile(r"(?:#{2,6}[ \t]+|[-*+][ \t]+)?(?:\*\*)?Property[ \t]+(\d{1,4})\b[:.)]?[ \t]*([^*\n]*)")


def parse(path: str, text: str) -> ItemsFile | None:
    """Return the requirements, properties and citations of a file; None if it has none."""
    root, folder, rest = path.rpartition(FOLDER)
    if not folder or (root and not root.endswith("/")):
        if is_page(path):
            return None
        found = tuple(code_citations(text))
        return ItemsFile(NAME, path, tags=found) if found else None
    above, _, name = rest.rpartition("/")
    if not above:
        return None
    feature = above.rpartition("/")[2]
    details = (("root", root), ("folder", f"{root}{folder}{above}"), ("feature", feature))
    if name in _STATING:
        items, unread = read_requirements(lines_of(text), feature)
        items = [item._replace(details=(*item.details, *details)) for item in items]
        if not items and text.strip():
            unread = [Unread(name, _NO_REQUIREMENT, Place(1, 1, 1), is_limit=True)]
        return ItemsFile(NAME, path, tuple(items), (), tuple(unread)) if items or unread else None
    if name == "design.md":
        properties = tuple(
            property._replace(details=(*property.details, *details)) for property in _properties(text, feature)
        )
        return ItemsFile(NAME, path, properties, is_candidate=True) if properties else None
    if name == "tasks.md":
        tags = tuple(tasks_citations(path, text))
        return ItemsFile(NAME, path, tags=tags) if tags else None
    return None


def _properties(text: str, feature: str) -> list[Item]:
    """The properties of a design that say which requirements they validate."""
    lines = lines_of(text)
    plain = list(outside_fences(lines))
    starts = [(at, one) for at, (_, line) in enumerate(plain) if (one := _PROPERTY.match(line))]
    items: list[Item] = []
    for place, (at, found) in enumerate(starts):
        end = starts[place + 1][0] if place + 1 < len(starts) else len(plain)
        below = plain[at:end]
        cites = tuple(Cited("implements", written, where) for written, where in validated(below))
        if not cites:
            continue
        first = plain[at][0]
        last = last_written(lines, first, max(cited.place.line for cited in cites))
        items.append(
            Item(
                f"{feature}/{PROPERTY}{found[1]}",
                found[2].strip(),
                "property",
                "in force",
                section_text(lines, first + 1, last),
                first,
                last,
                len(lines[last - 1].encode()) + 1,
                (),
                cites,
                details=(("number", f"{PROPERTY}{found[1]}"),),
            )
        )
    return items
