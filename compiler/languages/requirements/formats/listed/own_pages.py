"""Reads a page that is one requirement: its front matter has the id, or its name is the id."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.requirements.formats.listed.cells import ids_in, plain_text, whole_id
from compiler.languages.requirements.formats.listed.format import OWN_FOLDER, is_numbered
from compiler.languages.requirements.formats.listed.ids import is_id, is_of_requirement, kind_of
from compiler.languages.requirements.formats.listed.maps import read_map
from compiler.languages.requirements.formats.listed.page import Page, Statement
from compiler.languages.requirements.formats.listed.settling import FROM_PAGE
from compiler.languages.requirements.formats.listed.words import meaning_of, names_other, names_requirements, plain_name
from compiler.languages.requirements.formats.outline import last_written, place_in, section_text
from compiler.languages.requirements.formats.records import Cited

MAX_FIELDS = 100  # lines of a front matter
_FIELD = re.compile(r"[ \t]*+(?P<name>[A-Za-z][\w -]{0,40}):(?:[ \t]+(?P<value>\S.*))?$")
_LISTED = re.compile(r"[ \t]*+-[ \t]+(?P<value>\S.*)$")
_OF_LIST = re.compile(r"[ \t]*+-[ \t]+(?:id|uid|key)[ \t]*:", re.IGNORECASE)
_IDS = frozenset({"id", "uid", "identifier", "req id", "requirement id"})
_KINDS = frozenset({"type", "kind", "artifact type"})
_ANY_ID = re.compile(r"[A-Za-z][\w.-]{2,59}")  # of a page that says that it is a requirement


class _Field(NamedTuple):
    name: str
    value: str
    line: int


class _Own(NamedTuple):
    """What a page says of the requirement that it is: its id, the field that states it (None if its name does), and
    whether it says that it is a requirement."""

    key: str
    stated: _Field | None
    is_declared: bool


def read_own_page(page: Page) -> None:
    """Add the requirement that the page is, if it is one. Those of its kind that it lists are cited there; those of
    other kinds stay beside a page that says that it is a requirement."""
    fields = list(_front_matter(page.lines))
    title = next((heading.text for heading in page.headings.listed if heading.depth == 1), "")
    own = _own(page, fields, title)
    if own is None:
        return
    others = [item for item in page.items if kind_of(item.id) != kind_of(own.key)]
    if others and not own.is_declared:
        return  # a list of requirements, with an id of its own
    page.items[:] = others
    said = {field.name: plain_text(field.value).strip("\"'") for field in reversed(fields)}
    meanings = {meaning_of(name): value for name, value in reversed(said.items()) if value}
    page.add(
        Statement(
            id=own.key,
            title=said.get("title") or title,
            text=_text(page) or said.get("title") or title,
            first=own.stated.line if own.stated else 1,
            last=last_written(page.lines, 1, len(page.lines)),
            status=meanings.get("status", "") or _section(page, "status"),
            level=meanings.get("level", ""),
            parents=list(_parents(page, fields)),
            basis=f"a page {'with its id in the front matter' if own.stated else 'that is named as its id or number'}",
            rank=FROM_PAGE - page.is_lesson,
        )
    )


def read_front_matter(page: Page) -> None:
    """Add the requirements that a list in the front matter of a page states. Its lines state nothing else."""
    if page.lines[0].rstrip() != "---" or "---" not in page.lines[1:MAX_FIELDS]:
        return
    end = page.lines.index("---", 1)
    page.plain[:] = [(number, line) for number, line in page.plain if number > end]
    if any(_OF_LIST.match(line) for line in page.lines[1:end]):
        found = read_map(page.path, "\n".join(["", *page.lines[1:end]]))
        page.items += found.items if found else ()
        page.tags += found.tags if found else ()


def _own(page: Page, fields: list[_Field], title: str) -> _Own | None:
    """What the page says of the requirement that it is; None if it is none, or only about one."""
    stated = next((field for field in fields if field.name in _IDS), None)
    if stated is None:
        key = _name_of(page.path, title)
        if key not in title:
            return None  # the page is about the requirement
    else:
        key = whole_id(stated.value)
    is_declared = stated is not None and any(
        field.name in _KINDS and plain_text(field.value).strip("\"'").lower() == "requirement" for field in fields
    )
    if stated and is_declared and not key:
        written = plain_text(stated.value).strip("\"'")
        key = written if _ANY_ID.fullmatch(written) else ""
    if key and (is_declared or _is_meant(page, key, title, is_stated=stated is not None)):
        return _Own(key, stated, is_declared)
    return None


def _is_meant(page: Page, key: str, title: str, *, is_stated: bool) -> bool:
    """Whether a page with an id is a requirement, and no other record."""
    if names_other(title) and not (names_requirements(title) or title.startswith(key)):
        return False
    is_placed = page.is_in_folder or OWN_FOLDER.search(page.path) is not None
    return is_of_requirement(key) or (is_placed and (is_stated or title.startswith(key)))


def _parents(page: Page, fields: list[_Field]) -> Iterator[Cited]:
    """Give the requirements that fields name as those above this one."""
    for field in fields:
        if meaning_of(field.name) == "parent":
            line = page.lines[field.line - 1]
            for cited, start, end in ids_in(line):
                yield Cited("refines", cited, place_in(line, field.line, start, end))


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
