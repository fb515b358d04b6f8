"""Reads a page that is one requirement: its front matter has the id, or its name is the id."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.requirements.formats.listed.cells import ids_in, plain_text, whole_id
from compiler.languages.requirements.formats.listed.format import OWN_FOLDER, OWN_PLACE, is_numbered
from compiler.languages.requirements.formats.listed.ids import is_id, is_of_requirement, kind_of
from compiler.languages.requirements.formats.listed.page import Page, Statement
from compiler.languages.requirements.formats.listed.settling import FROM_PAGE
from compiler.languages.requirements.formats.listed.words import meaning_of, names_other, names_requirements, plain_name
from compiler.languages.requirements.formats.outline import last_written, place_in, section_text
from compiler.languages.requirements.formats.records import Cited

MAX_FIELDS = 100  # lines of a front matter
_FIELD = re.compile(r"[ \t]*+(?P<name>[A-Za-z][\w -]{0,40}):(?:[ \t]+(?P<value>\S.*))?$")
_LISTED = re.compile(r"[ \t]*+-[ \t]+(?P<value>\S.*)$")
_IDS = frozenset({"id", "uid", "identifier", "req id", "requirement id"})
_KINDS = frozenset({"type", "kind", "artifact type"})
_ANY_ID = re.compile(r"[A-Za-z][\w.-]{2,59}")  # of a page that says that it is a requirement


class _Field(NamedTuple):
    name: str
    value: str
    line: int


def read_own_page(page: Page) -> None:
    """Add the requirement that the page is, if it is one. Those of its kind that it lists are cited there; those of
    other kinds stay beside a page that says that it is a requirement."""
    fields = list(_front_matter(page.lines))
    title = next((heading.text for heading in page.headings.listed if heading.depth == 1), "")
    stated = next((field for field in fields if field.name in _IDS), None)
    key = whole_id(stated.value) if stated else _name_of(page.path, title)
    is_declared = stated is not None and any(
        field.name in _KINDS and plain_text(field.value).strip("\"'").lower() == "requirement" for field in fields
    )
    if stated and is_declared and not key:
        written = plain_text(stated.value).strip("\"'")
        key = written if _ANY_ID.fullmatch(written) else ""
    is_other = names_other(title) and not (names_requirements(title) or title.startswith(key))
    is_placed = page.is_in_folder or OWN_FOLDER.search(page.path) is not None
    is_meant = is_declared or (
        not is_other and (is_of_requirement(key) or (is_placed and (stated is not None or title.startswith(key))))
    )
    if not key or not is_meant:
        return
    others = [item for item in page.items if kind_of(item.id) != kind_of(key)]
    if others and not is_declared:
        return  # a list of requirements, with an id of its own
    if not stated and key not in title:
        return  # the page is about the requirement
    page.items[:] = others
    said = {field.name: plain_text(field.value).strip("\"'") for field in reversed(fields)}
    parents = [
        Cited("refines", cited, place_in(page.lines[field.line - 1], field.line, start, end))
        for field in fields
        if meaning_of(field.name) == "parent"
        for cited, start, end in ids_in(page.lines[field.line - 1])
    ]
    meanings = {meaning_of(name): value for name, value in reversed(said.items()) if value}
    text = _text(page)
    page.add(
        Statement(
            id=key,
            title=said.get("title") or title,
            text=text or said.get("title") or title,
            first=stated.line if stated else 1,
            last=last_written(page.lines, 1, len(page.lines)),
            status=meanings.get("status", "") or _section(page, "status"),
            level=meanings.get("level", ""),
            fields=[],
            parents=parents,
            basis="a page that is named as its id or number"
            if stated is None
            else "a page with its id in the front matter",
            place=OWN_PLACE,
            rank=FROM_PAGE,
        )
    )


def _name_of(path: str, title: str) -> str:
    """The id that the name of a page is, or whose number it is: `requirements/LAMP/007.md` with the title
    `LAMP-007 Glow`. "" if it is none."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    first = title.partition(" ")[0].rstrip(":.")
    if is_numbered(path):
        return first if is_id(first) and first.endswith(name) else ""
    return name if is_id(name) else ""


def _front_matter(lines: list[str]) -> Iterator[_Field]:
    """Give the fields of the front matter, also those inside of others; each value of a list is one of its own."""
    if lines[0].rstrip() != "---":
        return
    name = ""
    for number, line in enumerate(lines[1:MAX_FIELDS], 2):
        if line.rstrip() in ("---", "..."):
            return
        if found := _FIELD.match(line):
            name = plain_name(found["name"])
            yield _Field(name, found["value"] or "", number)
        elif found := _LISTED.match(line):
            yield _Field(name, found["value"], number)


def _section(page: Page, name: str) -> str:
    """The first line of the section of this name; "" without one."""
    line = next((heading.line for heading in page.headings.listed if plain_name(heading.text) == name), len(page.lines))
    end = page.headings.next_line(line) or len(page.lines) + 1
    return plain_text(next(filter(str.strip, page.lines[line : end - 1]), ""))


def _text(page: Page) -> str:
    """The text of the section that is named after requirements, else of the first one that has some."""
    ends = [*(heading.line for heading in page.headings.listed), len(page.lines) + 1][1:]
    sections = [
        (names_requirements(heading.text), section_text(page.lines, heading.line + 1, end - 1))
        for heading, end in zip(page.headings.listed, ends, strict=True)
    ]
    texts = [text for is_named, text in sections if is_named and text] + [text for _, text in sections if text]
    return plain_text(texts[0]) if texts else ""
