"""Directives as the readers of both markups find them, and the text that belongs to each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from compiler.languages.requirements.formats.records import Place

MAX_DEPTH = 40  # of blocks in blocks
# Directives of docutils, Sphinx and common extensions, none of which is a need without an id.
_OTHERS_NAMES = """
admonition attention automodule autoclass autofunction autosummary caution centered class code-tab codeauthor
collapse compound contents container csv-table currentmodule danger data date default-domain default-role deprecated
describe dropdown envvar epigraph error exception figure footer function glossary graph grid grid-item
grid-item-card group-tab header highlight highlights hint hlist ifconfig image important include index
inheritance-diagram card list-table meta method module needarch needbar needextract needflow needgantt needlist
needpie needreport needsequence needtable needuml note only option pull-quote py:function replace role rubric
sectionauthor sectnum seealso sidebar tab tab-item tab-set table tabs tabularcolumns target-notes tip title toctree
todo todolist topic unicode versionadded versionchanged versionremoved warning eval-rst
"""
OTHERS = frozenset(_OTHERS_NAMES.split())
# Directives whose content is no markup: of docutils, Sphinx, and extensions that show code, what a program prints, or
# drawings.
_OPAQUE_NAMES = """
code code-block code-tab code-cell code-include code-example codeblock exec_code exec-code substitution-code-block
sourcecode literalinclude parsed-literal raw math uml plantuml needuml needarch mermaid graphviz digraph graph
productionlist doctest testcode testoutput testsetup testcleanup jinja highlight prompt ansi-block ipython
jupyter-execute jupyter-input jupyter-output plot bokeh-plot altair-plot asciinema command-output program-output
kroki ditaa blockdiag seqdiag actdiag nwdiag packetdiag rackdiag drawio tikz svgbob wavedrom vega vega-lite d2 dot
"""
OPAQUE = frozenset(_OPAQUE_NAMES.split())
# Directives of autodoc that show a docstring.
SHOWING = ("automodule", "autoclass", "autofunction", "automethod", "autoexception")
DEFAULT_TYPES = {"req": "R_", "spec": "S_", "impl": "I_", "test": "T_", "need": "N_"}  # with the prefix of their ids


class Row(NamedTuple):
    """A line of a block, without the indentation of the block."""

    number: int
    text: str

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip(" "))


class Option(NamedTuple):
    """An option of a directive, and the lines that it stands in."""

    name: str
    value: str
    first: int
    last: int


@dataclass(slots=True)
class Directive:
    """A directive that may be a need. `fence` is ":" for one between colons, "" in reStructuredText. `problem` says why
    the program refuses it. `prose` are the lines of its content that are in no other such directive."""

    name: str
    title: str
    options: tuple[Option, ...]
    content: tuple[Row, ...]
    first: int
    last: int
    parent: int = 0  # the first line of the directive that it stands in
    fence: str = ""
    problem: str = ""
    prose: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class Page:
    """The directives of a page that may be needs, in order, and its prose outside of them."""

    lines: Sequence[str]
    directives: list[Directive] = field(default_factory=list)
    prose: list[Row] = field(default_factory=list)

    def place(self, row: int, text: str) -> Place:
        """The place of a text in a line; the whole line where it does not stand so."""
        line = self.lines[row - 1] if row <= len(self.lines) else ""
        at = line.find(text) if text else -1
        start, end = (at, at + len(text)) if at >= 0 else (len(line) - len(line.lstrip()), len(line.rstrip()))
        first = len(line[:start].encode("utf-8", "surrogatepass")) + 1
        return Place(row, first, max(first, len(line[:end].encode("utf-8", "surrogatepass")) + 1))

    def find(self, option: Option, text: str) -> Place:
        """The place of a part of an option's value."""
        for row in range(option.first, option.last + 1):
            if text in self.lines[row - 1]:
                return self.place(row, text)
        return self.place(option.first, "")

    def add(self, directive: Directive) -> bool:
        """Add a directive if it may be a need; return whether it may."""
        named = any(option.name == "id" for option in directive.options)
        is_shown = directive.name in SHOWING
        is_other = directive.name in OTHERS and not named
        if ":" in directive.name or ((is_other or directive.name.startswith("auto")) and not is_shown):
            return False
        self.directives.append(directive)
        return True


_SPLIT = re.compile(r"[,;]")
_CONDITION = re.compile(r"(?<=[\w.-])\[[^\[\]]*\]$")


def members(value: str) -> Iterator[str]:
    """The members of a list as options write it: `A, B; C`. A condition is left out, `A[version==1]`, and a trailing
    point, which is that of an empty part."""
    for part in _SPLIT.split(value):
        if one := _CONDITION.sub("", part.strip()).rstrip("."):
            yield one


def dedented(rows: Sequence[Row]) -> list[Row]:
    """Rows without the indentation that all of them have."""
    least = min((row.indent for row in rows if not row.is_blank), default=0)
    return [Row(row.number, row.text[least:]) for row in rows]


def without_blank_ends(rows: Sequence[Row]) -> list[Row]:
    """Rows without the blank ones at their beginning and end."""
    first, last = 0, len(rows)
    while first < last and rows[first].is_blank:
        first += 1
    while last > first and rows[last - 1].is_blank:
        last -= 1
    return list(rows[first:last])


def joined(rows: Iterable[Row]) -> str:
    """The text of rows."""
    return "\n".join(row.text.rstrip() for row in rows)
