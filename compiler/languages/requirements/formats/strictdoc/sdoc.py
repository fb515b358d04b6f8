"""Reads a document `*.sdoc` line by line: nodes, fields over one line or several, relations, sections.

The program stops at the first mistake of a document. Here a mistake costs the node that it is in.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence

from compiler.languages.requirements.formats.strictdoc.grammar import default_grammar, imported, problems, read_grammar
from compiler.languages.requirements.formats.strictdoc.nodes import PROSE, Document, Field, Node, Relation

_NODE = re.compile(r"(\[\[?)(/?)([A-Z][A-Z0-9_-]*)(\]\]?)[ \t]*")
_FIELD = re.compile(r"([A-Za-z_][\w -]*):(?:[ \t]+(.*))?")
_RELATIONS = ("RELATIONS", "REFS")
_BEGIN, _END = ">>>", "<<<"
_PAIR = re.compile(r"(?:- |[ ]{2})([A-Z_]+):[ \t]*(.*)")
MAX_SECTIONS = 100  # in one another
_OLD_COMPOSITES = ("SECTION", "COMPOSITE_REQUIREMENT")  # which single brackets open too
_FREETEXT = "FREETEXT"


def read_document(text: str) -> Document:
    """Return the nodes of a document, and the lines that state nothing."""
    reader = _Reader(text.split("\n"))
    reader.read()
    return reader.document


def _next(places: Sequence[int], at: int) -> int | None:
    """The first of some places that is not before `at`; None if there is none."""
    found = bisect_left(places, at)
    return places[found] if found < len(places) else None


class _Reader:
    """Reads lines; `at` is the next one, counted from 0."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 0
        self.ends = [at for at, line in enumerate(lines) if line.rstrip() == _END]
        self.begins = [at for at, line in enumerate(lines) if line[:1] == "[" and _NODE.fullmatch(line)]
        self.document = Document(lines)
        self.grammar = default_grammar() if "[GRAMMAR]" not in lines else None
        self.open: list[tuple[str, str]] = []  # the nodes that others may stand in: tag and title
        self.node: Node | None = None
        self.is_lost = False  # whether lines are those of a node whose beginning is damaged

    def read(self) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if not line.strip():
                continue
            if found := _NODE.fullmatch(line):
                self._begin(found)
            elif line.startswith("["):  # the beginning of a node that is damaged: what follows is not of the last one
                self._finish()
                self.is_lost = True
                self.document.refuse(self.at, "it is neither a field nor a node")
            elif self.node is not None and (said := _FIELD.fullmatch(line)):
                self._field(said[1], (said[2] or "").strip())
            elif not self.is_lost:
                self.document.refuse(self.at, "it is neither a field nor a node")
        self._finish()

    def _begin(self, found: "re.Match[str]") -> None:
        """Read the line that begins or ends a node."""
        self._finish()
        self.is_lost = False
        number, tag = self.at, found[3]
        if found[2]:
            while self.open and self.open[-1][0] != tag and any(open_tag == tag for open_tag, _ in self.open):
                self.open.pop()
            if self.open and self.open[-1][0] == tag:
                self.open.pop()
            else:
                self.document.refuse(number, f"no {tag} is open")
        elif tag == "GRAMMAR":
            self._grammar()
        elif tag == _FREETEXT:
            self._skip_to(f"[/{_FREETEXT}]")
        else:
            self.node = Node(tag, number, number, tuple(title for _, title in self.open if title))
            if (len(found[1]) == 2 or tag in _OLD_COMPOSITES) and len(self.open) < MAX_SECTIONS:
                self.open.append((tag, ""))

    def _grammar(self) -> None:
        first = self.at
        while self.at < len(self.lines) and not _NODE.fullmatch(self.lines[self.at]):
            self.at += 1
        lines = self.lines[first : self.at]
        self.grammar = read_grammar(lines)
        if name := imported(lines):
            line = next(at for at, line in enumerate(lines, first + 1) if line.startswith("IMPORT_FROM_FILE:"))
            self.document.grammar = name, line

    def _skip_to(self, end: str) -> None:
        """Pass over lines of text, to the line that ends them or to the next node."""
        while self.at < len(self.lines) and not _NODE.fullmatch(self.lines[self.at]):
            self.at += 1
        if self.at < len(self.lines) and self.lines[self.at].strip() == end:
            self.at += 1

    def _field(self, name: str, value: str) -> None:
        """Read a field of the node, in the line before `at`."""
        node, number = self.node, self.at
        if node is None:
            return
        if name in _RELATIONS and not value:
            self._relations(node)
        elif not value and node.tag in PROSE:  # options, metadata and views of a document
            while self.at < len(self.lines) and self.lines[self.at].startswith(("  ", "- ")):
                self.at += 1
        elif value == _BEGIN:
            node.fields.append(Field(name, self._lines(number), number))
        else:
            node.fields.append(Field(name, value, number))
        if name == "TITLE" and self.open and self.open[-1] == (node.tag, ""):
            self.open[-1] = (node.tag, value)
        node.last = self.at

    def _lines(self, number: int) -> str:
        """The lines of a field up to its end. What ends nowhere ends at the next node."""
        first = self.at
        end, inner = _next(self.ends, first), _next(self.begins, first)
        if end is None:
            self.document.refuse(number, f"no {_END} ends it")
            self.at = inner if inner is not None else len(self.lines)
            return "\n".join(self.lines[first : self.at])
        if (
            inner is not None
            and inner < end
            and any(self.lines[at].endswith(f": {_BEGIN}") for at in range(inner, end))
        ):
            self.document.refuse(inner + 1, f"it stands in the text that begins in line {number}: is {_END} missing?")
        self.at = end + 1
        return "\n".join(self.lines[first:end])

    def _relations(self, node: Node) -> None:
        pairs: dict[str, tuple[str, int]] = {}
        while self.at < len(self.lines) and (found := _PAIR.fullmatch(self.lines[self.at].rstrip())):
            if self.lines[self.at].startswith("- "):
                self._relation(node, pairs)
                pairs = {}
            self.at += 1
            pairs[found[1]] = found[2].strip(), self.at
        self._relation(node, pairs)

    def _relation(self, node: Node, pairs: dict[str, tuple[str, int]]) -> None:
        kind, first = pairs.get("TYPE", ("", 0))
        value, line = pairs.get("VALUE") or pairs.get("PATH") or ("", 0)
        if kind and value:
            node.relations.append(Relation(kind, value, pairs.get("ROLE", ("", 0))[0], line))
        elif pairs:
            self.document.refuse(first or line or self.at, "a relation has a TYPE and a VALUE")

    def _finish(self) -> None:
        """Add the node that ends here."""
        node, self.node = self.node, None
        if node is None:
            return
        self.document.nodes.append(node)
        if self.grammar is not None and node.tag not in PROSE:
            for line, reason in problems(node, self.grammar):
                self.document.refuse(line, reason)
