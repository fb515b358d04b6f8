"""The links of a page of reStructuredText: roles, hyperlinks, and directives that name pages.

A block of literal text is passed over: what stands below a line that ends with `::`, the text of directives such as
`code-block`, and comments.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from compiler.languages.documents.syntax.directives import (
    MAX_LINE,
    ROLES,
    VERBATIM,
    WrittenLink,
    directive_links,
    glossary_terms,
    role_target,
)

_DIRECTIVE = re.compile(r"([ \t]*)\.\.[ \t]+(?:\|[^|\n]{1,100}\|[ \t]+)?([\w:+.-]*\w)::(?:[ \t]+(\S.*)|[ \t]*)")
_EXPLICIT = re.compile(r"[ \t]*\.\.(?:[ \t]+(\S.*)|[ \t]*)")
# What an explicit block may be besides a comment: a target, a footnote or citation, a substitution, a directive.
_NO_COMMENT = re.compile(r"_|__|\[[^\]\n]{1,100}\][ \t]|\|")
_ITEM = re.compile(r"[ \t]*(?:[-*+•]|\(?(?:\d{1,4}|[A-Za-z]|#)[.)])[ \t]+")
_TARGET = re.compile(
    r"[ \t]*\.\.[ \t]+_(?!_)(?:`([^`\n]{1,200})`|((?:[^`:\\\n]|\\.|:(?! |$)){1,200})):(?:[ \t]+(\S.*)|[ \t]*)"
)
_ANONYMOUS = re.compile(r"[ \t]*(?:__|\.\.[ \t]+__:)[ \t]+(\S.*)")
_LITERAL = re.compile(r"``[^\n]{0,1000}?``")
_ROLE = re.compile(rf":(?:std:)?({ROLES}):`([^`]{{1,500}})`")
_EMBEDDED = re.compile(r"(?<![:`\w\\])`(?:[^`<>]{0,299}\s)?<([^`<>]{1,500})>`__?(?!\w)")
_QUOTED = re.compile(r"(?<![:`\w\\])`([^`<>]{1,300})`_(?![\w_])")
_NAMED = re.compile(r"(?<![\w.+:`-])([^\W_]++(?:[-.+:_]++[^\W_]++)*+)__?(?![\w`])")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_REFERENCE = re.compile(r"`?([^`]+?)`?_")


class RestructuredLinks(NamedTuple):
    """The links of a text, and the labels that it states, each with its line from 0."""

    links: list[WrittenLink]
    labels: list[tuple[str, int]]


class _Definition(NamedTuple):
    """A target with an address: `.. _knots: knots.rst`, its line and where its address begins and ends there."""

    address: str
    line: int
    start: int
    end: int


def normalized(name: str) -> str:
    """Return the name of a target or a label as programs compare it."""
    return " ".join(name.casefold().split())


def read_links(lines: Sequence[str]) -> RestructuredLinks:
    """Return the links and labels of lines of reStructuredText."""
    visible = _visible(lines)
    links = [link for at, line in enumerate(visible) for link in _of_directive(visible, at, line)]
    labels: list[tuple[str, int]] = []
    defined: dict[str, _Definition] = {}
    unnamed: list[_Definition] = []
    for at, line in enumerate(visible):
        if (found := _TARGET.fullmatch(line)) and not found[3]:
            labels.append((" ".join((found[1] or found[2]).replace("\\", "").split()), at))
        elif found:
            name = normalized((found[1] or found[2]).replace("\\", ""))
            defined.setdefault(name, _Definition(found[3].rstrip(), at, *found.span(3)))
        elif found := _ANONYMOUS.fullmatch(line):
            unnamed.append(_Definition(found[1].rstrip(), at, *found.span(1)))
        elif (found := _DIRECTIVE.fullmatch(line)) and found[2] == "glossary":
            labels += glossary_terms(_body(visible, at, len(found[1])))
    text = _Text(["" if _TARGET.fullmatch(line) or _ANONYMOUS.fullmatch(line) else line for line in visible])
    links += text.roles()
    used: set[str] = set()
    for link in text.embedded():
        used.add(_name_in(link.address))
        links.append(link._replace(address=_resolved(link.address, defined)))
    for name, link in text.named():
        if name in defined:
            used.add(name)
            links.append(link._replace(address=_resolved(defined[name].address, defined)))
        elif name not in used:
            links.append(link._replace(form="any", address=f"#{name}"))
    for target in [*unnamed, *(target for name, target in defined.items() if name not in used)]:
        address = _resolved(target.address, defined)
        links.append(WrittenLink("link", address, target.line, target.start, target.end))
    found_links = [link for link in links if link.address]
    return RestructuredLinks(sorted(found_links, key=lambda link: (link.line, link.start)), labels)


def _resolved(address: str, defined: Mapping[str, _Definition]) -> str:
    """An address, or that of the target which it names: `knots_`."""
    for _ in range(3):
        name = _name_in(address)
        if name not in defined:
            break
        address = defined[name].address
    return "".join(address.split())


def _name_in(address: str) -> str:
    """The name of the target that an address refers to, "" if it is none: `knots_`."""
    found = _REFERENCE.fullmatch(address)
    return normalized(found[1]) if found else ""


def _visible(lines: Sequence[str]) -> list[str]:
    """The lines with blank ones for literal blocks and comments."""
    shown: list[str] = []
    hiding: int | None = None  # the indentation that ends what is hidden
    for line in lines:
        stripped = line.lstrip(" \t")
        indent = len(line) - len(stripped)
        if hiding is not None and (not stripped.strip() or indent > hiding):
            shown.append("")
            continue
        hiding = None
        if len(line) > MAX_LINE:
            shown.append("")
        elif found := _DIRECTIVE.fullmatch(line):
            hiding = indent if found[2].rpartition(":")[2] in VERBATIM else None
            shown.append(line if hiding is None else "")
        elif (found := _EXPLICIT.fullmatch(line)) and not (found[1] and _NO_COMMENT.match(found[1])):
            hiding = indent
            shown.append("")
        else:
            shown.append(line)
            if stripped.rstrip().endswith("::"):
                item = _ITEM.match(line)
                hiding = item.end() if item else indent
    return shown


def _of_directive(lines: Sequence[str], at: int, line: str) -> Iterator[WrittenLink]:
    """The links of the directive that begins at a line."""
    if not (found := _DIRECTIVE.fullmatch(line)):
        return
    argument = WrittenLink("link", found[3].rstrip(), at, *found.span(3)) if found[3] else None
    yield from directive_links(found[2], argument, _body(lines, at, len(found[1])))


def _body(lines: Sequence[str], at: int, indent: int) -> Iterable[tuple[int, str]]:
    """The lines below that of a directive which are indented more, with their numbers. A link has its whole line."""
    for number in range(at + 1, len(lines)):
        line = lines[number]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            return
        yield number, line


def _blank(found: re.Match[str]) -> str:
    """Blanks of the length of a match, in as many lines."""
    return "".join("\n" if sign == "\n" else " " for sign in found[0])


class _Text:
    """The text of a page, in which links may go on in the next line."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
        self._text = _LITERAL.sub(_blank, "\n".join(lines))

    def roles(self) -> Iterator[WrittenLink]:
        """Give the links of roles."""
        for found in _ROLE.finditer(self._text):
            if not _BLANK_LINE.search(found[0]) and (target := role_target(found[1], found[2])):
                yield self._link(target[0], target[1], found)

    def embedded(self) -> Iterator[WrittenLink]:
        """Give the hyperlinks that have their address, or the name of a target, in them."""
        for found in _EMBEDDED.finditer(self._text):
            if not _BLANK_LINE.search(found[0]):
                yield self._link("link", found[1], found)

    def named(self) -> Iterator[tuple[str, WrittenLink]]:
        """Give the references to targets by their names, with links that have no address yet."""
        plain = _EMBEDDED.sub(_blank, _ROLE.sub(_blank, self._text))
        for found in _QUOTED.finditer(plain):
            if not _BLANK_LINE.search(found[0]):
                yield normalized(found[1]), self._link("link", "", found)
        for found in _NAMED.finditer(plain):
            yield normalized(found[1]), self._link("link", "", found)

    def _link(self, form: str, address: str, found: re.Match[str]) -> WrittenLink:
        """A link that a match is. Where it goes on in the next line, it ends with its first."""
        line = bisect_right(self._starts, found.start()) - 1
        start = self._starts[line]
        end = min(found.end(), self._starts[line + 1] - 1)
        return WrittenLink(form, address, line, found.start() - start, max(end - start, 0))  # type: ignore[arg-type]
