"""Parses the tags of OpenFastTrace in any file: `[impl->dsn~login~1]`, `[dsn->req~login~1>>impl,utest]`."""

import re

from compiler.languages.requirements.formats.openfasttrace.ids import (
    ID,
    NAME,
    TYPE,
    TYPES,
    OftId,
    canonical,
    listed_types,
    parse_id,
    revision_of,
)
from compiler.languages.requirements.formats.records import Cited, Item, Need, Place, Tag, Unread

_TAG = re.compile(rf"\[\s*({TYPE})(?:~({NAME})?~(\d+))?\s*->\s*({ID})\s*(?:>>\s*({TYPES})\s*)?\]")
# What was meant as a tag: an arrow behind an artifact type, and before an id or the beginning of one.
_LIKE_TAG = re.compile(rf"\[\s*{TYPE}(?:~[^\[\]\s]*)?\s*(?:->|=>|-->)\s*{TYPE}[~:][^\]\n]{{1,200}}\]?")

_RIGHT = "a tag is written [impl->dsn~name~1]"


def is_promising(text: str) -> bool:
    """Whether a text may have a tag: a quick check that spares most code a look at each line."""
    return "~" in text and "->" in text and bool(_LIKE_TAG.search(text))


def read_tags(text: str) -> tuple[list[Tag], list[Item], list[Unread]]:
    """Return the tags of a file, the tags that are items since they need coverage themselves, and what looks like a
    tag and is none."""
    tags: list[Tag] = []
    items: list[Item] = []
    unread: list[Unread] = []
    for at, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")):
        if "~" not in line or "[" not in line:
            continue
        taken: set[int] = set()
        for found in _TAG.finditer(line):
            taken.add(found.start())
            one = _tag(found, at + 1, line)
            (items if isinstance(one, Item) else tags).append(one)  # type: ignore[arg-type]
        others = (match for match in _LIKE_TAG.finditer(line) if match.start() not in taken)
        unread += [Unread(other[0], _RIGHT, _place(line, at + 1, *other.span())) for other in others]
    return tags, items, unread


def _tag(found: "re.Match[str]", number: int, line: str) -> Tag | Item:
    """The tag; an item if it needs coverage. Without a name it has that of the item that it covers, without a revision
    the revision 0."""
    kind, name, revision, written, needed = found.groups()
    cited = Cited("implements", canonical(written), _place(line, number, *found.span(4)))
    covered = parse_id(written)
    own = OftId(kind, name or (covered.name if covered else ""), revision_of(revision or ""))
    if needed is None:
        return Tag(kind, str(own) if name else "", cited)
    place = _place(line, number, *found.span(5))
    needs = tuple(Need(type_, place) for type_ in listed_types(needed))
    end = len(line[: found.end()].encode()) + 1
    return Item(str(own), "", kind, "approved", "", number, number, end, needs, (cited,))


def _place(line: str, number: int, start: int, end: int) -> Place:
    return Place(number, len(line[:start].encode()) + 1, len(line[:end].encode()) + 1)
