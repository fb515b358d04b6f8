"""Reads what a change would do to a capability: sections `ADDED`, `MODIFIED`, `REMOVED` and `RENAMED Requirements`."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from compiler.languages.requirements.formats.openspec.capabilities import requirement
from compiler.languages.requirements.formats.openspec.places import Located
from compiler.languages.requirements.formats.outline import (
    Heading,
    Slugs,
    headings_of,
    headings_within,
    lines_within,
    outside_fences,
    place_in,
    place_of,
)
from compiler.languages.requirements.formats.records import Cited, Item, Unread
from compiler.text.headings import heading_text

OPERATIONS = ("ADDED", "MODIFIED", "REMOVED", "RENAMED")
_VERB = {"MODIFIED": "modifies", "REMOVED": "removes", "RENAMED": "renames"}
_STATUS = {"ADDED": "proposed", "MODIFIED": "proposed", "REMOVED": "to be removed", "RENAMED": "to be renamed"}
_SECTIONS = {f"{operation.lower()} requirements": operation for operation in OPERATIONS}
_LABEL = re.compile(r"Requirement:", re.IGNORECASE)
_JOINED = re.compile(r"###(?=Requirement:)", re.IGNORECASE)
_BULLET = re.compile(r"[ \t]*[-*+][ \t]+`?###[ \t]*Requirement:[ \t]*([^`]*)`?[ \t]*$", re.IGNORECASE)
_PAIR = re.compile(
    r"[ \t]*(?:[-*+][ \t]+)?(FROM|TO):[ \t]*`?###[ \t]*Requirement:[ \t]*([^`]*)`?[ \t]*$", re.IGNORECASE
)
_FIELD = re.compile(r"[ \t]*\*\*(Reason|Migration)\*?\*?[ \t]*:[ \t]*\*?\*?[ \t]*([^\n]*)", re.IGNORECASE)


def read_delta(lines: Sequence[str], place: Located) -> tuple[list[Item], list[Unread]]:
    """Return what a change says of the requirements of a capability, one item each, and what says nothing."""
    lines = [_JOINED.sub("### ", line, count=1) if line.startswith("###") else line for line in lines]
    headings = headings_of(lines)
    plain = list(outside_fences(lines))
    slugs = Slugs()
    items: list[Item] = []
    unread: list[Unread] = []
    for section in (heading for heading in headings if heading.level == 2):
        operation = _SECTIONS.get(" ".join(section.text.casefold().split()), "")
        inside = [heading for heading in headings_within(headings, section.line, section.last) if heading.level == 3]
        if not operation:
            reason = "it stands in no section such as '## ADDED Requirements'"
            unread += [_unread(lines, heading, reason) for heading in inside if _LABEL.match(heading.text)]
            continue
        found = list(_items(lines, plain, headings, section, inside, operation, place, slugs))
        items += found
        if operation != "RENAMED":
            reason = "a requirement of a change is written '### Requirement: name'"
            unread += [_unread(lines, heading, reason) for heading in inside if not _LABEL.match(heading.text)]
        if not found:
            unread.append(_unread(lines, section, "it names no requirement"))
    if place.is_archived:
        unread = []
    elif not any(heading.level == 2 for heading in headings) and headings:
        unread.append(_unread(lines, headings[0], "it has no section such as '## ADDED Requirements'"))
    return items, unread


def _items(
    lines: Sequence[str],
    plain: Sequence[tuple[int, str]],
    headings: Sequence[Heading],
    section: Heading,
    inside: Sequence[Heading],
    operation: str,
    place: Located,
    slugs: Slugs,
) -> Iterator[Item]:
    if operation == "RENAMED":
        yield from _renamed(lines, lines_within(plain, section.line, section.last), place, slugs)
        return
    listed: dict[int, str] = {}  # names in a list, by line
    if operation == "REMOVED":
        for number, line in lines_within(plain, section.line, section.last):
            if found := _BULLET.match(line):
                listed[number] = heading_text(found[1])
    entries = list(listed)
    for heading in inside:
        if _LABEL.match(heading.text):
            following = entries[bisect_right(entries, heading.line) :][:1]
            last = min([heading.last, *(number - 1 for number in following)])
            item = requirement(lines, headings, heading._replace(last=last), "", operation.lower(), "")
            yield _of_change(item, item.title, operation, place, slugs, lines, heading.line)
    for number, name in listed.items():
        item = Item("", name, "removed", "", "", number, number, len(lines[number - 1].encode()) + 1)
        yield _of_change(item, name, operation, place, slugs, lines, number)


def _renamed(lines: Sequence[str], inside: Sequence[tuple[int, str]], place: Located, slugs: Slugs) -> Iterator[Item]:
    """The pairs `FROM` and `TO` among the lines of a section."""
    before, first = "", 0
    for number, line in inside:
        found = _PAIR.match(line)
        if found and found[1].upper() == "FROM":
            before, first = heading_text(found[2]), number
        elif found and before:
            after = heading_text(found[2])
            item = Item("", before, "renamed", "", "", first, number, len(line.encode()) + 1)
            item = item._replace(fields=(("renamed_to", after),), details=(("renamed_to", after),))
            yield _of_change(item, before, "RENAMED", place, slugs, lines, first)
            before = ""


def _of_change(
    item: Item, name: str, operation: str, place: Located, slugs: Slugs, lines: Sequence[str], number: int
) -> Item:
    """The item as what a change says. What takes a requirement away needs no scenarios."""
    line = lines[number - 1]
    start = max(line.find(name), 0) if name else 0
    where = place_in(line, number, start, start + len(name)) if name else place_of(lines, number)
    verb = _VERB.get(operation, "")
    native_id = f"{place.change}/{place.capability}/{slugs.of(name)}"
    fields = [
        ("capability", place.capability),
        ("change", place.change),
        ("operation", operation),
        *item.fields,
    ]
    if operation == "REMOVED":
        fields += [
            (found[1].lower(), found[2].strip()) for line in item.text.split("\n") if (found := _FIELD.match(line))
        ]
    return item._replace(
        id=native_id,
        title=name,
        status="archived" if place.is_archived else _STATUS[operation],
        needs=item.needs if operation in ("ADDED", "MODIFIED") else (),
        cites=(Cited("refines", place.change, where), *((Cited(verb, name, where),) if verb else ())),
        fields=tuple(fields),
        details=(
            *(detail for detail in item.details if detail[0] != "name"),
            ("name", name),
            ("root", place.root),
            ("capability", place.capability),
            ("change", place.change),
            ("operation", operation),
        ),
    )


def _unread(lines: Sequence[str], heading: Heading, reason: str) -> Unread:
    return Unread(lines[heading.line - 1].strip(), reason, place_of(lines, heading.line))
