"""Reads the page of a capability: each heading of the third level in the section `Requirements` is a requirement, each
heading below one is a scenario of it."""

import re
from collections.abc import Iterator, Sequence

from compiler.languages.requirements.formats.openspec.places import Located
from compiler.languages.requirements.formats.outline import (
    Heading,
    Slugs,
    headings_of,
    headings_within,
    last_written,
    outside_fences,
    place_of,
    section_text,
)
from compiler.languages.requirements.formats.records import Item, Need, Unread

_LABEL = re.compile(r"Requirement:[ \t]*", re.IGNORECASE)
_SCENARIO = re.compile(r"Scenario:[ \t]*", re.IGNORECASE)
_JOINED = re.compile(r"###Requirement:", re.IGNORECASE)
SECTION = "requirements"


def read_capability(lines: Sequence[str], place: Located) -> tuple[list[Item], list[Unread]]:
    """Return the requirements of a capability, and what looks like one and is none."""
    headings = headings_of(lines)
    section = next((heading for heading in headings if heading.level == 2 and heading.text.casefold() == SECTION), None)
    inside = range(section.line, section.last + 1) if section else range(0)
    slugs = Slugs()
    items = [
        requirement(
            lines, headings, heading, f"{place.capability}/{slugs.of(name_of(heading))}", "requirement", "in force"
        )
        for heading in headings
        if heading.level == 3 and heading.line in inside
    ]
    details = (("root", place.root), ("capability", place.capability))
    items = [item._replace(details=(*item.details, *details)) for item in items]
    return items, list(_unread(lines, headings, section, inside))


def _unread(
    lines: Sequence[str], headings: Sequence[Heading], section: Heading | None, inside: range
) -> Iterator[Unread]:
    if section is None and headings:
        reason = "a capability has its requirements in a section '## Requirements'"
        yield Unread(lines[headings[0].line - 1].strip(), reason, place_of(lines, headings[0].line))
    elif section:
        for heading in headings:
            if heading.level == 3 and heading.line not in inside and _LABEL.match(heading.text):
                reason = "it stands outside of the section '## Requirements'"
                yield Unread(lines[heading.line - 1].strip(), reason, place_of(lines, heading.line))
    for number, line in outside_fences(lines):
        if _JOINED.match(line):
            yield Unread(line.strip(), "a heading has a blank behind its number signs", place_of(lines, number))


def name_of(heading: Heading) -> str:
    """The name of a requirement: its heading without `Requirement:`."""
    return _LABEL.sub("", heading.text, count=1).strip() if _LABEL.match(heading.text) else heading.text


def requirement(
    lines: Sequence[str], headings: Sequence[Heading], heading: Heading, native_id: str, level: str, status: str
) -> Item:
    """Return the requirement below a heading, with its scenarios as what it needs."""
    scenarios = list(_scenarios(headings, heading))
    end = scenarios[0].line - 1 if scenarios else heading.last
    last = last_written(lines, heading.line, heading.last)
    slugs = Slugs()
    taken: dict[str, int] = {}
    needs = []
    for scenario in scenarios:
        name = _SCENARIO.sub("", scenario.text, count=1).strip() if _SCENARIO.match(scenario.text) else scenario.text
        label = slugs.of(name)
        taken[label] = taken.get(label, 0) + 1
        label += f"#{taken[label]}" if taken[label] > 1 else ""
        body = section_text(lines, scenario.line + 1, scenario.last)
        needs.append(Need(label, place_of(lines, scenario.line), f"{name}\n{body}".strip()))
    name = name_of(heading)
    return Item(
        native_id,
        name,
        level,
        status,
        section_text(lines, heading.line + 1, end),
        heading.line,
        last,
        len(lines[last - 1].encode()) + 1,
        tuple(needs),
        details=(("name", name), *((("is_unlabelled", "true"),) if not _LABEL.match(heading.text) else ())),
    )


def _scenarios(headings: Sequence[Heading], heading: Heading) -> Iterator[Heading]:
    """The headings below a requirement that are in no other one below it."""
    end = heading.line
    for inner in headings_within(headings, heading.line, heading.last):
        if inner.line > end:
            yield inner
            end = inner.last
