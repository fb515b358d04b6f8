"""Reads StrictDoc's markdown: a heading with metadata that has a UID is a node."""

import re
from collections.abc import Sequence

from compiler.languages.requirements.formats.outline import outside_fences
from compiler.languages.requirements.formats.strictdoc.nodes import Document, Field, Node, Relation

_HEADING = re.compile(r"(#+)[ \t]+(\S.*)")
_FIELD = re.compile(r"\*\*([A-Za-z][\w -]*)\*\*:[ \t]*(.*)")
_TYPED = re.compile(r"\*\*Type\*\*:", re.IGNORECASE)
_PAIR = re.compile(r"(?:- |[ ]{2})\*\*(Type|ID|Role)\*\*:[ \t]*(.*)", re.IGNORECASE)
_RELATIONS = "RELATIONS"
_DEFAULT_TAG = "REQUIREMENT"


def read_page(text: str) -> Document:
    """Return the nodes of a page. Its title, in a heading of the first level, is no node. A section may hold nodes
    without headings, each of which begins with its type."""
    lines = text.split("\n")
    document = Document(lines)
    free = {number - 1 for number, _ in outside_fences(lines)}
    is_code = [at not in free for at in range(len(lines))]
    headings = [(at, found) for at, line in enumerate(lines) if not is_code[at] and (found := _HEADING.fullmatch(line))]
    titles: list[tuple[int, str]] = []
    for number, (at, found) in enumerate(headings):
        end = headings[number + 1][0] if number + 1 < len(headings) else len(lines)
        depth, title = len(found[1]), found[2].strip()
        while titles and titles[-1][0] >= depth:
            titles.pop()
        if depth > 1:
            section = tuple(title for _, title in titles)
            _add_nodes(document, is_code, at, end, title, section)
            titles.append((depth, title))
    return document


def _add_nodes(
    document: Document, is_code: Sequence[bool], at: int, end: int, title: str, section: tuple[str, ...]
) -> None:
    """Add the node of a heading, and those without headings below it."""
    lines = document.lines
    starts = [
        place
        for place in range(at + 1, end)
        if not is_code[place] and not lines[place - 1].strip() and _TYPED.match(lines[place])
    ]
    whole = _node(lines, is_code, at, at + 1, end)
    is_section = whole.tag == "SECTION"
    if not is_section or len(starts) < 2:
        whole.fields.insert(0, Field("TITLE", title, at + 1))
        nodes = [whole]
    else:  # the first type is that of the section
        nodes = [
            _node(lines, is_code, start, start, stop)
            for start, stop in zip(starts[1:], [*starts[2:], end], strict=True)
        ]
    for node in nodes:
        node.section = (*section, title) if node is not whole else section
        if any(field.name == "UID" for field in node.fields):
            document.nodes.append(node)


def _node(lines: Sequence[str], is_code: Sequence[bool], at: int, start: int, end: int) -> Node:
    """The node that begins at a line, with its metadata from `start` and its lines before `end`."""
    last = end
    while last > at + 1 and not lines[last - 1].strip():
        last -= 1
    node = Node(_DEFAULT_TAG, at + 1, last)
    place = start
    while place < last and not lines[place].strip():
        place += 1
    place = _metadata(node, lines, place, last)
    if node.value("TYPE"):
        node.tag = node.value("TYPE").upper()
        node.fields = [field for field in node.fields if field.name != "TYPE"]
    name, first, part = "STATEMENT", place, [""]
    for number in range(place, last):
        line = lines[number]
        said = None if is_code[number] or lines[number - 1].strip() else _FIELD.match(line)
        if said:
            _add(node, name, part, first)
            name, first, part = said[1].upper(), number, [said[2]]
        else:
            part.append(line)
    _add(node, name, part, first)
    return node


def _metadata(node: Node, lines: Sequence[str], place: int, last: int) -> int:
    """Read the fields below a heading up to the first blank line; return where the content begins. Without a UID or a
    type there are none."""
    start = place
    while place < last and lines[place].strip():
        place += 1
    block = [line.rstrip().removesuffix("\\").rstrip() for line in lines[start:place]]
    if not block or not any((said := _FIELD.match(line)) and said[1].upper() in ("UID", "TYPE") for line in block):
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
