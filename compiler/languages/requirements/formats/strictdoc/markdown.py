"""Reads StrictDoc's markdown: a heading with metadata that has a UID is a node."""

import re
from collections.abc import Sequence

from compiler.languages.requirements.formats.strictdoc.nodes import Document, Field, Node, Relation

_HEADING = re.compile(r"(#+)[ \t]+(\S.*)")
_FIELD = re.compile(r"\*\*([A-Za-z][\w -]*)\*\*:[ \t]*(.*)")
_PAIR = re.compile(r"(?:- |[ ]{2})\*\*(Type|ID|Role)\*\*:[ \t]*(.*)", re.IGNORECASE)
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_RELATIONS = "RELATIONS"
_DEFAULT_TAG = "REQUIREMENT"


def read_page(text: str) -> Document:
    """Return the nodes of a page. Its title, in a heading of the first level, is no node."""
    lines = text.split("\n")
    document = Document(lines)
    headings = _headings(lines)
    titles: list[tuple[int, str]] = []
    for number, (at, found) in enumerate(headings):
        end = headings[number + 1][0] if number + 1 < len(headings) else len(lines)
        depth = len(found[1])
        while titles and titles[-1][0] >= depth:
            titles.pop()
        if depth > 1:
            node = _node(lines, at, end, found[2].strip())
            node.section = tuple(title for _, title in titles)
            if any(one.name == "UID" for one in node.fields):
                document.nodes.append(node)
            titles.append((depth, found[2].strip()))
    return document


def _headings(lines: Sequence[str]) -> list[tuple[int, "re.Match[str]"]]:
    """The headings of a page with their lines, counted from 0; none in fences."""
    found = []
    fence = ""
    for at, line in enumerate(lines):
        if mark := _FENCE.match(line):
            if not fence:
                fence = mark[1]
            elif mark[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif not fence and (one := _HEADING.fullmatch(line)):
            found.append((at, one))
    return found


def _node(lines: Sequence[str], at: int, end: int, title: str) -> Node:
    """The node of a heading, whose lines end before `end`."""
    last = end
    while last > at + 1 and not lines[last - 1].strip():
        last -= 1
    node = Node(_DEFAULT_TAG, at + 1, last)
    node.fields.append(Field("TITLE", title, at + 1))
    place = at + 1
    while place < last and not lines[place].strip():
        place += 1
    place = _metadata(node, lines, place, last)
    if node.value("TYPE"):
        node.tag = node.value("TYPE").upper()
        node.fields = [one for one in node.fields if one.name != "TYPE"]
    name, first, part = "STATEMENT", place, [""]
    for number in range(place, last):
        line = lines[number]
        if (said := _FIELD.match(line)) and not lines[number - 1].strip():
            _add(node, name, part, first)
            name, first, part = said[1].upper(), number, [said[2]]
        else:
            part.append(line)
    _add(node, name, part, first)
    return node


def _metadata(node: Node, lines: Sequence[str], place: int, last: int) -> int:
    """Read the fields below a heading up to the first blank line; return where the content begins. Without a UID there
    are none."""
    start = place
    while place < last and lines[place].strip():
        place += 1
    block = [line.rstrip().removesuffix("\\").rstrip() for line in lines[start:place]]
    if not block or not any((said := _FIELD.match(line)) and said[1].upper() == "UID" for line in block):
        return start
    pairs: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(block, start + 1):
        if said := _FIELD.match(line):
            if said[1].upper() != _RELATIONS:
                node.fields.append(Field(said[1].upper(), said[2].strip(), number))
        elif pair := _PAIR.match(line):
            if line.startswith("- "):
                _relation(node, pairs)
                pairs = {}
            pairs[pair[1].upper()] = pair[2].strip(), number
    _relation(node, pairs)
    return place


def _relation(node: Node, pairs: dict[str, tuple[str, int]]) -> None:
    value, line = pairs.get("ID", ("", 0))
    if value:
        node.relations.append(Relation(pairs.get("TYPE", ("Parent", 0))[0], value, pairs.get("ROLE", ("", 0))[0], line))


def _add(node: Node, name: str, lines: Sequence[str], at: int) -> None:
    if text := "\n".join(lines).strip():
        node.fields.append(Field(name, text, at + 1))
