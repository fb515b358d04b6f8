"""The diagrams of reStructuredText (`.. mermaid::`) and of AsciiDoc (`[mermaid]` above a block between delimiters)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_DIRECTIVE = re.compile(r"([ \t]*)\.\.[ \t]+mermaid::[ \t]*")
_OPTION = re.compile(r"[ \t]*:[\w-]+:(?:[ \t].*)?")
_VERBATIM = re.compile(r"[ \t]*(?:\.\.[ \t]+(?:code|code-block|sourcecode|parsed-literal)::.*|.*::[ \t]*)")
_STYLE = re.compile(r"\[(?:source,[ \t]*)?mermaid\b[^\]\n]*\][ \t]*")
_DELIMITER = re.compile(r"(?:-{4,}|\.{4,}|`{3,}|/{4,})[ \t]*")
MAX_ABOVE = 200  # lines in which a block of code around a directive may begin
ASCIIDOC = (".adoc", ".asciidoc")


class Lines(NamedTuple):
    """The lines of a diagram, from 0: the one that opens it, the first of its text, the one behind its text, and the
    columns by which the text is indented."""

    opening: int
    first: int
    behind: int
    indent: int


def blocks_of_asciidoc(lines: Sequence[str]) -> Iterator[Lines]:
    """Give the blocks with the style `mermaid`."""
    at = 0
    while at < len(lines):
        if not (found := _DELIMITER.fullmatch(lines[at])):
            at += 1
            continue
        close = found[0].rstrip()
        behind = next((end for end in range(at + 1, len(lines)) if lines[end].rstrip() == close), len(lines))
        if at and _STYLE.fullmatch(lines[at - 1]):
            yield Lines(at - 1, at + 1, behind, 0)
        at = behind + 1


def blocks_of_restructured_text(lines: Sequence[str]) -> Iterator[Lines]:
    """Give the directives `mermaid` with a text. One that names a file is not read: the file is."""
    for at, line in enumerate(lines):
        found = _DIRECTIVE.fullmatch(line)
        if found is None or _is_verbatim(lines, at, len(found[1])):
            continue
        first = behind = at + 1
        while behind < len(lines) and (not lines[behind].strip() or _indent(lines[behind]) > len(found[1])):
            behind += 1
        while first < behind and _OPTION.fullmatch(lines[first]):
            first += 1
        while first < behind and not lines[first].strip():
            first += 1
        while behind > first and not lines[behind - 1].strip():
            behind -= 1
        if first < behind:
            yield Lines(at, first, behind, min(_indent(text) for text in lines[first:behind] if text.strip()))


def _is_verbatim(lines: Sequence[str], at: int, indent: int) -> bool:
    """Whether a directive stands in a block of code, which shows how to write it."""
    for above in range(at - 1, max(at - MAX_ABOVE, -1), -1):
        if indent == 0:
            return False
        if lines[above].strip() and _indent(lines[above]) < indent:
            if _VERBATIM.fullmatch(lines[above]):
                return True
            indent = _indent(lines[above])
    return False


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
