"""Nodes of both markups as items: id, fields, relations."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.requirements.formats.records import Cited, Item, ItemsFile, Place, Unread

NAME = "strictdoc"
PROSE = frozenset(["TEXT", "SECTION", "DOCUMENT", "DOCUMENT_FROM_FILE", "GRAMMAR", "FREETEXT"])  # no requirements
# Relations without a role, and words of roles, by the kind of link that they are.
_KINDS = (
    ("verifies", ("verif", "test", "valid", "check")),
    ("refines", ("refine", "deriv", "detail", "decompos")),
)
CHILD, FILE = "Child", "File"
PROJECT, IMPORT, CHECKED, GRAMMAR = "project", "import", "node", "grammar"  # names of settings
MAX_CHOICE = 200  # characters of a value that is held against a grammar


class Field(NamedTuple):
    """A field of a node: its name, its value, and the line of its name."""

    name: str
    value: str
    line: int


class Relation(NamedTuple):
    """A relation of a node: its type, what it names, its role, and the line of what it names."""

    type: str
    value: str
    role: str
    line: int


@dataclass(slots=True)
class Node:
    """A node of a document, in the lines `first` to `last`. `section` are the titles above it."""

    tag: str
    first: int
    last: int
    section: tuple[str, ...] = ()
    fields: list[Field] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)

    def value(self, name: str) -> str:
        """The value of a field; the first of several, "" of none."""
        return next((stated.value for stated in self.fields if stated.name == name), "")


@dataclass(slots=True)
class Document:
    """What a file states: its lines, nodes, and what is read as text."""

    lines: Sequence[str]
    nodes: list[Node] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    grammar: tuple[str, int] = ("", 0)  # the file that its grammar is imported from, and the line that says so

    def place(self, line: int, text: str = "") -> Place:
        """The place of a text in a line; the whole line where it does not stand so."""
        whole = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        at = whole.find(text) if text else -1
        start, end = (at, at + len(text)) if at >= 0 else (0, len(whole))
        first = len(whole[:start].encode("utf-8", "surrogatepass")) + 1
        return Place(line, first, max(first, len(whole[:end].encode("utf-8", "surrogatepass")) + 1))

    def refuse(self, line: int, reason: str) -> None:
        """Note that a line states nothing."""
        self.unread.append(Unread(self.lines[line - 1].strip()[:80], reason, self.place(line)))


def node_items(path: str, document: Document) -> ItemsFile:
    """Return the nodes of a document that are requirements. One without a UID or MID has its place as its id."""
    items = tuple(_item(path, document, node) for node in document.nodes if node.tag not in PROSE)
    return ItemsFile(NAME, path, items, (), tuple(document.unread), tuple(_imports(document)))


def _imports(document: Document) -> Iterator[tuple[str, str]]:
    """The file of the grammar, and all that has to be held against it, as settings."""
    name, line = document.grammar
    if name:
        yield IMPORT, json.dumps([name, line, document.lines[line - 1].strip()[:80]])
        for node in document.nodes:
            if node.tag not in PROSE:
                fields = [(each.name, each.value[:MAX_CHOICE], each.line) for each in node.fields]
                lines = {node.first, *(each.line for each in node.fields), *(each.line for each in node.relations)}
                shown = {line: document.lines[line - 1].strip()[:80] for line in lines}
                yield CHECKED, json.dumps([node.tag, node.first, node.last, fields, node.relations, shown])


def checked_node(setting: str) -> tuple[Node, dict[int, str]]:
    """Return a node that a setting holds, and its lines."""
    tag, first, last, fields, relations, shown = json.loads(setting)
    node = Node(
        tag, first, last, (), [Field(*written) for written in fields], [Relation(*relation) for relation in relations]
    )
    return node, {int(line): text for line, text in shown.items()}


def _item(path: str, document: Document, node: Node) -> Item:
    native_id = node.value("UID") or node.value("MID") or f"{path}:{node.first}"
    return Item(
        native_id,
        node.value("TITLE"),
        node.tag,
        node.value("STATUS"),
        node.value("STATEMENT").strip("\n"),
        node.first,
        node.last,
        document.place(node.last).end,
        cites=tuple(_cites(document, node)),
        fields=tuple(_fields(node)),
        details=tuple(_details(node)),
    )


def edge_of(role: str) -> str:
    """The kind of link of a relation to a parent, by its role."""
    words = role.lower()
    return next((edge for edge, parts in _KINDS if any(part in words for part in parts)), "implements")


def _cites(document: Document, node: Node) -> Iterator[Cited]:
    for relation in node.relations:
        if relation.type != FILE:
            yield Cited(edge_of(relation.role), relation.value, document.place(relation.line, relation.value))


def _details(node: Node) -> Iterator[tuple[str, str]]:
    """The type and role of each relation that cites, in order."""
    for relation in node.relations:
        if relation.type != FILE:
            yield relation.type, relation.role


_OWN = frozenset(["UID", "TITLE", "STATUS", "STATEMENT"])


def _fields(node: Node) -> Iterator[tuple[str, str]]:
    found: dict[str, list[str]] = {}
    for stated in node.fields:
        if stated.name not in _OWN and stated.value.strip():
            found.setdefault(stated.name.lower(), []).append(stated.value.strip())
    yield from ((name, "\n\n".join(values)) for name, values in found.items())
    if node.section:
        yield "section", " / ".join(node.section)
    if files := [relation.value for relation in node.relations if relation.type == FILE]:
        yield "files", ", ".join(files)
