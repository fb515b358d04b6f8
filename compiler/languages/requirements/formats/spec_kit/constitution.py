"""Reads the constitution of a project: the principles that every feature keeps to."""

import re

from compiler.languages.requirements.formats.outline import (
    Slugs,
    headings_of,
    headings_within,
    last_written,
    section_text,
)
from compiler.languages.requirements.formats.records import Item
from compiler.text.html_comments import with_blank_html_comments

NAME = "constitution"
PRINCIPLE = "principle"
_PRINCIPLES = re.compile(r"principle|articles?\b", re.IGNORECASE)
_ROMAN = r"(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![A-Z])"  # no word such as "civil" or "ill"
_NUMBER = re.compile(
    rf"(?:(?:Principle|Article)[ \t]+)?(?:{_ROMAN}|\d{{1,3}})[.:)]?[ \t]*[:.–—-]?[ \t]+"
    r"|(?:Principle|Article)[ \t]*[:–—-][ \t]*",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"\[[A-Z][A-Z0-9_]*\]")
_VERSION = re.compile(r"\*\*Version\*\*:[ \t]*v?([\w.-]{1,40})")


def read_constitution(text: str) -> list[Item]:
    """Return the principles; none of a constitution that is still the template."""
    lines = with_blank_html_comments(text.removeprefix("\ufeff").replace("\r\n", "\n")).split("\n")
    headings = headings_of(lines)
    parts = [heading for heading in headings if heading.level == 2 and _PRINCIPLES.search(heading.text)]
    version = _VERSION.search("\n".join(lines))
    slugs = Slugs()
    items = []
    for heading in (heading for part in parts for heading in headings_within(headings, part.line, part.last)):
        if heading.level != 3:
            continue
        number = _NUMBER.match(heading.text)
        name = heading.text[number.end() :].strip() if number else heading.text
        if _PLACEHOLDER.search(heading.text) or not name:
            continue
        last = last_written(lines, heading.line, heading.last)
        items.append(
            Item(
                f"{NAME}/{slugs.of(name)}",
                name,
                PRINCIPLE,
                "in force",
                section_text(lines, heading.line + 1, last),
                heading.line,
                last,
                len(lines[last - 1].encode()) + 1,
                fields=(("version", version[1]),) if version else (),
                details=(("number", ""),),
            )
        )
    return items
